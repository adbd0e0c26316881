"""An analysis as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kickdoor.cli.commands.ladder_text import columns

if TYPE_CHECKING:
    from kickdoor.analysis.report import Analysis, ChartPoint, Summary

BLOCKS = "▁▂▃▄▅▆▇█"
MOST_ROWS = 24
WHOLE = 10_000


def text_of(found: Analysis) -> str:
    """Writes an analysis for people: chances, turning points, decisions."""
    from kickdoor.sim.footprint import is_compiled

    won = " and ".join(found.names[seat] for seat in found.winners)
    slow = "" if is_compiled() else "; the engine is not compiled, so it is a rough one"
    lines = [f"Won by {won} after {found.turns} turns. {found.budget:,} playouts{slow}.", ""]
    lines += chance_lines(found)
    lines += ["", "Turning points", *[f"  {one.text}" for one in found.turning]]
    if not found.turning:
        lines.append("  none that stands out")
    for summary in found.summaries:
        lines += ["", *summary_lines(found, summary)]
    return "\n".join(lines)


def chance_lines(found: Analysis) -> list[str]:
    """Writes everybody's chance at the starts of turns, of many turns only some."""
    starts = [point for point in found.chart if point.begins]
    wide = max(map(len, found.names))
    lines = ["Chance to win, turn by turn; a shared win counts as a part of one"]
    for seat, name in enumerate(found.names):
        lines.append(f"  {name.ljust(wide)}  {''.join(block(point.chances[seat]) for point in starts)}")
    step = -(-len(starts) // MOST_ROWS)
    rows = [("turn", *found.names)]
    rows += [row_of(point) for i, point in enumerate(starts) if i % step == 0]
    return [*lines, "", *[f"  {line}" for line in columns(rows)], "  ± 95 % interval, of the playouts"]


def block(chance: int) -> str:
    """Draws a chance as a bar.

    >>> block(0), block(5000), block(10_000)
    ('▁', '▅', '█')
    """
    return BLOCKS[min(len(BLOCKS) - 1, chance * len(BLOCKS) // WHOLE)]


def row_of(point: ChartPoint) -> tuple[str, ...]:
    """Writes everybody's chance at one moment."""
    cells = zip(point.chances, point.errors, strict=True)
    return str(point.turn), *[f"{chance / 100:.0f} ± {error / 100:.0f} %" for chance, error in cells]


def summary_lines(found: Analysis, one: Summary) -> list[str]:
    """Writes how somebody decided, the dearest and the best decisions first."""
    lines = [
        f"{found.names[one.seat]}: {one.decisions} decisions, {one.as_master} as master would have taken them; "
        f"the others cost {one.lost / 100:.0f} points of chance"
    ]
    for title, places in (("worst", one.worst), ("best", one.best)):
        if places:
            lines.append(f"  {title}")
        for place in places:
            decision = found.decisions[place]
            lines.append(f"    {decision.gain / 100:+.0f} ± {decision.error / 100:.0f}  {decision.text}")
    return lines
