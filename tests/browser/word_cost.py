"""Measures what a word that changes beside a large fight costs a page: its layout, by the trace.

    python -m tests.browser.word_cost

It counts the processor's time of the page's own thread, so others on the machine do not matter much.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser.browser_player import DESKTOP, Person
from tests.browser.conftest import find_chromium
from tests.browser.scenes import begin
from tests.browser.screens import SETTLED
from tests.browser.server_process import ServerProcess

SIZES = [DESKTOP, (820, 1180), (1920, 1080)]
NAMES = ("Una", "Ann", "Ben", "Cal", "Dan", "Eve")
TIMES = 20
CHANGE = """(times) => {
  const words = document.createTreeWalker(document.querySelector(".react"), NodeFilter.SHOW_TEXT);
  while (words.nextNode().data.trim().length < 3 || !words.currentNode.parentElement.offsetParent);
  const word = words.currentNode;
  const before = word.data;
  for (let i = 0; i < times; i++) {
    word.data = before + (i % 2 ? " x" : " yy");
    document.body.offsetHeight;
  }
  word.data = before;
}"""
"""Changes a word in the reaction window again and again, and has all laid out each time."""


def layout_of(browser: Browser, one: Person) -> float:
    """Return the milliseconds that the layouts of the changes take."""
    browser.start_tracing(page=one.page, categories=["devtools.timeline"])
    one.page.evaluate(CHANGE, TIMES)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    return sum(float(event.get("tdur", 0)) for event in trace if event["name"] == "Layout") / 1000


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        server = ServerProcess(Path(folder) / "tables.db", 1.0)
        try:
            people = [Person(browser, server, name, DESKTOP) for name in NAMES]
            begin(people, seats=len(people))
            people[0].press("Give up")
            one = people[1]
            one.see(".react")
            for width, height in SIZES:
                one.page.set_viewport_size({"width": width, "height": height})
                one.page.evaluate(SETTLED)
                print(f"{width} x {height}: {layout_of(browser, one):.1f} ms of layout for {TIMES} changes")
        finally:
            server.stop()
            browser.close()


if __name__ == "__main__":
    main()
