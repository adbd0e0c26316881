"""What a server counts and times of itself, for whoever watches over it; written as Prometheus reads it.

One process is one server: what is counted here is the process's, wherever in it something happens. What can be looked
up at any time, as how many tables are open, is not counted but asked for when somebody wants to know: that is in
`server.metrics`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; a limit of 50 ms, by which the server is judged, is one of them."""


class Counter:
    """Counts things, apart by one label if it has one."""

    def __init__(self, name: str, help: str, label: str = "") -> None:
        self.name = name
        self.help = help
        self.label = label
        self.counts: dict[str, int] = {} if label else {"": 0}

    def add(self, value: str = "", n: int = 1) -> None:
        self.counts[value] = self.counts.get(value, 0) + n

    def lines(self) -> Iterator[str]:
        yield from head(self.name, self.help, "counter")
        for value, count in sorted(self.counts.items()):
            yield line(self.name, count, {self.label: value} if self.label else {})


class Histogram:
    """Tells how long something takes: how often it took at most so long."""

    def __init__(self, name: str, help: str) -> None:
        self.name = name
        self.help = help
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Time a block, however it ends."""
        began = perf_counter()
        try:
            yield
        finally:
            self.observe(perf_counter() - began)

    def lines(self) -> Iterator[str]:
        yield from head(self.name, self.help, "histogram")
        counts = self.counts[:]
        for n, bound in enumerate((*map(str, BOUNDS), "+Inf"), 1):
            yield line(f"{self.name}_bucket", sum(counts[:n]), {"le": bound})
        yield line(f"{self.name}_sum", self.sum)
        yield line(f"{self.name}_count", sum(counts))


def head(name: str, help: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} {kind}"


def line(name: str, value: float, labels: Mapping[str, str] | None = None) -> str:
    """Write one value. Labels are our own words, but a version may hold anything."""
    marks = {"\\": r"\\", '"': r"\"", "\n": r"\n"}
    named = [f'{key}="{"".join(marks.get(c, c) for c in text)}"' for key, text in (labels or {}).items()]
    return f"{name}{'{' + ','.join(named) + '}' if named else ''} {value:.15g}"


def gauge(name: str, help: str, values: Iterable[tuple[Mapping[str, str], float]], kind: str = "gauge") -> list[str]:
    """Write what is so just now."""
    return [*head(name, help, kind), *[line(name, value, labels) for labels, value in values]]


ANSWERS = Counter("kickdoor_answers_total", "Answers of people and bots that were written.")
COMMANDS = Histogram(
    "kickdoor_command_seconds", "From a client's message being read to its being done, written and on its way to all."
)
COMMITS = Histogram("kickdoor_commit_seconds", "How long the store takes to bring what was done to the disk.")
REFUSED = Counter("kickdoor_rate_limited_total", "What was refused because it was too much, by limit.", "limit")
REQUESTS = Counter("kickdoor_requests_total", "Requests that were answered, by status.", "status")
FAULTS = Counter("kickdoor_table_faults_total", "Times that a table had to be woken again after a fault.")
LEASES_LOST = Counter("kickdoor_leases_lost_total", "Times that the lease of this server has run out.")
COUNTED: tuple[Counter | Histogram, ...] = (
    ANSWERS, COMMANDS, COMMITS, REFUSED, REQUESTS, FAULTS, LEASES_LOST,
)  # fmt: skip
