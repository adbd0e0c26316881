"""How often something may be offered: an offer keeps the table waiting until it is answered.

The rulebooks set no limit, so the engine has none. Here the same offer is not heard again for a while, nor very many to
one player, whoever makes them: people and bots alike.
"""

from __future__ import annotations

from kickdoor.engine import constants as nr
from kickdoor.engine.machine.prompts import ASK, GIVE, OFFER, TRADE, act_of, key, kind_of, target_of
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import RecentOffer

OFFERS = (ASK, OFFER, TRADE, GIVE)
"""What others must answer. Counter-offers are answers themselves, and the rules bound them."""
OFFER_COOLDOWN_S = 45.0
"""Seconds of the table's time for which an offer is remembered."""
MAX_OFFERS_PER_PLAYER = 4
"""Offers to one player that a seat makes in that time."""


def check_offer(room: Room, seat: int, code: int, picks: list[int]) -> None:
    """Refuse an offer that was made just now, or one more to somebody who has heard very many."""
    match = room.playing
    if match is None or act_of(code) not in OFFERS:
        return
    made = heard(room, seat)
    what, to = name_of(code, picks), receiver(room, code)
    if any(one.what == what for one in made):
        raise RequestRefused(RefusalCode.OFFER_AGAIN)
    if len([one for one in made if one.to == to]) >= MAX_OFFERS_PER_PLAYER:
        raise RequestRefused(RefusalCode.OFFER_OFTEN)


def note_offer(room: Room, seat: int, code: int, picks: list[int]) -> None:
    """Remember an offer that was made."""
    if act_of(code) in OFFERS:
        made = RecentOffer(name_of(code, picks), receiver(room, code), room.now)
        room.data.seats[seat].offers = [*heard(room, seat), made]


def heard(room: Room, seat: int) -> list[RecentOffer]:
    """List what a seat has offered lately in this turn: in another the same offer is another matter."""
    match = room.playing
    turns = -1 if match is None else match.state.turns
    data = room.data.seats[seat]
    if data.offers_turn != turns:
        data.offers, data.offers_turn = [], turns
    return [one for one in data.offers if room.now < one.at + OFFER_COOLDOWN_S]


def name_of(code: int, picks: list[int]) -> str:
    return " ".join([key(code), *map(str, sorted(picks))])


def receiver(room: Room, code: int) -> int:
    """Return who must answer; who offers help offers it to the main fighter."""
    match = room.playing
    if kind_of(code) == nr.A_SEAT:
        return target_of(code)
    return -1 if match is None or match.state.fight is None else match.state.fight.main
