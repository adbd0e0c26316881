"""Record of automatic answers: those that the engine took without a prompt because only one was possible.

The next steps of a scenario may name each automatic answer once, until another action starts.
"""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import P_SHIFT, card_of, kind_of, target_of
from kickdoor.engine.machine.resolve import programs_running
from kickdoor.engine.rules.items.equipment import big_items
from kickdoor.engine.state.items import is_big
from kickdoor.engine.state.state import State

CARD: Final = "card"
TOKEN: Final = "token"
PICK: Final = "pick"
TAKEN: Final = "taken"
LEFT_BEHIND: Final = "left behind"
PLAYED: Final = "played"
FORCED: Final = "forced to help"
PASSED: Final = "passed"
WINDOW_PASS: Final = "named a pass"
"""Kinds of automatic answers. `PASSED` is a pass that the runner made; a `WINDOW_PASS` has been named by a step."""

PICKED: Final = (
    ev.CARD_DISCARDED, ev.LOOTED, ev.ITEM_TAKEN, ev.CARD_TAKEN_FROM, ev.CURSE_CANCELLED, ev.TREASURE_PICKED,
    ev.BIG_ITEM_PASSED, ev.TAKEN_FROM_DISCARDS, ev.GIVEN,
)  # fmt: skip
"""Events of a card that a player picked, or that was the only one possible."""


class AutomaticAnswers:
    """The automatic answers that a step may still name."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, str, int]] = []
        """Seat, kind, and value: a card definition, a token kind, a pick, or the uid of a window."""
        self.escape_roller = -1
        """Seat that has rolled to escape and has neither escaped nor been caught; -1 for none."""
        self.theft: Event | None = None
        """Last use of an ability on another player, which may be a theft."""
        self.is_theft_failing = False
        """Whether a die was rolled for the theft and no Item has been taken since."""

    def copy(self) -> "AutomaticAnswers":
        """Return an independent copy."""
        c = AutomaticAnswers()
        c.answers = self.answers[:]
        c.escape_roller = self.escape_roller
        c.theft = self.theft
        c.is_theft_failing = self.is_theft_failing
        return c

    def record(self, s: State, events: list[Event], code: int, picks: list[int]) -> None:
        """Record the automatic answers in the events of an answer, except what the answer itself names."""
        named = [card_of(code), *[p for p in picks if not p >> P_SHIFT]]
        named += [target_of(code)] if kind_of(code) == nr.A_CARD else []
        for event in events:
            self.record_cards(s, event, named)
            if event.kind == ev.TOKEN_GAINED and kind_of(code) == nr.A_COUNTER and event.amount == target_of(code):
                continue
            if event.kind == ev.TOKEN_GAINED:
                self.answers.append((event.seat, TOKEN, event.amount))
            elif event.kind == ev.TOKENS_LOST:
                self.answers.append((event.seat, TOKEN, event.other))
            elif event.kind == ev.HELPER_FORCED:
                self.answers.append((event.seat, FORCED, 0))
            elif event.kind == ev.DIE_ROLLED and event.other == nr.FOR_ESCAPE:
                self.escape_roller = event.seat
            elif event.kind == ev.ESCAPED:
                if self.escape_roller != event.seat and event.names:
                    self.answers.append((event.seat, LEFT_BEHIND, event.names[0]))
                self.escape_roller = -1
            elif event.kind == ev.CAUGHT:
                self.escape_roller = -1
            self.record_theft(event)
        theft = self.theft
        if theft is not None and not any(program.card == theft.cards[0] for program in programs_running(s)):
            if self.is_theft_failing:
                self.answers += [(theft.seat, CARD, s.cards[c].index) for c in s.seats[theft.other].play]
            self.theft = None

    def record_theft(self, event: Event) -> None:
        """Follow a possible theft; a step may name the Item of one that fails."""
        if event.kind == ev.ABILITY_USED and event.other >= 0 and event.other != event.seat and event.cards:
            self.theft = event
            self.is_theft_failing = False
        elif self.theft is not None and event.kind == ev.DIE_ROLLED:
            self.is_theft_failing = True
        elif event.kind == ev.ITEM_TAKEN:
            self.is_theft_failing = False

    def record_picks(self, picks: list[int], events: list[Event]) -> None:
        """Record picks that the engine made, for all seats in the events."""
        seats = {seat for event in events for seat in (event.seat, event.other)} - {-1}
        self.answers += [(seat, PICK, pick) for seat in sorted(seats) for pick in picks]

    def record_cards(self, s: State, event: Event, named: list[int]) -> None:
        """Record the cards of an event, unless the answer named one of them."""
        kind = {ev.DOOR_TAKEN: TAKEN, ev.CARD_PLAYED: PLAYED}.get(event.kind, CARD if event.kind in PICKED else "")
        if not kind or set(event.cards) & set(named[:1] if kind == TAKEN else named):
            return
        if kind == PLAYED and not (event.names and s.rules.defs[event.names[0]].must_play):
            return
        for seat in {event.seat, event.other if event.kind != ev.LOOTED else -1} - {-1}:
            self.answers += [(seat, kind, name) for name in event.names]
        if event.kind in (ev.BIG_ITEM_PASSED, ev.CARD_DISCARDED) and any(is_big(s, c) for c in event.cards):
            # With too many Big Items, the player names the one to keep (ITEM-21).
            self.answers += [(event.seat, CARD, s.cards[c].index) for c in big_items(s, event.seat) if c not in named]

    def forget(self, window: int) -> None:
        """Forget the answers before a new action, except the passes in `window`; -1 if it is not a pass."""
        self.answers = [one for one in self.answers if one[1] in (PASSED, WINDOW_PASS) and one[2] == window]

    def take_pass(self, seat: int, window: int) -> bool:
        """Record that a player passes, or names a pass of the runner; return False the second time."""
        for one in self.answers:
            if one[:2] == (seat, PASSED):
                self.answers.remove(one)
                self.answers.append((seat, WINDOW_PASS, one[2]))
                return True
        if window < 0 or (seat, WINDOW_PASS, window) in self.answers:
            return False
        self.answers.append((seat, WINDOW_PASS, window))
        return True

    def take(self, seat: int, kind: str, values: list[int]) -> bool:
        """Remove an automatic answer of a player with one of the values; return whether there was one."""
        for value in values:
            if (seat, kind, value) in self.answers:
                self.answers.remove((seat, kind, value))
                return True
        return False
