"""Random games for the referee: choice of the next seat and its answer."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate

from kickdoor import Event, Game, Option, Rng, known_sets, new_game

WEIGHTS = {
    "claim": 80, "equip": 40, "carry": 40, "play": 20, "accept": 20, "use": 20, "ask": 15, "kick": 12, "pass": 8,
    "trade": 1, "give": 1, "show": 1, "unequip": 1, "sell": 2, "discard": 2,
}  # fmt: skip
"""Weights of actions, so that games make progress."""
USUAL = 8
MISERS = {"play": 1, "carry": 1, "end_turn": 20, "pass": 20}
"""The same for games in which all players tend to keep their cards."""
MAX_FREE_ACTIONS = 2
"""Free actions per seat between two phases."""
OUT_OF_TURN = 6
"""One in so many answers comes from a seat that is not prompted."""
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
"""Table options; repeated values are more likely."""


class Step:
    """One answer with its events."""

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
    """Create the game of a seed, which determines the mix, seats and table options."""
    rng = Rng(seed)
    options = {name: rng.choice(values) for name, values in CHOICES.items()}
    mix = rng.choice(mixes(sets))
    seats = 3 + rng.below(4)
    return new_game(mix, seats, seed, options=options, sexes=[rng.choice(["male", "female"]) for _ in range(seats)])


class RandomTable:
    """Random player of all seats, one answer at a time."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game = game
        self.rng = rng
        self.mark: tuple[int, str] = (-1, "")
        self.idle: dict[int, int] = {}
        self.weights = WEIGHTS | (MISERS if rng.below(4) == 0 else {})

    def draw(self) -> Step:
        """Draw the next answer without giving it."""
        game, rng = self.game, self.rng
        mark = (game.turns, game.phase)
        if mark != self.mark:
            self.mark, self.idle = mark, {}
        asked = game.asked
        if rng.below(OUT_OF_TURN) == 0:
            seat = rng.below(game.seats)
            found = [] if seat in asked else self.wanted(game.options(seat), seat, True)
            if found:
                return self.answer_from(found)
        seat = rng.choice(asked)
        return self.answer_from(self.wanted(game.options(seat), seat, False))

    def wanted(self, options: list[Option], seat: int, strict: bool) -> list[Option]:
        """Remove free actions once a seat has done enough of them."""
        if self.idle.get(seat, 0) < MAX_FREE_ACTIONS:
            return options
        return [option for option in options if not option.is_free_action] or ([] if strict else options)

    def answer_from(self, options: list[Option]) -> Step:
        """Draw one of the options and fill in its form."""
        weights = [self.weights.get(option.act, USUAL) for option in options]
        at = self.rng.below(sum(weights))
        option = options[bisect(list(accumulate(weights)), at)]
        if option.is_free_action:
            self.idle[option.seat] = self.idle.get(option.seat, 0) + 1
        return Step(option, option.form.sample(self.rng) if option.is_form else None)

    def do(self, step: Step) -> None:
        """Give an answer and record its events."""
        step.events = self.game.do(step.option, step.picks if step.option.is_form else None)


def games(seed: str, sets: list[str]) -> Iterator[tuple[str, Game]]:
    """Create games without end."""
    number = 0
    while True:
        yield f"{seed}:{number}", start(f"{seed}:{number}", sets)
        number += 1
