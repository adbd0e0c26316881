"""Greedy policies: each takes the action that helps it most now. Play styles differ in how much others' gains count."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.fight.strength import is_winning, totals
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.weights import PlayStyle
from kickdoor.policies.grudges import Grudges
from kickdoor.policies.lookahead import OPEN_WAIT, Choice, DecisionContext
from kickdoor.policies.option_codes import of_act, options_of
from kickdoor.policies.play_limits import digest
from kickdoor.policies.policy import Policy
from kickdoor.policies.tactics import bargaining, card_choices, fights, interference, own_turn, run_away_choices

NO_PROMPT: Final = -1
TURN_MEMORY: Final = ("turn", "tried", "checked")
"""Memory of one turn; the memory that outlasts the turn follows it."""
OWN_STEPS = (nr.ASK_SETUP, nr.ASK_ARRANGE, nr.ASK_SECOND, nr.ASK_CHARITY, nr.ASK_KEEP)


class GreedyPolicy(Policy):
    """A policy that looks one action ahead."""

    def __init__(self, style: PlayStyle, value_cache: dict[int, int] | None = None) -> None:
        self.style = style
        self.value_cache = value_cache
        """Cached values of positions, shared within playouts; None outside of playouts."""
        self.turn = -1
        self.tried: set[int] = set()
        """Actions tried this turn that are not repeated, such as seats asked for help and help offered."""
        self.checked: set[int] = set()
        """Digests of positions of this turn without a useful interjection, which need no second evaluation."""
        self.grudges = Grudges() if style.grudge.spite else None

    def decide(self, s: State, seat: int) -> Choice:
        self.notice_turn(s)
        ctx = self.make_context(s, seat)
        if ctx.purpose not in OWN_STEPS:
            return decide(ctx, self.tried)
        digest_now = own_state_digest(s, seat, True)
        if digest_now not in self.checked:
            choice = own_turn.prepare(ctx, self.tried)
            if choice is not None:
                return choice
            self.checked.add(digest_now)
        return own_turn.take_next_step(ctx)

    def make_context(self, s: State, seat: int) -> DecisionContext:
        """Make the decision context for the current prompt."""
        return self.make_context_for(s, seat, s.stack[-1].purpose(s, seat))

    def make_context_for(self, s: State, seat: int, purpose: int) -> DecisionContext:
        """Make the decision context for a purpose, with the grudges of the policy."""
        ctx = DecisionContext(s, seat, options_of(s, seat), purpose, self.style, self.value_cache)
        if self.grudges is not None:
            ctx.grudge_percents = self.grudges.envy_percents(self.style.grudge.spite)
        return ctx

    def interject(self, s: State, seat: int) -> Choice | None:
        """Take Levels, play a new card, curse the leader, hinder another's Run Away, or offer help that pays."""
        self.notice_turn(s)
        ctx = self.make_context_for(s, seat, NO_PROMPT)
        digest_now = own_state_digest(s, seat, False)
        if digest_now not in self.checked:
            # In a playout, preparations wait for the own turn.
            choice = interference.curse_player(ctx, False) if ctx.is_hasty else own_turn.prepare(ctx, self.tried)
            if choice is not None:
                return choice
            self.checked.add(digest_now)
        digest_now = fight_state_digest(s)
        if digest_now < 0 or digest_now in self.checked:
            return None
        choice = interference.hinder_escape(ctx) or bargaining.offer_help(ctx, self.tried)
        if choice is None:
            self.checked.add(digest_now)
        return choice

    def decline_to_interject(self, s: State, seat: int) -> None:
        """Remember that the current position needs no interjection."""
        self.notice_turn(s)
        self.checked.add(own_state_digest(s, seat, False))
        self.checked.add(fight_state_digest(s))

    def may_interject(self, s: State, seat: int) -> bool:
        """Return whether this position was not evaluated yet this turn."""
        if s.turns != self.turn or own_state_digest(s, seat, False) not in self.checked:
            return True
        digest_now = fight_state_digest(s)
        return digest_now >= 0 and digest_now not in self.checked

    def notice_turn(self, s: State) -> None:
        """Clear the memory of the turn once a new turn begins."""
        if s.turns != self.turn:
            self.turn = s.turns
            self.tried.clear()
            self.checked.clear()

    def wants_events(self) -> bool:
        return self.grudges is not None

    def on_event(self, numbers: list[int], seat: int, rules: RuleSet) -> None:
        """Remember wrongs; a new wrong may make actions worthwhile that were not before."""
        if self.grudges is not None:
            before = self.grudges.wrongs[:]
            self.grudges.on_event(numbers, seat, rules, self.style.grudge.lasts)
            if self.grudges.wrongs != before:
                self.checked.clear()

    def memory(self) -> list[list[int]]:
        of_the_turn = [[self.turn], sorted(self.tried), sorted(self.checked)]
        return of_the_turn if self.grudges is None else [*of_the_turn, self.grudges.memory()]

    def restore_memory(self, memory: list[list[int]]) -> None:
        self.turn = memory[0][0]
        self.tried = set(memory[1])
        self.checked = set(memory[2])
        if self.grudges is not None and len(memory) > len(TURN_MEMORY):
            self.grudges.restore_memory(memory[len(TURN_MEMORY)])

    def copy(self) -> Policy:
        return self.copy_greedy()

    def copy_greedy(self) -> "GreedyPolicy":
        """Copy the policy with its memory."""
        c = GreedyPolicy(self.style, self.value_cache)
        self.copy_memory_to(c)
        return c

    def copy_memory_to(self, other: "GreedyPolicy") -> None:
        """Copy the memory to another policy."""
        other.turn = self.turn
        other.tried = self.tried.copy()
        other.checked = self.checked.copy()
        if self.grudges is not None:
            other.grudges = self.grudges.copy()


