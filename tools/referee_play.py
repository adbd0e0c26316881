"""Random games for the referee: who answers next, and what."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate

from kickdoor import Event, Game, Option, Rng, known_sets, new_game

WEIGHTS = {
    "claim": 80, "equip": 40, "carry": 40, "play": 20, "accept": 20, "use": 20, "ask": 15, "kick": 12, "pass": 8,
    "trade": 1, "give": 1, "show": 1, "unequip": 1, "sell": 2, "discard": 2,
}  # fmt: skip
"""How likely an act is beside others, so that games come to something."""
USUAL = 8
MISERS = {"play": 1, "carry": 1, "end_turn": 20, "pass": 20}
"""The same where in some games everybody keeps their cards."""
MAX_FREE_ACTIONS = 2
"""Acts that use nothing up a seat gets between two phases."""
OUT_OF_TURN = 6
"""One answer in so many goes to a seat that is not asked."""
MAX_TURNS = 120
CHOICES: dict[str, list[object]] = {
    "help_when_winning": [False, False, True],
    "tokens_survive_death": [False, False, True],
    "run_order": ["fighter_first", "fighter_first", "agree"],
    "token_roll": [False, True],
    "listen_at_the_door": [False, False, True],
    "shared_victory": [False, False, True],
    "winning_level": [10, 10, 10, 7, 15],
}
"""Table options, each value as likely as it stands there."""


class Deed:
    """One answer: whose, which, and what it led to."""

    def __init__(self, option: Option, picks: list[int] | None) -> None:
        self.option = option
        self.seat = option.seat
        self.key = option.key
        self.act = option.act
        self.picks = picks or []
        self.events: list[Event] = []

    def __str__(self) -> str:
        return f"seat {self.seat} {self.key}" + (f" with {self.picks}" if self.picks else "")


def mixes(sets: list[str]) -> list[list[str]]:
    """List all mixes of some sets."""
    names = sets or known_sets()
    found = [[names[i] for i in range(len(names)) if mask >> i & 1] for mask in range(1, 1 << len(names))]
    return sorted(found, key=len)


def start(seed: str, sets: list[str]) -> Game:
    """Set up the game of a seed: the mix, seats and table options follow from it."""
    rng = Rng(seed)
    options = {name: rng.choice(values) for name, values in CHOICES.items()}
    mix = rng.choice(mixes(sets))
    seats = 3 + rng.below(4)
    return new_game(mix, seats, seed, options=options, sexes=[rng.choice(["male", "female"]) for _ in range(seats)])


class RandomTable:
    """Plays a game at random, an answer at a time."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game = game
        self.rng = rng
        self.mark: tuple[int, str] = (-1, "")
        self.idle: dict[int, int] = {}
        self.weights = WEIGHTS | (MISERS if rng.below(4) == 0 else {})

    def draw(self) -> Deed:
        """Draw the next answer, without giving it."""
        game, rng = self.game, self.rng
        mark = (game.turns, game.phase)
        if mark != self.mark:
            self.mark, self.idle = mark, {}
        asked = game.asked
        if rng.below(OUT_OF_TURN) == 0:
            seat = rng.below(game.seats)
            found = [] if seat in asked else self.wanted(game.options(seat), seat, True)
            if found:
                return self.deed(found)
        seat = rng.choice(asked)
        return self.deed(self.wanted(game.options(seat), seat, False))

    def wanted(self, options: list[Option], seat: int, strict: bool) -> list[Option]:
        """Leave out what uses nothing up, once a seat has done enough of it."""
        if self.idle.get(seat, 0) < MAX_FREE_ACTIONS:
            return options
        return [option for option in options if not option.is_free_action] or ([] if strict else options)

    def deed(self, options: list[Option]) -> Deed:
        """Draw one of some options, and fills in its form."""
        weights = [self.weights.get(option.act, USUAL) for option in options]
        at = self.rng.below(sum(weights))
        option = options[bisect(list(accumulate(weights)), at)]
        if option.is_free_action:
            self.idle[option.seat] = self.idle.get(option.seat, 0) + 1
        return Deed(option, option.form.sample(self.rng) if option.is_form else None)

    def do(self, deed: Deed) -> None:
        """Give an answer."""
        deed.events = self.game.do(deed.option, deed.picks if deed.option.is_form else None)


def games(seed: str, sets: list[str]) -> Iterator[tuple[str, Game]]:
    """Set up games without end."""
    number = 0
    while True:
        yield f"{seed}:{number}", start(f"{seed}:{number}", sets)
        number += 1
