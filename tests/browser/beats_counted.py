"""Watches pages over a whole game, and accounts for every beat that the log calls for on each of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.browser.browser_player import Person

FACTORS = {"brisk": 0.6, "normal": 1.0, "relaxed": 1.5}
"""How long beats are by the pace of the table."""
MAX_LAG_S = 2.0
"""Seconds that a page may be behind what the table waits for; then it leaves out the oldest."""
MIN_LENGTH_SHARE = 0.4
"""Before it leaves one out, all are as short as this part of their length."""
FRAMES = 4
"""What has come is laid out with the first frame of a beat and drawn with the next; a busy machine may give no more."""
KEEP_WITHIN = [
    ".top", ".opps", ".stage", ".arena", ".combat", ".fighter", ".foe", ".tot", ".verdict", ".below", ".react", ".ask",
    "#hand", "#gear", ".act", ".act .button", ".side-bar", ".nav", ".tv-seat", ".tv-middle", ".tv-lines",
]  # fmt: skip
"""Parts of the table that may not stick out of the window sideways."""
NOTE_ALL = """([within, shown]) => {
  const notes = (window.notes = []);
  let frames = 0;
  const count = () => { frames++; requestAnimationFrame(count); };
  count();
  const note = (what) => notes.push({...what, frames});
  const wide = new Set();
  const look = () => {
    const over = document.scrollingElement.scrollWidth - innerWidth;
    if (over > 0) wide.add(`the page by ${over}`);
    for (const one of document.querySelectorAll(within)) {
      const box = one.getBoundingClientRect();
      if (box.width && (box.left < -1 || box.right > innerWidth + 1))
        wide.add(`${one.className || one.id}: ${box.left} to ${box.right} of ${innerWidth}`);
    }
  };
  window.wide = () => { look(); return [...wide]; };
  const socket = window.sockets.at(-1);
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.t !== "view") return;
    const lines = message.lines.map(({n, beat, kind, seconds}) => ({n, beat, kind, seconds}));
    if (lines.length) note({what: "told", lines, rest: message.rest});
  });
  socket.addEventListener("close", () => note({what: "closed"}));
  let now = null;
  const open = () => document.querySelector(".beats");
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, () => open() && note({what: "pressed"}), {capture: true});
  new MutationObserver(() => {
    const one = open();
    if (one !== now?.one) {
      if (now) note({what: "ended", n: now.n});
      now = one && {one, n: Number(one.dataset.n), drawn: false};
      if (now) note({what: "begun", n: now.n, beat: one.dataset.beat, kind: one.dataset.kind});
      look();
    }
    if (now && !now.drawn && one.querySelector(shown)) {
      now.drawn = true;
      note({what: "drawn", n: now.n});
    }
  }).observe(document.body, {childList: true, subtree: true});
}"""
"""Notes in their order what a page is told, what it plays of it, and when somebody presses something meanwhile."""
SHOWN = ".on-stage > *, [data-flies], [data-mark], [data-roll]"
"""What there is to see in a beat: none is only a layer over the table."""


@dataclass
class Called:
    """A beat that the log calls for, and what has become of it on a page."""

    n: int
    beat: str
    kind: str
    seconds: float
    begun: int = -1
    """The frame in which it began."""
    ended: int = -1
    drawn: bool = False
    cut: bool = False
    """Somebody pressed something while it was played or waited, which ends all that is played."""
    hurried: bool = False
    """So much waited that the page had to leave out some of it, and this was among it."""

    def __str__(self) -> str:
        return f"{self.beat} ({self.kind}, line {self.n})"

    @property
    def fault(self) -> str:
        """Return what is wrong with how it was played; empty if it was seen, or left out on purpose."""
        if self.begun < 0:
            return "" if self.cut or self.hurried else "never came"
        if self.ended < 0:
            return "did not end"
        if self.drawn or self.cut or self.hurried or self.ended - self.begun < FRAMES:
            return ""
        return "had nothing to see"


@dataclass
class Account:
    """What one page was told in a game, and what it has played of that."""

    page: str
    pace: str
    beats: dict[int, Called] = field(default_factory=dict)
    uncalled: list[str] = field(default_factory=list)
    """What was played though nobody had told of it, under another name, or twice."""
    out_of_order: list[str] = field(default_factory=list)
    last: int = -1
    now: int = -1

    def read(self, notes: list[dict[str, Any]]) -> Account:
        # A page may have begun a beat before whoever listens beside it was told of its line
        told = [line for note in notes if note["what"] == "told" for line in note["lines"]]
        for line in told:
            if line["beat"] and line["seconds"] > 0:
                self.beats[line["n"]] = Called(line["n"], line["beat"], line["kind"], line["seconds"])
        came: list[int] = []
        for note in notes:
            what = note["what"]
            if what == "told":
                fresh = [line["n"] for line in note["lines"] if line["n"] in self.beats]
                came += fresh
                self.hurry(came, fresh, note["rest"])
            elif what == "pressed":
                self.press(came)
            elif what == "closed":
                self.uncalled.append("the connection was lost")
            else:
                self.play(note)
        return self

    def hurry(self, came: list[int], fresh: list[int], rest: float) -> None:
        """Note what may be left out: the oldest of what waits, if it takes too long even at its shortest."""
        factor = FACTORS[self.pace]
        # Of what has just come some may be played already, see above
        waiting = [self.beats[n] for n in came if self.beats[n].begun < 0 or n in fresh]
        now = self.beats[self.now] if self.now >= 0 and self.now not in fresh else None
        room = rest + MAX_LAG_S - (now.seconds * factor if now else 0)
        # The last is always seen
        for nth, one in enumerate(waiting[:-1]):
            one.hurried |= sum(later.seconds for later in waiting[nth:]) * factor * MIN_LENGTH_SHARE > room
        if now and sum(one.seconds for one in waiting) * factor > room:
            now.hurried = True

    def press(self, came: list[int]) -> None:
        """Whatever has come and is not over is not played any further."""
        for n in came:
            one = self.beats[n]
            one.cut |= one.ended < 0

    def play(self, note: dict[str, Any]) -> None:
        one = self.beats.get(note["n"])
        if one is None:
            self.uncalled.append(f"{note}")
        elif note["what"] == "begun":
            if one.begun >= 0 or (one.beat, one.kind) != (note["beat"], note["kind"]):
                self.uncalled.append(f"{note} for {one}")
            if one.n < self.last:
                self.out_of_order.append(f"{one} after line {self.last}")
            one.begun, self.last, self.now = note["frames"], one.n, one.n
        elif note["what"] == "drawn":
            one.drawn = True
        else:
            one.ended, self.now = note["frames"], -1

    @property
    def faults(self) -> list[str]:
        found = [f"{one} {one.fault}" for one in self.beats.values() if one.fault]
        found += [f"uncalled for: {one}" for one in self.uncalled]
        found += [f"out of order: {one}" for one in self.out_of_order]
        return [f"{self.page}: {one}" for one in found]

    @property
    def came(self) -> set[str]:
        """Which beats were played at all, if only for a moment."""
        return {one.beat for one in self.beats.values() if one.begun >= 0}

    @property
    def seen(self) -> Counter[str]:
        """How often each beat was seen."""
        return Counter(one.beat for one in self.beats.values() if one.drawn)

    @property
    def left_out(self) -> int:
        """How many were left out, or broken off before there was anything to see, on purpose."""
        return sum(not one.drawn and (one.cut or one.hurried) for one in self.beats.values())

    @property
    def told(self) -> str:
        """What became of all, in words."""
        frames = len(self.beats) - self.seen.total() - self.left_out - len(self.faults)
        return f"{self.page}: {dict(self.seen)}, left out on purpose {self.left_out}, without a frame {frames}"


def note_all(one: Person) -> None:
    """Start to note all that a page is told and plays; it must be at the table, and the game not begun."""
    one.page.evaluate(NOTE_ALL, [", ".join(KEEP_WITHIN), SHOWN])


def account(one: Person, pace: str) -> Account:
    return Account(one.name, pace).read(one.page.evaluate("window.notes"))
