"""Play random games and check them against a separate reading of the rules, not the engine's.

    python tools/referee.py                                     20,000 actions of all mixes, seats and table options
    python tools/referee.py --acts 200000 --seed X              other games, as many as it takes
    python tools/referee.py --sets deluxe,cooks --report FILE   mixes of two sets; writes the report to a file too
    python tools/referee.py --game X:17 --until 301             replay one game up to an action, with all events

It adds up both sides of every fight from the card files. It follows cards, Levels, turns, Running Away, looting,
rewards and Charity through the events, and compares the listed options with the legality matrix. At intervals it also
checks the view of every seat, saves and loads the game, and tries options on copies. The same seed gives the same
findings. Each finding names the rule, the game and the action; the exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee_limits import Fault
from referee_matrix import Matrix
from referee_play import MAX_TURNS, RandomTable, Step, games, start
from referee_secrets import Secrets, on_copies, saved
from referee_watch import Watch

from kickdoor import Game, KickdoorError, Rng, known_sets

LISTED, SEEN, COPIED, SAVED = 5, 25, 20, 100
"""Actions between checks of all options, all views, some options on copies, and saving and loading."""
COPIES = 3
MAX_FINDINGS_PER_KIND = 3
"""Number of findings of one kind that are printed in full."""


@dataclass
class Finding:
    """A deviation from the rules."""

    rule: str
    seed: str
    act: int
    step: str
    seen: str
    expected: str

    @property
    def kind(self) -> str:
        """Return the kind of the finding: the rule and the observation without names and numbers."""
        return self.rule + re.sub(r"\w+/\w+|\d+", "#", self.seen)[:60]

    def __str__(self) -> str:
        return (
            f"{self.rule}: {self.seen}; expected: {self.expected}\n"
            f"    game {self.seed}, act {self.act} ({self.step}); again: "
            f"python tools/referee.py --game {self.seed} --until {self.act}"
        )


class Referee:
    """Checks of one game from its start."""

    def __init__(self, seed: str, game: Game, tally: Counter[str]) -> None:
        self.seed = seed
        self.game = game
        self.tally = tally
        self.table = RandomTable(game, Rng(f"{seed}:play"))
        self.rng = Rng(f"{seed}:copies")
        self.watch = Watch(game, tally)
        self.secrets = Secrets(game, self.watch.now)
        self.acts = 0
        self.last_step: Step | None = None

    @property
    def is_over(self) -> bool:
        """Return whether the game is won or has reached its length limit."""
        return self.game.is_over or self.game.turns >= MAX_TURNS

    def step(self) -> list[Finding]:
        """Give one answer and check its outcome."""
        self.last_step = step = self.table.draw()
        self.acts += 1
        try:
            self.table.do(step)
            found = [*self.watch.look(step), *self.secrets.follow(self.game, self.watch.now, step)]
            if not self.game.is_over:
                found += self.now_and_then()
        except KickdoorError as error:
            found = [("AMB-09", f"{type(error).__name__}: {error}", "an act that is listed is taken")]
        return [Finding(rule, self.seed, self.acts, str(step), seen, expected) for rule, seen, expected in found]

    def now_and_then(self) -> Iterator[Fault]:
        """Run the expensive checks."""
        now = self.watch.now
        if self.acts % LISTED == 0:
            matrix = Matrix(self.game, now)
            for seat in range(self.game.seats):
                yield from matrix.faults(seat)
            self.tally["options held against the matrix"] += matrix.count
        if self.acts % SEEN == 0:
            self.tally["views looked at"] += self.game.seats + 1
            yield from self.secrets.look(self.game, now)
        if self.acts % COPIED == 0:
            self.tally["options done on copies"] += COPIES
            yield from on_copies(self.watch, self.rng, COPIES)
        if self.acts % SAVED == 0:
            self.tally["games saved and loaded"] += 1
            yield from saved(self.game)


def watch(acts: int, seed: str, sets: list[str], tally: Counter[str], progress: bool) -> list[Finding]:
    """Check games until the number of actions is reached."""
    found: list[Finding] = []
    begun = last = time.monotonic()
    done = 0
    for name, game in games(seed, sets):
        referee = Referee(name, game, tally)
        tally["games"] += 1
        while not referee.is_over and done < acts:
            found += referee.step()
            done += 1
            if progress and time.monotonic() - last > 5:
                last = time.monotonic()
                print(f"{done:,} of {acts:,} acts, {len(found)} findings, {last - begun:.0f} s", file=sys.stderr)
        if done >= acts:
            break
    tally["acts"] = done
    return found


def again(seed: str, until: int, sets: list[str]) -> list[Finding]:
    """Replay one game and print its events and findings."""
    referee = Referee(seed, start(seed, sets), Counter())
    print(f"{referee.game}: {', '.join(referee.game.sets)}; {referee.watch.now.seen['options']}")
    found: list[Finding] = []
    while not referee.is_over and referee.acts < until:
        new = referee.step()
        found += new
        print(f"{referee.acts}. {referee.last_step}: {referee.last_step and referee.last_step.option}")
        for event in referee.last_step.events if referee.last_step else []:
            print(f"        {event}")
        for one in new:
            print(f"    !! {one}")
    return found


def report(found: list[Finding], tally: Counter[str]) -> str:
    """Return a report of the checks and findings, with a few findings of each kind."""
    lines = [f"{count:>10,}  {what}" for what, count in sorted(tally.items())]
    rules = Counter(one.rule for one in found)
    kinds: Counter[str] = Counter()
    for one in found:
        kinds[one.kind] += 1
        if kinds[one.kind] <= MAX_FINDINGS_PER_KIND:
            lines += ["", str(one)]
    lines += ["", f"{len(found)} findings" + "".join(f"; {rule}: {count}" for rule, count in rules.most_common())]
    return "\n".join(lines)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--acts", type=int, default=20_000, help="number of answers to check (20000)")
    parser.add_argument("--seed", default="referee", help="seed of the games (referee)")
    parser.add_argument("--sets", default="", help=f"mixes of these sets: {','.join(known_sets())} (all)")
    parser.add_argument("--report", type=Path, help="write the report to this file too")
    parser.add_argument("--game", metavar="SEED:N", help="replay only this game and print it")
    parser.add_argument("--until", type=int, default=10**9, metavar="ACT", help="with --game: stop after this act")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    return parser


def main(words: list[str] | None = None) -> int:
    asked = arguments().parse_args(words)
    sets = [name for name in asked.sets.split(",") if name]
    unknown = set(sets) - set(known_sets())
    if unknown:
        arguments().error(f"there is no set {', '.join(sorted(unknown))}; known are {', '.join(known_sets())}")
    if asked.game:
        return 1 if again(asked.game, asked.until, sets) else 0
    tally: Counter[str] = Counter()
    found = watch(asked.acts, asked.seed, sets, tally, not asked.quiet)
    text = report(found, tally)
    print(text)
    if asked.report:
        asked.report.write_text(text + "\n", encoding="utf-8")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
