"""Effects of cards: seats with a card against the others of the same game.

Every game has a winner, so only the winning seat is evidence. In a game of n seats of
which k had the card, the measure is how much more of the win those k got than their part of the table. Over all
games that is a regression with an effect of each game, and its error is computed by games too.

The starting hand is random, so differences are caused by the card. Cards drawn, played or put on the table later
are not random: a player who wins fights draws more. Every card has that advantage, so it is compared with the average
card of its deck; even then this is a correlation with winning, not necessarily a cause.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from kickdoor.lab.report.batches import Array, Batch, Words, numpy
from kickdoor.lab.significance import LEVEL, Measured, false_discovery, shrink

MEASURES = ("dealt", "drawn", "played", "owned")
MEANS = {
    "dealt": "in the starting hand",
    "drawn": "drawn at any time",
    "played": "played at least once",
    "owned": "in play at the beginning of a turn",
}
ENOUGH = 40
"""The minimum number of games in which some seats had a card and others did not."""
DeckOf = Callable[[str], str]
"""A function that returns the deck of a card."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of one card."""

    card: str
    deck: str
    games: int
    """Games in which some seats had it and others did not."""
    measured: Measured


class Cards:
    """Sums by card of the win share of its owners."""

    def __init__(self) -> None:
        self.sums: dict[str, Array] = {name: numpy().zeros((7, 0)) for name in MEASURES}
        self.words = Words()

    def add(self, batch: Batch) -> None:
        """Add the cards of a batch, except games without a winner."""
        np = numpy()
        rows = batch.tables["cards"]
        self.words = batch.words["card"]
        at, seat = batch.at("cards"), batch.seat("cards")
        shares = batch.shares - batch.shares.mean(axis=1, keepdims=True)
        decided = batch.won.any(axis=1)[at]
        had = {
            "dealt": (rows["since"] == 0) & (rows["drawn"] > 0),
            "drawn": rows["drawn"] > 0,
            "played": rows["played"] > 0,
            "owned": rows["owned"] > 0,
        }
        for name, mine in had.items():
            mine = mine & decided
            found = moments(rows["card"][mine], at[mine], shares[at[mine], seat[mine]], shares)
            old = self.sums[name]
            wide = max(old.shape[1], found.shape[1])
            self.sums[name] = sum(np.pad(one, ((0, 0), (0, wide - one.shape[1]))) for one in (old, found))

    def effects(self, measure: str, deck_of: DeckOf) -> list[Effect]:
        """Return the measured effect of every card with enough games."""
        found = []
        for key, (a, b, aa, ab, bb, by_lot, games) in zip(self.words.all, self.sums[measure].T, strict=False):
            if games < ENOUGH or b <= 0:
                continue
            value = a / b
            left = max(aa - 2 * value * ab + value * value * bb, 0.0)
            # Where few had it and none of them won, what is left looks surer than a lot among the seats would be
            error = sqrt(max(left * games / (games - 1), by_lot)) / b
            if error > 0:
                found.append(Effect(key, deck_of(key), int(games), Measured(float(value), float(error))))
        return found

    def data(self, deck_of: DeckOf) -> dict[str, list[dict[str, Any]]]:
        """Return the effects of the cards by measure, best first."""
        return {name: named(self.effects(name, deck_of)) for name in MEASURES}


def moments(card: Array, game: Array, share: Array, shares: Array) -> Array:
    """Sum up by card, over games.

    The rows are a (the share of wins above the expected one), b (how much was compared), aa, ab, bb, the variance of a
    if each win fell to a seat at random, and the number of games.
    """
    np = numpy()
    seats = shares.shape[1]
    within = (shares * shares).sum(axis=1) / (seats - 1)
    if not len(card):
        return np.zeros((7, 0))
    pairs, inverse = np.unique(card.astype(np.int64) * (int(game.max()) + 1) + game, return_inverse=True)
    of, at = pairs // (int(game.max()) + 1), pairs % (int(game.max()) + 1)
    a = np.bincount(inverse, weights=share)
    had = np.bincount(inverse)
    b = had * (seats - had) / seats
    a, counts = np.where(b > 0, a, 0.0), (b > 0).astype(float)
    return np.array([np.bincount(of, weights=one) for one in (a, b, a * a, a * b, b * b, b * within[at], counts)])


def named(effects: list[Effect]) -> list[dict[str, Any]]:
    """Shrink the effects deck by deck, and mark those beyond chance."""
    found: list[dict[str, Any]] = []
    for deck in dict.fromkeys(effect.deck for effect in effects):
        mine = [effect for effect in effects if effect.deck == deck]
        family = shrink([effect.measured for effect in mine])
        for effect, shrunk in zip(mine, family.members, strict=True):
            points = {
                "effect": shrunk.value - family.middle,
                "low": shrunk.low - family.middle,
                "high": shrunk.high - family.middle,
                "measured": effect.measured.value - family.middle,
                "error": effect.measured.error,
            }
            row: dict[str, Any] = {"card": effect.card, "deck": deck, "games": effect.games}
            row |= {name: round(100 * value, 3) for name, value in points.items()}
            found.append(row | {"average": round(100 * family.middle, 3), "chance": shrunk.chance})
    for row, chance in zip(found, false_discovery([row["chance"] for row in found]), strict=True):
        row["corrected"] = round(chance, 6)
        row["more_than_luck"] = chance < LEVEL and (row["low"] > 0 or row["high"] < 0)
    return sorted(found, key=lambda row: (-row["effect"], row["card"]))
