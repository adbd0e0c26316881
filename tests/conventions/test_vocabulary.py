"""The words of the voice: what CONTRIBUTING bans may only become rarer, and no docstring starts with a banned word."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

Plant = Callable[[dict[str, str]], Path]

BANNED = (
    "whoever", "somebody", "nobody", "everybody", "anew", "nought", "comes out otherwise", "at one stroke",
    "uses nothing up", "brought along", "would come to", "one's own",
)  # fmt: skip
WORD = re.compile(rf"(?<![a-z]){'|'.join(rf'(?:{word})' for word in BANNED)}(?![a-z])", re.IGNORECASE)
OPENERS = re.compile(r"(Tells|Gives|Says|What|Whoever|How|Where)\b")
"""Docstrings name what something is, or tell it what to do."""
NAMES = re.compile(r"(MOST|LEAST|FEWEST|LONGEST)(_|$)")
"""Limits are called MAX_ and MIN_."""

AREAS = {
    "docs": ("*.md", "docs/*.md"),
    "web": ("web/src/**/*.ts", "web/src/**/*.svelte", "web/src/i18n/*.json", "web/tests/*.ts"),
    "tests": ("tests/**/*.py",),
    "tools": ("tools/*.py", "examples/*.py"),
}
NOT_READ = ("CHANGELOG.md", "docs/rules-index.md", "tests/conventions/test_vocabulary.py", "CONTRIBUTING.md")
"""The past, generated pages, and what must name the words it bans."""
ALLOWED = Path(__file__).with_name("vocabulary.toml")


def area_of(path: Path) -> str:
    """Return the area of a module of the package: its folder, or `api` for the top level."""
    return path.parts[0] if len(path.parts) > 1 else "api"


def texts(root: Path) -> Iterator[tuple[str, str, Path]]:
    """Yield the area, the name and the path of each file that is read."""
    for area, patterns in AREAS.items():
        for pattern in patterns:
            for path in sorted(root.glob(pattern)):
                name = path.relative_to(root).as_posix()
                if name not in NOT_READ and "/golden/" not in name:
                    yield area, name, path
    package = root / "src" / "kickdoor"
    for path in sorted([*package.rglob("*.py"), *package.glob("text/**/*.toml")]):
        yield area_of(path.relative_to(package)), path.relative_to(root).as_posix(), path


def counts(root: Path) -> Counter[str]:
    """Count the banned words by area."""
    found: Counter[str] = Counter()
    for area, _, path in texts(root):
        found[area] += len(WORD.findall(path.read_text(encoding="utf-8")))
    return found


def openers(root: Path) -> list[tuple[str, str]]:
    """List the docstrings that start with a banned word, with their area."""
    found = []
    for area, name, path in texts(root):
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
                    text = ast.get_docstring(node)
                    if text and OPENERS.match(text):
                        found.append((area, f"{name}: {text.splitlines()[0]}"))
    return found


def limits(root: Path) -> list[str]:
    """List the constants that are called MOST, LEAST and the like."""
    found = []
    for _, name, path in texts(root):
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and NAMES.match(node.id):
                    found.append(f"{name}:{node.lineno}: {node.id}")
    return found


def check_shrinks(found: Counter[str], allowed: dict[str, int]) -> None:
    """Fail if an area has more than it may have, or less, so that the limits follow."""
    assert {area: n for area, n in found.items() if n > allowed.get(area, 0)} == {}
    assert {area: n for area, n in allowed.items() if found[area] < n} == {}, f"lower the counts in {ALLOWED.name}"


def test_banned_words_become_rarer(repository: Path) -> None:
    check_shrinks(counts(repository), tomllib.loads(ALLOWED.read_text(encoding="utf-8"))["words"])


def test_docstrings_start_with_a_noun_or_an_imperative(repository: Path) -> None:
    found = Counter(area for area, _ in openers(repository))
    check_shrinks(found, tomllib.loads(ALLOWED.read_text(encoding="utf-8"))["openers"])


def test_limits_are_named_max_and_min(repository: Path) -> None:
    assert limits(repository) == []


def test_planted_violations_are_found(plant: Plant) -> None:
    root = plant({"src/kickdoor/sim/a.py": '"""What is done."""\nMOST_GAMES = 3\n# Whoever asks, nobody answers\n'})
    assert counts(root)["sim"] == 2
    assert openers(root) == [("sim", "src/kickdoor/sim/a.py: What is done.")]
    assert limits(root) == ["src/kickdoor/sim/a.py:2: MOST_GAMES"]


def write() -> None:
    """Write the counts of today: `python -m tests.conventions.test_vocabulary`."""
    root = Path(__file__).parents[2]
    tables = {"words": counts(root), "openers": Counter(area for area, _ in openers(root))}
    lines = ["# How often banned words and openers may still occur, by area. These numbers may only become smaller."]
    for name, found in tables.items():
        lines += ["", f"[{name}]", *(f"{area} = {n}" for area, n in sorted(found.items()) if n)]
    ALLOWED.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
