"""Tests the tests: makes small faults in the rules, one at a time, and tells which of them no test notices.

Each mutant is made in a scratch copy of the tree; the tree itself is never touched. The sample follows from the seed.
Results are kept in a file, so that the same command goes on where it was stopped.

    python tools/mutate.py --mutants 300 --seed 1 --state build/mutants.jsonl
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from queue import Empty, Queue
from random import Random

from mutations import Mutation, mutations

TREE = Path(__file__).resolve().parents[1]
PACKAGES = ("src/kickdoor/rules", "src/kickdoor/effects")
SKIPPED_FILES = ("reasons.py", "__init__.py", "vocabulary.py")
"""Tables: of refusals, whose words are checked as golden text, and of instructions."""
COPIED = ("src", "tests", "docs", "pyproject.toml", "README.md")
STAGES = (
    ("tests/test_scenarios.py",),
    ("tests/engine", "tests/cards"),
    ("tests/conformance",),
    ("tests/core", "tests/view", "tests/replay"),
)
"""What is run, one after the other until something fails: what kills most in the shortest time comes first.

Golden games are left out: they notice every change, right or wrong, and so tell nothing about the other tests.
"""
SECONDS = 240
"""Processor time of a mutant in one batch of tests: other work on the machine must not make one hang."""
PATIENCE = 10
"""So many times longer by the clock, a mutant waits for something that never comes."""
KILLED, HUNG, SURVIVED = "killed", "hung", "survived"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant."""

    id: str
    status: str
    stage: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutation of one file."""

    file: str
    mutation: Mutation

    @property
    def id(self) -> str:
        """Names the mutant: file, place and what is written there."""
        m = self.mutation
        return f"{self.file}:{m.line}:{m.start}-{m.end}:{m.text}"

    def diff(self) -> list[str]:
        """Shows the change."""
        old = (TREE / self.file).read_text(encoding="utf-8")
        new = self.mutation.apply(old)
        lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm=""))
        return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def all_mutants() -> list[Mutant]:
    """Lists every mutant there is, in the order of the files."""
    found: list[Mutant] = []
    for package in PACKAGES:
        for path in sorted((TREE / package).rglob("*.py")):
            if path.name not in SKIPPED_FILES:
                source = path.read_text(encoding="utf-8")
                name = str(path.relative_to(TREE))
                found += [Mutant(name, mutation) for mutation in mutations(source)]
    return found


def digest_of_tree() -> str:
    """Sums up what is mutated and what tests it."""
    digest = blake2b(digest_size=8)
    for top in ("src", "tests"):
        for path in sorted((TREE / top).rglob("*")):
            if path.suffix in (".py", ".toml", ".yaml", ".txt", ".json"):
                digest.update(str(path.relative_to(TREE)).encode() + path.read_bytes())
    return digest.hexdigest()


class Scratch:
    """A copy of the tree in which one mutant at a time lives."""

    def __init__(self, folder: Path, stages: tuple[tuple[str, ...], ...], seconds: int) -> None:
        self.folder = folder
        self.stages = stages
        self.seconds = seconds
        for name in COPIED:
            source = TREE / name
            if source.is_dir():
                shutil.copytree(
                    source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
                )
            elif source.exists():
                shutil.copy(source, folder / name)
        # Compiled files are matched by content: a mutant may have the size and time of the original
        command = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", str(folder)]
        subprocess.run(command, check=True)

    def run(self, id: str) -> Result:
        """Runs the tests until one fails."""
        spent = 0.0
        for number, stage in enumerate(self.stages):
            status, seconds = self.run_stage(stage)
            spent += seconds
            if status != SURVIVED:
                return Result(id, status, number, round(spent, 1))
        return Result(id, SURVIVED, len(self.stages), round(spent, 1))

    def run_stage(self, stage: tuple[str, ...]) -> tuple[str, float]:
        """Runs one batch of tests in a process group of its own, which is ended when time is up."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *stage]
        environment = os.environ | {"PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))

        quiet = subprocess.DEVNULL
        start = time.monotonic()
        run = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdout=quiet,
            stderr=quiet,
            start_new_session=True,
            preexec_fn=limit,
        )
        try:
            status = run.wait(self.seconds * PATIENCE)
        except subprocess.TimeoutExpired:
            status = -signal.SIGXCPU
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()
        hung = status in (-signal.SIGXCPU, -signal.SIGKILL)
        return HUNG if hung else (KILLED if status else SURVIVED), time.monotonic() - start

    def try_mutant(self, mutant: Mutant) -> Result:
        """Makes a mutant, tests it and undoes it."""
        path = self.folder / mutant.file
        whole = path.read_text(encoding="utf-8")
        path.write_text(mutant.mutation.apply(whole), encoding="utf-8")
        try:
            return self.run(mutant.id)
        finally:
            path.write_text(whole, encoding="utf-8")


