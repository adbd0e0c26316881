"""What a page is made of: sections with a headline, pictures in small multiples, and the numbers behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Report = dict[str, Any]
MAX_PANELS = 12
"""Settings and variants that are drawn; the numbers of all others are in the tables."""
MAX_ROWS = 600
"""Rows of a table on the page; `--json` has all of them."""


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers behind pictures."""

    about: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Figure:
    """Pictures of one sort side by side: name and SVG of each."""

    title: str
    panels: Sequence[tuple[str, str]]
    table: Table
    key: Sequence[tuple[str, str]] = ()
    """Colours, and what they stand for."""
    note: str = ""


@dataclass(slots=True)
class Section:
    """A part of the page."""

    name: str
    """What findings and links call it."""
    topic: str
    headline: str
    lead: str
    figures: list[Figure] = field(default_factory=list)


def drawn(groups: Sequence[Report]) -> list[Report]:
    """Take those of many groups that are drawn."""
    return list(groups[:MAX_PANELS])


def left_out(groups: Sequence[Report]) -> str:
    """Return how many are not drawn."""
    more = len(groups) - MAX_PANELS
    return f"{more} more settings are in the table only." if more > 0 else ""
