"""Panels drawn with matplotlib as SVG with the colours and fonts of the page.

Colours are placeholders while matplotlib draws and become variables of the style sheet afterwards, so one chart
works in light mode, in dark mode and on paper. Text stays text, in the reader's font.
"""

from __future__ import annotations

import io
import re
import warnings
from html import escape
from typing import Any

from kickdoor.engine.machine.errors import BadData
from kickdoor.install_hints import to_install
from kickdoor.lab.report.labels import clean

COLOURS = {
    "ink": "#010101", "soft": "#010102", "grid": "#010103", "paper": "#010104", "one": "#010105", "two": "#010106",
    "three": "#010107", "four": "#010108", "five": "#010109", "dim": "#01010a", "good": "#01010b", "help": "#01010c",
    "none": "#01010d", "away": "#01010e", "bad": "#01010f", "dead": "#010110",
}  # fmt: skip
"""Names of variables of the style sheet, and what stands for them while matplotlib draws."""
SERIES = ("one", "two", "three", "four", "five")
WIDE = 380.0
"""Pixels of a panel: as wide as a phone shows it."""
POINTS = 72.0
TEXT = 11.0
SMALL = 10.0
ID = re.compile(r' id="([^"]*)"')
USED = re.compile(r'(?:url\(#|href="#)([^")]+)')
TAG = re.compile(r"<[^>]+>")
EXACT = re.compile(r"(\d\.\d\d)\d+")
"""Hundredths of a pixel are enough."""
FONT = re.compile(r"font-family: [^;\"]*;? ?")


def matplotlib() -> Any:
    """Import matplotlib, or raise `BadData` with the install command."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        raise BadData(f"the pictures of a report are drawn with matplotlib: {to_install('lab')}") from None
    return matplotlib


SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": TEXT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.edgecolor": COLOURS["soft"],
    "axes.labelcolor": COLOURS["soft"],
    "axes.labelsize": SMALL,
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": COLOURS["grid"],
    "grid.linewidth": 0.8,
    "xtick.color": COLOURS["soft"],
    "ytick.color": COLOURS["soft"],
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "text.color": COLOURS["ink"],
    "lines.solid_capstyle": "butt",
}


class Panel:
    """One picture, drawn in pixels: a field for the data with room about it for names."""

    def __init__(self, title: str, height: float, left: float = 46.0, right: float = 12.0) -> None:
        self.title = title
        self.height = height
        with matplotlib().rc_context(SETTINGS):
            self.figure = matplotlib().figure.Figure(figsize=(WIDE / POINTS, height / POINTS), dpi=POINTS)
            low, high = 36.0, 10.0
            box = (left / WIDE, low / height, (WIDE - left - right) / WIDE, (height - low - high) / height)
            self.axes = self.figure.add_axes(box)

    def svg(self, says: str) -> str:
        """Return the chart with a text alternative."""
        out = io.StringIO()
        salt = {"svg.hashsalt": f"{self.title} {says}"}
        with matplotlib().rc_context(SETTINGS | salt), warnings.catch_warnings():
            # A character missing in matplotlib's font is drawn with the reader's font
            warnings.simplefilter("ignore")
            self.figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        return settled(out.getvalue(), self.height, says)


def settled(text: str, height: float, says: str) -> str:
    """Extract the SVG for a page from matplotlib's output, without its colours, sizes, fonts and names."""
    body = text[text.index("<svg") :]
    body = body[body.index(">") + 1 : body.rindex("</svg>")]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    used = set(USED.findall(body))
    body = ID.sub(lambda found: found[0] if found[1] in used else "", body)
    for name, colour in COLOURS.items():
        body = body.replace(colour, f"var(--{name})")
    body = FONT.sub("", body)
    body = TAG.sub(lambda found: EXACT.sub(r"\1", found[0]), body)
    body = re.sub(r"\n\s*", "\n", body).strip()
    return (
        f'<svg role="img" aria-label="{escape(says)}" viewBox="0 0 {WIDE:g} {height:g}" width="{WIDE:g}" '
        f'height="{height:g}" xmlns:xlink="http://www.w3.org/1999/xlink">{body}</svg>'
    )


def numbered(svg: str, number: int) -> str:
    """Return the parts of a picture names that no other picture of the page has."""
    return re.sub(r'( id="|url\(#|href="#)', rf"\g<1>n{number}-", svg)


def colour(name: str) -> str:
    """Return what stands for a colour of the page."""
    return COLOURS[name]


def fit(text: str, pixels: float, size: float = SMALL) -> str:
    """Truncate a name that does not fit."""
    return clean(text, max(int(pixels / (0.58 * size)), 4))
