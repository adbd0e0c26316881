"""What a bot gets and what it gives back: never the game itself, only what its seat may know and may do."""

from __future__ import annotations

from itertools import groupby

from kickdoor.engine import numbers as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import machine
from kickdoor.engine.machine.prompts import TARGET_SHIFT, Form, Prompt, Verdict, kind_of, target_of
from kickdoor.engine.rules.turn.charity import CharityForm
from kickdoor.engine.state.rng import Lots
from kickdoor.engine.state.state import State
from kickdoor.view.observe import Observation, observe
from kickdoor.view.worlds import worlds

ANY_TARGET = 4095 << TARGET_SHIFT
Choice = tuple[int, list[int]]
"""An option's code and, for a form, its picks."""


class Sheet:
    """A form to be filled in: which atoms it takes and how many, with help to fill it legally."""

    def __init__(self, world: State, form: Form) -> None:
        self.world = world
        self.form = form
        self.atoms = form.atoms[:]
        self.least = form.least
        self.most = form.most

    def fits(self, picks: list[int]) -> bool:
        """Tells whether the picks are legal."""
        return self.form.check(self.world, picks, Verdict(False))

    def sample(self, lots: Lots) -> list[int]:
        """Draws a legal filling."""
        return self.form.sample(self.world, lots)

    def default(self) -> list[int]:
        """Gives the safe filling, as for somebody who has run out of time."""
        return self.form.default(self.world)

    def share_out(self, cards: list[int]) -> list[int]:
        """Writes cards given away in Charity as picks, the first to whoever sits next on the left."""
        form = self.form
        return form.deal(cards, form.receivers) if isinstance(form, CharityForm) else cards


class Desk:
    """One seat's desk: the question, and the observation. All else, forms too, is worked out from these two."""

    def __init__(self, observation: Observation, prompt: Prompt, rules: RuleSet) -> None:
        seen = observation
        self.observation = observation
        """All the seat may know."""
        self.prompt = prompt
        self.rules = rules
        self.seat = seen["seat"]
        self.step = seen["turns"] << 4 | nr.PHASES.index(seen["phase"])
        """Tells one phase step of the game from the next."""
        self.codes = round_the_table(prompt.codes, self.seat, len(seen["seats"]))
        """The options. Of several that are as good a bot mostly takes the first: among those aimed at somebody that is
        the left neighbour's, or whoever sits in the first seat would be asked for help most often and win by it."""
        self.__world: State | None = None

    @property
    def world(self) -> State:
        """A game that would look like this from here; hidden cards and dice are made up, the same for the same view."""
        if self.__world is None:
            self.__world = worlds(self.observation, self.rules, Lots(f"imagined:{self.observation['serial']}"))
        return self.__world

    def sheet(self, code: int) -> Sheet:
        """Gives the form behind an option that carries picks."""
        return Sheet(self.world, machine.form(self.world, self.seat, code))


def round_the_table(codes: list[int], seat: int, seats: int) -> list[int]:
    """Sorts options that differ only in the seat they are aimed at, from the left neighbour on round the table."""
    out: list[int] = []
    for aimed, group in groupby(codes, key=lambda code: code & ~ANY_TARGET if kind_of(code) == nr.A_SEAT else -1):
        alike = list(group)
        if aimed >= 0:
            alike.sort(key=lambda code: (target_of(code) - seat - 1) % seats)
        out += alike
    return out


def sit_down(state: State, seat: int) -> Desk:
    """Lays out the desk of a seat: here, and nowhere in a bot, the game is looked at."""
    return Desk(observe(state, seat), machine.prompt(state, seat), state.rules)


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
