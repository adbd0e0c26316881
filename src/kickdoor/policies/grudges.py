"""Memory of wrongs: which seats cursed the bot, interfered in its fights, took from it, refused it or cheated it."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.view.redact import sees

SEATS: Final = 6
NO_SEAT: Final = -1
WHOLE_WRONG: Final = 100
"""A whole wrong: a Curse, a monster sent into the fight of the seat, or a fight handed to the seat."""
TAKEN: Final = 60
"""A card or an Item taken from the seat."""
CHEATED: Final = 80
"""A promise that was not kept."""
REFUSED: Final = 25
"""Refused help."""
HELPED: Final = 60
"""The amount of wrong that help makes good."""
MAX_GRUDGE: Final = 300
"""Maximum wrong remembered of one seat."""
ABOUT: Final = 4
"""Index of the first card definition in the numbers of an event."""
RELEVANT_EVENTS: Final = (
    1 << ev.TURN_BEGUN | 1 << ev.FIGHT_BEGUN | 1 << ev.COMBAT_MOVED | 1 << ev.CARD_PLAYED | 1 << ev.ABILITY_USED
    | 1 << ev.MONSTER_JOINED | 1 << ev.HELP_AGREED | 1 << ev.HELPER_FORCED | 1 << ev.HELPER_LEFT | 1 << ev.HELP_REFUSED
    | 1 << ev.ITEM_TAKEN | 1 << ev.CARD_TAKEN_FROM | 1 << ev.PROMISE_LAPSED
)  # fmt: skip
"""The kinds of events that matter here, as bits; other events need not be sent."""


def visible_numbers(event: Event, seat: int) -> list[int]:
    """Return an event as a seat saw it, in plain numbers: kind, seat, other, amount and the visible cards."""
    numbers = [event.kind, event.seat, event.other, event.amount]
    return numbers + event.names if sees(event, seat) else numbers


class Grudges:
    """The wrongs done to one seat. It also tracks the fighters, which decide whom a card harms."""

    __slots__ = ("helper", "main", "player", "wrongs")

    def __init__(self) -> None:
        self.main = NO_SEAT
        self.helper = NO_SEAT
        self.player = NO_SEAT
        """The seat that acted last; it caused the next event."""
        self.wrongs = [0] * SEATS
        """The wrongs of each player against the seat, in hundredths of a whole wrong; they fade."""

    def on_event(self, numbers: list[int], me: int, rules: RuleSet, lasts: int) -> None:
        """Process an event that the seat saw. With each turn, `lasts` percent of every wrong remain."""
        kind, seat, other = numbers[0], numbers[1], numbers[2]
        if kind == ev.TURN_BEGUN:
            self.main = self.helper = self.player = NO_SEAT
            self.wrongs = [wrong * lasts // 100 for wrong in self.wrongs]
        elif kind == ev.CARD_PLAYED or kind == ev.ABILITY_USED:
            self.player = seat
            if self.is_harm(numbers, me, rules):
                self.blame(seat, me, WHOLE_WRONG)
        elif kind == ev.MONSTER_JOINED:
            if self.fights(me) and not self.fights(self.player):
                self.blame(self.player, me, WHOLE_WRONG)
        elif kind == ev.ITEM_TAKEN or kind == ev.CARD_TAKEN_FROM:
            if other == me:
                self.blame(seat, me, TAKEN)
        elif kind == ev.PROMISE_LAPSED:
            if other == me:
                self.blame(seat, me, CHEATED)
        elif kind == ev.HELP_REFUSED:
            if other == me and self.main == me:
                self.blame(seat, me, REFUSED)
        else:
            self.follow(kind, seat, other, me)

    def follow(self, kind: int, seat: int, other: int, me: int) -> None:
        """Track the fighters."""
        if kind == ev.FIGHT_BEGUN:
            self.main, self.helper = seat, NO_SEAT
        elif kind == ev.COMBAT_MOVED:
            self.main = seat
            if seat == me:
                self.blame(self.player, me, WHOLE_WRONG)
        elif kind == ev.HELP_AGREED or kind == ev.HELPER_FORCED:
            self.main, self.helper = other, seat
            if other == me and kind == ev.HELP_AGREED:
                self.wrongs[seat] = max(0, self.wrongs[seat] - HELPED)
        elif kind == ev.HELPER_LEFT:
            self.helper = NO_SEAT

    def fights(self, seat: int) -> bool:
        """Return whether a seat is in the current fight."""
        return seat >= 0 and (seat == self.main or seat == self.helper)

    def is_harm(self, numbers: list[int], me: int, rules: RuleSet) -> bool:
        """Return whether a card or ability was used against the seat: on it, or for the monsters it fights."""
        if len(numbers) <= ABOUT:
            return False
        d = rules.defs[numbers[ABOUT]]
        aim = numbers[3]
        if numbers[0] == ev.ABILITY_USED:
            aim = d.abilities[numbers[3]].aim if numbers[3] < len(d.abilities) else 0
        if aim == nr.A_SEAT:
            return numbers[2] == me and d.kind != nr.GOUP
        if not self.fights(me) or self.fights(numbers[1]):
            return False
        return (aim == nr.A_SIDE and numbers[2] == nr.MONSTERS) or (d.kind == nr.ENHANCER and d.bonus > 0)

    def blame(self, seat: int, me: int, wrong: int) -> None:
        """Remember a wrong."""
        if seat >= 0 and seat != me:
            self.wrongs[seat] = min(MAX_GRUDGE, self.wrongs[seat] + wrong)

    def envy_percents(self, spite: int) -> list[int]:
        """Return the percent that wrongs add to the envy of each seat: `spite` for a whole wrong; empty if none do."""
        found = [wrong * spite // WHOLE_WRONG for wrong in self.wrongs]
        return found if max(found) > 0 else []

    def memory(self) -> list[int]:
        """Return the memory as plain numbers."""
        return [self.main, self.helper, self.player, *self.wrongs]

    def restore_memory(self, memory: list[int]) -> None:
        """Restore the memory from plain numbers."""
        self.main, self.helper, self.player = memory[0], memory[1], memory[2]
        self.wrongs = memory[3:]

    def copy(self) -> "Grudges":
        c = Grudges()
        c.restore_memory(self.memory())
        return c
