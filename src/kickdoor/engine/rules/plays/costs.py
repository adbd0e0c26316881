"""The cost of an ability or play: cards discarded from hand or table (CHAR-27, AMB-56), or tokens (TOKEN-16)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine.prompts import P_SHIFT, P_TOKENS, TOKENS_FORM, Form, PickForm, Verdict, pick
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.dice import roll_in_progress
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.rules.plays.affordability import by_deck, payable, used_key
from kickdoor.engine.state.items import least_missed, value_of
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.engine.state.tokens import lose_tokens


def cards_left(s: State, seat: SeatNo, source: int, play: Play) -> int:
    """Return for how many more cards an ability may be used; a limit per fight or roll counts all its uses."""
    key = used_key(seat, source, play)
    if play.limit == nr.CARDS_A_ROLL:
        roll = roll_in_progress(s)
        return play.cost_max - (0 if roll is None else roll.spent.count(key))
    if play.limit != nr.CARDS_A_FIGHT or s.fight is None:
        return play.cost_max
    used = s.fight.used
    return play.cost_max - len([i for i in range(0, len(used), 2) if used[i : i + 2] == [key, -1]])


class CostForm(PickForm):
    """The form that names the cards discarded to power an ability."""

    def __init__(self, s: State, seat: SeatNo, source: int, play: Play) -> None:
        self.seat = seat
        self.protected = []
        self.candidates = payable(s, seat, source, play)
        self.min_picks = play.cost_min
        self.max_picks = min(cards_left(s, seat, source, play), len(self.candidates))
        self.one_deck = play.cost_same_deck
        self.worth = play.cost_worth
        if play.cost_whole_hand:
            self.min_picks = self.max_picks = len(self.candidates)

    def names(self, s: State, number: int) -> bool:
        # Any card may be named, so that the reason why it does not pay can be given.
        return 0 <= number < len(s.cards)

    def object_to(self, s: State, picks: list[int], v: Verdict) -> bool:
        for card in picks:
            if card in self.candidates:
                continue
            kept = card in s.seats[self.seat].play and s.cards[card].kind == nr.CURSE
            promised = card in locked(s, self.seat)
            if v.deny(no.CURSE_STAYS if kept else no.PROMISED if promised else no.COST_OWN_CARD):
                return False
        if len(set(picks)) < len(picks) and v.deny(no.COST):
            return False
        if not self.min_picks <= len(picks) <= self.max_picks and v.deny(no.COST):
            return False
        # The answer must reveal nothing about cards hidden from the player.
        known = [card for card in picks if card in self.candidates]
        if self.worth and sum([value_of(s, c) for c in known]) < self.worth and v.deny(no.COST):
            return False
        if self.one_deck and len({s.cards[card].deck for card in known}) > 1 and v.deny(no.COST):
            return False
        return v.legal

    def can_end(self, s: State, picks: list[int], rest: list[int]) -> bool:
        if self.one_deck:
            rest = [c for c in rest if s.cards[c].deck == s.cards[picks[0]].deck]
            if len({s.cards[c].deck for c in picks}) > 1:
                return False
        if self.worth:
            dearest = sorted([value_of(s, c) for c in rest], reverse=True)[: max(0, self.max_picks - len(picks))]
            if sum([value_of(s, c) for c in picks]) + sum(dearest) < self.worth:
                return False
        return super().can_end(s, picks, rest)

    def enough(self, s: State, cards: list[int]) -> list[int]:
        """Take as many of the cards, from the first on, as are needed for the required worth."""
        picks: list[int] = []
        for card in cards:
            if sum([value_of(s, c) for c in picks]) < self.worth and value_of(s, card):
                picks.append(card)
        return picks

    def sample(self, s: State, rng: LehmerRng) -> list[int]:
        if self.worth:
            return self.enough(s, rng.sample(self.candidates, len(self.candidates)))
        if self.one_deck:
            piles = [pile for pile in by_deck(s, self.candidates) if len(pile) >= self.min_picks]
            return rng.sample(piles[rng.below(len(piles))], self.min_picks)
        return rng.sample(self.candidates, self.min_picks + rng.below(self.max_picks - self.min_picks + 1))

    def default(self, s: State) -> list[int]:
        if self.worth:
            return self.just_enough(s, least_missed(s, self.seat, self.candidates))
        if self.one_deck:
            doors, treasures = by_deck(s, self.candidates)
            return (doors if len(doors) >= self.min_picks else treasures)[: self.min_picks]
        return super().default(s)


def token_atoms(s: State, seat: SeatNo, play: Play) -> list[int]:
    """List the tokens that may pay, one pick for each, but no more of a kind than could be paid."""
    out: list[int] = []
    counters = s.seats[seat].counters
    for kind in play.cost_token_kinds:
        out.extend([pick(P_TOKENS, kind)] * min(counters[kind], play.cost_token_max))
    return out


class TokenForm(Form):
    """The form that names the tokens paid for an ability or play; a kind may be named more than once."""

    KIND: ClassVar[str] = TOKENS_FORM

    def __init__(self, s: State, seat: SeatNo, play: Play) -> None:
        self.seat = seat
        self.candidates = token_atoms(s, seat, play)
        self.min_picks = play.cost_token_min
        self.max_picks = min(play.cost_token_max, len(self.candidates))

    def thing(self, pick: int) -> int:
        return nr.A_COUNTER

    def names(self, s: State, number: int) -> bool:
        return 0 <= number - pick(P_TOKENS) < len(s.rules.counters)

    def object_to(self, s: State, picks: list[int], v: Verdict) -> bool:
        for atom in picks:
            if picks.count(atom) > self.candidates.count(atom) and v.deny(no.COST_TOKENS):
                return False
        if not self.min_picks <= len(picks) <= self.max_picks and v.deny(no.COST_TOKENS):
            return False
        return v.legal

    def can_end(self, s: State, picks: list[int], rest: list[int]) -> bool:
        return len(picks) <= self.max_picks and len(picks) + len(rest) >= self.min_picks


def cost_form(s: State, seat: SeatNo, source: int, play: Play) -> Form:
    """Return the form that names what is paid for a play."""
    return TokenForm(s, seat, play) if play.cost_token_max else CostForm(s, seat, source, play)


def has_form(play: Play) -> bool:
    """Return whether a play has a form that names what is paid for it."""
    return play.cost_max > 0 or play.cost_token_max > 0


def pay_tokens(s: State, seat: SeatNo, picks: list[int]) -> None:
    for atom in picks:
        lose_tokens(s, seat, atom & (1 << P_SHIFT) - 1, 1)
