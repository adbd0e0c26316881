"""Rules and rulings that no scenario cites, and those that a folder covers in another way."""

import tomllib
from pathlib import Path

from kickdoor import rulebook
from kickdoor.engine.machine.errors import BadData
from kickdoor.scenario.runner import Outcome

ELSEWHERE = "elsewhere.toml"
"""File in a folder of scenarios: rules and rulings shown by named tests, and those no program can show."""
TABLES = ("shown_by_test", "not_applicable")
MAX_BYTES = 100_000


def coverage(outcomes: list[Outcome]) -> list[str]:
    """List the ids of the rules, then of the rulings, that no scenario of the outcomes cites, in their order."""
    cited = {rule for outcome in outcomes for rule in outcome.rules}
    return [rule for rule in all_ids() if rule not in cited]


def all_ids() -> list[str]:
    """List the ids of all rules and rulings."""
    return [*rulebook.rules(), *rulebook.rulings()]


def elsewhere(paths: list[Path]) -> dict[str, str]:
    """Read the entries of the folders for rules without a scenario: a test, or the reason why there is none."""
    out: dict[str, str] = {}
    known = set(all_ids())
    for path in paths:
        file = path / ELSEWHERE
        if not file.is_file():
            continue
        try:
            if file.stat().st_size > MAX_BYTES:
                raise BadData(f"{file}: larger than {MAX_BYTES} bytes")
            data = tomllib.loads(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
            raise BadData(f"{file}: cannot be read: {e}") from None
        for table, rules in data.items():
            if table not in TABLES or not isinstance(rules, dict):
                raise BadData(f"{file}: expected the tables {' and '.join(TABLES)}, found '{table}'")
            for rule, text in rules.items():
                if rule not in known:
                    raise BadData(f"{file}: there is no rule {rule}")
                out[rule] = f"{'test' if table == TABLES[0] else 'not applicable:'} {text}"
    return out
