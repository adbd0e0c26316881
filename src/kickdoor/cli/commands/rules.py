"""`kickdoor rules`: rules and rulings by id or by words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict

from kickdoor import rulebook
from kickdoor.cli.arguments import add_json, add_only_sets, check_sets
from kickdoor.engine.machine.errors import BadData
from kickdoor.rulebook import Rule, Ruling
from kickdoor.text.message_catalog import sentence

HELP = "looks up rules and rulings"
EXAMPLES = (
    "kickdoor rules",
    "kickdoor rules COMBAT-19",
    "kickdoor rules COMBAT",
    "kickdoor rules selling items",
    "kickdoor rules ITEM --sets star",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("what", nargs="*", metavar="ID or WORDS", help="rule ids, a chapter, or words to look for")
    add_only_sets(parser, "only rules in the books of these sets; rulings stay")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the chapters, or the requested rules."""
    check_sets(options.sets, [])
    if not options.what:
        if options.json:
            every: list[Rule | Ruling] = [*rulebook.rules().values(), *rulebook.rulings().values()]
            print(json.dumps(data_of(of_sets(every, options.sets)), ensure_ascii=False))
        else:
            print_chapters(options.sets)
        return 0
    found = of_sets(look_up(options.what), options.sets)
    if not found:
        raise BadData(f"the books of {' and '.join(options.sets)} have no such rule")
    if options.json:
        print(json.dumps(data_of(found), ensure_ascii=False, indent=2))
    else:
        print("\n".join(line_of(entry) for entry in found))
    return 0


def look_up(words: list[str]) -> list[Rule | Ruling]:
    """Return rules by id if the words look like ids, else by chapter, else by words."""
    ids = [word.upper().rstrip(",") for word in words]
    everything: dict[str, Rule | Ruling] = {**rulebook.rules(), **rulebook.rulings()}
    if all(id in everything for id in ids):
        return [everything[id] for id in ids]
    if len(ids) == 1 and (ids[0] in rulebook.chapters() or ids[0] == "AMB"):
        return [entry for id, entry in everything.items() if id.startswith(ids[0] + "-")]
    found = rulebook.search(" ".join(words))
    if found:
        return found
    if len(words) == 1 and "-" in words[0]:
        try:
            rulebook.lookup(words[0])
        except KeyError as e:
            raise BadData(str(e.args[0])) from None
    raise BadData(f"no rule has the words '{' '.join(words)}'")


def of_sets(found: Sequence[Rule | Ruling], sets: list[str] | None) -> list[Rule | Ruling]:
    """Leave out rules that are in none of the books."""
    return [
        entry
        for entry in found
        if sets is None or isinstance(entry, Ruling) or not set(sets).isdisjoint((*entry.sets, *entry.derived_sets))
    ]


def data_of(found: list[Rule | Ruling]) -> list[dict[str, object]]:
    """Return rules as plain data."""
    return [{"ruling": isinstance(entry, Ruling), **asdict(entry)} for entry in found]


def line_of(entry: Rule | Ruling) -> str:
    """Write a rule with its source."""
    if isinstance(entry, Ruling):
        return f"{entry.id}  {sentence(entry.title)} {entry.sentence}"
    return f"{entry.id}  {entry.sentence} [{', '.join(entry.sets)}{'; follows from others' if entry.derived else ''}]"


def print_chapters(sets: list[str] | None = None) -> None:
    """Print the chapters with the number of their rules."""
    rules = of_sets([*rulebook.rules().values()], sets)
    for id, title in rulebook.chapters().items():
        count = sum(isinstance(rule, Rule) and rule.chapter == id for rule in rules)
        if count:
            print(f"{id:<12} {count:>3}  {title}")
    print(f"{'AMB':<12} {len(rulebook.rulings()):>3}  Rulings on questions the books leave open")
