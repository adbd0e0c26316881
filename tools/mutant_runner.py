"""Execution of mutants: the tests are loaded once, and each mutant lives in a fork of that process.

The fork replaces the code of the changed function and runs the tests that reach it until one fails. Code that runs
while the tests are loaded (constants, the reading of cards) affects everything, so a mutant there is loaded in a fork
from before loading, and every test is run.
"""

from __future__ import annotations

import gc
import inspect
import os
import pickle
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeVar

import pytest
from line_coverage import Coverage, Lines, Recorder, load_changed, record
from mutant_log import HUNG, KILLED, SURVIVED, Mutant, Result, ResultLog

OPTIONS = ("-q", "-s", "-x", "--tb=native", "-p", "no:cacheprovider", "-p", "no:xdist")
MAX_BYTES = 1536 * 1024 * 1024
"""Memory limit of a mutant; a mutant that exceeds it fails."""
TIMEOUT_MARGIN = 10
"""Time limit of a test, as a factor of its time without a mutant and additional seconds."""
FAULT, MORE = 99, 98
"""Exit status of a process that failed in this tool and not in a test, and of one with slow tests left to run."""
OUT_OF_TIME = (signal.SIGXCPU, signal.SIGVTALRM, signal.SIGALRM, signal.SIGKILL)
Functions = dict[tuple[str, str, int], list[FunctionType]]
T = TypeVar("T")


class Trials:
    """A copy of the tree and the mutants to try in it."""

    def __init__(self, folder: Path, tests: tuple[str, ...], todo: list[Mutant], log: ResultLog) -> None:
        self.folder = folder
        self.tests = tests
        self.todo = todo
        self.log = log
        self.jobs = 1
        self.seconds = 0
        self.spent: dict[str, float] = defaultdict(float)
        self.coverage_file = log.path.with_suffix(".reach")
        self.failed_file = folder / "failed.{}"

    def run(self, jobs: int, seconds: int) -> None:
        """Try all mutants, `jobs` at a time, each for at most `seconds`: first those that need no new loading."""
        self.jobs, self.seconds = jobs, seconds
        os.chdir(self.folder)
        sys.path.insert(0, str(self.folder / "src"))
        sys.dont_write_bytecode = False
        for _ in forked(["tests"], 1, lambda _: self.load(TrialPlugin(self))):
            pass
        if self.coverage() is None:
            raise SystemExit("the tests cannot be loaded, or fail without a mutant")
        self.log.read()
        left = [mutant for mutant in self.todo if mutant.id not in self.log.done]
        self.try_all(left, lambda mutant: self.load(ReloadPlugin(self, mutant)))

    def load(self, plugin: object) -> None:
        """Load the tests; the plugin runs them."""
        status = pytest.main([*OPTIONS, *self.tests], plugins=[plugin])
        sys.stdout.flush()
        os._exit(1 if status else 0)

    def try_all(self, todo: list[Mutant], trial: Callable[[Mutant], None]) -> None:
        """Try some mutants and save their results."""
        for mutant, status, seconds, pid in forked(todo, self.jobs, trial):
            file = Path(str(self.failed_file).format(pid))
            words = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
            file.unlink(missing_ok=True)
            self.spent[mutant.id] += seconds
            code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0
            if code == FAULT and not words:
                raise SystemExit(f"{mutant.id} cannot be tried")
            if code == MORE:
                print(f"passes what is quick: {mutant.id}", flush=True)
                continue
            hung = os.WIFSIGNALED(status) and os.WTERMSIG(status) in OUT_OF_TIME
            fate = HUNG if hung else (KILLED if status else SURVIVED)
            tests, by = (int(words[0]), words[1] if len(words) > 1 else "") if words else (0, "while it is loaded")
            result = Result(mutant.id, fate, by, tests, round(self.spent[mutant.id], 1))
            self.log.add(result)
            left = sum(one.id not in self.log.done for one in self.todo)
            print(f"{left} left  {fate:<8} {result.seconds:>5.1f} s  {mutant.id}  {by}", flush=True)

    def try_unchanged(self, session: pytest.Session, coverage: Coverage) -> None:
        """Check that the unchanged tests pass in another order and confined."""

        def trial(_: str) -> None:
            self.confine()
            self.try_tests(session, coverage, coverage.sort_tests(range(len(session.items))))

        for _, status, _, pid in forked(["the tree as it is"], 1, trial):
            if status:
                _, by = Path(str(self.failed_file).format(pid)).read_text(encoding="utf-8").splitlines()
                self.coverage_file.unlink()
                raise SystemExit(f"{by} fails without a mutant, in another order or confined")

    def wanted(self) -> Lines:
        """Return the statements that the mutants change."""
        return {(mutant.file, mutant.mutation.statement) for mutant in self.todo}

    def coverage(self) -> Coverage | None:
        """Return the coverage of the tests if this run or an interrupted one has recorded it."""
        if not self.coverage_file.exists():
            return None
        coverage: Coverage = pickle.loads(self.coverage_file.read_bytes())
        return coverage if self.wanted() <= coverage.wanted else None

    def confine(self) -> None:
        """Limit the resources of a mutant and silence it."""
        resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES, MAX_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))
        # A limit on processor time would miss a mutant that waits forever.
        signal.alarm(self.seconds * TIMEOUT_MARGIN)
        silence()

    def try_tests(
        self, session: pytest.Session, coverage: Coverage, tests: list[int], quick: bool | None = None
    ) -> None:
        """Run some tests until one fails, all or the quick ones or the others, and end the process."""
        note = Path(str(self.failed_file).format(os.getpid()))
        sums = coverage.unit_seconds()
        now = [test for test in tests if quick is None or coverage.is_alone(test) == quick]
        note.write_text(f"{len(tests)}\n", encoding="utf-8")
        for number, test in enumerate(now, 1):
            note.write_text(f"{len(tests)}\n{session.items[test].nodeid}\n", encoding="utf-8")
            signal.setitimer(signal.ITIMER_VIRTUAL, TIMEOUT_MARGIN + TIMEOUT_MARGIN * sums[coverage.units[test]])
            run_test(session, test, now[number] if number < len(now) else None)
            if session.testsfailed:
                os._exit(1)
        note.write_text(f"{len(tests)}\n", encoding="utf-8")
        os._exit(MORE if quick and len(now) < len(tests) else 0)


