"""Measures what the stage costs a slow device: tasks over 50 ms during beats, and how memory grows over a game.

    python -m tests.browser.stage_cost              # a game on a desk, for a device a quarter as fast as this machine
    python -m tests.browser.stage_cost --phone --slow 6

It plays a game in Chromium with the mouse, against three bots, with every beat played. What counts is the processor's
time of the page's own thread, so others on the machine do not matter much; the time by the clock is told beside it.
Both are multiplied by how many times slower the device is.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.browser.beats_seen import pace
from tests.browser.browser_player import DESKTOP, PHONE, Person
from tests.browser.conftest import find_chromium
from tests.browser.playing import Player
from tests.browser.scenes import alone
from tests.browser.server_process import ServerProcess

LONG = 50
"""Milliseconds from which on Chromium calls a task long, and somebody may notice it."""
MARK = "beat:"
WATCH = """() => {
  let last = null;
  new MutationObserver(() => {
    const now = document.querySelector(".beats");
    if (now === last) return;
    last = now;
    performance.mark("beat:" + (now ? now.dataset.beat : ""));
  }).observe(document.body, {childList: true, subtree: true});
}"""
"""Writes into the trace when a beat begins and when it is over."""
TRACED = ["toplevel", "blink.user_timing"]


@dataclass
class Found:
    """What tasks have cost while beats were played, in milliseconds of a device as fast as this one."""

    beats: Counter[str] = field(default_factory=Counter)
    own: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Of every task its processor time."""
    wall: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """The longest by the clock."""
    heap: float = 0
    grown: float = 0
    clicks: int = 0
    ended: bool = False

    def longest(self, beat: str) -> float:
        return max(self.own[beat], default=0)

    def over(self, slow: float) -> int:
        return sum(ms * slow > LONG for tasks in self.own.values() for ms in tasks)


def heap(session: Any) -> float:
    """Return the megabytes that the page holds on to."""
    session.send("HeapProfiler.collectGarbage")
    return float(session.send("Runtime.getHeapUsage")["usedSize"]) / 1e6


def play(browser: Browser, phone: bool, most: int, seconds: float) -> Found:
    """Play a game, or as much of it as there is time for."""
    size = PHONE if phone else DESKTOP
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "tables.db", 1.0)
        try:
            one = Person(browser, server, "Ada", size, moving=True)
            alone(server, lambda *_: one, "Ada", size)
            pace(one, "brisk")
            session = one.context.new_cdp_session(one.page)
            session.send("HeapProfiler.enable")
            found.heap = heap(session)
            one.page.evaluate(WATCH)
            browser.start_tracing(page=one.page, categories=TRACED)
            player, until = Player(one), time.monotonic() + seconds
            while not player.over and player.clicks < most and time.monotonic() < until:
                if not player.step():
                    one.page.wait_for_timeout(100)
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{player.clicks} clicks ")
            note(json.loads(browser.stop_tracing())["traceEvents"], found)
            found.grown, found.clicks, found.ended = heap(session) - found.heap, player.clicks, player.over
        finally:
            server.stop()
    return found


def note(trace: list[dict[str, Any]], found: Found) -> None:
    """Add up the tasks of the page's own thread that ran while a beat was played, or in which one began."""
    marks = sorted((e["ts"], e["name"][len(MARK) :]) for e in trace if e["name"].startswith(MARK))
    thread = next(((e["pid"], e["tid"]) for e in trace if e["name"].startswith(MARK)), None)
    found.beats.update(name for _, name in marks if name)
    for task in outermost(sorted((e for e in trace if is_task(e, thread)), key=lambda e: float(e["ts"]))):
        name = beat_during(marks, task["ts"], task["ts"] + task["dur"])
        if name:
            found.own[name].append(task["tdur"] / 1000)
            found.wall[name] = max(found.wall[name], task["dur"] / 1000)


def is_task(event: dict[str, Any], thread: tuple[int, int] | None) -> bool:
    return event["name"].endswith("RunTask") and "tdur" in event and (event["pid"], event["tid"]) == thread


def outermost(tasks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Leave out tasks that ran within another."""
    end = 0.0
    for task in tasks:
        if task["ts"] >= end:
            end = task["ts"] + task["dur"]
            yield task


def beat_during(marks: list[tuple[float, str]], start: float, end: float) -> str:
    """Return the beat that began within a task, or was played when it started; empty for none."""
    name = ""
    for at, beat in marks:
        if at > end:
            break
        if at <= start or beat:
            name = beat
    return name


def main() -> None:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--phone", action="store_true", help="play on a phone's screen")
    parser.add_argument(
        "--slow", type=float, default=4, metavar="N", help="so many times slower than here (default: 4)"
    )
    parser.add_argument("--clicks", type=int, default=3000, metavar="N", help="stop after so many (default: 3000)")
    parser.add_argument("--seconds", type=float, default=900, metavar="S", help="stop after so long (default: 900)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    given = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        found = play(browser, given.phone, given.clicks, given.seconds)
        browser.close()
    report(found, given.slow, given.json)


def report(found: Found, slow: float, as_json: bool) -> None:
    if as_json:
        longest = {beat: found.longest(beat) * slow for beat in found.beats}
        told = {"beats": found.beats, "longest": longest, "over": found.over(slow), "grown": found.grown}
        print(json.dumps({**told, "clicks": found.clicks, "ended": found.ended}))
        return
    print(f"{'beat':<12}{'played':>8}{'longest task, ms':>18}{'by the clock':>14}")
    for name, times in sorted(found.beats.items()):
        print(f"{name:<12}{times:>8}{found.longest(name) * slow:>18.0f}{found.wall[name] * slow:>14.0f}")
    tasks = sum(map(len, found.own.values()))
    print(f"{found.over(slow)} of {tasks} tasks over {LONG} ms during beats, on a device {slow:g} times slower")
    print(f"{found.clicks} clicks, game {'over' if found.ended else 'not over'}; the page grew by {found.grown:.1f} MB")


if __name__ == "__main__":
    main()
