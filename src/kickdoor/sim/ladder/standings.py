"""Ladder results: ratings, shares of wins, and results of each bot alone against copies of each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from math import log

from kickdoor.sim.ladder.game_file import KeptGame
from kickdoor.sim.ladder.ladder_plan import Ladder
from kickdoor.sim.ladder.line_ups import LineUp
from kickdoor.sim.ladder.ratings import Contest, Estimate, Strengths
from kickdoor.sim.ladder.shares import Share, mean_share, share_of

ANCHORED = 1000
"""The rating of the anchor."""
POINTS = 400 / log(10)
"""Rating points per unit of log strength; 400 points are ten times the strength, as in Elo ratings."""
OVER_ALL = "all"
"""The name of the table of all games."""


@dataclass(slots=True)
class Tally:
    """The games of one line-up with one mix of sets."""

    line_up: LineUp
    mix: int
    games: int = 0
    outcomes: dict[tuple[str, ...], int] = field(default_factory=dict)
    """Counts by winning bots; empty for cut games."""

    def add(self, winners: Iterable[str]) -> None:
        """Count a game."""
        who = tuple(sorted(winners))
        self.games += 1
        self.outcomes[who] = self.outcomes.get(who, 0) + 1

    def won(self, bot: str) -> float:
        """Count the wins of a bot in all its seats; joint winners share a game."""
        return sum(count * who.count(bot) / len(who) for who, count in self.outcomes.items() if who)


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one bot; ratings and shares are comparable only within a table."""

    bot: str
    rating: Estimate
    share: Share
    """The share of the games, per seat held."""
    alone: int
    """Games won alone, in any seat."""
    together: int
    """Games won together with others, including copies of the same bot."""

    def as_data(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "bot": self.bot,
            "rating": round(self.rating.value),
            "rating_low": round(self.rating.low),
            "rating_high": round(self.rating.high),
            **percent(self.share),
            "won_alone": self.alone,
            "won_together": self.together,
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """The results of the games with one mix of sets, or of all games."""

    name: str
    games: int
    cut: int
    together: int
    """The number of games with several winners."""
    rows: list[Standing]
    """The rows, strongest bot first."""
    alone: dict[tuple[str, str], Share]
    """The share of the first bot, alone against copies of the second."""

    def as_data(self) -> dict[str, object]:
        """Return it as plain data."""
        names = [row.bot for row in self.rows]
        pairs = {
            one: {other: percent(self.alone[one, other]) for other in names if (one, other) in self.alone}
            for one in names
        }
        return {
            "of": self.name,
            "games": self.games,
            "cut": self.cut,
            "together": self.together,
            "standings": [row.as_data() for row in self.rows],
            "alone_against": {one: row for one, row in pairs.items() if row},
        }


def percent(share: Share) -> dict[str, object]:
    """Return a share as plain data."""
    return {
        "share": round(100 * share.value, 2),
        "share_low": round(100 * share.low, 2),
        "share_high": round(100 * share.high, 2),
        "games": share.games,
    }


@dataclass(frozen=True, slots=True)
class Result:
    """The complete result of a ladder."""

    ladder: Ladder
    anchor: str
    tables: list[Standings]
    """The table of all games, then one for every mix of sets if there are several."""
    digest: str

    @property
    def even(self) -> float:
        """The share of wins of each bot if all were equally strong."""
        return 1 / self.ladder.plan.seats

    def as_data(self) -> dict[str, object]:
        """Return it as plain data."""
        plan = self.ladder.plan
        return {
            "bots": plan.bots,
            "sets": self.ladder.mixes,
            "seats": plan.seats,
            "line_ups": plan.line_ups,
            "seed": plan.seed,
            "turns": plan.turns,
            "options": plan.options,
            "budget": plan.budget,
            "games_each": self.ladder.heats * plan.seats,
            "anchor": self.anchor,
            "even": round(100 * self.even, 2),
            "tables": [table.as_data() for table in self.tables],
            "key": plan.key,
            "digest": self.digest,
        }


def result_of(ladder: Ladder, games: list[KeptGame], anchor: str) -> Result:
    """Compute the result of the games."""
    tallies = tally(ladder, games)
    bots = ladder.plan.bots
    tables = [standings(OVER_ALL if len(ladder.mixes) > 1 else ladder.mixes[0], bots, tallies, anchor)]
    if len(ladder.mixes) > 1:
        for mix, name in enumerate(ladder.mixes):
            tables.append(standings(name, bots, [one for one in tallies if one.mix == mix], anchor))
    text = "\n".join(f"{game.game} {game.digest}" for game in games)
    return Result(ladder, anchor, tables, blake2b(text.encode(), digest_size=8).hexdigest())


def tally(ladder: Ladder, games: list[KeptGame]) -> list[Tally]:
    """Count the games by line-up and mix of sets."""
    found = [Tally(line_up, mix) for mix in range(len(ladder.mixes)) for line_up in ladder.line_ups]
    for game in games:
        heat, mix, line_up, turn = ladder.place_of(game.game)
        around = ladder.line_ups[line_up].in_order(heat)
        seats = len(around)
        found[mix * len(ladder.line_ups) + line_up].add(around[(seat - turn) % seats] for seat in game.winners)
    return found


def standings(name: str, bots: list[str], tallies: list[Tally], anchor: str) -> Standings:
    """Compute the table of some of the games."""
    outcomes = [(who, count) for one in tallies for who, count in one.outcomes.items()]
    rows = [
        Standing(
            bot,
            rating,
            mean_share(
                (one.won(bot), one.games, one.line_up.bots.count(bot)) for one in tallies if bot in one.line_up.bots
            ),
            sum(count for who, count in outcomes if who == (bot,)),
            sum(count for who, count in outcomes if len(who) > 1 and bot in who),
        )
        for bot, rating in zip(bots, ratings(bots, tallies, anchor), strict=True)
    ]
    rows.sort(key=lambda row: -row.rating.value)
    return Standings(
        name,
        games=sum(one.games for one in tallies),
        cut=sum(count for who, count in outcomes if not who),
        together=sum(count for who, count in outcomes if len(who) > 1),
        rows=rows,
        alone=alone_against(tallies),
    )


def ratings(bots: list[str], tallies: list[Tally], anchor: str) -> list[Estimate]:
    """Rate the bots by all games except cut ones, which carry no information about strength."""
    number = {bot: i for i, bot in enumerate(bots)}
    contests = [
        Contest(
            tuple(number[bot] for bot in one.line_up.bots),
            one.mix,
            {tuple(sorted(number[bot] for bot in who)): count for who, count in one.outcomes.items() if who},
        )
        for one in tallies
    ]
    found = Strengths(len(bots), contests).estimates(number[anchor])
    return [Estimate(*(ANCHORED + POINTS * value for value in (e.value, e.low, e.high))) for e in found]


def alone_against(tallies: list[Tally]) -> dict[tuple[str, str], Share]:
    """Return the shares of bots alone against copies of another, over all mixes."""
    sums: dict[tuple[str, str], tuple[float, int]] = {}
    for one in tallies:
        if one.line_up.is_pair:
            pair = one.line_up.bots[0], one.line_up.bots[1]
            won, games = sums.get(pair, (0.0, 0))
            sums[pair] = won + one.won(pair[0]), games + one.games
    return {pair: share_of(won, games) for pair, (won, games) in sums.items()}
