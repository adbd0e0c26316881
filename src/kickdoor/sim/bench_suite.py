"""A complete benchmark: speed compared with peers, then the other costs of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.turn.new_game import MAX_SEATS, MIN_SEATS
from kickdoor.sim.bench import (
    Contender,
    Run,
    flatness,
    interleave,
    our_contender,
    peer_contender,
    purposes_of,
    ratios,
    spread,
)
from kickdoor.sim.bot_bench import thinking
from kickdoor.sim.footprint import (
    clone_microseconds,
    machine_facts,
    mid_game_states,
    observe_microseconds,
    probe_loading,
    state_bytes,
    version_of,
)
from kickdoor.sim.peers import Peer
from kickdoor.sim.random_play import POLICY

OURS = "kickdoor"
THREE = "3 seats"
SIX = "6 seats"
ALL_SETS = "all sets"
LONG_GAMES = 5
SHORT_SECONDS = 1.0
"""The duration in seconds of the secondary comparisons, where time is the limit."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Order:
    """The settings of a benchmark."""

    rules: RuleSet
    seats: int
    games: int | None
    seconds: float | None
    repeats: int
    peers: list[Peer]
    seed: int
    speed_only: bool = False


def measure(order: Order, tell: Tell | None = None) -> dict[str, object]:
    """Measure everything and return the figures as plain data."""
    if not MIN_SEATS <= order.seats <= MAX_SEATS:
        raise BadData(f"the game is for {MIN_SEATS} to {MAX_SEATS} players, not {order.seats} (SETUP-01)")
    contenders = [our_contender(OURS, OURS, order.rules, order.seats)]
    contenders += [peer_contender(one) for one in order.peers]
    runs = interleave(contenders, order.repeats, order.games, order.seconds, order.seed, tell)
    found = {one.name: ratios(runs[OURS], runs[one.name]) for one in order.peers}
    counts = purposes_of(runs[OURS])
    whole = sum(counts.values())
    data: dict[str, object] = {
        "machine": machine_facts(),
        "peers": {one.name: version_of(one.distribution) for one in order.peers},
        "policy": POLICY,
        "sets": order.rules.sets,
        "seats": order.seats,
        "repeats": order.repeats,
        "runs": {one.name: figures(one, runs[one.name]) for one in contenders},
        "purposes": {name: round(count / whole, 4) for name, count in counts.items()},
        "ratios": {name: {"decisions": asdict(a), "answers": asdict(b)} for name, (a, b) in found.items()},
        "ratio": {name: a.median for name, (a, _) in found.items()},
        "ratio_answers": {name: b.median for name, (_, b) in found.items()},
    }
    if not order.speed_only:
        data["costs"] = costs(order, tell)
    return data


def figures(contender: Contender, runs: list[Run]) -> dict[str, object]:
    """Summarize the repeats of one contender."""
    games = sum(run.games for run in runs)
    return {
        "what": contender.what,
        "decisions_per_second": asdict(spread([run.decisions_per_second for run in runs])),
        "answers_per_second": asdict(spread([run.answers_per_second for run in runs])),
        "games_per_second": asdict(spread([run.games_per_second for run in runs])),
        "decisions": sum(run.decisions for run in runs),
        "forced": sum(run.forced for run in runs),
        "games": games,
        "cpu_seconds": sum(run.cpu_seconds for run in runs),
        "decisions_per_game": sum(run.decisions for run in runs) / games,
        "forced_per_game": sum(run.forced for run in runs) / games,
        "share_cut": sum(run.cut for run in runs) / games,
    }


def costs(order: Order, tell: Tell | None) -> dict[str, object]:
    """Measure how speed depends on seats, sets and length, and what copies, views and memory cost."""
    rules = order.rules
    every = known_sets()
    contenders = [our_contender(THREE, THREE, rules, 3), our_contender(SIX, SIX, rules, 6)]
    mixed = len(every) > 1 and sorted(rules.sets) != every
    if mixed:
        contenders.append(our_contender(OURS, OURS, rules, order.seats))
        contenders.append(our_contender(ALL_SETS, ALL_SETS, load_catalog(every), order.seats))
    seconds = None if order.seconds is None else min(order.seconds, SHORT_SECONDS)
    runs = interleave(contenders, order.repeats, order.games, seconds, order.seed, tell)
    if tell is not None:
        tell("copies, views, memory, loading, bots")
    early, late = flatness(rules, order.seats, LONG_GAMES, order.seed)
    states = mid_game_states(rules, order.seats)
    load_seconds, resident = probe_loading(every)
    return {
        "six_to_three": ratios(runs[SIX], runs[THREE])[0].median,
        "all_sets": ratios(runs[ALL_SETS], runs[OURS])[0].median if mixed else None,
        "flatness": late / early if early else None,
        "early_decisions_per_second": early,
        "late_decisions_per_second": late,
        "clone_microseconds": clone_microseconds(states),
        "observe_microseconds": observe_microseconds(states),
        "load_seconds": load_seconds,
        "resident_bytes": resident,
        "state_bytes": state_bytes(states),
        **thinking(rules, order.seats),
    }
