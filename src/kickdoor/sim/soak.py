"""Soak tests: very many random games with invariant checks; a stopped soak can be resumed.

Games are numbered. The number determines seed and seats, so that a single game can be played again.
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
from kickdoor.sim.invariants import check_round_trips, check_state
from kickdoor.sim.process_pool import run_ordered
from kickdoor.sim.random_play import RandomPlay, deal, random_play

CHEAP_CHECK_INTERVAL = 5
"""The interval in steps of the cheap checks; a broken state mostly stays broken."""
EXPENSIVE_CHECK_INTERVAL = 200
"""The interval in steps of the expensive checks."""
MAX_TURNS = 100
"""The number of turns after which a random game is cut, since later turns rarely show anything new."""
MAX_ANSWERS = 200_000
"""The number of answers above which a game is considered an endless loop."""
MIN_ACTIVE_GAMES = 20
"""The number of games below which a card counts as rarely acting and is reported."""
MAX_CHUNK_GAMES = 5


class SoakPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan of games."""

    sets: list[str]
    mixes: list[list[str]]
    """The mixes of the games, in turn; a single one has all of `sets`."""
    folders: list[str]
    seats: list[int]
    """The numbers of seats, in turn; each is used for all mixes before the next."""
    seed: str
    first: int
    """The number of the first game."""
    options: dict[str, bool | int | str]
    catalog: str
    """A digest of the cards, since other cards give other games."""
    left_out: dict[str, str] = {}
    """Mixes that cannot be played, with the reason."""

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
    """A fault in one game, with the data to reproduce it."""

    game: int
    seed: str
    seats: int
    step: int
    """The number of policy draws before the fault."""
    what: str
    trace: str
    before: str
    """The state before the last step, as JSON; empty if it could not be written."""
    after: str
    file: str = ""


class GameCount(msgspec.Struct, forbid_unknown_fields=True):
    """The counts of one game."""

    decisions: int
    forced: int
    cut: bool
    acted: dict[str, list[str]]
    fault: Fault | None = None


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """The progress of a soak; games are counted in order, so `games` determines the next one."""

    plan: SoakPlan
    games: int = 0
    decisions: int = 0
    forced: int = 0
    cut: int = 0
    acted: dict[str, int] = {}
    """The number of games in which each card acted."""
    ways: dict[str, dict[str, int]] = {}
    """The number of games in which each card acted in each way."""
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
    """The requested soak, before validation."""

    sets: list[str]
    folders: list[Path]
    seats: list[int]
    seed: str
    first: int
    options: RuleOptions
    mixes: bool = False
    """Whether the games use every mix of the sets in turn."""


def make_plan(order: SoakOrder) -> SoakPlan:
    """Validate an order and leave out mixes that cannot be played."""
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
            # A small set needs others, and so does a set that refers to others
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
    """List all non-empty combinations of sets.

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
    """Play one game and check it throughout."""
    seed = plan.seed_of(number)
    game = random_play(rules, plan.seats_of(number), seed, options_from_dict(plan.options))
    acting = Acting(game.state)
    step = 0
    fault = None
    try:
        for step in play_and_check(game, acting, LehmerRng(f"soak:{seed}")):
            if step > MAX_ANSWERS:
                raise InvariantViolation(f"the game continues after {MAX_ANSWERS} steps")
    except Exception as e:
        # No exception is expected here, so any is a fault of the engine.
        fault = fault_of(plan, rules, number, step + 1, game, e)
    cut = fault is None and not game.state.winners
    return GameCount(game.decisions, game.forced, cut, acting.result(), fault)


def play_and_check(game: RandomPlay, acting: Acting, rng: LehmerRng) -> Iterator[int]:
    """Play a game, check it at intervals and at its end, and yield the steps."""
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
            if step % CHEAP_CHECK_INTERVAL == 0:
                check_state(s)
            if step % EXPENSIVE_CHECK_INTERVAL == 0:
                check_round_trips(s, rng)
        yield step
    check_state(s)


def fault_of(plan: SoakPlan, rules: RuleSet, number: int, step: int, game: RandomPlay, error: Exception) -> Fault:
    """Describe a fault. No states were stored, so the game is played again to find the step that broke the state."""
    seed = plan.seed_of(number)
    seats = plan.seats_of(number)
    replayed = random_play(rules, seats, seed, options_from_dict(plan.options))
    for _ in range(max(0, step - CHEAP_CHECK_INTERVAL - 1)):
        replayed.step()
    before, after = state_json_of(replayed), state_json_of(game)
    for found in range(max(1, step - CHEAP_CHECK_INTERVAL), step):
        # The state is not checked at every answer, so find the first answer after which it is broken
        before = state_json_of(replayed)
        replayed.step()
        try:
            check_state(replayed.state)
        except Exception:
            step, after = found, state_json_of(replayed)
            break
    else:
        before = state_json_of(replayed)
    what = f"{type(error).__name__}: {error}"
    trace = "".join(traceback.format_exception(error))
    return Fault(number, seed, seats, step, what, trace, before, after)


def state_json_of(game: RandomPlay) -> str:
    """Return the state of a possibly broken game as JSON; empty if it cannot be written."""
    try:
        return state_to_json(game.state)
    except Exception:
        return ""


# Many games


Chunk = tuple[SoakPlan, int, int]
"""A range of games of a plan."""


def soak_chunk(chunk: Chunk) -> list[GameCount]:
    """Play some games; may run in a separate process."""
    plan, first, last = chunk
    rules = rules_of(plan)
    return [soak_game(plan, rules_of_game(plan, rules, number), number) for number in range(first, last)]


def counted(plan: SoakPlan, first: int, last: int, jobs: int) -> Generator[list[GameCount]]:
    """Play games by number and yield their counts in order."""
    size = 1 if jobs == 1 else max(1, min((last - first) // (jobs * 4), MAX_CHUNK_GAMES))
    return run_ordered(soak_chunk, ((plan, start, min(start + size, last)) for start in range(first, last, size)), jobs)


def soak(
    progress: Progress,
    games: int,
    jobs: int,
    on_progress: Callable[[Progress], None] | None = None,
) -> None:
    """Play until the number of games is counted; `on_progress` is called after every chunk of games."""
    plan = progress.plan
    # Whatever stops the loop, end the processes first.
    with contextlib.closing(counted(plan, plan.first + progress.games, plan.first + games, jobs)) as chunks:
        for counts in chunks:
            for game in counts:
                progress.add(game)
            if on_progress is not None:
                on_progress(progress)


# Results


def seldom_cards(progress: Progress) -> list[dict[str, object]]:
    """List the cards that acted in few games, starting with those that never did."""
    rows: list[dict[str, object]] = [
        {"card": d.key, "name": d.name, "games": progress.acted.get(d.key, 0)}
        for d in rules_of(progress.plan).defs
        if progress.acted.get(d.key, 0) < MIN_ACTIVE_GAMES
    ]
    return sorted(rows, key=lambda row: (row["games"], row["card"]))


def seldom_ways(progress: Progress) -> list[dict[str, object]]:
    """List the rarely seen ways to act of cards that act often enough in other ways."""
    rows: list[dict[str, object]] = []
    for d in rules_of(progress.plan).defs:
        if progress.acted.get(d.key, 0) >= MIN_ACTIVE_GAMES:
            counts = progress.ways.get(d.key, {})
            for way in ways_of(d):
                if counts.get(way, 0) < MIN_ACTIVE_GAMES:
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
