"""Checkpoints of a soak: progress and faults, stored so that a kill cannot corrupt them."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from kickdoor.engine.machine.errors import BadData
from kickdoor.sim.soak import Fault, Progress, SoakPlan

STATE = "soak.json"
MAX_BYTES = 200_000_000


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file atomically; a symbolic link is kept and its target is replaced."""
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


class SoakCheckpoint:
    """The file with the progress and, beside it, one file for each fault."""

    def __init__(self, place: Path) -> None:
        self.path = place / STATE if place.is_dir() or not place.suffix else place

    def begin(self, plan: SoakPlan) -> Progress:
        """Return the stored progress of the plan, or a new one."""
        if not self.path.exists():
            return Progress(plan)
        if self.path.stat().st_size > MAX_BYTES:
            raise BadData(f"{self.path}: larger than {MAX_BYTES} bytes")
        try:
            progress = msgspec.json.decode(self.path.read_bytes(), type=Progress)
        except (msgspec.DecodeError, RecursionError) as e:
            raise BadData(f"{self.path}: not the progress of a soak: {e}") from None
        for name in plan.__struct_fields__:
            kept, wanted = getattr(progress.plan, name), getattr(plan, name)
            if name == "catalog" and kept != wanted:
                raise BadData(f"{self.path}: belongs to games with other card files of {', '.join(plan.sets)}")
            if name != "folders" and kept != wanted:
                raise BadData(f"{self.path}: belongs to other games: {name} was {kept}, not {wanted}")
        # The paths of the cards do not matter; equal cards may have been moved
        progress.plan = plan
        return progress

    def keep(self, progress: Progress) -> None:
        """Write new faults to separate files, then the progress."""
        self.keep_faults(progress)
        write_atomically(self.path, msgspec.json.encode(progress))

    def keep_faults(self, progress: Progress) -> None:
        """Write new faults only."""
        for i, fault in enumerate(progress.faults):
            if not fault.file:
                progress.faults[i] = self.keep_fault(fault)

    def keep_fault(self, fault: Fault) -> Fault:
        """Write a fault with its states to a file, and return it without them."""
        path = self.path.with_name(f"{self.path.stem}-fault-{fault.game}.json")
        write_atomically(path, msgspec.json.format(msgspec.json.encode(fault), indent=2))
        return msgspec.structs.replace(fault, before="", after="", trace="", file=str(path))
