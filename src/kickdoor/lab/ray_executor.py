"""Executor for Ray, on this machine or on a cluster.

A task receives plain bytes and checks their build first, so that a machine with another
kickdoor reports this instead of playing other games. Ray repeats a task whose process or machine was lost; a chunk
gives the same rows wherever it is played, so this does not change the result.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from kickdoor.engine.machine.errors import BadData, EngineError
from kickdoor.install_hints import to_install
from kickdoor.lab.build_info import BuildMismatch
from kickdoor.lab.chunk_worker import Done, Work
from kickdoor.lab.study_plan import Chunk

QUEUED_CHUNKS_PER_WORKER = 2
"""The number of queued chunks per worker, so that no worker is idle while a result is sent."""
MAX_ATTEMPTS = 20
"""The number of processes or machines that may be lost at one chunk before the chunk is blamed."""
QUIET_ENVIRONMENT = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
"""Environment for Ray: no usage reports, and no warnings about unused features."""
LOCAL_ENVIRONMENT = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""The address that keeps Ray local: it listens on 127.0.0.1 only, on every system."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
CONNECT_TIMEOUT_S = 5.0
"""The connection timeout for an address; Ray itself would try for minutes."""


def ray_module(address: str = "") -> Any:
    """Import Ray, or raise `BadData` with the install command."""
    os.environ.update(QUIET_ENVIRONMENT)
    if address.rpartition(":")[0] in ("", *LOOPBACK):
        os.environ.update(LOCAL_ENVIRONMENT)
    try:
        import ray
    except ImportError:
        raise BadData(f"Ray is not installed: {to_install('ray')}; without --ray, games are played here") from None
    return ray


def remote_chunk(work: bytes, chunk: tuple[int, int, int]) -> tuple[str, bytes]:
    """Play a chunk on a Ray worker; return a status word and its data, both plain."""
    from kickdoor.lab.remote_chunk import play_encoded_chunk

    return play_encoded_chunk(work, chunk)


class RayExecutor:
    """An executor that plays chunks on Ray."""

    def __init__(self, address: str = "", workers: int = 0) -> None:
        self.address = address
        self.workers = workers
        self.ray = ray_module(address)
        if address:
            self.check_address()

    def begin(self) -> bool:
        """Connect to Ray or start it here; return whether it must be shut down again."""
        ray = self.ray
        if ray.is_initialized():
            return False
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.address:
            options["address"] = self.address
        else:
            options |= {"num_cpus": self.workers or None, "include_dashboard": False, "_node_ip_address": LOOPBACK[0]}
        try:
            ray.init(**options)
        except (OSError, ValueError, RuntimeError) as e:
            place = self.address or "this machine"
            token = "; if it asks for a token, set RAY_AUTH_MODE=token here too" if self.address else ""
            raise BadData(f"no Ray at {place}: {' '.join(str(e).split())[:200]}{token}") from None
        return True

    def check_address(self) -> None:
        """Raise `BadData` for an address that does not answer."""
        host, _, port = self.address.rpartition(":")
        if not host or not port.isdecimal():
            raise BadData(f"--ray {self.address}: an address is HOST:PORT, such as 10.0.0.5:6379")
        try:
            socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT_S).close()
        except (OSError, OverflowError) as e:
            raise BadData(f"no Ray at {self.address}: {e}; is it started there with ray start --head?") from None

    def play(self, work: Work, chunks: Sequence[Chunk]) -> Generator[Done]:
        is_started_here = self.begin()
        try:
            workers = self.workers or int(self.ray.cluster_resources().get("CPU", 1))
            yield from ChunkQueue(self.ray, work, chunks).run(max(1, workers))
        finally:
            if is_started_here:
                self.ray.shutdown()


class ChunkQueue:
    """The chunks of one run that are being played."""

    def __init__(self, ray: Any, work: Work, chunks: Sequence[Chunk]) -> None:
        self.ray = ray
        # Paths on this machine are not valid on others
        sent = msgspec.structs.replace(work, bundle=msgspec.structs.replace(work.bundle, here=""))
        self.work = ray.put(msgspec.msgpack.encode(sent))
        self.task = ray.remote(max_retries=MAX_ATTEMPTS, num_cpus=1, scheduling_strategy="SPREAD")(remote_chunk)
        self.remaining = list(chunks)[::-1]
        self.running: dict[Any, Chunk] = {}
        self.attempts: dict[Chunk, int] = {}

    def run(self, workers: int) -> Generator[Done]:
        """Keep all workers busy and yield the finished chunks."""
        try:
            while self.remaining or self.running:
                while self.remaining and len(self.running) < QUEUED_CHUNKS_PER_WORKER * workers:
                    self.send(self.remaining.pop())
                ready, _ = self.ray.wait(list(self.running), num_returns=1)
                done = self.take_result(ready[0])
                if done is not None:
                    yield done
        finally:
            for reference in self.running:
                self.ray.cancel(reference, force=True)

    def send(self, chunk: Chunk) -> None:
        reference = self.task.remote(self.work, (chunk.cell, chunk.first, chunk.last))
        self.running[reference] = chunk

    def take_result(self, reference: Any) -> Done | None:
        """Return a finished chunk; resubmit a chunk that was lost."""
        chunk = self.running.pop(reference)
        try:
            status, data = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as e:
            raise BuildMismatch(
                f"a worker cannot play: {self.reason(e)}; install the same kickdoor there and resume"
            ) from None
        except self.ray.exceptions.RayError as e:
            self.attempts[chunk] = self.attempts.get(chunk, 0) + 1
            if self.attempts[chunk] == MAX_ATTEMPTS:
                raise EngineError(f"the games {chunk.name} were lost {MAX_ATTEMPTS} times: {self.reason(e)}") from None
            self.send(chunk)
            return None
        return read_result(status, data)

    def reason(self, e: Exception) -> str:
        """Return the last line of Ray's error, which names the cause."""
        lines = [line.strip() for line in str(e).splitlines() if line.strip()]
        return lines[-1][:200] if lines else type(e).__name__


def read_result(status: str, data: bytes) -> Done:
    """Read the result of a worker, or raise its error."""
    from kickdoor.bots.custom_bots import BotFault

    if status == "done":
        return msgspec.msgpack.decode(data, type=Done)
    text, trace = msgspec.msgpack.decode(data, type=tuple[str, str])
    if status == "foreign":
        raise BuildMismatch(text)
    if status == "bot":
        raise BotFault(text, trace)
    if status == "bad":
        raise BadData(text)
    raise EngineError(text, trace)
