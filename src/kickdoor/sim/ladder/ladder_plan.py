"""Ladder plans: validated before the first game and identified by a key."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

import msgspec

import kickdoor
from kickdoor.bots.custom_bots import file_of
from kickdoor.bots.registry import BotRegistry, searches
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state.codec import options_from_dict
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.search.search_policy import BUDGET
from kickdoor.sim import simulate
from kickdoor.sim.ladder.line_ups import BOTH, MAX_LINE_UPS, PAIRS, LineUp, count_line_ups, line_ups
from kickdoor.sim.random_play import deal

MAX_GAMES = 1_000_000
UNRELATED_PACKAGES = ("analysis", "cli", "env", "lab", "server", "replay", "scenario", "rulebook", "text", "sim")
"""Packages whose code does not affect games. A ladder is not resumed if any other code has changed."""
RELATED_SIM_MODULES = ("kickdoor.sim.random_play", "kickdoor.sim.simulate")
"""Modules of `sim` that affect games nevertheless."""


class LadderPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that determines the games of a ladder, except their number, which may grow later."""

    bots: list[str]
    files: dict[str, str]
    """Digests of the files of custom bots."""
    sets: list[list[str]]
    """The mixes of sets, each played separately."""
    cards: list[str]
    """Digests of the cards of each mix."""
    seats: int
    line_ups: str
    seed: str
    turns: int
    options: dict[str, bool | int | str]
    version: str
    rules: int
    code: str
    budget: int = BUDGET
    """The playouts searching bots may spend on a decision; the default if no bot searches."""

    @property
    def key(self) -> str:
        """The digest of the whole plan."""
        return blake2b(msgspec.json.encode(self, order="sorted"), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class LadderOrder:
    """The requested ladder, before validation."""

    bots: tuple[str, ...]
    sets: tuple[tuple[str, ...], ...]
    games: int
    """Games per line-up and mix of sets; 0 means four heats (see `line_ups`)."""
    seats: int = 4
    line_ups: str = BOTH
    seed: str = "1"
    turns: int = MAX_TURNS
    options: dict[str, bool | int | str] | None = None
    folders: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    budget: int = BUDGET


@dataclass(frozen=True)
class Ladder:
    """A playable ladder: its plan, the number of heats, and the paths of its files."""

    plan: LadderPlan
    heats: int
    folders: tuple[str, ...]
    outside: tuple[str, ...]

    @cached_property
    def line_ups(self) -> list[LineUp]:
        """The line-ups, each played with every mix of sets."""
        return line_ups(tuple(self.plan.bots), self.plan.seats, self.plan.line_ups)

    @property
    def mixes(self) -> list[str]:
        """The names of the mixes of sets."""
        return ["+".join(mix) for mix in self.plan.sets]

    @property
    def games(self) -> int:
        """The number of all games."""
        return self.heats * len(self.plan.sets) * len(self.line_ups) * self.plan.seats

    def place_of(self, number: int) -> tuple[int, int, int, int]:
        """Return the numbers of the heat, mix, line-up, and game in the heat that a game has.

        All line-ups play one heat before any plays the next, so that a stopped ladder is nearly balanced, and
        a ladder with more games begins with the same ones.
        """
        rest, turn = divmod(number, self.plan.seats)
        rest, line_up = divmod(rest, len(self.line_ups))
        heat, mix = divmod(rest, len(self.plan.sets))
        return heat, mix, line_up, turn

    def table(self, number: int) -> simulate.Plan:
        """Return the heat of a game as a simulation plan, so that `kickdoor simulate` can play it too."""
        heat, mix, index, _ = self.place_of(number)
        line_up = self.line_ups[index]
        return simulate.Plan(
            sets=tuple(self.plan.sets[mix]),
            seats=self.plan.seats,
            bots=line_up.in_order(heat),
            games=self.plan.seats,
            seed=f"{self.plan.seed}:{self.mixes[mix]}:{line_up.name}:{heat}",
            max_turns=self.plan.turns,
            folders=self.folders,
            options=self.plan.options,
            outside=self.outside,
            budget=self.plan.budget,
        )


def make_ladder(order: LadderOrder) -> Ladder:
    """Validate an order and return its ladder."""
    heats = count_heats(order)
    check_bots(order)
    mixes = [make_mix(order, mix) for mix in order.sets]
    sets = [rules.sets for rules, _ in mixes]
    for mix in sets:
        if sets.count(mix) > 1:
            raise BadData(f"the sets {'+'.join(mix)} are listed twice")
    own = BotRegistry(order.outside).own
    plan = LadderPlan(
        bots=list(order.bots),
        files={name: digest_of([file_of(own[name])]) for name in sorted(own) if name in order.bots},
        sets=sets,
        cards=[rules.digest for rules, _ in mixes],
        seats=order.seats,
        line_ups=order.line_ups,
        seed=order.seed,
        turns=order.turns,
        options=mixes[0][1],
        version=kickdoor.__version__,
        rules=VERSION,
        code=digest_of(sources()),
        budget=order.budget if any(searches(name) for name in order.bots) else BUDGET,
    )
    ladder = Ladder(plan, heats, order.folders, order.outside)
    if ladder.games > MAX_GAMES:
        raise BadData(f"these are {ladder.games:,} games, more than {MAX_GAMES:,}; take fewer --games, bots or sets")
    return ladder


def make_mix(order: LadderOrder, mix: tuple[str, ...]) -> tuple[RuleSet, dict[str, bool | int | str]]:
    """Load and deal the cards of a mix as a check, and return them with the non-default options."""
    requested = simulate.Plan(
        sets=mix,
        seats=order.seats,
        bots=order.bots[: order.seats],
        games=1,
        seed=order.seed,
        max_turns=order.turns,
        folders=order.folders,
        options=order.options or {},
        outside=order.outside,
        budget=order.budget,
    )
    plan = simulate.make_plan(requested)
    rules = load_catalog(plan.sets, [Path(folder) for folder in plan.folders])
    deal(rules, plan.seats, plan.seed, options_from_dict(plan.options))
    return rules, plan.options


def count_heats(order: LadderOrder) -> int:
    """Return the number of heats for the requested games per line-up."""
    seats, games = order.seats, order.games
    simulate.check_seats(seats)
    if games > MAX_GAMES:
        raise BadData(f"--games {games}: a ladder has at most {MAX_GAMES:,} games, those of all line-ups together")
    if games % seats:
        multiples = [str(count) for count in (games // seats * seats, (games // seats + 1) * seats) if count]
        raise BadData(
            f"--games {games}: with {seats} seats, all bots have all seats equally often only in a multiple of {seats} "
            f"games, such as {' or '.join(multiples)}"
        )
    return games // seats or 4


def check_bots(order: LadderOrder) -> None:
    """Raise `BadData` for bots that cannot form a ladder."""
    bots = order.bots
    for name in bots:
        if bots.count(name) > 1:
            raise BadData(f"the bot {name} is listed twice; list each bot once")
    BotRegistry(order.outside).check(list(bots))
    if len(bots) < 2:
        raise BadData("a ladder needs at least two bots")
    count = count_line_ups(len(bots), order.seats, order.line_ups)
    if count > MAX_LINE_UPS:
        hint = "" if order.line_ups == PAIRS else f"; --line-ups {PAIRS} makes fewer"
        raise BadData(f"{len(bots)} bots make {count:,} line-ups, more than {MAX_LINE_UPS:,}{hint}")


def sources() -> list[Path]:
    """List the files with code that affects games."""
    home = Path(kickdoor.__file__).parent
    found = [path for path in home.rglob("*.py") if path.relative_to(home).parts[0] not in UNRELATED_PACKAGES]
    return sorted([*found, *source_files(RELATED_SIM_MODULES)])


def source_files(modules: tuple[str, ...]) -> list[Path]:
    """Return the source files of modules without importing them; compiled modules are beside their sources."""
    home = Path(kickdoor.__file__).parents[1]
    return [home.joinpath(*module.split(".")).with_suffix(".py") for module in modules]


def digest_of(paths: list[Path]) -> str:
    """Return a digest of the contents of files, independent of their paths."""
    digest = blake2b(digest_size=8)
    for path in paths:
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\0".encode() + data)
    return digest.hexdigest()
