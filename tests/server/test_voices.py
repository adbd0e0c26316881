"""Bots with a character speak: a line of their own now and then, for a reason that everybody can see."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.harness import RoomHarness, new_data, play_at_random, start
from tests.server.test_previews import NAMES, stage

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.events import CURSE_LANDED, EVENTS, EVERYONE, Event
from kickdoor.engine.machine.prompts import Answer, parse
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.policies.personalities import BY_NAME
from kickdoor.policies.refusal_causes import WORDS as REASONS
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.bot_chatter import (
    ANY,
    CHANCES,
    FACES,
    FEW,
    MIN_LINE_INTERVAL_S,
    RECENT_SPEAKER_S,
    about_fate,
    choose,
    lines,
    params_of,
)
from kickdoor.server.room.game_log import LogEvent

ALWAYS: dict[str, set[str]] = {
    "greets": set(), "meets": {"card"}, "doubts": {"card"}, "asked": {"who"}, "begs": {"who"}, "agrees": {"who"},
    "haggles": {"who"}, "thanks": {"who"}, "cursed": {"card"}, "curses": {"who", "card"}, "saved": set(),
    "caught": {"card"}, "dies": set(), "triumphs": set(), "hindered": {"who"}, "wins": set(), "loses": {"who"},
    "hailed": {"who"}, "teased": {"who"}, "pressed": {"who"},
}  # fmt: skip
"""What can be named at each occasion whatever happens."""
OFTEN = [word for word in ALWAYS if word != "asked"]
COUNTED = ("refuses_too_little", "refuses_too_much", "refuses_rather_see_you_lose", "haggles")


def known(word: str) -> set[str]:
    names = {"who"} if word.startswith("refuses_") else ALWAYS[word]
    # A curse behind a door was thrown by nobody
    names = names | {"who"} if word == "cursed" else names
    return names | {"n"} if word in COUNTED else names


def test_every_personality_has_its_own_lines() -> None:
    assert set(lines()) == {ANY, *BY_NAME}
    for character in BY_NAME:
        own = lines()[character]
        for word in OFTEN:
            fitting = [line for line in own[word] if params_of(line) <= ALWAYS[word]]
            assert len(own[word]) >= FEW, (character, word)
            # One may be kept for when a number can be named
            assert len(fitting) >= FEW - (word == "haggles"), (character, word)
    whole = [line for said in lines().values() for some in said.values() for line in some]
    assert [line for line, count in Counter(whole).items() if count > 1] == []
    assert max(len(line) for line in whole) < 80


def test_every_reason_has_words() -> None:
    for reason in REASONS:
        assert len(lines()[ANY][f"refuses_{reason}"]) >= FEW
        for said in lines().values():
            assert len(said.get(f"refuses_{reason}", ["", ""])) > 1


def test_a_line_names_only_what_is_known() -> None:
    for said in lines().values():
        for word, some in said.items():
            assert word.partition("_")[0] in CHANCES
            for line in some:
                assert params_of(line) <= known(word), line


@pytest.mark.parametrize("character", BY_NAME)
def test_no_bot_repeats_a_line(character: str) -> None:
    last, said, rng = "", set(), LehmerRng(character)
    for _ in range(60):
        key, text = choose(character, "cursed", {"card": "Duck"}, last, rng)
        assert key != last
        assert "{" not in text
        last = key
        said.add(key)
    assert len(said) >= FEW


def noisy(seed: int, voices: bool = True) -> tuple[RoomHarness, list[int]]:
    """Play a game with three characters and one person."""
    data = new_data(1, 4, "none")
    data.secret, data.voices = f"{seed:064x}", voices
    for seat, character in zip(data.seats[1:], ("penny", "gruff", "flint"), strict=True):
        seat.bot, seat.name = f"normal@{character}", character.capitalize()
    harness, clients = start(1, data=data)
    play_at_random(harness, clients, LehmerRng(f"voices{seed}"), 400)
    return harness, clients


def said_to(harness: RoomHarness, client: int) -> list[Any]:
    return [message for message in harness.inbox[client] if isinstance(message, wire.BotLine)]


def test_bots_speak_of_what_has_happened_and_give_their_true_reasons() -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        harness, clients = noisy(seed)
        told = {line.n: line for line in harness.match.lines(-1, 0)}
        for said in said_to(harness, clients[0]):
            character, word, _ = said.line.split(".")
            seen[word.partition("_")[0]] += 1
            assert harness.room.data.seats[said.seat].bot.endswith(f"@{character}") or character == ANY
            line = told.get(said.n)
            if line is None:
                continue
            if word.startswith("refuses_"):
                assert line.why is not None
                assert (line.seat, f"refuses_{line.why.why}") == (said.seat, word)
            assert line.kind in EVENTS
        if seen["refuses"] and len(seen) > 6:
            return
    raise AssertionError(f"they hardly speak: {seen}")


@pytest.mark.parametrize(("level", "word"), [(1, "doubts"), (9, "meets")])
def test_a_bot_does_not_boast_of_a_hopeless_fight(tmp_path: Path, level: int, word: str) -> None:
    s = stage(
        tmp_path, f"players: {{Aric: {{level: {level}}}, Suzan: {{}}, Guy: {{}}}}\ndoors: [Gelatinous Octahedron]"
    )
    s.events = []
    runtime.apply(s, Answer(0, parse("kick"), []))
    shown: Any = SimpleNamespace(state=s, rules=s.rules, names=NAMES)
    told = [LogEvent(event, 1, event.seat) for event in s.events]
    found = [one for fact in told if fact.event for one in about_fate(shown, fact, fact.event)]
    assert found == [(0, word, {"card": "Gelatinous Octahedron"})]


def test_a_cursed_bot_names_the_player() -> None:
    harness, _ = noisy(1)
    match = harness.match
    event = Event(CURSE_LANDED, 1, 2, 0, [0], [0], EVERYONE)
    card = {"card": match.rules.defs[0].name}
    thrown = about_fate(match, LogEvent(event, 1, 1), event)
    assert thrown == [(1, "cursed", {"who": "Gruff"} | card), (2, "curses", {"who": "Penny"} | card)]
    event.other = -1
    assert about_fate(match, LogEvent(event, 1, 1), event) == [(1, "cursed", card)]


def test_one_line_in_a_few_seconds_and_the_same_for_the_same_game() -> None:
    first, second = noisy(3), noisy(3)
    lines_said = said_to(first[0], first[1][0])
    assert lines_said
    assert lines_said == said_to(second[0], second[1][0])
    harness, clients = first
    harness.inbox[clients[0]].clear()
    spoke = harness.room.data.spoke_at
    assert spoke <= harness.room.now
    assert MIN_LINE_INTERVAL_S >= 3.0


def test_the_host_has_them_be_silent() -> None:
    harness, clients = noisy(3, voices=False)
    assert said_to(harness, clients[0]) == []
    assert isinstance(harness.ask(clients[0], wire.SetVoices, on=True), wire.Done)
    assert harness.room_of(clients[0]).voices is True


def test_lines_come_with_time_between_them() -> None:
    times: list[float] = []
    data = new_data(1, 4, "none")
    for seat in data.seats[1:]:
        seat.bot = "normal@imp"
    harness, clients = start(1, data=data)
    rng = LehmerRng("between")
    for _ in range(150):
        before = len(said_to(harness, clients[0]))
        play_at_random(harness, clients, rng, 1)
        times += [harness.room.data.clock] * (len(said_to(harness, clients[0])) - before)
    assert len(times) > 2
    assert min(b - a for a, b in pairwise(times)) >= MIN_LINE_INTERVAL_S


def among_characters() -> tuple[RoomHarness, int]:
    """Ann among three bots of character, and quiet for long."""
    data = new_data(1, 4, "none")
    for seat, character in zip(data.seats[1:], ("penny", "gruff", "flint"), strict=True):
        seat.bot, seat.name = f"normal@{character}", character.capitalize()
    harness, clients = start(1, data=data)
    harness.inbox[clients[0]].clear()
    return harness, clients[0]


def make_faces(harness: RoomHarness, client: int, count: int, **face: Any) -> list[Any]:
    """Make a face again and again, with time between; gives what was answered."""
    harness.inbox[client].clear()
    for _ in range(count):
        harness.room.data.clock += MIN_LINE_INTERVAL_S
        assert isinstance(harness.ask(client, wire.Emote, **face), wire.Done)
    return said_to(harness, client)


@pytest.mark.parametrize("face", FACES)
def test_a_bot_answers_an_emote(face: str) -> None:
    harness, ann = among_characters()
    said = make_faces(harness, ann, 12, name=face, to=2)
    assert 0 < len(said) < 12
    assert {one.seat for one in said} == {2}
    assert {one.line.rpartition(".")[0] for one in said} == {f"gruff.{FACES[face]}"}
    assert all(a.line != b.line for a, b in pairwise(said))
    shown = [one for one in harness.inbox[ann] if isinstance(one, wire.EmoteShown)]
    assert {(one.seat, one.name, one.to) for one in shown} == {(0, face, 2)}


def test_an_untargeted_emote_addresses_a_recent_speaker() -> None:
    harness, ann = among_characters()
    data = harness.room.data
    data.spoke, data.spoke_at = 3, data.clock
    assert {one.seat for one in make_faces(harness, ann, 6, name="laugh")} == {3}
    answers = []
    for _ in range(40):
        data.clock += RECENT_SPEAKER_S + 1
        answers += make_faces(harness, ann, 1, name="wave")
    assert {one.seat for one in answers} == {1, 2, 3}


def test_one_answer_in_a_few_seconds_and_none_from_those_who_have_no_voice() -> None:
    harness, ann = among_characters()
    said = make_faces(harness, ann, 12, name="wave", to=1)
    harness.room.data.spoke_at = harness.room.data.clock
    for _ in range(5):
        harness.ask(ann, wire.Emote, name="wave", to=1)
    assert said_to(harness, ann) == said
    # Neither the own seat, nor a missing one, nor any seat if the host muted bots
    assert make_faces(harness, ann, 8, name="wave", to=0) == []
    assert make_faces(harness, ann, 8, name="wave", to=5) != []
    harness.room.data.voices = False
    assert make_faces(harness, ann, 8, name="wave", to=1) == []
