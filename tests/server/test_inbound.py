"""What clients say goes the shortest way, and still counts, comes in order and waits its turn."""

from __future__ import annotations

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.logs.request_ids import Trace, present
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import CloseCode
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.websocket.inbound import MAX_INVALID_MESSAGES, MAX_PENDING_MESSAGES, InboundMessages
from kickdoor.server.websocket.transport import frame_of


class Still:
    """A clock that stands still."""

    def now(self) -> float:
        return 100.0


class Recorded:
    """A connection that notes what becomes of it."""

    def __init__(self) -> None:
        self.ended = False
        self.code = 0
        self.sent: list[wire.ServerMessage] = []
        self.held: list[bool] = []

    def post(self, message: wire.ServerMessage) -> None:
        self.sent.append(message)

    def end(self, code: int) -> None:
        if not self.ended:
            self.ended, self.code = True, code

    def hold_back(self, on: bool) -> None:
        self.held.append(on)


class Slow:
    """A visit at which every command takes until it is let go on."""

    table = "table-1"

    def __init__(self) -> None:
        self.done: list[str] = []
        self.traces: list[str] = []
        self.go = asyncio.Event()
        self.fault: Exception | None = None

    async def command(self, message: wire.ClientMessage) -> None:
        assert isinstance(message, wire.Undo)
        self.done.append(f"{message.cmd} begun")
        await self.go.wait()
        if self.fault is not None:
            raise self.fault
        self.traces.append(present.get().id)
        self.done.append(message.cmd)

    async def part(self) -> None: ...


def undo(n: int) -> str:
    return f'{{"t":"undo","cmd":"{n}"}}'


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 300, 65535, 65536, 70000])
def test_a_frame_is_what_the_protocol_has(size: int) -> None:
    text = b"x" * size
    assert frame_of(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_one_thing_is_done_after_the_other_however_fast_they_come() -> None:
    async def steps() -> None:
        speaker, visit = Recorded(), Slow()
        present.set(Trace("socket"))
        hearing = InboundMessages(speaker, visit, Limits(), Still())  # type: ignore[arg-type]
        present.set(Trace("another"))
        for n in range(3):
            hearing.hear(undo(n))
        await asyncio.sleep(0)
        assert visit.done == ["0 begun"]
        visit.go.set()
        assert hearing.work is not None
        await hearing.work
        assert visit.done == ["0 begun", "0", "1 begun", "1", "2 begun", "2"]
        assert visit.traces == ["socket"] * 3
        assert hearing.work is None
        # And again, once all was done
        hearing.hear(undo(3))
        assert hearing.work is not None
        await hearing.work
        assert visit.done[-1] == "3"
        assert not speaker.ended

    asyncio.run(steps())


def test_pending_messages_of_a_client_are_bounded() -> None:
    async def steps() -> None:
        speaker, visit = Recorded(), Slow()
        hearing = InboundMessages(speaker, visit, Limits(messages=(1e9, 1e9)), Still())  # type: ignore[arg-type]
        for n in range(MAX_PENDING_MESSAGES):
            hearing.hear(undo(n))
        assert speaker.held == [True]
        visit.go.set()
        assert hearing.work is not None
        await hearing.work
        assert speaker.held[-1] is False
        assert visit.done[-1] == str(MAX_PENDING_MESSAGES - 1)

    asyncio.run(steps())


def test_every_message_counts() -> None:
    async def steps() -> None:
        for text, code in (('{"t":"ping","n":1}', CloseCode.TOO_MANY), ("{", CloseCode.TOO_MANY)):
            speaker = Recorded()
            hearing = InboundMessages(speaker, Slow(), Limits(messages=(20, 0.0)), Still())  # type: ignore[arg-type]
            heard = 0
            while not speaker.ended:
                hearing.hear(text)
                heard += 1
            assert speaker.code == code
            assert heard == (21 if "ping" in text else MAX_INVALID_MESSAGES)
        speaker = Recorded()
        hearing = InboundMessages(speaker, Slow(), Limits(), Still())  # type: ignore[arg-type]
        hearing.hear(None)
        assert [m.text for m in speaker.sent if isinstance(m, wire.Refused)] == ["messages are text"]
        hearing.hear('{"t":"hello","code":"KRTVDN","token":null}')
        assert speaker.code == CloseCode.BAD_MESSAGE

    asyncio.run(steps())


def test_a_fault_ends_the_connection_and_nothing_more_is_done() -> None:
    async def steps() -> None:
        speaker, visit = Recorded(), Slow()
        hearing = InboundMessages(speaker, visit, Limits(), Still())  # type: ignore[arg-type]
        visit.fault = StoreFault("full")
        visit.go.set()
        hearing.hear(undo(0))
        hearing.hear(undo(1))
        assert hearing.work is not None
        await hearing.work
        assert (speaker.ended, speaker.code) == (True, CloseCode.TRY_AGAIN)
        hearing.hear(undo(2))
        assert visit.done == ["0 begun"]

    asyncio.run(steps())
