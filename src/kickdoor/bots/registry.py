"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from kickdoor.bots.base import Bot
from kickdoor.bots.easy import EasyBot
from kickdoor.bots.greedy import NastyBot, NormalBot
from kickdoor.bots.random_bot import RandomBot
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.rng import Lots

BOTS: Mapping[str, Callable[[int, Lots], Bot]] = MappingProxyType(
    {"random": RandomBot, "easy": EasyBot, "normal": NormalBot, "nasty": NastyBot}
)
"""Makes a bot for a seat; its chances come from the lots given."""


def check_names(names: list[str]) -> list[str]:
    """Gives the names back if every one is a bot's; raises BadData that lists the bots otherwise."""
    for name in names:
        if name not in BOTS:
            raise BadData(f"there is no bot '{name}'; there are {', '.join(BOTS)}")
    return names
