"""Plays a record again to be looked at: views step by step from any seat, as the table would have shown them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from kickdoor.catalog.set_folder import folders_of
from kickdoor.engine.constants import SEXES
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.prompts import Answer, parse
from kickdoor.engine.state.state import State
from kickdoor.replay.fingerprints import result_of
from kickdoor.replay.provenance import ReplayMismatch, origin_of
from kickdoor.replay.record import Begun, catalog_of
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.game_stats import Counts, Stats
from kickdoor.server.records.table_record import MAX_STEPS, TableRecord, check_fairness, encoder, name_of, read_record
from kickdoor.server.room.bot_profiles import faces_of
from kickdoor.server.room.broadcast import scene
from kickdoor.server.room.game_log import LogEvent, line_of
from kickdoor.server.room.match import Match
from kickdoor.server.room.public_view import PublicView
from kickdoor.server.room.room_data import RoomData, SeatData
from kickdoor.view.observation import OpenObservation
from kickdoor.view.observe import observe

OPEN = "open"
"""The perspective that sees all hands."""
WATCHER = "watcher"
MAX_STEPS_PER_PAGE = 50
"""Steps in one page."""
STATE_INTERVAL = 40
"""A state is kept after so many steps, to go back to."""
MAX_CACHED_RECORDS = 6


class Moment(Struct, forbid_unknown_fields=True):
    """One line of the log with the step it belongs to."""

    seq: int
    line: wire.Line


class ReplayPage(Struct, forbid_unknown_fields=True):
    """Some steps of a record as one perspective sees them. Step 0 is the deal."""

    names: list[str]
    kinds: list[str]
    faces: list[int]
    """The pictures of the seats: those of the bots' characters, others by their chairs."""
    sets: list[str]
    perspective: str
    total: int
    """The number of the last step."""
    first: int
    views: list[wire.View]
    note: str
    """Why there is no more of it to be seen, or how else it comes out otherwise than it did; else empty."""


