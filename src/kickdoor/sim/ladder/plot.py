"""Plots of ladder results: a self-contained SVG for light and dark themes."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from math import ceil, floor, log10

from kickdoor.sim.ladder.shares import Share
from kickdoor.sim.ladder.standings import ANCHORED, Result, Standing, Standings

WIDE = 760
LEFT, RIGHT = 240, 600
"""The horizontal range of the ratings, with names to the left and figures to the right."""
LETTER = 7.2
"""The approximate width of a character in pixels."""
NAME = 120
"""The width of a bot's name in pixels."""
SPAN = 800
"""The range below the best rating, a hundredth of its strength, so that a weak bot does not squeeze the rest."""
ROW = 22
GAP = 10
TOP = 76
CELL = 44
STRONGEST = 0.55
"""The opacity for a share of 0 or 1, at which figures stay legible."""
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1f1e1b}.back{fill:#fcfcfa}.soft{fill:#5f5d57;font-size:12px}"
    ".small{font-size:11px}.bold{font-weight:600}.title{font-size:16px;font-weight:600}.grid{stroke:#dddbd3}"
    ".anchor{stroke:#8a877e;stroke-dasharray:4 3}.bar{stroke:#7d99bd;stroke-width:2}.dot{fill:#7d99bd}"
    ".first .bar{stroke:#1f66c1;stroke-width:3}.first .dot{fill:#1f66c1}.more{fill:#2a78d6}.less{fill:#e2622b}"
    "@media(prefers-color-scheme:dark){text{fill:#f1f0eb}.back{fill:#1a1a19}.soft{fill:#aeaca4}.grid{stroke:#383733}"
    ".anchor{stroke:#8a877e}.bar{stroke:#6d89ad}.dot{fill:#6d89ad}.first .bar{stroke:#5ba2f5}.first .dot{fill:#5ba2f5}"
    ".more{fill:#3987e5}.less{fill:#d9602f}}"
)


def plot(result: Result) -> str:
    """Draw the ratings of every table with their intervals, and the shares of wins by pair over all games."""
    first, plan = result.tables[0], result.ladder.plan
    ratings, height = ratings_part(result)
    pairs, height = pairs_part(result, first, height) if first.alone else ("", height)
    title = f"Ladder of {len(plan.bots)} bots, {plan.seats} seats"
    under = f"{first.games:,} games, seed {plan.seed}; bars are 95 % intervals, {result.anchor} is set to {ANCHORED}"
    says = "; ".join(f"{row.bot} {row.rating.value:.0f}" for row in first.rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{height}" viewBox="0 0 {WIDE} {height}" '
        f'role="img"><title>{escape(title)}</title><desc>{escape(says)}</desc><style>{STYLE}</style>'
        f'<rect class="back" width="{WIDE}" height="{height}" rx="8"/>'
        f"{write(16, 28, title, 'title')}{write(16, 48, under, 'soft')}{ratings}{pairs}</svg>\n"
    )


def write(x: float, y: float, text: str, style: str = "", anchor: str = "start") -> str:
    """Return a text element."""
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(text)}</text>'


def fit(text: str, pixels: float) -> str:
    """Truncate a name that does not fit.

    >>> fit("eager", 100), fit("most_eager_of_all", 80)
    ('eager', 'most_eager…')
    """
    letters = max(int(pixels / LETTER), 2)
    return text if len(text) <= letters else text[: letters - 1] + "…"


def ratings_part(result: Result) -> tuple[str, int]:
    """Draw a bar for each bot and table; return the SVG and its lower end."""
    rows = {table.name: {row.bot: row for row in table.rows} for table in result.tables}
    every = [row.rating for table in rows.values() for row in table.values()]
    high = max(one.high for one in every)
    low = max(min(one.low for one in every), high - SPAN)
    step = nice_step(max(high - low, 1.0))
    low, high = floor(low / step) * step, ceil(high / step) * step
    high += step * (high == low)

    def across(rating: float) -> float:
        return round(LEFT + max(rating - low, 0.0) / (high - low) * (RIGHT - LEFT), 1)

    bars, y = "", TOP
    for bot in [row.bot for row in result.tables[0].rows]:
        bars += write(16, y + 15, fit(bot, NAME), "bold")
        for number, (name, table) in enumerate(rows.items()):
            group = bar_of(table[bot], y + ROW // 2, across) + write(
                LEFT - 12, y + 15, fit(name, LEFT - 30 - NAME), "soft", "end"
            )
            bars += f'<g class="{"other" if number else "first"}">{group}</g>'
            y += ROW
        y += GAP
    ticks = [low + step * i for i in range(round((high - low) / step) + 1)]
    grid = "".join(upright(across(tick), y, "grid") + tick_text(across(tick), y, tick) for tick in ticks)
    anchor = upright(across(ANCHORED), y, "anchor") if low <= ANCHORED else ""
    return grid + anchor + bars, y + 30