class TrialPlugin:
    """Pytest plugin that records coverage and tries the mutants that do not run while tests are loaded."""

    def __init__(self, trials: Trials) -> None:
        self.trials = trials
        self.recorder = Recorder(trials.folder, trials.wanted())

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try mutants instead of running the tests once: all with the quick tests, then the survivors with the rest."""
        loading = self.recorder.take()
        coverage = self.trials.coverage() or self.find_out(session)
        if coverage is None:
            return True
        functions = loaded_functions(self.trials.folder)
        gc.freeze()
        for quick in (True, False):
            done = self.trials.log.done
            left = [mutant for mutant in self.trials.todo if mutant.id not in done]
            todo = [mutant for mutant in left if (mutant.file, mutant.mutation.statement) not in loading]
            todo = [mutant for mutant in todo if swap_for(functions, self.trials.folder / mutant.file, mutant)]
            self.trials.try_all(todo, partial(self.trial, session, coverage, functions, quick))
        return True

    def trial(
        self, session: pytest.Session, coverage: Coverage, functions: Functions, quick: bool, mutant: Mutant
    ) -> None:
        """Apply a mutant and run the quick tests or the others."""
        tests = coverage.tests(mutant.file, mutant.mutation.statement)
        self.trials.confine()
        swap = swap_for(functions, self.trials.folder / mutant.file, mutant)
        assert swap is not None
        for one in swap[0]:
            one.__code__ = swap[1]
        self.trials.try_tests(session, coverage, tests, quick)

    def find_out(self, session: pytest.Session) -> Coverage | None:
        """Run all tests twice and return their coverage if they pass."""
        start = time.monotonic()
        for _ in forked(["all"], 1, lambda _: self.watch(session)):
            pass
        coverage = self.trials.coverage()
        if coverage is not None:
            self.trials.try_unchanged(session, coverage)
            print(f"{len(session.items)} tests pass, twice in {time.monotonic() - start:.0f} s", flush=True)
        return coverage

    def watch(self, session: pytest.Session) -> None:
        """Run every test and write its coverage, if all pass."""
        last = len(session.items) - 1
        voice = os.dup(1)
        silence()

        def run(test: int) -> None:
            run_test(session, test, test + 1 if test < last else None)
            if session.testsfailed:
                os.write(voice, f"{session.items[test].nodeid} fails\n".encode())
                os._exit(1)

        coverage = record(session.items, self.recorder, run)
        self.trials.coverage_file.write_bytes(pickle.dumps(coverage))
        os._exit(0)


class ReloadPlugin:
    """Pytest plugin that loads the tests with a mutant applied and runs them all."""

    def __init__(self, trials: Trials, mutant: Mutant) -> None:
        self.trials = trials
        trials.confine()
        path = str(trials.folder / mutant.file)
        load_changed(lambda file, source: mutant.mutation.apply(source) if file == path else None)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests, quickest first."""
        if session.testsfailed:
            os._exit(1)
        coverage = self.trials.coverage()
        if coverage is None or len(session.items) != len(coverage.units):
            os._exit(1)
        self.trials.try_tests(session, coverage, coverage.sort_tests(range(len(session.items))))
        return True


