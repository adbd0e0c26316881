"""The turn: arrange, kick open the door, look for trouble or loot the room, Charity (TURN-01 to TURN-24)."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.places import HAND
from kickdoor.engine.machine.prompts import DONE as SAY_DONE
from kickdoor.engine.machine.prompts import (
    END_TURN,
    FORM_BIT,
    GIVE_CHARITY,
    KICK,
    LOOT_ROOM,
    TROUBLE,
    Form,
    Question,
    Verdict,
    act_of,
    card_of,
    option,
)
from kickdoor.engine.machine.runtime import GO, WAIT, Frame, push_frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.characters.curse import play_curse
from kickdoor.engine.rules.characters.death import revive
from kickdoor.engine.rules.fight import combat
from kickdoor.engine.rules.fight.combat import Combat
from kickdoor.engine.rules.turn.charity import CharityForm, CharityTurnBase, excess, forget_fresh, give_charity
from kickdoor.engine.rules.turn.delayed_effects import turn_begins, turn_ends
from kickdoor.engine.rules.turn.door import FaceUp
from kickdoor.engine.rules.turn.draws import FaceUpDraw, draw_to_choose
from kickdoor.engine.rules.turn.timings import open_moments
from kickdoor.engine.state.fields import FLAG, PUBLIC, SEAT, StateField
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import State
from kickdoor.engine.state.triggers import queue_triggers
from kickdoor.engine.state.zones import ALL_SEATS, draw_to_hand, leave_hand, receive, tell_drawn

BEGIN: Final = 0
LISTEN: Final = 1
ARRANGE: Final = 2
OPEN_DOOR: Final = 3
AFTER_DOOR: Final = 4
SECOND: Final = 5
AFTER_FIGHT: Final = 6
CHARITY: Final = 7
END: Final = 8
TURN_UP: Final = 9
SEEK: Final = 10
SOUGHT: Final = 11

NEW_CHARACTER_CARDS: Final = 4


class Turn(CharityTurnBase):
    """One player's turn; the same frame becomes the next player's turn when it ends."""

    KIND: ClassVar[str] = "turn"
    OWN_STEP: ClassVar[bool] = True
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("seat", SEAT, PUBLIC, "The seat whose turn it is."),
        StateField("met", FLAG, PUBLIC, "Whether a monster was met this turn."),
        StateField(
            "handed", FLAG, PUBLIC, "Whether Charity was given and the next player has not acted yet (AMB-109)."
        ),
    )

    def __init__(self, seat: SeatNo = 0) -> None:
        super().__init__()
        self.seat = seat
        self.met = False
        self.handed = False

    def step(self, s: State) -> int:
        pc = self.pc
        if pc == BEGIN:
            return self.begin(s)
        if pc == LISTEN:
            return self.listen(s)
        if pc == OPEN_DOOR:
            return self.open_door(s)
        if pc == TURN_UP:
            return self.turn_up(s)
        if pc == AFTER_DOOR:
            return self.to_second(s)
        if pc == AFTER_FIGHT:
            return self.after_fight(s)
        if pc == SEEK:
            self.pc = SOUGHT
            return push_frame(s, FaceUpDraw(self.seat, nr.DOOR))
        if pc == SOUGHT:
            return self.sought(s)
        if pc == END:
            return self.end(s)
        if s.seats[self.seat].dead:
            # The player whose turn it is died by a card outside combat, so the turn is over (AMB-44).
            self.pc = END
            return GO
        return WAIT

    def begin(self, s: State) -> int:
        """Start the turn: the dead come back (DEATH-16), a new character draws eight cards first (AMB-45)."""
        # A turn cut short by death leaves no time to play looted cards, so they still count as just received in this
        # turn (AMB-14), as do cards given in Charity (AMB-109).
        still_fresh = s.seats[self.seat - 1].dead or self.handed
        revive(s)
        s.turn = self.seat
        s.turns += 1
        self.phase_step(s, nr.ARRANGE, still_fresh)
        p = s.seats[self.seat]
        for other in s.seats:
            other.used.clear()
        self.met = False
        turn_begins(s, self.seat)
        s.emit(ev.TURN_BEGUN, self.seat, -1, s.turns)
        if p.newborn:
            p.newborn = False
            draw_to_hand(s, self.seat, nr.DOOR, NEW_CHARACTER_CARDS, False)
            draw_to_hand(s, self.seat, nr.TREASURE, NEW_CHARACTER_CARDS, False)
        queue_triggers(s, nr.E_TURN_BEGUN, self.seat, 0)
        self.pc = LISTEN
        return GO

    def listen(self, s: State) -> int:
        """Listen at the door, if the rule options say so (VARIANT-01)."""
        self.pc = ARRANGE
        if s.options.listen_at_the_door:
            draw_to_hand(s, self.seat, nr.DOOR, 1, False)
        return GO

    def phase_step(self, s: State, phase: int, still_fresh: bool = False) -> None:
        """Enter a phase: no card counts as just received, and no fight as just won, any more (AMB-14)."""
        s.phase = phase
        s.won_fight = False
        if not still_fresh:
            self.handed = False
            forget_fresh(s)

    def open_door(self, s: State) -> int:
        """Turn up one Door card (TURN-05 to TURN-09)."""
        self.phase_step(s, nr.DOOR_OPEN)
        self.pc = TURN_UP
        return push_frame(s, FaceUpDraw(self.seat, nr.DOOR))

    def turn_up(self, s: State) -> int:
        """Resolve the face-up Door card: a monster attacks, a curse strikes, any other card goes to the hand."""
        card = s.result
        self.pc = AFTER_DOOR
        if card < 0:
            return GO
        s.emit(ev.DOOR_KICKED, self.seat, -1, 0, card)
        kind = s.cards[card].kind
        if kind == nr.MONSTER:
            self.pc = AFTER_FIGHT
            return push_frame(s, Combat(self.seat, card))
        if kind == nr.CURSE:
            play_curse(s, card, self.seat, -1)
            return GO
        return push_frame(s, FaceUp(self.seat, card))

    def to_second(self, s: State) -> int:
        if s.seats[self.seat].dead:
            self.pc = END
            return GO
        self.phase_step(s, nr.SECOND)
        self.pc = SECOND
        return GO

    def after_fight(self, s: State) -> int:
        """Continue with Charity after a fight; after some fights the room may still be looted."""
        if s.seats[self.seat].dead:
            self.pc = END
        elif s.result == 1:
            self.met = True
            self.pc = SECOND
            # This prompt is a new one, not the one from before the fight.
            self.round += 1
            s.phase = nr.SECOND
        else:
            self.pc = CHARITY
            s.phase = nr.CHARITY
        return GO

    def end(self, s: State) -> int:
        """Pass the turn to the left (SETUP-19)."""
        turn_ends(s, self.seat)
        self.seat = (self.seat + 1) % len(s.seats)
        self.pc = BEGIN
        self.uid = s.next_uid
        s.next_uid += 1
        return GO

    def prompted_seats(self, s: State) -> int:
        return 1 << self.seat

    def purpose(self, s: State, seat: SeatNo) -> int:
        if self.pc == ARRANGE:
            return nr.ASK_ARRANGE
        return nr.ASK_SECOND if self.pc == SECOND else nr.ASK_CHARITY

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        if self.pc == SECOND:
            q.form = "met" if self.met else ""
        elif self.pc != ARRANGE:
            q.n = excess(s, seat)
            q.form = "owed" if q.n else ""

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        if self.pc == ARRANGE:
            out.append(option(KICK))
        elif self.pc == SECOND:
            barred = ask_seat(s, seat, nr.Q_NO_LOOT, 0) > 0
            if not barred:
                out.append(option(LOOT_ROOM))
            if self.met or barred or self.room_is_bare(s):
                out.append(option(SAY_DONE))
            if self.met:
                return
            for card in s.seats[seat].hand:
                if s.cards[card].kind == nr.MONSTER:
                    out.append(option(TROUBLE, card))
        elif excess(s, seat) > 0:
            out.append(option(GIVE_CHARITY) | FORM_BIT)
        else:
            out.append(option(END_TURN))

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form | None:
        return CharityForm(s, seat) if act_of(code) == GIVE_CHARITY else None

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        act = act_of(code)
        if act == KICK:
            self.pc = OPEN_DOOR
        elif act == LOOT_ROOM:
            self.loot_room(s)
        elif act == TROUBLE:
            self.look_for_trouble(s, card_of(code))
        elif act == GIVE_CHARITY:
            give_charity(s, seat, CharityForm(s, seat), picks)
            self.handed = True
            self.pc = END
        elif act == END_TURN:
            self.pc = END
        elif act == SAY_DONE and self.pc == SECOND:
            self.phase_step(s, nr.CHARITY)
            self.pc = CHARITY
        else:
            return False
        return True

    def room_is_bare(self, s: State) -> bool:
        """Return whether no card is left to loot; the player then looks for trouble or does nothing (AMB-03)."""
        deck = nr.TREASURE if s.options.listen_at_the_door else nr.DOOR
        return not s.decks[deck] and not s.discards[deck]

    def loot_room(self, s: State) -> None:
        """Draw a card face-down into the hand, whatever it is (TURN-14). Then comes Charity."""
        s.emit(ev.LOOTED_ROOM, self.seat)
        self.phase_step(s, nr.CHARITY)
        deck = nr.TREASURE if s.options.listen_at_the_door else nr.DOOR
        self.pc = CHARITY
        choice = ask_seat(s, self.seat, nr.Q_LOOT_CHOOSE, 1)
        if choice > 1:
            draw_to_choose(s, self.seat, deck, choice, 1, False)
        else:
            draw_to_hand(s, self.seat, deck, 1, False)

    def sought(self, s: State) -> int:
        """Fight the monster that was sought; any other card, even a curse, just goes to the hand."""
        card = s.result
        if card >= 0 and s.cards[card].kind == nr.MONSTER:
            self.phase_step(s, nr.COMBAT)
            self.pc = AFTER_FIGHT
            fight = Combat(self.seat, card)
            fight.pc = combat.SOUGHT
            return push_frame(s, fight)
        self.phase_step(s, nr.CHARITY)
        self.pc = CHARITY
        if card >= 0:
            receive(s, self.seat, card, ALL_SEATS)
            tell_drawn(s, self.seat, nr.DOOR, [card], True, HAND | self.seat)
        return GO

    def look_for_trouble(self, s: State, card: CardId) -> None:
        """Play a monster from the hand and fight it as if it had been behind the door (TURN-12)."""
        self.phase_step(s, nr.COMBAT)
        leave_hand(s, self.seat, card)
        s.emit(ev.LOOKED_FOR_TROUBLE, self.seat, -1, 0, card)
        self.pc = AFTER_FIGHT
        push_frame(s, Combat(self.seat, card))

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        act = act_of(code)
        if act not in (KICK, LOOT_ROOM, TROUBLE, END_TURN, GIVE_CHARITY):
            return False
        if seat != self.seat:
            v.deny(no.NOT_YOUR_SECOND_PHASE if act in (LOOT_ROOM, TROUBLE) else no.NOT_YOUR_TURN)
        if act == KICK and self.pc != ARRANGE:
            v.deny(no.ONE_DOOR)
        if act == LOOT_ROOM and ask_seat(s, self.seat, nr.Q_NO_LOOT, 0):
            v.deny(no.NO_LOOT)
        if act == LOOT_ROOM and self.pc != SECOND:
            v.deny(no.SECOND_OVER if self.pc == CHARITY else no.ROOM_NOT_YET)
        if act == TROUBLE:
            self.why_no_trouble(s, seat, card_of(code), v)
        if act == END_TURN and self.pc == SECOND:
            v.deny(no.NO_PASS)
        if act == END_TURN and self.pc == CHARITY and excess(s, self.seat):
            v.deny(no.CHARITY_OWED)
        if act == GIVE_CHARITY and self.pc == CHARITY and seat == self.seat:
            CharityForm(s, seat).check(s, picks, v)
        if v.legal:
            v.deny(no.PHASE_ORDER)
        return True

    def why_no_trouble(self, s: State, seat: SeatNo, card: CardId, v: Verdict) -> None:
        """Add the reasons against looking for trouble, without revealing cards in other hands."""
        if self.pc == SECOND and self.met:
            v.deny(no.FOUGHT_ALREADY)
        elif self.pc != SECOND:
            v.deny(no.SECOND_OVER if self.pc == CHARITY else no.NOT_PHASE_TWO)
        if card not in s.seats[seat].hand:
            v.deny(no.NOT_IN_HAND)
        elif s.cards[card].kind != nr.MONSTER:
            v.deny(no.NOT_A_MONSTER)

    def moments(self, s: State, seat: SeatNo) -> int:
        m = open_moments(s, seat)
        if m and seat == self.seat and self.pc == SECOND and not self.met:
            m |= nr.IN_SECOND_PHASE
        return m

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Turn()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        c.met = self.met
        c.handed = self.handed
        return c


def seek_monster(s: State) -> None:
    """Continue the turn with another face-up Door in place of its second phase."""
    for frame in reversed(s.stack):
        if isinstance(frame, Turn) and frame.pc == SECOND:
            frame.pc = SEEK
            return