def own_state_digest(s: State, seat: int, has_prompt: bool) -> int:
    """Return a digest of what preparations depend on: the cards of the seat and the Levels of all players."""
    own_seat = s.seats[seat]
    numbers = [p.level for p in s.seats]
    numbers.append(-3 if has_prompt else -4)
    numbers += own_seat.hand
    numbers.append(-1)
    numbers += own_seat.play
    numbers.append(-1)
    numbers += own_seat.equipped
    return digest(numbers)


def fight_state_digest(s: State) -> int:
    """Return a digest of what interjections in another's fight depend on; -1 if there is nothing to gain."""
    fight = s.fight
    if fight is None or not fight.bodies or (not fight.lost and is_winning(s)):
        return -1
    strengths = totals(s)
    return digest(
        [-2, fight.main, fight.helper, 1 if fight.lost else 0, strengths[0], strengths[1], len(fight.escaped)]
    )


def decide(ctx: DecisionContext, tried: set[int]) -> Choice:
    """Answer a prompt by its kind, except for the steps of the own turn.

    `tried` holds the actions of this turn that are not repeated.
    """
    purpose = ctx.purpose
    if purpose == nr.ASK_FIGHT:
        return fights.fight(ctx, tried)
    if purpose == nr.ASK_WINDOW and ctx.state.stack[-1].moments(ctx.state, ctx.me) & OPEN_WAIT:
        choice = fights.rescue_fight(ctx) or interference.interfere(ctx) or bargaining.offer_help(ctx, tried)
        return choice or (of_act(ctx.codes, p.PASS)[0], [])
    if purpose == nr.ASK_WINDOW or purpose == nr.ASK_DIE:
        return run_away_choices.answer_event(ctx)
    if purpose == nr.ASK_FLEE:
        return run_away_choices.flee(ctx)
    if purpose == nr.ASK_HELP or purpose == nr.ASK_OFFER:
        return bargaining.answer_offer(ctx, tried)
    if purpose == nr.ASK_TRADE or purpose == nr.ASK_GIFT:
        return bargaining.answer_trade(ctx)
    return card_choices.choose(ctx)
