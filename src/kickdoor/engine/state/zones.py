"""Moves of cards between decks, hands, tables and discard piles; every move is made here."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.ids import CardId, DeckNo, SeatMask, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.places import HAND, MAT
from kickdoor.engine.machine.prompts import P_CARD, P_GIVE, P_SHIFT, P_WANT
from kickdoor.engine.state.rng import OTHER
from kickdoor.engine.state.state import Seat, State

ALL_SEATS: Final = ev.EVERYONE


def reshuffle(s: State, deck: DeckNo) -> None:
    """Make the discard pile the new deck and give its cards new ids, so that no id can be tracked (CARDS-03)."""
    ids = s.discards[deck]
    s.discards[deck] = []
    order = ids[:]
    s.rng.shuffle(OTHER, order)
    cards = list(s.cards)
    for new, old in zip(ids, order, strict=True):
        cards[new] = s.cards[old]
        s.seen.pop(new, 0)
    s.cards = cards
    forget_uses(s, ids)
    s.rng.shuffle(deck, ids)
    s.decks[deck] = ids
    s.emit(ev.RESHUFFLED, -1, deck, len(ids))


def forget_uses(s: State, ids: list[int]) -> None:
    """Remove uses and promises of reshuffled cards, because their ids now stand for other cards.

    Uses of a player's abilities by Class or Race have numbers above those of cards and are kept (AMB-105).
    """
    for p in s.seats:
        if p.used:
            p.used = [use for use in p.used if use < 0 or use >> 4 not in ids]
    fight = s.fight
    if fight is not None and fight.used:
        kept: list[int] = []
        for i in range(0, len(fight.used), 2):
            if fight.used[i] >> 4 not in ids:
                kept.extend(fight.used[i : i + 2])
        fight.used = kept
    if fight is not None and fight.deal:
        cards = (P_GIVE, P_WANT, P_CARD)
        fight.deal = [t for t in fight.deal if t >> P_SHIFT not in cards or t & 4095 not in ids]


def draw(s: State, deck: DeckNo) -> int:
    """Take the top card of a deck; -1 if deck and discards are empty (CARDS-04)."""
    if not s.decks[deck]:
        if not s.discards[deck]:
            s.emit(ev.DECK_EMPTY, -1, deck)
            return -1
        reshuffle(s, deck)
    return s.decks[deck].pop()


def draw_to_hand(s: State, seat: SeatNo, deck: DeckNo, count: int, face_up: bool, loser: SeatNo = -1) -> list[int]:
    """Draw cards into a hand, as many as there are; `loser` is the seat in whose place they are drawn."""
    drawn: list[int] = []
    for _ in range(count):
        card = draw(s, deck)
        if card < 0:
            break
        drawn.append(card)
        receive(s, seat, card, ALL_SEATS if face_up else s.seen.get(card, 0))
    tell_drawn(s, seat, deck, drawn, face_up, HAND | seat).loser = loser
    return drawn


def tell_drawn(s: State, seat: SeatNo, deck: DeckNo, drawn: list[int], face_up: bool, target: int) -> Event:
    """Emit the event of a draw to a place."""
    if not drawn:
        return ev.UNHEARD
    kind = ev.CARD_DRAWN if deck == nr.DOOR else ev.TREASURES_DRAWN
    event = s.emit_cards(kind, seat, deck, drawn, ALL_SEATS if face_up else 1 << seat)
    event.moved(target=target)
    return event


def receive(s: State, seat: SeatNo, card: CardId, eyes: SeatMask) -> None:
    """Put a card into a hand; `eyes` is the mask of seats that know it besides the holder."""
    holder = s.seats[seat]
    holder.hand.append(card)
    holder.fresh.append(card)
    if s.cards[card].must_play:
        s.dirty = True
    eyes &= ~(1 << seat)
    if eyes:
        s.seen[card] = eyes
    else:
        s.seen.pop(card, 0)


def by_name(s: State, cards: list[int]) -> list[int]:
    """Sort cards by name, so that a player who may look through them does not learn where they lay (AMB-05)."""
    return sorted(cards, key=lambda card: (s.cards[card].name, card))


def discard(s: State, card: CardId) -> None:
    """Put a card on the discard pile of its deck (CARDS-01). It must have left its place already.

    The improvements of a one-shot that was played go with it (AMB-118).
    """
    s.seen.pop(card, 0)
    s.discards[s.cards[card].deck].append(card)
    if s.marks:
        s.marks.pop(card, 0)
    for rider in [c for c, host in s.attached.items() if host == card] if s.attached else ():
        del s.attached[rider]
        if rider in s.aside:
            s.aside.remove(rider)
            discard(s, rider)


def detach(s: State, card: CardId) -> list[int]:
    """Remove a card's mark and the cards attached to it; return those cards."""
    s.marks.pop(card, 0)
    riders = [c for c, host in s.attached.items() if host == card]
    for rider in riders:
        del s.attached[rider]
    return riders


