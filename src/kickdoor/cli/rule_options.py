"""Table options on the command line: `--option winning_level=15`."""

from __future__ import annotations

import argparse
import re
from difflib import get_close_matches

from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.codec import options_from_dict, options_to_dict

MAX_DIGITS = 9


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the choice of table options."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="table",
        help="a table option, see kickdoor options; may be given several times",
    )


def read_options(texts: list[str]) -> RuleOptions:
    """Read options as typed; raise `BadData` for anything unknown."""
    defaults = options_to_dict(RuleOptions())
    named: dict[str, bool | int | str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise BadData(f"--option {text}: expected NAME=VALUE, such as winning_level=12")
        if name not in defaults:
            close = get_close_matches(name, defaults, n=1, cutoff=0.5)
            hint = f"did you mean '{close[0]}'?" if close else "kickdoor options lists them"
            raise BadData(f"there is no option '{name}'; {hint}")
        if name in named:
            raise BadData(f"option {name} is given twice")
        named[name] = read_value(name, value, defaults[name])
    return options_from_dict(named)


def read_value(name: str, value: str, default: object) -> bool | int | str:
    """Read a value of the same type as the default."""
    if isinstance(default, bool):
        if value not in ("true", "false"):
            raise BadData(f"option {name}: expected true or false, found '{value}'")
        return value == "true"
    if isinstance(default, int):
        if not re.fullmatch("[0-9]+", value):
            raise BadData(f"option {name}: expected a whole number, found '{value}'")
        if len(value.lstrip("0")) > MAX_DIGITS:
            raise BadData(f"option {name}: {value[:20]} is too large; the default is {default}")
        return int(value)
    return value
