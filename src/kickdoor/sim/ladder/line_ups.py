"""Line-ups of a ladder and their seating.

A line-up is a group of bots, regardless of their seats:

- *pairs*: every bot alone against copies of every other one, both ways
- *first*: of these only the bot named first against each of the others, to measure one bot
- *mixed*: every group of as many different bots as there are seats; with fewer bots than seats all of them, and
each bot in turn fills the extra seats

Every line-up is played in heats of as many games as there are seats: all move one seat after each game, so that in a
heat every bot has every seat once. In mixed line-ups the next heat has another order around the table, every second
one being the reverse of the previous one, so that no bot always sits behind the same player. Every bot therefore has
every seat equally often, and every pair and every group of bots meets equally often.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb

PAIRS, FIRST, MIXED, BOTH = "pairs", "first", "mixed", "both"
SORTS = (BOTH, PAIRS, FIRST, MIXED)
MAX_LINE_UPS = 10_000


@dataclass(frozen=True, slots=True)
class LineUp:
    """The bots of a table, one per place; in a pair the first is alone against the others."""

    bots: tuple[str, ...]
    is_pair: bool

    @property
    def name(self) -> str:
        """The name of the line-up, used in seeds and in reports.

        >>> LineUp(("nasty", "easy", "easy"), True).name
        'nasty against easy'
        """
        return f"{self.bots[0]} against {self.bots[1]}" if self.is_pair else ", ".join(self.bots)

    def in_order(self, heat: int) -> tuple[str, ...]:
        """Return the bots by place for a heat; a mixed line-up has another order around the table in each heat."""
        if self.is_pair:
            return self.bots
        orders = round_orders(len(self.bots))
        return tuple(self.bots[place] for place in orders[heat % len(orders)])


def round_orders(seats: int) -> list[tuple[int, ...]]:
    """List the circular orders around a table, each followed by its reverse.

    >>> round_orders(3)
    [(0, 1, 2), (0, 2, 1)]
    """
    found: dict[tuple[int, ...], None] = {}
    for order in permutations(range(1, seats)):
        found.setdefault((0, *order))
        found.setdefault((0, *order[::-1]))
    return list(found)


def line_ups(bots: tuple[str, ...], seats: int, sort: str) -> list[LineUp]:
    """List the line-ups of a ladder."""
    alone = bots[:1] if sort == FIRST else bots
    pairs = [LineUp((one, *[other] * (seats - 1)), True) for one, other in permutations(bots, 2) if one in alone]
    mixed = [] if sort in (PAIRS, FIRST) else [LineUp(chosen, False) for chosen in mixed_tables(bots, seats)]
    # With two bots and three seats, the mixed tables equal those of the pairs
    known = {tuple(sorted(pair.bots)) for pair in pairs} if sort == BOTH else set()
    return [*([] if sort == MIXED else pairs), *[one for one in mixed if tuple(sorted(one.bots)) not in known]]


def mixed_tables(bots: tuple[str, ...], seats: int) -> list[tuple[str, ...]]:
    """List the tables with as many different bots as possible, each as often as any other or once more.

    >>> mixed_tables(("a", "b", "c"), 4)
    [('a', 'b', 'c', 'a'), ('a', 'b', 'c', 'b'), ('a', 'b', 'c', 'c')]
    """
    whole, more = divmod(seats, len(bots))
    return [(*bots * whole, *extra) for extra in combinations(bots, more)]


def count_line_ups(bots: int, seats: int, sort: str) -> int:
    """Count line-ups without creating them, including those that are left out."""
    if sort == FIRST:
        return bots - 1
    return (sort != MIXED) * bots * (bots - 1) + (sort != PAIRS) * comb(bots, seats % bots)
