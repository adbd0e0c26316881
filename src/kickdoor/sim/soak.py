"""Plays very many random games and checks every one of them all along; stopped at any time, it goes on later.

Games are numbered. The number of a game tells its seed and its seats, so that one alone can be played again.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import msgspec

from kickdoor.catalog.loader import load_catalog, load_same
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import Event
from kickdoor.engine.rules.turn.new_game import MAX_SEATS, MIN_SEATS
from kickdoor.engine.state.codec import options_from_dict, options_to_dict, state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.sim.card_activity import Acting, ways_of
from kickdoor.sim.errors import InvariantViolation
from kickdoor.sim.invariants import check_dearly, check_state
from kickdoor.sim.process_pool import run_ordered
from kickdoor.sim.random_play import RandomPlay, deal, random_play

OFTEN = 5
"""The state is checked at every such answer: what is broken mostly stays so."""
EXPENSIVE_CHECK_INTERVAL = 200
"""Dear checks are made at every such answer."""
MAX_TURNS = 100
"""Turns after which a random game is cut: by then it has seen what it will see."""
MAX_ANSWERS = 200_000
"""A game with more answers is taken to go round in circles."""
SELDOM = 20
"""A card that acted in fewer games is reported."""
MAX_CHUNK_GAMES = 5


class SoakPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played."""

    sets: list[str]
    mixes: list[list[str]]
    """The sets of each game, in turn; all of `sets` in every game if there is one mix."""
    folders: list[str]
    seats: list[int]
    """Table sizes, in turn for each mix."""
    seed: str
    first: int
    """Number of the first game."""
    options: dict[str, bool | int | str]
    catalog: str
    """Digest of the cards: with others, the games would be others."""
    left_out: dict[str, str] = {}
    """Mixes that cannot be played, and why not."""

    def seats_of(self, number: int) -> int:
        """Return the seats of a game."""
        return self.seats[number // len(self.mixes) % len(self.seats)]

    def mix_of(self, number: int) -> list[str]:
        """Return the sets of a game."""
        return self.mixes[number % len(self.mixes)]

    def seed_of(self, number: int) -> str:
        """Return the seed of a game."""
        return f"{self.seed}:{number}"


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What went wrong in one game, and how to see it again."""

    game: int
    seed: str
    seats: int
    step: int
    """Draws of the policy until then."""
    what: str
    trace: str
    before: str
    """The state before the last step, as JSON; empty if it could not be written."""
    after: str
    file: str = ""


class GameCount(msgspec.Struct, forbid_unknown_fields=True):
    """What one game adds to the counts."""

    decisions: int
    forced: int
    cut: bool
    acted: dict[str, list[str]]
    fault: Fault | None = None


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """How far a soak has come; games are counted in order, so `games` tells which comes next."""

    plan: SoakPlan
    games: int = 0
    decisions: int = 0
    forced: int = 0
    cut: int = 0
    acted: dict[str, int] = {}
    """Games in which each card acted."""
    ways: dict[str, dict[str, int]] = {}
    """The same by way."""
    faults: list[Fault] = []

    def add(self, game: GameCount) -> None:
        """Count one more game."""
        self.games += 1
        self.decisions += game.decisions
        self.forced += game.forced
        self.cut += game.cut
        for card, ways in game.acted.items():
            self.acted[card] = self.acted.get(card, 0) + 1
            counts = self.ways.setdefault(card, {})
            for way in ways:
                counts[way] = counts.get(way, 0) + 1
        if game.fault is not None:
            self.faults.append(game.fault)


@dataclass(frozen=True)
class SoakOrder:
    """What somebody wants to be soaked."""

    sets: list[str]
    folders: list[Path]
    seats: list[int]
    seed: str
    first: int
    options: RuleOptions
    mixes: bool = False
    """The games are of every mix of the sets in turn."""


def make_plan(order: SoakOrder) -> SoakPlan:
    """Check what was asked for, and leaves out mixes that cannot be played."""
    seats, folders = order.seats, order.folders
    for count in seats:
        if not MIN_SEATS <= count <= MAX_SEATS:
            raise BadData(f"the game is for {MIN_SEATS} to {MAX_SEATS} players, not {count} (SETUP-01)")
    rules = load_catalog(order.sets, folders)
    left_out: dict[str, str] = {}
    playable: list[list[str]] = []
    for mix in every_mix(rules.sets) if order.mixes else [rules.sets]:
        try:
            found = rules if mix == rules.sets else rules_of_mix(mix, folders)
            for count in (min(seats), max(seats)):
                deal(found, count, order.seed, order.options)
            playable.append(mix)
        except BadData as e:
            # A small set is played only with others, and one that speaks of others only with them
            if mix == rules.sets:
                raise
            left_out[" + ".join(mix)] = str(e)
    return SoakPlan(
        sets=rules.sets,
        mixes=playable,
        left_out=left_out,
        folders=[str(path) for path in folders],
        seats=seats,
        seed=order.seed,
        first=order.first,
        options=options_to_dict(order.options),
        catalog=rules.digest,
    )


def every_mix(sets: list[str]) -> list[list[str]]:
    """List every choice of one set or more.

    >>> every_mix(["a", "b"])
    [['a'], ['b'], ['a', 'b']]
    """
    return [list(mix) for size in range(1, len(sets) + 1) for mix in combinations(sets, size)]


def rules_of_game(plan: SoakPlan, whole: RuleSet, number: int) -> RuleSet:
    """Load the cards of one game."""
    mix = plan.mix_of(number)
    return whole if mix == whole.sets else rules_of_mix(mix, [Path(folder) for folder in plan.folders])


def rules_of_mix(mix: list[str], folders: list[Path]) -> RuleSet:
    """Load the cards of some of the sets."""
    own = [folder for folder in folders if folder.name in mix]
    return load_catalog([name for name in mix if name not in [folder.name for folder in own]], own)


def rules_of(plan: SoakPlan) -> RuleSet:
    """Load the cards of a plan, which must still be the same."""
    return load_same(plan.sets, plan.catalog, [Path(folder) for folder in plan.folders], "this soak")


def soak_game(plan: SoakPlan, rules: RuleSet, number: int) -> GameCount:
    """Play one game and checks it at every decision."""
    seed = plan.seed_of(number)
    game = random_play(rules, plan.seats_of(number), seed, options_from_dict(plan.options))
    acting = Acting(game.state)
    step = 0
    fault = None
    try:
        for step in watched(game, acting, LehmerRng(f"soak:{seed}")):
            if step > MAX_ANSWERS:
                raise InvariantViolation(f"the game goes on after {MAX_ANSWERS} steps")
    except Exception as e:
        # Whatever it is, the game must not have it: no kind of exception is expected here
        fault = fault_of(plan, rules, number, step + 1, game, e)
    cut = fault is None and not game.state.winners
    return GameCount(game.decisions, game.forced, cut, acting.result(), fault)


def watched(game: RandomPlay, acting: Acting, rng: LehmerRng) -> Iterator[int]:
    """Play a game, checks it after every answer, and counts the steps."""
    s = game.state
    events: list[Event] = []
    s.events = events
    step = 0
    serial = s.serial
    while s.turns <= MAX_TURNS and game.step():
        step += 1
        if s.serial != serial:
            serial = s.serial
            acting.watch(events)
            events.clear()
            if step % OFTEN == 0:
                check_state(s)
            if step % EXPENSIVE_CHECK_INTERVAL == 0:
                check_dearly(s, rng)
        yield step
    check_state(s)


def fault_of(plan: SoakPlan, rules: RuleSet, number: int, step: int, game: RandomPlay, error: Exception) -> Fault:
    """Describe a fault; the game is played again to just before it, since nothing was kept on the way."""
    seed = plan.seed_of(number)
    seats = plan.seats_of(number)
    again = random_play(rules, seats, seed, options_from_dict(plan.options))
    for _ in range(max(0, step - OFTEN - 1)):
        again.step()
    before, after = saved(again), saved(game)
    for found in range(max(1, step - OFTEN), step):
        # The state is not checked at every answer; here the first one after which it is broken is looked for
        before = saved(again)
        again.step()
        try:
            check_state(again.state)
        except Exception:
            step, after = found, saved(again)
            break
    else:
        before = saved(again)
    what = f"{type(error).__name__}: {error}"
    trace = "".join(traceback.format_exception(error))
    return Fault(number, seed, seats, step, what, trace, before, after)


def saved(game: RandomPlay) -> str:
    """Write the state of a game that may be broken; nothing if it cannot be written."""
    try:
        return state_to_json(game.state)
    except Exception:
        return ""


# Many games


Chunk = tuple[SoakPlan, int, int]
"""Games of a plan, from one number up to another."""


def soak_chunk(chunk: Chunk) -> list[GameCount]:
    """Play some games; may run in a process of its own."""
    plan, first, last = chunk
    rules = rules_of(plan)
    return [soak_game(plan, rules_of_game(plan, rules, number), number) for number in range(first, last)]


def counted(plan: SoakPlan, first: int, last: int, jobs: int) -> Generator[list[GameCount]]:
    """Play games by number and gives their counts in order, as they come."""
    size = 1 if jobs == 1 else max(1, min((last - first) // (jobs * 4), MAX_CHUNK_GAMES))
    return run_ordered(soak_chunk, ((plan, start, min(start + size, last)) for start in range(first, last, size)), jobs)


def soak(
    progress: Progress,
    games: int,
    jobs: int,
    tell: Callable[[Progress], None] | None = None,
) -> None:
    """Play until so many games of the plan are counted; `tell` hears of every step forward."""
    plan = progress.plan
    # Whatever stops it, the processes end first
    with contextlib.closing(counted(plan, plan.first + progress.games, plan.first + games, jobs)) as steps:
        for counts in steps:
            for game in counts:
                progress.add(game)
            if tell is not None:
                tell(progress)


# What came of it


def seldom_cards(progress: Progress) -> list[dict[str, object]]:
    """List the cards that acted in few games, those that never did first."""
    rows: list[dict[str, object]] = [
        {"card": d.key, "name": d.name, "games": progress.acted.get(d.key, 0)}
        for d in rules_of(progress.plan).defs
        if progress.acted.get(d.key, 0) < SELDOM
    ]
    return sorted(rows, key=lambda row: (row["games"], row["card"]))


def seldom_ways(progress: Progress) -> list[dict[str, object]]:
    """List the ways to act that few games saw, of cards that act often enough by others."""
    rows: list[dict[str, object]] = []
    for d in rules_of(progress.plan).defs:
        if progress.acted.get(d.key, 0) >= SELDOM:
            counts = progress.ways.get(d.key, {})
            for way in ways_of(d):
                if counts.get(way, 0) < SELDOM:
                    rows.append({"card": d.key, "name": d.name, "way": way, "games": counts.get(way, 0)})
    return rows


def report(progress: Progress) -> dict[str, object]:
    """Return the results as plain data."""
    faults = [
        {"game": f.game, "seed": f.seed, "seats": f.seats, "step": f.step, "what": f.what, "file": f.file}
        for f in progress.faults
    ]
    return {
        "sets": progress.plan.sets,
        "mixes": len(progress.plan.mixes),
        "left_out": progress.plan.left_out,
        "seats": progress.plan.seats,
        "seed": progress.plan.seed,
        "first": progress.plan.first,
        "options": progress.plan.options,
        "games": progress.games,
        "decisions": progress.decisions,
        "forced": progress.forced,
        "cut": progress.cut,
        "faults": faults,
        "seldom": seldom_cards(progress),
        "seldom_ways": seldom_ways(progress),
    }
