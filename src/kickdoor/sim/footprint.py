"""Benchmark of the other costs of a game: copies, views, memory, loading."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from time import process_time

from kickdoor.catalog.loader import known_sets
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import random_play

MID_GAME = (300, 500, 700, 900, 1100, 1300, 1500, 1700)
"""The numbers of decisions after which a mid-game state is taken, each from a separate game."""

PROBE = """
import json, sys
from time import process_time
start = process_time()
import kickdoor
from kickdoor.catalog.loader import load_catalog
load_catalog(json.loads(sys.argv[1]))
seconds = process_time() - start
try:
    with open("/proc/self/statm") as statm:
        import resource
        memory = int(statm.read().split()[1]) * resource.getpagesize()
except OSError:
    memory = 0
print(json.dumps([seconds, memory]))
"""


def mid_game_states(rules: RuleSet, seats: int) -> list[State]:
    """Return states from games played at random to the middle."""
    out: list[State] = []
    for number, decisions in enumerate(MID_GAME):
        game = random_play(rules, seats, f"middle:{number}")
        while game.decisions < decisions and game.step():
            pass
        if not game.state.winners:
            out.append(game.state)
    return out


def timed_microseconds(call: Callable[[], object], least_seconds: float = 0.2) -> float:
    """Time a call by repetition; return the best of three takes, since the rest is noise."""
    best = float("inf")
    times = 1
    while True:
        start = process_time()
        for _ in range(times):
            call()
        elapsed = process_time() - start
        if elapsed >= least_seconds / 3:
            break
        times *= 2
    for _ in range(3):
        start = process_time()
        for _ in range(times):
            call()
        best = min(best, process_time() - start)
    return best / times * 1e6


def clone_microseconds(states: list[State]) -> float:
    """Time a copy of a state."""

    def copy_all() -> None:
        for s in states:
            s.copy()

    return timed_microseconds(copy_all) / len(states)


def observe_microseconds(states: list[State]) -> float:
    """Time one seat's view of a game, written as JSON."""
    import msgspec

    from kickdoor.view.observe import observe

    encode = msgspec.json.Encoder().encode

    def observe_all() -> None:
        for s in states:
            encode(observe(s, 0))

    return timed_microseconds(observe_all) / len(states)


def state_bytes(states: list[State], copies: int = 40) -> float:
    """Measure the memory of one live state."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = [s.copy() for s in states for _ in range(copies)]
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return (after - before) / len(kept)


def probe_loading(sets: list[str], takes: int = 3) -> tuple[float, float]:
    """Load the package and the sets in separate processes; return the best warm CPU seconds and the resident bytes."""
    command = [sys.executable, "-c", PROBE, json.dumps(sets)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    found: list[tuple[float, float]] = []
    for _ in range(takes + 1):
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        seconds, memory = json.loads(done.stdout)
        found.append((seconds, memory))
    warm = found[1:]
    return min(seconds for seconds, _ in warm), max(memory for _, memory in warm)


def is_compiled() -> bool:
    """Return whether the engine runs as machine code."""
    return not str(runtime.__file__).endswith(".py")


def version_of(distribution: str) -> str:
    """Read an installed version; empty if it is not installed."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def machine_facts() -> dict[str, object]:
    """Describe the machine of the measurement."""
    return {
        "processor": processor(),
        "cores": os.cpu_count() or 0,
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "kickdoor": version_of("kickdoor"),
        "compiled": is_compiled(),
        "known_sets": known_sets(),
    }


def processor() -> str:
    """Return the name of the processor, as far as the system reports it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
