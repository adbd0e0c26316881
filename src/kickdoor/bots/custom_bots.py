"""Bots of one's own, from files. A file runs with the rights of whoever starts kickdoor: nobody else may name it."""

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
"""Acts that use nothing up that a bot from a file gets in one turn: nobody waits for one that knows no end of them."""


class BotFault(KickdoorError):
    """Something went wrong in a bot from a file; says in which, where and what."""

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.trace = trace
        """The way to it through the code, for whoever writes the bot."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.trace)


class GuardedBot(Bot):
    """A bot from a file while it plays: a fault of its own is told as one, with its name, file and line."""

    def __init__(
        self, spec: str, seat: int, rng: Rng, tell: Callable[[BotFault], None] | None = None, budget: int = BUDGET
    ) -> None:
        super().__init__(seat, rng)
        self.file, maker = file_of(spec), load_custom_bot(spec)
        self.name = maker.name or maker.__name__
        self.tell = tell
        """Hears of faults, and the safe option is taken; without it they are raised."""
        self.turn = -1
        self.idle = 0
        """Acts in this turn that used nothing up."""
        try:
            self.bot = maker(seat, rng)
            # A class that says how many playouts it spends is left at that
            if isinstance(self.bot, MasterBot) and self.bot.BUDGET == BUDGET:
                self.bot.allow(budget)
        except (Exception, SystemExit) as e:
            raise self.fault(e) from e

    def choose(self, view: SeatView) -> Option:
        option = self.ask(self.bot.choose, view)
        return view.options[0] if option is None or self.is_tired(view, option) else option

    def interject(self, view: SeatView) -> Option | None:
        option = self.ask(self.bot.interject, view, speak_up=True)
        return None if option is None or self.is_tired(view, option) else option

    def ask(self, question: Callable[[SeatView], object], view: SeatView, speak_up: bool = False) -> Option | None:
        """Put a question to the bot; nothing comes back where it has nothing to say, or where a fault was told of."""
        try:
            answer = question(view)
            if answer is None and speak_up:
                return None
            return validate_choice(view, answer)
        except (Exception, SystemExit) as e:
            fault = self.fault(e)
            if self.tell is None:
                raise fault from e
            self.tell(fault)
            return None

    def is_tired(self, view: SeatView, option: Option) -> bool:
        """Return whether it has done without end in this turn what uses nothing up, and wants to again."""
        turns = view.observation["turns"]
        if turns != self.turn:
            self.turn, self.idle = turns, 0
        self.idle += option.is_free_action
        return self.idle > MAX_FREE_ACTIONS and option.is_free_action

    def fault(self, e: BaseException) -> BotFault:
        """Return what went wrong in it, and where."""
        line = last_line(e, self.file)
        what = str(e) if isinstance(e, NoAnswer) else f"{type(e).__name__}: {e}" if str(e) else type(e).__name__
        where = f"{self.file}, line {line}" if line else str(self.file)
        return BotFault(f"the bot {self.name} ({where}): {what}"[:500], "".join(traceback.format_exception(e)))


class NoAnswer(BadData):
    """What a bot has given back is not among its options."""


def validate_choice(view: SeatView, answer: object) -> Option:
    """Return back what a bot has chosen if that may be chosen; says so if not."""
    if not isinstance(answer, Option):
        raise NoAnswer(f"gave back {repr(answer)[:80]}, which is no option; return one of view.options")
    if answer.seat != view.seat or answer._code not in view._codes:
        raise NoAnswer(f"gave back the option {answer.key}, which is not among view.options now")
    if answer.picks is not None:
        found = view._form(answer._code).check(answer.picks)
        if not found:
            raise NoAnswer(f"filled in {answer.key} with {list(answer.picks)}, which is refused: {found}")
    return answer


def is_outside(name: str) -> bool:
    """Return whether a name is that of a bot in a file: `file.py:Class`."""
    return ".py:" in name


def file_of(spec: str) -> Path:
    """Return the file in which a bot is."""
    return Path(spec.rpartition(":")[0])


def placed(spec: str) -> str:
    """Name a bot's file so that it does not hang on the working directory; objects to what names no file."""
    if not is_outside(spec):
        bare = Path(spec)
        found = bots_in(load_file(bare.absolute())) if bare.suffix == ".py" and bare.is_file() else []
        hint = f"; the file holds {', '.join(f'{spec}:{name}' for name in found)}" if found else ""
        raise BadData(f"{spec}: a bot is named by its file and class, as in path/to/file.py:Class{hint}")
    file, _, name = spec.rpartition(":")
    return f"{Path(file).absolute()}:{name}"


@cache
def load_custom_bot(spec: str) -> type[Bot]:
    """Load a bot from `path/to/file.py:Class`. The file is run: never let anybody else name it."""
    path, name = file_of(spec).absolute(), spec.rpartition(":")[2]
    if not path.is_file():
        raise BadData(f"{spec}: there is no file {path}")
    module = load_file(path)
    found = getattr(module, name, None)
    if not is_bot(found):
        if isinstance(found, type):
            raise BadData(f"{spec}: {name} is no kickdoor.Bot; begin it with: class {name}(kickdoor.Bot):")
        bots = bots_in(module)
        hint = suggest(name, bots) or (f"; it holds {', '.join(bots)}" if bots else "; it holds no kickdoor.Bot")
        raise BadData(f"{spec}: there is no bot '{name}' in {path.name}{hint}")
    check_class(spec, found)
    return found


def check_class(spec: str, bot: type[Bot]) -> None:
    """Object to a class that cannot play."""
    try:
        inspect.signature(bot).bind(0, Rng(0))
    except (TypeError, ValueError) as e:
        raise BadData(f"{spec}: a bot is made with a seat and lots, __init__(self, seat, lots), but here: {e}") from e
    if bot.choose is Bot.choose:
        raise BadData(f"{spec}: {bot.__name__} needs a method choose(self, view) that returns an option")


def is_bot(value: object) -> TypeGuard[type[Bot]]:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


def bots_in(module: ModuleType) -> list[str]:
    """Name the bots a file brings along, not those it has from elsewhere."""
    return [key for key, value in vars(module).items() if is_bot(value) and value.__module__ == module.__name__]


@cache
def load_file(path: Path) -> ModuleType:
    """Run a file of Python and gives what it defines; what goes wrong in it is told with its line."""
    name = f"kickdoor_bot_{path.stem}_{blake2b(str(path.resolve()).encode(), digest_size=4).hexdigest()}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadData(f"{path}: not a file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # so that what it makes can be pickled
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
    """Find the line of a file where an error came up; 0 if it was not there."""
    line, trace = 0, e.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
