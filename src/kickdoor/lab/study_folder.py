"""The folder of a study: its plan, the files that go with it, and the rows, chunk by chunk.

plan.json                       the plan
files/                          custom sets and changed cards
    rows/0000-00000000-00000020/    one folder for each chunk that was played, with a file for each table
faults/                         the faults found by a soak

A chunk is written to a temporary folder, which is renamed when complete, so that an incomplete chunk never exists,
even after a kill. A chunk is never changed later.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kickdoor.engine.machine.errors import BadData
from kickdoor.lab.bundle import Bundle, unpack
from kickdoor.lab.chunk_worker import Done
from kickdoor.lab.study_plan import Chunk, LabPlan
from kickdoor.sim.soak_checkpoint import write_atomically

PLAN, FILES, ROWS, PARTS, FAULTS, LOCK = "plan.json", "files", "rows", "parts", "faults", ".lock"
MAX_BYTES = 50_000_000
NAME = re.compile(r"(\d{4})-(\d{8})-(\d{8})")
DIFFERENCES = {
    "cells": "the seed, the tables, the variants or the cards are other ones",
    "files": "the files that go with the plan have changed since",
    "bots": "a bot's file has changed since",
    "code": "the bots, the engine or what counts have changed since",
}


class LabFolder:
    """A folder with the rows of one study."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def rows(self) -> Path:
        """The folder of the chunks."""
        return self.path / ROWS

    @property
    def files(self) -> Path:
        """The folder of the plan's files."""
        return self.path / FILES

    def plan(self) -> LabPlan:
        """Read the plan of this folder."""
        file = self.path / PLAN
        if not file.is_file():
            # A study may be named instead of its folder, so suggest the folder
            similar = sorted(self.path.parent.glob(f"lab/{self.path.name}-*"))
            hint = f"did you mean '{similar[-1]}'?" if similar else "kickdoor lab run begins one"
            raise BadData(f"{self.path}: not the folder of a study, since {PLAN} is missing; {hint}")
        if file.stat().st_size > MAX_BYTES:
            raise BadData(f"{file}: larger than {MAX_BYTES} bytes")
        try:
            return msgspec.json.decode(file.read_bytes(), type=LabPlan)
        except (msgspec.DecodeError, RecursionError) as e:
            raise BadData(f"{file}: not a plan of this version of kickdoor: {e}") from None

    def begin(self, plan: LabPlan, bundle: Bundle) -> None:
        """Prepare the folder for a plan."""
        self.check(plan)
        data = {path: data for path, data in bundle.files.items() if path in plan.files}
        unpack(data, self.files)
        self.rows.mkdir(parents=True, exist_ok=True)
        # Write the plan last, so that a folder with a plan is complete
        write_atomically(self.path / PLAN, msgspec.json.format(msgspec.json.encode(plan), indent=1))

    def check(self, plan: LabPlan) -> None:
        """Raise `BadData` for a folder with other files or with rows of another plan, with the difference."""
        if self.path.exists() and not self.path.is_dir():
            raise BadData(f"{self.path}: not a folder")
        if not (self.path / PLAN).exists():
            if self.path.is_dir() and any(old.name != LOCK for old in self.path.iterdir()):
                raise BadData(f"{self.path}: not empty and not the folder of a study; it was not changed")
            return
        stored = self.plan()
        if stored.key == plan.key:
            return
        for name in plan.__struct_fields__:
            old, new = getattr(stored, name), getattr(plan, name)
            if old != new and name not in ("name", "title", "about", "games", "chunk"):
                difference = DIFFERENCES.get(name, f"{name} was {old!r}, not {new!r}"[:200])
                raise BadData(f"{self.path}: holds the rows of another plan: {difference}; name another folder (--out)")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder against other writers, where the system supports it."""
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / LOCK).open("w") as file:
            try:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except ImportError:
                pass
            except OSError:
                raise BadData(f"{self.path}: another run is writing to it") from None
            yield

    def done(self) -> dict[int, list[Chunk]]:
        """List the stored chunks by cell."""
        found: dict[int, list[Chunk]] = {}
        for path in sorted(self.rows.glob("*-*-*")):
            match = NAME.fullmatch(path.name)
            if match is not None and path.is_dir():
                chunk = Chunk(*(int(part) for part in match.groups()))
                found.setdefault(chunk.cell, []).append(chunk)
        return found

    def store(self, done: Done) -> None:
        """Write the rows of a chunk, all or none."""
        for fault in done.faults:
            data = msgspec.json.format(msgspec.json.encode(fault), indent=2)
            write_atomically(self.fault_file(fault.game), data)
        temporary = self.path / PARTS / done.chunk.name
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir(parents=True)
        for name, data in done.tables.items():
            with (temporary / f"{name}.parquet").open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        os.rename(temporary, self.rows / done.chunk.name)

    def fault_file(self, game: int) -> Path:
        """Return the path of the description of a soak's fault."""
        return self.path / FAULTS / f"fault-{game}.json"

    def clean(self) -> None:
        """Remove incomplete files of a killed run."""
        shutil.rmtree(self.path / PARTS, ignore_errors=True)

    def table_files(self, table: str) -> list[Path]:
        """List the files of a table, in the order of their games."""
        return [path / f"{table}.parquet" for path in sorted(self.rows.iterdir()) if NAME.fullmatch(path.name)]
