"""Who sits with whom in a ladder, and where.

A line-up is who plays, whatever their seats:

- *pairs*: every bot alone against copies of every other one, both ways
- *first*: of these only the bot named first against each of the others, where one bot is to be measured
- *mixed*: every choice of as many different bots as there are seats; with fewer bots than seats all of them, and who
  sits twice is everybody in turn

Every line-up is played in heats of as many games as there are seats: all move one seat on after each game, so that in a
heat everybody sits everywhere once. In mixed line-ups the next heat has another order round the table, every second
one being the reverse of that before it, so that nobody always sits behind the same player. Every bot therefore has
every seat equally often, and every pair and every choice of bots meets equally often.
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
    """Who plays, one bot a place; in a pair the first is alone against the others."""

    bots: tuple[str, ...]
    is_pair: bool

    @property
    def name(self) -> str:
        """Name it for seeds and for people.

        >>> LineUp(("nasty", "easy", "easy"), True).name
        'nasty against easy'
        """
        return f"{self.bots[0]} against {self.bots[1]}" if self.is_pair else ", ".join(self.bots)

    def in_order(self, heat: int) -> tuple[str, ...]:
        """Return the bots by place for a heat: in a mixed line-up the order round the table is another each time."""
        if self.is_pair:
            return self.bots
        orders = round_orders(len(self.bots))
        return tuple(self.bots[place] for place in orders[heat % len(orders)])


def round_orders(seats: int) -> list[tuple[int, ...]]:
    """List the orders round a table, each followed by its reverse; where it begins makes no other order.

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
    # Of two bots at three seats, the mixed tables are those of the pairs
    known = {tuple(sorted(pair.bots)) for pair in pairs} if sort == BOTH else set()
    return [*([] if sort == MIXED else pairs), *[one for one in mixed if tuple(sorted(one.bots)) not in known]]


def mixed_tables(bots: tuple[str, ...], seats: int) -> list[tuple[str, ...]]:
    """List the tables at which as many different bots sit as there can, each as often as any other or once more.

    >>> mixed_tables(("a", "b", "c"), 4)
    [('a', 'b', 'c', 'a'), ('a', 'b', 'c', 'b'), ('a', 'b', 'c', 'c')]
    """
    whole, more = divmod(seats, len(bots))
    return [(*bots * whole, *extra) for extra in combinations(bots, more)]


def count_line_ups(bots: int, seats: int, sort: str) -> int:
    """Count line-ups without making them; those that are left out are counted too."""
    if sort == FIRST:
        return bots - 1
    return (sort != MIXED) * bots * (bots - 1) + (sort != PAIRS) * comb(bots, seats % bots)