def nice_step(width: float) -> float:
    """Return a distance between ticks: 1, 2 or 5 of a power of ten, four to ten to the width.

    >>> [nice_step(width) for width in (40, 130, 600, 1600)]
    [10.0, 20.0, 100.0, 200.0]
    """
    power = 10.0 ** floor(log10(width / 4))
    return max(power * part for part in (1, 2, 5) if power * part <= width / 4)


def upright(x: float, bottom: int, style: str) -> str:
    """Draw a line from top to bottom."""
    return f'<line class="{style}" x1="{x:g}" x2="{x:g}" y1="{TOP - 4}" y2="{bottom}"/>'


def tick_text(x: float, bottom: int, tick: float) -> str:
    """Return the label of a tick."""
    return write(x, bottom + 16, f"{tick:.0f}".replace("-", "−"), "soft small", "middle")


def bar_of(row: Standing, y: int, across: Callable[[float], float]) -> str:
    """Draw one rating with its interval and label, or an arrow if it is off the scale."""
    rating = row.rating
    says = f"{rating.value:.0f}"
    if rating.low != rating.high:
        says += f"  [{rating.low:.0f}, {rating.high:.0f}]"
    x = across(rating.value)
    dot = f'<circle class="dot" cx="{x:g}" cy="{y}" r="4.5"/>'
    far = f'<path class="dot" d="M{LEFT - 4} {y}l9-5v10z"/>'
    return (
        f'<line class="bar" x1="{across(rating.low):g}" x2="{across(rating.high):g}" y1="{y}" y2="{y}"/>'
        f"{dot if x > LEFT else far}"
        f"{write(RIGHT + 14, y + 4, says.replace('-', '−'), 'small')}"
    )


def pairs_part(result: Result, table: Standings, top: int) -> tuple[str, int]:
    """Draw the shares of wins by pair; return the SVG and its lower end."""
    bots = [row.bot for row in table.rows]
    others = result.ladder.plan.seats - 1
    left = NAME + 24
    wide = min(110, (WIDE - 16 - left) // len(bots))
    y = top + 26
    parts = [
        write(16, y, f"One alone against {others} of another: share of wins", "bold"),
        write(16, y + 18, f"In %, {table.name}; an even share is {100 * result.even:.1f} %", "soft"),
    ]
    y += 48
    parts += [
        write(left + wide * (i + 0.5), y - 6, fit(bot, wide), "small bold", "middle") for i, bot in enumerate(bots)
    ]
    for one in bots:
        parts.append(write(16, y + CELL / 2 + 5, fit(one, NAME), "bold"))
        for i, other in enumerate(bots):
            share = table.alone.get((one, other))
            if share is not None:
                parts.append(cell(share, result.even, left + wide * i, y, wide))
        y += CELL
    return "".join(parts), y + 16


def cell(share: Share, even: float, x: int, y: int, wide: int) -> str:
    """Draw a share with a stronger colour the further it is from an even share."""
    above = share.value >= even
    part = (share.value - even) / (1 - even) if above else (even - share.value) / even
    middle, says = x + wide / 2, f"{100 * share.value:.0f}"
    return (
        f'<rect class="{"more" if above else "less"}" x="{x + 1}" y="{y + 1}" width="{wide - 2}" height="{CELL - 2}" '
        f'rx="4" fill-opacity="{STRONGEST * part:.2f}"/>{write(middle, y + 20, says, "", "middle")}'
        f"{write(middle, y + 35, f'{100 * share.low:.0f} to {100 * share.high:.0f}', 'small', 'middle')}"
    )
