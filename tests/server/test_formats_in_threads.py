"""Tables are woken in threads, several at once: reading them makes nothing that two threads could make together."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import kickdoor.server

HOME = Path(kickdoor.server.__file__).parent
READ_IN_THREADS = ("room", "store", "records")
AT_ONCE = """
import sys, threading
from kickdoor.server.room.room_data import read_room
sys.setswitchinterval(1e-6)
body = open(sys.argv[1], "rb").read()
ready = threading.Barrier(8)
def read():
    ready.wait()
    for _ in range(20):
        read_room(body)
threads = [threading.Thread(target=read) for _ in range(8)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print("read")
"""


@pytest.mark.parametrize("folder", READ_IN_THREADS)
def test_no_decoder_is_made_while_reading(folder: str) -> None:
    """The first decoder of a type, made by two threads at once, brought the server down with all its tables."""
    for path in sorted((HOME / folder).rglob("*.py")):
        assert not re.search(r"decode\([^\n]*type=", path.read_text(encoding="utf-8")), path


def test_many_rooms_are_read_at_once(tmp_path: Path) -> None:
    from tests.server.harness import new_data

    from kickdoor.server.room.room_data import encoder

    room = tmp_path / "room.json"
    room.write_bytes(encoder.encode(new_data(humans=2, seats=4)))
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", AT_ONCE, str(room)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "read\n"), done.stderr
