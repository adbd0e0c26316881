"""Custom bots from files. A file runs with the rights of the user who starts kickdoor; only that user may name it."""

from __future__ import annotations

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

from kickdoor.bot import Bot
from kickdoor.bots.master import MasterBot
from kickdoor.catalog.toml_reader import suggest
from kickdoor.engine.machine.errors import BadData, KickdoorError
from kickdoor.option import Option
from kickdoor.policies.search.search_policy import BUDGET
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView

MAX_FREE_ACTIONS = 100
"""Free actions of a custom bot in one turn; without a limit the turn might never end."""


class BotFault(KickdoorError):
    """An error in a custom bot; the message names the bot, the place and the error."""

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.trace = trace
        """The traceback, for the author of the bot."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.trace)


class GuardedBot(Bot):
    """A custom bot in play. Its errors are reported as a BotFault with its name, file and line."""

    def __init__(
        self, spec: str, seat: int, rng: Rng, on_fault: Callable[[BotFault], None] | None = None, budget: int = BUDGET
    ) -> None:
        super().__init__(seat, rng)
        self.file, maker = file_of(spec), load_custom_bot(spec)
        self.name = maker.name or maker.__name__
        self.on_fault = on_fault
        """A function that receives faults, after which the safe option is taken; without it, faults are raised."""
        self.turn = -1
        self.free_actions = 0
        """Free actions taken in this turn."""
        try:
            self.bot = maker(seat, rng)
            # A class with its own budget keeps it.
            if isinstance(self.bot, MasterBot) and self.bot.BUDGET == BUDGET:
                self.bot.allow(budget)
        except (Exception, SystemExit) as e:
            raise self.fault(e) from e

    def choose(self, view: SeatView) -> Option:
        option = self.ask(self.bot.choose, view)
        return view.options[0] if option is None or self.exceeds_free_actions(view, option) else option

    def interject(self, view: SeatView) -> Option | None:
        option = self.ask(self.bot.interject, view, is_interjection=True)
        return None if option is None or self.exceeds_free_actions(view, option) else option

    def ask(self, method: Callable[[SeatView], object], view: SeatView, is_interjection: bool = False) -> Option | None:
        """Call a method of the bot; return None if it returns None, or if a fault was reported."""
        try:
            answer = method(view)
            if answer is None and is_interjection:
                return None
            return validate_choice(view, answer)
        except (Exception, SystemExit) as e:
            fault = self.fault(e)
            if self.on_fault is None:
                raise fault from e
            self.on_fault(fault)
            return None

    def exceeds_free_actions(self, view: SeatView, option: Option) -> bool:
        """Return whether the option is a free action beyond the limit of this turn."""
        turns = view.observation["turns"]
        if turns != self.turn:
            self.turn, self.free_actions = turns, 0
        self.free_actions += option.is_free_action
        return self.free_actions > MAX_FREE_ACTIONS and option.is_free_action

    def fault(self, e: BaseException) -> BotFault:
        """Return the fault for an error, with its place."""
        line = last_line(e, self.file)
        what = str(e) if isinstance(e, NoAnswer) else f"{type(e).__name__}: {e}" if str(e) else type(e).__name__
        where = f"{self.file}, line {line}" if line else str(self.file)
        return BotFault(f"the bot {self.name} ({where}): {what}"[:500], "".join(traceback.format_exception(e)))


class NoAnswer(BadData):
    """A bot returned something that is not among its options."""


def validate_choice(view: SeatView, answer: object) -> Option:
    """Return the choice of a bot if it is legal; raise NoAnswer otherwise."""
    if not isinstance(answer, Option):
        raise NoAnswer(f"gave back {repr(answer)[:80]}, which is not an option; return one of view.options")
    if answer.seat != view.seat or answer._code not in view._codes:
        raise NoAnswer(f"gave back the option {answer.key}, which is not among view.options now")
    if answer.picks is not None:
        found = view._form(answer._code).check(answer.picks)
        if not found:
            raise NoAnswer(f"filled in {answer.key} with {list(answer.picks)}, which is refused: {found}")
    return answer


def is_custom(name: str) -> bool:
    """Return whether a name refers to a bot in a file: `file.py:Class`."""
    return ".py:" in name


def file_of(spec: str) -> Path:
    """Return the file of a bot."""
    return Path(spec.rpartition(":")[0])


def absolute_spec(spec: str) -> str:
    """Return the name of a bot with an absolute path. Raise BadData if it names no file."""
    if not is_custom(spec):
        bare = Path(spec)
        found = bots_in(load_file(bare.absolute())) if bare.suffix == ".py" and bare.is_file() else []
        hint = f"; the file holds {', '.join(f'{spec}:{name}' for name in found)}" if found else ""
        raise BadData(f"{spec}: a bot is named by its file and class, as in path/to/file.py:Class{hint}")
    file, _, name = spec.rpartition(":")
    return f"{Path(file).absolute()}:{name}"


@cache
def load_custom_bot(spec: str) -> type[Bot]:
    """Load a bot from `path/to/file.py:Class`. The file is executed, so its name must never come from another user."""
    path, name = file_of(spec).absolute(), spec.rpartition(":")[2]
    if not path.is_file():
        raise BadData(f"{spec}: there is no file {path}")
    module = load_file(path)
    found = getattr(module, name, None)
    if not is_bot(found):
        if isinstance(found, type):
            raise BadData(f"{spec}: {name} is not a kickdoor.Bot; begin it with: class {name}(kickdoor.Bot):")
        bots = bots_in(module)
        hint = suggest(name, bots) or (f"; it holds {', '.join(bots)}" if bots else "; it holds no kickdoor.Bot")
        raise BadData(f"{spec}: there is no bot '{name}' in {path.name}{hint}")
    check_class(spec, found)
    return found


def check_class(spec: str, bot: type[Bot]) -> None:
    """Raise BadData if a class cannot play."""
    try:
        inspect.signature(bot).bind(0, Rng(0))
    except (TypeError, ValueError) as e:
        raise BadData(f"{spec}: a bot must accept the arguments (seat, rng) in __init__: {e}") from e
    if bot.choose is Bot.choose:
        raise BadData(f"{spec}: {bot.__name__} needs a method choose(self, view) that returns an option")


def is_bot(value: object) -> TypeGuard[type[Bot]]:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


def bots_in(module: ModuleType) -> list[str]:
    """List the names of the bots that a file defines, without imported ones."""
    return [key for key, value in vars(module).items() if is_bot(value) and value.__module__ == module.__name__]


@cache
def load_file(path: Path) -> ModuleType:
    """Execute a Python file and return the module. Raise BadData with the line of an error."""
    name = f"kickdoor_bot_{path.stem}_{blake2b(str(path.resolve()).encode(), digest_size=4).hexdigest()}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadData(f"{path}: not a file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # so that its objects can be pickled
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as e:
        del sys.modules[name]
        if isinstance(e, SyntaxError):
            line = f", line {e.lineno}" if e.lineno else ""
            raise BadData(f"{e.filename or path}{line}: {type(e).__name__}: {e.msg}") from e
        raise BadData(f"{path}, line {last_line(e, path)}: {type(e).__name__}: {e}") from e
    return module


def last_line(e: BaseException, path: Path) -> int:
    """Return the last line of a file in the traceback of an error; 0 if there is none."""
    line, trace = 0, e.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
