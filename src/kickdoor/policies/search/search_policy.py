"""Search policy: it plays out the options of a decision in many determinizations of the seat's observation.

All candidates are tried in the same samples with the same dice. The choice of a greedy policy is the reference, which
is replaced only if another choice is clearly better (`racing`). The budget counts playouts, never time, so that the
same seed gives the same games everywhere.
"""

from typing import Final

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.deal_value import GUESSES
from kickdoor.policies.evaluation.position_value import win_probabilities
from kickdoor.policies.evaluation.weights import MASTERLY, PlayStyle
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.lookahead import Choice, DecisionContext
from kickdoor.policies.option_codes import of_act, payments
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK
from kickdoor.policies.policy import Policy
from kickdoor.policies.search.playout import playout
from kickdoor.policies.search.racing import Candidate, favourite, is_time_to_look, still_racing
from kickdoor.policies.tactics import bargaining
from kickdoor.policies.tactics.blunders import has_no_effect, is_blunder
from kickdoor.view.determinization import Determinizer

BUDGET: Final = 128
"""Maximum number of playouts for a decision; most need far fewer (`racing`)."""
PURE_BUDGET: Final = 24
"""The same at a table if the engine is not compiled: a decision then takes less than a second."""
SHORT_HORIZON_TURNS: Final = 6
"""Turns of a playout. Positions are evaluated in the middle and at the end: the first evaluation varies less, the
second sees farther."""
LONG_HORIZON_TURNS: Final = 8
"""Turns of a playout with a large budget, since a longer horizon needs more samples."""
LONG_HORIZON_BUDGET: Final = 300
"""Budget from which the long horizon is used."""
MAX_CANDIDATES: Final = 12
MAX_PAYMENTS_TRIED: Final = 2
"""Number of payments that are tried: the cheapest and the next one."""
NOTHING: Final = -1
"""Candidate code for making no interjection."""
NOT_SEARCHED: Final = FREE_ACTIONS_MASK | 1 << p.SELL | 1 << p.GIVE_CHARITY | 1 << p.CHOOSE_MANY | 1 << p.DISCARD
"""Actions that are tried only if the greedy policy proposes them, since it chooses their picks."""


