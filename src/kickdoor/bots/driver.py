"""Seats bots at a game and lets it go on: who is asked first, who may speak up, who can only pass."""

from collections.abc import Callable

from kickdoor.bot import Bot
from kickdoor.engine.machine import machine
from kickdoor.engine.machine.errors import BadData, EngineError
from kickdoor.engine.machine.prompts import FORM_BIT, Answer
from kickdoor.engine.rules.turn.windows import answering_order, first_asked
from kickdoor.engine.state.state import State
from kickdoor.minds.imagining import Choice
from kickdoor.minds.patience import MOST_ANSWERS, MOST_TURNS, endless
from kickdoor.option import Option
from kickdoor.seat_view import SeatView, sit_down


class Driver:
    """Drives one game. Seats without a bot are somebody else's to answer."""

    def __init__(
        self,
        state: State,
        bots: list[Bot | None],
        most_turns: int = MOST_TURNS,
        apply: Callable[[Answer], object] | None = None,
    ) -> None:
        self.state = state
        self.bots = bots
        self.apply = apply
        """Takes the answers instead of the bare machine: a recorder does."""
        self.most_turns = most_turns
        """A game is cut after so many turns; 0 is never."""
        self.actor = -1
        self.decisions = 0
        self.forced = 0
        self.polled = 0
        """Seats that have been asked whether they want to speak up since something new could be seen."""
        self.sight = -1
        self.turn = -1
        self.answers = 0
        """Answers of bots in this turn."""

    @property
    def is_over(self) -> bool:
        """Tells whether somebody has won or the game is cut."""
        s = self.state
        return bool(s.winners) or (self.most_turns > 0 and s.turns > self.most_turns)

    def play(self) -> None:
        """Plays until the game is over; every seat must have a bot."""
        while not self.is_over:
            answer = self.next_answer()
            if answer is None:
                raise EngineError("a seat without a bot must answer")
            self.give(answer)

    def next_answer(self) -> Answer | None:
        """Gives what comes next: somebody speaks up, a seat that can only pass passes, or a bot answers its question.

        None means that it is up to somebody without a bot; `waits_for` tells who.
        """
        asked = machine.asked(self.state)
        if not asked:
            raise EngineError(f"nobody is asked in {self.state.stack[-1].KIND}")
        spoken = self.poll(asked)
        if spoken is not None:
            return spoken
        seat = self.waits_for()
        codes = machine.listing(self.state, seat)
        if len(codes) == 1 and not codes[0] & FORM_BIT:
            self.forced += 1
            return Answer(seat, codes[0], None, -1, "driver")
        bot = self.bots[seat]
        if bot is None:
            return None
        self.decisions += 1
        view = sit_down(self.state, seat)
        return Answer(seat, *taken(bot, bot.choose(view)), view._prompt.id)

    def waits_for(self) -> int:
        """Finds the seat that answers next, in AMB-07's order."""
        s = self.state
        return first_asked(s, machine.asked(s), self.actor if s.stack[-1].round else -1)

    def poll(self, asked: int) -> Answer | None:
        """Asks every bot that is not asked anything, once after each thing new to see, whether it wants to speak up."""
        s = self.state
        bodies = 0 if s.fight is None else len(s.fight.bodies)
        sight = (s.turns << 4 | s.phase) << 4 | bodies
        if sight != self.sight:
            self.sight = sight
            self.polled = 0
        for seat in answering_order(s, -1):
            bot = self.bots[seat]
            if bot is None or (asked | self.polled) >> seat & 1:
                continue
            if s.stack[-1].moments(s, seat) and machine.listing(s, seat):
                choice = think(bot, sit_down(s, seat), speak_up=True)
                if choice is not None:
                    self.decisions += 1
                    return Answer(seat, *choice)
            self.polled |= 1 << seat
        return None

    def give(self, answer: Answer) -> None:
        """Applies an answer, a bot's or another's."""
        s = self.state
        acts = s.acts
        if s.turns != self.turn or self.bots[answer.seat] is None:
            self.turn = s.turns
            self.answers = 0
        self.answers += 1
        if self.answers > MOST_ANSWERS:
            raise endless(s)
        if self.apply is None:
            machine.apply(s, answer)
        else:
            self.apply(answer)
        if s.acts != acts:
            self.actor = answer.seat


def think(bot: Bot, view: SeatView, speak_up: bool = False) -> Choice | None:
    """Has a bot answer its question or, if it speaks up, do something unasked or nothing."""
    option = bot.interject(view) if speak_up else bot.choose(view)
    return None if option is None and speak_up else taken(bot, option)


def taken(bot: Bot, option: object) -> Choice:
    """Reads what a bot gives back; anything but an option is said to be none."""
    if not isinstance(option, Option):
        name = type(bot).__name__
        raise BadData(f"{name} gave back {option!r}, which is no option; return one of view.options")
    return option._choice()
