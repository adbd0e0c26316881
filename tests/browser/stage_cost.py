"""Measures what the stage costs a slow device: tasks over 50 ms during beats, and how memory grows over a game.

    python -m tests.browser.stage_cost              # a game on a desk at a quarter of the speed of this machine
    python -m tests.browser.stage_cost --phone --slow 6

It plays a whole game in Chromium with the mouse, against three bots, with every beat played. The machine must have
nothing else to do meanwhile: what others take from it looks like a long task.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import find_chromium
from tests.browser.house_process import HouseProcess
from tests.browser.person import DESKTOP, PHONE, Person
from tests.browser.playing import Player
from tests.browser.scenes import alone
from tests.browser.test_beats import pace

LONG = 50
"""Milliseconds from which on Chromium calls a task long, and somebody may notice it."""
WATCH = """() => {
  window.tasks = [];
  window.played = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.tasks.push([one.startTime, one.duration]);
  }).observe({type: "longtask", buffered: false});
  const open = new Map();
  new MutationObserver(() => {
    for (const one of document.querySelectorAll(".beats"))
      if (!open.has(one)) {
        const beat = {name: one.dataset.beat, from: performance.now(), to: Infinity};
        open.set(one, beat);
        window.played.push(beat);
      }
    for (const [one, beat] of open)
      if (!one.isConnected) {
        beat.to = performance.now();
        open.delete(one);
      }
  }).observe(document.body, {childList: true, subtree: true});
}"""
TAKE = """() => {
  const taken = {tasks: window.tasks, played: window.played.map((one) => ({...one, to: Math.min(one.to, 1e12)}))};
  window.tasks = [];
  window.played = window.played.filter((one) => one.to === Infinity);
  return taken;
}"""


def heap(session: Any) -> float:
    """Gives the megabytes that the page holds on to."""
    session.send("HeapProfiler.collectGarbage")
    return float(session.send("Runtime.getHeapUsage")["usedSize"]) / 1e6


def play(browser: Browser, phone: bool, slow: float, most: int) -> dict[str, Any]:
    """Plays a game and notes the longest task of every kind of beat."""
    longest: dict[str, float] = defaultdict(float)
    count: dict[str, int] = defaultdict(int)
    over: list[tuple[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        house = HouseProcess(Path(folder) / "tables.db", 1.0)
        try:
            one = Person(browser, house, "Ada", PHONE if phone else DESKTOP, moving=True)
            alone(house, lambda *_: one, "Ada", PHONE if phone else DESKTOP)
            pace(one, "brisk")
            session = one.context.new_cdp_session(one.page)
            session.send("HeapProfiler.enable")
            begun = heap(session)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
            one.page.evaluate(WATCH)
            player = Player(one)
            while not player.over and player.clicks < most:
                if not player.step():
                    one.page.wait_for_timeout(100)
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{player.clicks} clicks, {sum(count.values())} beats ")
                note(one.page.evaluate(TAKE), longest, count, over)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            grown = heap(session) - begun
        finally:
            house.stop()
    return {"beats": count, "longest": longest, "over": over, "heap": begun, "grown": grown, "ended": player.over}


def note(
    taken: dict[str, Any], longest: dict[str, float], count: dict[str, int], over: list[tuple[str, float]]
) -> None:
    """Counts beats, and tasks that ran while one was played."""
    for beat in taken["played"]:
        if beat["to"] < 1e12:
            count[beat["name"]] += 1
        for start, length in taken["tasks"]:
            if start < beat["to"] and start + length > beat["from"]:
                longest[beat["name"]] = max(longest[beat["name"]], length)
                if length > LONG:
                    over.append((beat["name"], length))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--phone", action="store_true", help="play on a phone's screen")
    parser.add_argument(
        "--slow", type=float, default=4, metavar="N", help="so many times slower than here (default: 4)"
    )
    parser.add_argument("--clicks", type=int, default=3000, metavar="N", help="stop after so many (default: 3000)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    given = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        found = play(browser, given.phone, given.slow, given.clicks)
        browser.close()
    if given.json:
        print(json.dumps(found))
        return
    print(f"{'beat':<12}{'played':>8}{'longest task, ms':>18}")
    for name, times in sorted(found["beats"].items()):
        print(f"{name:<12}{times:>8}{found['longest'].get(name, 0):>18.0f}")
    print(f"{len(found['over'])} tasks over {LONG} ms during beats; the page grew by {found['grown']:.1f} MB")


if __name__ == "__main__":
    main()
