"""`kickdoor cards`: a list of cards, their text, and checks of a custom set."""

from __future__ import annotations

import argparse
import json
import sys
from difflib import get_close_matches
from pathlib import Path

from kickdoor.cli.arguments import add_folders, add_json, add_only_sets, folder
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData

HELP = "lists and explains cards"
EXAMPLES = (
    "kickdoor cards",
    'kickdoor cards "net troll"',
    'kickdoor cards "net troll" mate "curse! duck of doom"',
    "kickdoor cards --sets deluxe --json",
    "kickdoor cards --check my_set",
    "kickdoor cards --set-dir my_set",
    "kickdoor cards --schema > card-schema.json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "name",
        nargs="*",
        metavar="NAME",
        help="the name of a card or part of it; the words of one name need no quotation marks. Give several names for "
        "several cards, or none to list all. If a name is unknown, the others are still shown and the exit status is 2",
    )
    add_only_sets(parser, "use only these sets; with --check, mix the folder's set with these")
    parser.add_argument(
        "--check", type=folder, metavar="DIR", help="check the card set in a folder and report problems"
    )
    parser.add_argument(
        "--schema",
        nargs="?",
        const="cards",
        choices=("cards", "set"),
        help="print the JSON Schema of card files (with --set-dir including the words of your own set) or of set.toml",
    )
    add_folders(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print cards, or check a folder."""
    from kickdoor.catalog.loader import known_sets, load_catalog

    if options.schema is not None:
        from kickdoor.catalog.json_schema import card_schema, set_schema

        mix = load_catalog(options.sets or [], options.folder) if options.sets or options.folder else None
        print(json.dumps(card_schema(mix) if options.schema == "cards" else set_schema(), indent=2))
        return 0
    if options.check is not None:
        others = [path for path in options.folder if path != options.check]
        return report_check(options.check, load_catalog(options.sets or [], [*others, options.check]))
    rules = load_catalog(options.sets or ([] if options.folder else known_sets()), options.folder)
    found, unknown = matching(rules, options.name)
    if options.json:
        print(json.dumps([as_data(rules, d) for d in found], ensure_ascii=False, indent=2))
    elif options.name:
        from kickdoor.text.card_text import card_face

        if found:
            print("\n\n".join(f"{card_face(rules, d)}\n({d.set_id}, {copies(d)})" for d in found))
    else:
        for d in found:
            print(f"{d.set_id:<8} {nr.DECKS[d.deck]:<9} {nr.KINDS[d.kind]:<14} {d.copies}×  {d.name}")
        print(f"{len(found)} different cards, {sum(d.copies for d in found)} in all")
    if unknown:
        sys.stdout.flush()
        raise BadData("; ".join(unknown))
    return 0


def matching(rules: RuleSet, names: list[str]) -> tuple[list[CardDef], list[str]]:
    """Return the cards of each name, and an error for each unknown name; the words may form one name."""
    joined = " ".join(names)
    are_exact = bool(names) and all(exactly(rules, name) for name in names)
    if exactly(rules, joined) or (not are_exact and any(has_words(d, joined) for d in rules.defs)):
        names = [joined]
    out: list[CardDef] = []
    unknown: list[str] = []
    for name in names:
        found = exactly(rules, name) or [d for d in rules.defs if has_words(d, name)]
        out += [d for d in found if d not in out]
        if not found:
            unknown.append(f"no card is called '{name}'" + suggestion(rules, name))
    return out, unknown


def exactly(rules: RuleSet, name: str) -> list[CardDef]:
    """Find the cards of exactly that name, with any prefix."""
    return [d for d in rules.defs if bare(name) in (bare(d.name), d.name.casefold())]


def bare(name: str) -> str:
    """Normalize a name for comparison."""
    out = name.casefold().strip(' ."!\u2026')
    for prefix in ("curse!", "trap!", "sidekick:"):
        out = out.removeprefix(prefix).strip(' ."!\u2026')
    return out


def has_words(d: CardDef, name: str) -> bool:
    """Return whether a card's name has all these words."""
    return all(word in d.name.casefold() for word in name.casefold().split())


def suggestion(rules: RuleSet, name: str) -> str:
    folded = {d.name.casefold(): d.name for d in rules.defs}
    matches = [folded[close] for close in get_close_matches(name.casefold(), list(folded), 3, 0.5)]
    return f"; did you mean {' or '.join(matches)}?" if matches else ""


def as_data(rules: RuleSet, d: CardDef) -> dict[str, object]:
    """Return a card as plain data."""
    from kickdoor.text.card_text import card_text

    return {
        "set": d.set_id,
        "deck": nr.DECKS[d.deck],
        "kind": nr.KINDS[d.kind],
        "id": d.id,
        "name": d.name,
        "copies": d.copies,
        "text": " ".join(card_text(rules, d)),
    }


def copies(d: CardDef) -> str:
    """Return the number of copies of a card as text."""
    return "1 card" if d.copies == 1 else f"{d.copies} cards"


def report_check(path: Path, rules: RuleSet) -> int:
    """Report the cards of a valid folder; rendering every text makes sure that none fails later."""
    from kickdoor.catalog.lint_set import findings

    for d in rules.defs:
        as_data(rules, d)
    warnings = findings(path, rules)
    for line in warnings:
        print(line)
    found = [d for d in rules.defs if d.set_id == path.name]
    counts = [sum(d.copies for d in found if d.deck == deck) for deck in (nr.DOOR, nr.TREASURE)]
    total = f"{len(found)} different cards, {counts[0]} Door and {counts[1]} Treasure cards in all"
    others = [name for name in rules.sets if name != path.name]
    mix = f", mixed with {' and '.join(others)}" if others else ""
    warnings_text = "1 entry has no effect" if len(warnings) == 1 else f"{len(warnings)} entries have no effect"
    print(f"{path}: {total}{mix}; {warnings_text if warnings else 'no problems found'}")
    return 1 if warnings else 0
