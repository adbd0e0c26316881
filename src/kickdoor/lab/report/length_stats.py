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
        self.counts = add_counts(self.counts, numpy().bincount(rounds))

    def data(self) -> dict[str, Any]:
        """Return the distribution; a quantile is the round after which so many are over."""
        np = numpy()
        total = int(self.counts.sum())
        cumulative = np.cumsum(self.counts)
        rounds = [int(np.searchsorted(cumulative, quantile * total, side="left")) for quantile in (0.1, 0.5, 0.9)]
        mean = float((np.arange(len(self.counts)) * self.counts).sum() / max(total, 1))
        return {
            "tenth": rounds[0],
            "median": rounds[1],
            "ninety": rounds[2],
            "mean": round(mean, 2),
            "most": len(self.counts) - 1,
            "games_by_rounds": self.counts.tolist(),
        }


def add_counts(counts: Array, others: Array) -> Array:
    """Add two rows of counts of different lengths."""
    np = numpy()
    long, short = (counts, others) if len(counts) >= len(others) else (others, counts)
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
        game, seat = batch.at("turns"), batch.seat("turns")
        number = batch.within("turns", "round", 1, MAX_ROUND)
        is_winning = batch.won[game, seat]
        is_finished = batch.won.any(axis=1)[game]
        self.games += int(batch.won.any(axis=1).sum())
        for is_winner in (True, False):
            selected = is_finished & (is_winning == is_winner)
            self.count[is_winner] = add_counts(self.count[is_winner], np.bincount(number[selected]))
            self.level[is_winner] = add_counts(
                self.level[is_winner], np.bincount(number[selected], weights=turns["level"][selected])
            )
        leader = batch.within("turns", "leader", -1, batch.cell.seats - 1)
        # Leave out the last turn of a game, since its winner leads by having won
        is_last_turn = np.zeros(len(game), dtype=bool)
        order = np.lexsort((turns["turn"], game))
        is_last_turn[order[np.append(game[order][1:] != game[order][:-1], True)]] = len(game) > 0
        is_round_end = (turns["turn"] % batch.cell.seats == 0) & is_finished & ~is_last_turn
        is_led = is_round_end & (leader >= 0)
        self.led = add_counts(self.led, np.bincount(number[is_led]))
        self.lead_won = add_counts(
            self.lead_won, np.bincount(number[is_led], weights=batch.shares[game[is_led], leader[is_led]])
        )

    def data(self) -> dict[str, Any]:
        """Return the curves, as far as enough games go on."""
        rounds = min(len(self.count[True]), len(self.count[False]))
        min_games = max(MIN_GAMES, REACHED * self.games)
        curve = []
        for number in range(1, rounds):
            winners, others = self.count[True][number], self.count[False][number]
            if min(winners, others) < min_games:
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
