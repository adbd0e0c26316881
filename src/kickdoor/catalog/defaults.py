"""The default sets of a game."""

import tomllib
from functools import cache

from kickdoor.catalog.loader import HOME


@cache
def default_sets() -> tuple[str, ...]:
    """Return the sets of a game for which none are named.

    >>> len(default_sets()) > 0
    True
    """
    return tuple(tomllib.loads((HOME / "defaults.toml").read_text(encoding="utf-8"))["sets"])