class Playback:
    """A record that was played to its end, with states to go back to.

    One made under other rules or with other cards is played up to the first answer that differs now.
    """

    def __init__(self, record: TableRecord, folders: list[Path]) -> None:
        game = record.game
        if len(game.answers) > MAX_STEPS:
            raise BadData(f"the record has more than {MAX_STEPS} answers")
        check_fairness(record)
        self.record = record
        rules = catalog_of(game, folders_of(game.sets, folders))
        sexes = [*game.sexes, *[0] * game.seats][: game.seats]
        chairs = [SeatData(name=name, sex=SEXES[sex]) for name, sex in zip(record.names, sexes, strict=True)]
        options: dict[str, Any] = game.options
        data = RoomData(id="", code="", sets=game.sets, options=options, speed="none", seats=chairs, seed=game.seed)
        self.origin = origin_of(game, rules)
        self.match = Match(rules, data)
        if game.begun is None:
            self.origin.check_deal(self.match.recorder, game.dealt)
        self.note = before_it(game.begun)
        """What differs, or cannot be seen."""
        self.begin()
        self.states: list[State] = [self.match.state.copy()]
        self.marks: list[int] = [0]
        """How many lines there are after each step."""
        self.counts = Counts(self.match)
        try:
            for number in range(len(game.answers)):
                self.play(number)
            self.origin.check_end(game.result, result_of(self.match.state))
        except ReplayMismatch as e:
            given = len(self.match.recorder.answers)
            if not e.otherwise or not given:
                raise
            self.note = "; it was also ".join(filter(None, (self.note, str(e))))
            shorter = msgspec.structs.replace(game, answers=game.answers[:given])
            self.record = msgspec.structs.replace(record, game=shorter)

    def begin(self) -> None:
        """Start where the record does."""
        try:
            game = self.record.game
            self.match.recorder.begin_as(game)
            self.match.dropped = 0 if game.begun is None else game.begun.lines
        except BadData as e:
            raise self.origin.differs(str(e)) from None

    @property
    def total(self) -> int:
        return len(self.record.game.answers)

    def play(self, number: int) -> None:
        """Give the next answer and checks what comes of it."""
        step = self.record.game.answers[number]
        self.counts.before(step.seat)
        self.match.give_again(self.origin, step)
        self.counts.after(number + 1, self.match.events[self.marks[-1] :])
        self.marks.append(len(self.match.events))
        if (number + 1) % STATE_INTERVAL == 0:
            self.states.append(self.match.state.copy())

    def state_after(self, number: int) -> State:
        """Return the game as it was after so many answers."""
        s = self.states[number // STATE_INTERVAL].copy()
        for step in self.record.game.answers[number // STATE_INTERVAL * STATE_INTERVAL : number]:
            runtime.apply(s, Answer(step.seat, parse(step.key), step.picks[:]))
        return s

    def lines(self, perspective: str, first: int, last: int) -> list[wire.Line]:
        """Return the lines between two places of the log."""
        seat = seat_of(perspective)
        out: list[wire.Line] = []
        for n in range(first, last):
            fact = self.match.events[n]
            fact = opened(fact) if perspective == OPEN else fact
            out.append(line_of(self.match.rules, self.record.names, fact, self.match.dropped + n + 1, seat))
        return out

    def page(self, perspective: str, first: int, last: int) -> ReplayPage:
        """Show steps as a perspective saw them."""
        check_perspective(perspective, self.record.game.seats)
        first = min(first, self.total)
        last = min(last, self.total, first + MAX_STEPS_PER_PAGE - 1)
        s = self.state_after(first)
        views: list[wire.View] = []
        for number in range(first, last + 1):
            if number > first:
                step = self.record.game.answers[number - 1]
                runtime.apply(s, Answer(step.seat, parse(step.key), step.picks[:]))
            views.append(self.view(s, perspective, number))
        names, kinds, sets = self.record.names, self.record.kinds, self.record.game.sets
        return ReplayPage(names, kinds, faces_of(kinds), sets, perspective, self.total, first, views, self.note)

    def view(self, s: State, perspective: str, number: int) -> wire.View:
        """Show one step, with the lines it has added to the log."""
        seat = seat_of(perspective)
        start = self.marks[number - 1] if number else 0
        lines = self.lines(perspective, start, self.marks[number])
        shown = scene(PublicView(s, self.record.names), seat, number, lines)
        if perspective == OPEN:
            shown.game = open_game(s)
        return shown

    def log(self, perspective: str) -> list[Moment]:
        """Return everything that happened, each line with its step."""
        check_perspective(perspective, self.record.game.seats)
        out: list[Moment] = []
        for number in range(1, self.total + 1):
            for line in self.lines(perspective, self.marks[number - 1], self.marks[number]):
                out.append(Moment(number, line))
        return out

    def stats(self) -> Stats:
        return self.counts.stats(self.record)


def before_it(begun: Begun | None) -> str:
    """Return of a record that begins in the midst of a game what is not in it."""
    if begun is None:
        return ""
    return f"continued under other rules or with other cards, so its first {begun.answers} answers can't be shown"


def check_perspective(perspective: str, seats: int) -> None:
    if perspective not in (OPEN, WATCHER, *[str(i) for i in range(seats)]):
        raise BadData(f"a view must be {OPEN}, {WATCHER}, or a seat from 0 to {seats - 1}, got {perspective!a}")


def seat_of(perspective: str) -> int:
    return int(perspective) if perspective.isdecimal() else -1


def opened(fact: LogEvent) -> LogEvent:
    """Return an event as all seats would see it."""
    return fact if fact.event is None else replace(fact, event=fact.event.revealed())


def open_game(s: State) -> OpenObservation:
    """Show the game with all hands open."""
    seen = observe(s, -1, remembers=False)
    hands = [p.hand[:] for p in s.seats]
    faces = [card for hand in hands for card in hand if card not in seen["card_ids"]]
    seen["card_ids"] += faces
    seen["card_defs"] += [s.cards[card].key for card in faces]
    return {**seen, "hands": hands}


# In a worker

kept: OrderedDict[str, Playback] = OrderedDict()


def playback(name: str, body: bytes, folders: list[Path]) -> Playback:
    """Return a record played to its end; the last few are kept."""
    found = kept.pop(name, None) or Playback(read_record(body), folders)
    kept[name] = found
    if len(kept) > MAX_CACHED_RECORDS:
        kept.popitem(last=False)
    return found


def page_of(name: str, body: bytes, folders: list[Path], perspective: str, first: int, last: int) -> bytes:
    return msgspec.json.encode(playback(name, body, folders).page(perspective, first, last))


def log_of(name: str, body: bytes, folders: list[Path], perspective: str) -> bytes:
    return msgspec.json.encode(playback(name, body, folders).log(perspective))


def taken_in(body: bytes, folders: list[Path]) -> bytes:
    """Play a record that somebody brings along, and gives it as it is to be kept: nothing in it but the game."""
    kept_as = encoder.encode(read_record(body))
    playback(name_of(kept_as), kept_as, folders)
    return kept_as


def stats_of(name: str, body: bytes, folders: list[Path]) -> bytes:
    return msgspec.json.encode(playback(name, body, folders).stats())
