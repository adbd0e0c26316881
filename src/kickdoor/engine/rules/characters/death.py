"""Death: all other players loot the body, from the highest Level down (DEATH-01 to DEATH-23)."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.places import GRAVE, HAND, MAT
from kickdoor.engine.machine.runtime import DONE, GO, Frame, push_frame
from kickdoor.engine.rules.fight.dice import END_OF_GROUP, RollOff
from kickdoor.engine.rules.turn import delayed_effects
from kickdoor.engine.state.fields import NUMBER, NUMBERS, PUBLIC, SEAT, StateField
from kickdoor.engine.state.levels import lose_levels
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import State
from kickdoor.engine.state.tokens import lose_all_tokens
from kickdoor.engine.state.zones import ALL_SEATS, discard, discard_from, living, receive, stays_by_itself

ASKING: Final = 1
TAKING: Final = 2
ORDERED: Final = 3

KEPT_KINDS = (nr.CLASS, nr.RACE, nr.SUPER, nr.HALFBREED, nr.CURSE)


class Death(Frame):
    """A body and its looters."""

    KIND: ClassVar[str] = "death"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("seat", SEAT, PUBLIC, "The seat that has died."),
        StateField("body", NUMBERS, PUBLIC, "The cards that are left to loot."),
        StateField("looters", NUMBERS, PUBLIC, "The seats that have still to take a card, in order."),
        StateField("phase", NUMBER, PUBLIC, "The number of the phase in which the death happened."),
    )

    def __init__(self, seat: SeatNo = 0) -> None:
        super().__init__()
        self.seat = seat
        self.body: list[int] = []
        self.looters: list[int] = []
        self.phase = 0

    def step(self, s: State) -> int:
        if self.pc == 0:
            return self.die(s)
        if self.pc == ORDERED:
            self.looters = s.picked[:]
            self.pc = ASKING
        if self.pc == ASKING:
            return self.ask_next(s)
        return self.take(s)

    def die(self, s: State) -> int:
        """Lay the cards out and order the looters."""
        p = s.seats[self.seat]
        if p.dead:
            return DONE
        kept = [c for c in p.play if s.cards[c].kind in KEPT_KINDS]
        # A card that improves an Item is not picked alone but goes with it; others are separated (AMB-98, DEATH-08).
        riders = [c for c in p.play if s.cards[c].kind == nr.OTHER_TREASURE and c in s.attached]
        # A card that is its owner's alone for life is not looted (AMB-104).
        titles = [c for c in p.play if stays_by_itself(s.cards[c])]
        laid = [c for c in p.play if c not in kept and c not in riders and c not in titles]
        held = len(p.hand)
        self.body = laid + p.hand
        for card in self.body:
            s.attached.pop(card, -1)
            s.marks.pop(card, 0)
        s.aside.extend(self.body + riders)
        for card in titles:
            discard_from(s, self.seat, card)
        p.play = kept
        p.hand = []
        p.equipped = []
        p.fresh = []
        p.stale = True
        delayed_effects.died(s, self.seat)
        p.dead = True
        p.newborn = True
        s.dirty = True
        died = s.emit_cards(ev.DIED, self.seat, -1, self.body + riders)
        died.origins = [MAT | self.seat] * len(laid) + [HAND | self.seat] * held + [MAT | self.seat] * len(riders)
        if not s.options.tokens_survive_death:
            # Tokens are not cards to loot, so they go back to the pool (AMB-46).
            lose_all_tokens(s, self.seat)
        if not self.body:
            # There is nothing to pick, so no one rolls for who picks first (AMB-129).
            return DONE
        self.phase = s.phase
        s.phase = nr.LOOT
        self.pc = ORDERED
        return push_frame(s, RollOff(by_level(s)))

    def ask_next(self, s: State) -> int:
        """Let the next looter pick one card; when all have had one, the rest is discarded (DEATH-12)."""
        if self.looters and self.body:
            self.pc = TAKING
            return push_frame(s, ChoiceFrame(self.looters[0], nr.ASK_LOOT, nr.A_CARD, self.body))
        left = with_riders(s, self.body)
        for card in left:
            discard(s, card)
        if left:
            s.emit_cards(ev.CARDS_CLEARED, self.seat, -1, left).moved(GRAVE | self.seat)
        s.phase = self.phase
        return DONE

    def take(self, s: State) -> int:
        card = s.picked[0]
        looter = self.looters[0]
        self.looters = self.looters[1:]
        self.body = [c for c in self.body if c != card]
        for taken in with_riders(s, [card]):
            receive(s, looter, taken, ALL_SEATS)
            s.emit(ev.LOOTED, looter, self.seat, 0, taken)
        self.pc = ASKING
        return GO

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Death()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        if self.body:
            c.body = self.body[:]
        if self.looters:
            c.looters = self.looters[:]
        c.phase = self.phase
        return c


def grave_of(s: State, card: CardId) -> SeatNo:
    """Return the seat among whose looted cards a card lies; -1 for none."""
    for frame in s.stack:
        if isinstance(frame, Death) and card in frame.body:
            return frame.seat
    return -1


def by_level(s: State) -> list[int]:
    """List the living in groups of one Level, the highest first, as they are to roll (DEATH-09, DEATH-10)."""
    levels: dict[int, list[int]] = {}
    for seat in living(s):
        levels.setdefault(s.seats[seat].level, []).append(seat)
    queue: list[int] = []
    for level in sorted(levels, reverse=True):
        queue.extend([*levels[level], END_OF_GROUP])
    return queue


def with_riders(s: State, cards: list[int]) -> list[int]:
    """Take cards of a body off the table, each with what improves it (AMB-98)."""
    out: list[int] = []
    for card in cards:
        out.append(card)
        for rider in [c for c, host in s.attached.items() if host == card]:
            del s.attached[rider]
            out.append(rider)
    for card in out:
        s.aside.remove(card)
    return out


def revive(s: State) -> None:
    """Bring new characters to the table as the next turn begins (DEATH-16)."""
    for p in s.seats:
        if p.dead:
            p.dead = False
            s.emit(ev.REVIVED, p.index)


def die(s: State, seat: SeatNo) -> bool:
    """Push a death or its replacement; return whether it is a death."""
    # Losing levels stands in for death where a card says so (AMB-85)
    instead = ask_seat(s, seat, nr.Q_CHEATS_DEATH, 0)
    if instead:
        s.emit(ev.DEATH_CHEATED, seat)
        lose_levels(s, seat, instead)
        return False
    push_frame(s, Death(seat))
    return True
