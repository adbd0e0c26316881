"""Tries mutants: the tests are loaded once, and each mutant lives in a fork of that process.

There the changed function gets other code and the tests that reach it are run until one fails. What is run already
while the tests are loaded (constants, the reading of cards) leaves its mark everywhere: such a mutant is loaded again,
in a fork of the process before anything was loaded, and every test is run.
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
from line_coverage import Lines, Reach, Recorder, load_otherwise, record
from mutant_log import HUNG, KILLED, SURVIVED, Book, Mutant, Result

OPTIONS = ("-q", "-s", "-x", "--tb=native", "-p", "no:cacheprovider", "-p", "no:xdist")
BYTES = 1536 * 1024 * 1024
"""Data of a mutant; one that gathers more fails for want of it."""
PATIENCE = 10
"""So many times longer than without a mutant a test may run, and so many seconds more."""
FAULT, MORE = 99, 98
"""Status of a process that this tool, not a test, has brought down, and of one with slow tests still to be run."""
OUT_OF_TIME = (signal.SIGXCPU, signal.SIGVTALRM, signal.SIGALRM, signal.SIGKILL)
Functions = dict[tuple[str, str, int], list[FunctionType]]
T = TypeVar("T")


class Trials:
    """A copy of the tree and the mutants to be tried in it."""

    def __init__(self, folder: Path, tests: tuple[str, ...], todo: list[Mutant], book: Book) -> None:
        self.folder = folder
        self.tests = tests
        self.todo = todo
        self.book = book
        self.jobs = 1
        self.seconds = 0
        self.spent: dict[str, float] = defaultdict(float)
        self.reach_file = book.path.with_suffix(".reach")
        self.failed_file = folder / "failed.{}"

    def run(self, jobs: int, seconds: int) -> None:
        """Try all mutants, some at once, each for at most so long: first those that need not be loaded again."""
        self.jobs, self.seconds = jobs, seconds
        os.chdir(self.folder)
        sys.path.insert(0, str(self.folder / "src"))
        sys.dont_write_bytecode = False
        for _ in forked(["tests"], 1, lambda _: self.load(Warm(self))):
            pass
        if self.reach() is None:
            raise SystemExit("the tests cannot be loaded, or fail without a mutant")
        self.book.read()
        left = [mutant for mutant in self.todo if mutant.id not in self.book.done]
        self.try_all(left, lambda mutant: self.load(Cold(self, mutant)))

    def load(self, plugin: object) -> None:
        """Load the tests; the plugin has them run."""
        status = pytest.main([*OPTIONS, *self.tests], plugins=[plugin])
        sys.stdout.flush()
        os._exit(1 if status else 0)

    def try_all(self, todo: list[Mutant], trial: Callable[[Mutant], None]) -> None:
        """Try some mutants and writes down what became of them."""
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
            self.book.add(result)
            left = sum(one.id not in self.book.done for one in self.todo)
            print(f"{left} left  {fate:<8} {result.seconds:>5.1f} s  {mutant.id}  {by}", flush=True)

    def try_plain(self, session: pytest.Session, reach: Reach) -> None:
        """Make sure that tests do not fail just because they are run in another order, or confined."""

        def trial(_: str) -> None:
            self.confine()
            self.try_tests(session, reach, reach.in_order(range(len(session.items))))

        for _, status, _, pid in forked(["the tree as it is"], 1, trial):
            if status:
                _, by = Path(str(self.failed_file).format(pid)).read_text(encoding="utf-8").splitlines()
                self.reach_file.unlink()
                raise SystemExit(f"{by} fails without a mutant, in another order or confined")

    def wanted(self) -> Lines:
        """List the statements that the mutants change."""
        return {(mutant.file, mutant.mutation.statement) for mutant in self.todo}

    def reach(self) -> Reach | None:
        """Return what tests reach, if it was found out already, in this run or one that was stopped."""
        if not self.reach_file.exists():
            return None
        reach: Reach = pickle.loads(self.reach_file.read_bytes())
        return reach if self.wanted() <= reach.wanted else None

    def confine(self) -> None:
        """Keep a mutant within bounds and silent."""
        resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))
        # Not by the processor's time: for one that waits for what never comes
        signal.alarm(self.seconds * PATIENCE)
        silence()

    def try_tests(self, session: pytest.Session, reach: Reach, tests: list[int], quick: bool | None = None) -> None:
        """Run some tests until one fails, all or the quick ones or the others, and ends the process."""
        note = Path(str(self.failed_file).format(os.getpid()))
        sums = reach.unit_seconds()
        now = [test for test in tests if quick is None or reach.is_alone(test) == quick]
        note.write_text(f"{len(tests)}\n", encoding="utf-8")
        for number, test in enumerate(now, 1):
            note.write_text(f"{len(tests)}\n{session.items[test].nodeid}\n", encoding="utf-8")
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + PATIENCE * sums[reach.units[test]])
            run_test(session, test, now[number] if number < len(now) else None)
            if session.testsfailed:
                os._exit(1)
        note.write_text(f"{len(tests)}\n", encoding="utf-8")
        os._exit(MORE if quick and len(now) < len(tests) else 0)


class Warm:
    """Loads the tests, finds out what they reach, and tries the mutants that are not run before."""

    def __init__(self, trials: Trials) -> None:
        self.trials = trials
        self.recorder = Recorder(trials.folder, trials.wanted())

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try mutants instead of running the tests once: all by what is quick, then those left by the rest."""
        loading = self.recorder.take()
        reach = self.trials.reach() or self.find_out(session)
        if reach is None:
            return True
        functions = loaded_functions(self.trials.folder)
        gc.freeze()
        for quick in (True, False):
            done = self.trials.book.done
            left = [mutant for mutant in self.trials.todo if mutant.id not in done]
            todo = [mutant for mutant in left if (mutant.file, mutant.mutation.statement) not in loading]
            todo = [mutant for mutant in todo if swap_for(functions, self.trials.folder / mutant.file, mutant)]
            self.trials.try_all(todo, partial(self.trial, session, reach, functions, quick))
        return True

    def trial(self, session: pytest.Session, reach: Reach, functions: Functions, quick: bool, mutant: Mutant) -> None:
        """Put a mutant in place and runs the quick tests or the others."""
        tests = reach.tests(mutant.file, mutant.mutation.statement)
        self.trials.confine()
        swap = swap_for(functions, self.trials.folder / mutant.file, mutant)
        assert swap is not None
        for one in swap[0]:
            one.__code__ = swap[1]
        self.trials.try_tests(session, reach, tests, quick)

    def find_out(self, session: pytest.Session) -> Reach | None:
        """Run all tests twice, and gives what they reach if they pass."""
        start = time.monotonic()
        for _ in forked(["all"], 1, lambda _: self.watch(session)):
            pass
        reach = self.trials.reach()
        if reach is not None:
            self.trials.try_plain(session, reach)
            print(f"{len(session.items)} tests pass, twice in {time.monotonic() - start:.0f} s", flush=True)
        return reach

    def watch(self, session: pytest.Session) -> None:
        """Run every test and writes what each reaches, if all pass."""
        last = len(session.items) - 1
        voice = os.dup(1)
        silence()

        def run(test: int) -> None:
            run_test(session, test, test + 1 if test < last else None)
            if session.testsfailed:
                os.write(voice, f"{session.items[test].nodeid} fails\n".encode())
                os._exit(1)

        reach = record(session.items, self.recorder, run)
        self.trials.reach_file.write_bytes(pickle.dumps(reach))
        os._exit(0)


