"""The bots by name, and bots of one's own from a file."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType, ModuleType

from kickdoor.bot import Bot, BotMaker
from kickdoor.bots.easy import EasyBot
from kickdoor.bots.greedy import NastyBot, NormalBot
from kickdoor.bots.random_bot import RandomBot
from kickdoor.catalog.reader import suggest
from kickdoor.engine.machine.errors import BadData

BOTS: Mapping[str, type[Bot]] = MappingProxyType({bot.name: bot for bot in (RandomBot, EasyBot, NormalBot, NastyBot)})
"""The bots that come with kickdoor."""


def check_names(names: list[str]) -> list[str]:
    """Gives the names back if every one is a bot's; raises BadData that lists the bots otherwise."""
    for name in names:
        if name not in BOTS:
            raise BadData(f"there is no bot '{name[:80]}'{suggest(name, BOTS)}; there are {', '.join(BOTS)}")
    return names


def bot_maker(name: str) -> BotMaker:
    """Finds a bot by its name, or in a file of one's own: `file.py:Class`."""
    return outside_bot(name) if is_outside(name) else BOTS[check_names([name])[0]]


def is_outside(name: str) -> bool:
    """Tells whether a name is that of a bot in a file."""
    return ".py:" in name


@cache
def outside_bot(spec: str) -> type[Bot]:
    """Loads a bot from `path/to/file.py:Class`. The file is run: never let anybody else name it."""
    file, _, name = spec.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise BadData(f"{spec}: there is no file {file}")
    found = getattr(load_file(path), name, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        bots = [key for key, value in vars(load_file(path)).items() if is_bot(value)]
        hint = suggest(name, bots) or (f"; it holds {', '.join(bots)}" if bots else "; it holds no kickdoor.Bot")
        raise BadData(f"{spec}: there is no bot '{name}' in {path.name}{hint}")
    return found


def is_bot(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


@cache
def load_file(path: Path) -> ModuleType:
    """Runs a file of Python and gives what it defines; what goes wrong in it is told with its line."""
    name = f"kickdoor_bot_{path.stem}_{blake2b(str(path.resolve()).encode(), digest_size=4).hexdigest()}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # so that what it makes can be pickled
    try:
        spec.loader.exec_module(module)
    except Exception as e:
        del sys.modules[name]
        line = e.lineno if isinstance(e, SyntaxError) else last_line(e, path)
        raise BadData(f"{path}, line {line}: {type(e).__name__}: {e}") from e
    return module


def last_line(e: BaseException, path: Path) -> int:
    """Finds the line of a file where an error came up; 0 if it was not there."""
    line, trace = 0, e.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
