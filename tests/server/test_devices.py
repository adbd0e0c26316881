"""Tests of fairness: many spectators and devices at one table, and many tables on one server."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.fakes import FakeClient, ServerFixture, order, quiet, run_with_server, safe_answer
from tests.server.harness import RoomHarness as Table
from tests.server.harness import new_data
from tests.server.test_http import app_of, make
from tests.server.test_sockets import hello, until

from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.bot_workers.worker_process import NICE, WorkerPool
from kickdoor.server.limits.fair_semaphore import FairSemaphore
from kickdoor.server.limits.rate_limits import GuessLimiter, Limits
from kickdoor.server.live.room_service import MAX_CONNECTIONS_PER_SEAT, MAX_SPECTATORS
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.room.room import Client
from kickdoor.server.room.room_data import MAX_JOIN_REQUESTS
from kickdoor.server.websocket import handler
from kickdoor.server.websocket.client_session import LocalSession
from kickdoor.server.websocket.handler import FEW_WAITING, MAX_QUEUED_MESSAGES, Connection, OutboundEncoder, Sockets


def test_shared_parts_of_views_are_built_once() -> None:
    table = Table(new_data(humans=2))
    seats = [table.connect(seat) for seat in (0, 0, 0, 1, 1)]
    watchers = [table.connect(-1) for _ in range(10)]
    table.room.start_match()
    table.flush()
    table.room.touch()
    table.flush()
    shown = [table.last(client, wire.View) for client in watchers]
    assert len({id(table.last(client, wire.View)) for client in seats + watchers}) == 3
    assert all(one is shown[0] for one in shown)
    assert table.last(seats[0], wire.View) is table.last(seats[2], wire.View) is not table.last(seats[3], wire.View)


def test_joining_and_leaving_does_not_resend_views() -> None:
    table = Table(new_data(humans=2))
    first = table.connect(0)
    table.room.start_match()
    table.flush()
    before = len([message for message in table.inbox[first] if isinstance(message, wire.View)])
    guest = table.connect(-1)
    assert table.room_of(first).watchers == 1
    table.disconnect(guest)
    assert table.room_of(first).watchers == 0
    other = table.connect(1)
    assert table.room_of(first).seats[1].here
    table.disconnect(other)
    assert not table.room_of(first).seats[1].here
    assert len([message for message in table.inbox[first] if isinstance(message, wire.View)]) == before


def test_a_seat_does_not_do_more_on_many_devices(tmp_path: Path) -> None:
    limits = Limits(commands=(6, 0.0), chat=(2, 0.0), emotes=(1, 0.0))
    with TestClient(app_of(tmp_path, limits)) as web:
        made = make(web)
        refusals: list[bool] = []
        for device in range(2):
            with web.websocket_connect("/ws") as ws:
                ws.send_text(hello(made))
                until(ws, "room")
                for n in range(2):
                    ws.send_json({"t": "say", "cmd": f"s{device}{n}", "text": "x"})
                    answer = next(m for m in iter(ws.receive_json, None) if m["t"] in ("done", "refused"))
                    refusals.append(answer["t"] == "refused")
                ws.send_json({"t": "emote", "cmd": f"e{device}", "name": "wave"})
                answer = next(m for m in iter(ws.receive_json, None) if m["t"] in ("done", "refused"))
                refusals.append(answer["t"] == "refused")
        assert refusals == [False, False, False, True, True, True]
        with web.websocket_connect("/ws") as ws:
            ws.send_text(hello(made))
            until(ws, "room")
            ws.send_json({"t": "lock", "cmd": "l", "on": True})
            assert until(ws, "refused")["code"] == "too_fast"


def test_a_table_does_not_talk_without_end(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path, Limits(chat=(1e9, 1e9), table_chat=(3, 0.0)))) as web:
        made = make(web)
        with web.websocket_connect("/ws") as ws:
            ws.send_text(hello(made))
            until(ws, "room")
            for n in range(3):
                ws.send_json({"t": "say", "cmd": f"s{n}", "text": "x"})
                until(ws, "done")
            ws.send_json({"t": "say", "cmd": "s4", "text": "x"})
            assert until(ws, "refused")["code"] == "too_fast"


def test_a_client_that_comes_again_and_again_is_made_to_wait(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(), "Ann", "")
        for _ in range(int(server.admission.limits.joins[0])):
            await server.connect(code, token)
        with pytest.raises(RequestRefused, match="too_fast"):
            await server.connect(code, token)
        # That keeps nobody else out
        await server.connect(code, None)
        await server.clock.go(2.0)
        await server.connect(code, token)
        # Neither do all who watch together come more often
        await server.clock.go(1.0)
        for _ in range(int(server.admission.limits.watcher_joins[0])):
            client, _, running = await server.connect(code, None)
            await server.admission.part(running, client)
        with pytest.raises(RequestRefused, match="too_fast"):
            await server.connect(code, None)

    run_with_server(tmp_path, steps)


def test_a_message_for_many_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    outgoing = OutboundEncoder()
    message = wire.Pong(n=1)
    connections = [Connection(None, outgoing) for _ in range(5)]  # type: ignore[arg-type]
    for connection in connections:
        connection.post(message)
        connection.post(wire.Pong(n=2))
    assert len({id(connection.waiting[0]) for connection in connections}) == 1
    assert [connection.waiting[1] for connection in connections] == [wire.encoder.encode(wire.Pong(n=2))] * 5
    assert outgoing.bytes == sum(len(one) for connection in connections for one in connection.waiting)


def test_when_much_waits_for_all_slow_clients_none_may_keep_much(monkeypatch: pytest.MonkeyPatch) -> None:
    message = wire.Pong(n=1)
    monkeypatch.setattr(handler, "MAX_QUEUED_BYTES", 10 * len(wire.encoder.encode(message)))
    outgoing = OutboundEncoder()
    alone = Connection(None, outgoing)  # type: ignore[arg-type]
    for _ in range(10):
        alone.post(message)
    assert not alone.ended
    quick = Connection(None, outgoing)  # type: ignore[arg-type]
    for _ in range(FEW_WAITING):
        quick.post(message)
    assert not quick.ended
    alone.post(message)
    assert alone.ended
    # What a client does not read is not kept for it
    assert alone.waiting == []
    assert outgoing.bytes == FEW_WAITING * len(wire.encoder.encode(message))
    for _ in range(MAX_QUEUED_MESSAGES):
        quick.post(message)
    assert quick.ended
    assert outgoing.bytes == 0


def test_one_address_after_the_other_has_its_turn() -> None:
    async def steps() -> None:
        turns = FairSemaphore(1)
        done: list[str] = []
        go = asyncio.Event()

        async def want(who: str) -> None:
            async with turns.turn(who):
                await go.wait()
                done.append(who)

        tasks = [asyncio.create_task(want(who)) for who in ["greedy"] * 50 + ["friend"] + ["greedy"] * 50 + ["other"]]
        await asyncio.sleep(0)
        # Whoever goes away while waiting holds nobody up
        tasks[1].cancel()
        go.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert done[:3] == ["greedy", "friend", "other"]
        assert len(done) == len(tasks) - 1
        assert turns.free == 1
        assert not turns.waiting

    asyncio.run(steps())


def test_a_cancelled_waiter_passes_its_turn_on() -> None:
    async def steps() -> None:
        turns = FairSemaphore(1)
        go = asyncio.Event()

        async def want(who: str) -> str:
            async with turns.turn(who):
                await go.wait()
                return who

        first, gone, last = [asyncio.create_task(want(who)) for who in ("first", "gone", "last")]
        await asyncio.sleep(0)
        go.set()
        await first
        # It has been given the turn just now, and goes before it has heard of it
        gone.cancel()
        assert await asyncio.wait_for(last, 30) == "last"
        assert turns.free == 1

    asyncio.run(steps())


def test_a_client_that_does_not_read_is_removed_at_once(tmp_path: Path) -> None:
    class Deaf:
        """A socket that takes nothing and says nothing."""

        async def send_text(self, text: str) -> None:
            await asyncio.Event().wait()

        async def receive(self) -> Any:
            await asyncio.Event().wait()

    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(), "Ann", "")
        running = await server.tables.find(code)
        assert running is not None
        desk = Sockets(server.admission, [], Limits(), GuessLimiter((1, 1), server.clock.now))
        talks: list[asyncio.Task[None]] = []
        for _ in range(MAX_CONNECTIONS_PER_SEAT + 3):
            connection = Connection(Deaf())  # type: ignore[arg-type]
            joined = await server.admission.join(wire.Hello(code=code, token=token), connection)
            assert joined is not None

            async def talk(connection: Connection, client: Client) -> None:
                await desk.converse(connection, LocalSession(server.admission, desk.limits, running, client))
                await server.admission.part(running, client)

            talks.append(asyncio.create_task(talk(connection, joined[1])))
            await quiet()
        assert len(running.room.clients) == MAX_CONNECTIONS_PER_SEAT
        for task in talks:
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    run_with_server(tmp_path, steps)


def test_a_table_is_not_run_over_by_newcomers(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, _ = await server.admission.make_table(order(), "Ann", "")
        running = await server.tables.find(code)
        assert running is not None
        running.room.data.approve = True
        for n in range(int(server.admission.limits.newcomers[0])):
            await server.admission.sit_down(running, f"Eve {n}", "192.0.2.1")
        with pytest.raises(RequestRefused, match="too_fast"):
            await server.admission.sit_down(running, "Eve", "192.0.2.1")
        # One address uses up what is its own; a crowd what is everyone's, and then each has a little to spare
        for n in range(int(server.admission.limits.all_newcomers[0])):
            with contextlib.suppress(RequestRefused):
                await server.admission.sit_down(running, f"Fay {n}", f"192.0.2.{n}")
        spare = int(server.admission.limits.spare_newcomers[0])
        for n in range(spare):
            _, knocking = await server.admission.sit_down(running, f"Bob {n}", "198.51.100.1")
            assert knocking
        with pytest.raises(RequestRefused, match="too_fast"):
            await server.admission.sit_down(running, "Bob", "198.51.100.1")
        await server.clock.go(3.0)
        _, knocking = await server.admission.sit_down(running, "Bob", "198.51.100.1")
        assert knocking

    run_with_server(tmp_path, steps)


def test_one_address_does_not_take_the_places_of_all_who_watch(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        code, _ = await server.admission.make_table(order(), "Ann", "")
        hello = wire.Hello(code=code)

        async def watch(address: str) -> FakeClient:
            box = FakeClient()
            assert await server.admission.join(hello, box, address) is not None
            return box

        crowd = [await watch("192.0.2.1") for _ in range(MAX_SPECTATORS)]
        friends = [await watch(f"198.51.100.{n}") for n in range(MAX_SPECTATORS - 2)]
        assert [box.ended for box in friends] == [""] * len(friends)
        assert [box.ended for box in crowd] == ["", ""] + ["for now"] * len(friends)
        running = await server.tables.find(code)
        assert running is not None
        assert len(running.room.clients) == MAX_SPECTATORS
        await server.clock.go(10.0)
        # It does not come back at the cost of others
        for address in ("192.0.2.1", "198.51.100.1"):
            with pytest.raises(RequestRefused, match="too_many_watchers"):
                await watch(address)

    run_with_server(tmp_path, story)


def test_one_address_does_not_take_the_places_of_all_who_ask_to_join(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        code, _ = await server.admission.make_table(order(), "Ann", "")
        running = await server.tables.find(code)
        assert running is not None
        running.room.data.approve = True

        async def ask(name: str, address: str) -> tuple[str, FakeClient]:
            token, _ = await server.admission.sit_down(running, name, address)
            box = FakeClient()
            assert await server.admission.join(wire.Hello(code=code, token=token), box, address) is not None
            return token, box

        crowd = [await ask(f"Eve {n}", "192.0.2.1") for n in range(MAX_JOIN_REQUESTS)]
        _, friend = await ask("Bob", "198.51.100.1")
        # Someone who is about to connect is not the one to go
        late, _ = await server.admission.sit_down(running, "Cay", "198.51.100.2")
        with pytest.raises(RequestRefused, match="table_full"):
            await server.admission.sit_down(running, "Eve", "192.0.2.1")
        assert running.room.knock_of(late)
        assert friend.ended == ""
        assert [box.ended for _, box in crowd].count("for good") == 2

    run_with_server(tmp_path, story)


def test_passwords_are_checked_one_address_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(server: ServerFixture) -> None:
        code, _ = await server.admission.make_table(order(), "Ann", "open sesame")
        running = await server.tables.find(code)
        assert running is not None
        checked: list[str] = []

        def check(word: str, kept: str) -> bool:
            checked.append(word)
            return True

        monkeypatch.setattr("kickdoor.server.live.room_service.is_password", check)
        words = [("guess", "192.0.2.1")] * 20 + [("open sesame", "198.51.100.1")]
        await asyncio.gather(*[server.admission.check_password(running, *one) for one in words])
        assert "open sesame" in checked[:3]

    run_with_server(tmp_path, steps)


# Bots


def test_an_outdated_bot_job_is_cancelled(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        asked: list[asyncio.Future[Any]] = []

        async def think(*arguments: Any) -> Any:
            asked.append(asyncio.get_running_loop().create_future())
            return await asked[-1]

        server.thinkers.think = think  # type: ignore[method-assign]
        code, token = await server.admission.make_table(order(), "Ann", "")
        client, _, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.Start(cmd="s"))
        for _ in range(40):
            await server.clock.go(2.0)
            await safe_answer(server, running, client)
        await quiet()
        bots = len(running.room.data.seats) - 1
        assert len(asked) > bots
        assert len([one for one in asked if not one.done()]) <= bots
        server.tables.drop(running)
        await quiet()
        assert all(one.cancelled() for one in asked)

    run_with_server(tmp_path, steps)


def niceness() -> tuple[int, int]:
    return os.nice(0), os.getsid(0)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="not on this system")
def test_workers_let_the_table_go_first() -> None:
    worker = WorkerPool(1)
    try:
        nice, session = asyncio.run(worker.run("table", niceness))
        assert nice >= min(19, os.nice(0) + NICE)
        # Else the system would count as the server's what a worker takes
        assert session != os.getsid(0)
    finally:
        worker.close()


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has it")
def test_those_who_search_work_in_what_is_left_over() -> None:
    thinkers = BotPool(1, [])
    try:
        assert asyncio.run(thinkers.deep.run("table", os.sched_getscheduler, 0)) == os.SCHED_IDLE
        assert asyncio.run(thinkers.quick.run("table", os.sched_getscheduler, 0)) != os.SCHED_IDLE
    finally:
        thinkers.close()
