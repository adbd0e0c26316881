"""Chart types: figures with intervals, parts of a whole, curves, and a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from kickdoor.lab.report.report_text import number
from kickdoor.lab.report.svg_panels import SMALL, WIDE, Panel, colour, fit

ROW_PX = 19.0
MARGIN_PX = 46.0
"""Pixels above and below the rows."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A figure with its interval."""

    name: str
    value: float
    low: float
    high: float
    colour: str = "one"
    said: str = ""
    """The text to its right; by default the figure itself."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of a chart: unit and range."""

    unit: str
    line: float | None = None
    """The neutral value: an even share, zero, the anchor."""
    left: float = 120.0
    digits: int = 1
    signed: bool = False
    ends: tuple[float, float] | None = None
    """The range shared by several charts; values beyond it are drawn as arrows."""


def dots(title: str, rows: Sequence[Dot], scale: Scale, description: str) -> str:
    """Draw a figure with its interval in each row."""
    panel = Panel(title, MARGIN_PX + ROW_PX * max(len(rows), 1), scale.left, 58.0)
    axes = panel.axes
    low, high = scale.ends or value_range(rows, scale.line)
    padding = 0.06 * (high - low) or 1.0
    axes.set_xlim(low - padding, high + padding)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    if scale.line is not None:
        axes.axvline(scale.line, color=colour("soft"), linewidth=1.0, linestyle=(0, (4, 3)))
    for position, row in enumerate(rows):
        ink = colour(row.colour)
        drawn = [min(max(value, low - padding), high + padding) for value in (row.low, row.high, row.value)]
        axes.plot(drawn[:2], [position, position], color=ink, linewidth=2.2, alpha=0.55)
        marker = "o" if low - padding <= row.value <= high + padding else ("<" if row.value < low else ">")
        axes.plot(drawn[2:], [position], marker, color=ink, markersize=6, clip_on=False)
        label = row.said or number(row.value, scale.digits, scale.signed)
        write_beside(axes, label, position)
    axes.set_yticks(range(len(rows)), [fit(row.name, scale.left - 12) for row in rows])
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.set_xlabel(scale.unit)
    set_ticks(axes)
    return panel.svg(description)


def write_beside(axes: Any, text: str, position: int) -> None:
    """Write a text to the right of a row."""
    coordinates, ink = ("axes fraction", "data"), colour("ink")
    axes.annotate(text, (1, position), (8, 0), coordinates, "offset points", va="center", fontsize=SMALL, color=ink)


def value_range(rows: Sequence[Dot], line: float | None, limit: float = inf) -> tuple[float, float]:
    """Return the range of a scale for some figures, limited to `limit` from zero."""
    lines = [] if line is None else [line]
    low, high = min([row.low for row in rows] + lines), max([row.high for row in rows] + lines)
    return max(low, -limit), min(high, limit)


def set_ticks(axes: Any, is_integer: bool = False) -> None:
    """Set a few ticks on the horizontal axis, with a typographic minus."""
    axes.locator_params(axis="x", nbins=5, integer=is_integer)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}".replace("-", "−"))


@dataclass(frozen=True, slots=True)
class Bar:
    """A whole in parts."""

    name: str
    parts: Sequence[float]
    said: str


def bars(title: str, rows: Sequence[Bar], colours: Sequence[str], unit: str, description: str) -> str:
    """Draw the parts of a whole in each row, in per cent."""
    panel = Panel(title, MARGIN_PX + ROW_PX * len(rows), 150.0, 40.0)
    axes = panel.axes
    axes.set_xlim(0, 100)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(visible=False)
    for position, row in enumerate(rows):
        left, total = 0.0, sum(row.parts) or 1
        for part, name in zip(row.parts, colours, strict=True):
            width = 100 * part / total
            if width:
                axes.barh(position, width, 0.78, left, color=colour(name), edgecolor=colour("paper"), linewidth=0.6)
            left += width
        write_beside(axes, row.said, position)
    axes.set_yticks(range(len(rows)), [fit(row.name, 140) for row in rows])
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.set_xlabel(unit)
    set_ticks(axes)
    return panel.svg(description)


