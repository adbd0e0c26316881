"""Spreads work over processes and hands results on as they come, whatever befalls a process or whoever waits."""

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
"""A task at which so many processes in a row have died is taken to be the reason."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def run_unordered(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Generator[Result]:
    """Do all tasks and gives each result as soon as it is there, in no order; one job needs no other process.

    Closing the generator ends the processes at once, in the midst of their tasks. One that is ended from outside is
    replaced, and its task is begun again.
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
    """Do all tasks and gives their results in the order of the tasks; closing it ends the processes at once."""
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
    """Work that tells of which task its result is."""

    work: Callable[[Task], Result]

    def __call__(self, task: tuple[int, Task]) -> tuple[int, Result]:
        return task[0], self.work(task[1])


class Worker(Generic[Task, Result]):
    """A process with a task, and the line to it."""

    def __init__(self, work: Callable[[Task], Result], task: Task, tries: int = 0) -> None:
        if tries == MAX_ATTEMPTS:
            raise EngineError(f"a process was ended from outside {MAX_ATTEMPTS} times over at the same task")
        # Spawned processes inherit nothing, so that games are the same on every system
        context = multiprocessing.get_context("spawn")
        self.line, there = context.Pipe()
        self.process = context.Process(target=serve, args=(there, work), daemon=True)
        with sigint_ignored():
            self.process.start()
        there.close()
        self.give(task, tries)

    def give(self, task: Task, tries: int = 0) -> None:
        """Hands a task over."""
        self.task = task
        self.tries = tries
        with contextlib.suppress(OSError):  # it is gone, which the line says too
            self.line.send(task)

    def result(self) -> Result:
        """Take the result, or raises what the task has raised; EOFError if the process is gone."""
        try:
            done, result = self.line.recv()
        except (OSError, pickle.UnpicklingError):
            raise EOFError from None
        if not done:
            raise result
        found: Result = result
        return found

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.line.close()


def serve(line: Connection, work: Callable[[Task], Result]) -> None:
    """Do one task after another, in a process of its own."""
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
                line.send((False, EngineError(f"{answer[1]!r} cannot be handed on")))
