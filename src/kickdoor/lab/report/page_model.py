"""Model of a page: sections with a headline, charts as small multiples, and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Report = dict[str, Any]
MAX_PANELS = 12
"""The number of settings and variants drawn; the tables have all of them."""
MAX_ROWS = 600
"""The maximum rows of a table on the page; `--json` has all of them."""


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of charts."""

    about: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Figure:
    """Charts of one kind side by side, each with name and SVG."""

    title: str
    panels: Sequence[tuple[str, str]]
    table: Table
    key: Sequence[tuple[str, str]] = ()
    """Colours with their meaning."""
    note: str = ""


@dataclass(slots=True)
class Section:
    """A part of the page."""

    name: str
    """The name used by findings and links."""
    topic: str
    headline: str
    lead: str
    figures: list[Figure] = field(default_factory=list)


def drawn(groups: Sequence[Report]) -> list[Report]:
    """Return the groups that are drawn."""
    return list(groups[:MAX_PANELS])


def left_out(groups: Sequence[Report]) -> str:
    """Return a note about groups that are not drawn."""
    more = len(groups) - MAX_PANELS
    return f"{more} more settings are in the table only." if more > 0 else ""