class Book:
    """The results so far, a line each; the first line says of what."""

    def __init__(self, path: Path, head: dict[str, object]) -> None:
        self.path = path
        self.done: dict[str, Result] = {}
        if path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            if not lines or json.loads(lines[0]) != head:
                raise SystemExit(f"{path}: of another tree, seed or test selection; name another file with --state")
            for line in lines[1:]:
                result = Result(**json.loads(line))
                self.done[result.id] = result
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")

    def add(self, result: Result) -> None:
        """Writes one result."""
        self.done[result.id] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")


def work(scratch: Scratch, queue: Queue[Mutant], results: Queue[Result]) -> None:
    """Tries mutants until none is left."""
    while True:
        try:
            mutant = queue.get_nowait()
        except Empty:
            return
        results.put(scratch.try_mutant(mutant))


def tried(todo: list[Mutant], scratches: list[Scratch]) -> Iterator[Result]:
    """Tries mutants in several copies at once and gives the results as they come."""
    queue: Queue[Mutant] = Queue()
    results: Queue[Result] = Queue()
    for mutant in todo:
        queue.put(mutant)
    for scratch in scratches:
        # Ctrl-C must not wait for them
        threading.Thread(target=work, args=(scratch, queue, results), daemon=True).start()
    for _ in todo:
        yield results.get()


def report(sample: list[Mutant], book: Book) -> int:
    """Prints the rate and the survivors; fails if there is any."""
    results = [book.done[mutant.id] for mutant in sample if mutant.id in book.done]
    counts = {status: sum(result.status == status for result in results) for status in (KILLED, HUNG, SURVIVED)}
    dead = counts[KILLED] + counts[HUNG]
    for mutant in sample:
        if mutant.id in book.done and book.done[mutant.id].status == SURVIVED:
            print(f"\n{mutant.file}:{mutant.mutation.line}: {mutant.mutation.kind}")
            print("\n".join(mutant.diff()))
    if results:
        spent = sum(result.seconds for result in results)
        stages = [sum(result.status == KILLED and result.stage == i for result in results) for i in range(len(STAGES))]
        print(f"\n{len(results)} mutants, {spent / len(results):.1f} s each; killed by stage: {stages}")
        print(f"killed {counts[KILLED]}, hung {counts[HUNG]}, survived {counts[SURVIVED]}: {dead / len(results):.1%}")
    return 1 if counts[SURVIVED] else 0


def main() -> int:
    """Samples mutants, tries those not tried yet, and reports."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--seconds", type=int, default=SECONDS, help="processor time in one batch after which a mutant hangs"
    )
    parser.add_argument("--state", type=Path, default=TREE / "build" / "mutants.jsonl")
    parser.add_argument("--list", action="store_true", help="print the sample and try nothing")
    options = parser.parse_args()
    everything = all_mutants()
    sample = Random(options.seed).sample(everything, min(options.mutants, len(everything)))
    print(f"seed {options.seed}: {len(sample)} of {len(everything)} mutants", flush=True)
    if options.list:
        for mutant in sample:
            print(f"{mutant.file}:{mutant.mutation.line}: {mutant.mutation.kind}", *mutant.diff(), sep="\n  ")
        return 0
    book = Book(options.state, {"tree": digest_of_tree(), "seed": options.seed, "stages": [list(s) for s in STAGES]})
    todo = [mutant for mutant in sample if mutant.id not in book.done]
    if todo:
        with tempfile.TemporaryDirectory() as folder:
            run(todo, book, Path(folder), options.jobs, options.seconds)
    return report(sample, book)


def run(todo: list[Mutant], book: Book, folder: Path, jobs: int, seconds: int) -> None:
    """Tries what is left, once the tests pass without a mutant."""
    scratches = [Scratch(folder / str(number), STAGES, seconds) for number in range(jobs)]
    plain = scratches[0].run("the tree as it is")
    if plain.status != SURVIVED:
        raise SystemExit(f"the tests fail without a mutant: {' '.join(STAGES[plain.stage])} {plain.status}")
    print(f"the tests pass in {plain.seconds} s without a mutant", flush=True)
    for number, result in enumerate(tried(todo, scratches), 1):
        book.add(result)
        print(f"{number}/{len(todo)}  {result.status:<8} {result.seconds:>5.1f} s  {result.id}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
