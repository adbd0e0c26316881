"""Runs a table without network and without waiting: time is a number, bots think on the spot."""

from __future__ import annotations

import random
from typing import Any

from kickdoor.bots.registry import BotRegistry
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, P_CARD, P_SHIFT, key
from kickdoor.engine.rules.fight.bargain import TermsForm
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.replay.record import Record
from kickdoor.server.bot_workers.bot_job import think
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.live.bot_dispatch import question_of
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.table_record import game_of
from kickdoor.server.room.bot_turns import wanted_thoughts
from kickdoor.server.room.broadcast import broadcast, room_shown, show
from kickdoor.server.room.commands import handle
from kickdoor.server.room.match import Match
from kickdoor.server.room.room import Client, Room
from kickdoor.server.room.room_data import RoomData, SeatData, read_room, seal_of, token_hash
from kickdoor.server.room.scheduler import advance, next_deadline
from kickdoor.server.storage.interface import BASE, NEWEST, JournalEntry, StoredSnapshot, to_wake_from
from kickdoor.server.storage.recovery import recover
from kickdoor.server.storage.snapshots import request_snapshot, take_if_due

FOREVER = float("inf")
BUDGET = 12
"""Playouts of bots that search: enough for one, and soon over."""


def token_of(seat: int) -> str:
    return f"token-of-seat-{seat}-0123456789"


def new_data(humans: int = 1, seats: int = 4, speed: str = "normal", sets: list[str] | None = None) -> RoomData:
    seats_data = [
        SeatData(name=f"P{i}", kind="human", token=token_hash(token_of(i)), ready=True)
        if i < humans
        else SeatData(name=f"Bot{i}", kind="bot", bot="easy")
        for i in range(seats)
    ]
    return RoomData(
        id="table-1", code="BCDFGH", sets=sets or list(default_sets()), options={}, speed=speed, seats=seats_data,
        secret="ab" * 32,
    )  # fmt: skip


class RoomHarness:
    """A table with its clients, and everything that was sent and written."""

    def __init__(self, data: RoomData, seed: int = 1) -> None:
        self.time = 1000.0
        self.seed = seed
        self.load_rules: Any = load_catalog
        self.room = Room(data, lambda sets: self.load_rules(sets), self.time, random.Random(seed))
        self.written: list[JournalEntry] = []
        self.snapshots: dict[str, StoredSnapshot] = {}
        self.stored = self.room.room_bytes()
        self.inbox: dict[int, list[wire.ServerMessage]] = {}
        self.thinkers = BotPool(1, [], known=BotRegistry(budget=BUDGET))
        """Never asked themselves: bots think here."""
        self.number = 0
        self.commands = 0

    @property
    def match(self) -> Match:
        assert self.room.match is not None
        return self.room.match

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def now(self) -> float:
        """The table's own time."""
        return self.room.now

    # Clients

    def connect(self, seat: int, since: int = 0) -> int:
        self.number += 1
        client = Client(self.number, seat, since)
        self.inbox[client.id] = []
        self.room.join(client, self.time)
        show(self.room, client)
        advance(self.room, self.time)
        self.flush()
        return client.id

    def disconnect(self, client: int) -> None:
        self.room.part(client, self.time)
        advance(self.room, self.time)
        self.flush()

    def send(self, client: int, message: Any) -> None:
        handle(self.room, self.room.clients[client], message, self.time)
        advance(self.room, self.time)
        self.flush()

    def cmd(self) -> str:
        self.commands += 1
        return f"c{self.commands}"

    def ask(self, client: int, kind: type, **fields: Any) -> wire.Done | wire.Refused:
        """Send a command and gives what came back."""
        cmd = self.cmd()
        self.send(client, kind(cmd=cmd, **fields))
        found = [m for m in self.inbox[client] if isinstance(m, wire.Done | wire.Refused) and m.cmd == cmd]
        assert len(found) == 1
        return found[0]

    def do(self, client: int, option: str, picks: list[int] | None = None) -> wire.Done | wire.Refused:
        seat = self.room.clients[client].seat
        prompt = runtime.prompt(self.state, seat).id
        return self.ask(client, wire.Do, key=option, picks=picks or [], prompt=prompt)

    def last(self, client: int, kind: type) -> Any:
        found = [message for message in self.inbox[client] if isinstance(message, kind)]
        return found[-1] if found else None

    def room_of(self, client: int) -> Any:
        return self.last(client, wire.RoomInfo)

    def view_of(self, client: int) -> Any:
        return self.last(client, wire.View)

    # The server's work

    def flush(self) -> None:
        """Writes, then sends, as the server does."""
        take_if_due(self.room)
        if self.room.match is not None:
            self.room.match.forget_old()
        broadcast(self.room)
        if self.room.deeds or self.room.unwritten or self.room.snapshots:
            self.written += self.room.deeds
            self.snapshots |= {one.kind: one for one in self.room.snapshots}
            self.room.snapshots = []
            self.room.deeds = []
            self.room.unwritten = False
            self.stored = self.room.room_bytes()
        for client, message in self.room.outbox:
            if client in self.inbox:
                self.inbox[client].append(message)
        self.room.outbox = []

    def check_what_is_known(self) -> None:
        """See that everybody knows how things stand around the game, whatever has been left out."""
        for client in self.room.clients.values():
            told = self.room_of(client.id)
            assert told is None or told == room_shown(self.room, client), "somebody was not told what has changed"

    def think(self) -> None:
        """Have the bots think about what they are asked."""
        for thought, prompt in wanted_thoughts(self.room):
            reply = think(self.thinkers.errand(question_of(self.room, thought, prompt)))
            thought.choice, thought.memory, thought.why = reply.choice, reply.memory, reply.why
            thought.ready = True

    def step(self) -> bool:
        """Go on to the next thing that is due; False if nothing is."""
        self.think()
        due = next_deadline(self.room)
        if due == FOREVER:
            return False
        self.pass_time(max(0.0, due - self.time))
        return True

    def pass_time(self, seconds: float) -> None:
        """Let time pass in one go."""
        self.time += seconds
        advance(self.room, self.time)
        self.flush()

    def run(self, seconds: float) -> None:
        """Let time pass as it does: bots think, and everything happens when it is due."""
        end = self.time + seconds
        for _ in range(10_000):
            self.think()
            due = next_deadline(self.room)
            if due > end:
                break
            self.pass_time(max(0.0, due - self.time))
        self.pass_time(end - self.time)

    def record(self) -> Record:
        """Make the record of the game as the server does, from what was written."""
        return game_of(self.room.data, self.written, self.snapshots.get(BASE), self.match)

    def end(self) -> None:
        """End the process as SIGTERM does, and starts another."""
        request_snapshot(self.room, (NEWEST,))
        self.flush()
        self.restart()

    def restart(self) -> None:
        """Kill the process and starts another from what was written."""
        fresh = Room(read_room(self.stored), self.load_rules, self.time, random.Random(self.seed + 1))
        snapshots = to_wake_from(list(self.snapshots.values()))
        since = min([one.seq for one in snapshots], default=0)
        recover(fresh, [deed for deed in self.written if deed.seq >= since], snapshots)
        self.room = fresh
        self.inbox = {}
        advance(self.room, self.time)
        self.flush()


