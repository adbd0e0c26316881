"""An offer that was made just now is not heard again: nobody holds a table up by repeating themselves."""

from __future__ import annotations

from pathlib import Path

from tests.server.harness import RoomHarness, new_data, start

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, P_COUNT, REFUSE, Answer, key, pick
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.offer_limits import MAX_OFFERS_PER_PLAYER, OFFER_COOLDOWN_S
from kickdoor.server.room.room_data import read_room

POSITION = """
scenario: A fight that wants help
sets: [deluxe]
players: {Aric: {level: 1}, Suzan: {level: 5}, Guy: {level: 5}}
combat: {fighter: Aric, monsters: [Plutonium Dragon]}
steps: []
"""


def fighting(tmp_path: Path) -> tuple[RoomHarness, list[int]]:
    path = tmp_path / "position.yaml"
    path.write_text(POSITION, encoding="utf-8")
    harness, clients = start(3, 3, data=new_data(3, 3, "none", ["deluxe"]))
    harness.match.recorder.game.state = play(read_file(path), "1", None).s
    return harness, clients


def ask(harness: RoomHarness, clients: list[int], treasures: int, to: int = 1) -> wire.Done | wire.Refused:
    """Have Aric ask for help; it is refused at once."""
    code = next(c for c in runtime.legal_options(harness.state, 0) if key(c) == f"ask>seat{to}*" and c & FORM_BIT)
    found = harness.do(clients[0], key(code), [pick(P_COUNT, treasures)] if treasures else [])
    if isinstance(found, wire.Done):
        codes = runtime.legal_options(harness.state, to)
        refuse = next(code for code in codes if code & 63 == REFUSE)
        harness.room.answer(Answer(to, refuse, []), key(refuse))
    return found


def test_the_same_offer_is_refused_twice_in_a_row(tmp_path: Path) -> None:
    harness, clients = fighting(tmp_path)
    assert isinstance(ask(harness, clients, 1), wire.Done)
    again = ask(harness, clients, 1)
    assert isinstance(again, wire.Refused)
    assert again.code == "offer.again"
    # Somebody else, or something else, is another matter
    assert isinstance(ask(harness, clients, 1, to=2), wire.Done)
    assert isinstance(ask(harness, clients, 2), wire.Done)


def test_after_a_while_it_may_be_repeated(tmp_path: Path) -> None:
    harness, clients = fighting(tmp_path)
    ask(harness, clients, 1)
    harness.pass_time(OFFER_COOLDOWN_S + 1)
    assert isinstance(ask(harness, clients, 1), wire.Done)


def test_offers_to_one_player_are_limited(tmp_path: Path) -> None:
    harness, clients = fighting(tmp_path)
    for treasures in range(MAX_OFFERS_PER_PLAYER):
        assert isinstance(ask(harness, clients, treasures), wire.Done)
    found = ask(harness, clients, MAX_OFFERS_PER_PLAYER)
    assert isinstance(found, wire.Refused)
    assert found.code == "offer.often"


def test_offer_limits_survive_a_restart(tmp_path: Path) -> None:
    harness, clients = fighting(tmp_path)
    ask(harness, clients, 1)
    made = harness.room.data.seats[0].offers
    harness.flush()
    assert read_room(harness.stored).seats[0].offers == made
    assert len(made) == 1
