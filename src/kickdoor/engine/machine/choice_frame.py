"""The plain choice frame: pick some of these cards, seats, monsters, words or numbers."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import OptionCode, PromptKind, SeatNo
from kickdoor.engine.machine.prompts import (
    CHOOSE,
    CHOOSE_MANY,
    FORM_BIT,
    PROMISED,
    Form,
    PickForm,
    Reason,
    Verdict,
    act_of,
    option,
    target_of,
)
from kickdoor.engine.machine.runtime import DONE, WAIT, Frame
from kickdoor.engine.state import symbol_codec
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
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "ask", "what", "atoms", "least", "most")
    NAMED: ClassVar[dict[str, str]] = {"atoms": symbol_codec.ATOMS}

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
        return PickForm(seat, self.atoms, self.least, self.most, self.protected_candidates(s))

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

    def choice_rules(self, s: State) -> list[str]:
        asking = [frame for frame in s.stack[:-1] if not frame.ASIDE]
        return asking[-1].choice_rules(s) if asking else []

    def copy(self) -> Frame:
        c = ChoiceFrame(self.seat, self.ask, self.what, self.atoms, self.least, self.most)
        c.stamp(self)
        return c

    def stamp_choice(self, other: "ChoiceFrame") -> None:
        """Copy the fields of all frames, and those of all choices except the seat."""
        self.stamp(other)
        self.ask = other.ask
        self.what = other.what
        self.atoms = other.atoms
        self.least = other.least
        self.most = other.most


YES_NO: list[int] = [0, 1]


def ask_yes_no(seat: SeatNo, purpose: PromptKind = nr.ASK_YES_OR_NO) -> ChoiceFrame:
    """Make a yes-or-no prompt; `picked` is [1] for yes."""
    return ChoiceFrame(seat, purpose, nr.A_NUMBER, YES_NO)
