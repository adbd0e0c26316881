"""Everybody's part of the seed is sealed before any is opened, so nobody can choose theirs last."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.fakes import ServerFixture, order, run_with_server
from tests.server.harness import RoomHarness, commit_all, new_data, play_at_random, reveal_all, salt_of, start

from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.records.table_record import Fairness, check_fairness, read_record, table_record
from kickdoor.server.room.room_data import SeatData, game_seed, read_room, seal_of
from kickdoor.server.room.seed_commitments import MAX_WITHHELD, REVEAL_TIMEOUT_S


def waiting_room(humans: int = 3, seats: int = 4) -> tuple[RoomHarness, list[int]]:
    """Open a table at which everybody has sealed a part."""
    harness = RoomHarness(new_data(humans, seats))
    clients = [harness.connect(seat) for seat in range(humans)]
    commit_all(harness, clients)
    return harness, clients


def about_to_begin(humans: int = 3) -> tuple[RoomHarness, list[int]]:
    harness, clients = waiting_room(humans)
    assert code_of(harness.ask(clients[0], wire.Start)) == ""
    assert harness.room.data.opening is not None
    return harness, clients


def code_of(answer: wire.Done | wire.Refused) -> str:
    return answer.code if isinstance(answer, wire.Refused) else ""


def new_seal(harness: RoomHarness, client: int, salt: str) -> str:
    return code_of(harness.ask(client, wire.Seal, hash=seal_of(salt, harness.room.data.id)))


def all_sent(harness: RoomHarness) -> bytes:
    return b"\n".join(wire.encoder.encode(message) for box in harness.inbox.values() for message in box)


def test_seals_are_shown_before_any_part_is_opened() -> None:
    harness, clients = waiting_room()
    seals = [seal_of(salt_of(i), "table-1") for i in range(3)] + [""]
    assert [seat.seal for seat in harness.room_of(clients[2]).seats] == seals
    assert (harness.room_of(clients[0]).id, harness.room_of(clients[0]).opening) == ("table-1", False)
    harness.ask(clients[0], wire.Start)
    for client in clients:
        shown = harness.room_of(client)
        assert (shown.opening, shown.status, [seat.seal for seat in shown.seats]) == (True, "waiting", seals)
    harness.ask(clients[1], wire.Reveal, salt=salt_of(1))
    assert [seat.opened for seat in harness.room_of(clients[0]).seats] == [False, True, False, False]
    assert harness.room.match is None
    harness.ask(clients[2], wire.Reveal, salt=salt_of(2))
    harness.ask(clients[0], wire.Reveal, salt=salt_of(0))
    shown = harness.room_of(clients[1])
    assert (shown.opening, shown.status, [seat.seal for seat in shown.seats]) == (False, "playing", seals)


def test_the_order_in_which_parts_are_opened_does_not_matter() -> None:
    seeds = set()
    for places in itertools.permutations(range(3)):
        harness, clients = about_to_begin()
        for seat in places:
            harness.ask(clients[seat], wire.Reveal, salt=salt_of(seat))
        seeds.add(harness.room.data.seed)
    assert seeds == {game_seed("ab" * 32, "table-1", [*[salt_of(i) for i in range(3)], ""])}


def test_every_part_goes_into_the_seed() -> None:
    harness, clients = waiting_room()
    other, others = waiting_room()
    assert new_seal(other, others[1], "another-salt") == ""
    for one, them in ((harness, clients), (other, others)):
        one.ask(them[0], wire.Start)
    reveal_all(harness, clients)
    for seat, salt in enumerate((salt_of(0), "another-salt", salt_of(2))):
        other.ask(others[seat], wire.Reveal, salt=salt)
    assert harness.room.data.seed != other.room.data.seed


def test_salts_are_secret_until_the_end() -> None:
    data = new_data(2, 3, "blitz")
    data.options = {"winning_level": 3}
    data.secret = f"{9:064x}"
    harness, clients = start(2, data=data)
    harness.connect(-1)
    play_at_random(harness, clients, LehmerRng("end"), 6000)
    assert harness.room.data.status == "over"
    sent = all_sent(harness)
    assert harness.room.data.seats[1].seal.encode() in sent
    for word in (data.secret, harness.room.data.seed, salt_of(0), salt_of(1)):
        assert word.encode() not in sent
    record = table_record(harness.room.data, harness.record())
    assert salt_of(1).encode() in record


def test_a_committed_salt_cannot_be_changed() -> None:
    harness, clients = about_to_begin()
    harness.ask(clients[1], wire.Reveal, salt=salt_of(1))
    harness.ask(clients[2], wire.Reveal, salt=salt_of(2))
    assert new_seal(harness, clients[0], "a-better-one") == "starting"
    assert code_of(harness.ask(clients[0], wire.Reveal, salt="a-better-one")) == ""
    data = harness.room.data
    assert (data.opening, data.status, data.seed, data.called_off) == (None, "waiting", "", 1)
    for client in clients:
        shown = harness.room_of(client)
        assert (shown.called_off, shown.withheld, shown.opening) == (1, ["P0"], False)
        assert [seat.seal for seat in shown.seats] == [""] * 4
    assert salt_of(1).encode() not in all_sent(harness)
    assert code_of(harness.ask(clients[0], wire.Reveal, salt=salt_of(0))) == "seal.none"


def test_a_missing_reveal_aborts_the_start() -> None:
    harness, clients = about_to_begin()
    reveal_all(harness, clients[:2])
    harness.run(REVEAL_TIMEOUT_S - 0.1)
    assert harness.room.data.opening is not None
    harness.run(0.2)
    shown = harness.room_of(clients[0])
    assert (shown.opening, shown.called_off, shown.withheld, shown.status) == (False, 1, ["P2"], "waiting")
    assert [seat.salt for seat in harness.room.data.seats] == [""] * 4


def test_a_new_start_takes_new_parts() -> None:
    harness, clients = about_to_begin()
    reveal_all(harness, clients[:2])
    harness.run(REVEAL_TIMEOUT_S + 0.1)
    # What was opened is known to whoever runs the server: it is not used again
    assert new_seal(harness, clients[1], salt_of(1)) == "seal.spent"
    assert harness.room_of(clients[0]).missing == ["missing.seals"]
    assert code_of(harness.ask(clients[0], wire.Start)) == "missing.seals"
    for seat in (0, 1):
        assert new_seal(harness, clients[seat], f"second-{seat}") == ""
    # The third may, and need not
    assert code_of(harness.ask(clients[0], wire.Start)) == ""
    for seat in (0, 1):
        assert code_of(harness.ask(clients[seat], wire.Reveal, salt=f"second-{seat}")) == ""
    data = harness.room.data
    assert data.seed == game_seed(data.secret, data.id, ["second-0", "second-1", "", ""])
    proof = read_record(table_record(data, harness.record())).fairness
    assert proof is not None
    assert (proof.called_off, proof.withheld, proof.salts[2], proof.seals[2]) == (1, [["P2"]], "", "")


def test_a_lost_connection_does_not_keep_the_table_from_playing() -> None:
    harness, clients = about_to_begin()
    harness.disconnect(clients[2])
    reveal_all(harness, clients[:2])
    harness.run(REVEAL_TIMEOUT_S + 0.1)
    assert harness.room_of(clients[0]).withheld == ["P2"]
    for seat in (0, 1):
        new_seal(harness, clients[seat], f"second-{seat}")
    harness.ask(clients[0], wire.Start)
    for seat in (0, 1):
        harness.ask(clients[seat], wire.Reveal, salt=f"second-{seat}")
    assert harness.room.data.status == "playing"


def test_a_player_who_revealed_may_leave() -> None:
    harness, clients = about_to_begin()
    reveal_all(harness, clients[:2])
    harness.run(REVEAL_TIMEOUT_S + 0.1)
    harness.disconnect(clients[1])
    new_seal(harness, clients[0], "second-0")
    assert harness.room_of(clients[0]).missing == []
    assert code_of(harness.ask(clients[0], wire.Start)) == ""


def test_a_returning_player_can_reveal_in_time() -> None:
    harness, clients = about_to_begin()
    harness.disconnect(clients[2])
    reveal_all(harness, clients[:2])
    harness.run(REVEAL_TIMEOUT_S / 2)
    back = harness.connect(2)
    assert harness.room_of(back).opening
    harness.ask(back, wire.Reveal, salt=salt_of(2))
    assert harness.room.data.status == "playing"


def test_an_absent_player_adds_no_salt() -> None:
    harness, clients = waiting_room()
    harness.disconnect(clients[1])
    harness.ask(clients[0], wire.Start)
    assert [bool(seat.seal) for seat in harness.room_of(clients[0]).seats] == [True, False, True, False]
    for seat in (0, 2):
        harness.ask(clients[seat], wire.Reveal, salt=salt_of(seat))
    assert harness.room.data.status == "playing"


def test_a_lone_player_starts_at_once() -> None:
    harness, (host,) = waiting_room(1)
    before = harness.time
    harness.ask(host, wire.Start)
    harness.ask(host, wire.Reveal, salt=salt_of(0))
    assert (harness.time, harness.room.data.status) == (before, "playing")
    assert harness.room.data.seed == game_seed("ab" * 32, "table-1", [salt_of(0), "", "", ""])


def test_programs_that_seal_nothing_begin_at_once() -> None:
    harness = RoomHarness(new_data(2))
    clients = [harness.connect(seat) for seat in range(2)]
    harness.ask(clients[0], wire.Start)
    assert (harness.room.data.status, harness.room.data.called_off) == ("playing", 0)
    proof = read_record(table_record(harness.room.data, harness.record())).fairness
    assert proof is not None
    assert (proof.salts, proof.seals) == ([""] * 4, [""] * 4)


def test_a_restart_aborts_the_start_without_blame() -> None:
    harness, clients = about_to_begin()
    reveal_all(harness, clients[:2])
    harness.restart()
    back = harness.connect(0)
    shown = harness.room_of(back)
    assert (shown.opening, shown.called_off, shown.withheld) == (False, 1, [])
    assert [seat.seal or seat.salt for seat in harness.room.data.seats] == [""] * 4
    assert read_room(harness.stored).called_off == 1
    new_seal(harness, back, "second-0")
    harness.ask(back, wire.Start)
    harness.ask(back, wire.Reveal, salt="second-0")
    assert harness.room.data.status == "playing"


def test_leaving_calls_the_start_off() -> None:
    harness, clients = about_to_begin()
    harness.ask(clients[1], wire.Reveal, salt=salt_of(1))
    harness.ask(clients[1], wire.Leave)
    shown = harness.room_of(clients[0])
    assert (shown.opening, shown.called_off, shown.withheld) == (False, 1, ["P1"])
    assert shown.missing == ["missing.seats"]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (wire.Start, {}),
        (wire.Kick, {"seat": 1}),
        (wire.Swap, {"seat": 0, "other": 1}),
        (wire.SetBot, {"seat": 3, "level": None}),
        (wire.Ready, {"on": False}),
        (wire.Character, {"name": "New", "sex": "male"}),
    ],
)
def test_seats_cannot_change_during_the_reveal(kind: type, fields: dict[str, Any]) -> None:
    harness, clients = about_to_begin()
    before = harness.room.room_bytes()
    assert code_of(harness.ask(clients[0], kind, **fields)) == "starting"
    assert harness.room.room_bytes() == before
    assert code_of(harness.ask(clients[0], wire.Say, text="Come on")) == ""


def test_no_player_joins_during_the_reveal(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(), "Ann")
        host, box, running = await server.connect(code, token)
        table = box.last(wire.RoomInfo).id
        seal = seal_of("salt-of-ann", table)
        await server.admission.command(running, host, wire.Seal(cmd="a", hash=seal))
        # The old device's salt is not on the new one
        token = await server.admission.claim(running, await server.admission.move_code(running, token))
        assert running.room.data.seats[0].seal == ""
        host, box, running = await server.connect(code, token)
        await server.admission.command(running, host, wire.Seal(cmd="b", hash=seal))
        await server.admission.command(running, host, wire.Start(cmd="s"))
        assert box.last(wire.RoomInfo).opening
        with pytest.raises(RequestRefused, match="starting"):
            await server.admission.sit_down(running, "Ben")
        await server.admission.command(running, host, wire.Reveal(cmd="c", salt="salt-of-ann"))
        assert box.last(wire.RoomInfo).status == "playing"

    run_with_server(tmp_path, steps)


def test_the_tutorial_begins_at_once(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_tutorial("Ann")
        _, box, running = await server.connect(code, token)
        assert (box.last(wire.RoomInfo).status, running.room.data.opening) == ("playing", None)

    run_with_server(tmp_path, steps)


def test_aborted_starts_are_counted_and_listed_up_to_a_limit() -> None:
    harness, clients = waiting_room(1)
    for n in range(MAX_WITHHELD + 3):
        assert new_seal(harness, clients[0], f"salt-{n}") == ""
        harness.ask(clients[0], wire.Start)
        harness.ask(clients[0], wire.Reveal, salt="another")
    assert (harness.room.data.called_off, len(harness.room.data.withheld)) == (MAX_WITHHELD + 3, MAX_WITHHELD)


def test_salts_stored_by_an_older_version_are_not_shown() -> None:
    """Before the start they are dropped; in a game they are in the seed, and the record tells that none was sealed."""
    data = new_data(2)
    for seat in data.seats[:2]:
        seat.salt = "given-openly"
    harness = RoomHarness(data)
    clients = [harness.connect(seat) for seat in range(2)]
    harness.ask(clients[0], wire.Start)
    assert harness.room.data.seed == game_seed(data.secret, data.id, [""] * 4)
    older = RoomHarness(new_data(2))
    older.room.data.seats[0].salt = "given-openly"
    older.room.start_match()
    record = read_record(table_record(older.room.data, older.record()))
    assert record.fairness is not None
    assert (record.fairness.salts[0], record.fairness.seals) == ("given-openly", [])
    check_fairness(record)


def test_a_stand_in_keeps_the_salt_of_the_player() -> None:
    harness, clients = start(2)
    before = [(seat.seal, seat.salt) for seat in harness.room.data.seats]
    harness.ask(clients[1], wire.Leave)
    assert harness.room.data.seats[1].kind == "bot"
    assert [(seat.seal, seat.salt) for seat in harness.room.data.seats] == before
    assert harness.room.data.seats[3].salt == SeatData().salt
    check_fairness(read_record(table_record(harness.room.data, harness.record())))


def test_a_record_whose_seals_do_not_fit_is_false() -> None:
    harness, _ = start(2)
    record = read_record(table_record(harness.room.data, harness.record()))
    check_fairness(record)
    proof = record.fairness
    assert isinstance(proof, Fairness)
    swapped = [proof.seals[1], proof.seals[0], *proof.seals[2:]]
    for seals in (swapped, proof.seals[:3], ["0" * 64, *proof.seals[1:]], ["", *proof.seals[1:]]):
        spoilt = msgspec.structs.replace(record, fairness=msgspec.structs.replace(proof, seals=seals))
        with pytest.raises(BadData, match="shuffle key"):
            check_fairness(spoilt)