class Cold:
    """Loads the tests with a mutant in place and runs them all."""

    def __init__(self, trials: Trials, mutant: Mutant) -> None:
        self.trials = trials
        trials.confine()
        path = str(trials.folder / mutant.file)
        load_otherwise(lambda file, source: mutant.mutation.apply(source) if file == path else None)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests in the order of the time they take."""
        if session.testsfailed:
            os._exit(1)
        reach = self.trials.reach()
        if reach is None or len(session.items) != len(reach.units):
            os._exit(1)
        self.trials.try_tests(session, reach, reach.in_order(range(len(session.items))))
        return True


def forked(todo: list[T], jobs: int, trial: Callable[[T], None]) -> Iterator[tuple[T, int, float, int]]:
    """Do some things in processes of their own; gives status, processor time and number of each as it ends."""
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
    """Keep what tests and their runner print to itself."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def run_test(session: pytest.Session, test: int, following: int | None) -> None:
    """Run one test; what the following one needs is not torn down."""
    item = session.items[test]
    item.config.hook.pytest_runtest_protocol(
        item=item, nextitem=None if following is None else session.items[following]
    )


def place(code: CodeType) -> tuple[str, str, int]:
    """Return functions apart: the one that reads a property has the name of the one that sets it."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def loaded_functions(folder: Path) -> Functions:
    """List the functions of a tree that are loaded."""
    found: Functions = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(folder)):
            found.setdefault(place(one.__code__), []).append(one)
    return found


def outermost(code: CodeType, line: int) -> CodeType:
    """Find the function in the code of a module, not in another function, that holds a line."""
    below = [one for one in code.co_consts if isinstance(one, CodeType) and one.co_firstlineno <= line]
    inner = max(below, key=lambda one: one.co_firstlineno)
    return inner if inner.co_flags & inspect.CO_OPTIMIZED else outermost(inner, line)


def swap_for(functions: Functions, path: Path, mutant: Mutant) -> tuple[list[FunctionType], CodeType] | None:
    """Return the function that a mutant changes, and its other code; None if it cannot have that."""
    source = mutant.mutation.apply(path.read_text(encoding="utf-8"))
    code = outermost(compile(source, str(path), "exec", dont_inherit=True), mutant.mutation.statement)
    found = functions.get(place(code), [])
    # One that calls what it overrides is bound to its class: without that call it would not be
    if not found or any(one.__code__.co_freevars != code.co_freevars for one in found):
        return None
    return found, code
