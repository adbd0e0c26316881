"""Limits enforced at once when a card that allowed more is gone (ITEM-21, AMB-23, AMB-55, AMB-92)."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.places import HAND, STAGE
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.fight.participants import remove_driven_off
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.engine.rules.items.equipment import big_items, complex_items, crowding_items, unequip
from kickdoor.engine.rules.items.excess import (
    SHED_BIG,
    SHED_COMPLEX,
    SHED_DISCARD,
    SHED_FOLLOWER,
    SHED_UNEQUIP,
    ExcessChoice,
)
from kickdoor.engine.rules.plays.execution import CardInPlay, start_program
from kickdoor.engine.rules.plays.use import Use
from kickdoor.engine.state.levels import gain_levels
from kickdoor.engine.state.queries import ask_seat, may_use
from kickdoor.engine.state.state import Seat, State
from kickdoor.engine.state.zones import discard_from, leave_hand, of_kind

SECONDS: Final = 1 << nr.SUPER | 1 << nr.HALFBREED
TRAIT_KINDS: Final = SECONDS | 1 << nr.CLASS | 1 << nr.RACE


def enforce_limits(s: State) -> None:
    """Enforce the limits of every player after the cards in play have changed."""
    for frame in s.stack:
        if isinstance(frame, ExcessChoice):
            # One limit is already being enforced; all players are checked again when that is done.
            return
    remove_driven_off(s)
    for p in s.seats:
        seat = p.index
        if must_play(s, seat) or (p.play and enforce_seat_limits(s, p)):
            return


def enforce_seat_limits(s: State, p: Seat) -> bool:
    """Enforce the limits of one player; return True if the player has to choose first."""
    seat = p.index
    if may_have_too_many(s, p) and check_traits(s, p):
        return True
    if not in_combat(s, seat):
        # A restricted Item stays equipped during a fight, but is unequipped after it (AMB-23).
        for card in [c for c in p.equipped if not may_use(s, p, c)]:
            unequip(s, seat, card)
    bigs = big_items(s, seat)
    if len(bigs) > 1:
        # Before the slots, because the Big item that goes may leave enough room.
        limit = ask_seat(s, seat, nr.Q_BIG_LIMIT, 1)
        if len(bigs) > limit:
            push_frame(s, ExcessChoice(seat, bigs, limit, SHED_BIG))
            return True
    crowd = crowding_items(s, seat)
    if crowd:
        push_frame(s, ExcessChoice(seat, crowd, 1, SHED_UNEQUIP))
        return True
    crowd = complex_items(s, seat)
    if crowd:
        push_frame(s, ExcessChoice(seat, crowd, 1, SHED_COMPLEX))
        return True
    if s.rules.sidekicks:
        followers = of_kind(s, p, nr.FOLLOWER)
        limit = ask_seat(s, seat, nr.Q_FOLLOWER_LIMIT, 1)
        if len(followers) > limit:
            push_frame(s, ExcessChoice(seat, followers, len(followers) - limit, SHED_FOLLOWER))
            return True
    floor = ask_seat(s, seat, nr.Q_LEVEL_FLOOR, 1)
    if p.level < floor:
        gain_levels(s, seat, floor - p.level, False)
    return False


def may_have_too_many(s: State, p: Seat) -> bool:
    """Return quickly whether a player has more than one Class or Race, or a card that allows it."""
    met = 0
    for card in p.play:
        bit = 1 << s.cards[card].kind & TRAIT_KINDS
        if bit & (met | SECONDS):
            return True
        met |= bit
    return False


def check_traits(s: State, p: Seat) -> bool:
    """Discard what allows a second Class or Race without a first; return True if one of too many must be chosen."""
    for kind, base in ((nr.SUPER, nr.CLASS), (nr.HALFBREED, nr.RACE)):
        seconds = of_kind(s, p, kind)
        have = of_kind(s, p, base)
        if seconds and not have:
            discard_from(s, p.index, seconds[0])
        elif len(have) > 1 and not seconds:
            push_frame(s, ExcessChoice(p.index, have, 1, SHED_DISCARD))
            return True
    return False


def must_play(s: State, seat: SeatNo) -> bool:
    """Play a card that leaves no choice as soon as it reaches a hand (AMB-99)."""
    for card in s.seats[seat].hand:
        d = s.cards[card]
        if d.must_play:
            others = (1 << len(s.seats)) - 1 & ~(1 << seat)
            public = s.seen.get(card, 0) & others == others
            s.emit(ev.CARD_PLAYED, seat, -1, 0, card).moved(HAND | seat, STAGE)
            leave_hand(s, seat, card)
            s.aside.append(card)
            s.dirty = True
            push_frame(s, CardInPlay(card))
            start_program(s, Use(seat, card, d.plays[0], nr.NOTHING, 0), 1 if public else 0)
            return True
    return False
