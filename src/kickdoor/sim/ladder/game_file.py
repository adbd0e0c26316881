"""Keeps the games of a ladder, one line each, so that a ladder that was stopped goes on where it was.

The first line holds the plan; it is there from the first moment of the file on. Every game is added as soon as it is
finished, in whatever order they come. A last line that was only half written when the power or the process went is
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
"""Raised when the lines of the file change."""
MAX_BYTES = 500_000_000
DIGEST = re.compile("[0-9a-f]{16}")


class KeptGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept of one game."""

    game: int
    """Its number in the ladder."""
    winners: list[int]
    """Seats; none if the game was cut."""
    turns: int
    digest: str
    """Sums up all that was counted in it."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    ladder: int
    key: str
    plan: LadderPlan


class LadderFile:
    """A file with games."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file: int | None = None

    def begin(self, plan: LadderPlan) -> list[KeptGame]:
        """Read the games that are there and makes ready for more; another plan's are refused, and left as they are."""
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
        """Keep others from writing here at the same time, where the system can."""
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
        """Read the games, and tells where the last whole line ends."""
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
                raise BadData(f"{self.path}, line {number}: no game of a ladder: {e}") from None
            if not fits(game, plan):
                raise BadData(
                    f"{self.path}, line {number}: no game of this ladder; remove the line, and the game is played again"
                )
            if games.setdefault(game.game, game) != game:
                raise BadData(f"{self.path}, line {number}: game {game.game} came out otherwise before")
        return list(games.values()), self.path.stat().st_size - len(half)

    def check(self, first: bytes, plan: LadderPlan) -> None:
        """Object to a file that is of another ladder, or of none, and says what is other about it."""
        try:
            head = msgspec.json.decode(first, type=Head)
        except (msgspec.DecodeError, RecursionError):
            raise BadData(f"{self.path}: holds no games of a ladder; nothing was changed in it") from None
        if head.ladder != FORM:
            raise BadData(f"{self.path}: written by another version of kickdoor")
        for name in plan.__struct_fields__:
            kept, wanted = getattr(head.plan, name), getattr(plan, name)
            if kept != wanted:
                said = OTHER.get(name, f"{name} was {kept}, not {wanted}")
                raise BadData(f"{self.path}: kept for another ladder: {said}; name another file, or remove this one")
        if head.key != plan.key:
            raise BadData(f"{self.path}, line 1: the key is not the plan's; name another file, or remove this one")

    def add(self, game: KeptGame) -> None:
        """Add a game, by one write: a line is there or it is the last."""
        assert self.file is not None
        line = msgspec.json.encode(game) + b"\n"
        while line:
            line = line[os.write(self.file, line) :]

    def close(self) -> None:
        """Let go of the file, when all of it has reached the disk."""
        if self.file is not None:
            with contextlib.suppress(OSError):
                os.fsync(self.file)
            os.close(self.file)
            self.file = None


def fits(game: KeptGame, plan: LadderPlan) -> bool:
    """Return whether a game can have gone like this; there may be more of them than are to be played now."""
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
