"""Carrying and equipping: slots, hands, Big items, restrictions (ITEM-03 to ITEM-14)."""

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.prompts import Reason, Verdict
from kickdoor.core.queries import ask_seat, lifted, may_use
from kickdoor.core.state import State
from kickdoor.core.zones import is_item
from kickdoor.rules import reasons as no
from kickdoor.rules.strength import in_combat

HANDS = 2


def slot_room(s: State, seat: int, card: int) -> Reason | None:
    """Tells whether there is room to equip an Item; gives the objection if not (ITEM-08, ITEM-09)."""
    d = s.cards[card]
    if d.slot == w.NO_SLOT or lifted(s, card) & w.LIFTS_SLOT:
        return None
    p = s.seats[seat]
    used = 0
    for other in p.equipped:
        e = s.cards[other]
        if e.slot == d.slot and other != card and not lifted(s, other) & w.LIFTS_SLOT:
            used += e.hands if d.slot == w.HAND else 1
    if d.slot == w.HAND:
        if used + d.hands > ask_seat(s, seat, w.Q_HANDS, HANDS):
            return no.HANDS_FULL
    elif used >= 1:
        return no.SLOT_FULL
    return None


def in_the_way(s: State, seat: int, card: int) -> list[int]:
    """Lists the fewest equipped Items, weakest first, that must go to carry and equip another one."""
    out = crowding(s, seat, card)
    if s.cards[card].big:
        bigs = [c for c in big_items(s, seat) if c not in out]
        excess = len(bigs) + 1 - ask_seat(s, seat, w.Q_BIG_LIMIT, 1)
        if excess > 0:
            out.extend([c for c in bigs if c in s.seats[seat].equipped][:excess])
    return out


def crowding(s: State, seat: int, card: int) -> list[int]:
    """Lists the fewest equipped Items, weakest first, that must leave a slot for another one."""
    d = s.cards[card]
    out: list[int] = []
    if slot_room(s, seat, card) is None:
        return out
    room = ask_seat(s, seat, w.Q_HANDS, HANDS) if d.slot == w.HAND else 1
    need = d.hands if d.slot == w.HAND else 1
    worn = [c for c in s.seats[seat].equipped if s.cards[c].slot == d.slot and not lifted(s, c) & w.LIFTS_SLOT]
    worn.sort(key=lambda c: s.cards[c].bonus)
    used = sum([s.cards[c].hands if d.slot == w.HAND else 1 for c in worn])
    for other in worn:
        if used + need > room:
            out.append(other)
            used -= s.cards[other].hands if d.slot == w.HAND else 1
    return out


def big_items(s: State, seat: int) -> list[int]:
    """Lists the Big items that count against the limit (ITEM-18)."""
    return [c for c in s.seats[seat].play if s.cards[c].big and not lifted(s, c) & w.LIFTS_BIG]


def room_for_big(s: State, seat: int, extra: int = 1) -> bool:
    """Tells whether a munchkin may carry that many more Big items."""
    return len(big_items(s, seat)) + extra <= ask_seat(s, seat, w.Q_BIG_LIMIT, 1)


def check_status(s: State, seat: int, moments: int, v: Verdict) -> bool:
    """Objects to changing an Item's status now (ITEM-06)."""
    if moments & (w.WHEN_QUIET | w.AT_SETUP):
        return v.legal
    if s.seats[seat].dead:
        denied = v.deny(no.DEAD)
    elif in_combat(s, seat):
        denied = v.deny(no.STATUS_RUNNING if s.fight is not None and s.fight.lost else no.STATUS_IN_COMBAT)
    else:
        denied = v.deny(no.CLOSED)
    return not denied and v.legal


def check_equip(s: State, seat: int, card: int, moments: int, v: Verdict) -> bool:
    """Objects to equipping a carried Item."""
    if not check_status(s, seat, moments, v) and not v.gathering:
        return False
    p = s.seats[seat]
    if card not in p.play and v.deny(no.NOT_YOURS):
        return False
    if s.cards[card].kind != w.ITEM:
        return not v.deny(no.NOT_AN_ITEM) and v.legal
    if card in p.equipped and v.deny(no.IS_EQUIPPED):
        return False
    if not may_use(s, p, card) and v.deny(no.RESTRICTED):
        return False
    full = slot_room(s, seat, card)
    if full is not None and v.deny(full):
        return False
    return v.legal


def check_unequip(s: State, seat: int, card: int, moments: int, v: Verdict) -> bool:
    if not check_status(s, seat, moments, v) and not v.gathering:
        return False
    if card not in s.seats[seat].equipped and v.deny(no.NOT_EQUIPPED):
        return False
    return v.legal


def equip(s: State, seat: int, card: int) -> None:
    p = s.seats[seat]
    p.equipped.append(card)
    p.stale = True
    s.tell(ev.ITEM_EQUIPPED, seat, -1, 0, card)


def unequip(s: State, seat: int, card: int) -> None:
    p = s.seats[seat]
    p.equipped.remove(card)
    p.stale = True
    s.dirty = True
    s.tell(ev.ITEM_UNEQUIPPED, seat, -1, 0, card)


def equip_if_possible(s: State, seat: int, card: int) -> None:
    """Equips an Item just put on the table, where a slot is free and its owner may use it."""
    if can_equip(s, seat, card):
        equip(s, seat, card)


def can_equip(s: State, seat: int, card: int) -> bool:
    """Tells whether a munchkin may use an Item and has a slot free for it."""
    return s.cards[card].kind == w.ITEM and may_use(s, s.seats[seat], card) and slot_room(s, seat, card) is None


def check_carrier(s: State, seat: int, item: int, follower: int, moments: int, v: Verdict) -> bool:
    """Objects to handing an Item to a follower that carries (SIDEKICK-18)."""
    if in_combat(s, seat):
        if v.deny(no.CARRIER_IN_COMBAT):
            return False
    elif not check_status(s, seat, moments, v) and not v.gathering:
        return False
    p = s.seats[seat]
    if (item not in p.play or not is_item(s.cards[item])) and v.deny(no.NOT_AN_ITEM):
        return False
    carries = follower in p.play and s.cards[follower].kind == w.FOLLOWER and s.cards[follower].lifts != 0
    if not carries and v.deny(no.WRONG_TARGET):
        return False
    return v.legal


def hand_to_follower(s: State, seat: int, item: int, follower: int) -> None:
    """Gives a follower an Item to carry instead of the one it has."""
    for rider in [c for c, host in s.attached.items() if host == follower]:
        del s.attached[rider]
    s.attached[item] = follower
    p = s.seats[seat]
    p.stale = True
    s.dirty = True
    s.tell(ev.CARD_ATTACHED, seat, follower, 0, item)
    if item not in p.equipped:
        equip_if_possible(s, seat, item)
