"""What an ability costs: cards discarded from hand or table (CHAR-27, AMB-56)."""

from kickdoor.core import words as w
from kickdoor.core.cards import Play
from kickdoor.core.prompts import PickForm, Verdict
from kickdoor.core.rng import Lots
from kickdoor.core.state import State
from kickdoor.core.zones import is_item
from kickdoor.rules import reasons as no
from kickdoor.rules.sell import promised_items


def payable(s: State, seat: int, source: int, play: Play) -> list[int]:
    """Lists the cards that may pay: hand and own cards in play, but neither the ability's own card nor kept curses."""
    p = s.seats[seat]
    promised = promised_items(s, seat)
    if play.cost_tag:
        return [c for c in p.play if s.cards[c].tags & play.cost_tag and is_item(s.cards[c]) and c not in promised]
    if play.cost_hand_only:
        return p.hand[:]
    table = [c for c in p.play if c != source and s.cards[c].kind != w.CURSE and c not in promised]
    return p.hand + table


class CostForm(PickForm):
    """Names the cards discarded to power an ability."""

    def __init__(self, s: State, seat: int, source: int, play: Play) -> None:
        self.seat = seat
        self.atoms = payable(s, seat, source, play)
        self.least = play.cost_min
        self.most = min(play.cost_max, len(self.atoms))
        if play.cost_whole_hand:
            self.least = self.most = len(self.atoms)

    def check(self, s: State, picks: list[int], v: Verdict) -> bool:
        for card in picks:
            if card in self.atoms:
                continue
            kept = card in s.seats[self.seat].play and s.cards[card].kind == w.CURSE
            if v.deny(no.CURSE_STAYS if kept else no.COST_OWN_CARD):
                return False
        if len(set(picks)) < len(picks) and v.deny(no.COST):
            return False
        if not self.least <= len(picks) <= self.most and v.deny(no.COST):
            return False
        return v.legal

    def sample(self, s: State, lots: Lots) -> list[int]:
        return lots.sample(self.atoms, self.least + lots.below(self.most - self.least + 1))
