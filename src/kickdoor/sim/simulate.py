"""Simulations of many games between bots; the same seed gives the same counts on any number of cores."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from statistics import fmean, median

from kickdoor.autoplay import seat_bots
from kickdoor.bot import BotMaker
from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import BotRegistry
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import Event
from kickdoor.engine.rules.turn.new_game import MAX_SEATS, MIN_SEATS
from kickdoor.engine.state.codec import options_from_dict, options_to_dict
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.search.search_policy import BUDGET
from kickdoor.sim.random_play import RandomPlay, deal
from kickdoor.sim.worker_setup import begin_work, run_in_subprocess

CHUNKS_PER_JOB = 8
MAX_CHUNK_GAMES = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of games."""

    sets: tuple[str, ...]
    seats: int
    bots: tuple[str, ...]
    """One bot name per place; in the first game the places are the seats."""
    games: int
    seed: str
    max_turns: int = MAX_TURNS
    folders: tuple[str, ...] = ()
    options: dict[str, bool | int | str] = field(default_factory=dict)
    """Rule options by name, as far as they differ from the defaults."""
    rotate: bool = True
    """Whether all bots move one seat after each game, so that no seat is an advantage."""
    outside: tuple[str, ...] = ()
    """Files and classes of custom bots, which each process loads."""
    budget: int = BUDGET
    """The playouts searching bots may spend on a decision."""

    def seat_of(self, place: int, number: int) -> int:
        """Return the seat of a place in a game."""
        return (place + number) % self.seats if self.rotate else place

    def seed_of(self, number: int) -> str:
        """Return the seed of a game."""
        return f"{self.seed}:{number}"

    def seating(self, number: int) -> list[str]:
        """Name the bots of a game by seat."""
        around = [""] * self.seats
        for place, name in enumerate(self.bots):
            around[self.seat_of(place, number)] = name
        return around

    def makers(self, number: int) -> list[BotMaker]:
        """Return the bot factories of a game, by seat."""
        known = BotRegistry(self.outside, self.budget)
        return [known.maker(name) for name in self.seating(number)]


@dataclass(slots=True)
class GameResult:
    """The counts of one game."""

    seed: str
    winners: list[int]
    """The winning seats; empty if the game was cut."""
    turns: int
    decisions: int
    forced: int
    levels: list[int]
    fights_won: int = 0
    fights_lost: int = 0
    fights_helped: int = 0
    """Fights with a helper, won or lost."""
    fights_ended: int = 0
    """Fights that ended without a kill because no monster was left."""
    escaped: int = 0
    caught: int = 0
    deaths: int = 0

    def count(self, events: list[Event]) -> None:
        """Count the events."""
        for event in events:
            if event.kind == ev.FIGHT_WON or event.kind == ev.FIGHT_LOST:
                won = event.kind == ev.FIGHT_WON
                self.fights_won += won
                self.fights_lost += not won
                self.fights_helped += event.other >= 0
            elif event.kind == ev.DIED:
                self.deaths += 1
            elif event.kind == ev.FIGHT_ENDED:
                self.fights_ended += 1
            elif event.kind == ev.ESCAPED:
                self.escaped += 1
            elif event.kind == ev.CAUGHT:
                self.caught += 1


