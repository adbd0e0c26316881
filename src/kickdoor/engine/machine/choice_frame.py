"""The plain choice frame: pick some of these cards, seats, monsters, words or numbers."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, OptionCode, PromptKind, SeatNo
from kickdoor.engine.machine.prompts import (
    CHOOSE,
    CHOOSE_MANY,
    FORM_BIT,
    PROMISED,
    Form,
    PickForm,
    Question,
    Reason,
    Verdict,
    act_of,
    option,
    target_of,
)
from kickdoor.engine.machine.runtime import DONE, WAIT, Frame
from kickdoor.engine.state.fields import ATOMS, CHOOSER, NUMBER, PUBLIC, SEAT, StateField
from kickdoor.engine.state.state import State

NOT_OFFERED = Reason("not_a_choice", [])
WHOSE_CHOICE = {
    nr.ASK_LOOT: Reason(
        "not_a_choice", ["DEATH-09", "DEATH-11", "AMB-43", "DEATH-02", "DEATH-07", "AMB-46", "AMB-104"]
    ),
    nr.ASK_LOSE: Reason("not_a_choice", ["CURSE-09", "AMB-36", "AMB-73"]),
}
"""The rules that say who chooses, and among what. The frame below may add others."""


class ChoiceFrame(Frame):
    """A prompt for one seat to pick. The picks are returned in the state's `picked`. Never interrupted (AMB-13)."""

    KIND: ClassVar[str] = "choose"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("seat", SEAT, PUBLIC, "The seat that picks."),
        StateField("ask", NUMBER, PUBLIC, "The purpose, as a number of the prompt kinds."),
        StateField("what", NUMBER, PUBLIC, "The type of the candidates: seats, cards, numbers …"),
        StateField("atoms", ATOMS, CHOOSER, "The candidates; -1 for a card that the observer does not know."),
        StateField("least", NUMBER, PUBLIC, "The minimum number of picks."),
        StateField("most", NUMBER, PUBLIC, "The maximum number of picks."),
    )

    def __init__(
        self,
        seat: SeatNo = 0,
        ask: int = 0,
        what: int = 0,
        atoms: list[int] | None = None,
        least: int = 1,
        most: int = 1,
    ) -> None:
        super().__init__()
        self.seat = seat
        self.ask = ask
        self.what = what
        self.atoms: list[int] = [] if atoms is None else atoms
        self.least = min(least, len(self.atoms))
        self.most = min(most, len(self.atoms))

    def step(self, s: State) -> int:
        if self.pc == 1:
            return DONE
        if self.least == len(self.atoms):
            s.picked = self.atoms[:]
            return DONE
        free = self.free(s)
        if self.least == self.most == len(free):
            # All other candidates are protected, so there is no choice.
            s.picked = free
            return DONE
        return WAIT

    def prompted_seats(self, s: State) -> int:
        return 1 << self.seat

    def purpose(self, s: State, seat: SeatNo) -> int:
        return self.ask

    def protected_candidates(self, s: State) -> list[int]:
        """List the candidates to avoid: promised cards are not lost by choice while others are left."""
        return s.rules.procedures.locked(s, self.seat) if self.ask == nr.ASK_LOSE and self.what == nr.A_CARD else []

    def free(self, s: State) -> list[int]:
        """List the candidates that are not protected."""
        spared = self.protected_candidates(s)
        return [atom for atom in self.atoms if atom not in spared] if spared else self.atoms

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        if self.most == 1:
            for atom in self.free(s) or self.atoms:
                out.append(option(CHOOSE, -1, self.what, atom))
            if self.least == 0:
                out.append(option(CHOOSE))
        else:
            out.append(option(CHOOSE_MANY) | FORM_BIT)

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form | None:
        if act_of(code) != CHOOSE_MANY:
            return None
        form = PickForm(seat, self.atoms, self.least, self.most, self.protected_candidates(s))
        form.what = self.what
        return form

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        if act_of(code) == CHOOSE_MANY:
            s.picked = picks[:]
        else:
            s.picked = [] if code == option(CHOOSE) else [target_of(code)]
        self.pc = 1
        return True

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        if act_of(code) in (CHOOSE, CHOOSE_MANY):
            known = WHOSE_CHOICE.get(self.ask, NOT_OFFERED)
            v.deny(Reason(known.code, known.rules + self.choice_rules(s)))
            named = picks if act_of(code) == CHOOSE_MANY else [target_of(code)]
            spared = [atom for atom in self.protected_candidates(s) if atom in self.atoms]
            if self.ask == nr.ASK_PAY and self.what == nr.A_CARD:
                # A promised card is not even offered as a price.
                spared = s.rules.procedures.locked(s, self.seat)
            if seat == self.seat and [atom for atom in spared if atom in named]:
                v.deny(PROMISED)
        return True

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        if self.ask == nr.ASK_LEAVE and s.fight is not None:
            q.who = s.fight.main
        elif self.what == nr.A_COUNTER:
            q.form = "token"
        elif len(s.stack) > 1:
            s.stack[-2].ask_choice(s, self, self.atoms if self.what == nr.A_CARD else [], q)

    def use_of_chosen(self, s: State, card: CardId) -> str:
        own = s.seats[self.seat]
        if self.ask == nr.ASK_LOOT or (len(s.stack) > 1 and s.stack[-2].REWARD):
            return "take"
        if self.ask == nr.ASK_LOSE and card in own.play + own.hand:
            return "lose"
        return "pay" if self.ask == nr.ASK_PAY else "this"

    def pick_limits(self) -> tuple[int, int]:
        return self.least, self.most

    def visibility(self, field: StateField) -> str:
        return PUBLIC if self.what != nr.A_CARD else field.visibility

    def choosing_seat(self) -> SeatNo:
        return self.seat

    def cards_to_choose(self, seat: SeatNo) -> list[int]:
        return self.atoms if seat == self.seat and self.what == nr.A_CARD else []

    def owner_of_hidden(self, below: Frame | None) -> SeatNo:
        return self.seat if self.ask != nr.ASK_PICK or below is None else below.hand_chosen_from(self.seat)

    def choice_rules(self, s: State) -> list[str]:
        asking = [frame for frame in s.stack[:-1] if not frame.ASIDE]
        return asking[-1].choice_rules(s) if asking else []

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = ChoiceFrame()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        c.ask = self.ask
        c.what = self.what
        if self.atoms:
            c.atoms = self.atoms[:]
        c.least = self.least
        c.most = self.most
        return c


OPEN_CHOICE: Final = (
    *ChoiceFrame.FIELDS[:3],
    StateField("atoms", ATOMS, PUBLIC, "The candidates, which all seats see."),
    *ChoiceFrame.FIELDS[4:],
)
"""The fields of a choice among cards that lie open."""


YES_NO: list[int] = [0, 1]


def ask_yes_no(seat: SeatNo, purpose: PromptKind = nr.ASK_YES_OR_NO) -> ChoiceFrame:
    """Make a yes-or-no prompt; `picked` is [1] for yes."""
    return ChoiceFrame(seat, purpose, nr.A_NUMBER, YES_NO)
