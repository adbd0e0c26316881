"""The file of a ladder's games, one line each, so that a stopped ladder can be resumed.

The first line holds the plan and is written when the file is created. Every game is added as soon as it is
finished, in any order. An incomplete last line, left by a power cut or a killed process, is
dropped, and its game is played again.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

import msgspec

from kickdoor.engine.machine.errors import BadData
from kickdoor.sim.ladder.ladder_plan import MAX_GAMES, LadderPlan
from kickdoor.sim.soak_checkpoint import write_atomically

FORM = 1
"""The version of the file format; raised when the lines change."""
MAX_BYTES = 500_000_000
DIGEST = re.compile("[0-9a-f]{16}")


class KeptGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored result of one game."""

    game: int
    """Its number in the ladder."""
    winners: list[int]
    """The winning seats; empty if the game was cut."""
    turns: int
    digest: str
    """A digest of all counts of the game."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    ladder: int
    key: str
    plan: LadderPlan


class LadderFile:
    """The file with the finished games of a ladder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file: int | None = None

    def begin(self, plan: LadderPlan) -> list[KeptGame]:
        """Read the stored games and prepare for more; a file of another plan is refused and left unchanged."""
        if self.path.exists() and not self.path.is_file():
            raise BadData(f"{self.path}: not a file")
        if not self.path.exists() or not self.path.stat().st_size:
            write_atomically(self.path, msgspec.json.encode(Head(FORM, plan.key, plan)) + b"\n")
        self.file = os.open(self.path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            self.hold()
            games, end = self.read(plan)
            os.ftruncate(self.file, end)
        except BaseException:
            self.close()
            raise
        return games

    def hold(self) -> None:
        """Lock the file against other writers, where the system supports it."""
        try:
            import fcntl
        except ImportError:
            return
        assert self.file is not None
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadData(f"{self.path}: another ladder is writing to it") from None

    def read(self, plan: LadderPlan) -> tuple[list[KeptGame], int]:
        """Return the games and the end of the last complete line."""
        if self.path.stat().st_size > MAX_BYTES:
            raise BadData(f"{self.path}: larger than {MAX_BYTES} bytes")
        first, *lines = self.path.read_bytes().split(b"\n")
        self.check(first if lines else b"", plan)
        half = lines.pop()
        decoder = msgspec.json.Decoder(KeptGame)
        games: dict[int, KeptGame] = {}
        for number, line in enumerate(lines, 2):
            try:
                game = decoder.decode(line)
            except (msgspec.DecodeError, RecursionError) as e:
                raise BadData(f"{self.path}, line {number}: not a game of a ladder: {e}") from None
            if not fits(game, plan):
                raise BadData(
                    f"{self.path}, line {number}: not a game of this ladder; remove the line to play the game again"
                )
            if games.setdefault(game.game, game) != game:
                raise BadData(f"{self.path}, line {number}: game {game.game} has a different result in an earlier line")
        return list(games.values()), self.path.stat().st_size - len(half)

    def check(self, first: bytes, plan: LadderPlan) -> None:
        """Raise `BadData` for a file of another ladder, or none, with the difference."""
        try:
            head = msgspec.json.decode(first, type=Head)
        except (msgspec.DecodeError, RecursionError):
            raise BadData(f"{self.path}: not a file of a ladder; it was not changed") from None
        if head.ladder != FORM:
            raise BadData(f"{self.path}: written by another version of kickdoor")
        for name in plan.__struct_fields__:
            kept, wanted = getattr(head.plan, name), getattr(plan, name)
            if kept != wanted:
                said = OTHER.get(name, f"{name} was {kept}, not {wanted}")
                raise BadData(f"{self.path}: belongs to another ladder: {said}; name another file, or remove this one")
        if head.key != plan.key:
            raise BadData(f"{self.path}, line 1: the key is not the plan's; name another file, or remove this one")

    def add(self, game: KeptGame) -> None:
        """Append a game in one write, so that only the last line can be incomplete."""
        assert self.file is not None
        line = msgspec.json.encode(game) + b"\n"
        while line:
            line = line[os.write(self.file, line) :]

    def close(self) -> None:
        """Flush the file to disk and close it."""
        if self.file is not None:
            with contextlib.suppress(OSError):
                os.fsync(self.file)
            os.close(self.file)
            self.file = None


def fits(game: KeptGame, plan: LadderPlan) -> bool:
    """Return whether a stored game is possible; its number may exceed the games of this run."""
    winners = set(game.winners)
    return (
        0 <= game.game < MAX_GAMES
        and len(winners) == len(game.winners)
        and winners <= set(range(plan.seats))
        and 0 <= game.turns <= plan.turns
        and DIGEST.fullmatch(game.digest) is not None
    )


OTHER = {
    "cards": "the card files have changed since",
    "files": "a bot's file has changed since",
    "code": "the bots or the engine of kickdoor have changed since",
}
