"""Greedy policies: each takes the action that helps it most now. Play styles differ in how much others' gains count."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.fight.strength import is_winning, totals
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.weights import PlayStyle
from kickdoor.policies.grudges import Grudges
from kickdoor.policies.lookahead import REST, Choice, DecisionContext
from kickdoor.policies.option_codes import of_act, options_of
from kickdoor.policies.play_limits import digest
from kickdoor.policies.policy import Policy
from kickdoor.policies.tactics import bargaining, card_choices, fights, interference, own_turn, run_away_choices

UNASKED: Final = -1
OF_THE_TURN: Final = ("turn", "tried", "sights")
"""Memory of one turn; the memory that outlasts the turn follows it."""
OWN_STEPS = (nr.ASK_SETUP, nr.ASK_ARRANGE, nr.ASK_SECOND, nr.ASK_CHARITY, nr.ASK_KEEP)


class GreedyPolicy(Policy):
    """A policy that looks one action ahead."""

    def __init__(self, temper: PlayStyle, notes: dict[int, int] | None = None) -> None:
        self.temper = temper
        self.notes = notes
        """Cached values of positions, shared within playouts; None outside of playouts."""
        self.turn = -1
        self.tried: set[int] = set()
        """Actions tried this turn that are not repeated, such as seats asked for help and help offered."""
        self.sights: set[int] = set()
        """Digests of positions of this turn without a useful interjection, which need no second evaluation."""
        self.grudges = Grudges() if temper.grudge.spite else None

    def decide(self, s: State, seat: int) -> Choice:
        self.notice_turn(s)
        mind = self.mind(s, seat)
        if mind.purpose not in OWN_STEPS:
            return decide(mind, self.tried)
        sight = own_state_digest(s, seat, True)
        if sight not in self.sights:
            choice = own_turn.prepare(mind, self.tried)
            if choice is not None:
                return choice
            self.sights.add(sight)
        return own_turn.go_on(mind)

    def mind(self, s: State, seat: int) -> DecisionContext:
        """Make the decision context for the current prompt."""
        return self.minding(s, seat, s.stack[-1].purpose(s, seat))

    def minding(self, s: State, seat: int, purpose: int) -> DecisionContext:
        """Make the decision context for a purpose, with the grudges of the policy."""
        mind = DecisionContext(s, seat, options_of(s, seat), purpose, self.temper, self.notes)
        if self.grudges is not None:
            mind.spites = self.grudges.spites(self.temper.grudge.spite)
        return mind

    def interject(self, s: State, seat: int) -> Choice | None:
        """Take Levels, play a new card, curse the leader, hinder another's Run Away, or offer help that pays."""
        self.notice_turn(s)
        mind = self.minding(s, seat, UNASKED)
        sight = own_state_digest(s, seat, False)
        if sight not in self.sights:
            # In a playout, preparations wait for the own turn.
            choice = interference.curse_somebody(mind, False) if mind.is_hasty else own_turn.prepare(mind, self.tried)
            if choice is not None:
                return choice
            self.sights.add(sight)
        sight = fight_state_digest(s)
        if sight < 0 or sight in self.sights:
            return None
        choice = interference.spoil_flight(mind) or bargaining.offer_help(mind, self.tried)
        if choice is None:
            self.sights.add(sight)
        return choice

    def decline_to_interject(self, s: State, seat: int) -> None:
        """Remember that the current position needs no interjection."""
        self.notice_turn(s)
        self.sights.add(own_state_digest(s, seat, False))
        self.sights.add(fight_state_digest(s))

    def may_interject(self, s: State, seat: int) -> bool:
        """Return whether this position was not evaluated yet this turn."""
        if s.turns != self.turn or own_state_digest(s, seat, False) not in self.sights:
            return True
        sight = fight_state_digest(s)
        return sight >= 0 and sight not in self.sights

    def notice_turn(self, s: State) -> None:
        """Clear the memory of the turn once a new turn begins."""
        if s.turns != self.turn:
            self.turn = s.turns
            self.tried.clear()
            self.sights.clear()

    def wants_events(self) -> bool:
        return self.grudges is not None

    def on_event(self, told: list[int], seat: int, rules: RuleSet) -> None:
        """Remember wrongs; a new wrong may make actions worthwhile that were not before."""
        if self.grudges is not None:
            before = self.grudges.wrongs[:]
            self.grudges.hear(told, seat, rules, self.temper.grudge.lasts)
            if self.grudges.wrongs != before:
                self.sights.clear()

    def memory(self) -> list[list[int]]:
        turn = [[self.turn], sorted(self.tried), sorted(self.sights)]
        return turn if self.grudges is None else [*turn, self.grudges.memory()]

    def restore_memory(self, memory: list[list[int]]) -> None:
        self.turn = memory[0][0]
        self.tried = set(memory[1])
        self.sights = set(memory[2])
        if self.grudges is not None and len(memory) > len(OF_THE_TURN):
            self.grudges.recall(memory[len(OF_THE_TURN)])

    def copy(self) -> Policy:
        return self.twin()

    def twin(self) -> "GreedyPolicy":
        """Copy the policy with its memory."""
        c = GreedyPolicy(self.temper, self.notes)
        self.hand_on(c)
        return c

    def hand_on(self, other: "GreedyPolicy") -> None:
        """Copy the memory to another policy."""
        other.turn = self.turn
        other.tried = self.tried.copy()
        other.sights = self.sights.copy()
        if self.grudges is not None:
            other.grudges = self.grudges.copy()


def own_state_digest(s: State, seat: int, asked: bool) -> int:
    """Return a digest of what preparations depend on: the cards of the seat and the Levels of all players."""
    mine = s.seats[seat]
    seen = [p.level for p in s.seats]
    seen.append(-3 if asked else -4)
    seen += mine.hand
    seen.append(-1)
    seen += mine.play
    seen.append(-1)
    seen += mine.equipped
    return digest(seen)


def fight_state_digest(s: State) -> int:
    """Return a digest of what interjections in another's fight depend on; -1 if there is nothing to gain."""
    fight = s.fight
    if fight is None or not fight.bodies or (not fight.lost and is_winning(s)):
        return -1
    both = totals(s)
    return digest([-2, fight.main, fight.helper, 1 if fight.lost else 0, both[0], both[1], len(fight.escaped)])


def decide(mind: DecisionContext, tried: set[int]) -> Choice:
    """Answer a prompt by its kind, except for the steps of the own turn.

    `tried` holds the actions of this turn that are not repeated.
    """
    purpose = mind.purpose
    if purpose == nr.ASK_FIGHT:
        return fights.fight(mind, tried)
    if purpose == nr.ASK_WINDOW and mind.now.stack[-1].moments(mind.now, mind.me) & REST:
        choice = fights.stand_by(mind) or interference.meddle(mind) or bargaining.offer_help(mind, tried)
        return choice or (of_act(mind.codes, p.PASS)[0], [])
    if purpose == nr.ASK_WINDOW or purpose == nr.ASK_DIE:
        return run_away_choices.answer_event(mind)
    if purpose == nr.ASK_FLEE:
        return run_away_choices.flee(mind)
    if purpose == nr.ASK_HELP or purpose == nr.ASK_OFFER:
        return bargaining.answer_offer(mind, tried)
    if purpose == nr.ASK_TRADE or purpose == nr.ASK_GIFT:
        return bargaining.answer_trade(mind)
    return card_choices.choose(mind)
