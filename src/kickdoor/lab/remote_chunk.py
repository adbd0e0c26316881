"""What a machine elsewhere does with a task: plain bytes in, plain bytes out, and no guessing about either.

Nothing is unpickled that names a class of kickdoor: with another version there it would fail in odd ways, before
anybody could say that it is another version.
"""

from __future__ import annotations

import platform
import traceback

import msgspec

from kickdoor.bots.custom_bots import BotFault
from kickdoor.engine.machine.errors import BadData, KickdoorError
from kickdoor.lab import build_info
from kickdoor.lab.build_info import BuildInfo, BuildMismatch
from kickdoor.lab.chunk_worker import Work, play_chunk
from kickdoor.lab.study_plan import Chunk

Answer = tuple[str, bytes]
"""A word for what it is, and the data: `done`, `foreign`, `bot`, `bad` or `fault`."""


class Sender(msgspec.Struct):
    """Of the work, only where it comes from: all versions can read that."""

    origin: BuildInfo


def play_plainly(data: bytes, numbers: tuple[int, int, int]) -> Answer:
    """Play a chunk, after a look at who sends it."""
    try:
        sender = msgspec.msgpack.decode(data, type=Sender)
        build_info.check(sender.origin, build_info.current_build(), platform.node())
        work = decoded(data)
        return "done", msgspec.msgpack.encode(play_chunk(work, Chunk(*numbers)))
    except BuildMismatch as e:
        return said("foreign", e)
    except BotFault as e:
        return "bot", msgspec.msgpack.encode((str(e), e.trace))
    except BadData as e:
        return said("bad", e)
    except KickdoorError as e:
        return "fault", msgspec.msgpack.encode((str(e), getattr(e, "state", "")))
    except Exception as e:
        # The games were to be played; whoever asked for them gets to see all of it
        return "fault", msgspec.msgpack.encode((f"{type(e).__name__}: {e}", traceback.format_exc()))


def decoded(data: bytes) -> Work:
    """Read the work, once for all chunks that come to this process."""
    if data not in CACHED_WORK:
        CACHED_WORK.clear()
        CACHED_WORK[data] = msgspec.msgpack.decode(data, type=Work)
    return CACHED_WORK[data]


CACHED_WORK: dict[bytes, Work] = {}


def said(word: str, e: Exception) -> Answer:
    return word, msgspec.msgpack.encode((str(e), ""))
