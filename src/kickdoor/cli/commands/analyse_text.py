"""An analysis as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kickdoor.cli.commands.ladder_text import columns

if TYPE_CHECKING:
    from kickdoor.analysis.report import Analysis, ChartPoint, Summary

BLOCKS = "▁▂▃▄▅▆▇█"
MAX_ROWS = 24
CERTAIN = 10_000


def text_of(found: Analysis) -> str:
    """Write an analysis for people: chances, turning points, decisions."""
    won = " and ".join(found.names[seat] for seat in found.winners)
    lines = [f"Won by {won} after {counted(found.turns, 'turn')}. {effort_text(found.budget)}", ""]
    lines += chance_lines(found)
    lines += ["", "Turning points", *[f"  {one.text}" for one in found.turning]]
    if not found.turning:
        lines.append("  none stands out")
    for summary in found.summaries:
        lines += ["", *summary_lines(found, summary)]
    return "\n".join(lines)


def effort_text(budget: int) -> str:
    """Return the requested budget in words; positions have a minimum and a maximum of playouts of their own.

    >>> effort_text(1)
    'Analysed with 1 playout, so this is only a rough estimate.'
    >>> effort_text(24_000)
    'Analysed with 24,000 playouts.'
    """
    from kickdoor.analysis.analyse import PURE_BUDGET

    rough = ", so this is only a rough estimate" if budget <= PURE_BUDGET else ""
    return f"Analysed with {counted(budget, 'playout')}{rough}."


def counted(count: int, thing: str) -> str:
    """Count things.

    >>> counted(1, "turn"), counted(3000, "playout")
    ('1 turn', '3,000 playouts')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def chance_lines(found: Analysis) -> list[str]:
    """Write every player's win chance at the starts of turns, or at a selection of many turns."""
    starts = [point for point in found.chart if point.begins]
    wide = max(map(len, found.names))
    lines = ["Chance to win, turn by turn (a shared win counts as a fraction of one)"]
    for seat, name in enumerate(found.names):
        lines.append(f"  {name.ljust(wide)}  {''.join(block(point.chances[seat]) for point in starts)}")
    step = -(-len(starts) // MAX_ROWS)
    rows = [("turn", *found.names)]
    rows += [row_of(point) for i, point in enumerate(starts) if i % step == 0]
    return [*lines, "", *[f"  {line}" for line in columns(rows)], "  ± is the 95 % interval of the playouts"]


def block(chance: int) -> str:
    """Draw a chance as a bar.

    >>> block(0), block(5000), block(10_000)
    ('▁', '▅', '█')
    """
    return BLOCKS[min(len(BLOCKS) - 1, chance * len(BLOCKS) // CERTAIN)]


def row_of(point: ChartPoint) -> tuple[str, ...]:
    """Write every player's win chance at one point."""
    cells = zip(point.chances, point.errors, strict=True)
    return str(point.turn), *[f"{chance / 100:.0f} ± {error / 100:.0f} %" for chance, error in cells]


def summary_lines(found: Analysis, one: Summary) -> list[str]:
    """Write how a player decided, with the most costly and the best decisions first."""
    lines = [f"{found.names[one.seat]}: {decided(one)}"]
    for title, places in (("worst", one.worst), ("best", one.best)):
        if places:
            lines.append(f"  {title}")
        for place in places:
            decision = found.decisions[place]
            lines.append(f"    {decision.gain / 100:+.0f} ± {decision.error / 100:.0f}  {decision.text}")
    return lines


def decided(one: Summary) -> str:
    """Return how many decisions a player made, how many matched `master`, and what the others cost."""
    if not one.decisions:
        return "no decisions"
    decisions = counted(one.decisions, "decision")
    if one.as_master == one.decisions:
        return f"{decisions}, all as master would have made them"
    cost = (
        f"the others cost {one.lost / 100:.0f} points of chance" if one.lost else "none of the others was clearly worse"
    )
    return f"{decisions}, {one.as_master} as master would have made them; {cost}"
