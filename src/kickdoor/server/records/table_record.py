"""Records of games played at a table: the game itself, who played, and the proof that the shuffle was fixed before."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from kickdoor.engine.constants import SEXES
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.codec import options_to_dict
from kickdoor.replay.fingerprints import result_of
from kickdoor.replay.record import FORMAT, Begun, Record, Result, bytes_of, read
from kickdoor.replay.recorder import version
from kickdoor.server.room.hint_requests import MAX_RECORDED_HINTS
from kickdoor.server.room.match import Match
from kickdoor.server.room.room_data import RUNNING, RoomData, game_seed, seal_of
from kickdoor.server.room.seed_commitments import MAX_WITHHELD
from kickdoor.server.room.text_cleaning import clean_name
from kickdoor.server.storage.interface import JournalEntry, StoredSnapshot
from kickdoor.server.storage.journal import answers_of, effective_entries, last_goes_on
from kickdoor.server.storage.snapshots import read_snapshot

MAX_UPLOADED_BYTES = 4_000_000
"""Bytes of a record that somebody brings along."""
MAX_STEPS = 50_000
HASH_LENGTH = 24
BROUGHT = "r" + "?" * HASH_LENGTH
"""What names of records look like that were brought along, and no others."""
ANY = "*"
"""The names of all records."""
Word = Annotated[str, Meta(max_length=200)]
Hints = Annotated[
    list[Annotated[list[Annotated[int, Meta(ge=0)]], Meta(max_length=MAX_RECORDED_HINTS)]], Meta(max_length=6)
]


class Fairness(Struct, frozen=True, forbid_unknown_fields=True):
    """How the seed came about. A seat without seal and salt has added nothing: a bot, or who sealed nothing."""

    table: Word
    commitment: Word
    secret: Word
    salts: Annotated[list[Word], Meta(max_length=6)]
    """What each seat has added."""
    seals: Annotated[list[Word], Meta(max_length=6)] = []
    """A hash of each salt, shown before any salt was told; none in records of 0.1, whose salts were given openly."""
    called_off: Annotated[int, Meta(ge=0)] = 0
    """How often the game was about to begin and did not, because a salt was not told."""
    withheld: Annotated[list[Annotated[list[Word], Meta(max_length=6)]], Meta(max_length=MAX_WITHHELD)] = []
    """Who did not tell theirs, of the last times."""


class TableRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a game at a table; one from elsewhere has no proof."""

    names: Annotated[list[Word], Meta(max_length=6)]
    kinds: Annotated[list[Word], Meta(max_length=6)]
    """human, or the level of the bot."""
    fairness: Fairness | None
    game: Record
    holds: Annotated[list[Annotated[int, Meta(ge=0, le=3600)]], Meta(max_length=6)] = []
    """The longest each seat has held a window open, in seconds: what no answer tells."""
    hints: Hints | UnsetType = UNSET
    """After how many answers each seat has asked for a hint; left out where nobody has, as before there were any."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == "human")


decoder = msgspec.json.Decoder(TableRecord)
encoder = msgspec.json.Encoder()


def game_of(data: RoomData, deeds: list[JournalEntry], base: StoredSnapshot | None, match: Match) -> Record:
    """Make the record of a game from all that was done at its table and from how it stands."""
    return msgspec.structs.replace(
        bare_game(data, deeds, base), options=options_to_dict(match.recorder.options), result=result_of(match.state)
    )


def bare_game(data: RoomData, deeds: list[JournalEntry], base: StoredSnapshot | None) -> Record:
    """Make a record from what is stored alone, without playing anything again: how it stands is not in it."""
    left = effective_entries(deeds)
    went_on = last_goes_on(left)
    begun: Begun | None = None
    if went_on is not None and base is not None:
        seq, note = went_on
        snapshot = read_snapshot(base.body)
        lines = snapshot.told + len(snapshot.log)
        begun = Begun(note.answers, note.rules, note.catalog, bytes(snapshot.state).decode(), snapshot.link, lines)
        left = [deed for deed in left if deed.seq > seq]
    return Record(
        format=1 if data.outcomes == RUNNING else FORMAT,
        kickdoor=version(),
        catalog=data.catalog,
        sets=data.sets,
        options=data.options,
        seats=len(data.seats),
        sexes=[SEXES.index(seat.sex) for seat in data.seats],
        seed=data.seed,
        answers=answers_of(left),
        result=Result([], max(0, data.turn_noted), ""),
        rules=data.rules,
        dealt=data.dealt,
        begun=begun,
    )


def exported(data: RoomData, deeds: list[JournalEntry], base: StoredSnapshot | None) -> bytes:
    """Write the record of a table as it is stored."""
    return table_record(data, bare_game(data, deeds, base))


def table_record(data: RoomData, game: Record) -> bytes:
    """Write the record of a game at a table, the server's part of the seed included."""
    salts, seals = [seat.salt for seat in data.seats], [seat.seal for seat in data.seats]
    if any(salts) and not any(seals):
        # Begun by 0.1, which knew no seals
        seals = []
    proof = Fairness(data.id, data.commitment, data.secret, salts, seals, data.called_off, data.withheld)
    kinds = [seat.kind if seat.kind == "human" else seat.bot for seat in data.seats]
    holds = [int(seat.held) for seat in data.seats]
    hints = [seat.hints for seat in data.seats]
    names = [seat.name for seat in data.seats]
    return encoder.encode(TableRecord(names, kinds, proof, game, holds, hints if any(hints) else UNSET))


