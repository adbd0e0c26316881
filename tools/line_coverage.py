"""Finds out which tests run which lines, so that a mutant is tried only by tests that can notice it.

Cases made from a file of their own, such as scenarios, share nothing but the card sets: each reaches the lines it runs.
Other tests of one file share fixtures and caches, which only the first of them fills: each reaches what any one runs.
"""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Callable, Iterable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from time import process_time
from types import CodeType

import pytest
from mutations import MARKS, marked

Lines = set[tuple[str, int]]
"""Files by their names in the tree, and lines where statements begin."""


class Recorder:
    """Notes which of the wanted statements are run, from the moment they are loaded."""

    def __init__(self, folder: Path, wanted: Lines) -> None:
        self.wanted = wanted
        self.hit: Lines = set()
        setattr(builtins, MARKS, self.hit)
        files = {str(folder / file): file for file, _ in wanted}

        def change(path: str, source: str) -> ast.Module | None:
            if path not in files:
                return None
            return marked(source, files[path], {line for file, line in wanted if file == files[path]})

        load_otherwise(change)

    def take(self) -> Lines:
        """Return what was run since the last time."""
        hit = set(self.hit)
        self.hit.clear()
        return hit


def load_otherwise(change: Callable[[str, str], str | ast.Module | None]) -> None:
    """Load modules from other code than is in their files, where there is any."""
    plain = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        path = Path(loader.path)
        other = change(loader.path, path.read_text(encoding="utf-8")) if path.suffix == ".py" else None
        return plain(loader, name) if other is None else compile(other, loader.path, "exec", dont_inherit=True)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def unit(item: pytest.Item) -> str:
    """Name what a test shares its work with: the tests of its file, or nobody."""
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    if any(isinstance(value, Path) for value in parameters):
        return item.nodeid
    return item.nodeid.split("::", maxsplit=1)[0]


class Reach:
    """What each test runs of the wanted statements and how long it takes, by its place in the list of tests."""

    def __init__(self, wanted: Lines, units: list[str]) -> None:
        self.wanted = wanted
        self.units = units
        self.seconds = [0.0] * len(units)
        self.lines: dict[str, Lines] = defaultdict(set)

    def note(self, test: int, lines: Lines, seconds: float) -> None:
        """Add what was seen of one test."""
        self.seconds[test] = seconds
        self.lines[self.units[test]] |= lines

    def is_alone(self, test: int) -> bool:
        """Return whether a test shares nothing: those are quick and kill most."""
        return "::" in self.units[test]

    def unit_seconds(self) -> dict[str, float]:
        """Add up what tests that share their work take; the one that is run first may have to do it all."""
        sums: dict[str, float] = defaultdict(float)
        for name, seconds in zip(self.units, self.seconds, strict=True):
            sums[name] += seconds
        return sums

    def tests(self, file: str, line: int) -> list[int]:
        """List the tests that run a statement."""
        reached = {name for name, run in self.lines.items() if (file, line) in run}
        return self.in_order(test for test, name in enumerate(self.units) if name in reached)

    def in_order(self, tests: Iterable[int]) -> list[int]:
        """Sort tests: those that share nothing by the time they take, then whole files."""
        sums = self.unit_seconds()
        return sorted(tests, key=lambda test: (not self.is_alone(test), sums[self.units[test]], test))


def record(items: list[pytest.Item], recorder: Recorder, run: Callable[[int], None]) -> Reach:
    """Run every test once and watches."""
    reach = Reach(recorder.wanted, [unit(item) for item in items])
    for test in range(len(items)):
        start = process_time()
        recorder.take()
        run(test)
        reach.note(test, recorder.take(), process_time() - start)
    return reach