def leave_hand(s: State, seat: SeatNo, card: CardId) -> None:
    holder = s.seats[seat]
    holder.hand.remove(card)
    if card in holder.fresh:
        holder.fresh.remove(card)


def enter_play(s: State, seat: SeatNo, card: CardId) -> None:
    """Put a card on the table before a seat, visible to all."""
    holder = s.seats[seat]
    holder.play.append(card)
    holder.stale = True
    s.seen.pop(card, 0)
    s.dirty = True


def leave_play(s: State, seat: SeatNo, card: CardId) -> None:
    """Take a card off a table, with its attached cards (AMB-24) or the Items that a follower carries (AMB-88).

    Cards that an Item carries stay with its owner (AMB-48), who chooses what comes off, if anything must (AMB-92).
    """
    holder = s.seats[seat]
    holder.play.remove(card)
    if card in holder.equipped:
        holder.equipped.remove(card)
    holder.stale = True
    s.dirty = True
    if s.marks:
        s.marks.pop(card, 0)
    if s.attached:
        s.attached.pop(card, -1)
        for rider in [c for c, host in s.attached.items() if host == card]:
            del s.attached[rider]
            if not is_item(s.cards[rider]) or s.cards[card].kind == nr.FOLLOWER:
                discard_from(s, seat, rider)


def move_item(s: State, owner: SeatNo, taker: SeatNo, card: CardId) -> list[int]:
    """Move an Item in play to another table, unequipped. Improvements go with it (AMB-98), a Cheat! does not.

    A follower moves in the same way, with what it carries (AMB-88). Return all cards that have moved, the Item first.
    """
    tags = s.marks.get(card, 0)
    riders = [c for c, host in s.attached.items() if host == card and goes_along(s, c, card)]
    moved = [card]
    for rider in riders:
        del s.attached[rider]
        moved.extend(move_item(s, owner, taker, rider))
    leave_play(s, owner, card)
    enter_play(s, taker, card)
    for rider in riders:
        s.attached[rider] = card
    if tags:
        s.marks[card] = tags
    return moved


def goes_along(s: State, rider: CardId, host: CardId) -> bool:
    """Return whether an attached card goes with its host to another table."""
    if is_item(s.cards[rider]):
        return s.cards[host].kind == nr.FOLLOWER
    return s.cards[rider].kind == nr.OTHER_TREASURE


def place_at(s: State, seat: SeatNo, card: CardId) -> int:
    """Return the place of a card of a seat: its hand, or the table before it."""
    return (HAND if card in s.seats[seat].hand else MAT) | seat


def leave_seat(s: State, seat: SeatNo, card: CardId) -> None:
    """Take a card from a hand or a table, wherever it is."""
    if card in s.seats[seat].hand:
        leave_hand(s, seat, card)
    else:
        leave_play(s, seat, card)


def discard_from(s: State, seat: SeatNo, card: CardId) -> None:
    """Discard a card of a seat, from hand or table."""
    origin = place_at(s, seat, card)
    leave_seat(s, seat, card)
    discard(s, card)
    s.emit(ev.CARD_DISCARDED, seat, -1, 0, card).moved(origin)


