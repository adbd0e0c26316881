"""Collection of all report figures of a study as plain data, which `--json` prints."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kickdoor.engine.machine.errors import BadData
from kickdoor.lab.report.batches import Batch, Tell, batches, numpy
from kickdoor.lab.report.card_stats import Cards
from kickdoor.lab.report.fight_stats import Fights, Help
from kickdoor.lab.report.findings import findings
from kickdoor.lab.report.labels import Names, clean, label, options_text, table_of
from kickdoor.lab.report.length_stats import Lengths, Levels
from kickdoor.lab.row_files import check_plan
from kickdoor.lab.study_folder import LabFolder
from kickdoor.lab.study_plan import Cell, LabPlan
from kickdoor.lab.summary import figures

Report = dict[str, Any]


class Group:
    """All games of one variant at one table, over all line-ups."""

    def __init__(self, plan: LabPlan, cell: Cell) -> None:
        from kickdoor.lab.report.win_stats import Wins

        self.cell = cell
        self.label = label(plan, cell)
        self.wins = Wins(cell.seats)
        self.lengths = Lengths()
        self.parts: dict[str, Any] = {}
        if "turns" in plan.count:
            self.parts["levels"] = Levels()
        if "fights" in plan.count:
            self.parts |= {"fights": Fights(), "help": Help()}
        self.cards = Cards() if "cards" in plan.count else None

    def add(self, batch: Batch) -> None:
        """Take in a batch."""
        if not len(batch.games):
            return
        self.wins.add(batch)
        self.lengths.add(batch)
        for part in self.parts.values():
            part.add(batch)
        if self.cards is not None:
            self.cards.add(batch)

    def data(self, names: Names) -> Report:
        """Return everything as plain data."""
        cell = self.cell
        found: Report = {
            "label": self.label,
            "variant": cell.variant,
            "table": table_of(names.plan, cell),
            "seats": cell.seats,
            "changed": options_text(cell),
            "wins": self.wins.data(),
            "length": self.lengths.data(),
        }
        found |= {name: part.data() for name, part in self.parts.items()}
        if self.cards is not None:
            found["cards"] = self.cards.data(names.deck)
        return found


def gather(folder: LabFolder, tell: Tell | None = None) -> Report:
    """Compute the report of the finished part of a study."""
    numpy()
    plan = folder.plan()
    if plan.soak is not None:
        raise BadData(
            f"{folder.path}: a soak has no report; kickdoor lab resume {folder.path} --json gives its figures"
        )
    check_plan(folder, plan)
    if not folder.rows.is_dir() or not folder.done():
        raise BadData(f"{folder.path}: not a game is there yet; kickdoor lab resume {folder.path} plays them")
    groups: dict[tuple[str, str], Group] = {}
    for cell in plan.cells:
        groups.setdefault((cell.variant, table_of(plan, cell)), Group(plan, cell))
    for batch in batches(folder, plan, tell):
        groups[batch.cell.variant, table_of(plan, batch.cell)].add(batch)
    names = Names(plan, folder)
    found = [group.data(names) for group in groups.values() if group.wins.games]
    report = head(plan) | figures(plan, folder) | {"groups": found}
    report["names"] = all_names(report, names)
    return report | {"findings": findings(report)}


def head(plan: LabPlan) -> Report:
    """Return the head of the report: the study and its build."""
    return {
        "about": [clean(part, 2000) for part in plan.about.split("\n\n") if part.strip()],
        "base": plan.base,
        "line_ups": plan.line_ups,
        "counted": plan.count,
        "games_each": plan.games,
        "cells": len(plan.cells),
        "version": plan.version,
        "rules": plan.rules,
        "code": plan.code,
        "bots": sorted({bot for cell in plan.cells for bot in cell.bots}),
    }


def all_names(report: Report, names: Names) -> dict[str, str]:
    """Return the names of all cards and monsters in the report."""
    keys: dict[str, None] = {}
    for group in report["groups"]:
        keys |= dict.fromkeys(group.get("fights", {}).get("by_monster", {}))
        for rows in group.get("cards", {}).values():
            keys |= dict.fromkeys(row["card"] for row in rows)
    found = {key: names.card(key) for key in keys}
    times = Counter(found.values())
    # Two sets may each have a card of one name
    return {
        key: name if times[name] == 1 else f"{name} ({clean(key.partition('/')[0])})" for key, name in found.items()
    }
