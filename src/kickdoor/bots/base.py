"""What a bot gets and what it gives back: never the state, only what its seat may know and may do."""

from __future__ import annotations

from kickdoor.bots.sight import Sight
from kickdoor.core import machine
from kickdoor.core.prompts import Form, Prompt, Verdict
from kickdoor.core.rng import Lots
from kickdoor.core.state import State
from kickdoor.rules.charity import CharityForm
from kickdoor.view.observe import Observation, observe

Choice = tuple[int, list[int]]
"""An option's code and, for a form, its picks."""


class Sheet:
    """A form to be filled in: which atoms it takes and how many, with help to fill it legally."""

    def __init__(self, state: State, form: Form) -> None:
        self.__state = state
        self.__form = form
        self.atoms = form.atoms[:]
        self.least = form.least
        self.most = form.most

    def fits(self, picks: list[int]) -> bool:
        """Tells whether the picks are legal."""
        return self.__form.check(self.__state, picks, Verdict(False))

    def sample(self, lots: Lots) -> list[int]:
        """Draws a legal filling."""
        return self.__form.sample(self.__state, lots)

    def default(self) -> list[int]:
        """Gives the safe filling, as for somebody who has run out of time."""
        return self.__form.default(self.__state)

    def share_out(self, cards: list[int]) -> list[int]:
        """Writes cards given away in Charity as picks: evenly, from the giver's left, so that no seat is favoured."""
        form = self.__form
        if not isinstance(form, CharityForm):
            return cards
        left = [seat for seat in form.receivers if seat > form.seat]
        return form.deal(cards, left + [seat for seat in form.receivers if seat < form.seat])


class Desk:
    """One seat's desk while it is asked: the question, what the seat sees, the forms it may fill in."""

    def __init__(self, state: State, seat: int) -> None:
        self.__state = state
        self.__sight: Sight | None = None
        self.seat = seat
        self.prompt: Prompt = machine.prompt(state, seat)
        self.step = state.turns << 4 | state.phase
        """Tells one phase step of the game from the next."""

    @property
    def codes(self) -> list[int]:
        """The options."""
        return self.prompt.codes

    @property
    def sight(self) -> Sight:
        """What the seat sees, sorted; made when it is first asked for, since it costs more than most decisions."""
        if self.__sight is None:
            self.__sight = Sight(self.observation(), self.__state.rules)
        return self.__sight

    def observation(self) -> Observation:
        """Gives the observation itself: all the seat may know."""
        return observe(self.__state, self.seat)

    def sheet(self, code: int) -> Sheet:
        """Gives the form behind an option that carries picks."""
        return Sheet(self.__state, machine.form(self.__state, self.seat, code))


class Bot:
    """A player. One object plays one seat of one game."""

    def __init__(self, seat: int, lots: Lots) -> None:
        self.seat = seat
        self.lots = lots
        """Where it takes its chances; never the game's own dice."""

    def answer(self, desk: Desk) -> Choice:
        """Answers the question before it; there are at least two options, or a form."""
        raise NotImplementedError

    def interject(self, desk: Desk) -> Choice | None:
        """Does something unasked, or nothing."""
        return None