class SearchPolicy(Policy):
    """A policy that searches over the choices of a greedy policy."""

    def __init__(self, rng: LehmerRng, budget: int = BUDGET, style: PlayStyle = MASTERLY, horizon: int = 0) -> None:
        self.rng = rng
        self.budget = budget
        self.horizon = horizon
        """Turns of a playout; 0 chooses them by the budget."""
        self.greedy = GreedyPolicy(style)
        """The greedy policy whose choices are the reference, with its memory of the turn."""
        self.value_cache: dict[int, int] = {}
        """Cached values of playouts, cleared with each decision."""
        self.searched = 0
        """Number of decisions that were searched."""
        self.playouts = 0
        self.overruled = 0

    def decide(self, s: State, seat: int) -> Choice:
        self.greedy.notice_turn(s)
        reference = self.greedy.copy_greedy()
        choice = reference.decide(s, seat)
        # Positions without a useful interjection need no second evaluation in the playouts.
        self.greedy.checked.update(reference.checked)
        found = self.best(s, seat, choice, self.alternatives(s, seat, choice))
        if found == choice:
            self.greedy = reference
        else:
            note_terms(self.greedy, s, seat, found)
        return found

    def interject(self, s: State, seat: int) -> Choice | None:
        """Interject where the greedy policy would, unless doing nothing is clearly better."""
        choice = self.greedy.interject(s, seat)
        if choice is None:
            return None
        found = self.best(s, seat, choice, [(NOTHING, [])])
        if found[0] == NOTHING:
            self.greedy.decline_to_interject(s, seat)
            return None
        return found

    def may_interject(self, s: State, seat: int) -> bool:
        return self.greedy.may_interject(s, seat)

    def alternatives(self, s: State, seat: int, reference: Choice) -> list[Choice]:
        """List the other choices to try; if there are too many, the best ones for the greedy policy."""
        ctx = self.greedy.make_context(s, seat)
        found: list[Choice] = []
        for code in ctx.codes:
            if NOT_SEARCHED >> p.act_of(code) & 1 or is_blunder(s, seat, code) or has_no_effect(ctx, code):
                continue
            for picks in payments(ctx, s, code)[:MAX_PAYMENTS_TRIED]:
                if (code, picks) != reference:
                    found.append((code, picks))
        bargains = [request for request in requests(ctx, self.greedy.tried) if request[0] != reference[0]]
        bargains += [counter for counter in bargaining.counters(ctx, self.greedy.tried) if counter != reference]
        max_found = MAX_CANDIDATES - 1 - len(bargains)
        if len(found) > max_found:
            ranked = [(ctx.value(s, choice[0], choice[1]), -i) for i, choice in enumerate(found)]
            ranked.sort(reverse=True)
            found = [found[-rank[1]] for rank in ranked[:max_found]]
        return found + bargains

    def best(self, s: State, seat: int, reference: Choice, others: list[Choice]) -> Choice:
        """Return the best of some choices by playouts; the reference unless another is clearly better."""
        if not others:
            return reference
        self.searched += 1
        tried = self.compare(s, seat, [reference, *others], self.greedy)
        best = favourite(tried)
        if best is not tried[0]:
            self.overruled += 1
        return best.choice

    def compare(self, s: State, seat: int, choices: list[Choice], greedy: GreedyPolicy) -> list[Candidate]:
        """Play out choices: the first in all samples, those that fall behind or make no difference in fewer."""
        self.value_cache.clear()
        determinizer = Determinizer(s, seat)
        tried = [Candidate(choice) for choice in choices]
        first = tried[0]
        racing = tried[1:]
        playouts = 0
        while racing and playouts < self.budget:
            position = determinizer.deal(self.rng)
            sample_styles = self.styles(position)
            for candidate in [first, *racing]:
                candidate.results.append(self.try_out(position, seat, candidate.choice, greedy, sample_styles))
                playouts += 1
            if is_time_to_look(len(first.results)):
                racing = still_racing(first, racing)
        self.playouts += playouts
        return tried

    def styles(self, position: State) -> list[PlayStyle]:
        """Choose random play styles for the others of a sample, since their real ones are unknown."""
        return [GUESSES[self.rng.below(len(GUESSES))] for _ in position.seats]

    def try_out(
        self, position: State, seat: int, choice: Choice, greedy: GreedyPolicy, sample_styles: list[PlayStyle]
    ) -> int:
        """Return the win chance of the seat after a choice and a playout in a sample, given the others' styles."""
        c = position.copy()
        if choice[0] != NOTHING:
            try:
                runtime.apply(c, Answer(seat, choice[0], choice[1]))
            except Refused:
                return 0
        policies: list[Policy] = [GreedyPolicy(style, self.value_cache) for style in sample_styles]
        own_policy = greedy.copy_greedy()
        own_policy.value_cache = self.value_cache
        if choice[0] == NOTHING:
            own_policy.decline_to_interject(c, seat)
        else:
            note_terms(own_policy, position, seat, choice)
        policies[seat] = own_policy
        # All choices are played out to the same turn, including those that end the current one.
        horizon = self.horizon or (LONG_HORIZON_TURNS if self.budget >= LONG_HORIZON_BUDGET else SHORT_HORIZON_TURNS)
        driver = playout(c, policies, last_turn(position, (horizon + 1) // 2))
        chance = win_probabilities(c)[seat]
        driver.max_turns = last_turn(position, horizon)
        driver.play()
        return (chance + win_probabilities(c)[seat]) // 2

    def wants_events(self) -> bool:
        return self.greedy.wants_events()

    def on_event(self, numbers: list[int], seat: int, rules: RuleSet) -> None:
        self.greedy.on_event(numbers, seat, rules)

    def memory(self) -> list[list[int]]:
        return [[self.rng.x], *self.greedy.memory()]

    def restore_memory(self, memory: list[list[int]]) -> None:
        self.rng.x = memory[0][0]
        self.greedy.restore_memory(memory[1:])

    def copy(self) -> Policy:
        c = SearchPolicy(LehmerRng.at(self.rng.x), self.budget, self.greedy.style, self.horizon)
        c.greedy = self.greedy.copy_greedy()
        return c


def last_turn(position: State, horizon: int) -> int:
    """Return the last turn of a horizon; the current turn is its first."""
    return max(1, position.turns + horizon - 1)


def requests(ctx: DecisionContext, tried: set[int]) -> list[Choice]:
    """List requests for help, each with the best terms for the greedy policy."""
    out: list[Choice] = []
    for code in of_act(ctx.codes, p.ASK):
        found = bargaining.request(ctx, code, tried)
        if found is not None:
            out.append((code, found[2]))
    return out


def note_terms(greedy: GreedyPolicy, s: State, seat: int, choice: Choice) -> None:
    """Note the terms of a choice in the memory of the greedy policy, if the choice names terms."""
    if p.act_of(choice[0]) in (p.ASK, p.COUNTER):
        bargaining.note_choice(greedy.make_context(s, seat), choice, greedy.tried)
