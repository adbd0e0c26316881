"""The result of a ladder as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kickdoor.sim.ladder.shares import Share
    from kickdoor.sim.ladder.standings import Result, Standing, Standings


def text_of(result: Result) -> str:
    """Write the result as text: a table of all games, one for every mix, and the shares of wins by pair."""
    ladder, first = result.ladder, result.tables[0]
    seats = ladder.plan.seats
    lines = [
        f"{len(ladder.plan.bots)} bots, {seats} seats, {', '.join(ladder.mixes)}; "
        f"{first.games:,} games, {ladder.heats * seats} of each line-up; seed {ladder.plan.seed}"
    ]
    for table in result.tables:
        lines += ["", *table_lines(table)]
    lines += ["", f"{result.anchor} is set to 1000; 400 points are ten times the strength. An even share is "
              f"{100 * result.even:.1f} %. In brackets: 95 % intervals."]  # fmt: skip
    for table in result.tables:
        if table.alone:
            lines += ["", f"One alone against {seats - 1} of another, {table.name}: share of wins, in %"]
            lines += matrix_lines(table)
    return "\n".join([*lines, "", f"digest {result.digest}"])


def table_lines(table: Standings) -> list[str]:
    """Write one table."""
    head = f"{table.name}: {table.games:,} games, {table.cut:,} cut, {table.together:,} won by several together"
    rows = [("", "rating", "", "share of wins", "", "alone", "together")]
    return [head, *columns(rows + [row_of(row) for row in table.rows])]


def row_of(row: Standing) -> tuple[str, ...]:
    """Write the result of one bot."""
    rating = row.rating
    return (
        row.bot,
        f"{rating.value:.0f}",
        "" if rating.low == rating.high else f"[{rating.low:.0f}, {rating.high:.0f}]",
        f"{100 * row.share.value:.1f} %",
        f"[{100 * row.share.low:.1f}, {100 * row.share.high:.1f}]",
        f"{row.alone:,}",
        f"{row.together:,}",
    )


def matrix_lines(table: Standings) -> list[str]:
    """Write the results of each bot alone against copies of each other."""
    bots = [row.bot for row in table.rows]
    rows = [("alone ↓ against →", *bots)]
    for one in bots:
        rows.append((one, *[cell(table.alone.get((one, other))) for other in bots]))
    return columns(rows)


def cell(share: Share | None) -> str:
    """Write a share in brief form."""
    return "–" if share is None else f"{100 * share.value:.0f} [{100 * share.low:.0f}, {100 * share.high:.0f}]"


def columns(rows: list[tuple[str, ...]]) -> list[str]:
    """Set rows in columns, the first to the left and the others to the right."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.rjust(width) if i else text.ljust(width) for i, (text, width) in enumerate(zip(row, wide, strict=True))
        )
        for row in rows
    ]
