"""The table breathes: what has happened is seen before bots, windows and clocks go on, and a line says how."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from tests.layers import thorough
from tests.server.harness import RoomHarness, new_data, play_at_random, start

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.event_kinds import BEATS, KINDS, ROLLED_FOR_ORDER
from kickdoor.engine.machine.events import EVENTS
from kickdoor.engine.machine.prompts import CLAIM, PASS, PLAY, Answer, act_of, key
from kickdoor.engine.rules.fight.dice import ESCAPES_ON
from kickdoor.engine.rules.fight.rewards import RewardWindow
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.position.builder import Builder
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.beats import FACTORS, MAX_PAUSE_S, OF_NAME, ORDER, TURNING, beats_of, rest_after
from kickdoor.server.room.bot_turns import BOT_DELAY, UNASKED_DELAY
from kickdoor.server.room.game_log import LogEvent, build_log_events

ROOT = Path(__file__).parents[2]


def paced(pace: str, humans: int = 2) -> tuple[RoomHarness, list[int]]:
    """Start a game at a pace, and plays until somebody has just kicked a door."""
    for seed in range(20):
        data = new_data(humans, 4, "normal")
        data.secret, data.pace = f"{seed:064x}", pace
        harness, clients = start(humans, data=data)
        for _ in range(200):
            if harness.match.news and "door_kicked" in kinds(harness.match.news):
                return harness, clients
            harness.pass_time(harness.room.calm - harness.room.now)
            asked = runtime.prompted_seats(harness.state)
            waiting = [c for c in clients if asked >> harness.room.clients[c].seat & 1]
            if waiting and harness.room.reaction is None:
                prompt = runtime.prompt(harness.state, harness.room.clients[waiting[0]].seat)
                answer = runtime.default_answer(harness.state, prompt.seat)
                harness.do(waiting[0], key(answer.code), answer.picks)
            elif not harness.step():
                break
    raise AssertionError("nobody kicks a door")


def kinds(news: list[LogEvent]) -> list[str]:
    return [EVENTS[told.event.kind] for told in news if told.event is not None]


# The table of beats


def test_every_kind_of_event_has_its_beat() -> None:
    assert {kind.beat for kind in KINDS} - {""} == set(OF_NAME) - {TURNING, ORDER}
    for beat in BEATS:
        assert set(beat.covers) <= {*EVENTS, ROLLED_FOR_ORDER}


def test_the_docs_list_the_pace_factors() -> None:
    text = (ROOT / "docs/table.md").read_text(encoding="utf-8")
    assert f"at most {MAX_PAUSE_S:g} s" in text
    assert f"brisk × {FACTORS['brisk']:g}" in text
    assert f"relaxed × {FACTORS['relaxed']:g}" in text


def test_beats_of_one_act_add_up_but_for_what_another_shows() -> None:
    assert beats_of(["door_kicked", "fight_begun"], False) == [("door", 1.4), ("door", 0.0)]
    won = ["fight_won", "monster_killed", "level_gained", "treasures_drawn"]
    assert [seconds for _, seconds in beats_of(won, False)] == [1.8, 0.0, 0.0, 0.0]
    assert beats_of(["curse_landed", "level_lost", "level_lost"], False) == [
        ("curse", 1.4), ("level", 0.6), ("level", 0.6),
    ]  # fmt: skip
    rolls = [ROLLED_FOR_ORDER, ROLLED_FOR_ORDER, "turn_begun"]
    assert beats_of(rolls, False) == [("order", 2.0), ("order", 0.0), ("turn", 0.6)]
    assert beats_of(["card_played", "card_played"], True) == [("turning", 1.2), ("play", 0.8)]


def test_a_play_that_spoils_a_fight_is_one_beat_with_what_it_does() -> None:
    sent_away = ["card_played", "monster_left", "card_discarded", "fight_ended"]
    for turns in (False, True):
        assert beats_of(sent_away, turns) == [("foiled", 1.6), ("foiled", 0.0), ("foiled", 0.0), ("foiled", 0.0)]
    assert beats_of(["ability_used", "combat_moved"], False) == [("stolen", 1.4), ("stolen", 0.0)]
    # By itself it is seen too, and another play has nothing to do with it
    assert beats_of(["monster_left"], False) == [("foiled", 1.6)]
    assert beats_of(["card_played", "ability_used", "monster_left"], False)[:2] == [("play", 0.8), ("foiled", 1.6)]
    assert beats_of(["die_rolled", "item_taken"], False) == [("flight", 1.5), ("theft", 1.2)]


def test_treasures_drawn_in_the_place_of_the_winner_are_a_theft() -> None:
    path = ROOT / "tests/cards/steampunk/treasure/salvage_rights.yaml"
    s = Builder(read_file(path), load_catalog(["steampunk"]), "1").build()
    runtime.apply(s, Answer(0, CLAIM))
    drawn: dict[int, str] = {}
    while len(drawn) < 2:
        seat = next(seat for seat in range(3) if runtime.prompted_seats(s) >> seat & 1)
        snatches = isinstance(s.stack[-1], RewardWindow) and not drawn
        code = next((one for one in runtime.legal_options(s, 1) if act_of(one) == PLAY), PASS) if snatches else PASS
        s.events = []
        runtime.apply(s, Answer(1 if snatches else seat, code))
        for told in build_log_events(s, s.events, ["Aric", "Suzan", "Guy"]):
            if kinds([told]) == ["treasures_drawn"]:
                drawn[told.seat] = told.beat
    # What is left the winner draws as ever
    assert drawn == {1: "theft", 0: "cards"}


def test_the_table_never_waits_longer_than_the_bound() -> None:
    assert rest_after(10.0, 0.0, 1.4, "normal") == pytest.approx(11.4)
    assert rest_after(10.0, 12.0, 1.4, "normal") == pytest.approx(12.0)
    assert rest_after(10.0, 0.0, 1.4, "brisk") == pytest.approx(10.84)
    assert rest_after(10.0, 11.0, 60.0, "relaxed") == pytest.approx(10.0 + 1.5 * MAX_PAUSE_S)
    assert rest_after(10.0, 0.0, 60.0, "none") == 10.0


def test_the_roll_for_the_first_turn_is_one_beat() -> None:
    harness, clients = start(2)
    for client in clients:
        answer = runtime.default_answer(harness.state, harness.room.clients[client].seat)
        harness.do(client, key(answer.code), answer.picks)
    while harness.state.turns < 1 and harness.step():
        pass
    told = [one for one in harness.match.events if one.event is not None and EVENTS[one.event.kind] == "die_rolled"]
    assert told
    assert {one.beat for one in told} == {ORDER}
    assert [one.seconds for one in told] == [OF_NAME[ORDER].seconds, *[0.0] * (len(told) - 1)]


# The table


@pytest.mark.parametrize("pace", FACTORS)
def test_automatic_answers_wait_for_beats(pace: str) -> None:
    harness, _ = paced(pace)
    room = harness.room
    length = sum(told.seconds for told in harness.match.news) * FACTORS[room.data.pace]
    assert (length > 0) == (pace != "none")
    assert room.calm - room.now == pytest.approx(length)
    assert harness.view_of(1).rest == pytest.approx(length)
    if room.reaction is not None:
        assert room.reaction.floor_at == pytest.approx(room.calm + room.pace.floor)
    for since in room.data.asked_at.values():
        assert since == room.calm
    assert room.thoughts or room.data.asked_at or room.reaction
    for thought in room.thoughts.values():
        least = UNASKED_DELAY[0] if thought.speak_up and room.data.asked_at else BOT_DELAY[0]
        assert thought.due >= room.calm + least


def test_the_end_of_a_game_has_its_time_too() -> None:
    data = new_data(2, 3, "blitz")
    data.options, data.pace = {"winning_level": 3}, "normal"
    harness, clients = start(2, data=data)
    rng = LehmerRng("end")
    for _ in range(6000):
        if harness.room.data.status == "over":
            break
        play_at_random(harness, clients, rng, 1)
    assert "game_won" in kinds(harness.match.news)
    length = sum(told.seconds for told in harness.match.news)
    assert length >= OF_NAME["win"].seconds
    assert harness.view_of(1).rest == pytest.approx(min(length, MAX_PAUSE_S), abs=0.01)


def test_a_click_waits_for_nothing() -> None:
    harness, clients = paced("relaxed")
    assert harness.room.calm > harness.room.now
    asked = runtime.prompted_seats(harness.state)
    mine = [client for client in clients if asked >> harness.room.clients[client].seat & 1]
    for client in mine[:1]:
        answer = runtime.default_answer(harness.state, harness.room.clients[client].seat)
        assert isinstance(harness.do(client, key(answer.code), answer.picks), wire.Done)
    assert mine or harness.room.thoughts


def test_a_lone_player_can_pass_at_once_but_is_not_passed_before_the_beat() -> None:
    seen: Counter[bool] = Counter()
    for seed in range(10):
        data = new_data(1, 4, "normal")
        data.secret, data.pace = f"{seed:064x}", "relaxed"
        harness, clients = start(1, data=data)
        rng = LehmerRng(f"alone{seed}")
        for _ in range(60):
            play_at_random(harness, clients, rng, 1)
            window, room = harness.room.reaction, harness.room
            if window is None or room.calm <= room.now:
                continue
            wanted = 0 not in window.passed
            # The floor of a window that was there before is as it was
            seen[wanted] += window.floor_at == (room.now if wanted else room.calm)
        if seen[True] and seen[False]:
            return
    raise AssertionError(f"no window: {seen}")


def test_without_viewers_nothing_waits() -> None:
    data = new_data(0, 3)
    data.pace = "normal"
    harness = RoomHarness(data)
    harness.room.start_match()
    before = harness.room.data.rest_until
    answer = runtime.default_answer(harness.state, 0)
    harness.room.answer(answer, key(answer.code))
    assert harness.room.data.rest_until == before


def test_the_host_sets_the_pace() -> None:
    harness, clients = start(2)
    assert isinstance(harness.ask(clients[1], wire.SetPace, pace="brisk"), wire.Refused)
    assert isinstance(harness.ask(clients[0], wire.SetPace, pace="brisk"), wire.Done)
    assert harness.room_of(clients[1]).pace == "brisk"


def test_a_loaded_table_keeps_waiting() -> None:
    harness, _ = paced("relaxed")
    left = harness.room.calm - harness.room.now
    assert left > 0
    harness.restart()
    assert harness.room.calm - harness.room.now == pytest.approx(left)
    harness.connect(0)
    for thought in harness.room.thoughts.values():
        assert thought.due >= harness.room.calm


# What a line tells besides its words


def played(seed: int, steps: int = 400) -> RoomHarness:
    data = new_data(3, 4, "blitz", known_sets())
    data.secret = f"{seed:064x}"
    harness, clients = start(3, data=data)
    play_at_random(harness, clients, LehmerRng(f"beats{seed}"), steps)
    return harness


def check_moves(line: wire.Line, seen: Counter[str]) -> None:
    """Cards move between places that there are, and from where the kind of event says."""
    for move in line.moves:
        assert re.fullmatch(r"(deck|discards)\.[01]|(hand|mat|grave)\.[0-3]|stage", move.source), move
        assert re.fullmatch(r"(deck|discards)\.[01]|(hand|mat|grave)\.[0-3]|stage", move.target), move
        seen[f"{line.kind} {move.source.partition('.')[0]}>{move.target.partition('.')[0]}"] += 1
    if line.kind == "die_rolled" and line.need:
        assert line.monster >= 0
        seen["need"] += 1
        seen["plain need"] += line.need == ESCAPES_ON
    if line.kind in ("caught", "escaped"):
        seen[line.kind] += 1
    if line.cause:
        seen[f"of {line.kind}"] += 1
    if line.terms:
        assert line.helper in (line.seat, line.other)
        seen[f"terms {line.kind}"] += 1


@thorough
def test_a_log_line_has_card_moves_and_the_needed_roll() -> None:
    seen: Counter[str] = Counter()
    wanted = (
        "door_kicked deck>stage", "card_played hand>stage", "treasures_drawn deck>hand", "charity_given hand>hand",
        "item_equipped mat>mat", "died hand>grave", "looted grave>hand", "need", "of level_lost", "of card_discarded",
        "terms help_asked", "terms help_agreed", "treasure_picked stage>hand",
    )  # fmt: skip
    for seed in range(30):
        for line in played(seed).match.lines(-1, 0):
            check_moves(line, seen)
        if all(seen[what] for what in wanted):
            return
    raise AssertionError(f"not seen: {[what for what in wanted if not seen[what]]} of {seen}")


def test_lines_keep_their_data_in_snapshots() -> None:
    harness = played(2, 250)
    before = {seat: harness.match.lines(seat, 0) for seat in range(-1, 4)}
    harness.end()
    for seat, lines in before.items():
        assert harness.match.lines(seat, 0) == lines[-len(harness.match.events) :]
