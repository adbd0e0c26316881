"""All attacks. Each runs in a separate process, ends on a signal, and never lasts longer than some seconds."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.attacks import crowds, floods, seated_attackers
from tests.attacks.prepared_tables import long_games
from tests.attacks.records import long_record
from tests.attacks.target_server import Target
from tests.processes import die_with_the_run


@dataclass(frozen=True)
class Attack:
    """What is done, what is made before, and how many files the server may have open and raise that to."""

    work: Callable[[Target, threading.Event], None]
    prepare: Callable[[], object] | None = None
    files: tuple[int, int] = (0, 0)
    stock: Callable[[Path], list[tuple[str, str]]] | None = None
    """Writes tables into the server's file before it starts; their codes and tokens are the attackers'."""


ATTACKS: dict[str, Attack] = {
    "absurd records": Attack(floods.absurd_records),
    "uploads": Attack(floods.uploads, long_record),
    "halves of records": Attack(floods.halves_of_records),
    "one-byte chunks": Attack(floods.one_byte_chunks),
    "PING before hello": Attack(floods.pings),
    "PING after hello": Attack(floods.pings_after_hello),
    "slow headers": Attack(floods.slow_heads),
    "cheap requests": Attack(floods.cheap_requests),
    "all shapes": Attack(floods.requests_of_all_shapes),
    "dear requests": Attack(floods.dear_requests),
    "log lines": Attack(floods.log_lines),
    "deaf sockets": Attack(crowds.deaf_sockets),
    "deaf requests": Attack(crowds.deaf_requests),
    "requests, 120 addr": Attack(crowds.requests_from_everywhere),
    "sockets, 120 addr": Attack(crowds.sockets_from_everywhere),
    "files 256 to 4096": Attack(crowds.connections_from_everywhere, files=(256, 4096)),
    "files 256": Attack(crowds.connections_from_everywhere, files=(256, 256)),
    "reconnects": Attack(seated_attackers.reconnects),
    "wrong tokens": Attack(seated_attackers.reconnects_with_wrong_tokens),
    "idle acts": Attack(seated_attackers.idle_acts),
    "waking": Attack(seated_attackers.waking, stock=long_games),
    "tables, 120 addr": Attack(seated_attackers.tables_everywhere),
    "watchers": Attack(seated_attackers.watchers),
    "chat": Attack(seated_attackers.chat),
    "strong bots": Attack(seated_attackers.strong_bots),
}


Tables = list[tuple[str, str]]


def lead(
    name: str, port: int, tables: Tables, ready: threading.Event, begin: threading.Event, stop: threading.Event
) -> None:
    """In the attackers' process: prepares an attack, waits for the word, and attacks."""
    # Attackers have machines of their own; here they share one with those they attack
    os.nice(5)
    die_with_the_run()
    attack = ATTACKS[name]
    if attack.prepare is not None:
        attack.prepare()
    ready.set()
    begin.wait()
    attack.work(Target(port, tables), stop)


class Army:
    """The process of the attackers: how fast they are is not to be felt by those who are measured."""

    def __init__(self, name: str, target: Target) -> None:
        context = multiprocessing.get_context("spawn")
        self.ready, self.begin, self.stop = context.Event(), context.Event(), context.Event()
        arguments = (name, target.port, target.tables, self.ready, self.begin, self.stop)
        self.process = context.Process(target=lead, args=arguments, daemon=True)
        self.process.start()

    def is_beaten(self) -> bool:
        """Return whether the attackers have given up by themselves: then nothing was shown."""
        return not self.process.is_alive()

    def end(self) -> None:
        self.stop.set()
        self.process.join(3.0)
        self.process.kill()
        self.process.join()


@contextlib.contextmanager
def army(name: str, target: Target) -> Iterator[Army]:
    """Gather attackers; the attack begins on a signal."""
    found = Army(name, target)
    try:
        found.ready.wait(120.0)
        yield found
    finally:
        found.end()
