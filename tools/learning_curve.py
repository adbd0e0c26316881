"""Draw the curve of `examples/train_ppo.py`: python tools/learning_curve.py runs/ppo/curve.json docs/learning.svg."""

from __future__ import annotations

import argparse
import json
from html import escape
from pathlib import Path
from typing import Any

WIDE, HIGH = 640, 400
LEFT, TOP, ACROSS, DOWN = 64, 70, 440, 270
EVEN = 0.25
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1f1e1b}.back{fill:#fcfcfa}.soft{fill:#5f5d57;font-size:12px}"
    ".title{font-size:16px;font-weight:600}.grid{stroke:#dddbd3}.even{stroke:#8a877e;stroke-dasharray:4 3}"
    ".a{stroke:#9a7b2f;fill:#9a7b2f}.b{stroke:#1f66c1;fill:#1f66c1}.line{fill:none;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#f1f0eb}.back{fill:#1a1a19}.soft{fill:#aeaca4}.grid{stroke:#383733}"
    ".a{stroke:#d8b45a;fill:#d8b45a}.b{stroke:#5ba2f5;fill:#5ba2f5}}"
)


def write(x: float, y: float, text: str, style: str = "", anchor: str = "start") -> str:
    """Draw a line of text."""
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(text)}</text>'


def line(x: float, y: float, to_x: float, to_y: float, style: str) -> str:
    """Draw a straight line."""
    return f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" class="{style}"/>'


def height(share: float) -> float:
    """Return the vertical position of a share of wins."""
    return round(TOP + DOWN * (1 - share), 1)


def grid(most: int) -> str:
    """Draw the axes: shares at the left, steps below, and the even share."""
    parts = []
    for quarter in range(5):
        y = height(quarter / 4)
        parts.append(line(LEFT, y, LEFT + ACROSS, y, "even" if quarter / 4 == EVEN else "grid"))
        parts.append(write(LEFT - 8, y + 4, f"{quarter * 25} %", "soft", "end"))
    for third in range(4):
        x = LEFT + ACROSS * third / 3
        parts.append(write(x, TOP + DOWN + 20, f"{most * third / 3e6:.3g} million", "soft", "middle"))
    return "".join(parts) + write(LEFT + ACROSS / 2, TOP + DOWN + 42, "steps of the learner", "soft", "middle")


def curve(style: str, points: list[dict[str, Any]], bot: str, most: int) -> str:
    """Draw the shares of wins against one kind of bot, each with its interval."""
    parts, path = [], []
    for point in points:
        share, low, high = point[bot]
        x, y = round(LEFT + ACROSS * point["steps"] / most, 1), height(share)
        path.append(f"{x:g},{y:g}")
        parts.append(line(x, height(low), x, height(high), style))
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="3" class="{style}"/>')
    end = height(points[-1][bot][0]) + 4
    parts.append(write(LEFT + ACROSS + 12, end, f"three {bot}, {points[-1][bot][0]:.0%}"))
    return f'<polyline points="{" ".join(path)}" class="{style} line"/>' + "".join(parts)


def plot(points: list[dict[str, Any]]) -> str:
    """Draw the whole picture."""
    most = points[-1]["steps"]
    title = "Games won by a small network, as it learns"
    under = f"{points[0]['games']} games a point, {points[-1]['games']:,} at the end; bars are 95 % intervals"
    last = "; ".join(f"{point['steps']:,}: {point['random'][0]:.0%}, {point['easy'][0]:.0%}" for point in points)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" '
        f'role="img"><title>{escape(title)}</title><desc>Against three random, against three easy: {escape(last)}'
        f'</desc><style>{STYLE}</style><rect class="back" width="{WIDE}" height="{HIGH}" rx="8"/>'
        f"{write(16, 28, title, 'title')}{write(16, 48, under, 'soft')}{grid(most)}"
        f"{curve('a', points, 'random', most)}{curve('b', points, 'easy', most)}</svg>\n"
    )


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("curve", type=Path, help="the curve.json of a run")
    parser.add_argument("picture", type=Path, help="where the SVG goes")
    given = parser.parse_args(argv)
    try:
        points = sorted(json.loads(given.curve.read_text(encoding="utf-8")), key=lambda point: point["steps"])
    except (OSError, ValueError, TypeError, KeyError) as e:
        parser.error(f"{given.curve} is no curve of examples/train_ppo.py: {e}")
    given.picture.write_text(plot(points), encoding="utf-8")


if __name__ == "__main__":
    main()
