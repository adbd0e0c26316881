"""A game between one person and bots: who is asked, what is told, when it is saved."""

from __future__ import annotations

from pathlib import Path

from kickdoor.bots.base import Bot
from kickdoor.bots.idle import busy
from kickdoor.bots.registry import BOTS, check_names
from kickdoor.catalog.load import load_catalog
from kickdoor.cli import saves
from kickdoor.cli.saves import People
from kickdoor.cli.story import tell_events
from kickdoor.cli.terminal import Quit, Terminal
from kickdoor.core import machine
from kickdoor.core import words as w
from kickdoor.core.codec import options_from_dict
from kickdoor.core.errors import BadData, Refused
from kickdoor.core.prompts import SHOW, Answer, act_of, parse
from kickdoor.core.rng import Lots
from kickdoor.core.ruleset import Options
from kickdoor.replay import Recorder
from kickdoor.sim.driver import Driver

ME = 0
BOT_NAMES = ("Berta", "Clod", "Dorn", "Edda", "Fitz")
FOREVER = 0


class Session:
    """One game under way. The person sits in the first seat."""

    def __init__(self, terminal: Terminal, recorder: Recorder, people: People) -> None:
        self.terminal = terminal
        self.recorder = recorder
        self.people = people
        self.state = recorder.game.state
        self.quick = False
        self.spoken = -1
        """What was there to see when the person was last asked whether to speak up."""
        seed = f"{recorder.seed}:{len(recorder.answers)}"
        bots: list[Bot | None] = [None]
        for seat, name in enumerate(people.bots, 1):
            bots.append(BOTS[name](seat, Lots(f"{seed}:{seat}")))
        self.driver = Driver(self.state, bots, FOREVER, self.take)

    def take(self, answer: Answer) -> None:
        """Takes an answer and tells what came of it."""
        events = self.recorder.apply(answer)
        self.terminal.tell(tell_events(self.state, events, ME, self.people.names), answer.seat == ME)

    def play(self) -> None:
        """Plays until the game is over or the person leaves; the game is saved whenever he has answered."""
        self.terminal.welcome(self.state, ME, self.people.names)
        try:
            while not self.driver.is_over:
                self.go_on()
        except Quit:
            self.save()
            self.terminal.say("The game is saved. Go on with: kickdoor play --resume")
            return
        except KeyboardInterrupt:
            self.save()
            raise
        path = saves.finish(self.recorder.record())
        winners = " and ".join(self.people.names[seat] for seat in self.state.winners)
        self.terminal.say(
            f"\n{winners} won after {self.state.turns} turns. See it again with: kickdoor replay {path} --log"
        )

    def go_on(self) -> None:
        """Lets the next thing happen."""
        spoken = self.speak_up()
        answer = spoken if spoken is not None else self.driver.next_answer()
        if answer is not None and spoken is None:
            self.driver.give(answer)
            return
        if answer is None:
            answer = self.terminal.ask(self.state, ME, self.people.names)
        try:
            self.driver.give(answer)
            self.save()
        except Refused as e:
            self.terminal.refuse(e)

    def speak_up(self) -> Answer | None:
        """Asks the person whether to act unasked: once a turn of others, and whenever a monster comes."""
        s = self.state
        bodies = 0 if s.fight is None else len(s.fight.bodies)
        sight = s.turns << 4 | bodies
        if self.quick or sight == self.spoken or s.phase == w.SETUP:
            return None
        self.spoken = sight
        if machine.asked(s) >> ME & 1:
            return None
        codes = [code for code in machine.listing(s, ME) if act_of(code) != SHOW]
        if not codes or not (busy(codes) or bodies):
            return None
        return self.terminal.interject(s, ME, self.people.names)

    def save(self) -> None:
        """Saves the game as it stands."""
        saves.keep(self.recorder.record(), self.people, saves.folder() / saves.UNFINISHED)


def new_session(
    terminal: Terminal,
    sets: list[str],
    folders: list[Path],
    seats: int,
    bots: list[str],
    seed: str,
    name: str,
    sex: str,
    options: Options | None = None,
) -> Session:
    """Deals a new game; an unfinished one is set aside."""
    check_names(bots)
    rules = load_catalog(sets, folders)
    called = "".join(letter for letter in name if letter.isprintable()).strip()[:20]
    if not called:
        raise BadData("a player needs a name")
    mine = w.SEXES.index(sex)
    recorder = Recorder(rules, seats, seed, options, [(mine + seat) % 2 for seat in range(seats)])
    others = [one for one in BOT_NAMES if one.casefold() != called.casefold()][: seats - 1]
    others += [f"{called} {seat}" for seat in range(2, seats + 1 - len(others))]
    people = People([called, *others], [bots[seat % len(bots)] for seat in range(seats - 1)])
    if saves.set_aside():
        terminal.say(f"Your unfinished game is kept as {saves.folder() / saves.PREVIOUS}")
    return Session(terminal, recorder, people)


def resume_session(terminal: Terminal, folders: list[Path]) -> Session:
    """Goes on with the game that was left, by giving all its answers again."""
    record, people = saves.unfinished()
    check_names(people.bots)
    inside = [name for name in record.sets if name not in {folder.name for folder in folders}]
    rules = load_catalog(inside, folders)
    if rules.digest != record.catalog:
        raise BadData("the cards have changed since this game was saved; it cannot go on")
    recorder = Recorder(rules, record.seats, record.seed, options_from_dict(record.options), record.sexes)
    for step in record.answers:
        try:
            recorder.apply(Answer(step.seat, parse(step.key), step.picks, cause=step.cause))
        except Refused as e:
            raise BadData(f"the saved game cannot go on: {step.key} of seat {step.seat} is refused: {e}") from None
    return Session(terminal, recorder, people)
