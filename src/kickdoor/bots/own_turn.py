"""How the normal bot spends its own turn: plays, wears the best it has, sells the rest, then opens the door."""

from __future__ import annotations

from kickdoor.bots.base import Choice, Desk
from kickdoor.bots.options import aimed_at_seat, of_act, verb_of
from kickdoor.bots.sight import Sight
from kickdoor.bots.worth import cheapest, worth
from kickdoor.core import prompts as p
from kickdoor.core import words as w

HANDS = 2
CURSE_FROM = 4
"""Nobody below this Level is worth a curse."""


def go_on(desk: Desk, tried: set[int]) -> Choice:
    """Prepares as long as there is something useful to do, then takes the step that is asked for."""
    prepared = best_preparation(desk, tried)
    if prepared is not None:
        return prepared
    codes = desk.codes
    charity = of_act(codes, p.GIVE_CHARITY)
    if charity:
        return give_away(desk, charity[0])
    trouble = best_trouble(desk.sight, of_act(codes, p.TROUBLE))
    if trouble >= 0:
        return trouble, []
    for act in (p.KICK, p.LOOT_ROOM, p.TAKE, p.DONE, p.END_TURN):
        found = of_act(codes, act)
        if found:
            return found[0], []
    return codes[0], desk.sheet(codes[0]).default() if codes[0] & p.FORM_BIT else []


def best_preparation(desk: Desk, tried: set[int]) -> Choice | None:
    """Finds the most useful thing to do before going on; None if there is nothing."""
    best = -1
    best_score = 0
    for code in desk.codes:
        score = score_of(desk.sight, code, tried)
        if score > best_score:
            best, best_score = code, score
    if best < 0:
        return sale(desk)
    if p.act_of(best) == p.UNEQUIP:
        tried.add(p.card_of(best))
    return best, []


def score_of(sight: Sight, code: int, tried: set[int]) -> int:
    """Scores an act for its use outside a fight; 0 is no use."""
    act = p.act_of(code)
    d = sight.cards.get(p.card_of(code))
    if d is None or code & p.FORM_BIT:
        return 0
    if act == p.EQUIP:
        return 60 + d.bonus if d.bonus > 0 or d.run > 0 or d.abilities else 0
    if act == p.UNEQUIP:
        return 55 if p.card_of(code) not in tried and makes_room(sight, p.card_of(code)) else 0
    return score_of_play(sight, code) if act == p.PLAY else 0


def score_of_play(sight: Sight, code: int) -> int:
    """Scores playing a card: Levels first, then what stays on the table, then curses for the leader."""
    d = sight.cards[p.card_of(code)]
    play = verb_of(sight, code)
    verb = play.verb
    target = aimed_at_seat(code)
    if d.kind == w.GOUP:
        # One that is aimed at others takes their Level; one that may be kept is a gift to nobody
        return 200 if target in (-1, sight.leader() if play.not_self else sight.seat) else 0
    if verb == w.V_ITEM:
        return 100 + d.bonus
    if verb in (w.V_CLASS, w.V_RACE):
        return 90 if sight.free_of(d.kind) else 0
    if verb in (w.V_SECOND_CLASS, w.V_SECOND_RACE, w.V_FOLLOWER):
        return 80
    if verb == w.V_ATTACH:
        item = p.target_of(code)
        bonus = sight.cards[item].bonus if item in sight.cards else 0
        return 70 + bonus if bonus > 0 and item not in sight.me.equipped else 0
    if verb == w.V_CURSE:
        return 30 if target == sight.leader() and sight.munchkins[target].level >= CURSE_FROM else 0
    return 0


def makes_room(sight: Sight, card: int) -> bool:
    """Tells whether taking an Item off leads to wearing a better one in its place."""
    old = sight.cards[card]
    if old.slot == w.NO_SLOT:
        return False
    worn = [c for c in sight.me.equipped if sight.cards[c].slot == old.slot]
    for new in sight.me.play:
        d = sight.cards[new]
        if new in sight.me.equipped or new not in sight.usable or d.slot != old.slot:
            continue
        if old.slot != w.HAND or d.hands <= old.hands:
            gain = d.bonus - old.bonus
        else:
            gain = d.bonus - sum(sight.cards[c].bonus for c in worn)
        if gain > 0:
            return True
    return False


def sale(desk: Desk) -> Choice | None:
    """Sells Items nobody wears, the least useful first, once they fetch a Level."""
    codes = of_act(desk.codes, p.SELL)
    if not codes:
        return None
    sheet = desk.sheet(codes[0])
    picks: list[int] = []
    for card in cheapest(desk.sight, sheet.atoms):
        d = desk.sight.cards[card]
        if card in desk.sight.me.equipped or d.value == 0 or (d.kind == w.ONESHOT and d.bonus > 2):
            continue
        picks.append(card)
        if sheet.fits(picks):
            return codes[0], picks
    return None


def give_away(desk: Desk, code: int) -> Choice:
    """Gives the least valuable cards away."""
    sheet = desk.sheet(code)
    picks = sheet.share_out(cheapest(desk.sight, sheet.atoms)[: sheet.least])
    return code, picks if sheet.fits(picks) else sheet.default()


def best_trouble(sight: Sight, codes: list[int]) -> int:
    """Picks the monster from hand that is surely beaten and brings most; -1 if none is."""
    best = -1
    most = 0
    for code in codes:
        d = sight.cards[p.card_of(code)]
        gain = d.treasures * 300 + d.levels_gained * 700
        if d.level + extra_against(sight, p.card_of(code)) < sight.me.strength and gain > most:
            best, most = code, gain
    return best


def extra_against(sight: Sight, card: int) -> int:
    """Adds what a monster is stronger by against anybody: the worst of its printed bonuses."""
    return max([vs.amount for vs in sight.cards[card].vs if vs.amount > 0], default=0)


def value_of(sight: Sight, cards: list[int]) -> int:
    """Adds up what cards are worth."""
    return sum(worth(sight, card) for card in cards)
