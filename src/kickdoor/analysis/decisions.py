"""Weighs what somebody did against what `master` would have done, by what their seat knew at that moment alone."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.analysis.calibration import knots, put_right
from kickdoor.analysis.timeline import BOT, GameTimeline, Ply
from kickdoor.analysis.win_chances import lots_for, means
from kickdoor.engine.machine import runtime
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.weights import MASTERLY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.search.racing import Candidate, favourite
from kickdoor.policies.search.search_policy import NOTHING, SearchPolicy
from kickdoor.view.determinization import Determinizer, fixed_determinization

NO_CHOICE: Choice = (NOTHING, [])
"""Lets things be."""
WORTH_A_LOOK = 400
"""A difference to the second best, in ten thousandths, from which on it is measured how good a decision was."""


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A decision as it was taken: a position, by whom, what they did, and what a greedy mind had in mind."""

    key: str
    number: int
    seat: int
    before: State
    did: Choice
    reference: Choice
    memory: list[list[int]]
    """What the greedy mind remembered of the turn."""
    is_asked: bool


@dataclass(frozen=True, slots=True)
class DecisionValue:
    """What a decision was worth beside another: the one of `master`, or the next best where both are the same."""

    number: int
    seat: int
    did: Choice
    rival: Choice
    as_master: bool
    """Whether `master` would have done the same."""
    chance: int
    """The seat's chance after what was done, in ten thousandths."""
    other: int
    """The same after the rival."""
    error: int
    """Half of the 95 % interval of the difference."""

    @property
    def gain(self) -> int:
        """What the decision has brought in; below 0, what was lost by it."""
        return self.chance - self.other

    @property
    def is_clear(self) -> bool:
        """Return whether the difference is no chance result."""
        return abs(self.gain) > self.error


def dilemmas(course: GameTimeline, people: tuple[int, ...] = ()) -> list[DecisionPoint]:
    """Find all decisions of a game, and follows along what a greedy mind in each seat would remember.

    Where a bot has answered for one of the people, who was away, that was no decision of theirs.
    """
    senses = [GreedyPolicy(MASTERLY) for _ in range(course.seats)]
    found: list[DecisionPoint] = []
    for deed in course.deeds:
        seat = deed.step.seat
        if not deed.is_free or (deed.step.cause == BOT and seat in people):
            continue
        world = fixed_determinization(deed.before, seat)
        if deed.choice[0] not in runtime.legal_options(world, seat):
            # It names a card that the seat did not know, such as one drawn blindly from a hand
            continue
        senses[seat].notice_turn(world)
        memory = senses[seat].memory()
        reference = reference_of(senses, deed, world)
        found.append(
            DecisionPoint(course.key, deed.number, seat, deed.before, deed.choice, reference, memory, deed.is_asked)
        )
    return found


def reference_of(senses: list[GreedyPolicy], deed: Ply, world: State) -> Choice:
    """Ask the greedy mind of a seat; where it agrees with what was done, it remembers having done that."""
    seat = deed.step.seat
    if not deed.is_asked:
        return NO_CHOICE
    sense = senses[seat].twin()
    choice = sense.decide(world, seat)
    if same(choice, deed.choice):
        senses[seat] = sense
    return choice


def weigh(dilemma: DecisionPoint, playouts: int) -> DecisionValue | None:
    """Play on what was done and what could have been done; None if there was nothing else worth a try."""
    seat, did = dilemma.seat, dilemma.did
    world = fixed_determinization(dilemma.before, seat)
    search = SearchPolicy(lots_for(dilemma.key, "decision", dilemma.number), max(2, playouts // 2))
    sense = GreedyPolicy(MASTERLY)
    sense.restore_memory(dilemma.memory)
    tried = search.compare(world, seat, choices_of(search, dilemma, world), sense)
    best = favourite(tried)
    mine = next(one for one in tried if same(one.choice, did))
    as_master = mine is best
    rival = runner_up(tried, mine) if as_master else best
    if rival is None:
        return None
    # Nobody is praised for what looks best at first sight, and is
    if as_master and (same(did, dilemma.reference) or mean(mine) - mean(rival) < WORTH_A_LOOK):
        chance = put_right(mean(mine), knots())
        return DecisionValue(dilemma.number, seat, did, rival.choice, True, chance, chance, 0)
    return measured(search, dilemma, world, sense, (rival.choice, as_master, max(2, playouts // 4)))


def choices_of(search: SearchPolicy, dilemma: DecisionPoint, world: State) -> list[Choice]:
    """List what is tried, what `master` would do unless another is clearly better in front."""
    if not dilemma.is_asked:
        return [dilemma.did, NO_CHOICE]
    choices = [dilemma.reference, *search.alternatives(world, dilemma.seat, dilemma.reference)]
    return choices if any(same(one, dilemma.did) for one in choices) else [*choices, dilemma.did]


def measured(
    search: SearchPolicy, dilemma: DecisionPoint, world: State, sense: GreedyPolicy, rival: tuple[Choice, bool, int]
) -> DecisionValue:
    """Compare two choices in fresh worlds: whatever was best of several in the first ones was also lucky there."""
    choice, as_master, worlds = rival
    seat = dilemma.seat
    dealer = Determinizer(world, seat)
    mine: list[int] = []
    other: list[int] = []
    for _ in range(worlds):
        position = dealer.deal(search.rng)
        tempers = search.tempers(position)
        mine.append(search.try_out(position, seat, dilemma.did, sense, tempers))
        other.append(search.try_out(position, seat, choice, sense, tempers))
    _, error = means([a - b for a, b in zip(mine, other, strict=True)])
    chance, beside = put_right(means(mine)[0], knots()), put_right(means(other)[0], knots())
    return DecisionValue(dilemma.number, seat, dilemma.did, choice, as_master, chance, beside, error)


def runner_up(tried: list[Candidate], mine: Candidate) -> Candidate | None:
    """Return the one of the others that was in the race for longest, if any was: what was dropped early is no rival."""
    others = [one for one in tried if one is not mine and one.results]
    return max(others, key=lambda one: (len(one.results), mean(one)), default=None)


def mean(one: Candidate) -> int:
    return sum(one.results) // len(one.results) if one.results else 0


def same(one: Choice, other: Choice) -> bool:
    """Return whether two choices are the same, in whatever order their form was filled in."""
    return one[0] == other[0] and sorted(one[1]) == sorted(other[1])
