"""The bots by name: built-in ones, and custom ones that the operator adds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeGuard

from kickdoor.bot import Bot, BotMaker
from kickdoor.bots.custom_bots import BotFault, GuardedBot, absolute_spec, is_custom, load_custom_bot
from kickdoor.bots.greedy_bots import EasyBot, NastyBot, NormalBot
from kickdoor.bots.master import MasterBot, checked_budget
from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.bots.random_bot import RandomBot
from kickdoor.catalog.toml_reader import suggest
from kickdoor.engine.machine.errors import BadData
from kickdoor.policies.personalities import BY_NAME, Personality
from kickdoor.policies.search.search_policy import BUDGET
from kickdoor.rng import Rng

PERSONALITY_SEPARATOR = "@"
"""Separator between a level and a personality: `nasty@gruff`."""


class BuiltinBots(Mapping[str, type[Bot]]):
    """The built-in bots by level. All but the random one may have a personality, as in `nasty@gruff`.

    Iteration lists only the levels; each of them has every personality.
    """

    def __init__(self, *bots: type[Bot]) -> None:
        self.by_level = {bot.name: bot for bot in bots}
        self.with_personality: dict[str, type[Bot]] = {}
        """The classes of bots with a personality, made when first named."""

    def __getitem__(self, name: str) -> type[Bot]:
        level, separator, personality = name.partition(PERSONALITY_SEPARATOR)
        if not separator:
            return self.by_level[name]
        if name not in self.with_personality:
            self.with_personality[name] = with_personality(self.by_level[level], BY_NAME[personality])
        return self.with_personality[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_level)

    def __len__(self) -> int:
        return len(self.by_level)

    @property
    def levels_with_style(self) -> list[str]:
        """The levels that may have a personality."""
        return [name for name, bot in self.by_level.items() if has_style(bot)]


def has_style(bot: type[Bot]) -> TypeGuard[type[NormalBot | MasterBot]]:
    """Return whether a bot has a play style, which personalities change."""
    return issubclass(bot, NormalBot | MasterBot)


def with_personality(bot: type[Bot], personality: Personality) -> type[Bot]:
    """Return a subclass of a bot whose play style has a personality; raise `KeyError` if the bot has no style."""
    if not has_style(bot):
        raise KeyError(bot.name)
    name = f"{bot.name}{PERSONALITY_SEPARATOR}{personality.name}"
    style = personality.apply_to(bot.STYLE)
    return type(
        name, (bot,), {"name": name, "STYLE": style, "__doc__": personality.description, "__module__": __name__}
    )


BOTS = BuiltinBots(RandomBot, EasyBot, NormalBot, NastyBot, MasterBot)
"""The built-in bots."""


def __getattr__(name: str) -> type[Bot]:
    """Return the class of a bot with a personality by its name, for pickle."""
    try:
        return BOTS[name]
    except KeyError:
        raise AttributeError(f"module {__name__} has no attribute {name!r}") from None


LEVELS = ("easy", "normal", "nasty", "master")
"""The levels that a table offers, the weakest first; the random bot is not one of them."""
LEVELS_WITH_PERSONALITY = ("normal", "nasty", "master")
"""The levels whose personalities a table offers; `easy` overlooks too much to show one."""
FALLBACK_BOT = "normal"
"""The bot that plays if none is named, and that replaces a missing bot."""
MAX_NAME_LENGTH = 40
NAME = re.compile(rf"\w[\w .-]{{0,{MAX_NAME_LENGTH - 1}}}")
RESERVED_NAMES = ("human",)
"""Names that records use for people."""


def list_personality_bots() -> list[str]:
    """List the names of all bots with a personality."""
    return [
        f"{level}{PERSONALITY_SEPARATOR}{personality}" for level in BOTS.levels_with_style for personality in BY_NAME
    ]


def searches(name: str) -> bool:
    """Return whether a built-in bot searches, so that it has a budget of playouts."""
    return name in BOTS and issubclass(BOTS[name], MasterBot)


def receives_events(name: str) -> bool:
    """Return whether a built-in bot is sent the events of its seat: it is if its play style has grudges."""
    bot = BOTS.get(name)
    return bot is not None and has_style(bot) and bot.STYLE.grudge.spite > 0


def bot_maker(name: str) -> BotMaker:
    """Return a bot by its name or from a file, `file.py:Class`. The file is executed: never pass names from users."""
    return load_custom_bot(name) if is_custom(name) else BotRegistry().maker(name)


class BotRegistry:
    """The bots that may be named: built-in ones, and custom ones from files named at the command line.

    Names from other sources, such as a request or a saved game, are only looked up here and never load a file.
    """

    def __init__(self, specs: Iterable[str] = (), budget: int = BUDGET) -> None:
        self.budget = checked_budget(budget)
        """Playouts of searching bots for a decision; with 0 they do what looks best."""
        self.levels: Sequence[str] = LEVELS
        """The built-in bots that a table offers."""
        self.own: dict[str, str] = {}
        """The custom bots: `file.py:Class` by name."""
        for spec in specs:
            self.add(spec)

    def add(self, spec: str) -> str:
        """Load a custom bot and return its name. Raise BadData if the name is taken."""
        if spec in BOTS:
            raise BadData(f"{spec} is not a file but a built-in bot, which needs no file")
        absolute = absolute_spec(spec)
        bot = load_custom_bot(absolute)
        name: object = bot.name or bot.__name__
        hint = f'give the class another name: name = "{bot.__name__}2"'
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise BadData(
                f"{spec}: a bot's name must have 1 to {MAX_NAME_LENGTH} letters and digits, got {name!r}; {hint}"
            )
        for other in (*BOTS, *RESERVED_NAMES, *self.own):
            if other.casefold() == name.casefold() and self.own.get(other) != absolute:
                owner = f"that of {self.own[other]}" if other in self.own else "kickdoor's own"
                raise BadData(f"{spec}: the name '{name}' is {owner}; {hint}")
        self.own[name] = absolute
        return name

    def __iter__(self) -> Iterator[str]:
        return iter((*BOTS, *self.own))

    def __contains__(self, name: object) -> bool:
        return name in BOTS or name in self.own

    @property
    def offered(self) -> list[str]:
        """List the bots that a table offers."""
        return [*self.levels, *self.own]

    def check(self, names: list[str]) -> list[str]:
        """Return the names if each is the name of a bot. Raise BadData with the known bots otherwise."""
        for name in names:
            if name not in self:
                known = [*self, *list_personality_bots()] if PERSONALITY_SEPARATOR in name else self
                personalities = f"{PERSONALITY_SEPARATOR} and one of {', '.join(BY_NAME)}"
                known_text = f"{', '.join(self)}, and {', '.join(BOTS.levels_with_style)} with {personalities}"
                hint = suggest(name, known) or "; a custom bot is named FILE.py:CLASS."
                raise BadData(f"there is no bot '{name[:80]}'{hint} There are {known_text}")
        return names

    def maker(self, name: str, on_fault: Callable[[BotFault], None] | None = None) -> BotMaker:
        """Return a bot by its name. `on_fault` receives faults of a custom bot, which then takes the safe option."""
        self.check([name])
        if name in self.own:
            return partial(GuardedBot, self.own[name], on_fault=on_fault, budget=self.budget)
        return partial(searcher, BOTS[name], self.budget) if searches(name) else BOTS[name]


def searcher(bot: type[Bot], budget: int, seat: int, rng: Rng) -> Bot:
    """Return a searching bot with a budget."""
    instance = bot(seat, rng)
    assert isinstance(instance, PolicyBot)
    instance.allow(budget)
    return instance
