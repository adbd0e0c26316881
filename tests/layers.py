"""The layers of the tests: what `make test` runs, what only `make test-all` does, and a few of many for the first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

thorough = pytest.mark.thorough
"""Left to `make test-all`: more games, seeds, files or screens of what an ordinary test shows already."""


def few(values: Iterable[Any], ordinary: int) -> list[Any]:
    """Make parameters of values: the first so many for the ordinary run, the rest thorough."""
    return [value if n < ordinary else pytest.param(value, marks=thorough) for n, value in enumerate(values)]


def sampled(values: Iterable[Any], each: int) -> list[Any]:
    """Make parameters of values that are alike: every so many-th for the ordinary run, the rest thorough."""
    return [value if n % each == 0 else pytest.param(value, marks=thorough) for n, value in enumerate(values)]
