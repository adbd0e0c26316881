"""Write docs/rules-index.md: for every rule and ruling, the code that cites it and the scenarios that show it."""

import re
import sys
from pathlib import Path

from ruamel.yaml import YAML

from kickdoor.rulebook import rules, rulings

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "rules-index.md"
RULE = re.compile(r"\b([A-Z]+)-(\d{2,3})(?: to (?:\1-)?(\d{2,3}))?\b")


def cited(text: str) -> set[str]:
    """Return the rule ids in a text; `X-01 to X-03` means all three."""
    out: set[str] = set()
    for chapter, first, last in RULE.findall(text):
        out.update(f"{chapter}-{n:02}" for n in range(int(first), int(last or first) + 1))
    return out


def by_code() -> dict[str, list[str]]:
    """Return the modules that cite each rule id."""
    out: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src" / "kickdoor").rglob("*.py")):
        name = path.relative_to(ROOT / "src" / "kickdoor").with_suffix("").as_posix()
        for rule in cited(path.read_text(encoding="utf-8")):
            out.setdefault(rule, []).append(name)
    return out


def by_scenario() -> dict[str, list[str]]:
    """Return the scenarios that cite each rule id."""
    out: dict[str, list[str]] = {}
    yaml = YAML(typ="safe", pure=True)
    for path in sorted((ROOT / "tests").rglob("*.yaml")):
        data = yaml.load(path.read_text(encoding="utf-8"))
        for rule in data.get("rules", []) if isinstance(data, dict) else []:
            out.setdefault(rule, []).append(path.relative_to(ROOT / "tests").with_suffix("").as_posix())
    return out


def index() -> str:
    """Return the text of the page."""
    code, scenarios = by_code(), by_scenario()
    lines = [
        "# Rules index",
        "",
        "Rule or ruling (`AMB`), the modules of `src/kickdoor` that cite it, the scenarios of `tests` that show it.",
        "`kickdoor rules ID` prints its sentence. `.venv/bin/python tools/rules_index.py` makes this page.",
        "",
        "| rule | code | scenarios |",
        "|---|---|---|",
    ]
    for rule in [*rules(), *rulings()]:
        shown = scenarios.get(rule, [])
        more = f" and {len(shown) - 3} more" if len(shown) > 3 else ""
        lines.append(f"| {rule} | {', '.join(code.get(rule, []))} | {', '.join(shown[:3])}{more} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text(encoding="utf-8") == index() else "docs/rules-index.md is out of date")
    TARGET.write_text(index(), encoding="utf-8")
