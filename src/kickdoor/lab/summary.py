"""Summary figures of a study: settings and variants, changes by variants, and ratings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain
from math import sqrt
from statistics import fmean
from typing import Any

from kickdoor.bots.registry import FALLBACK_BOT
from kickdoor.lab.row_files import read_rows
from kickdoor.lab.significance import holm, two_sided
from kickdoor.lab.study_folder import LabFolder
from kickdoor.lab.study_plan import Cell, LabPlan
from kickdoor.sim.ladder.line_ups import LineUp
from kickdoor.sim.ladder.ratings import Z
from kickdoor.sim.ladder.shares import mean_share, share_of
from kickdoor.sim.ladder.standings import Tally, percent, standings
from kickdoor.sim.simulate import summary
from kickdoor.sim.soak import Fault, Progress, report

GameRow = dict[str, Any]
"""A row of the table of games."""
COMPARED = (
    "rounds", "decisions", "fights_won", "fights_lost", "fights_ended", "fights_helped", "escaped", "caught", "deaths",
    "curses", "leads", "together", "cut",
)  # fmt: skip
"""The figures of a game by which variants are compared."""
OF_GAMES = ("game", "first", "winners", "turns", *COMPARED[:-2], "digest")
OF_SEATS = ("game", "place", "share")
"""The columns used by the figures."""


@dataclass(slots=True)
class Played:
    """The finished games of one cell."""

    cell: Cell
    games: dict[int, GameRow] = field(default_factory=dict)
    shares: dict[int, list[float]] = field(default_factory=dict)
    """The share of the win by game and seat."""
    places: dict[int, list[int]] = field(default_factory=dict)
    """The place in the line-up by game and seat."""


def figures(plan: LabPlan, folder: LabFolder) -> dict[str, object]:
    """Compute all figures of the finished games of the plan."""
    common: dict[str, object] = {"study": plan.name, "title": plan.title, "key": plan.key, "folder": str(folder.path)}
    if plan.soak is not None:
        return common | soak_figures(plan, folder)
    played = read_games(plan, folder)
    games_played = sum(len(one.games) for one in played)
    data: dict[str, object] = {
        "games": games_played,
        "missing": plan.all_games - games_played,
        "digest": digest_of((i, n, game["digest"]) for i, one in enumerate(played) for n, game in one.games.items()),
        "variants": plan.variants,
        "settings": [cell_figures(one) for one in played if one.games],
        "compared": compared(plan, played),
    }
    if plan.line_ups:
        data["ladder"] = ladder_figures(plan, played)
    return common | data


def digest_of(games: Iterable[tuple[int, int, str]]) -> str:
    """Return a digest of the games of a study, each given as cell, number and digest; equal only if all games are.

    >>> digest_of([(0, 1, "b"), (0, 0, "a")]) == digest_of([(0, 0, "a"), (0, 1, "b")])
    True
    """
    text = "\n".join(f"{cell} {number} {digest}" for cell, number, digest in sorted(games))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def read_games(plan: LabPlan, folder: LabFolder) -> list[Played]:
    """Read games and seats, without games beyond the plan."""
    found = [Played(cell) for cell in plan.cells]
    for cell, rows in read_rows(folder, "games", OF_GAMES):
        for row in rows:
            if cell < len(found) and row["game"] < plan.games:
                row["together"], row["cut"] = int(row["winners"] > 1), int(row["winners"] == 0)
                found[cell].games[row["game"]] = row
    for cell, rows in read_rows(folder, "seats", OF_SEATS):
        for row in rows:
            if cell < len(found) and row["game"] < plan.games:
                found[cell].shares.setdefault(row["game"], []).append(row["share"])
                found[cell].places.setdefault(row["game"], []).append(row["place"])
    return found


def cell_figures(played: Played) -> dict[str, object]:
    """Summarize one setting of one variant."""
    cell, games = played.cell, [played.games[number] for number in sorted(played.games)]
    count = len(games)
    sums = {name: sum(game[name] for game in games) for name in COMPARED[1:]}
    first = sum(played.shares[game["game"]][game["first"]] for game in games if game["first"] >= 0)
    return {
        "variant": cell.variant,
        "setting": cell.setting,
        "mix": "+".join(cell.mix),
        "seats": cell.seats,
        "line_up": cell.line_up,
        "options": cell.options,
        "seed": cell.seed,
        "games": count,
        "cut": sums["cut"],
        "together": sums["together"],
        "turns": summary([game["turns"] for game in games]),
        "rounds": summary([game["rounds"] for game in games]),
        "decisions": summary([game["decisions"] for game in games]),
        "wins_by_seat": [
            percent(share_of(sum(shares[seat] for shares in played.shares.values()), count))
            for seat in range(cell.seats)
        ],
        "wins_by_bot": bot_shares(played),
        "wins_of_first": percent(share_of(first, count)),
        "a_game": {name: round(sums[name] / count, 3) for name in COMPARED[2:-2]},
    }


def bot_shares(played: Played) -> dict[str, object]:
    """Return each bot's share of the wins per seat held."""
    counts = tally(played, 0)
    seats = {bot: played.cell.bots.count(bot) for bot in sorted(played.cell.bots)}
    return {bot: percent(mean_share([(counts.won(bot), counts.games, count)])) for bot, count in seats.items()}


