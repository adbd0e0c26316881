"""How long what is stored is kept, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.server.records.table_record import ANY, BROUGHT
from kickdoor.server.storage.interface import Store

KEPT = 24 * 3600.0
"""Seconds a table is kept that nobody touches. Its code is not used again before."""
RECORD_RETENTION_S = 30 * 24 * 3600.0
MAX_RECORD_BYTES = 10_000_000_000
"""Bytes of all records; then the oldest make room."""
MOST_BROUGHT = 500_000_000
"""Bytes of all records that were brought along; then the oldest make room."""


@dataclass(frozen=True)
class Keeping:
    """Seconds that tables and records are kept."""

    tables: float = KEPT
    records: float = RECORD_RETENTION_S

    async def clear_out(self, store: Store, now: float, but: list[str]) -> None:
        """Forgets what is too old or too much; not the tables that are open."""
        await store.forget(now - self.tables, but)
        await store.forget_records(now - self.records)
        await store.make_space(BROUGHT, MOST_BROUGHT)
        await store.make_space(ANY, MAX_RECORD_BYTES)
