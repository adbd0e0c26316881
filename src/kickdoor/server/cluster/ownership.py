"""Which server runs a table: where there is one, it does; where there are several, they agree through the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from kickdoor.server.live.room_actor import RoomUnloaded


class OwnedElsewhere(RoomUnloaded):
    """Another server runs the table; `owner` is its name."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class Ownership(Protocol):
    """Says which tables this server runs."""

    async def open_up(self, lost: Callable[[], None]) -> None:
        """Begins. `lost` is called when nothing that this server runs is its own any more."""

    async def claim(self, table_id: str) -> int:
        """Make a table this server's; gives the epoch, by which the store knows whether that is still so.

        `Elsewhere` if another server runs it.
        """

    async def give_up(self, table_id: str, epoch: int) -> None:
        """Let others run a table; one that has changed hands since is left alone."""

    def left(self) -> float | None:
        """Return how many seconds the lease has left, by this machine's own clock; None where there is none."""

    async def close(self) -> None:
        """Let others run all tables, at once."""


class SingleServerOwnership:
    """There is no other server: every table is this one's, for the store lets nobody else in."""

    async def open_up(self, lost: Callable[[], None]) -> None:
        pass

    async def claim(self, table_id: str) -> int:
        return 0

    async def give_up(self, table_id: str, epoch: int) -> None:
        pass

    def left(self) -> float | None:
        return None

    async def close(self) -> None:
        pass