def read_record(body: bytes, where: str = "record") -> TableRecord:
    """Understand a record of a table, or a plain one; anything odd is `BadData` with one clear line."""
    try:
        plain = b'"fairness"' not in body
        record = wrap(read(body, where)) if plain else decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise BadData(f"{where}: not a record: {e}".split("\n")[0][:300]) from None
    # The inner record is held to the same rules as one that stands alone
    read(msgspec.json.encode(record.game), where)
    seats = record.game.seats
    hints = record.hints or [[]] * seats
    if any(len(part) != seats for part in (record.names, record.kinds, record.holds or hints, hints)):
        raise BadData(f"{where}: names, kinds, holds and hints do not fit {seats} seats")
    return msgspec.structs.replace(record, names=[clean_name(name) or "?" for name in record.names])


def load_record(path: Path) -> TableRecord:
    """Read a record of a table, or a plain one, from a file."""
    return read_record(bytes_of(path), str(path))


def wrap(game: Record) -> TableRecord:
    """Take a plain record for one of a table."""
    return TableRecord([f"Player {i + 1}" for i in range(game.seats)], ["human"] * game.seats, None, game)


def name_of_stuck(data: RoomData) -> str:
    """Name the record of a game that cannot go on. Hands may be seen in it, so nobody else can guess the name."""
    return "s" + hashlib.sha256(f"stuck:{data.id}:{data.secret}".encode()).hexdigest()[:HASH_LENGTH]


def name_of(body: bytes) -> str:
    """Name a record that is brought along: the same one has the same name."""
    return "r" + hashlib.sha256(body).hexdigest()[:HASH_LENGTH]


def check_fairness(record: TableRecord) -> None:
    """Object to a record whose seed is not the one that was promised before the game."""
    proof = record.fairness
    if proof is None:
        return
    if seal_of(proof.secret, proof.table) != proof.commitment:
        raise BadData("the server's shuffle key does not match the fingerprint shown before the game")
    if len(proof.salts) != record.game.seats or game_seed(proof.secret, proof.table, proof.salts) != record.game.seed:
        raise BadData("the shuffle does not follow from the shuffle keys in the record")
    if proof.seals and [seal_of(salt, proof.table) if salt else "" for salt in proof.salts] != proof.seals:
        raise BadData("a player's shuffle key does not match the fingerprint shown before the game")