# What variants changed


def compared(plan: LabPlan, played: list[Played]) -> list[dict[str, Any]]:
    """Compare every variant with the base, game by game: both had the same seed and the same seating.

    `chance` is the p-value of the difference, `corrected` the p-value corrected for how many
    figures of how many variants are compared: below 5 %, the difference is significant.
    """
    bases = {one.cell.setting: one for one in played if one.cell.variant == plan.base}
    found: list[dict[str, Any]] = []
    for one in played:
        base = bases[one.cell.setting]
        common = sorted(one.games.keys() & base.games.keys())
        if one is base or len(common) < 2:
            continue
        changes = {
            name: difference([one.games[n][name] - base.games[n][name] for n in common])
            for name in ("turns", *COMPARED)
        }
        for place in range(min(one.cell.seats, base.cell.seats)):
            gains = [share_at(one, n, place) - share_at(base, n, place) for n in common]
            changes[f"share of place {place}"] = difference(gains)
        identical = sum(one.games[n]["digest"] == base.games[n]["digest"] for n in common)
        found.append(
            {
                "variant": one.cell.variant,
                "setting": one.cell.setting,
                "games": len(common),
                "alike": identical,
                "changes": changes,
            }
        )
    changes_of_all = [change for one in found for change in one["changes"].values()]
    for change, chance in zip(changes_of_all, holm([change["chance"] for change in changes_of_all]), strict=True):
        change["corrected"] = round(chance, 6)
    return found


def share_at(played: Played, number: int, place: int) -> float:
    """Return the win share of a place in the line-up."""
    return float(played.shares[number][played.places[number].index(place)])


def difference(values: list[float]) -> dict[str, float]:
    """Return the mean of differences between pairs of games, with its 95 % interval.

    >>> difference([1.0, 3.0])["mean"]
    2.0
    """
    mean = fmean(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    error = sqrt(spread / len(values))
    # Few pairs may be very similar, but without an effect all combinations of their signs are equally likely
    min_chance = 2.0 ** (1 - len(values)) if mean else 1.0
    chance = max(min_chance, two_sided(mean / error) if error else 0.0)
    margin = Z * error
    return {"mean": round(mean, 4), "low": round(mean - margin, 4), "high": round(mean + margin, 4), "chance": chance}


# Ratings


def ladder_figures(plan: LabPlan, played: list[Played]) -> list[dict[str, object]]:
    """Rate the bots of each variant and number of seats, over all mixes and in each."""
    found: list[dict[str, object]] = []
    groups = dict.fromkeys((one.cell.variant, one.cell.seats) for one in played)
    for variant, seats in groups:
        selected = [one for one in played if (one.cell.variant, one.cell.seats) == (variant, seats) and one.games]
        mixes = list(dict.fromkeys("+".join(one.cell.mix) for one in selected))
        bots = list(dict.fromkeys(chain.from_iterable(one.cell.bots for one in selected)))
        if not bots:
            continue
        anchor = FALLBACK_BOT if FALLBACK_BOT in bots else bots[0]
        tallies = [tally(one, mixes.index("+".join(one.cell.mix))) for one in selected]
        by_name = {"all": tallies} if len(mixes) > 1 else {}
        by_name |= {mix: [one for one in tallies if one.mix == i] for i, mix in enumerate(mixes)}
        tables = [
            standings(name, bots, selected_tallies, anchor).as_data() for name, selected_tallies in by_name.items()
        ]
        found.append({"variant": variant, "seats": seats, "anchor": anchor, "tables": tables})
    return found


def tally(played: Played, mix: int) -> Tally:
    """Count the games of a line-up."""
    counts = Tally(LineUp(tuple(played.cell.bots), not played.cell.shuffles), mix)
    for number, shares in played.shares.items():
        order = counts.line_up.in_order(number // played.cell.seats)
        counts.add(order[place] for place, share in zip(played.places[number], shares, strict=True) if share)
    return counts


# Soaks


def soak_figures(plan: LabPlan, folder: LabFolder) -> dict[str, object]:
    """Summarize a soak as `kickdoor soak` does."""
    assert plan.soak is not None
    progress = Progress(plan.soak)
    digests: list[tuple[int, int, str]] = []
    for cell, rows in read_rows(folder, "soaked"):
        for row in rows:
            progress.games += 1
            progress.decisions += row["decisions"]
            progress.forced += row["forced"]
            progress.cut += row["cut"]
            digests.append((cell, row["game"], row["digest"]))
            if row["fault"]:
                file = str(folder.fault_file(row["game"]))
                head = (row["game"], row["seed"], row["seats"], row["step"], row["fault"])
                progress.faults.append(Fault(*head, trace="", before="", after="", file=file))
    for _, rows in read_rows(folder, "acted"):
        for row in rows:
            counts = progress.ways.setdefault(row["card"], {}) if row["way"] else progress.acted
            name = row["way"] or row["card"]
            counts[name] = counts.get(name, 0) + row["games"]
    progress.faults.sort(key=lambda fault: fault.game)
    return report(progress) | {"missing": max(0, plan.games - progress.games), "digest": digest_of(digests)}