@dataclass(frozen=True, slots=True)
class Line:
    """A curve, with the name at its end."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    colour: str = "one"
    low: Sequence[float] = field(default_factory=list)
    high: Sequence[float] = field(default_factory=list)
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class AxesSpec:
    """The axes of curves."""

    x: str
    y: str
    low: float | None = None
    high: float | None = None
    line: float | None = None
    height: float = 230.0


def lines(title: str, curves: Sequence[Line], axes_spec: AxesSpec, description: str) -> str:
    """Draw curves, with their intervals where there are any."""
    panel = Panel(title, axes_spec.height, 40.0, 78.0 if any(curve.name for curve in curves) else 14.0)
    axes = panel.axes
    ends: list[tuple[float, Line]] = []
    for curve in curves:
        if not len(curve.x):
            continue
        ink = colour(curve.colour)
        if len(curve.low):
            axes.fill_between(curve.x, curve.low, curve.high, color=ink, alpha=0.2, linewidth=0)
        axes.plot(curve.x, curve.y, color=ink, linewidth=2.0, linestyle=(0, (5, 2)) if curve.dashed else "-")
        ends.append((float(curve.y[-1]), curve))
    if axes_spec.line is not None:
        axes.axhline(axes_spec.line, color=colour("soft"), linewidth=1.0, linestyle=(0, (4, 3)))
    axes.set_ylim(axes_spec.low, axes_spec.high)
    bottom, top = axes.get_ylim()
    min_distance = 13.0 * (top - bottom) / (axes_spec.height - MARGIN_PX)
    position = bottom - min_distance
    for end, curve in sorted(ends, key=lambda pair: pair[0]):
        position = max(end, position + min_distance)
        place = (float(curve.x[-1]), position)
        axes.annotate(
            fit(curve.name, 72), place, (6, 0), "data", "offset points", va="center", color=colour(curve.colour),
            fontsize=SMALL, annotation_clip=False, fontweight="bold",
        )  # fmt: skip
    axes.set_xlabel(axes_spec.x)
    axes.set_ylabel(axes_spec.y)
    set_ticks(axes, True)
    return panel.svg(description)


def columns(title: str, heights: Sequence[float], marks: dict[int, str], axes_spec: AxesSpec, description: str) -> str:
    """Draw a distribution, with some places marked."""
    panel = Panel(title, axes_spec.height, 40.0, 14.0)
    axes = panel.axes
    first = next((i for i, height in enumerate(heights) if height), 0)
    axes.bar(range(first, len(heights)), heights[first:], 0.86, color=colour("one"))
    axes.set_ylim(0, axes_spec.high)
    for position, label in marks.items():
        axes.axvline(position, color=colour("soft"), linewidth=1.0, linestyle=(0, (4, 3)))
        axes.annotate(
            label,
            (position, 1),
            (4, -2),
            ("data", "axes fraction"),
            "offset points",
            va="top",
            fontsize=SMALL,
            color=colour("ink"),
        )
    axes.set_xlim(first - 0.6, axes_spec.low)
    axes.set_xlabel(axes_spec.x)
    axes.set_ylabel(axes_spec.y)
    set_ticks(axes, True)
    return panel.svg(description)


@dataclass(frozen=True, slots=True)
class Square:
    """A cell of a matrix."""

    value: float
    said: str
    under: str


def matrix(
    title: str, names: Sequence[str], cells: dict[tuple[int, int], Square], even_share: float, description: str
) -> str:
    """Draw the shares by pair, with stronger colours further from an even share."""
    side = (WIDE - 96.0) / max(len(names), 1)
    panel = Panel(title, MARGIN_PX + 40.0 * len(names), 84.0, 8.0)
    axes = panel.axes
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    for (row, column), cell in cells.items():
        is_above = cell.value >= even_share
        part = (cell.value - even_share) / (100 - even_share) if is_above else (even_share - cell.value) / even_share
        ink = colour("one" if is_above else "two")
        axes.barh(row, 0.96, 0.94, column - 0.48, color=ink, alpha=0.06 + 0.44 * part, linewidth=0)
        axes.annotate(cell.said, (column, row - 0.14), ha="center", va="center", fontweight="bold", color=colour("ink"))
        axes.annotate(cell.under, (column, row + 0.24), ha="center", va="center", fontsize=8.5, color=colour("ink"))
    axes.set_yticks(range(len(names)), [fit(name, 76) for name in names])
    axes.set_xticks(range(len(names)), [fit(name, side - 4) for name in names])
    axes.tick_params(axis="both", labelcolor=colour("ink"))
    return panel.svg(description)