def forked(todo: list[T], jobs: int, trial: Callable[[T], None]) -> Iterator[tuple[T, int, float, int]]:
    """Run a trial for each item in its own process; yield index, status, processor time and process id as each ends."""
    running: dict[int, T] = {}
    for number, one in enumerate(todo):
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            try:
                trial(one)
            finally:
                os._exit(FAULT)
        running[pid] = one
        while len(running) >= jobs or (running and number == len(todo) - 1):
            ended, status, usage = os.wait4(-1, 0)
            yield running.pop(ended), status, usage.ru_utime + usage.ru_stime, ended


def silence() -> None:
    """Suppress the output of tests and their runner."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def run_test(session: pytest.Session, test: int, following: int | None) -> None:
    """Run one test; keep the fixtures that the following test needs."""
    item = session.items[test]
    item.config.hook.pytest_runtest_protocol(
        item=item, nextitem=None if following is None else session.items[following]
    )


def place(code: CodeType) -> tuple[str, str, int]:
    """Return a key that distinguishes functions, also the getter and the setter of a property."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def loaded_functions(folder: Path) -> Functions:
    """List the loaded functions of a tree."""
    found: Functions = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(folder)):
            found.setdefault(place(one.__code__), []).append(one)
    return found


def outermost(code: CodeType, line: int) -> CodeType:
    """Return the outermost function of a module's code that holds a line."""
    below = [one for one in code.co_consts if isinstance(one, CodeType) and one.co_firstlineno <= line]
    inner = max(below, key=lambda one: one.co_firstlineno)
    return inner if inner.co_flags & inspect.CO_OPTIMIZED else outermost(inner, line)


def swap_for(functions: Functions, path: Path, mutant: Mutant) -> tuple[list[FunctionType], CodeType] | None:
    """Return the function that a mutant changes and its new code; None if the code cannot be replaced."""
    source = mutant.mutation.apply(path.read_text(encoding="utf-8"))
    code = outermost(compile(source, str(path), "exec", dont_inherit=True), mutant.mutation.statement)
    found = functions.get(place(code), [])
    # Code that calls super() is bound to its class; without that call it would not be.
    if not found or any(one.__code__.co_freevars != code.co_freevars for one in found):
        return None
    return found, code
