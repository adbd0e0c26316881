"""Length statistics: game length, Level growth, and the win rate of leaders."""

from __future__ import annotations

from typing import Any

from kickdoor.lab.report.batches import MAX_ROUND, Array, Batch, numpy
from kickdoor.sim.ladder.shares import share_of
from kickdoor.sim.ladder.standings import percent

REACHED = 0.1
"""The share of games still running below which curves end, since the remaining games are not typical."""
MIN_GAMES = 20
"""The minimum number of games for a point of a curve."""


class Lengths:
    """Counts of games by rounds."""

    def __init__(self) -> None:
        self.counts = numpy().zeros(0, dtype=numpy().int64)

    def add(self, batch: Batch) -> None:
        """Take in the games of a batch."""
        rounds = batch.within("games", "rounds", 0, MAX_ROUND)
        self.counts = added(self.counts, numpy().bincount(rounds))

    def data(self) -> dict[str, Any]:
        """Return the distribution; a quantile is the round after which so many are over."""
        np = numpy()
        total = int(self.counts.sum())
        after = np.cumsum(self.counts)
        rounds = [int(np.searchsorted(after, part * total, side="left")) for part in (0.1, 0.5, 0.9)]
        mean = float((np.arange(len(self.counts)) * self.counts).sum() / max(total, 1))
        return {
            "tenth": rounds[0],
            "median": rounds[1],
            "ninety": rounds[2],
            "mean": round(mean, 2),
            "most": len(self.counts) - 1,
            "games_by_rounds": self.counts.tolist(),
        }


def added(one: Array, other: Array) -> Array:
    """Add two rows of counts of different lengths."""
    np = numpy()
    long, short = (one, other) if len(one) >= len(other) else (other, one)
    return long + np.pad(short, (0, len(long) - len(short)))


class Levels:
    """Sums of Levels by round, of later winners and of all others, and of wins by leaders."""

    def __init__(self) -> None:
        zeros = numpy().zeros(0)
        self.count = {True: zeros, False: zeros}
        self.level = {True: zeros, False: zeros}
        self.led = zeros
        """Games with a sole leader at the end of a round."""
        self.lead_won = zeros
        """Of these, the share of the win that the leader got."""
        self.games = 0

    def add(self, batch: Batch) -> None:
        """Take in the turns of a batch."""
        np = numpy()
        turns = batch.tables["turns"]
        at, seat = batch.at("turns"), batch.seat("turns")
        number = batch.within("turns", "round", 1, MAX_ROUND)
        won = batch.won[at, seat]
        ended = batch.won.any(axis=1)[at]
        self.games += int(batch.won.any(axis=1).sum())
        for who in (True, False):
            mine = ended & (won == who)
            self.count[who] = added(self.count[who], np.bincount(number[mine]))
            self.level[who] = added(self.level[who], np.bincount(number[mine], weights=turns["level"][mine]))
        leader = batch.within("turns", "leader", -1, batch.cell.seats - 1)
        # Leave out the last turn of a game, since its winner leads by having won
        last_of_game = np.zeros(len(at), dtype=bool)
        order = np.lexsort((turns["turn"], at))
        last_of_game[order[np.append(at[order][1:] != at[order][:-1], True)]] = len(at) > 0
        whole = (turns["turn"] % batch.cell.seats == 0) & ended & ~last_of_game
        led = whole & (leader >= 0)
        self.led = added(self.led, np.bincount(number[led]))
        self.lead_won = added(self.lead_won, np.bincount(number[led], weights=batch.shares[at[led], leader[led]]))

    def data(self) -> dict[str, Any]:
        """Return the curves, as far as enough games go on."""
        rounds = min(len(self.count[True]), len(self.count[False]))
        enough = max(MIN_GAMES, REACHED * self.games)
        curve = []
        for number in range(1, rounds):
            winners, others = self.count[True][number], self.count[False][number]
            if min(winners, others) < enough:
                break
            point: dict[str, Any] = {
                "round": number,
                "winners": round(float(self.level[True][number] / winners), 3),
                "others": round(float(self.level[False][number] / others), 3),
            }
            if number < len(self.led) and self.led[number] >= MIN_GAMES:
                led = int(self.led[number])
                point["leader_wins"] = percent(share_of(float(self.lead_won[number]), led))
            curve.append(point)
        return {"by_round": curve}
