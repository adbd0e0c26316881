"""Notes what a page plays of what happens, and lays out tables with a shared screen beside them."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.browser.browser_player import DESKTOP, PATIENCE, MakePerson, Person
from tests.browser.scenes import begin
from tests.browser.server_process import ServerProcess

SHARED = (1600, 900)
PARTS = {
    "flies": "data-flies",
    "banner": "data-banner",
    "roll": "data-roll",
    "mark": "data-mark",
    "face": "data-face",
}
WATCH = """() => {
  window.beatsSeen = [];
  const open = new Map();
  const look = () => {
    for (const one of document.querySelectorAll(".beats")) {
      if (!open.has(one)) {
        const seen = {beat: one.dataset.beat, kind: one.dataset.kind, gone: false};
        open.set(one, seen);
        window.beatsSeen.push(seen);
      }
      const seen = open.get(one);
      for (const [name, attribute] of Object.entries(PARTS)) {
        const found = [...one.querySelectorAll(`[${attribute}]`)].map((part) => part.getAttribute(attribute));
        if (found.length) seen[name] = found;
      }
    }
    for (const [one, seen] of open) if (!one.isConnected) seen.gone = true;
  };
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}""".replace("PARTS", json.dumps(PARTS))
"""Notes every beat that a page plays, with what is in it, and whether it has gone again."""
COME_AND_GONE = """(wanted) => window.beatsSeen.some((seen) => seen.gone && Object.entries(wanted).every(
  ([part, value]) => [seen[part]].flat().some((one) => one !== undefined && (value === "*" || one === value))))"""


def watch(one: Person) -> None:
    one.page.evaluate(WATCH)


def saw(one: Person, **wanted: str) -> None:
    """Wait until a beat with all of this has been played and is gone; `*` is anything."""
    try:
        one.page.wait_for_function(COME_AND_GONE, arg=wanted, timeout=PATIENCE)
    except Exception as e:
        raise AssertionError(f"{wanted} was not among {one.page.evaluate('window.beatsSeen')}") from e


def pace(host: Person, name: str = "normal") -> None:
    """Have the table wait for beats, as every table does but those of other tests."""
    order = json.dumps({"t": "pace", "pace": name, "cmd": "pace"})
    host.page.evaluate(f"() => window.sockets.at(-1).send({json.dumps(order)})")


@dataclass
class Stage:
    """A table, and a shared screen that nobody touches."""

    people: list[Person]
    screen: Person

    def saw(self, **wanted: str) -> None:
        """Wait until a beat with all of this has been played on the shared screen."""
        saw(self.screen, **wanted)


def lay_out(
    server: ServerProcess,
    person: MakePerson,
    *names: str,
    sets: tuple[str, ...] = ("deluxe",),
    size: tuple[int, int] = DESKTOP,
    seats: int = 3,
) -> Stage:
    people = [person(server, name, size, True) for name in names]
    begin(people, sets, seats=seats)
    screen = person(server, "The shared screen", SHARED, True)
    screen.open(f"/tv/{people[0].code}")
    screen.see(".tv-seat")
    pace(people[0])
    for one in (*people, screen):
        watch(one)
    return Stage(people, screen)
