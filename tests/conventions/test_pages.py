"""The sources of the pages are easy to read: no line is wider than a screen."""

import re
from collections.abc import Callable
from pathlib import Path

Plant = Callable[[dict[str, str]], Path]

WIDEST = 140
SOURCES = {".svelte", ".ts", ".css"}
"""Not the words: their lines are sentences, and a language is one file."""


def violations(root: Path) -> list[str]:
    """Return the lines that are too wide."""
    found = []
    for path in sorted(one for one in root.rglob("*") if one.suffix in SOURCES):
        name = path.relative_to(root).as_posix()
        lines = path.read_text(encoding="utf-8").splitlines()
        found += [f"{name}:{n}: {len(line)} wide" for n, line in enumerate(lines, 1) if len(line) > WIDEST]
    return found


ROOTED = re.compile(r"""(?:href|src)="/|[`"]/static/|fetch\([`"]/""")
"""An address that begins at the root of a site; `BASE` stands before it where a proxy shows the table below a path."""
ASKED = re.compile(r'startsWith\("/static/|url\("/static/')
"""What is compared only; and styles, which the build makes relative."""


def rooted(root: Path) -> list[str]:
    """List lines with addresses that would not be found below a path."""
    found = []
    for path in sorted(one for one in root.rglob("*") if one.suffix in {".svelte", ".ts"}):
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if ROOTED.search(ASKED.sub("", line)):
                found.append(f"{path.relative_to(root).as_posix()}:{n}: {line.strip()}")
    return found


def test_pages_are_found_below_a_path(repository: Path) -> None:
    assert rooted(repository / "web/src") == []


def test_planted_addresses_are_found(plant: Plant) -> None:
    bad = ['<a href="/rules">', '<img src="/static/a.svg">', "const art = `/static/a.svg`", 'fetch("/api/x")']
    good = ['<a href="{BASE}/rules">', "`${BASE}/static/a.svg`", 'path.startsWith("/static/")', 'url("/static/a.svg")']
    assert len(rooted(plant({"A.svelte": "\n".join([*bad, *good])}))) == len(bad)


ALONE = re.compile(r'(?<!=> )\bimport\("')
"""A part of a page that is not loaded by `part`, `whenIdle` or the list of pages, and would not be retried."""


def alone(root: Path) -> list[str]:
    """List parts of pages that are fetched once only."""
    sources = sorted(one for one in root.rglob("*") if one.suffix in {".svelte", ".ts"})
    return [one.relative_to(root).as_posix() for one in sources if ALONE.search(one.read_text(encoding="utf-8"))]


def test_lazy_parts_of_pages_are_requested_again(repository: Path) -> None:
    assert alone(repository / "web/src") == []


def test_planted_parts_are_found(plant: Plant) -> None:
    good = '{#await part(() => import("./A.svelte")) then A}'
    assert alone(plant({"A.svelte": '{#await import("./A.svelte") then A}', "B.svelte": good})) == ["A.svelte"]


def test_pages_are_easy_to_read(repository: Path) -> None:
    assert violations(repository / "web/src") == []


def test_planted_violations_are_found(plant: Plant) -> None:
    wide = "x" * 141
    tree = {"Hand.svelte": wide, "style/felt.css": f"a\n{wide}\n", "game.ts": wide}
    assert len(violations(plant(tree))) == 3


def test_limits_are_inclusive(plant: Plant) -> None:
    assert violations(plant({"Hand.svelte": "x" * 140, "i18n/en.json": "x" * 200})) == []
