"""Taking back: one's own last act, while nothing was drawn or rolled or shown and nobody else is asked."""

from __future__ import annotations

from tests.server.harness import RoomHarness, any_answer, new_data, play_at_random, start

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import EQUIP, UNEQUIP, act_of, key
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode
from kickdoor.server.room.commands import MAX_FREE_ACTIONS_PER_TURN
from kickdoor.server.room.game_log import TAKEN_BACK

WANTED = {"", RefusalCode.UNDO_CHANCE, RefusalCode.UNDO_SHOWN, RefusalCode.UNDO_OTHERS}
GAMES = 20
ALLOWED = 10
"""So many acts are taken back, or might have been."""


def gather() -> dict[str, int]:
    """Count how often each reason against taking back came up in random games, trying all that was allowed.

    As many games are played as it takes until each has come up.
    """
    found: dict[str, int] = {}
    for seed in range(GAMES):
        if found.keys() >= WANTED and found[""] > ALLOWED:
            break
        data = new_data(2, 3, "none")
        data.secret = f"{seed:064x}"
        harness, clients = start(2, 3, data=data)
        rng = LehmerRng(f"undo{seed}")
        for _ in range(1500):
            if harness.room.playing is None:
                break
            asked = runtime.prompted_seats(harness.state)
            open_to = [c for c in clients if asked >> harness.room.clients[c].seat & 1]
            if not open_to or not rng.below(3):
                if not harness.step():
                    harness.do(open_to[0], *any_answer(harness.state, harness.room.clients[open_to[0]].seat, rng))
                continue
            client = open_to[0]
            seat = harness.room.clients[client].seat
            before = state_to_json(harness.state)
            turn, mask, serial = harness.state.turn, asked, harness.state.serial
            harness.do(client, *any_answer(harness.state, seat, rng))
            if harness.state.serial == serial or harness.match.undo_by != seat or harness.room.playing is None:
                continue
            why = harness.match.why_not(seat)
            found[why] = found.get(why, 0) + 1
            if not why and rng.below(2):
                assert (harness.state.turn, runtime.prompted_seats(harness.state)) == (turn, mask)
                assert isinstance(harness.ask(client, wire.Undo), wire.Done)
                assert state_to_json(harness.state) == before
    return found


def test_undo_is_allowed_or_refused_with_a_reason() -> None:
    found = gather()
    assert found.keys() >= WANTED
    assert found.keys() <= WANTED | {RefusalCode.UNDO_STANDS, RefusalCode.UNDO_NOTHING}
    assert found[""] > ALLOWED


def until_harmless(harness: RoomHarness, clients: list[int]) -> int:
    """Play until somebody has done something that may be taken back; gives their client."""
    rng = LehmerRng("harmless")
    for _ in range(3000):
        asked = runtime.prompted_seats(harness.state)
        passed = [] if harness.room.reaction is None else harness.room.reaction.passed
        waiting = [c for c in clients if asked >> harness.room.clients[c].seat & 1]
        waiting = [c for c in waiting if harness.room.clients[c].seat not in passed]
        if not waiting:
            harness.step()
            continue
        seat = harness.room.clients[waiting[0]].seat
        harness.do(waiting[0], *any_answer(harness.state, seat, rng))
        if not harness.match.why_not(seat) and harness.match.undo_by == seat:
            return waiting[0]
    raise AssertionError("nothing harmless was done")


def test_an_undo_is_logged_and_the_log_keeps_its_lines() -> None:
    harness, clients = start(2, 3, "none")
    client = until_harmless(harness, clients)
    lines = len(harness.match.events)
    answers = len(harness.match.recorder.answers)
    other = clients[1 - clients.index(client)]
    assert harness.ask(other, wire.Undo).code == RefusalCode.UNDO_OTHERS
    assert harness.view_of(client).undo == ""
    assert harness.view_of(other).undo == RefusalCode.UNDO_OTHERS
    harness.ask(client, wire.Undo)
    assert len(harness.match.recorder.answers) == answers - 1
    last = harness.view_of(other).lines[-1]
    assert (last.n, last.kind) == (lines + 1, TAKEN_BACK)
    assert harness.ask(client, wire.Undo).code == RefusalCode.UNDO_NOTHING
    assert not [asked for asked in harness.room.data.bots_asked.values() if asked.silent]


def test_an_act_may_be_taken_back_after_a_restart() -> None:
    harness, clients = start(2, 3, "none")
    client = until_harmless(harness, clients)
    seat = harness.room.clients[client].seat
    harness.restart()
    again = harness.connect(seat)
    assert harness.view_of(again).undo == ""
    assert isinstance(harness.ask(again, wire.Undo), wire.Done)
    state = state_to_json(harness.state)
    harness.restart()
    assert state_to_json(harness.state) == state
    assert harness.match.events[-1].event is None


def test_a_game_with_acts_taken_back_makes_a_sound_record() -> None:
    from kickdoor.replay import replay

    harness, clients = start(2, 3, "none")
    client = until_harmless(harness, clients)
    harness.ask(client, wire.Undo)
    play_at_random(harness, clients, LehmerRng("sound"), 300)
    record = harness.record()
    assert state_to_json(replay(record).state) == state_to_json(harness.state)


def fresh(harness: RoomHarness) -> list[int]:
    """List the people who have done nothing of the kind in this turn."""
    return [i for i in range(2) if harness.room.data.seats[i].idle_turn != harness.state.turns]


def test_acts_that_use_nothing_up_have_an_end_in_every_turn() -> None:
    data = new_data(2, 3, "none")
    # Out of reach, so that the game is not over too soon
    data.options = {"winning_level": 100}
    harness, clients = start(2, data=data)
    play_at_random(harness, clients, LehmerRng("idle"), 10)
    rng = LehmerRng("until")
    while not [i for i in fresh(harness) if equipping(harness, i)]:
        play_at_random(harness, clients, rng, 1)
    seat = next(i for i in fresh(harness) if equipping(harness, i))
    turn, client = harness.state.turns, clients[seat]
    outcomes: list[object] = []
    while not outcomes or isinstance(outcomes[-1], wire.Done):
        assert harness.state.turns == turn
        assert len(outcomes) <= MAX_FREE_ACTIONS_PER_TURN
        outcomes.append(harness.do(client, equipping(harness, seat)[0]))
    assert len(outcomes) == MAX_FREE_ACTIONS_PER_TURN + 1
    assert getattr(outcomes[-1], "code", "") == "idle"
    assert harness.ask(client, wire.Undo).code == "idle"
    # It is remembered across a restart, and over with the turn
    harness.restart()
    clients = [harness.connect(i) for i in range(2)]
    assert harness.do(clients[seat], equipping(harness, seat)[0]).code == "idle"
    play_at_random(harness, clients, LehmerRng("turn"), 300)
    assert harness.state.turns > turn
    while not equipping(harness, seat):
        play_at_random(harness, clients, rng, 1)
    assert isinstance(harness.do(clients[seat], equipping(harness, seat)[0]), wire.Done)


def equipping(harness: RoomHarness, seat: int) -> list[str]:
    """List what a seat may put on or take off now."""
    codes = runtime.legal_options(harness.state, seat)
    return [key(code) for code in codes if act_of(code) in (EQUIP, UNEQUIP)]
