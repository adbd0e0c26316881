"""Build info: version, rules, code and build of kickdoor. Games of different builds do not form one study."""

from __future__ import annotations

from functools import cache

import msgspec

import kickdoor
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.version import VERSION
from kickdoor.sim.footprint import is_compiled
from kickdoor.sim.ladder.ladder_plan import digest_of, source_files, sources

COUNT_MODULES = (
    "kickdoor.lab.columns", "kickdoor.lab.game_tallies", "kickdoor.lab.row_recorder", "kickdoor.lab.rows",
    "kickdoor.lab.chunk_worker",
)  # fmt: skip
"""Modules that determine the counts of a study."""
SOAK_MODULES = ("kickdoor.sim.card_activity", "kickdoor.sim.invariants", "kickdoor.sim.soak")
"""Modules that determine the results of a soak."""


class BuildInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The version, rules, code and build that produced rows."""

    version: str
    rules: int
    code: str
    build: str


class BuildMismatch(BadData):
    """Raised when a worker has another build than the study."""


@cache
def code_digest() -> str:
    """Return a digest of the code that determines games and counts."""
    return digest_of([*sources(), *source_files(COUNT_MODULES), *source_files(SOAK_MODULES)])


@cache
def current_build() -> BuildInfo:
    """Return the build info of this process."""
    return BuildInfo(kickdoor.__version__, VERSION, code_digest(), "compiled" if is_compiled() else "interpreted")


def check(wanted: BuildInfo, found: BuildInfo, where: str = "") -> None:
    """Raise `BuildMismatch` for a study of another build."""
    texts = {
        "version": "has kickdoor {found}, and the study is played with {wanted}",
        "rules": "has version {found} of the rules, and the study is played with {wanted}",
        "code": "has other code of kickdoor ({found}) than the study is played with ({wanted})",
        "build": "has an engine that is {found}, and the study is played with one that is {wanted}",
    }
    for name, text in texts.items():
        expected, actual = getattr(wanted, name), getattr(found, name)
        if expected != actual:
            worker = f"a worker on {where}" if where else "a worker"
            raise BuildMismatch(
                f"{worker} {text.format(found=actual, wanted=expected)}; install the same kickdoor there and resume"
            )


def check_cards(wanted: str, found: str, mix: list[str], where: str = "") -> None:
    """Raise `BuildMismatch` if the cards differ from those of the study."""
    if wanted != found:
        worker = f"a worker on {where}" if where else "a worker"
        raise BuildMismatch(f"{worker} has other card files of {', '.join(mix)} than the study is played with")
