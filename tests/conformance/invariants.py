"""What must be true of every state while the game waits, whatever has been played."""

from kickdoor.core import machine
from kickdoor.core import words as w
from kickdoor.core.queries import ask_seat, lifted
from kickdoor.core.state import State


def places(s: State) -> list[int]:
    """Lists every card of the game by the places where cards can be."""
    cards = [*s.decks[0], *s.decks[1], *s.discards[0], *s.discards[1], *s.aside]
    for p in s.seats:
        cards += p.hand + p.play
    if s.fight is not None:
        cards += [body.card for body in s.fight.bodies] + s.fight.enhancers[1::2] + s.fight.played
    return cards


def check_cards(s: State) -> None:
    """Every card is in exactly one place, and in a pile of its own deck (CARDS-16, CARDS-01)."""
    assert sorted(places(s)) == list(range(len(s.cards)))
    for deck in (w.DOOR, w.TREASURE):
        assert all(s.cards[c].deck == deck for c in s.decks[deck] + s.discards[deck])


def check_seat(s: State, seat: int) -> None:
    """A munchkin's cards obey the limits that hold at every moment."""
    p = s.seats[seat]
    assert 1 <= p.level <= s.options.winning_level
    assert set(p.equipped) <= set(p.play)
    assert set(p.fresh) <= set(p.hand)
    kinds = [s.cards[c].kind for c in p.play]
    for base, second in ((w.CLASS, w.SUPER), (w.RACE, w.HALFBREED)):
        assert kinds.count(second) <= 1
        assert kinds.count(base) <= 1 + kinds.count(second)
        assert kinds.count(base) >= kinds.count(second)
        traits = [s.cards[c].trait for c in p.play if s.cards[c].kind == base]
        assert len(set(traits)) == len(traits), "two copies of one Class or Race (CHAR-45)"
    for slot in (w.HEADGEAR, w.ARMOR, w.FOOTGEAR):
        worn = [c for c in p.equipped if s.cards[c].slot == slot and not lifted(s, c) & w.LIFTS_SLOT]
        assert len(worn) <= 1, "two Items in one slot (ITEM-08)"
    held = [c for c in p.equipped if s.cards[c].slot == w.HAND and not lifted(s, c) & w.LIFTS_SLOT]
    assert sum(s.cards[c].hands for c in held) <= ask_seat(s, seat, w.Q_HANDS, 2), "too many hands (ITEM-09)"
    big = [c for c in p.play if s.cards[c].big and not lifted(s, c) & w.LIFTS_BIG]
    assert len(big) <= ask_seat(s, seat, w.Q_BIG_LIMIT, 1), "too many Big items (ITEM-18)"
    if p.dead:
        assert not p.hand
        assert not p.equipped
        assert p.newborn


def check_state(s: State) -> None:
    """Cheap invariants, tried at every decision."""
    check_cards(s)
    limits_open = bool(s.stack) and s.stack[-1].KIND in ("shed", "choose")
    for p in s.seats:
        if not limits_open:
            check_seat(s, p.index)
    if s.winners:
        assert s.phase == w.OVER
        assert not s.stack
        return
    assert s.serial % 2 == 0
    assert not s.dirty
    assert not s.pending
    asked = machine.asked(s)
    assert asked, f"nobody is asked in {s.stack[-1].KIND}"
    for seat in range(len(s.seats)):
        if asked >> seat & 1:
            assert not s.seats[seat].dead, f"a dead seat is asked in {s.stack[-1].KIND}"
            assert machine.listing(s, seat), f"seat {seat} has no option in {s.stack[-1].KIND}"
    if s.fight is not None:
        assert s.fight.main != s.fight.helper
        uids = [body.uid for body in s.fight.bodies]
        assert len(set(uids)) == len(uids)
    for rider, host in s.attached.items():
        assert any(rider in p.play and host in p.play for p in s.seats), "attached across tables"
