"""A terminal game between one player and bots: prompts, the event log and saving."""

from __future__ import annotations

import shlex
import signal
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from kickdoor.autoplay import seat_bot
from kickdoor.bot import Bot
from kickdoor.bots.custom_bots import BotFault
from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import FALLBACK_BOT, BotRegistry
from kickdoor.catalog.loader import load_catalog
from kickdoor.cli.terminal import saves
from kickdoor.cli.terminal.event_log import EventLog
from kickdoor.cli.terminal.menu import RARE_ACTIONS
from kickdoor.cli.terminal.saves import People
from kickdoor.cli.terminal.screen import Quit, Terminal
from kickdoor.cli.terminal.table_text import table_lines
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData, Refused
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import ATTACH, DONE, EQUIP, OFFER, PASS, SWAP, Answer, act_of
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.replay import Recorder, Replayer, ReplayMismatch, catalog_of
from kickdoor.rng import Rng

PLAYER_SEAT = 0
BOT_NAMES = ("Berta", "Clod", "Dorn", "Edda", "Fitz")
NO_TURN_LIMIT = 0
RECAP_LINES = 12
"""The number of recent log lines shown when a game is resumed."""
UNPROMPTED_ACTIONS = (*RARE_ACTIONS, EQUIP, SWAP, ATTACH, PASS, DONE)
"""Actions that are no reason to stop at the player: they need no answer now, or only pass."""


