"""`kickdoor scenario`: small test situations in YAML."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor.cli.arguments import add_folders, add_json, add_only_sets, check_sets, one_line

if TYPE_CHECKING:
    from kickdoor.scenario import Outcome

HELP = "runs small situations written in YAML that cite the rules they show"
EXAMPLES = (
    "kickdoor scenario tests/scenarios",
    "kickdoor scenario berserk.yaml --json",
    "kickdoor scenario -q --coverage tests/scenarios",
    "kickdoor scenario --lint tests/scenarios",
    "kickdoor scenario my_set/scenarios --set-dir my_set",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a scenario file, or a folder of them")
    add_only_sets(parser, "run only scenarios of these sets and their mixes")
    add_folders(parser, "a folder with your own card set, for scenarios that name it; may be given several times")
    parser.add_argument("-q", "--quiet", action="store_true", help="print failures and the count only, no warnings")
    parser.add_argument("--coverage", action="store_true", help="also print which rules and rulings no scenario cites")
    parser.add_argument(
        "--lint",
        action="store_true",
        help="play nothing and only warn of omissions, such as an illegal step without because; "
        "a warning does not change the exit status",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Run the scenarios; 1 if any fails, 2 if a file is malformed or its position impossible."""
    from kickdoor.scenario import coverage, elsewhere, lint_paths, run_paths

    check_sets(options.sets, options.folder)
    if options.lint:
        outcomes = lint_paths(options.paths, options.sets)
    else:
        outcomes = run_paths(options.paths, options.folder, options.sets)
    uncited: dict[str, str] | None = None
    if options.coverage:
        accounted = elsewhere(options.paths)
        uncited = {rule: accounted.get(rule, "") for rule in coverage(outcomes)}
    if options.json:
        print(as_json(outcomes, uncited))
    else:
        print_text(outcomes, uncited, options.quiet, options.lint)
    if any(outcome.error for outcome in outcomes):
        return 2
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def as_json(outcomes: list[Outcome], uncited: dict[str, str] | None) -> str:
    """Write the outcomes as JSON: a list, or an object if coverage is included."""
    from kickdoor.scenario import outcomes_json

    text = outcomes_json(outcomes)
    if uncited is None:
        return text
    missing = [rule for rule, account in uncited.items() if not account]
    accounted = {rule: account for rule, account in uncited.items() if account}
    data = {"outcomes": json.loads(text), "uncited": missing, "elsewhere": accounted}
    return json.dumps(data, ensure_ascii=False, indent=2)


def print_coverage(uncited: dict[str, str]) -> None:
    """Print the rules without a scenario: unaccounted ones first, then those shown elsewhere with an explanation."""
    missing = [rule for rule, account in uncited.items() if not account]
    print(f"{len(missing)} rules and rulings are cited by no scenario" + (":" if missing else ""))
    for rule in missing:
        print(f"  {rule}")
    if len(missing) < len(uncited):
        print(f"{len(uncited) - len(missing)} are accounted for elsewhere:")
        for rule, account in uncited.items():
            if account:
                print(f"  {rule}  {account}")


def print_text(outcomes: list[Outcome], uncited: dict[str, str] | None, quiet: bool, lint: bool) -> None:
    """Print one line per scenario with its failure below, and the count; warnings go to the error output."""
    for outcome in outcomes:
        if outcome.passed:
            if not quiet and not lint:
                print(f"ok    {one_line(outcome.name)}")
        elif outcome.error:
            print(f"kickdoor: {one_line(f'{outcome.path}: {outcome.failure}')}", file=sys.stderr)
        else:
            print(f"FAIL  {one_line(f'{outcome.name} ({outcome.path})')}")
            print("      " + one_line(outcome.failure))
        for warning in [] if quiet else outcome.warnings:
            print(f"kickdoor: {one_line(f'{outcome.path}: warning: {warning}')}", file=sys.stderr)
    if uncited is not None:
        print_coverage(uncited)
    if lint:
        count = sum(len(outcome.warnings) for outcome in outcomes)
        print(f"{count} warning{'' if count == 1 else 's'} about {len(outcomes)} scenarios")
        return
    passed = sum(outcome.passed for outcome in outcomes)
    malformed = sum(outcome.error for outcome in outcomes)
    rest = f", {len(outcomes) - passed - malformed} failed" + (f", {malformed} malformed" if malformed else "")
    print(f"{passed} of {len(outcomes)} scenarios passed{rest}")
