"""Notes what the engine has settled by itself because one answer alone was possible: it may be named in its turn."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import P_SHIFT, card_of, kind_of, target_of
from kickdoor.engine.machine.resolve import Resolve
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

PICKED: Final = (
    ev.CARD_DISCARDED, ev.LOOTED, ev.ITEM_TAKEN, ev.CARD_TAKEN_FROM, ev.CURSE_CANCELLED, ev.TREASURE_PICKED,
    ev.BIG_ITEM_PASSED, ev.TAKEN_FROM_DISCARDS, ev.GIVEN,
)  # fmt: skip
"""What happens to a card that somebody picks, or could not but pick."""


class AutomaticAnswers:
    """What may be named though nobody asks for it; the next act of anybody ends that."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str, int]] = []
        """Seat, sort and the definition, kind or number that was the only one possible."""
        self.rolling = -1
        """Who has rolled to escape and not yet got away or been caught."""
        self.used: Event | None = None
        """The ability last used on another player."""
        self.failing = False
        """A die was rolled for that ability, and nothing has been taken since."""

    def copy(self) -> "AutomaticAnswers":
        c = AutomaticAnswers()
        c.found = self.found[:]
        c.rolling = self.rolling
        c.used = self.used
        c.failing = self.failing
        return c

    def note(self, s: State, events: list[Event], code: int, picks: list[int]) -> None:
        """Note what has happened by an act, but for what the act itself has named."""
        own = [card_of(code), *[p for p in picks if not p >> P_SHIFT]]
        own += [target_of(code)] if kind_of(code) == nr.A_CARD else []
        for event in events:
            self.note_cards(s, event, own)
            if event.kind == ev.TOKEN_GAINED and kind_of(code) == nr.A_COUNTER and event.amount == target_of(code):
                continue
            if event.kind == ev.TOKEN_GAINED:
                self.found.append((event.seat, TOKEN, event.amount))
            elif event.kind == ev.TOKENS_LOST:
                self.found.append((event.seat, TOKEN, event.other))
            elif event.kind == ev.HELPER_FORCED:
                self.found.append((event.seat, FORCED, 0))
            elif event.kind == ev.DIE_ROLLED and event.other == nr.FOR_ESCAPE:
                self.rolling = event.seat
            elif event.kind == ev.ESCAPED:
                if self.rolling != event.seat and event.names:
                    self.found.append((event.seat, LEFT_BEHIND, event.names[0]))
                self.rolling = -1
            elif event.kind == ev.CAUGHT:
                self.rolling = -1
            self.note_theft(event)
        used = self.used
        if used is not None and not any(isinstance(f, Resolve) and f.card == used.cards[0] for f in s.stack):
            if self.failing:
                self.found += [(used.seat, CARD, s.cards[c].index) for c in s.seats[used.other].play]
            self.used = None

    def note_theft(self, event: Event) -> None:
        """Note how an ability used on another player goes: a theft that fails may name its Item."""
        if event.kind == ev.ABILITY_USED and event.other >= 0 and event.other != event.seat and event.cards:
            self.used = event
            self.failing = False
        elif self.used is not None and event.kind == ev.DIE_ROLLED:
            self.failing = True
        elif event.kind == ev.ITEM_TAKEN:
            self.failing = False

    def note_picks(self, picks: list[int], events: list[Event]) -> None:
        """Note what was picked last where one alone was possible, for those with whom something has happened."""
        seats = {seat for event in events for seat in (event.seat, event.other)} - {-1}
        self.found += [(seat, PICK, pick) for seat in sorted(seats) for pick in picks]

    def note_cards(self, s: State, event: Event, own: list[int]) -> None:
        sort = {ev.DOOR_TAKEN: TAKEN, ev.CARD_PLAYED: PLAYED}.get(event.kind, CARD if event.kind in PICKED else "")
        if not sort or set(event.cards) & set(own[:1] if sort == TAKEN else own):
            return
        if sort == PLAYED and not (event.names and s.rules.defs[event.names[0]].must_play):
            return
        for seat in {event.seat, event.other if event.kind != ev.LOOTED else -1} - {-1}:
            self.found += [(seat, sort, name) for name in event.names]
        if event.kind in (ev.BIG_ITEM_PASSED, ev.CARD_DISCARDED) and any(is_big(s, c) for c in event.cards):
            # Of Big Items too many the one kept is named (ITEM-21)
            self.found += [(event.seat, CARD, s.cards[c].index) for c in big_items(s, event.seat) if c not in own]

    def begin(self, window: int) -> None:
        """Forget what was settled before an act; a pass given in a window leaves the other passes in it."""
        self.found = [one for one in self.found if one[1] in (PASSED, WINDOW_PASS) and one[2] == window]

    def take_pass(self, seat: int, window: int) -> bool:
        """Note that a player passes in a window, or names the pass that the runner gave; False the second time."""
        for one in self.found:
            if one[:2] == (seat, PASSED):
                self.found.remove(one)
                self.found.append((seat, WINDOW_PASS, one[2]))
                return True
        if window < 0 or (seat, WINDOW_PASS, window) in self.found:
            return False
        self.found.append((seat, WINDOW_PASS, window))
        return True

    def take(self, seat: int, sort: str, values: list[int]) -> bool:
        """Take out one of some values if it was settled for a player; False if none was."""
        for value in values:
            if (seat, sort, value) in self.found:
                self.found.remove((seat, sort, value))
                return True
        return False
