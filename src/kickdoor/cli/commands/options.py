"""`kickdoor options`: the rule options of a table."""

from __future__ import annotations

import argparse
import json

from kickdoor.cli.arguments import add_json
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.state.codec import options_to_dict

HELP = "lists the table options with their defaults"
EXAMPLES = (
    "kickdoor options",
    "kickdoor options --json",
    "kickdoor simulate --option winning_level=15 --option shared_victory=true",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the options of the engine, in the words of the rulebook."""
    from kickdoor import rulebook

    rows = [
        {
            "name": name,
            "default": default,
            "sentence": rulebook.options()[name].sentence,
            "see": list(rulebook.options()[name].see),
        }
        for name, default in options_to_dict(RuleOptions()).items()
    ]
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    for row in rows:
        print(f"{row['name']}={json.dumps(row['default']).strip(chr(34))}  {row['sentence']} ({', '.join(row['see'])})")
    return 0
