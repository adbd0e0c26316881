"""Bots with characters in seats: who may sit there, what they are called, and that all of it is kept."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import RoomHarness, new_data, start

from kickdoor.bots.registry import BOTS, BotRegistry
from kickdoor.catalog.defaults import default_sets
from kickdoor.policies.personalities import BY_NAME
from kickdoor.policies.refusal_causes import WORDS
from kickdoor.server.http.api_types import NewTable, check_bots, new_room
from kickdoor.server.http.catalog_api import lobby_json
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.playback import WATCHER, Playback
from kickdoor.server.records.table_record import read_record, table_record
from kickdoor.server.room.bot_profiles import (
    FACES,
    PERSONALITIES,
    faces_of,
    levels_with_personality,
    may_sit,
    put_bot,
    title,
)
from kickdoor.server.room.room_data import RoomData, SeatData, read_room
from kickdoor.server.room.seating import take_seat

OFFERED = BotRegistry().offered
WORDS_FILE = Path(__file__).parents[2] / "web" / "src" / "i18n"


def waiting() -> tuple[RoomHarness, int]:
    """A table at which one person waits."""
    data = new_data(1, 6)
    for i in range(1, 6):
        data.seats[i] = SeatData()
    harness = RoomHarness(data)
    return harness, harness.connect(0)


def put(harness: RoomHarness, client: int, seat: int, level: str | None) -> Any:
    return harness.ask(client, wire.SetBot, seat=seat, level=level)


def order(bots: str | None, name: str = "Ann", seats: int = 6) -> RoomData:
    wanted = NewTable(name=name, sets=list(default_sets()), seats=seats, bots=bots)
    check_bots(wanted, BotRegistry())
    return new_room(wanted)


@pytest.mark.parametrize("level", levels_with_personality(OFFERED))
@pytest.mark.parametrize("character", [*BY_NAME, "any"])
def test_levels_with_a_temper_take_characters(level: str, character: str) -> None:
    assert may_sit(f"{level}@{character}", OFFERED)
    assert character == "any" or f"{level}@{character}" in BOTS


@pytest.mark.parametrize(
    "bot",
    ["easy@gruff", "easy@any", "random@gruff", "random", "nasty@", "nasty@nobody", "@gruff", "nasty@gruff@imp", "any"],
)
def test_unknown_bots_may_not_sit(bot: str) -> None:
    assert not may_sit(bot, OFFERED)
    harness, client = waiting()
    refused = put(harness, client, 1, bot)
    assert isinstance(refused, wire.Refused)
    assert refused.code == "no_such_bot"


def test_a_bot_is_called_by_its_character_and_has_its_face() -> None:
    harness, client = waiting()
    assert isinstance(put(harness, client, 1, "nasty@gruff"), wire.Done)
    seat = harness.room_of(client).seats[1]
    assert (seat.name, seat.bot, seat.avatar) == ("Gruff", "nasty@gruff", FACES["gruff"])


def test_no_personality_is_drawn_twice_while_others_are_free() -> None:
    for _ in range(20):
        harness, client = waiting()
        put(harness, client, 3, "normal@imp")
        for seat in (1, 2, 4, 5):
            put(harness, client, seat, "nasty@any")
        bots = [seat.bot for seat in harness.room.data.seats[1:]]
        assert len({bot.partition("@")[2] for bot in bots}) == 5
        assert [seat.name for seat in harness.room.data.seats[1:]] == [title(bot.partition("@")[2]) for bot in bots]


def test_every_personality_is_drawn() -> None:
    drawn = {seat.bot for _ in range(40) for seat in order("nasty@any").seats[1:]}
    assert drawn == {f"nasty@{name}" for name in BY_NAME}


def test_more_bots_than_characters_share_them() -> None:
    seats = [SeatData() for _ in range(10)]
    for i in range(10):
        put_bot(seats, i, "nasty@any", True, random.Random(i))
    assert len({seat.bot for seat in seats}) == len(PERSONALITIES)
    assert len({seat.name for seat in seats}) == 10


def test_two_of_one_character_have_names_of_their_own() -> None:
    harness, client = waiting()
    for seat in (1, 2, 3):
        put(harness, client, seat, "nasty@flint")
    assert [seat.name for seat in harness.room.data.seats[1:4]] == ["Flint", "Flint 2", "Flint 3"]


def test_a_person_keeps_their_name_before_a_bot() -> None:
    for _ in range(20):
        data = order("nasty@any", "Flint")
        assert "Flint" not in [seat.name for seat in data.seats]
    data = order("nasty@flint", "flint", seats=3)
    assert [seat.name for seat in data.seats[1:]] == ["Flint 2", "Flint 3"]


def test_a_character_may_be_changed_and_taken_away() -> None:
    harness, client = waiting()
    put(harness, client, 1, "nasty@gruff")
    put(harness, client, 1, "normal@gruff")
    assert (harness.room.data.seats[1].name, harness.room.data.seats[1].bot) == ("Gruff", "normal@gruff")
    put(harness, client, 1, "normal@penny")
    assert (harness.room.data.seats[1].name, harness.room.data.seats[1].avatar) == ("Penny", FACES["penny"])
    put(harness, client, 1, "normal")
    plain = harness.room.data.seats[1]
    assert plain.bot == "normal"
    assert title(plain.name.lower()) not in [title(name) for name in BY_NAME]
    named = plain.name
    put(harness, client, 1, "easy")
    assert harness.room.data.seats[1].name == named


def test_a_stand_in_keeps_the_name_of_the_player() -> None:
    harness, clients = start(2)
    harness.ask(clients[1], wire.Leave)
    assert isinstance(put(harness, clients[0], 1, "nasty@flint"), wire.Done)
    seat = harness.room.data.seats[1]
    assert (seat.name, seat.bot) == ("P1", "nasty@flint")
    assert harness.match.names[1] == "P1"


def test_another_character_in_a_game_is_called_by_its_name() -> None:
    data = new_data(1, 4)
    data.seats[1] = SeatData(name="Gruff", kind="bot", bot="nasty@gruff")
    harness, clients = start(1, data=data)
    put(harness, clients[0], 1, "nasty@imp")
    assert harness.room.data.seats[1].name == harness.match.names[1] == "Imp"


def test_a_stored_table_and_its_record_name_characters() -> None:
    data = new_data(1, 4, "none")
    for i, name in enumerate(("gruff", "flint", "penny"), 1):
        data.seats[i] = SeatData(name=title(name), kind="bot", bot=f"nasty@{name}")
    harness, _ = start(1, data=data)
    for _ in range(30):
        harness.step()
    harness.restart()
    assert [seat.bot for seat in harness.room.data.seats[1:]] == ["nasty@gruff", "nasty@flint", "nasty@penny"]
    assert read_room(harness.stored).seats[2].bot == "nasty@flint"
    record = read_record(table_record(harness.room.data, harness.record()))
    assert record.kinds == ["human", "nasty@gruff", "nasty@flint", "nasty@penny"]
    assert Playback(record, []).page(WATCHER, 0, 0).faces == [0, FACES["gruff"], FACES["flint"], FACES["penny"]]


def test_pages_get_the_bots_with_personalities() -> None:
    harness, client = waiting()
    shown = harness.room_of(client)
    facts = json.loads(lobby_json([], ""))
    for found in (facts["levels_with_personality"], shown.levels_with_personality):
        assert found == ["normal", "nasty", "master"]
    assert facts["personalities"] == shown.personalities == list(BY_NAME)


@pytest.mark.parametrize("path", sorted(WORDS_FILE.glob("*.json")), ids=lambda path: path.stem)
def test_every_language_has_words_for_characters_and_reasons(path: Path) -> None:
    words = json.loads(path.read_text("utf-8"))
    for name in BY_NAME:
        assert words[f"personality.{name}"]
        assert words[f"personality.{name}.why"].endswith(".")
    for word in WORDS:
        assert words[f"because.{word}"]
    assert "{treasures" in words["because.too_little.treasures"]
    assert "{treasures" in words["because.too_much.treasures"]


def test_no_face_is_shared_while_one_is_free() -> None:
    data = order("master@any", seats=8)
    for index in (0, 3):
        take_seat(data, index, f"P{index}", "")
    assert len({seat.avatar for seat in data.seats}) == 8
    # People choose as they like; bots that come later give way, and have their own where it is free
    data.seats[0].avatar = FACES["honey"]
    for index in range(1, 8):
        data.seats[index] = SeatData()
    for index, bot in enumerate(("master@honey", "master@imp", "easy"), 1):
        put_bot(data.seats, index, bot, True, random.Random(index))
    faces = [seat.avatar for seat in data.seats[:4]]
    assert len(set(faces)) == 4
    assert faces[0] == FACES["honey"]
    put_bot(data.seats, 5, "master@flint", True, random.Random(5))
    assert len({seat.avatar for seat in data.seats if seat.kind != "open"}) == 5


def test_more_people_than_faces_share_them() -> None:
    data = order(None, seats=10)
    for index in range(10):
        take_seat(data, index, f"P{index}", "")
    assert [seat.avatar for seat in data.seats] == [*range(8), 0, 1]


def test_faces_in_a_record_are_those_of_the_characters_and_others_for_the_rest() -> None:
    assert faces_of(["human", "master@honey", "human"]) == [1, FACES["honey"], 2]
    assert faces_of(["master@gruff", "master@gruff"]) == [FACES["gruff"], FACES["gruff"] + 1]


def test_every_character_has_a_face_of_its_own() -> None:
    assert sorted(FACES) == sorted(BY_NAME)
    assert sorted(FACES.values()) == list(range(8))
