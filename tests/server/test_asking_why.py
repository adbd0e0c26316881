"""Why something cannot be done is told to whoever asks, and to nobody else."""

from __future__ import annotations

from pathlib import Path

from tests.server.harness import RoomHarness, new_data, play_at_random, start
from tests.server.test_previews import FIGHT, stage

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import card_of
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode
from kickdoor.server.room.prompt_views import refusals_of

NAMES = ["Aric", "Suzan", "Guy"]


def played(steps: int) -> tuple[RoomHarness, list[int]]:
    harness, clients = start(3)
    play_at_random(harness, clients, LehmerRng("why"), steps)
    return harness, clients


def asked(harness: RoomHarness, client: int) -> wire.ServerMessage:
    harness.send(client, wire.GetUnavailable(cmd="w"))
    return harness.inbox[client][-1]


def test_unavailable_cards_have_reasons() -> None:
    harness, clients = played(40)
    told = 0
    for seat, client in enumerate(clients):
        answer = asked(harness, client)
        assert isinstance(answer, wire.Reasons)
        assert answer.cmd == "w"
        assert answer.refusals == refusals_of(harness.state, seat, harness.match.names)
        useful = {card_of(code) for code in runtime.prompt(harness.state, seat).codes}
        for card in harness.state.seats[seat].hand:
            found = [one for one in answer.refusals if one.card == card]
            assert card in useful or (found and all(one.text and one.rules for one in found))
            told += len(found)
    assert told > 3


def test_requesting_reasons_changes_nothing_and_is_private() -> None:
    harness, clients = played(40)
    before = harness.room.room_bytes(), len(harness.written), [len(harness.inbox[client]) for client in clients]
    asked(harness, clients[0])
    asked(harness, clients[0])
    after = [len(harness.inbox[client]) for client in clients]
    assert (harness.room.room_bytes(), len(harness.written)) == before[:2]
    assert after == [before[2][0] + 2, *before[2][1:]]


def test_reasons_need_a_seat_and_a_game() -> None:
    harness, _ = played(5)
    watching = asked(harness, harness.connect(-1))
    waiting = RoomHarness(new_data(2, 3))
    too_early = asked(waiting, waiting.connect(0))
    assert isinstance(watching, wire.Refused)
    assert isinstance(too_early, wire.Refused)
    assert (watching.code, too_early.code) == (RefusalCode.WATCHING, RefusalCode.NO_GAME)


def why_not(s: State, name: str) -> wire.Refusal:
    (found,) = [one for one in refusals_of(s, 0, NAMES) if one.card >= 0 and s.cards[one.card].name == name]
    return found


def test_restrictions_come_before_timing_reasons(tmp_path: Path) -> None:
    """Whoever is told only that the game has not begun waits for nothing, and other Items may be played."""
    begun = "players: {Aric: {}, Suzan: {}, Guy: {}}\nstart: new game\nopen: true\n"
    s = stage(tmp_path, begun + "treasures: [Broad Sword, Huge Rock, Magic Missile, Boil an Anthill]")
    sword = why_not(s, "Broad Sword")
    assert sword.codes == ["not_usable_at_setup"]
    assert sword.text.startswith("Only for a female munchkin. ")
    assert why_not(s, "Boil an Anthill").codes == ["not_in_setup"]


def test_lasting_reasons_come_first(tmp_path: Path) -> None:
    s = stage(tmp_path, f"players: {{Aric: {{carried: [Broad Sword]}}, Suzan: {{}}, Guy: {{}}}}\n{FIGHT}")
    sword = why_not(s, "Broad Sword")
    assert sword.codes == ["restricted", "status_in_combat"]
    assert sword.text.startswith("Only for a female munchkin. Your character can't use that Item.")
