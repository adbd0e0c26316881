"""Results of mutants, saved in a file."""

from __future__ import annotations

import difflib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from mutations import Mutation

TREE = Path(__file__).resolve().parents[1]
KILLED, HUNG, SURVIVED = "killed", "hung", "survived"


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a mutant."""

    id: str
    status: str
    by: str
    """The test that failed or hung, if any."""
    tests: int
    """Number of tests that could notice it."""
    seconds: float
    """Processor time."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutation of one file."""

    file: str
    mutation: Mutation

    @property
    def id(self) -> str:
        """Unique name of the mutant: file, position and replacement."""
        m = self.mutation
        return f"{self.file}:{m.line}:{m.start}-{m.end}:{m.text}"

    def diff(self) -> list[str]:
        """Diff of the change."""
        old = (TREE / self.file).read_text(encoding="utf-8")
        new = self.mutation.apply(old)
        lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm=""))
        return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def results_in(path: Path) -> dict[str, Result]:
    """Read results, by the ids of the mutants."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return {result.id: result for result in [Result(**json.loads(line)) for line in lines]}


class ResultLog:
    """Results so far, one per line; the first line identifies the run."""

    def __init__(self, path: Path, head: dict[str, object]) -> None:
        self.path = path
        self.done: dict[str, Result] = {}
        if path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            if not lines or json.loads(lines[0]) != head:
                raise SystemExit(f"{path}: of another tree, seed or test selection; name another file with --state")
            self.read()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")

    def read(self) -> None:
        """Read the results so far, including those of other processes."""
        self.done.update(results_in(self.path))

    def add(self, result: Result) -> None:
        """Write one result."""
        self.done[result.id] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")
