"""The promises of a bargain, and the cards locked until delivery (HELP-07 to HELP-12, AMB-18, AMB-20)."""

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine.prompts import (
    P_ANYWAY,
    P_CARD,
    P_COUNT,
    P_GIVE,
    P_PLACE,
    P_SHIFT,
    P_WANT,
    pick,
)
from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.state.state import Fight, State


def values_of_kind(terms: list[int], sort: int) -> list[int]:
    """List the values of one kind of term."""
    return [t & 4095 for t in terms if t >> P_SHIFT == sort]


def picking_order(fight: Fight, count: int, number: int = P_COUNT, places: int = P_PLACE) -> list[int]:
    """Return the seat of each pick. Agreed places are fixed; a bare number alternates, main fighter first (AMB-20)."""
    order = [fight.main] * count
    for place in values_of_kind(fight.deal, places):
        at = count if place == 0 else place
        if 1 <= at <= count:
            order[at - 1] = fight.helper
    share = sum(values_of_kind(fight.deal, number))
    if share:
        free = [i for i in range(count) if order[i] == fight.main]
        # The helper gets every second pick and, once the main fighter's own share is used up, all the rest.
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


class PendingDelivery(Frame):
    """The part of a delivery that locks cards."""

    main: int
    helper: int
    deal: list[int]
    """The terms that are still due."""


def owed_by(seat: SeatNo, main: SeatNo, helper: SeatNo, deal: list[int]) -> list[int]:
    """List the cards a player owes by a bargain: Items, and cards to be played on the helper."""
    if seat == main:
        return values_of_kind(deal, P_GIVE) + values_of_kind(deal, P_CARD)
    return values_of_kind(deal, P_WANT) if seat == helper else []


def promised_items(s: State, seat: SeatNo) -> list[int]:
    """List the cards locked by a bargain until delivery; in a fight that is lost, only those due in any case.

    Their owner may not play them otherwise, pay with them, trade or discard them by choice (AMB-18).
    """
    fight = s.fight
    if fight is not None:
        deal = fight.deal
        if not deal or (fight.lost and pick(P_ANYWAY) not in deal):
            return []
        return owed_by(seat, fight.main, fight.helper, deal)
    for frame in s.stack:
        if isinstance(frame, PendingDelivery):
            return owed_by(seat, frame.main, frame.helper, frame.deal)
    return []


def locked(s: State, seat: SeatNo) -> list[int]:
    """List the promised cards and the followers that carry them, which are not given up by choice either (AMB-18)."""
    promised = promised_items(s, seat)
    hosts = [s.attached[card] for card in promised if card in s.attached]
    return promised + [card for card in hosts if s.cards[card].kind == nr.FOLLOWER]
