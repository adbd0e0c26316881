"""Values of decisions compared with the choice of `master`, using only what the seat knew at that time."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.analysis.calibration import interpolate, knots
from kickdoor.analysis.timeline import BOT, GameTimeline, Ply
from kickdoor.analysis.win_chances import means, rng_for
from kickdoor.engine.machine import runtime
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.weights import MASTERLY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.search.racing import Candidate, favourite
from kickdoor.policies.search.search_policy import NOTHING, SearchPolicy
from kickdoor.view.determinization import Determinizer, fixed_determinization

NO_CHOICE: Choice = (NOTHING, [])
"""The choice of making no interjection."""
WORTH_A_LOOK = 400
"""Minimum lead over the second best choice, in ten-thousandths, at which a good decision is measured."""


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A decision as it was taken: the position, the seat, the choice, and the choice of a greedy policy."""

    key: str
    number: int
    seat: int
    before: State
    did: Choice
    reference: Choice
    memory: list[list[int]]
    """The memory of the greedy policy of the turn."""
    is_prompted: bool


@dataclass(frozen=True, slots=True)
class DecisionValue:
    """The value of a decision compared with the choice of `master`, or with the next best if both are the same."""

    number: int
    seat: int
    did: Choice
    rival: Choice
    as_master: bool
    """Whether `master` would have chosen the same."""
    chance: int
    """The win chance of the seat after its choice, in ten-thousandths."""
    other: int
    """The win chance after the compared choice."""
    error: int
    """Half of the 95 % confidence interval of the difference."""

    @property
    def gain(self) -> int:
        """The gain of the decision; a loss if below 0."""
        return self.chance - self.other

    @property
    def is_clear(self) -> bool:
        """Whether the difference is statistically clear."""
        return abs(self.gain) > self.error


def list_decisions(timeline: GameTimeline, people: tuple[int, ...] = ()) -> list[DecisionPoint]:
    """List all decisions of a game and track the memory of a greedy policy in each seat.

    An answer that a stand-in gave for an absent person is not a decision of that person.
    """
    policies = [GreedyPolicy(MASTERLY) for _ in range(timeline.seats)]
    found: list[DecisionPoint] = []
    for ply in timeline.plies:
        seat = ply.step.seat
        if not ply.is_free or (ply.step.cause == BOT and seat in people):
            continue
        sample = fixed_determinization(ply.before, seat)
        if ply.choice[0] not in runtime.legal_options(sample, seat):
            # The choice names a card that the seat did not know, such as one drawn unseen from a hand.
            continue
        policies[seat].notice_turn(sample)
        memory = policies[seat].memory()
        reference = reference_of(policies, ply, sample)
        found.append(
            DecisionPoint(timeline.key, ply.number, seat, ply.before, ply.choice, reference, memory, ply.is_prompted)
        )
    return found


def reference_of(policies: list[GreedyPolicy], ply: Ply, sample: State) -> Choice:
    """Return the choice of the greedy policy of a seat; if it agrees with the answer, it notes having done that."""
    seat = ply.step.seat
    if not ply.is_prompted:
        return NO_CHOICE
    policy = policies[seat].copy_greedy()
    choice = policy.decide(sample, seat)
    if same(choice, ply.choice):
        policies[seat] = policy
    return choice


def weigh(point: DecisionPoint, playouts: int) -> DecisionValue | None:
    """Value a decision by playouts of it and of its alternatives; None if it has none."""
    seat, did = point.seat, point.did
    sample = fixed_determinization(point.before, seat)
    search = SearchPolicy(rng_for(point.key, "decision", point.number), max(2, playouts // 2))
    policy = GreedyPolicy(MASTERLY)
    policy.restore_memory(point.memory)
    tried = search.compare(sample, seat, choices_of(search, point, sample), policy)
    best = favourite(tried)
    mine = next(one for one in tried if same(one.choice, did))
    as_master = mine is best
    rival = runner_up(tried, mine) if as_master else best
    if rival is None:
        return None
    # An obvious choice that is also the best is not listed as a good decision.
    if as_master and (same(did, point.reference) or mean(mine) - mean(rival) < WORTH_A_LOOK):
        chance = interpolate(mean(mine), knots())
        return DecisionValue(point.number, seat, did, rival.choice, True, chance, chance, 0)
    return measured(search, point, sample, policy, (rival.choice, as_master, max(2, playouts // 4)))


def choices_of(search: SearchPolicy, point: DecisionPoint, sample: State) -> list[Choice]:
    """List the choices to try; the reference choice of `master` is first."""
    if not point.is_prompted:
        return [point.did, NO_CHOICE]
    choices = [point.reference, *search.alternatives(sample, point.seat, point.reference)]
    return choices if any(same(one, point.did) for one in choices) else [*choices, point.did]


def measured(
    search: SearchPolicy, point: DecisionPoint, sample: State, policy: GreedyPolicy, rival: tuple[Choice, bool, int]
) -> DecisionValue:
    """Compare two choices in new samples, since the best of several in the first ones was also lucky there."""
    choice, as_master, count = rival
    seat = point.seat
    dealer = Determinizer(sample, seat)
    mine: list[int] = []
    other: list[int] = []
    for _ in range(count):
        position = dealer.deal(search.rng)
        styles = search.styles(position)
        mine.append(search.try_out(position, seat, point.did, policy, styles))
        other.append(search.try_out(position, seat, choice, policy, styles))
    _, error = means([a - b for a, b in zip(mine, other, strict=True)])
    chance, beside = interpolate(means(mine)[0], knots()), interpolate(means(other)[0], knots())
    return DecisionValue(point.number, seat, point.did, choice, as_master, chance, beside, error)


def runner_up(tried: list[Candidate], mine: Candidate) -> Candidate | None:
    """Return the other candidate that stayed in the race longest; None if all were dropped early."""
    others = [one for one in tried if one is not mine and one.results]
    return max(others, key=lambda one: (len(one.results), mean(one)), default=None)


def mean(one: Candidate) -> int:
    return sum(one.results) // len(one.results) if one.results else 0


def same(one: Choice, other: Choice) -> bool:
    """Return whether two choices are the same, regardless of the order of their picks."""
    return one[0] == other[0] and sorted(one[1]) == sorted(other[1])
