"""The bots by name: those that come with kickdoor, and those that whoever runs it brings along."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeGuard

from kickdoor.bot import Bot, BotMaker
from kickdoor.bots.custom_bots import BotFault, GuardedBot, is_outside, load_custom_bot, placed
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
"""Stands between a level and a character: `nasty@gruff`."""


class BuiltinBots(Mapping[str, type[Bot]]):
    """The bots that come with kickdoor, by level; each that thinks may have a character, as in `nasty@gruff`.

    Only the levels are listed: there is a character of every name at each.
    """

    def __init__(self, *bots: type[Bot]) -> None:
        self.plain = {bot.name: bot for bot in bots}
        self.made: dict[str, type[Bot]] = {}

    def __getitem__(self, name: str) -> type[Bot]:
        level, at, character = name.partition(PERSONALITY_SEPARATOR)
        if not at:
            return self.plain[name]
        if name not in self.made:
            self.made[name] = with_character(self.plain[level], BY_NAME[character])
        return self.made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain)

    def __len__(self) -> int:
        return len(self.plain)

    @property
    def thinking(self) -> list[str]:
        """The levels that may have a character."""
        return [name for name, bot in self.plain.items() if has_style(bot)]


def has_style(bot: type[Bot]) -> TypeGuard[type[NormalBot | MasterBot]]:
    """Return whether a bot plays by a temper, which characters change."""
    return issubclass(bot, NormalBot | MasterBot)


def with_character(bot: type[Bot], character: Personality) -> type[Bot]:
    """Make a bot of some level that has a character."""
    if not has_style(bot):
        raise KeyError(bot.name)
    name = f"{bot.name}{PERSONALITY_SEPARATOR}{character.name}"
    own = {"name": name, "STYLE": character.over(bot.STYLE), "__doc__": character.plays, "__module__": __name__}
    return type(name, (bot,), own)


BOTS = BuiltinBots(RandomBot, EasyBot, NormalBot, NastyBot, MasterBot)
"""The bots that come with kickdoor."""


def __getattr__(name: str) -> type[Bot]:
    """Find the class of a bot with a character by its name, as pickle does."""
    try:
        return BOTS[name]
    except KeyError:
        raise AttributeError(f"module {__name__} has no attribute {name!r}") from None


LEVELS = ("easy", "normal", "nasty", "master")
"""Those that a table offers, the weakest first: nobody wants to sit with somebody who plays at random."""
OF_CHARACTER = ("normal", "nasty", "master")
"""Those of them whose characters a table offers: who overlooks so much shows none."""
FALLBACK_BOT = "normal"
"""Plays where nobody has said who, and where a bot is missing."""
MAX_NAME_LENGTH = 40
NAME = re.compile(rf"\w[\w .-]{{0,{MAX_NAME_LENGTH - 1}}}")
RESERVED_NAMES = ("human",)
"""What records call people."""


def with_characters() -> list[str]:
    """Name every bot with a character."""
    return [f"{level}{PERSONALITY_SEPARATOR}{character}" for level in BOTS.thinking for character in BY_NAME]


def searches(name: str) -> bool:
    """Return whether a bot that comes with kickdoor searches: it may spend a budget of playouts on a decision."""
    return name in BOTS and issubclass(BOTS[name], MasterBot)


def listens(name: str) -> bool:
    """Return by its temper whether a bot wants to be told what its seat sees happen: those do that bear grudges."""
    bot = BOTS.get(name)
    return bot is not None and has_style(bot) and bot.STYLE.grudge.spite > 0


def bot_maker(name: str) -> BotMaker:
    """Find a bot by its name, or in a file of one's own: `file.py:Class`. For programs alone: a file is run."""
    return load_custom_bot(name) if is_outside(name) else BotRegistry().maker(name)


class BotRegistry:
    """The bots that may be named: those of kickdoor, and those from files that were named at the command line.

    Names that come from elsewhere, such as a request or a saved game, are looked up here and load nothing.
    """

    def __init__(self, specs: Iterable[str] = (), budget: int = BUDGET) -> None:
        self.budget = checked_budget(budget)
        """How many playouts those that search may spend on a decision; without any they do what looks best."""
        self.levels: Sequence[str] = LEVELS
        """Of those that come with kickdoor, the ones that a table offers."""
        self.own: dict[str, str] = {}
        """The bots from files: their names, and `file.py:Class` of each."""
        for spec in specs:
            self.add(spec)

    def add(self, spec: str) -> str:
        """Load a bot from a file and gives its name; one that somebody else has is refused."""
        if spec in BOTS:
            raise BadData(f"{spec} is no file: the bot comes with kickdoor, and is known anyway")
        place = placed(spec)
        bot = load_custom_bot(place)
        name: object = bot.name or bot.__name__
        better = f'give the class a name of its own: name = "{bot.__name__}2"'
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise BadData(
                f"{spec}: a bot's name is of 1 to {MAX_NAME_LENGTH} letters and digits, not {name!r}; {better}"
            )
        for other in (*BOTS, *RESERVED_NAMES, *self.own):
            if other.casefold() == name.casefold() and self.own.get(other) != place:
                whose = f"that of {self.own[other]}" if other in self.own else "kickdoor's own"
                raise BadData(f"{spec}: the name '{name}' is {whose}; {better}")
        self.own[name] = place
        return name

    def __iter__(self) -> Iterator[str]:
        return iter((*BOTS, *self.own))

    def __contains__(self, name: object) -> bool:
        return name in BOTS or name in self.own

    @property
    def offered(self) -> list[str]:
        """List the bots that may be seated at a table."""
        return [*self.levels, *self.own]

    def check(self, names: list[str]) -> list[str]:
        """Return the names back if every one is a bot's; raises BadData that lists the bots otherwise."""
        for name in names:
            if name not in self:
                known = [*self, *with_characters()] if PERSONALITY_SEPARATOR in name else self
                personalities = f"{PERSONALITY_SEPARATOR} and one of {', '.join(BY_NAME)}"
                there = f"{', '.join(self)}, and {', '.join(BOTS.thinking)} with {personalities}"
                hint = suggest(name, known) or "; one of your own is named FILE.py:CLASS."
                raise BadData(f"there is no bot '{name[:80]}'{hint} There are {there}")
        return names

    def maker(self, name: str, tell: Callable[[BotFault], None] | None = None) -> BotMaker:
        """Find a bot by its name; `tell` hears what goes wrong in one from a file, which then plays safe."""
        self.check([name])
        if name in self.own:
            return partial(GuardedBot, self.own[name], tell=tell, budget=self.budget)
        return partial(searcher, BOTS[name], self.budget) if searches(name) else BOTS[name]


def searcher(bot: type[Bot], budget: int, seat: int, rng: Rng) -> Bot:
    """Make a bot that searches with a budget of its own."""
    made = bot(seat, rng)
    assert isinstance(made, PolicyBot)
    made.allow(budget)
    return made
