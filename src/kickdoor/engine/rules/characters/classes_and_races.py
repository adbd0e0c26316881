"""Class and Race cards: playing, replacing, discarding, Super Munchkin and Half-Breed (CHAR-24 to CHAR-51)."""

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import Verdict
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.state.state import Seat, State
from kickdoor.engine.state.zones import discard_from, enter_play, of_kind


def second_kind(kind: int) -> int:
    """Return the kind of card that makes room for a second Class or Race."""
    return nr.SUPER if kind == nr.CLASS else nr.HALFBREED


def room_for(s: State, p: Seat, kind: int) -> int:
    """Return how many Classes or Races a player may have at once."""
    return 2 if of_kind(s, p, second_kind(kind)) else 1


def check_character_card(s: State, seat: SeatNo, card: CardId, v: Verdict) -> bool:
    """Check that a Class or Race may be played, apart from its timing."""
    p = s.seats[seat]
    kind = s.cards[card].kind
    # The starting hand gives as many as there is room for (CHAR-09, AMB-114); later a new one replaces the old (AMB-15)
    if s.phase == nr.SETUP and len(of_kind(s, p, kind)) >= room_for(s, p, kind):
        if v.deny(no.ONE_CLASS if kind == nr.CLASS else no.ONE_RACE):
            return False
    return v.legal


def play_character_card(s: State, seat: SeatNo, card: CardId) -> list[int]:
    """Put a Class or Race in play. The old one goes, unless there is room for two (AMB-15, AMB-91).

    If two are already in play, return them, so that the owner can choose which one goes.
    """
    p = s.seats[seat]
    d = s.cards[card]
    have = of_kind(s, p, d.kind)
    same = [c for c in have if s.cards[c].trait == d.trait]
    room = room_for(s, p, d.kind)
    enter_play(s, seat, card)
    if same:
        discard_from(s, seat, same[0])
    elif len(have) >= room:
        if room == 2:
            return have
        discard_from(s, seat, have[0])
    return []


def check_second(s: State, seat: SeatNo, kind: int, v: Verdict) -> bool:
    """Check Super Munchkin or Half-Breed: it needs a card to attach to (CHAR-44), and only one is allowed (AMB-55)."""
    p = s.seats[seat]
    if not of_kind(s, p, nr.CLASS if kind == nr.SUPER else nr.RACE) and v.deny(no.NO_CLASS_TO_ATTACH):
        return False
    if of_kind(s, p, kind) and v.deny(no.SECOND_ALREADY):
        return False
    return v.legal


def may_discard_at_will(s: State, seat: SeatNo, card: CardId) -> bool:
    """Return whether a card in play may be discarded at will, at any time (TURN-25, SIDEKICK-04, AMB-55)."""
    kind = s.cards[card].kind
    if kind == nr.FOLLOWER:
        return s.rules.sidekicks and card not in locked(s, seat)
    return kind == nr.CLASS or kind == nr.RACE or kind == nr.SUPER or kind == nr.HALFBREED


def explain_discard(s: State, seat: SeatNo, card: CardId, moments: TimingMask, v: Verdict) -> None:
    """Add the reasons against discarding a card at will."""
    if s.seats[seat].dead:
        v.deny(no.DEAD)
        return
    if not moments & nr.AT_ANY_TIME:
        v.deny(no.CLOSED)
    if card not in s.seats[seat].play:
        v.deny(no.NOT_YOURS)
        return
    kind = s.cards[card].kind
    if kind == nr.CURSE:
        v.deny(no.CURSE_STAYS)
    if card in locked(s, seat):
        v.deny(no.PROMISED)
    if not may_discard_at_will(s, seat, card):
        v.deny(no.FOLLOWER_STAYS if kind == nr.FOLLOWER else no.NO_DISCARD)
