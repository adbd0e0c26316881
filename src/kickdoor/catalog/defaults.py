"""Tells what is played where nobody says otherwise."""

import tomllib
from functools import cache

from kickdoor.catalog.loader import HOME


@cache
def default_sets() -> tuple[str, ...]:
    """Name the sets of a game whose sets nobody has named.

    >>> len(default_sets()) > 0
    True
    """
    return tuple(tomllib.loads((HOME / "defaults.toml").read_text(encoding="utf-8"))["sets"])
