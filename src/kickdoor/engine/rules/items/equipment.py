"""Carrying and equipping: slots, hands, Big items, restrictions (ITEM-03 to ITEM-14)."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.ids import CardId, SeatNo, SlotNo, TimingMask
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.places import MAT, NOWHERE
from kickdoor.engine.machine.prompts import Reason, Verdict
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.engine.state.items import bonus_of, is_big
from kickdoor.engine.state.queries import ask_seat, lifted, may_use
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import is_item

HANDS = 2


def slot_use(s: State, worn: list[int], slot: SlotNo) -> int:
    """Count the places Items take in a slot: hands, or one each. Joined Items count as one (ITEM-44, AMB-49)."""
    used = 0
    joined = 0
    for card in worn:
        d = s.cards[card]
        if d.slot != slot or lifted(s, card) & nr.LIFTS_SLOT:
            continue
        if slot != nr.HAND:
            used += 1
        elif not d.joins & joined:
            used += d.hands
            joined |= d.joins
    return used


def slot_size(s: State, seat: SeatNo, slot: SlotNo) -> int:
    return ask_seat(s, seat, nr.Q_HANDS, HANDS) if slot == nr.HAND else 1


def fits_easily(s: State, seat: SeatNo, worn: list[int]) -> bool:
    """Return whether there is room for Items even if no limit were lifted and no Items were joined."""
    met = 0
    hands = 0
    for card in worn:
        d = s.cards[card]
        if d.slot == nr.HAND:
            hands += d.hands
        elif d.slot != nr.NO_SLOT:
            if met >> d.slot & 1:
                return False
            met |= 1 << d.slot
    return hands <= slot_size(s, seat, nr.HAND)


def overfull(s: State, seat: SeatNo, worn: list[int]) -> list[int]:
    """List the slots that hold more than they may; an extra part serves one headgear, footgear or hand at a time."""
    if fits_easily(s, seat, worn):
        return []
    out: list[int] = []
    spare = -1
    for slot in (nr.HEADGEAR, nr.ARMOR, nr.FOOTGEAR, nr.HAND):
        over = slot_use(s, worn, slot) - slot_size(s, seat, slot)
        if over <= 0:
            continue
        if spare < 0:
            spare = ask_seat(s, seat, nr.Q_EXTRA_SLOT, 0)
        if slot == nr.ARMOR:
            return [slot]
        out.append(slot)
        spare -= over
        if spare < 0:
            return out
    return []


def slot_room(s: State, seat: SeatNo, card: CardId) -> Reason | None:
    """Find the reason why there is no room to equip an Item; None if there is room (ITEM-08, ITEM-09, ITEM-25)."""
    d = s.cards[card]
    worn = s.seats[seat].equipped
    if d.complex and complex_use(s, [*worn, card]) > ask_seat(s, seat, nr.Q_COMPLEX_LIMIT, 1):
        if complex_use(s, worn) < complex_use(s, [*worn, card]):
            return no.COMPLEX_FULL
    if d.slot == nr.NO_SLOT or lifted(s, card) & nr.LIFTS_SLOT:
        return None
    worn = [*[c for c in worn if c != card], card]
    if slot_use(s, worn, d.slot) > slot_size(s, seat, d.slot) and overfull(s, seat, worn):
        if d.slot != nr.HAND:
            return no.SLOT_FULL
        return no.JOINED_HANDS if d.joins else no.HANDS_FULL
    return None


def complex_use(s: State, worn: list[int]) -> int:
    """Count the complex Items among those equipped; a joined weapon counts as one (ITEM-48, AMB-26)."""
    used = 0
    joined = 0
    for card in worn:
        d = s.cards[card]
        if d.complex and not d.joins & joined and not lifted(s, card) & nr.LIFTS_COMPLEX:
            used += 1
            joined |= d.joins
    return used


def blocking_items(s: State, seat: SeatNo, card: CardId) -> list[int]:
    """List the equipped Items of which one must go before an Item already carried can be equipped.

    Those are the other Big items if there are too many (ITEM-18), and Items that fill its slot or are Complex like it.
    """
    worn = s.seats[seat].equipped
    if is_big(s, card) and not room_for_big(s, seat, 0):
        return [c for c in big_items(s, seat) if c != card and c in worn]
    full = slot_room(s, seat, card)
    if full is None:
        return []
    if full is no.COMPLEX_FULL:
        return [c for c in worn if s.cards[c].complex and not lifted(s, c) & nr.LIFTS_COMPLEX]
    return [c for c in worn if s.cards[c].slot == s.cards[card].slot and not lifted(s, c) & nr.LIFTS_SLOT]


def in_the_way(s: State, seat: SeatNo, card: CardId) -> list[int]:
    """List the fewest equipped Items, weakest first, that must go to carry and equip another one."""
    out = crowding(s, seat, card)
    if is_big(s, card):
        bigs = [c for c in big_items(s, seat) if c not in out]
        excess = len(bigs) + 1 - ask_seat(s, seat, nr.Q_BIG_LIMIT, 1)
        if excess > 0:
            out.extend([c for c in bigs if c in s.seats[seat].equipped][:excess])
    return out


def crowding(s: State, seat: SeatNo, card: CardId, first: int = -1) -> list[int]:
    """List the fewest equipped Items, `first` and then the weakest, that must leave a slot for another one."""
    slot = s.cards[card].slot
    out: list[int] = []
    if slot_room(s, seat, card) is None:
        return out
    kept = s.seats[seat].equipped[:]
    for other in rivals(s, seat, card, first):
        if not crowds(s, seat, [*kept, card], slot):
            break
        out.append(other)
        kept.remove(other)
    for other in reversed(out[:]):
        if not crowds(s, seat, [*kept, other, card], slot):
            out.remove(other)
            kept.append(other)
    return out


def rivals(s: State, seat: SeatNo, card: CardId, first: int = -1) -> list[int]:
    """List the equipped Items that take the same kind of room as another one: `first`, then the weakest."""
    d = s.cards[card]
    ranked: list[tuple[bool, int, int]] = []
    for c in s.seats[seat].equipped:
        lifts = lifted(s, c)
        in_slot = s.cards[c].slot == d.slot and d.slot != nr.NO_SLOT and not lifts & nr.LIFTS_SLOT
        if in_slot or (d.complex and s.cards[c].complex and not lifts & nr.LIFTS_COMPLEX):
            ranked.append((c != first, bonus_of(s, c), c))
    return [c for _, _, c in sorted(ranked)]


def ways_to_swap(s: State, seat: SeatNo, card: CardId) -> list[list[int]]:
    """List each way to make room for an Item: the Items that come off, the chosen one first and then the weakest."""
    out: list[list[int]] = []
    if slot_room(s, seat, card) is None:
        return out
    seen: list[list[int]] = []
    worn = s.seats[seat].equipped
    for other in rivals(s, seat, card):
        off = crowding(s, seat, card, other)
        kept = [c for c in worn if c not in off]
        if other in off and sorted(off) not in seen and not crowds(s, seat, [*kept, card], s.cards[card].slot):
            seen.append(sorted(off))
            out.append(off)
    return out


def crowds(s: State, seat: SeatNo, worn: list[int], slot: SlotNo) -> bool:
    """Return whether one slot or the limit of complex Items keeps Items from being equipped together."""
    if complex_use(s, worn) > ask_seat(s, seat, nr.Q_COMPLEX_LIMIT, 1):
        return True
    return (
        slot != nr.NO_SLOT and slot_use(s, worn, slot) > slot_size(s, seat, slot) and len(overfull(s, seat, worn)) > 0
    )


def crowding_items(s: State, seat: SeatNo) -> list[int]:
    """List the equipped Items of overfull slots, one of which must come off (AMB-92)."""
    p = s.seats[seat]
    slots = overfull(s, seat, p.equipped) if len(p.equipped) > 1 else []
    return [c for c in p.equipped if s.cards[c].slot in slots and not lifted(s, c) & nr.LIFTS_SLOT]


def complex_items(s: State, seat: SeatNo) -> list[int]:
    """List the complex Items equipped, if they are too many (ITEM-27)."""
    p = s.seats[seat]
    complex_ones = [c for c in p.equipped if s.cards[c].complex and not lifted(s, c) & nr.LIFTS_COMPLEX]
    if len(complex_ones) > 1 and complex_use(s, p.equipped) > ask_seat(s, seat, nr.Q_COMPLEX_LIMIT, 1):
        return complex_ones
    return []


def big_items(s: State, seat: SeatNo) -> list[int]:
    """List the Big items that count against the limit (ITEM-18)."""
    return [c for c in s.seats[seat].play if is_item(s.cards[c]) and is_big(s, c) and not lifted(s, c) & nr.LIFTS_BIG]


def room_for_big(s: State, seat: SeatNo, extra: int = 1) -> bool:
    """Return whether a player may carry `extra` more Big items."""
    return len(big_items(s, seat)) + extra <= ask_seat(s, seat, nr.Q_BIG_LIMIT, 1)


def check_status(s: State, seat: SeatNo, card: CardId, moments: TimingMask, v: Verdict) -> bool:
    """Check that an Item's status may change now (ITEM-06)."""
    if moments & (nr.WHEN_QUIET | nr.AT_SETUP):
        return v.legal
    if s.seats[seat].dead:
        denied = v.deny(no.DEAD)
    elif in_combat(s, seat):
        frozen = no.STATUS_JOINED if s.cards[card].joins else no.STATUS_IN_COMBAT
        denied = v.deny(no.STATUS_RUNNING if s.fight is not None and s.fight.lost else frozen)
    else:
        denied = v.deny(no.CLOSED)
    return not denied and v.legal