class Session:
    """One running game with the player in the first seat."""

    def __init__(
        self, terminal: Terminal, recorder: Recorder, people: People, folders: list[Path], registry: BotRegistry
    ) -> None:
        self.terminal = terminal
        self.recorder = recorder
        self.people = people
        self.folder_arguments = "".join(f" --set-dir {folder}" for folder in folders)
        """Extra arguments for commands about this game."""
        self.bot_arguments = "".join(f" --bot {shlex.quote(spec)}" for spec in registry.own.values())
        self.state = recorder.game.state
        self.event_log = EventLog(self.state.rules, PLAYER_SEAT, people.names)
        self.quick = False
        """Whether the player is offered no interjections."""
        self.interrupted = False
        self.offered_situation: tuple[int, ...] = ()
        """The visible situation in which the player was last offered an interjection."""
        seed = f"{recorder.seed}:{len(recorder.answers)}"
        bots: list[Bot | None] = [None]
        for seat, name in enumerate(people.bots, 1):
            maker = registry.maker(name if name in registry else FALLBACK_BOT, self.report_fault)
            bots.append(seat_bot(maker, seat, Rng(f"{seed}:{seat}")))
        self.driver = drive(self.state, bots, NO_TURN_LIMIT, self.apply)

    def apply(self, answer: Answer) -> list[Event]:
        """Apply an answer and collect its events for the log."""
        events = self.recorder.apply(answer)
        self.event_log.add(self.state, events)
        return events

    def print_events(self) -> None:
        """Print the collected events."""
        self.terminal.tell(self.event_log.lines())

    def report_fault(self, fault: BotFault) -> None:
        """Report that a custom bot failed; the game continues with the default answer."""
        self.print_events()
        self.terminal.say(f"  {fault}; it plays it safe this time.", "red")

    def play(self) -> None:
        """Play until the game is over or the player leaves, and save the game after each answer of the player."""
        if self.recorder.answers:
            self.terminal.welcome_back(
                self.state, PLAYER_SEAT, self.people.names, self.event_log.lines()[-RECAP_LINES:]
            )
        else:
            self.terminal.welcome(self.state, PLAYER_SEAT, self.people.names)
        previous_handler = signal.signal(signal.SIGINT, self.interrupt)
        try:
            while not self.driver.is_over:
                self.advance()
                if self.interrupted:
                    raise KeyboardInterrupt
        except (Quit, KeyboardInterrupt) as e:
            self.save()
            if isinstance(e, KeyboardInterrupt):
                self.terminal.say("")
            arguments = self.folder_arguments + self.bot_arguments
            self.terminal.say_command("The game is saved. Continue with:", f"kickdoor play --resume{arguments}")
            if isinstance(e, KeyboardInterrupt):
                raise
            return
        finally:
            signal.signal(signal.SIGINT, previous_handler)
        self.finish()

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C at once while prompting the player, else after the current answer is applied."""
        self.interrupted = True
        if self.terminal.reading:
            raise KeyboardInterrupt

    def finish(self) -> None:
        """Print the result of the game."""
        self.print_events()
        path = saves.finish(self.recorder.record(), self.people)
        self.terminal.say("")
        for line in table_lines(self.state, PLAYER_SEAT, self.people.names):
            self.terminal.say(line)
        winners = " and ".join("You" if seat == PLAYER_SEAT else self.people.names[seat] for seat in self.state.winners)
        self.terminal.say(f"{winners} won after {self.state.turns} turns.", "bold")
        self.terminal.say_command("Watch it again with:", f"kickdoor replay {path} --log{self.folder_arguments}")

    def advance(self) -> None:
        """Advance the game by one answer."""
        interjection = self.offer_interjection()
        answer = interjection if interjection is not None else self.driver.next_answer()
        if answer is not None and interjection is None:
            self.driver.give(answer)
            return
        if answer is None:
            answer = self.pass_automatically()
        if answer is None:
            self.print_events()
            answer = self.terminal.ask(self.state, PLAYER_SEAT, self.people.names)
        try:
            self.driver.give(answer)
            self.save()
        except Refused as e:
            self.terminal.refuse(e)

    def pass_automatically(self) -> Answer | None:
        """Pass for the player if the prompt does not affect their seat and only `UNPROMPTED_ACTIONS` are legal."""
        s = self.state
        top = s.stack[-1]
        is_affected = s.turn == PLAYER_SEAT or in_combat(s, PLAYER_SEAT) or top.announced_at() == PLAYER_SEAT
        prompt = runtime.prompt(s, PLAYER_SEAT)
        if (
            is_affected
            or PASS not in prompt.codes
            or any(act_of(code) not in UNPROMPTED_ACTIONS for code in prompt.codes)
        ):
            return None
        return Answer(PLAYER_SEAT, PASS, [], prompt.id)

    def offer_interjection(self) -> Answer | None:
        """Offer the player an interjection in another player's turn, once in each of these situations.

        - The player has just received cards.
        - A fight is in progress in which the player can offer help, again when its number of monsters changes. Before
          it is decided all players are prompted anyway.
        - The turn is in phase 2 or Charity, and no interjection was offered in this turn.
        """
        s = self.state
        situation = self.visible_situation()
        if (
            self.quick
            or not situation
            or situation == self.offered_situation
            or runtime.prompted_seats(s) >> PLAYER_SEAT & 1
        ):
            return None
        acts = [act_of(code) for code in runtime.legal_options(s, PLAYER_SEAT)]
        if all(act in UNPROMPTED_ACTIONS for act in acts) or (s.fight is not None and OFFER not in acts):
            return None
        self.offered_situation = situation
        self.print_events()
        return self.terminal.interject(s, PLAYER_SEAT, self.people.names)

    def visible_situation(self) -> tuple[int, ...]:
        """Return numbers that identify the situation for `offer_interjection`; empty if there is none."""
        s = self.state
        if s.turn == PLAYER_SEAT or s.phase == nr.SETUP:
            return ()
        if s.seats[PLAYER_SEAT].fresh:
            return (s.turns, *s.seats[PLAYER_SEAT].fresh)
        if s.fight is not None and not s.fight.lost:
            return (s.turns, -len(s.fight.bodies))
        was_offered = self.offered_situation[:1] == (s.turns,)
        return (s.turns,) if s.phase in (nr.SECOND, nr.CHARITY) and not was_offered else ()

    def save(self) -> None:
        """Save the game as it stands."""
        saves.keep(self.recorder.record(), self.people, saves.folder() / saves.UNFINISHED)


@dataclass(frozen=True)
class NewGame:
    """The settings of a new game and its players."""

    sets: list[str]
    folders: list[Path]
    seats: int
    bots: list[str]
    """The bots, repeated around the table."""
    seed: str
    name: str
    sex: str
    options: RuleOptions
    registry: BotRegistry = field(default_factory=BotRegistry)


def new_session(terminal: Terminal, game: NewGame) -> Session:
    """Deal a new game; an unfinished one is set aside."""
    game.registry.check(game.bots)
    rules, seats = load_catalog(game.sets, game.folders), game.seats
    player_name = "".join(letter for letter in game.name if letter.isprintable()).strip()[:20]
    if not player_name:
        raise BadData("--name: give your player a name")
    own_sex = nr.SEXES.index(game.sex)
    recorder = Recorder(rules, seats, game.seed, game.options, [(own_sex + seat) % 2 for seat in range(seats)])
    if len(game.bots) >= seats:
        raise BadData(f"name 1 to {seats - 1} bots for the {seats - 1} other players, got {len(game.bots)}")
    bot_names = [name for name in BOT_NAMES if name.casefold() != player_name.casefold()][: seats - 1]
    bot_names += [f"{player_name} {seat}" for seat in range(2, seats + 1 - len(bot_names))]
    people = People([player_name, *bot_names], [game.bots[seat % len(game.bots)] for seat in range(seats - 1)])
    if saves.set_aside():
        kept = saves.folder() / saves.PREVIOUS
        terminal.say_command(
            "Your unfinished game is set aside. Continue it later with:", f"kickdoor play --resume {kept}"
        )
    return Session(terminal, recorder, people, game.folders, game.registry)


def resume_session(
    terminal: Terminal, folders: list[Path], path: Path | None = None, registry: BotRegistry | None = None
) -> Session:
    """Resume the unfinished game by replaying all its answers."""
    registry = registry or BotRegistry()
    record, people = saves.unfinished(path, folders)
    report_missing_bots(terminal, people, registry)
    try:
        replayer = Replayer(record, catalog_of(record, folders))
        event_log = EventLog(replayer.rules, PLAYER_SEAT, people.names)
        replayed_events: list[Event] = []
        while replayer.done < len(record.answers):
            events = replayer.step()
            event_log.add(replayer.game.state, events)
            replayed_events.extend(events)
    except ReplayMismatch as e:
        raise BadData(f"the saved game cannot continue: {e}") from None
    if replayer.origin.words:
        terminal.say(
            f"This game was {replayer.origin.words}. It replayed identically and continues with the current ones."
        )
    session = Session(terminal, replayer.recorder, people, folders, registry)
    session.event_log = event_log
    # The grudges of bots follow from the events, so the file does not store them
    session.driver.notify(replayed_events)
    if path is not None and path != saves.folder() / saves.UNFINISHED:
        # This may be the file that is about to be replaced
        saves.set_aside()
        session.save()
    return session


def report_missing_bots(terminal: Terminal, people: People, registry: BotRegistry) -> None:
    """Report which bots are replaced. A saved game names bots and never loads any from files."""
    for seat, name in enumerate(people.bots, 1):
        if name not in registry:
            terminal.say(
                f"{people.names[seat]}: the bot '{name[:80]}' is not available, so {FALLBACK_BOT} plays instead; "
                "use --bot FILE.py:CLASS to add your own bot."
            )
