"""A process pool that yields results as they arrive and survives the loss of processes."""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar

from kickdoor.engine.machine.errors import EngineError
from kickdoor.sim.worker_setup import begin_work, run_in_subprocess, sigint_ignored

MAX_ATTEMPTS = 3
"""The number of processes in a row that may die at one task before the task is blamed."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def run_unordered(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Generator[Result]:
    """Run all tasks and yield each result when ready, in any order; one job runs in this process.

    Closing the generator ends the processes at once, even during their tasks. A process that is killed is
    replaced, and its task is restarted.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    left = iter(tasks)
    crew: list[Worker[Task, Result]] = []
    try:
        for _, task in zip(range(jobs), left, strict=False):
            crew.append(Worker(work, task))
        while crew:
            for line in wait([worker.line for worker in crew]):
                worker = next(one for one in crew if one.line is line)
                try:
                    result = worker.result()
                except EOFError:
                    worker.end()
                    crew[crew.index(worker)] = Worker(work, worker.task, worker.tries + 1)
                    continue
                for task in left:
                    worker.give(task)
                    break
                else:
                    worker.end()
                    crew.remove(worker)
                yield result
    finally:
        for worker in crew:
            worker.end()


def run_ordered(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Generator[Result]:
    """Run all tasks and yield their results in task order; closing the generator ends the processes at once."""
    waiting: dict[int, Result] = {}
    given = 0
    with contextlib.closing(run_unordered(Numbered(work), enumerate(tasks), jobs)) as results:
        for number, result in results:
            waiting[number] = result
            while given in waiting:
                yield waiting.pop(given)
                given += 1


@dataclass(frozen=True)
class Numbered(Generic[Task, Result]):
    """A work function that returns the task number with its result."""

    work: Callable[[Task], Result]

    def __call__(self, task: tuple[int, Task]) -> tuple[int, Result]:
        return task[0], self.work(task[1])


class Worker(Generic[Task, Result]):
    """A process with its task and its connection."""

    def __init__(self, work: Callable[[Task], Result], task: Task, tries: int = 0) -> None:
        if tries == MAX_ATTEMPTS:
            raise EngineError(f"a process was killed {MAX_ATTEMPTS} times at the same task")
        # Spawned processes inherit no state, so games are identical on every system
        context = multiprocessing.get_context("spawn")
        self.line, there = context.Pipe()
        self.process = context.Process(target=serve, args=(there, work), daemon=True)
        with sigint_ignored():
            self.process.start()
        there.close()
        self.give(task, tries)

    def give(self, task: Task, tries: int = 0) -> None:
        """Send a task to the process."""
        self.task = task
        self.tries = tries
        with contextlib.suppress(OSError):  # the process is gone, which the connection reports too
            self.line.send(task)

    def result(self) -> Result:
        """Return the result, or raise the task's exception; raise EOFError if the process is gone."""
        try:
            done, result = self.line.recv()
        except (OSError, pickle.UnpicklingError):
            raise EOFError from None
        if not done:
            raise result
        found: Result = result
        return found

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()
        self.line.close()


def serve(line: Connection, work: Callable[[Task], Result]) -> None:
    """Run tasks in sequence; the main function of a process."""
    begin_work()
    with contextlib.suppress(EOFError):
        while True:
            task = line.recv()
            try:
                answer: tuple[bool, object] = True, run_in_subprocess(work, task)
            except Exception as e:
                answer = False, e
            try:
                line.send(answer)
            except (TypeError, AttributeError, pickle.PicklingError):
                line.send((False, EngineError(f"{answer[1]!r} cannot be pickled")))