def check_equip(s: State, seat: SeatNo, card: CardId, moments: TimingMask, v: Verdict) -> bool:
    """Check that a carried Item may be equipped."""
    if not check_status(s, seat, card, moments, v) and not v.gathering:
        return False
    p = s.seats[seat]
    if card not in p.play and v.deny(no.NOT_YOURS):
        return False
    if not check_wearable(s, seat, card, v) and not v.gathering:
        return False
    full = slot_room(s, seat, card)
    if full is not None and v.deny(full):
        return False
    return v.legal


def check_swap(s: State, seat: SeatNo, card: CardId, moments: TimingMask, v: Verdict) -> bool:
    """Check that an Item may be equipped in place of others (ITEM-06)."""
    if not check_status(s, seat, card, moments, v) and not v.gathering:
        return False
    return check_wearable(s, seat, card, v)


def check_wearable(s: State, seat: SeatNo, card: CardId, v: Verdict) -> bool:
    """Check that a card is an Item to equip, and one for this character (ITEM-12)."""
    p = s.seats[seat]
    if s.cards[card].kind != nr.ITEM:
        return not v.deny(no.NOT_AN_ITEM) and v.legal
    if card in p.equipped and v.deny(no.IS_EQUIPPED):
        return False
    if not may_use(s, p, card) and v.deny(no.RESTRICTED):
        return False
    return v.legal


