"""A seat of a running game comes with hidden cards: it goes to a bot, or to someone all who play have agreed to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.fakes import FakeClient, ServerFixture, run_with_server
from tests.server.test_newcomers import open_table

from kickdoor.server.live.room_actor import RoomActor
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.room.room import ABSENCE_GRACE_S, Client


class Table:
    """A running game of two people or more, and what they ask of it."""

    def __init__(self, server: ServerFixture, running: RoomActor, code: str) -> None:
        self.server, self.running, self.code = server, running, code
        self.clients: list[tuple[Client, FakeClient]] = []
        self.commands = 0

    async def ask(self, who: int, kind: type, **fields: Any) -> str:
        """Send a command of a seat; gives the code of the refusal, if there is one."""
        self.commands += 1
        client, box = self.clients[who]
        await self.server.admission.command(self.running, client, kind(cmd=f"n{self.commands}", **fields))
        last = box.messages[-1] if isinstance(box.messages[-1], wire.Refused) else None
        return "" if last is None else last.code

    async def knock(self, name: str = "Second device") -> tuple[Client, FakeClient, int]:
        """Ask to join from a new device."""
        token, knocking = await self.server.admission.sit_down(self.running, name, "198.51.100.1")
        assert knocking
        client, box, _ = await self.server.connect(self.code, token)
        return client, box, self.running.room.data.knocks[-1].id


async def seated(server: ServerFixture, people: int) -> Table:
    """Start a game of some people, the first of them the host."""
    code, running, host, box = await open_table(server, start=False)
    table = Table(server, running, code)
    table.clients.append((host, box))
    for n in range(1, people):
        token, _ = await server.admission.sit_down(running, f"Friend {n}")
        client, friend_box, _ = await server.connect(code, token)
        table.clients.append((client, friend_box))
    for seat in range(1, people):
        assert not await table.ask(seat, wire.Ready, on=True)
    assert not await table.ask(0, wire.Start)
    return table


def test_the_host_cannot_take_the_hand_of_a_player_who_was_removed(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        table = await seated(server, 3)
        assert not await table.ask(0, wire.Kick, seat=1)
        second, box, knock = await table.knock("Friend 1")
        assert not await table.ask(0, wire.Admit, knock=knock, yes=True)
        assert table.running.room.data.seats[1].kind == "bot"
        assert second.seat == -1
        assert not [m for m in box.messages if isinstance(m, wire.View)]

    run_with_server(tmp_path, story)


def test_a_bots_seat_goes_to_a_person_all_others_have_agreed_to(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        table = await seated(server, 3)
        guest, box, knock = await table.knock("Dan")
        for seat in range(3):
            assert [shown.id for shown in table.clients[seat][1].last(wire.RoomInfo).knocks] == [knock]
            assert guest.seat == -1
            assert not await table.ask(seat, wire.Admit, knock=knock, yes=True)
            assert table.clients[seat][1].last(wire.RoomInfo).knocks == []
        assert guest.seat == 3
        assert box.last(wire.View).game["seat"] == 3

    run_with_server(tmp_path, story)


def test_anybody_who_plays_may_send_a_newcomer_away(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        table = await seated(server, 2)
        _, box, knock = await table.knock()
        assert not await table.ask(0, wire.Admit, knock=knock, yes=True)
        assert not await table.ask(1, wire.Admit, knock=knock, yes=False)
        assert table.running.room.data.knocks == []
        assert box.ended == "for good"
        assert await table.ask(0, wire.Admit, knock=knock, yes=True) == "no_such_knock"

    run_with_server(tmp_path, story)


def test_who_is_only_cut_off_is_waited_for_until_a_stand_in_plays(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        table = await seated(server, 2)
        guest, _, knock = await table.knock()
        await server.admission.part(table.running, table.clients[1][0])
        assert not await table.ask(0, wire.Admit, knock=knock, yes=True)
        await server.clock.go(ABSENCE_GRACE_S / 2)
        assert guest.seat == -1
        await server.clock.go(ABSENCE_GRACE_S)
        assert guest.seat == 2

    run_with_server(tmp_path, story)


def test_who_watches_a_stand_in_play_is_asked_too(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        table = await seated(server, 2)
        table.running.room.data.seats[1].driven = True
        guest, _, knock = await table.knock()
        assert not await table.ask(0, wire.Admit, knock=knock, yes=True)
        assert guest.seat == -1
        assert not await table.ask(1, wire.Admit, knock=knock, yes=True)
        assert guest.seat == 2

    run_with_server(tmp_path, story)


def test_a_request_is_granted_when_the_last_who_had_not_agreed_leaves(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        table = await seated(server, 3)
        guest, _, knock = await table.knock()
        assert not await table.ask(0, wire.Admit, knock=knock, yes=True)
        assert not await table.ask(1, wire.Admit, knock=knock, yes=True)
        assert not await table.ask(2, wire.Leave)
        # The seat that was left or another: its owner has gone of their own will
        assert guest.seat >= 2

    run_with_server(tmp_path, story)


def test_agreement_goes_with_who_gave_it(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        table = await seated(server, 3)
        _, _, knock = await table.knock()
        assert not await table.ask(1, wire.Admit, knock=knock, yes=True)
        assert not await table.ask(1, wire.Leave)
        assert table.running.room.data.knocks[0].agreed == []

    run_with_server(tmp_path, story)


def test_the_code_for_another_device_dies_with_the_seat(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        code, running, host, _ = await open_table(server, start=False)
        token, _ = await server.admission.sit_down(running, "Ben")
        await server.connect(code, token)
        move = await server.admission.move_code(running, token)
        await server.tables.do(running, lambda room: room.start_match() and None)
        await server.admission.command(running, host, wire.Kick(cmd="k", seat=1))
        with pytest.raises(RequestRefused, match="bad_code"):
            await server.admission.claim(running, move)

    run_with_server(tmp_path, story)


def test_a_token_that_was_moved_away_opens_no_rematch(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        code, running, host, _ = await open_table(server, start=False)
        token, _ = await server.admission.sit_down(running, "Ben")
        _, old_box, _ = await server.connect(code, token)
        running.room.data.status = "over"
        await server.admission.command(running, host, wire.Rematch(cmd="r"))
        again = await server.tables.find(running.room.data.next_code)
        assert again is not None
        _, there, _ = await server.connect(again.room.data.code, token)
        moved = await server.admission.claim(running, await server.admission.move_code(running, token))
        assert (old_box.ended, there.ended) == ("for good", "for good")
        with pytest.raises(RequestRefused, match="bad_token"):
            await server.connect(again.room.data.code, token)
        client, _, _ = await server.connect(again.room.data.code, moved)
        assert client.seat == 1

    run_with_server(tmp_path, story)
