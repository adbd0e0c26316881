"""A task on a remote machine: plain bytes in, plain bytes out.

Pickled data never names a class of kickdoor: another version would fail with obscure errors before
the version could be checked.
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
"""A status word and its data: `done`, `foreign`, `bot`, `bad` or `fault`."""


class Sender(msgspec.Struct):
    """The build info of the work, which all versions can read."""

    origin: BuildInfo


def play_encoded_chunk(data: bytes, numbers: tuple[int, int, int]) -> Answer:
    """Play a chunk after a check of the sender's build."""
    try:
        sender = msgspec.msgpack.decode(data, type=Sender)
        build_info.check(sender.origin, build_info.current_build(), platform.node())
        work = decode_work(data)
        return "done", msgspec.msgpack.encode(play_chunk(work, Chunk(*numbers)))
    except BuildMismatch as e:
        return error_answer("foreign", e)
    except BotFault as e:
        return "bot", msgspec.msgpack.encode((str(e), e.trace))
    except BadData as e:
        return error_answer("bad", e)
    except KickdoorError as e:
        return "fault", msgspec.msgpack.encode((str(e), getattr(e, "state", "")))
    except Exception as e:
        # Send the full traceback to the machine that requested the games
        return "fault", msgspec.msgpack.encode((f"{type(e).__name__}: {e}", traceback.format_exc()))


def decode_work(data: bytes) -> Work:
    """Read the work, once for all chunks of this process."""
    if data not in CACHED_WORK:
        CACHED_WORK.clear()
        CACHED_WORK[data] = msgspec.msgpack.decode(data, type=Work)
    return CACHED_WORK[data]


CACHED_WORK: dict[bytes, Work] = {}


def error_answer(word: str, e: Exception) -> Answer:
    return word, msgspec.msgpack.encode((str(e), ""))
