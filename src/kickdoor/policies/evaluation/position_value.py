"""Static evaluation of a position: the win chance of each player, from the cards on the table and in hands.

The numbers were fitted to the winners of 3,000 games of four `nasty` bots (a choice model, 100,000 turns; a Level is
worth about 700 to 1000 Gold Pieces there). Only integers are used, so that the result is the same on every machine.
"""

from typing import Final

from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.card_value import holdings, level_worth

CERTAIN: Final = 10_000
"""The chance of a certain winner."""
POWERS_OF_TWO: Final = [
    65536, 68438, 71468, 74632, 77936, 81386, 84990, 88752, 92682, 96785, 101070, 105545, 110218, 115098, 120194, 125515
]  # fmt: skip
"""2 to the power of 0/16, 1/16 … 15/16, times 65536."""
POINTS_TO_DOUBLE: Final = 16
"""The number of points that doubles the odds."""
LEVEL_POINTS: Final = [0, 0, 5, 10, 14, 17, 21, 25, 30, 37, 60]
"""Points by Level in a game to Level 10. In other games, Levels equally far from winning have the same points."""
GOLD_PER_POINT: Final = 140
"""Gold Pieces of card value for one point."""
POINTS_PER_TURN_OF_DELAY: Final = 1
"""Points lost for each seat whose turn comes before that of this one."""
OFFSET: Final = 40
"""Points of a seat with nothing; they keep the sum above zero if card values are negative."""
MAX_POINTS: Final = 400


def position_score(s: State, seat: int, unknown: list[int]) -> int:
    """Return the points of a seat."""
    p = s.seats[seat]
    level = max(0, len(LEVEL_POINTS) - 1 - max(0, s.options.winning_level - p.level))
    card_value = holdings(s, seat, unknown) - level_worth(s, p.level)
    delay = (seat - s.turn) % len(s.seats) * POINTS_PER_TURN_OF_DELAY
    return max(0, min(MAX_POINTS, OFFSET + LEVEL_POINTS[level] + card_value // GOLD_PER_POINT - delay))


def win_probabilities(s: State) -> list[int]:
    """Return the win chance of each player in ten-thousandths; joint winners share it."""
    n = len(s.seats)
    if s.winners:
        return [CERTAIN // len(s.winners) if seat in s.winners else 0 for seat in range(n)]
    odds: list[int] = []
    for seat in range(n):
        points = position_score(s, seat, [])
        odds.append(POWERS_OF_TWO[points % POINTS_TO_DOUBLE] << points // POINTS_TO_DOUBLE)
    total = sum(odds)
    return [CERTAIN * chance // total for chance in odds]
