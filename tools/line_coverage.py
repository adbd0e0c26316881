"""Coverage of lines by test, so that a mutant is tried only by tests that can notice it.

Tests made from separate files, such as scenarios, share only the card sets, so each reaches the lines it runs. Other
tests of one file share fixtures and caches that only the first of them fills, so each reaches what any of them runs.
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
    """Recorder of the wanted statements that run, from the moment their modules are loaded."""

    def __init__(self, folder: Path, wanted: Lines) -> None:
        self.wanted = wanted
        self.hit: Lines = set()
        setattr(builtins, MARKS, self.hit)
        files = {str(folder / file): file for file, _ in wanted}

        def change(path: str, source: str) -> ast.Module | None:
            if path not in files:
                return None
            return marked(source, files[path], {line for file, line in wanted if file == files[path]})

        load_changed(change)

    def take(self) -> Lines:
        """Return the statements run since the last call."""
        hit = set(self.hit)
        self.hit.clear()
        return hit


def load_changed(change: Callable[[str, str], str | ast.Module | None]) -> None:
    """Load modules from changed code where `change` returns any."""
    plain = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        path = Path(loader.path)
        other = change(loader.path, path.read_text(encoding="utf-8")) if path.suffix == ".py" else None
        return plain(loader, name) if other is None else compile(other, loader.path, "exec", dont_inherit=True)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def unit(item: pytest.Item) -> str:
    """Return the name of the group of tests that share work with this one: its file, or nothing."""
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    if any(isinstance(value, Path) for value in parameters):
        return item.nodeid
    return item.nodeid.split("::", maxsplit=1)[0]


class Coverage:
    """Statements run and time taken by each test, by its index in the list of tests."""

    def __init__(self, wanted: Lines, units: list[str]) -> None:
        self.wanted = wanted
        self.units = units
        self.seconds = [0.0] * len(units)
        self.lines: dict[str, Lines] = defaultdict(set)

    def note(self, test: int, lines: Lines, seconds: float) -> None:
        """Add the lines and the time of one test."""
        self.seconds[test] = seconds
        self.lines[self.units[test]] |= lines

    def is_alone(self, test: int) -> bool:
        """Return whether a test shares no work; such tests are quick and kill most mutants."""
        return "::" in self.units[test]

    def unit_seconds(self) -> dict[str, float]:
        """Return the total time of each group of tests that share work; the first test run may have to do all of it."""
        sums: dict[str, float] = defaultdict(float)
        for name, seconds in zip(self.units, self.seconds, strict=True):
            sums[name] += seconds
        return sums

    def tests(self, file: str, line: int) -> list[int]:
        """List the tests that run a statement."""
        reached = {name for name, run in self.lines.items() if (file, line) in run}
        return self.sort_tests(test for test, name in enumerate(self.units) if name in reached)

    def sort_tests(self, tests: Iterable[int]) -> list[int]:
        """Sort tests: those that share no work by time, then whole files."""
        sums = self.unit_seconds()
        return sorted(tests, key=lambda test: (not self.is_alone(test), sums[self.units[test]], test))


def record(items: list[pytest.Item], recorder: Recorder, run: Callable[[int], None]) -> Coverage:
    """Run every test once and record its lines."""
    coverage = Coverage(recorder.wanted, [unit(item) for item in items])
    for test in range(len(items)):
        start = process_time()
        recorder.take()
        run(test)
        coverage.note(test, recorder.take(), process_time() - start)
    return coverage
