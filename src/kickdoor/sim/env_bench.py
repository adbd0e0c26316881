"""A benchmark of environments: ours and those of other projects, in turn, in one run."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random

from kickdoor.install_hints import to_install
from kickdoor.sim.bench import Contender, Run, interleave, peer_contender, ratios, spread
from kickdoor.sim.env_contenders import OwnGame
from kickdoor.sim.env_peers import EXTRA, PYTHON, EnvPeer, env_peers
from kickdoor.sim.footprint import machine_facts, version_of
from kickdoor.sim.peers import Peer, PeerMissing

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class EnvOrder:
    """The settings of a benchmark of environments, and the environments to compare with."""

    ours: OwnGame
    games: int | None
    seconds: float | None
    repeats: int
    seed: int
    peers: list[EnvPeer]


def env_order(ours: OwnGame, games: int | None, seconds: float | None, repeats: int, seed: int) -> EnvOrder:
    """Return settings that include all environments."""
    return EnvOrder(ours, games, seconds, repeats, seed, env_peers())


def measure_environments(order: EnvOrder, tell: Tell | None = None) -> dict[str, object]:
    """Play every installed environment at random and return the figures as plain data."""
    with warnings.catch_warnings():
        # Some environments emit warnings that do not concern a benchmark
        warnings.simplefilter("ignore")
        return measured(order, tell)


def measured(order: EnvOrder, tell: Tell | None) -> dict[str, object]:
    """Play the environments and return the figures."""
    missing: dict[str, str] = {}
    ours = [one for one in order.ours.contenders() if is_there(one, missing)]
    peers = [one for one in order.peers if is_there(one.peer, missing)]
    contenders = [peer_contender(one) for one in [*ours, *(one.peer for one in peers)]]
    runs = interleave(contenders, order.repeats, order.games, order.seconds, order.seed, tell)
    names = {one.name for one in ours}
    return {
        "machine": machine_facts(),
        "sets": list(order.ours.sets),
        "seats": order.ours.seats,
        "repeats": order.repeats,
        "versions": {one.peer.distribution: version_of(one.peer.distribution) for one in peers},
        "ours": {one.name: pace(one, runs[one.name]) for one in contenders if one.name in names},
        "peers": {one.peer.name: beside(one, runs, names) for one in peers},
        "missing": missing,
    }


def is_there(one: Peer, missing: dict[str, str]) -> bool:
    """Return whether an environment can be played, and record the reason if not."""
    try:
        one.load(Random(0))
    except PeerMissing as reason:
        missing[one.name] = str(reason)
        return False
    except ImportError as reason:  # some environments import their dependencies only when created
        missing[one.name] = f"{one.what} cannot be played ({reason}); install it with {to_install(EXTRA)}"
        return False
    return True


def pace(one: Contender, runs: list[Run]) -> dict[str, object]:
    """Summarize the repeats of an environment."""
    return {
        "what": one.what,
        "decisions_per_second": asdict(spread([run.decisions_per_second for run in runs])),
        "decisions": sum(run.decisions for run in runs),
        "games": sum(run.games for run in runs),
        "cpu_seconds": sum(run.cpu_seconds for run in runs),
    }


def beside(one: EnvPeer, runs: dict[str, list[Run]], ours: set[str]) -> dict[str, object]:
    """Compare another project's environment with ours of the same interface, if ours can be played."""
    found = pace(peer_contender(one.peer), runs[one.peer.name])
    found["against"] = one.against
    found["language"] = one.language
    found["comparable"] = one.is_comparable and one.language == PYTHON
    found["ratio"] = asdict(ratios(runs[one.against], runs[one.peer.name])[0]) if one.against in ours else None
    return found
