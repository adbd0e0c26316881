"""The way to a client who stays connected while the table changes hands: what was said is not said twice."""

from __future__ import annotations

from collections import deque

from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.room_data import MAX_CHAT_LINES
from kickdoor.server.websocket.handler import Connection

CHAT = b'{"t":"chat",'


class ChatDeduplicator:
    """Passes on what tables say. Whoever comes to a table is told first what was said there: of that only what is new.

    Views need no such care: they say all that is so now, and lines of the log have numbers.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.said: deque[bytes] = deque(maxlen=MAX_CHAT_LINES)
        self.again: list[bytes] | None = None
        """What is said again, until something else comes."""

    def come_again(self) -> None:
        """Note that the table begins from the beginning."""
        self.again = []

    def post(self, message: wire.ServerMessage) -> None:
        self.pass_on(self.connection.outgoing.write(message))

    def hang_up(self, for_good: bool = False) -> None:
        self.connection.hang_up(for_good)

    def pass_on(self, body: bytes) -> None:
        is_chat = body.startswith(CHAT)
        if self.again is not None:
            if is_chat:
                self.again.append(body)
                return
            found, self.again = self.again, None
            for line in found[overlap(list(self.said), found) :]:
                self.tell(line)
        self.tell(body)

    def tell(self, body: bytes) -> None:
        if body.startswith(CHAT):
            self.said.append(body)
        self.connection.post_written(body)


def overlap(old: list[bytes], new: list[bytes]) -> int:
    """Return how many of the new lines are the last of the old ones."""
    for n in range(min(len(old), len(new)), 0, -1):
        if old[-n:] == new[:n]:
            return n
    return 0
