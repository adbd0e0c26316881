"""The table of rule modules by the name that sets use."""

from kickdoor.modules.module import Module
from kickdoor.modules.races import Races
from kickdoor.modules.undead import Undead

MODULES: dict[str, Module] = {module.name: module for module in (Races(), Undead())}
