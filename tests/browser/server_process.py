"""The server of the browser tests as a process: started, killed, started again where it was."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.processes import end, start

HERE = Path(__file__).parent


class ServerProcess:
    """A server on a port of its own."""

    def __init__(self, data: Path, speed: float) -> None:
        self.data = data
        self.speed = speed
        self.bots: list[str] = []
        """Bots from files that it brings along when it is started again."""
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.errors = data.with_suffix(".err")
        self.read = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server; after a kill it is the same one again, on the same port, from the same file."""
        order = [
            str(HERE / "table_server.py"),
            str(self.data),
            str(self.port),
            str(self.speed),
            str(HERE / "positions"),
            *self.bots,
        ]
        with self.errors.open("a") as errors:
            command = [sys.executable, *order]
            self.process = start(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            end(self.process)
            raise AssertionError(self.errors.read_text())
        self.port = int(line)

    def complaints(self) -> list[str]:
        """Return what the server has complained of since it was asked last; how it took being killed does not count."""
        lines = self.errors.read_text().splitlines()
        fresh, self.read = lines[self.read :], len(lines)
        return [line for line in fresh if "resource_tracker" not in line and "warnings.warn" not in line]

    def kill(self) -> None:
        """End the process as a power cut would. Its workers notice, and end too."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """End the process in good order."""
        self.end(signal.SIGINT)

    def end(self, by: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(by)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        end(self.process)
        self.process = None


MakeServer = Callable[..., ServerProcess]
