"""How the normal bot deals: asks for help, gives it for a share, and trades at no loss."""

from __future__ import annotations

from kickdoor.bots.base import Choice, Desk
from kickdoor.bots.options import aimed_at_seat, of_act
from kickdoor.bots.own_turn import value_of
from kickdoor.bots.sight import FightSeen, Sight
from kickdoor.core import prompts as p
from kickdoor.rules.bargain import named

ASKED = 100_000
"""Munchkins asked for help are noted among the things tried as this number and their seat."""
OFFERED = 200_000


def share(terms: list[int]) -> int:
    """Counts what a helper gets: Treasures by number or place, and Items."""
    return sum(named(terms, p.P_COUNT)) + len(named(terms, p.P_PLACE)) + len(named(terms, p.P_GIVE))


def helps(sight: Sight, fight: FightSeen, helper: int) -> bool:
    """Tells whether a munchkin's strength would win the fight."""
    return fight.munchkins + sight.munchkins[helper].strength > fight.monsters


def wins_game(sight: Sight, fight: FightSeen) -> bool:
    """Tells whether winning this fight would win the main fighter the game."""
    return sight.munchkins[fight.main].level + fight.levels >= sight.winning_level


def ask_for_help(desk: Desk, tried: set[int]) -> Choice | None:
    """Asks the lowest munchkin who is strong enough, each once, for half of the Treasures."""
    sight = desk.sight
    fight = sight.fight
    if fight is None:
        return None
    found = [
        code
        for code in of_act(desk.codes, p.ASK)
        if ASKED + aimed_at_seat(code) not in tried and helps(sight, fight, aimed_at_seat(code))
    ]
    if not found:
        return None
    code = min(found, key=lambda one: (sight.munchkins[aimed_at_seat(one)].level, sight.distance(aimed_at_seat(one))))
    tried.add(ASKED + aimed_at_seat(code))
    return code, terms_for(desk, code, max(1, fight.treasures // 2) if fight.treasures else 0)


def terms_for(desk: Desk, code: int, treasures: int) -> list[int]:
    """Writes an offer of so many Treasures."""
    picks = [p.pick(p.P_COUNT, treasures)] if treasures else []
    return picks if desk.sheet(code).fits(picks) else []


def offer_help(desk: Desk, tried: set[int]) -> Choice | None:
    """Offers help for one Treasure in a fight it would turn, once, if that does not end the game."""
    sight = desk.sight
    fight = sight.fight
    codes = of_act(desk.codes, p.OFFER)
    if not codes or fight is None or OFFERED in tried or fight.won or fight.treasures < 2:
        return None
    if wins_game(sight, fight) or not helps(sight, fight, sight.seat):
        return None
    tried.add(OFFERED)
    return codes[0], terms_for(desk, codes[0], 1)


def answer_offer(desk: Desk) -> Choice:
    """Takes the best offer that is worth it; else refuses or asks for a Treasure."""
    sight = desk.sight
    fight = sight.fight
    refusal = of_act(desk.codes, p.REFUSE)[0], list[int]()
    if fight is None:
        return refusal
    for code in of_act(desk.codes, p.ACCEPT):
        asker = aimed_at_seat(code)
        for who, helper, terms in fight.offers:
            if who == asker and is_good_offer(sight, fight, helper, terms):
                return code, []
            haggle = [c for c in of_act(desk.codes, p.COUNTER) if aimed_at_seat(c) == asker]
            if who == asker and haggle and may_haggle(sight, fight, helper, terms):
                return haggle[0], terms_for(desk, haggle[0], 1)
    return refusal


def is_good_offer(sight: Sight, fight: FightSeen, helper: int, terms: list[int]) -> bool:
    """Judges an offer from its own side of it."""
    if not helps(sight, fight, helper):
        return False
    if sight.seat == fight.main:
        return wins_game(sight, fight) or share(terms) <= max(1, (fight.treasures + 1) // 2)
    return not wins_game(sight, fight) and share(terms) > 0


def may_haggle(sight: Sight, fight: FightSeen, helper: int, terms: list[int]) -> bool:
    """Tells whether a helper who was offered nothing should ask for something."""
    good = helper == sight.seat and helps(sight, fight, helper) and not wins_game(sight, fight)
    return good and share(terms) == 0 and fight.treasures > 1


def answer_trade(desk: Desk) -> Choice:
    """Accepts what is worth more to it than what it gives."""
    sight = desk.sight
    good = value_of(sight, sight.given) > value_of(sight, sight.taken)
    return of_act(desk.codes, p.ACCEPT if good else p.REFUSE)[0], []
