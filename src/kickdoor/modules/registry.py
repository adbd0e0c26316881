"""The table of rule modules by the name that sets use."""

from kickdoor.modules.food_tokens import FoodTokens
from kickdoor.modules.module import Module
from kickdoor.modules.races import Races
from kickdoor.modules.sidekicks import Sidekicks
from kickdoor.modules.undead import Undead

MODULES: dict[str, Module] = {module.name: module for module in (FoodTokens(), Races(), Sidekicks(), Undead())}
