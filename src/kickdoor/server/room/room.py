"""One table: who sits there, what they may do, and the game they play. Knows no sockets and no clock of its own.

Commands and the passing of time go in; messages for clients and deeds for the store come out. Whoever runs a room
writes the deeds first and only then sends the messages.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kickdoor.bots.registry import LEVELS
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.rules.version import VERSION
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.beats import rest_after
from kickdoor.server.room.bot_chatter import speak
from kickdoor.server.room.bot_decision import BotDecision
from kickdoor.server.room.bot_memory import listen
from kickdoor.server.room.fault_guard import unchanged
from kickdoor.server.room.match import Match
from kickdoor.server.room.reaction_window import LATENCY_ALLOWANCE_S, TIME_CONTROLS, ReactionWindow, TimeControl
from kickdoor.server.room.room_data import (
    CHAIN,
    MAX_REMEMBERED_COMMANDS,
    RoomData,
    game_seed,
    is_token_of,
    stored,
)  # fmt: skip
from kickdoor.server.storage.interface import JournalEntry, StoredSnapshot
from kickdoor.server.storage.journal import ANSWER, CHAT, UNDO, answer_body
from kickdoor.text.reasons_text import refusal_text

if TYPE_CHECKING:
    from kickdoor.server.room.hint_requests import HintOrder

ABSENCE_GRACE_S = 60.0
"""Seconds somebody may be away before a bot plays on for them."""
CLOCK_PAUSE_COOLDOWN_S = 180.0
"""A clock stands still for somebody who has vanished once in so many seconds: pulling the plug buys no time."""
MIN_DECISION_S = 5.0
"""Seconds everybody has for every decision."""
FOREVER = float("inf")


# Without slots: it is compiled, and has no other room then
@dataclass
class Client:
    """One connection."""

    id: int
    seat: int
    """-1 for somebody who watches or waits to be let in."""
    since: int = 0
    """Log lines sent so far."""
    knock: int = 0
    """The number by which the host lets them in; 0 for others."""
    shown: bytes = b""
    """Digest of what it was last told of the room."""
    address: str = ""
    """Where it comes from; written nowhere."""


class Room:
    """A table in memory."""

    def __init__(self, data: RoomData, rules: Callable[[list[str]], RuleSet], wall: float, rnd: random.Random) -> None:
        self.data, self.load_rules, self.rnd = data, rules, rnd
        self.bots: Sequence[str] = LEVELS  # the host may seat these; whoever opens the room may know of more
        self.deal: Callable[[RuleSet, RoomData], Match] = Match
        """Makes the game; the tutorial has one of its own."""
        self.script_mark = (-1, -1)
        self.script_due = FOREVER
        """When the tutorial goes on by itself, and from which moment."""
        self.clients: dict[int, Client] = {}
        self.match: Match | None = None
        self.away: dict[int, float] = {}
        """Since when nobody has been connected for a seat."""
        self.thoughts: dict[int, BotDecision] = {}
        self.hints: dict[int, HintOrder] = {}
        self.chat: list[tuple[int, str, str]] = []
        self.chatted = 0
        """Lines of chat among the deeds below this number are in it."""
        self.deeds: list[JournalEntry] = []
        self.next_seq = self.last_answer = 0
        """The numbers of the next deed and of the last answer."""
        self.snapshots: list[StoredSnapshot] = []
        """What is to be written with the next deeds."""
        self.snapped = self.snapped_quiet = -1
        """How many deeds there were when the last snapshot was taken, of any moment and between two turns."""
        self.changed = self.played = False
        """To everybody must be shown: all, the game and what is around it; the game alone."""
        self.visited = False
        """Somebody has come or gone: what is around the game must be shown to everybody."""
        self.changed_seats: set[int] = set()
        """The game must be shown to these seats: to others not even that something has changed."""
        self.unwritten = False
        """The room must be written."""
        self.outbox: list[tuple[int, wire.ServerMessage]] = []
        self.sayings: list[wire.BotLine] = []
        """What bots have said since the table was last shown."""
        self.barred: dict[str, float] = {}
        """Addresses from which nobody new may come, and until when; written nowhere."""
        self.requested_from: dict[int, str] = {}
        """The addresses of join requests, by their numbers; written nowhere."""
        self.hang_ups: list[int] = []  # clients that have no business here any more
        self.wall = wall
        """The time of the world. The table's own time stands still while nobody is there."""

    # Time

    @property
    def now(self) -> float:
        """The table's own time."""
        return self.data.clock

    @property
    def calm(self) -> float:
        """The time from which things go on by themselves: what has happened has been seen by then."""
        return max(self.data.clock, self.data.rest_until)

    def tick(self, wall: float) -> None:
        """Let time pass, if the table is not alone."""
        if self.is_going():
            self.data.clock += max(0.0, wall - self.wall)
        self.wall = wall

    def game_of(self, client: Client) -> Match:
        """Return the game that a client plays in; `No` to whoever only watches, and where none runs."""
        if client.seat < 0:
            raise RequestRefused(RefusalCode.WATCHING)
        if self.playing is None:
            raise RequestRefused(RefusalCode.NO_GAME)
        return self.playing

    def is_going(self) -> bool:
        """Return whether the game runs: a person must be connected, or a spectator where only bots play."""
        seats = self.data.seats
        for client in self.clients.values():
            if client.seat >= 0 and seats[client.seat].kind == "human":
                return True
        return bool(self.clients) and not self.data.humans

    # What others need to know of it

    @property
    def pace(self) -> TimeControl:
        return TIME_CONTROLS[self.data.speed]

    @property
    def playing(self) -> Match | None:
        return self.match if self.data.status == "playing" else None

    @property
    def reaction(self) -> ReactionWindow | None:
        return self.data.window

    def is_here(self, seat: int) -> bool:
        """Return whether somebody is connected for a seat."""
        return any(client.seat == seat for client in self.clients.values())

    def clients_of(self, seat: int) -> list[Client]:
        return [client for client in self.clients.values() if client.seat == seat]

    def is_alone(self) -> bool:
        """Return whether one person plays with bots only."""
        return len([i for i in self.data.humans if not self.data.seats[i].driven]) <= 1

    def is_watched(self) -> bool:
        """Return whether someone looks on: a spectator, or a player while a stand-in plays for them."""
        seats = self.data.seats
        return any(
            not client.knock and (client.seat < 0 or seats[client.seat].driven) for client in self.clients.values()
        )

    def is_excused(self, seat: int) -> bool:
        """Return whether a seat's clock stands still because its owner has just vanished."""
        data = self.data.seats[seat]
        return seat in self.away and not data.driven and self.now < data.excused + ABSENCE_GRACE_S

    def room_bytes(self) -> bytes:
        return stored(self.data)

    def touch(self) -> None:
        """Note that the room has changed: it must be written, and shown to everybody."""
        self.changed = self.unwritten = True

    def touch_game(self) -> None:
        """Note that the game has gone on, and nothing around it has changed."""
        self.played = self.unwritten = True

    def touch_seat(self, seat: int) -> None:
        """Note that the game has changed for one seat alone."""
        self.unwritten = True
        self.changed_seats.add(seat)

    # Starting

    def start_match(self) -> Match:
        """Deal the game; what each seat has added to the seed is fixed now."""
        data = self.data
        if not data.seed:
            data.seed = game_seed(data.secret, data.id, [seat.salt for seat in data.seats])
            for seat in data.seats:
                seat.bank = self.pace.bank
        rules = self.load_rules(data.sets)
        self.match = self.deal(rules, data)
        if not data.catalog:
            data.rules, data.catalog, data.dealt = VERSION, rules.digest, self.match.recorder.dealt
            data.outcomes = CHAIN
            self.snapped = self.snapped_quiet = -1
        data.status = "playing"
        for i in data.humans:
            if not self.is_here(i):
                self.leave_alone(i)
        self.touch()
        return self.match

    # Deeds

    def note(self, kind: str, body: object) -> None:
        self.deeds.append(JournalEntry(self.next_seq, self.wall, kind, stored(body)))
        self.next_seq += 1
        if kind == CHAT:
            self.chatted = self.next_seq
        elif kind == ANSWER:
            self.last_answer = self.next_seq - 1
        self.touch_game()

    def answer(self, answer: Answer, key: str, why: wire.Reason | None = None) -> None:
        """Give an answer to the game and notes it, with why a bot refuses; `No` if the game refuses."""
        match = self.playing
        if match is None:
            raise RequestRefused(RefusalCode.NO_GAME)
        try:
            with unchanged(self.data.id):
                match.check(answer)
            events = match.apply(answer)
        except Refused as e:
            raise RequestRefused(e.code, refusal_text(e.code, e.rules), e.rules) from None
        match.explain(answer.seat, why)
        if self.clients:
            beats = sum(told.seconds for told in match.news)
            self.data.rest_until = rest_after(self.now, self.data.rest_until, beats, self.data.pace)
            said = speak(self.data, match)
            self.sayings += [] if said is None else [said]
        listen(self.data, events)
        self.note(ANSWER, answer_body(answer, key, match.recorder.answers[-1].outcome, why))
        self.stop_clock(answer.seat)
        if self.reaction is not None and self.reaction.holder == answer.seat:
            self.release()
        self.forget_thoughts(match.state.serial)
        if match.is_over:
            self.release()
            self.data.status = "over"
            self.data.window = None
            self.data.asked_at = {}
            self.data.knocks = []
            self.touch()
            self.dismiss([client for client in self.clients.values() if client.knock])

    def undo(self, seat: int) -> None:
        match = self.playing
        if match is None:
            raise RequestRefused(RefusalCode.NO_GAME)
        match.undo(seat)
        self.note(UNDO, seat)
        # The game's count of steps has gone back: what was thought about a step of that number was another
        self.forget_thoughts(-1)

    def forget_thoughts(self, but: int) -> None:
        """Drop what bots have thought about any other state of the game."""
        self.thoughts = {seat: t for seat, t in self.thoughts.items() if t.serial == but}
        self.data.bots_asked = {seat: q for seat, q in self.data.bots_asked.items() if q.serial == but}

    def forget_thought(self, seat: int) -> None:
        """Drop what the bot of a seat was about to do: somebody else answers for it now."""
        self.thoughts.pop(seat, None)
        self.data.bots_asked.pop(seat, None)

    # Clocks of seats

    def stop_clock(self, seat: int) -> None:
        """Take from a seat's bank the time its clock has run."""
        began = self.data.asked_at.pop(seat, self.now)
        data = self.data.seats[seat]
        if data.kind == "human" and self.pace.bank > 0 and self.reaction is None and not self.is_alone():
            data.bank = max(MIN_DECISION_S, data.bank - max(0.0, self.now - began - LATENCY_ALLOWANCE_S))

    def release(self) -> None:
        """End the hold of the open window; time not used is the holder's again."""
        if self.reaction is not None and self.reaction.holder >= 0:
            holder = self.data.seats[self.reaction.holder]
            holder.held = max(holder.held, min(self.now, self.reaction.hold_until) - self.reaction.hold_from)
            holder.hold += self.reaction.release(self.now)
            self.touch_game()

    # Connections

    def seat_of(self, token: str | None) -> int:
        """Find the seat a token belongs to; -1 if there is none."""
        if token is not None:
            for i, seat in enumerate(self.data.seats):
                if is_token_of(token, seat):
                    return i
        return -1

    def knock_of(self, token: str | None) -> int:
        """Find the number of somebody who waits to be let in; 0 if there is none."""
        found = [knock.id for knock in self.data.knocks if token is not None and is_token_of(token, knock)]
        return found[0] if found else 0

    def join(self, client: Client, wall: float) -> None:
        """Let a connection in. Its owner takes the seat back from a bot at once."""
        self.tick(wall)
        self.clients[client.id] = client
        if client.seat >= 0:
            self.away.pop(client.seat, None)
            self.take_back(client.seat)
            window = self.reaction
            if window is not None and window.closes_at is not None and window.closes_at < self.now + self.pace.floor:
                # Whoever comes back has time to look at what is going on
                window.closes_at = self.now + self.pace.floor
                self.played = True
            self.changed_seats.add(client.seat)
        # Who is here is not written, and nobody is shown the game for it: a client that comes and goes all the time
        # would keep the disk busy, and everybody at the table
        self.visited = True

    def take_back(self, seat: int) -> None:
        """Give a seat back to its owner, wherever the bot has got to."""
        data = self.data.seats[seat]
        data.silent = 0
        if data.driven:
            data.driven = False
            self.stop_bot(seat)
            self.touch()

    def stop_bot(self, seat: int) -> None:
        """Have a bot drop what it was about to do: a person answers for its seat, and has time for it."""
        self.data.asked_at.pop(seat, None)
        self.forget_thought(seat)
        if self.reaction is not None and seat in self.reaction.passed:
            self.reaction.passed.remove(seat)

    def part(self, client_id: int, wall: float) -> None:
        """Note that a connection is gone."""
        self.tick(wall)
        client = self.clients.pop(client_id, None)
        if client is not None and client.seat >= 0 and not self.is_here(client.seat):
            self.leave_alone(client.seat)
        self.visited = True

    def dismiss(self, clients: list[Client]) -> None:
        """Make those who had a seat or waited for one watch, or leave where nobody may."""
        for client in clients:
            client.seat, client.knock = -1, 0
            if not self.data.watchers:
                self.hang_ups.append(client.id)

    def leave_alone(self, seat: int) -> None:
        """Note that nobody is connected for a seat; its clock stands still for a while."""
        data = self.data.seats[seat]
        self.away[seat] = self.now
        if self.now >= data.excused + CLOCK_PAUSE_COOLDOWN_S:
            data.excused = self.now
            self.unwritten = True
        if self.is_excused(seat):
            self.stop_clock(seat)
        if self.reaction is not None and self.reaction.holder == seat:
            self.release()

    def is_repeated(self, seat: int, cmd: str) -> bool:
        """Return whether a command has been carried out already."""
        return cmd in self.data.seats[seat].commands

    def remember(self, seat: int, cmd: str) -> None:
        data = self.data.seats[seat]
        data.commands = [*data.commands[-MAX_REMEMBERED_COMMANDS + 1 :], cmd]
        self.unwritten = True

    def send(self, client_id: int, message: wire.ServerMessage) -> None:
        self.outbox.append((client_id, message))

    def tell_chat(self, client: Client) -> None:
        """Report somebody what has been said before they came."""
        for seat, name, text in self.chat:
            self.send(client.id, wire.Chat(seat=seat, name=name, text=text))

    def tell_all(self, message: wire.ServerMessage) -> None:
        for client in self.clients.values():
            if not client.knock:
                self.send(client.id, message)


def prompt_of(match: Match, seat: int) -> int:
    """Return the number of the question before a seat; -1 if it is not asked."""
    return runtime.prompt(match.state, seat).id
