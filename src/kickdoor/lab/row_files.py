"""Reading of the tables of a study. The folder may be untrusted, so files are checked before they are loaded.

A small Parquet file can claim to hold a thousand million rows. The maximum of a chunk is known from its
games, so larger files are refused before they are unpacked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.turn.new_game import MAX_SEATS, MIN_SEATS
from kickdoor.lab import columns as col
from kickdoor.lab.columns import BY_NAME, FORM
from kickdoor.lab.plan_reader import MAX_CELLS
from kickdoor.lab.rows import arrow
from kickdoor.lab.study_folder import NAME, LabFolder
from kickdoor.lab.study_plan import MAX_CHUNK_GAMES, Chunk, LabPlan

MAX_BYTES = 500_000_000
"""Maximum size of one file, packed and (as its header says) unpacked."""
MAX_HEADER_SIZE = 10_000_000
"""Maximum length of a string, and of a list, in the header of a file."""
MAX_ROWS_PER_GAME = 40_000
"""Maximum number of rows of one game in any table, with at most 10,000 turns and 6 seats."""
MIN_ROW_LIMIT = 1_000_000
"""The row limit of a file is at least this, since a soak has many rows for few games."""


def chunks_of(folder: LabFolder) -> list[Chunk]:
    """List the stored chunks in order; no two of them have the same game."""
    found = sorted(chunk for chunks in folder.done().values() for chunk in chunks)
    for earlier, later in pairwise(found):
        if earlier.cell == later.cell and later.first < earlier.last:
            raise BadData(f"{folder.rows / later.name}: has games that {earlier.name} has too")
    for chunk in found:
        if not 0 < chunk.last - chunk.first <= MAX_CHUNK_GAMES:
            raise BadData(f"{folder.rows / chunk.name}: no chunk has so many games")
    return found


def check_plan(folder: LabFolder, plan: LabPlan) -> None:
    """Raise `BadData` if the plan has tables of another form, or contents that kickdoor never writes."""
    if plan.form != FORM:
        raise BadData(f"{folder.path}: its tables are of form {plan.form}, and this kickdoor reads form {FORM}")
    is_invalid = len(plan.cells) > MAX_CELLS or any(name not in BY_NAME for name in plan.count)
    for cell in plan.cells:
        is_invalid = is_invalid or not MIN_SEATS <= cell.seats <= MAX_SEATS or len(cell.bots) != cell.seats
    settings = {(cell.variant, cell.setting) for cell in plan.cells}
    bases = {cell.setting for cell in plan.cells if cell.variant == plan.base}
    if is_invalid or len(settings) < len(plan.cells) or any(cell.setting not in bases for cell in plan.cells):
        raise BadData(f"{folder.path}: its plan was not written by this version of kickdoor")


def open_table(path: Path, table: str) -> Any:
    """Open a file of a table without unpacking it."""
    pa = arrow()
    match = NAME.fullmatch(path.parent.name)
    games = int(match[3]) - int(match[2]) if match is not None else 0
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadData(f"{path}: larger than {MAX_BYTES:,} bytes")
        limits = {"thrift_string_size_limit": MAX_HEADER_SIZE, "thrift_container_size_limit": MAX_HEADER_SIZE}
        file = pa.parquet.ParquetFile(path, **limits)
        head = file.metadata
        unpacked = sum(head.row_group(i).total_byte_size for i in range(head.num_row_groups))
        names = file.schema_arrow.names
        types = [str(column.type) for column in file.schema_arrow]
    except (OSError, pa.ArrowException) as e:
        raise BadData(f"{path}: not the rows of a study: {' '.join(str(e).split())[:200]}") from None
    if names != BY_NAME[table].names or types != [PARQUET_TYPES[column.sort] for column in BY_NAME[table].columns]:
        raise BadData(f"{path}: has other columns than the table '{table}' of this version of kickdoor")
    if head.num_rows > max(MIN_ROW_LIMIT, games * MAX_ROWS_PER_GAME) or unpacked > MAX_BYTES:
        raise BadData(f"{path}: declares {head.num_rows:,} rows, more than its games can have")
    return file


PARQUET_TYPES = {
    col.TEXT: "string",
    col.WORD: "dictionary<values=string, indices=int32, ordered=0>",
    col.COUNT: "int16",
    col.NUMBER: "int32",
    col.PART: "float",
    col.FLAG: "bool",
}
"""The Parquet type of each column type."""


def read_table(path: Path, table: str, names: Sequence[str] | None = None) -> Any:
    """Read a file of a table, or some columns of it."""
    pa = arrow()
    file = open_table(path, table)
    try:
        return file.read(columns=None if names is None else list(names), use_threads=False)
    except (OSError, pa.ArrowException) as e:
        raise BadData(f"{path}: not the rows of a study: {' '.join(str(e).split())[:200]}") from None


def read_rows(
    folder: LabFolder, table: str, names: Sequence[str] | None = None
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Read the rows of a table, each chunk with the number of its cell."""
    for path in folder.table_files(table):
        yield int(path.parent.name.partition("-")[0]), read_table(path, table, names).to_pylist()
