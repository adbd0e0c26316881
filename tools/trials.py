"""Tries mutants: the tests are loaded once, and each mutant lives in a fork of that process.

There the changed function gets other code and the tests that reach it are run until one fails. What is run already
while the tests are loaded (constants, the reading of cards) leaves its mark everywhere: such a mutant is loaded anew,
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
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeVar

import pytest
from book import HUNG, KILLED, SURVIVED, Book, Mutant, Result
from reach import Reach, Recorder, load_otherwise, record

OPTIONS = ("-q", "-s", "-x", "--tb=native", "-p", "no:cacheprovider", "-p", "no:xdist")
BYTES = 1536 * 1024 * 1024
"""Data of a mutant; one that gathers more fails for want of it."""
PATIENCE = 10
"""So many times longer than without a mutant a test may run, and so many seconds more."""
FAULT = 99
"""Status of a process that this tool, not a test, has brought down."""
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
        self.reach_file = folder / "reach.pickle"
        self.failed_file = folder / "failed.{}"

    def run(self, jobs: int, seconds: int) -> None:
        """Tries all mutants, some at once, each for at most so long: first those that need not be loaded anew."""
        self.jobs, self.seconds = jobs, seconds
        os.chdir(self.folder)
        sys.path.insert(0, str(self.folder / "src"))
        sys.dont_write_bytecode = False
        for _ in forked(["tests"], 1, lambda _: self.load(Warm(self))):
            pass
        if not self.reach_file.exists():
            raise SystemExit("the tests cannot be loaded, or fail without a mutant")
        self.book.read()
        left = [mutant for mutant in self.todo if mutant.id not in self.book.done]
        self.try_all(left, lambda mutant: self.load(Cold(self, mutant)))

    def load(self, plugin: object) -> None:
        """Loads the tests; the plugin has them run."""
        status = pytest.main([*OPTIONS, *self.tests], plugins=[plugin])
        sys.stdout.flush()
        os._exit(1 if status else 0)

    def try_all(self, todo: list[Mutant], trial: Callable[[Mutant], None]) -> None:
        """Tries some mutants and writes down what became of them."""
        for mutant, status, seconds, pid in forked(todo, self.jobs, trial):
            file = Path(str(self.failed_file).format(pid))
            words = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
            file.unlink(missing_ok=True)
            if not words and os.WIFEXITED(status) and os.WEXITSTATUS(status) == FAULT:
                raise SystemExit(f"{mutant.id} cannot be tried")
            hung = os.WIFSIGNALED(status) and os.WTERMSIG(status) in OUT_OF_TIME
            fate = HUNG if hung else (KILLED if status else SURVIVED)
            tests, by = (int(words[0]), words[1] if len(words) > 1 else "") if words else (0, "while it is loaded")
            result = Result(mutant.id, fate, by, tests, round(seconds, 1))
            self.book.add(result)
            left = sum(one.id not in self.book.done for one in self.todo)
            print(f"{left} left  {fate:<8} {seconds:>5.1f} s  {mutant.id}  {by}", flush=True)

    def try_plain(self, session: pytest.Session, reach: Reach) -> None:
        """Makes sure that tests do not fail just because they are run in another order, or confined."""

        def trial(_: str) -> None:
            self.confine()
            self.try_tests(session, reach.in_order(range(len(session.items))), reach)

        for _, status, _, pid in forked(["the tree as it is"], 1, trial):
            if status:
                _, by = Path(str(self.failed_file).format(pid)).read_text(encoding="utf-8").splitlines()
                self.reach_file.unlink()
                raise SystemExit(f"{by} fails without a mutant, in another order or confined")

    def path(self, mutant: Mutant) -> str:
        """Names the file that a mutant changes."""
        return str(self.folder / mutant.file)

    def mutated(self, mutant: Mutant) -> str:
        """Gives the source of the file with the fault in it."""
        return mutant.mutation.apply((self.folder / mutant.file).read_text(encoding="utf-8"))

    def confine(self) -> None:
        """Keeps a mutant within bounds and silent."""
        resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))
        # Not by the processor's time: for one that waits for what never comes
        signal.alarm(self.seconds * PATIENCE)
        silence()

    def try_tests(self, session: pytest.Session, tests: list[int], reach: Reach) -> None:
        """Runs some tests until one fails, and ends the process."""
        note = Path(str(self.failed_file).format(os.getpid()))
        sums = reach.unit_seconds()
        for number, test in enumerate(tests, 1):
            note.write_text(f"{len(tests)}\n{session.items[test].nodeid}\n", encoding="utf-8")
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + PATIENCE * sums[reach.units[test]])
            run_test(session, test, tests[number] if number < len(tests) else None)
            if session.testsfailed:
                os._exit(1)
        note.write_text(f"{len(tests)}\n", encoding="utf-8")
        os._exit(0)


class Warm:
    """Loads the tests, finds out what they reach, and tries the mutants that are not run before."""

    def __init__(self, trials: Trials) -> None:
        self.trials = trials
        self.recorder = Recorder({(trials.path(mutant), mutant.mutation.statement) for mutant in trials.todo})

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries mutants instead of running the tests once."""
        loading = self.recorder.take()
        start = time.monotonic()
        for _ in forked(["all"], 1, lambda _: self.watch(session)):
            pass
        if not self.trials.reach_file.exists():
            return True
        reach: Reach = pickle.loads(self.trials.reach_file.read_bytes())
        self.trials.try_plain(session, reach)
        print(f"{len(session.items)} tests pass, twice in {time.monotonic() - start:.0f} s", flush=True)
        functions = loaded_functions(self.trials.folder)
        gc.freeze()
        path, mutated = self.trials.path, self.trials.mutated
        todo = [mutant for mutant in self.trials.todo if (path(mutant), mutant.mutation.statement) not in loading]

        def trial(mutant: Mutant) -> None:
            tests = reach.tests(path(mutant), mutant.mutation.statement)
            self.trials.confine()
            swap(functions, path(mutant), mutated(mutant), mutant.mutation.statement)
            self.trials.try_tests(session, tests, reach)

        self.trials.try_all(todo, trial)
        return True

    def watch(self, session: pytest.Session) -> None:
        """Runs every test and writes what each reaches, if all pass."""
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
        path = trials.path(mutant)
        load_otherwise(lambda file, source: mutant.mutation.apply(source) if file == path else None)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Runs the tests in the order of the time they take."""
        if session.testsfailed:
            os._exit(1)
        reach: Reach = pickle.loads(self.trials.reach_file.read_bytes())
        if len(session.items) != len(reach.units):
            os._exit(1)
        self.trials.try_tests(session, reach.in_order(range(len(session.items))), reach)
        return True


def forked(todo: list[T], jobs: int, trial: Callable[[T], None]) -> Iterator[tuple[T, int, float, int]]:
    """Does some things in processes of their own; gives status, processor time and number of each as it ends."""
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
    """Keeps what tests and their runner print to itself."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def run_test(session: pytest.Session, test: int, following: int | None) -> None:
    """Runs one test; what the following one needs is not torn down."""
    item = session.items[test]
    item.config.hook.pytest_runtest_protocol(
        item=item, nextitem=None if following is None else session.items[following]
    )


def place(code: CodeType) -> tuple[str, str, int]:
    """Tells functions apart: the one that reads a property has the name of the one that sets it."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def loaded_functions(folder: Path) -> Functions:
    """Lists the functions of a tree that are loaded."""
    found: Functions = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(folder)):
            found.setdefault(place(one.__code__), []).append(one)
    return found


def outermost(code: CodeType, line: int) -> CodeType:
    """Finds the function in the code of a module, not in another function, that holds a line."""
    below = [one for one in code.co_consts if isinstance(one, CodeType) and one.co_firstlineno <= line]
    inner = max(below, key=lambda one: one.co_firstlineno)
    return inner if inner.co_flags & inspect.CO_OPTIMIZED else outermost(inner, line)


def swap(functions: Functions, path: str, source: str, line: int) -> None:
    """Gives the function at a line the code it has in a changed source."""
    code = outermost(compile(source, path, "exec", dont_inherit=True), line)
    for one in functions[place(code)]:
        one.__code__ = code
