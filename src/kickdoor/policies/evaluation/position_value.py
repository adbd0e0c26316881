"""Static evaluation of a position: the win chance of each player, from the cards on the table and in hands.

The numbers were fitted to the winners of 3,000 games of four `nasty` bots (a choice model, 100,000 turns; a Level is
worth about 700 to 1000 Gold Pieces there). Only integers are used, so that the result is the same on every machine.
"""

from typing import Final

from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.card_value import holdings, level_worth

CERTAIN: Final = 10_000
"""The chance of a certain winner."""
ROOTS: Final = [
    65536, 68438, 71468, 74632, 77936, 81386, 84990, 88752, 92682, 96785, 101070, 105545, 110218, 115098, 120194, 125515
]  # fmt: skip
"""Two to the power of 0/16 to 15/16, times 65536."""
DOUBLING: Final = 16
"""Points that double the odds."""
LEVEL_POINTS: Final = [0, 0, 5, 10, 14, 17, 21, 25, 30, 37, 60]
"""Points of each Level in a game to Level 10; other games count the missing Levels."""
WORTH_A_POINT: Final = 140
"""Gold Pieces of card value for one point."""
WAITS: Final = 1
"""Points lost for each seat that plays before this one."""
MIDDLE: Final = 40
"""Offset that keeps points above zero, even if the card values are negative."""
MAX_POINTS: Final = 400


def position_score(s: State, seat: int, unknown: list[int]) -> int:
    """Return the points of a seat."""
    p = s.seats[seat]
    level = max(0, len(LEVEL_POINTS) - 1 - max(0, s.options.winning_level - p.level))
    things = holdings(s, seat, unknown) - level_worth(s, p.level)
    waits = (seat - s.turn) % len(s.seats) * WAITS
    return max(0, min(MAX_POINTS, MIDDLE + LEVEL_POINTS[level] + things // WORTH_A_POINT - waits))


def win_probabilities(s: State) -> list[int]:
    """Return the win chance of each player in ten-thousandths; joint winners share it."""
    n = len(s.seats)
    if s.winners:
        return [CERTAIN // len(s.winners) if seat in s.winners else 0 for seat in range(n)]
    odds: list[int] = []
    for seat in range(n):
        rank = position_score(s, seat, [])
        odds.append(ROOTS[rank % DOUBLING] << rank // DOUBLING)
    total = sum(odds)
    return [CERTAIN * chance // total for chance in odds]
