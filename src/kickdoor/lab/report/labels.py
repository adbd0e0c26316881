"""Labels of a report. Names are untrusted, so they are truncated and cleaned."""

from __future__ import annotations

import msgspec

from kickdoor.catalog.loader import known_sets
from kickdoor.engine import constants as nr
from kickdoor.engine.machine.errors import BadData
from kickdoor.lab.resume import check_paths
from kickdoor.lab.study_folder import LabFolder
from kickdoor.lab.study_plan import Cell, LabPlan

MAX_NAME_LENGTH = 60
UNKNOWN = "unknown"
"""The deck of a card that is no longer in the sets."""
MAX_LOADED_MIXES = 40
"""The number of mixes loaded for card names; further cards are listed by id."""


def clean(text: str, most: int = MAX_NAME_LENGTH) -> str:
    """Make a name fit to be shown: on one line, printable, not too long.

    >>> clean("a\\nb\\x00c"), clean("abcdef", 4)
    ('a b c', 'abc…')
    """
    found = " ".join("".join(letter if letter.isprintable() else " " for letter in text[: 20 * most]).split())
    return found if len(found) <= most else found[: most - 1] + "…"


class Names:
    """The names of cards, variants and settings of one study."""

    def __init__(self, plan: LabPlan, folder: LabFolder) -> None:
        self.plan = plan
        self.cards: dict[str, tuple[str, str]] = {}
        """By key: name and deck."""
        try:
            check_paths(folder, plan)
            files = folder.files
        except BadData:
            return
        cells = {cell.digest: cell for cell in plan.cells}
        for cell in list(cells.values())[:MAX_LOADED_MIXES]:
            try:
                defs = cell.rules(files).defs
            except (BadData, OSError):
                # The sets have changed or the files are gone, so their cards are listed by id
                continue
            for one in defs:
                self.cards.setdefault(one.key, (one.name, nr.DECKS[one.deck]))

    def card(self, key: str) -> str:
        """Name a card or monster."""
        found = self.cards.get(key)
        return clean(found[0] if found else key.rpartition(":")[2].rpartition("/")[2].replace("_", " "))

    def deck(self, key: str) -> str:
        """Name the deck of a card."""
        found = self.cards.get(key)
        return found[1] if found else UNKNOWN


def mix_name(mix: list[str]) -> str:
    """Name a mix of sets.

    >>> mix_name(["deluxe"]), mix_name(known_sets())
    ('deluxe', 'all mixed')
    """
    return "all mixed" if len(mix) > 1 and sorted(mix) == sorted(known_sets()) else clean(" + ".join(mix))


def table_of(plan: LabPlan, cell: Cell) -> str:
    """Return the part of a setting's name that all line-ups have in common."""
    return cell.setting.removesuffix(f" {cell.line_up}") if plan.line_ups else cell.setting


def label(plan: LabPlan, cell: Cell) -> str:
    """Return the shortest label that distinguishes a variant at a table from the others."""
    tables = list(dict.fromkeys(table_of(plan, one) for one in plan.cells))
    seats = {one.seats for one in plan.cells}
    base = next(one for one in plan.cells if one.setting == cell.setting and one.variant == plan.base)
    table = mix_name(base.mix) + (f", {cell.seats} seats" if len(seats) > 1 else "")
    if len(plan.variants) < 2:
        return table
    return clean(cell.variant) if len(tables) < 2 else f"{table}, {clean(cell.variant)}"


def options_text(cell: Cell) -> str:
    """Return the non-default options of a cell."""
    return clean(
        ", ".join(f"{name} = {msgspec.json.encode(value).decode()}" for name, value in cell.options.items()), 200
    )