def explain_taken_off(s: State, seat: SeatNo, card: CardId, other: int, v: Verdict) -> None:
    """Add the reasons against taking off another Item to make room for one (ITEM-08, ITEM-09)."""
    if other not in s.seats[seat].equipped:
        v.deny(no.NOT_EQUIPPED)
    elif other not in [off[0] for off in ways_to_swap(s, seat, card)]:
        v.deny(no.NOT_IN_THE_WAY)


def check_unequip(s: State, seat: SeatNo, card: CardId, moments: TimingMask, v: Verdict) -> None:
    """Add the reasons against taking an Item off (ITEM-06)."""
    check_status(s, seat, card, moments, v)
    if not is_item(s.cards[card]):
        v.deny(no.NOT_AN_ITEM)
    if card not in s.seats[seat].equipped:
        v.deny(no.NOT_EQUIPPED)


def equip(s: State, seat: SeatNo, card: CardId, origin: int = NOWHERE) -> None:
    """Equip an Item on the table, where it may have come just now from another place."""
    p = s.seats[seat]
    p.equipped.append(card)
    p.stale = True
    s.emit(ev.ITEM_EQUIPPED, seat, -1, 0, card).moved(MAT | seat if origin == NOWHERE else origin)


def unequip(s: State, seat: SeatNo, card: CardId) -> None:
    p = s.seats[seat]
    p.equipped.remove(card)
    p.stale = True
    s.dirty = True
    s.emit(ev.ITEM_UNEQUIPPED, seat, -1, 0, card)


def equip_if_possible(s: State, seat: SeatNo, card: CardId, origin: int = NOWHERE) -> None:
    """Equip an Item just put on the table, if a slot is free and its owner may use it."""
    if can_equip(s, seat, card):
        equip(s, seat, card, origin)


def can_equip(s: State, seat: SeatNo, card: CardId) -> bool:
    """Return whether a player may use an Item and has a slot free for it."""
    return s.cards[card].kind == nr.ITEM and may_use(s, s.seats[seat], card) and slot_room(s, seat, card) is None


def is_carrier(d: CardDef) -> bool:
    """Return whether a card carries an Item for its owner: some followers, and Items such as a Dolly."""
    return d.lifts != 0 and (d.kind == nr.FOLLOWER or d.kind == nr.ITEM)


def check_carrier(s: State, seat: SeatNo, item: CardId, follower: CardId, moments: TimingMask, v: Verdict) -> bool:
    """Check that an Item may be handed to a follower that carries (SIDEKICK-18)."""
    if in_combat(s, seat):
        if v.deny(no.CARRIER_IN_COMBAT):
            return False
    elif not check_status(s, seat, item, moments, v) and not v.gathering:
        return False
    p = s.seats[seat]
    if (item not in p.play or not is_item(s.cards[item])) and v.deny(no.NOT_AN_ITEM):
        return False
    if follower not in p.play or follower == item or not is_carrier(s.cards[follower]):
        idle = follower in p.play and s.cards[follower].kind == nr.FOLLOWER
        if v.deny(no.NO_CARRIER if idle else no.NOT_A_CARRIER):
            return False
    return v.legal


def hand_to_follower(s: State, seat: SeatNo, item: CardId, follower: CardId) -> None:
    """Give a follower an Item to carry instead of the one it has."""
    for rider in [c for c, host in s.attached.items() if host == follower and is_item(s.cards[c])]:
        del s.attached[rider]
    s.attached[item] = follower
    p = s.seats[seat]
    p.stale = True
    s.dirty = True
    attached = s.emit(ev.CARD_ATTACHED, seat, follower, 0, item)
    attached.moved(MAT | seat)
    attached.cause = s.cards[follower].index
    if item not in p.equipped:
        equip_if_possible(s, seat, item)


def may_carry(s: State, seat: SeatNo, card: CardId) -> bool:
    """Return whether a player may have an Item in play: there is a limit on Big items."""
    return not is_big(s, card) or room_for_big(s, seat, 0 if card in s.seats[seat].play else 1)


def hands_in_use(s: State, seat: SeatNo) -> int:
    """Count the hands that a player's equipped Items take."""
    return slot_use(s, s.seats[seat].equipped, nr.HAND)
