"""Report sections about wins: by seat, by bot, and bot strength."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from kickdoor.lab.report.charts import Dot, Scale, Square, dots, matrix
from kickdoor.lab.report.labels import clean
from kickdoor.lab.report.page_model import Figure, Report, Section, Table, drawn, left_out
from kickdoor.lab.report.report_text import between, listed, luck, number, percent_of
from kickdoor.lab.significance import LEVEL, holm

SEATS = "Share of wins by seat"
SPAN = 1200
"""The range below the best rating, a thousandth of its strength, so that a weak bot does not squeeze the rest."""


def wins_section(report: Report) -> Section:
    """Return who wins, by seat and by bot."""
    groups = report["groups"]
    corrected = holm([group["wins"]["chance_of_seats"] for group in groups])
    clear = [group["label"] for group, chance in zip(groups, corrected, strict=True) if chance < LEVEL]
    if clear:
        headline = f"The seat matters in {listed(clear[:3])}" + (" and others" if len(clear) > 3 else "")
    else:
        headline = "No seat has a significant advantage"
    lead = (
        "Each dot is a seat’s share of all wins with its 95 % interval; joint winners have a part "
        "of the win. The dashed line is an even share. Whether seats differ is tested at once for all of them, and "
        f"corrected for {len(groups)} tests."
    )
    section = Section("wins", "Who wins", headline, lead, [seats_figure(groups, corrected)])
    section.figures += bots_figure(report)
    return section


def seats_figure(groups: list[Report], corrected: list[float]) -> Figure:
    """Draw shares by seat."""
    every = [share for group in drawn(groups) for share in group["wins"]["by_seat"]]
    low, high = min(share["share_low"] for share in every), max(share["share_high"] for share in every)
    panels, rows = [], []
    for group, chance in zip(groups, corrected, strict=True):
        shares = group["wins"]["by_seat"]
        strong = "two" if chance < LEVEL else "one"
        marks = [
            Dot(f"seat {i + 1}", share["share"], share["share_low"], share["share_high"], strong)
            for i, share in enumerate(shares)
        ]
        said = "; ".join(f"seat {i + 1} {percent_of(share)}" for i, share in enumerate(shares))
        if group in drawn(groups):
            scale = Scale("% of the wins", group["wins"]["even"], 56.0, ends=(low, high))
            panels.append((group["label"], dots(group["label"], marks, scale, f"{group['label']}: {said}")))
        cells = [percent_of(share) for share in shares]
        rows.append([group["label"], f"{group['wins']['games']:,}", *cells, *[""] * (6 - len(cells)), luck(chance)])
    most = max(len(group["wins"]["by_seat"]) for group in groups)
    rows = [[*row[: 2 + most], row[-1]] for row in rows]
    head = ["", "games", *[f"seat {i + 1}" for i in range(most)], "chance of luck"]
    key = [("one", "within what luck explains"), ("two", "more than luck")]
    return Figure(
        SEATS, panels, Table("Shares of wins by seat, with 95 % intervals", head, rows), key, left_out(groups)
    )


def bots_figure(report: Report) -> Iterator[Figure]:
    """Draw shares by bot, where several kinds share a table; a ladder has its own chart."""
    cells = [cell for cell in report["settings"] if len(cell["wins_by_bot"]) > 1]
    if not cells or report.get("ladder"):
        return
    panels, rows = [], []
    for cell in cells:
        name = f"{clean(cell['setting'])}, {clean(cell['variant'])}"
        shares = cell["wins_by_bot"]
        even = 100 / cell["seats"]
        for bot, share in shares.items():
            rows.append([name, clean(bot), percent_of(share)])
        if cell in drawn(cells):
            marks = [
                Dot(bot, share["share"], share["share_low"], share["share_high"],
                    "one" if share["share_low"] > even else "two" if share["share_high"] < even else "dim")
                for bot, share in shares.items()
            ]  # fmt: skip
            says = "; ".join(f"{clean(bot)} {percent_of(share)}" for bot, share in shares.items())
            scale = Scale("% of the wins for each seat held", even, 90.0)
            panels.append((name, dots(name, marks, scale, f"{name}: {says}")))
    table = Table("Shares of wins by bot, for each seat held", ["", "bot", "share of wins"], rows)
    key = [("one", "above an even share"), ("two", "below it"), ("dim", "neither is clear")]
    yield Figure("Share of wins by bot", panels, table, key, left_out(cells))


def ladder_section(report: Report) -> Section | None:
    """Return the section about bot strength, if there are line-ups."""
    ladders = report.get("ladder", [])
    if not ladders:
        return None
    first = ladders[0]["tables"][0]["standings"]
    headline = clean(first[0]["bot"], 24)
    for one, other in pairwise(first[:6]):
        headline += " > " if one["rating_low"] > other["rating_high"] else " ≈ "
        headline += clean(other["bot"], 24)
    lead = (
        f"Ratings as Elo’s: 400 points are ten times the strength; {clean(ladders[0]['anchor'])} is set to 1000. They "
        "maximize the likelihood of all games, shared wins included; the bars are 95 % intervals of the profile "
        "likelihood. ≈ above means that two intervals overlap."
    )
    section = Section("ladder", "How much skill matters", f"From strongest to weakest: {headline}", lead)
    for ladder in ladders:
        section.figures += ladder_figures(ladder, len(ladders) > 1)
    return section


def ladder_figures(ladder: Report, several: bool) -> Iterator[Figure]:
    """Draw the ratings of all mixes, and the shares of wins by pair."""
    of = f" ({clean(ladder['variant'])}, {ladder['seats']} seats)" if several else ""
    panels, rows = [], []
    ratings = [row for table in ladder["tables"] for row in table["standings"]]
    best = max(row["rating_high"] for row in ratings)
    ends = max(min(row["rating_low"] for row in ratings), best - SPAN), best
    for table in ladder["tables"]:
        name = clean(table["of"].replace("+", " + "))
        marks = [Dot(row["bot"], row["rating"], row["rating_low"], row["rating_high"]) for row in table["standings"]]
        said = "; ".join(f"{clean(row['bot'])} {number(row['rating'], 0)}" for row in table["standings"])
        if table in drawn(ladder["tables"]):
            scale = Scale("rating", 1000, 90.0, 0, ends=ends)
            panels.append((name, dots(name, marks, scale, f"Ratings, {name}: {said}")))
        for row in table["standings"]:
            rating = f"{number(row['rating'], 0)} {between(row['rating_low'], row['rating_high'], 0)}"
            wins = [f"{row['won_alone']:,}", f"{row['won_together']:,}"]
            rows.append([name, clean(row["bot"]), rating, percent_of(row), *wins])
    head = ["", "bot", "rating", "share of wins a seat", "won alone", "won with others"]
    yield Figure(f"Ratings{of}", panels, Table(f"Ratings{of}", head, rows), (), left_out(ladder["tables"]))
    yield from matrices(ladder, of)


def matrices(ladder: Report, of: str) -> Iterator[Figure]:
    """Draw the skill matrix of all games and of every mix."""
    panels, rows = [], []
    even = 100 / ladder["seats"]
    for table in drawn([one for one in ladder["tables"] if one["alone_against"]]):
        name = clean(table["of"].replace("+", " + "))
        bots = [row["bot"] for row in table["standings"]]
        cells, said = {}, []
        for one, shares in table["alone_against"].items():
            for other, share in shares.items():
                under = f"{number(share['share_low'], 0)}–{number(share['share_high'], 0)}"
                square = Square(share["share"], f"{number(share['share'], 0)} %", under)
                cells[bots.index(one), bots.index(other)] = square
                said.append(f"{clean(one)} against {clean(other)} {number(share['share'], 0)} %")
                rows.append([name, clean(one), clean(other), percent_of(share), f"{share['games']:,}"])
        panels.append((name, matrix(name, bots, cells, even, f"{name}: {'; '.join(said)}")))
    if panels:
        others = ladder["seats"] - 1
        head = ["", "one", f"against {others} of", "share of wins", "games"]
        title = f"One alone against {others} of another: share of wins{of}"
        note = f"Rows play alone, columns are the others. An even share is {number(even)} %; small are 95 % intervals."
        yield Figure(title, panels, Table(title, head, rows), [("one", "above an even share"), ("two", "below")], note)
