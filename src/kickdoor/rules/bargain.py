"""Bargains as data: what a helper gets, who picks when, and keeping the deal (HELP-07 to HELP-12, AMB-18, AMB-20)."""

from kickdoor.core import events as ev
from kickdoor.core.items import is_big
from kickdoor.core.prompts import (
    P_ANYWAY,
    P_CARD,
    P_COUNT,
    P_GIVE,
    P_PLACE,
    P_SHIFT,
    P_TOKEN_PLACE,
    P_TOKENS,
    Form,
    Verdict,
    pick,
)
from kickdoor.core.rng import Lots
from kickdoor.core.state import Fight, State
from kickdoor.core.zones import items_in_play, move_item
from kickdoor.rules import reasons as no
from kickdoor.rules.equip import room_for_big
from kickdoor.rules.fighting import body_treasures

MOST_TERMS = 40
MOST_SHARE = 60


def named(terms: list[int], sort: int) -> list[int]:
    """Lists the values of one sort of term."""
    return [t & 4095 for t in terms if t >> P_SHIFT == sort]


def picking_order(fight: Fight, count: int, number: int = P_COUNT, places: int = P_PLACE) -> list[int]:
    """Says whose each pick is. Agreed places stay; a bare number alternates after the main fighter (AMB-20)."""
    order = [fight.main] * count
    for place in named(fight.deal, places):
        at = count if place == 0 else place
        if 1 <= at <= count:
            order[at - 1] = fight.helper
    share = sum(named(fight.deal, number))
    if share > 0:
        free = [i for i in range(count) if order[i] == fight.main]
        # Every second pick, and once the main fighter's own share is used up all the rest
        mine = len(free) - min(share, len(free))
        turn = 0
        for i in free:
            helper_next = share > 0 and (turn % 2 == 1 or mine == 0)
            if helper_next:
                order[i] = fight.helper
                share -= 1
            else:
                mine -= 1
            turn += 1
    return order


def settle_deal(s: State, fight: Fight) -> None:
    """Hands over promised Items, then plays promised cards on the helper; what is gone or illegal lapses (AMB-18)."""
    if fight.helper < 0 or s.seats[fight.helper].dead:
        return
    for card in named(fight.deal, P_GIVE):
        if card in s.seats[fight.main].play and (not is_big(s, card) or room_for_big(s, fight.helper)):
            move_item(s, fight.main, fight.helper, card)
            s.tell(ev.GIVEN, fight.main, fight.helper, 0, card)
        else:
            s.tell(ev.PROMISE_LAPSED, fight.main, fight.helper)
    for card in named(fight.deal, P_CARD):
        s.rules.procedures.play_promised(s, fight.main, fight.helper, card)


class TermsForm(Form):
    """What the helper gets: Treasures by number or place, carried Items, tokens, cards to be played on him."""

    def __init__(self, s: State, seat: int, helper: int) -> None:
        fight = s.fight
        assert fight is not None
        self.seat = seat
        self.main = fight.main
        self.helper = helper
        self.treasures = sum([body_treasures(s, fight, b) for b in fight.bodies]) + fight.owed
        self.atoms = [pick(P_GIVE, c) for c in items_in_play(s, fight.main)]
        if seat == fight.main:
            # Only he knows his hand
            hand = s.seats[fight.main].hand
            self.atoms += [pick(P_CARD, c) for c in hand if s.rules.procedures.may_promise(s, seat, helper, c)]
        self.least = 0
        self.most = MOST_TERMS

    def check(self, s: State, picks: list[int], v: Verdict) -> bool:
        if (len(picks) > MOST_TERMS or len(set(picks)) < len(picks)) and v.deny(no.BAD_TERMS):
            return False
        for number in (P_COUNT, P_TOKENS):
            if len(named(picks, number)) > 1 and v.deny(no.BAD_TERMS):
                return False
        for term in picks:
            if not self.is_term(s, term) and v.deny(no.BAD_TERMS):
                return False
        return v.legal

    def is_term(self, s: State, term: int) -> bool:
        sort = term >> P_SHIFT
        value = term & 4095
        if sort == P_COUNT or sort == P_PLACE:
            return value <= MOST_SHARE
        if sort == P_ANYWAY:
            return value == 0
        if sort == P_TOKENS or sort == P_TOKEN_PLACE:
            return len(s.rules.counters) > 0 and value <= MOST_SHARE
        return term in self.atoms

    def sample(self, s: State, lots: Lots) -> list[int]:
        """Offers nothing, some Treasures, an Item or, where there are any, a token, each as often."""
        way = lots.below(4 if s.rules.counters else 3)
        if way == 3:
            return [pick(P_TOKENS, 1)]
        if way == 1 and self.treasures:
            return [pick(P_COUNT, 1 + lots.below(self.treasures))]
        items = [a for a in self.atoms if a >> P_SHIFT == P_GIVE]
        if way == 2 and items:
            return [items[lots.below(len(items))]]
        return []

    def default(self, s: State) -> list[int]:
        return []