def discard_all(s: State, seat: SeatNo, cards: list[int]) -> None:
    """Discard several cards of a seat; a Cheat! may have gone with its Item already."""
    holder = s.seats[seat]
    for card in cards:
        if card in holder.hand or card in holder.play:
            discard_from(s, seat, card)


def forget_hand(s: State, owner: SeatNo, taker: SeatNo) -> None:
    """Remove a hand's cards from the knowledge of all seats except the one that gets a card of it."""
    for other in s.seats[owner].hand:
        known = s.seen.get(other, 0) & (1 << taker)
        if known:
            s.seen[other] = known
        else:
            s.seen.pop(other, 0)


def pass_unseen(s: State, owner: SeatNo, taker: SeatNo, card: CardId) -> None:
    """Move a hand card to another hand, hidden from the rest, who then no longer know the rest of the first hand."""
    forget_hand(s, owner, taker)
    leave_hand(s, owner, card)
    receive(s, taker, card, 1 << owner)


def take_unseen(s: State, taker: SeatNo, owner: SeatNo) -> None:
    """Let a seat draw a random card from another's hand."""
    hand = s.seats[owner].hand
    card = hand[s.rng.below(OTHER, len(hand))]
    pass_unseen(s, owner, taker, card)
    s.emit(ev.CARD_TAKEN_FROM, taker, owner, 1, card, 1 << taker | 1 << owner)


def show_hand(s: State, seat: SeatNo, eyes: SeatMask) -> None:
    """Show a hand to the seats in the mask (AMB-80)."""
    for card in s.seats[seat].hand:
        s.seen[card] = s.seen.get(card, 0) | eyes & ~(1 << seat)
    shown_to = [p.index for p in s.seats if eyes >> p.index & 1]
    s.emit_cards(ev.HAND_SHOWN, seat, shown_to[0] if len(shown_to) == 1 else -1, s.seats[seat].hand, eyes | 1 << seat)


def is_item(d: CardDef) -> bool:
    """Return whether a card is an Item: one-shots lie on the table as Items too (TREASURE-10)."""
    return d.kind == nr.ITEM or d.kind == nr.ONESHOT


def stays_by_itself(d: CardDef) -> bool:
    """Return whether a Treasure stays in play without being an Item, because it has no printed value (AMB-104)."""
    return d.kind == nr.OTHER_TREASURE and len(d.plays) > 0 and d.plays[0].verb == nr.V_STAY


def take_up_played(s: State, seat: SeatNo, card: CardId) -> None:
    """Remove a played card from its place. A one-shot keeps its improvements and its marks (AMB-118)."""
    tags = s.marks.get(card, 0)
    riders = [c for c, host in s.attached.items() if host == card and goes_along(s, c, card)]
    for rider in riders:
        leave_play(s, seat, rider)
        s.aside.append(rider)
    leave_seat(s, seat, card)
    for rider in riders:
        s.attached[rider] = card
    if tags:
        s.marks[card] = tags


def items_in_play(s: State, seat: SeatNo) -> list[int]:
    """List the Items that a player carries, equipped or not."""
    return [c for c in s.seats[seat].play if is_item(s.cards[c])]


def of_kind(s: State, seat: Seat, kind: int) -> list[int]:
    """List the cards of one kind before a seat."""
    return [c for c in seat.play if s.cards[c].kind == kind]


def living(s: State) -> list[int]:
    return [p.index for p in s.seats if not p.dead]


def left_of(s: State, seat: SeatNo) -> int:
    """Return the seat on the left of a seat, even if the character there is dead (AMB-113)."""
    return (seat + 1) % len(s.seats)


def right_of(s: State, seat: SeatNo) -> int:
    return (seat - 1) % len(s.seats)


def others_from_left(s: State, seat: SeatNo) -> list[int]:
    """List the other living seats clockwise, from the left of a seat."""
    n = len(s.seats)
    return [i % n for i in range(seat + 1, seat + n) if not s.seats[i % n].dead]
