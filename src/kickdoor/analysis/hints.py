"""Hints: the choice of `master` for a seat, using only what the seat knows, with a sentence that explains it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from kickdoor.analysis.analysis_text import choice_text, percent, render_text
from kickdoor.analysis.calibration import interpolate, knots
from kickdoor.analysis.decisions import NO_CHOICE, mean, runner_up
from kickdoor.analysis.win_chances import rng_for
from kickdoor.engine.machine import runtime
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.position_value import CERTAIN
from kickdoor.policies.evaluation.weights import MASTERLY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.search.racing import Candidate, favourite
from kickdoor.policies.search.search_policy import SearchPolicy
from kickdoor.sim.footprint import is_compiled

BUDGET = 240
"""Playouts for a hint."""
PURE_BUDGET = 24
"""Playouts for a hint if the engine is not compiled, since a person waits for it."""
SHARED = CERTAIN // 2
"""The win chance of a joint win of two players, or of a position as good as one."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A recommended choice and a sentence that explains it."""

    choice: Choice
    text: str


def hint(world: State, seat: int, names: list[str], budget: int = 0) -> Hint:
    """Return a hint for a seat, given a determinization of its view; every determinization gives the same hint.

    The samples and dice are seeded by the given state, which a view produces in only one way.
    """
    rng = rng_for("hint", blake2b(state_to_json(world).encode(), digest_size=8).hexdigest(), seat)
    search = SearchPolicy(rng, budget or (BUDGET if is_compiled() else PURE_BUDGET))
    policy = GreedyPolicy(MASTERLY)
    if runtime.prompted_seats(world) >> seat & 1:
        reference = policy.copy_greedy().decide(world, seat)
        choices = [reference, *search.alternatives(world, seat, reference)]
    else:
        spoken = policy.interject(world, seat)
        choices = [NO_CHOICE] if spoken is None else [spoken, NO_CHOICE]
    tried = search.compare(world, seat, choices, policy)
    best = favourite(tried)
    return Hint(best.choice, hint_text(world, seat, names, best, runner_up(tried, best)))


def hint_text(world: State, seat: int, names: list[str], best: Candidate, other: Candidate | None) -> str:
    """Return the sentence of a hint: "Claim victory: 62% chance to win, instead of 55% with “Pass”."."""
    args: dict[str, object] = {"best": choice_text(world, seat, best.choice, names)}
    if other is None:
        return render_text(world, "analysis.hint", args, "only")
    # Compare the two in the samples in which both were tried.
    count = min(len(best.results), len(other.results))
    mine, theirs = [mean_of(one, count) for one in (best, other)]
    args |= {"other": choice_text(world, seat, other.choice, names), "chance": mine, "beside": theirs}
    if all(result == SHARED for result in best.results):
        return render_text(world, "analysis.hint", args, "together")
    return render_text(world, "analysis.hint", args, "" if mine > theirs else "even")


def mean_of(one: Candidate, count: int) -> int:
    """Return the mean percentage of a choice in the first samples."""
    part = Candidate(one.choice)
    part.results = one.results[:count]
    return percent(interpolate(mean(part), knots()))