def start(
    humans: int = 2, seats: int = 4, speed: str = "normal", data: RoomData | None = None
) -> tuple[RoomHarness, list[int]]:
    """Start a game; return the harness and the clients of the people by seat."""
    harness = RoomHarness(data or new_data(humans, seats, speed))
    clients = [harness.connect(seat) for seat in range(humans)]
    commit_all(harness, clients)
    assert isinstance(harness.ask(clients[0], wire.Start), wire.Done)
    reveal_all(harness, clients)
    return harness, clients


def salt_of(seat: int) -> str:
    return f"salt-of-{seat}"


def commit_all(harness: RoomHarness, clients: list[int]) -> None:
    """Have everybody seal a part of the seed."""
    for seat, client in enumerate(clients):
        assert isinstance(harness.ask(client, wire.Seal, hash=seal_of(salt_of(seat), harness.room.data.id)), wire.Done)


def reveal_all(harness: RoomHarness, clients: list[int]) -> None:
    """Have everybody open it."""
    for seat, client in enumerate(clients):
        assert isinstance(harness.ask(client, wire.Reveal, salt=salt_of(seat)), wire.Done)


def any_answer(s: State, seat: int, rng: LehmerRng) -> tuple[str, list[int]]:
    """Draw something a seat may do, at random."""
    codes = runtime.legal_options(s, seat)
    code = codes[rng.below(len(codes))]
    if not code & FORM_BIT:
        return key(code), []
    form = runtime.form(s, seat, code)
    if isinstance(form, TermsForm) and form.candidates and rng.below(2):
        # Cards of the hand too are promised, where that is allowed
        atoms = [atom for atom in form.candidates if atom >> P_SHIFT == P_CARD] or form.candidates
        return key(code), [atoms[rng.below(len(atoms))]]
    return key(code), form.sample(s, rng)


def play_at_random(harness: RoomHarness, clients: list[int], rng: LehmerRng, most: int) -> None:
    """Have the people play at random and the bots as they do, until the game is over or for so many steps."""
    for _ in range(most):
        if harness.room.playing is None:
            return
        asked = runtime.prompted_seats(harness.state)
        waiting = [c for c in clients if asked >> harness.room.clients[c].seat & 1]
        window = harness.room.reaction
        open_to = [c for c in waiting if window is None or harness.room.clients[c].seat not in window.passed]
        if open_to and rng.below(3):
            client = open_to[rng.below(len(open_to))]
            harness.do(client, *any_answer(harness.state, harness.room.clients[client].seat, rng))
        elif not harness.step():
            assert open_to
            client = open_to[0]
            harness.do(client, *any_answer(harness.state, harness.room.clients[client].seat, rng))
