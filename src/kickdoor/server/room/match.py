"""A game at a table: answers go in, the log grows, and an act may be taken back while nothing has come of it."""

from __future__ import annotations

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.constants import SEXES
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.events import EVENTS, EVERYONE, Event
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.codec import options_from_dict
from kickdoor.engine.state.state import State
from kickdoor.replay.provenance import Provenance
from kickdoor.replay.record import Record, Step
from kickdoor.replay.recorder import Recorder
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.game_log import LogEvent, build_log_events, line_of, reader_of
from kickdoor.server.room.room_data import RoomData

HARMLESS = frozenset(
    ["card_played", "item_carried", "item_equipped", "item_unequipped", "card_attached", "card_discarded",
     "items_sold", "level_gained", "ability_used"]
)  # fmt: skip
"""What an act may have led to and still be taken back; all else is a step of the game that stands."""
MAX_LOG_LINES = 500
"""Lines of the log that are kept for whoever comes; those before are in the record."""
MAX_RECENT_ANSWERS = 20
"""Answers that are kept: the store has them all, and only the last may be taken back."""
REFUSALS = (ev.HELP_REFUSED, ev.TRADE_REFUSED)


class Match:
    """One game, from the deal to the winner."""

    def __init__(self, rules: RuleSet, data: RoomData) -> None:
        self.rules = rules
        self.names = [seat.name for seat in data.seats]
        sexes = [SEXES.index(seat.sex) for seat in data.seats]
        self.recorder = Recorder(rules, len(data.seats), data.seed, options_from_dict(data.options), sexes)
        self.events: list[LogEvent] = []
        """What has happened; what was taken back stays in it, followed by a line that says so."""
        self.dropped = 0
        """Lines before these, which are not kept any more."""
        self.undo_by = -1
        self.undo_why: str = RefusalCode.UNDO_NOTHING
        self.before: State | None = None
        self.outcome_before = self.recorder.outcomes.copy()
        self.lines_before = 0
        """How many of the lines there were before the last answer."""
        self.given_again = 0
        """Answers it took to bring the game to where it was."""

    @property
    def state(self) -> State:
        return self.recorder.game.state

    @property
    def seq(self) -> int:
        """How many answers have been given and not taken back."""
        return self.recorder.count

    @property
    def told(self) -> int:
        """The number of the last line of the log."""
        return self.dropped + len(self.events)

    @property
    def is_over(self) -> bool:
        return self.recorder.game.is_over

    def check(self, answer: Answer) -> None:
        """Raise `Refused` if an answer is not legal; changes nothing."""
        runtime.check(self.state, answer)

    def apply(self, answer: Answer) -> list[Event]:
        """Return an answer and what came of it; raises `Refused` and changes nothing if it is not legal."""
        s = self.state
        asked, turn, draws = runtime.prompted_seats(s), s.turn, s.rng.counters[:]
        # Only what one seat alone was asked for can be taken back
        before = s.copy() if asked == 1 << answer.seat else None
        outcomes, lines = self.recorder.outcomes.copy(), len(self.events)
        events = self.recorder.apply(answer)
        self.events.extend(build_log_events(self.state, events, self.names))
        self.outcome_before = outcomes
        self.lines_before = lines
        self.undo_by = answer.seat
        if self.state.rng.counters != draws:
            self.undo_why = RefusalCode.UNDO_CHANCE
        else:
            self.undo_why = self.why_no_undo(answer.seat, asked, self.state.turn != turn, events)
        self.before = None if self.undo_why else before
        return events

    @property
    def news(self) -> list[LogEvent]:
        """What has come of the last answer."""
        return self.events[self.lines_before :]

    def explain(self, seat: int, why: wire.Reason | None) -> None:
        """Add to the line that tells of a refusal by the last answer why it was."""
        for told in self.news:
            if told.event is not None and told.event.kind in REFUSALS and told.seat == seat:
                told.why = why

    def forget_old(self) -> None:
        """Let go of answers and lines that nobody is told of any more; the store has what they came from."""
        extra = len(self.events) - MAX_LOG_LINES
        if extra > 0:
            del self.events[:extra]
            self.dropped += extra
            self.lines_before = max(0, self.lines_before - extra)
        if len(self.recorder.answers) > MAX_RECENT_ANSWERS:
            self.recorder.forget()

    def give_again(self, origin: Provenance, step: Step, blind: bool = False) -> None:
        """Give an answer that was given before. One that comes out differently is not given, and `Differs` says so."""
        before, outcomes, lines = self.state.copy(), self.recorder.outcomes.copy(), len(self.events)
        answers = len(self.recorder.answers)
        try:
            origin.give_again(self.recorder, step, self.apply, blind)
            self.given_again += 1
        except BaseException:
            self.recorder.game.state, self.recorder.outcomes = before, outcomes
            del self.recorder.answers[answers:], self.events[lines:]
            self.undo_by, self.undo_why, self.before = -1, RefusalCode.UNDO_NOTHING, None
            raise

    def why_no_undo(self, seat: int, asked: int, next_turn: bool, events: list[Event]) -> str:
        """Return what keeps an answer that drew nothing from being taken back; empty if nothing does."""
        if [e for e in events if e.visible_to != EVERYONE] or has_shown(self.news, seat):
            return RefusalCode.UNDO_SHOWN
        if asked != 1 << seat or runtime.prompted_seats(self.state) != asked or next_turn:
            return RefusalCode.UNDO_OTHERS
        if not events:
            return RefusalCode.UNDO_NOTHING
        return RefusalCode.UNDO_STANDS if [e for e in events if EVENTS[e.kind] not in HARMLESS] else ""

    def undo(self, seat: int) -> None:
        """Take the last answer back: the game is as if it had not been given, and so is the record."""
        if self.undo_by != seat:
            raise RequestRefused(RefusalCode.UNDO_NOTHING if self.undo_by < 0 else RefusalCode.UNDO_OTHERS)
        if self.undo_why or self.before is None:
            raise RequestRefused(self.undo_why)
        self.recorder.game.state = self.before
        self.recorder.answers.pop()
        self.recorder.outcomes = self.outcome_before
        self.events.append(LogEvent(None, self.state.turns, seat))
        self.before = None
        self.undo_why = RefusalCode.UNDO_NOTHING

    def why_not(self, seat: int) -> str:
        """Return why a seat cannot take its last act back; empty if it can."""
        return self.undo_why if self.undo_by in (seat, -1) else RefusalCode.UNDO_OTHERS

    def lines(self, seat: int, since: int, made: dict[tuple[int, int], wire.Line] | None = None) -> list[wire.Line]:
        """Return what has happened after a line, as a seat may know it.

        `made`: lines that others were told at the same moment. Who is told the same gets the same.
        """
        made = {} if made is None else made
        first = max(since - self.dropped, 0)
        out: list[wire.Line] = []
        for number, fact in enumerate(self.events[first:], self.dropped + first + 1):
            mark = (number, reader_of(fact, seat))
            if mark not in made:
                made[mark] = line_of(self.rules, self.names, fact, number, seat)
            out.append(made[mark])
        return out

    def lines_before_line(self, seat: int, before: int, most: int) -> list[wire.Line]:
        """Return at most so many of the lines before one, as a seat may know them; the newest of them."""
        last = min(before - 1, self.told) - self.dropped
        first = max(0, last - most)
        facts = self.events[first : max(0, last)]
        number = self.dropped + first + 1
        return [line_of(self.rules, self.names, fact, number + n, seat) for n, fact in enumerate(facts)]

    def record(self) -> Record:
        return self.recorder.record()


def has_shown(news: list[LogEvent], seat: int) -> bool:
    """Return whether an act of a seat has shown anybody a card, other than its own to others."""
    own = f"hand.{seat}>"
    for line in news:
        if line.event is not None and line.event.kind == ev.HAND_SHOWN and line.seat != seat:
            return True
        if [move for move in line.moves if move.startswith(("deck", "hand")) and not move.startswith(own)]:
            return True
    return False