@dataclass(slots=True)
class Report:
    """The games of one simulation, in order."""

    plan: Plan
    games: list[GameResult] = field(default_factory=list)

    def wins_by_seat(self) -> list[int]:
        """Count the games each seat has won, shared ones too."""
        return [sum(seat in game.winners for game in self.games) for seat in range(self.plan.seats)]

    def wins_by_place(self) -> list[int]:
        """Count the games each bot of the plan has won, in any seat."""
        wins = [0] * self.plan.seats
        for number, game in enumerate(self.games):
            for place in range(self.plan.seats):
                wins[place] += self.plan.seat_of(place, number) in game.winners
        return wins

    def wins_by_bot(self) -> dict[str, int]:
        """Count the wins of each kind of bot."""
        wins = dict.fromkeys(self.plan.bots, 0)
        for place, count in enumerate(self.wins_by_place()):
            wins[self.plan.bots[place]] += count
        return wins

    def share_by_bot(self) -> dict[str, float]:
        """Return the percentage of games won per bot of each kind; joint winners share a game."""
        shares = dict.fromkeys(self.plan.bots, 0.0)
        for number, game in enumerate(self.games):
            names = self.plan.seating(number)
            for seat in game.winners:
                shares[names[seat]] += 100 / len(game.winners) / len(self.games)
        return {name: round(share / self.plan.bots.count(name), 2) for name, share in shares.items()}

    def digest(self) -> str:
        """Return a digest of all games; two runs have the same digest only if all games were identical."""
        text = "\n".join(repr(astuple(game)) for game in self.games)
        return blake2b(text.encode(), digest_size=8).hexdigest()

    def as_data(self) -> dict[str, object]:
        """Return the results as plain data."""
        games = self.games
        turns = [game.turns for game in games]
        return {
            "sets": list(self.plan.sets),
            "seats": self.plan.seats,
            "bots": list(self.plan.bots),
            "budget": self.plan.budget,
            "seed": self.plan.seed,
            "options": self.plan.options,
            "games": len(games),
            "cut": sum(not game.winners for game in games),
            "rotate": self.plan.rotate,
            "wins_by_seat": self.wins_by_seat(),
            "wins_by_place": self.wins_by_place(),
            "wins_by_bot": self.wins_by_bot(),
            "share_by_bot": self.share_by_bot(),
            "turns": summary(turns),
            "rounds": summary([-(-count // self.plan.seats) for count in turns]),
            "decisions": summary([game.decisions for game in games]),
            "fights": {
                "won": sum(game.fights_won for game in games),
                "lost": sum(game.fights_lost for game in games),
                "ended": sum(game.fights_ended for game in games),
                "helped": sum(game.fights_helped for game in games),
            },
            "escapes": {
                "escaped": sum(game.escaped for game in games),
                "caught": sum(game.caught for game in games),
            },
            "deaths": sum(game.deaths for game in games),
            "digest": self.digest(),
        }


def summary(values: list[int]) -> dict[str, float]:
    """Summarize a figure over games; in nine of ten games it is at most `ninety`."""
    ninth = sorted(values)[(9 * len(values) - 1) // 10]
    return {
        "mean": round(fmean(values), 2),
        "median": median(values),
        "ninety": ninth,
        "least": min(values),
        "most": max(values),
    }


def check_seats(seats: int) -> None:
    """Raise `BadData` for an invalid number of seats."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadData(f"the game is for {MIN_SEATS} to {MAX_SEATS} players, not {seats} (SETUP-01)")


def make_plan(asked: Plan) -> Plan:
    """Validate a plan; bots repeat around the table if there are fewer than seats."""
    seats, bots = asked.seats, asked.bots
    check_seats(seats)
    if asked.games < 1:
        raise BadData("the number of games must be at least 1")
    if asked.max_turns < 1:
        raise BadData("the number of turns must be at least 1")
    if not bots or len(bots) > seats:
        raise BadData(f"name 1 to {seats} bots for {seats} seats, not {len(bots)}")
    BotRegistry(asked.outside, asked.budget).check(list(bots))
    plain = options_to_dict(RuleOptions())
    return replace(
        asked,
        sets=tuple(load_catalog(asked.sets, [Path(folder) for folder in asked.folders]).sets),
        bots=tuple(bots[seat % len(bots)] for seat in range(seats)),
        options={name: value for name, value in asked.options.items() if value != plain[name]},
    )


def play_game(plan: Plan, rules: RuleSet, number: int) -> GameResult:
    """Play one game of the plan and return its counts."""
    s = dealt(plan, rules, number)
    result = GameResult(plan.seed_of(number), [], 0, 0, 0, [])
    play_out(plan, number, s, result)
    return result


def dealt(plan: Plan, rules: RuleSet, number: int) -> State:
    """Deal one game of the plan."""
    return deal(rules, plan.seats, plan.seed_of(number), options_from_dict(plan.options))


def play_out(plan: Plan, number: int, s: State, result: GameResult) -> None:
    """Play a dealt game of the plan; a subclass of the result may count more."""
    if set(plan.bots) == {"random"} and plan.max_turns == MAX_TURNS:
        random_table(s, result)
    else:
        bot_table(plan.makers(number), plan.max_turns, s, result)
    result.winners = s.winners[:]
    result.turns = min(s.turns, plan.max_turns)
    result.levels = [p.level for p in s.seats]


def random_table(s: State, result: GameResult) -> None:
    """Play by policy 1, which is faster than a table of random bots."""
    game = RandomPlay(s, LehmerRng(result.seed))
    events: list[Event] = []
    s.events = events
    while game.step():
        result.count(events)
        events.clear()
    result.count(events)
    result.decisions = game.decisions
    result.forced = game.forced


def bot_table(makers: list[BotMaker], max_turns: int, s: State, result: GameResult) -> None:
    """Play with one bot in each seat."""
    driver = drive(s, seat_bots(makers, len(makers), result.seed), max_turns)
    events: list[Event] = []
    s.events = events
    while not driver.is_over:
        answer = driver.next_answer()
        assert answer is not None
        driver.give(answer)
        result.count(events)
        events.clear()
    result.decisions = driver.decisions
    result.forced = driver.forced


def play_chunk(chunk: tuple[Plan, int, int]) -> list[GameResult]:
    """Play some games of a plan; may run in a separate process."""
    plan, first, last = chunk
    rules = load_catalog(list(plan.sets), [Path(folder) for folder in plan.folders])
    return [play_game(plan, rules, number) for number in range(first, last)]


def played(plan: Plan, jobs: int) -> Iterator[list[GameResult]]:
    """Play the games and yield the results in order."""
    size = 1 if jobs == 1 else max(1, min(plan.games // (jobs * CHUNKS_PER_JOB), MAX_CHUNK_GAMES))
    chunks = [(plan, first, min(first + size, plan.games)) for first in range(0, plan.games, size)]
    if jobs == 1:
        yield from map(play_chunk, chunks)
        return
    # Leaving the block kills the processes
    with multiprocessing.Pool(min(jobs, len(chunks)), begin_work) as pool:
        yield from pool.imap(partial(run_in_subprocess, play_chunk), chunks)


def simulate(plan: Plan, jobs: int = 1, tell: Callable[[int], None] | None = None) -> Report:
    """Play the whole plan; `tell` receives the number of newly finished games."""
    if jobs < 1:
        raise BadData("the number of jobs must be at least 1")
    report = Report(plan)
    for games in played(plan, jobs):
        report.games.extend(games)
        if tell is not None:
            tell(len(games))
    return report
