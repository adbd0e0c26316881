"""The data of a record, and its file format."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated

import msgspec

from kickdoor.catalog.loader import load_again
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.turn.new_game import MAX_SEATS, MIN_SEATS

FORMAT = 2
"""Format version. In format 2 fingerprints are a chain, and a record may begin where rules or cards changed."""
KNOWN = (1, FORMAT)
MAX_BYTES = 64_000_000
MAX_ANSWERS = 1_000_000
MAX_STATE_CHARS = 500_000
# Bounds are part of the types, so that no number or length beyond that of a real game is accepted.
Word = Annotated[str, msgspec.Meta(max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MAX_SEATS)]
Pick = Annotated[int, msgspec.Meta(ge=0, le=0xFFFF_FFFF)]


class Step(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One answer, and a fingerprint of all events so far."""

    seat: SeatNumber
    key: Word
    picks: Annotated[list[Pick], msgspec.Meta(max_length=500)]
    cause: Word
    """The cause, if the player did not answer: a time-out or a forced pass of the driver."""
    outcome: Word


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the recorded part of a game."""

    winners: Annotated[list[SeatNumber], msgspec.Meta(max_length=MAX_SEATS)]
    turns: Count
    state: Word
    """A hash of the whole state after the last answer."""


class Begun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The start of a record that does not begin with the deal, but where a game continued with other rules or cards."""

    answers: Count
    """The number of earlier answers, which cannot be checked, since they were given with other rules or cards."""
    rules: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    catalog: Word
    """The digest of the card files of the earlier answers."""
    state: Annotated[str, msgspec.Meta(max_length=MAX_STATE_CHARS)]
    """The state of the game at the start of the record."""
    link: Word
    """The fingerprint after the earlier answers."""
    lines: Count = 0
    """The number of log lines of the earlier answers."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything needed to replay a game and to verify it."""

    format: int
    kickdoor: Word
    """The version of kickdoor that recorded the game."""
    catalog: Word
    """The digest of the card files."""
    sets: Annotated[list[Word], msgspec.Meta(max_length=100)]
    options: Annotated[dict[Word, object], msgspec.Meta(max_length=100)]
    seats: Annotated[int, msgspec.Meta(ge=MIN_SEATS, le=MAX_SEATS)]
    sexes: Annotated[list[int], msgspec.Meta(max_length=MAX_SEATS)]
    seed: Annotated[str, msgspec.Meta(max_length=1000)]
    answers: Annotated[list[Step], msgspec.Meta(max_length=MAX_ANSWERS)]
    result: Result
    rules: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    """The version of the rules; records of 0.1 do not store it."""
    dealt: Word = ""
    """A fingerprint of the deal; records of 0.1 have none."""
    begun: Begun | None = None


encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Record)


def save(record: msgspec.Struct, path: Path) -> None:
    """Write a record or table record atomically: a reader sees either the old or the new file."""
    data = encoder.encode(record) + b"\n"
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as e:
        raise BadData(f"{path}: cannot be written: {e.strerror}") from None


def load(path: Path, folders: list[Path] | None = None) -> Record:
    """Read a record strictly. Raise BadData with a one-line message for any defect, such as a missing set."""
    record = read(bytes_of(path), str(path))
    catalog_of(record, folders)
    return record


def bytes_of(path: Path) -> bytes:
    """Return the bytes of a record file. Raise BadData if it is too large."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadData(f"{path}: larger than {MAX_BYTES} bytes")
        return path.read_bytes()
    except OSError as e:
        raise BadData(f"{path}: cannot be read: {e.strerror}") from None


def read(data: bytes, where: str = "record") -> Record:
    """Parse the bytes of a record."""
    if len(data) > MAX_BYTES:
        raise BadData(f"{where}: larger than {MAX_BYTES} bytes")
    try:
        record = decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise BadData(f"{where}: not a record: {e}".split("\n")[0][:300]) from None
    if record.format not in KNOWN:
        raise BadData(f"{where}: format {record.format}, but only {', '.join(map(str, KNOWN))} are known")
    if record.begun is not None and record.format == 1:
        raise BadData(f"{where}: a record of format 1 begins with the deal")
    if len(record.sexes) > record.seats or not set(record.sexes) <= {0, 1}:
        raise BadData(f"{where}: sexes {record.sexes[:6]} do not fit {record.seats} seats")
    return record


def catalog_of(record: Record, folders: list[Path] | None = None) -> RuleSet:
    """Load the current version of the sets of a record; `folders` contain custom sets."""
    return load_again(record.sets, folders, "the record")
