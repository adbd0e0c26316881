"""Benchmark of random play, alone or against other engines.

All contenders play in turn in every repeat, so that a slowdown of the machine affects all of them.
Times are CPU seconds of this process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.sim.peers import Peer
from kickdoor.sim.random_play import ANY_TIME, random_play
from kickdoor.sim.throughput import Pace

EARLY = (400, 600)
LATE = (1800, 2000)
MAX_GAMES_FOR_FLATNESS = 60


@dataclass(frozen=True, slots=True)
class Run(Pace):
    """The result of one contender in one repeat."""

    decisions: int
    forced: int
    games: int
    cut: int
    cpu_seconds: float
    purposes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure over the repeats."""

    median: float
    least: float
    most: float


def spread(values: list[float]) -> Spread:
    """Summarize the repeats of one figure."""
    return Spread(median(values), min(values), max(values))


@dataclass(frozen=True, slots=True)
class Contender:
    """One participant: our engine with a mix of sets and a number of seats, or a peer."""

    name: str
    what: str
    play: Callable[[int, int | None, float | None], Run]
    """The function that plays from a seed: a number of games, or for some seconds."""


def our_contender(name: str, what: str, rules: RuleSet, seats: int) -> Contender:
    """Make a contender of our own engine."""

    def play(seed: int, games: int | None, seconds: float | None) -> Run:
        return play_ours(rules, seats, seed, games, seconds)

    return Contender(name, what, play)


def peer_contender(peer: Peer) -> Contender:
    """Make a contender of another engine."""

    def play(seed: int, games: int | None, seconds: float | None) -> Run:
        result = peer.play(seed, games=games, seconds=seconds)
        return Run(result.decisions, result.forced, result.games, 0, result.cpu_seconds)

    return Contender(peer.name, peer.what, play)


def play_ours(rules: RuleSet, seats: int, seed: int, games: int | None, seconds: float | None) -> Run:
    """Play whole games by policy 1 until the number or the time is reached; making each game is timed too."""
    decisions = forced = played = cut = 0
    purposes = [0] * (ANY_TIME + 1)
    start = process_time()
    while True:
        game = random_play(rules, seats, f"{seed}:{played}")
        game.play()
        decisions += game.decisions
        forced += game.forced
        cut += not game.state.winners
        played += 1
        for i, count in enumerate(game.purposes):
            purposes[i] += count
        elapsed = process_time() - start
        if played == games or (seconds is not None and elapsed >= seconds):
            return Run(decisions, forced, played, cut, elapsed, tuple(purposes))


def interleave(
    contenders: list[Contender],
    repeats: int,
    games: int | None,
    seconds: float | None,
    seed: int = 1,
    tell: Callable[[str], None] | None = None,
) -> dict[str, list[Run]]:
    """Let all contenders play in turn, `repeats` times. The first game of each only warms caches and is not counted."""
    for one in contenders:
        one.play(seed, 1, None)
    runs: dict[str, list[Run]] = {one.name: [] for one in contenders}
    for repeat in range(repeats):
        for one in contenders:
            if tell is not None:
                tell(f"{one.what}, repeat {repeat + 1} of {repeats}")
            runs[one.name].append(one.play(seed + repeat, games, seconds))
    return runs


def ratios(ours: list[Run], theirs: list[Run]) -> tuple[Spread, Spread]:
    """Return our speed divided by theirs, repeat by repeat: for decisions, then for all answers."""
    pairs = list(zip(ours, theirs, strict=True))
    return (
        spread([a.decisions_per_second / b.decisions_per_second for a, b in pairs]),
        spread([a.answers_per_second / b.answers_per_second for a, b in pairs]),
    )


def purposes_of(runs: list[Run]) -> dict[str, int]:
    """Count the decisions of all repeats by prompt kind, most frequent first."""
    names = [*nr.PROMPT_KINDS, "any time"]
    counts = [sum(column) for column in zip(*(run.purposes for run in runs), strict=True)]
    found = {name: count for name, count in zip(names, counts, strict=True) if count}
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def flatness(rules: RuleSet, seats: int, games: int, seed: int = 1) -> tuple[float, float]:
    """Return decisions per second in decisions 400 to 600 and 1,800 to 2,000 of the same long games, or zeros."""
    early = late = 0.0
    found = 0
    for number in range(MAX_GAMES_FOR_FLATNESS):
        times = checkpoints(rules, seats, f"flat:{seed}:{number}")
        if len(times) == 4:
            early += times[1] - times[0]
            late += times[3] - times[2]
            found += 1
            if found == games:
                break
    if not found or not early or not late:
        return 0.0, 0.0
    return found * (EARLY[1] - EARLY[0]) / early, found * (LATE[1] - LATE[0]) / late


def checkpoints(rules: RuleSet, seats: int, seed: str) -> list[float]:
    """Play one game and return the time at each bound it reaches."""
    game = random_play(rules, seats, seed)
    times: list[float] = []
    for bound in (*EARLY, *LATE):
        while game.decisions < bound:
            if not game.step():
                return times
        times.append(process_time())
    return times
