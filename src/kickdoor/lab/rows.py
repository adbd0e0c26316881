"""Conversion of a recorded game to rows, and of rows to Parquet."""

from __future__ import annotations

import io
from hashlib import blake2b
from operator import attrgetter
from typing import Any

from kickdoor.engine.machine.errors import BadData
from kickdoor.install_hints import to_install
from kickdoor.lab import columns as col
from kickdoor.lab.columns import Table
from kickdoor.lab.row_recorder import SINCE, GameRecorder, Row
from kickdoor.lab.study_plan import Cell
from kickdoor.sim.simulate import Plan

Rows = dict[str, list[Row]]
OF_A_SEAT = attrgetter(*col.SEATS.names[col.SEATS.names.index("top") :])
"""The counts of a seat, in column order."""


def arrow() -> Any:
    """Import pyarrow, or raise `BadData` with the install command."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadData(f"the lab writes Parquet, which needs pyarrow: {to_install('lab')}") from None
    return pyarrow


def game_rows(cell: Cell, plan: Plan, number: int, recorder: GameRecorder) -> Rows:
    """Return all rows of a game by table; columns shared by all games of the cell come first."""
    rows: Rows = {"seats": seat_rows(plan, number, recorder)}
    optional: Rows = {
        "fights": recorder.fights,
        "monsters": recorder.monsters,
        "cards": card_rows(recorder),
        "turns": recorder.turn_rows,
    }
    rows |= {name: optional[name] for name in optional if name in recorder.tables}
    game = (
        recorder.first, len(recorder.winners), recorder.turns, -(-recorder.turns // cell.seats), recorder.decisions,
        recorder.forced, recorder.fights_won, recorder.fights_lost, recorder.fights_ended, recorder.fights_helped,
        recorder.escaped, recorder.caught, recorder.deaths, recorder.curses, recorder.reshuffles, recorder.leads,
    )  # fmt: skip
    digest = digest_of(game, rows)
    key = (cell.variant, cell.setting, number)
    settings = ("+".join(cell.mix), cell.seats, cell.line_up, recorder.seed)
    with_key = {name: [key + row for row in table] for name, table in rows.items()}
    return {"games": [(*key, *settings, *game, digest)], **with_key}


def digest_of(game: Row, rows: Rows) -> str:
    """Return a digest of all counts of a game."""
    text = repr((game, sorted(rows.items())))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def seat_rows(plan: Plan, number: int, recorder: GameRecorder) -> list[Row]:
    """Return the rows of the seats."""
    names = plan.seating(number)
    places = {plan.seat_of(place, number): place for place in range(plan.seats)}
    rows: list[Row] = []
    for seat, notes in enumerate(recorder.notes):
        is_winner = seat in recorder.winners
        share = 1 / len(recorder.winners) if is_winner else 0.0
        rows.append((seat, places[seat], names[seat], is_winner, share, recorder.levels[seat], *OF_A_SEAT(notes)))
    return rows


def card_rows(recorder: GameRecorder) -> list[Row]:
    """Return the rows of the cards, by seat and in the order of the cards."""
    defs = recorder.state.rules.defs
    found = sorted(recorder.cards.items())
    return [(seat, defs[definition].key, *counts[SINCE:]) for (seat, definition), counts in found]


def parquet(table: Table, rows: list[Row]) -> bytes:
    """Return rows as a Parquet file; equal rows give equal bytes."""
    pa = arrow()
    types = {
        col.TEXT: pa.string(),
        col.WORD: pa.dictionary(pa.int32(), pa.string()),
        col.COUNT: pa.int16(),
        col.NUMBER: pa.int32(),
        col.PART: pa.float32(),
        col.FLAG: pa.bool_(),
    }
    schema = pa.schema([pa.field(column.name, types[column.sort], False) for column in table.columns])
    values = list(zip(*rows, strict=True)) if rows else [()] * len(table.columns)
    arrays = [pa.array(list(column), type) for column, type in zip(values, schema.types, strict=True)]
    out = io.BytesIO()
    pa.parquet.write_table(pa.Table.from_arrays(arrays, schema=schema), out, compression="zstd")
    return out.getvalue()
