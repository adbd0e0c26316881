"""Plot of calibration: predicted win chance against frequency of wins."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import sqrt

WIDE, HIGH = 560, 520
LEFT, TOP, SIDE = 72, 70, 380
Z = 1.96
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1f1e1b}.back{fill:#fcfcfa}.soft{fill:#5f5d57;font-size:12px}"
    ".title{font-size:16px;font-weight:600}.grid{stroke:#dddbd3}.even{stroke:#8a877e;stroke-dasharray:4 3}"
    ".a{stroke:#9a7b2f;fill:#9a7b2f}.b{stroke:#1f66c1;fill:#1f66c1}.line{fill:none;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#f1f0eb}.back{fill:#1a1a19}.soft{fill:#aeaca4}.grid{stroke:#383733}"
    ".a{stroke:#d8b45a;fill:#d8b45a}.b{stroke:#5ba2f5;fill:#5ba2f5}}"
)


@dataclass(frozen=True, slots=True)
class Bin:
    """Positions with about the same predicted chance."""

    called: float
    came: float
    count: int

    @property
    def error(self) -> float:
        """Half of the 95 % interval of the frequency of wins."""
        return Z * sqrt(max(self.came * (1 - self.came), 1e-9) / self.count)


def at(called: float, came: float) -> tuple[float, float]:
    """Return the coordinates of a point."""
    return round(LEFT + SIDE * called, 1), round(TOP + SIDE * (1 - min(1.0, max(0.0, came))), 1)


def plot(curves: list[tuple[str, list[Bin]]], games: int) -> str:
    """Draw curves, each with its own mark; the dashed line is perfect calibration."""
    parts = [grid()]
    for place, (name, found) in enumerate(curves):
        parts.append(curve("ab"[place], found))
        y = TOP + 22 + 20 * place
        parts.append(mark("ab"[place], LEFT + 18, y - 4) + write(LEFT + 30, y, name))
    title = "Share of games won by predicted win chance"
    under = f"{games:,} games of bots; bars are 95 % intervals"
    says = "; ".join(
        f"{name}: " + ", ".join(f"{one.called:.0%} predicted, {one.came:.0%} won" for one in found)
        for name, found in curves
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" '
        f'role="img">'
        f"<title>{escape(title)}</title><desc>{escape(says)}</desc><style>{STYLE}</style>"
        f'<rect class="back" width="{WIDE}" height="{HIGH}" rx="8"/>{write(16, 28, title, "title")}'
        f"{write(16, 48, under, 'soft')}{''.join(parts)}</svg>\n"
    )


def grid() -> str:
    """Draw the axes."""
    out = []
    for tenth in range(0, 11, 2):
        x, y = at(tenth / 10, tenth / 10)
        out.append(f'<line class="grid" x1="{x}" y1="{TOP}" x2="{x}" y2="{TOP + SIDE}"/>')
        out.append(f'<line class="grid" x1="{LEFT}" y1="{y}" x2="{LEFT + SIDE}" y2="{y}"/>')
        out.append(write(x, TOP + SIDE + 18, f"{tenth * 10} %", "soft", "middle"))
        out.append(write(LEFT - 8, y + 4, f"{tenth * 10} %", "soft", "end"))
    out.append(write(LEFT + SIDE / 2, TOP + SIDE + 40, "predicted win chance", "soft", "middle"))
    out.append(write(LEFT + SIDE + 10, TOP + 12, "won", "soft"))
    (x1, y1), (x2, y2) = at(0, 0), at(1, 1)
    out.append(f'<line class="even" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
    return "".join(out)


def curve(style: str, found: list[Bin]) -> str:
    """Draw one curve with its intervals."""
    points = [at(one.called, one.came) for one in found]
    out = [f'<polyline class="{style} line" points="{" ".join(f"{x},{y}" for x, y in points)}"/>']
    for one, (x, y) in zip(found, points, strict=True):
        low, high = at(one.called, one.came - one.error)[1], at(one.called, one.came + one.error)[1]
        out.append(f'<line class="{style}" x1="{x}" y1="{low}" x2="{x}" y2="{high}"/>{mark(style, x, y)}')
    return "".join(out)


def mark(style: str, x: float, y: float) -> str:
    """Draw a mark: a square or a dot, so that curves differ without colour."""
    if style == "a":
        return f'<rect class="a" x="{x - 4:g}" y="{y - 4:g}" width="8" height="8"/>'
    return f'<circle class="b" cx="{x:g}" cy="{y:g}" r="4.5"/>'


def write(x: float, y: float, text: str, style: str = "", anchor: str = "start") -> str:
    """Draw a line of text."""
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(text)}</text>'
