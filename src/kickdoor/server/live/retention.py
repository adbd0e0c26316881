"""How long what is stored is kept, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.server.records.table_record import ANY, BROUGHT
from kickdoor.server.storage.interface import Store

ROOM_RETENTION_S = 24 * 3600.0
"""Seconds a table is kept that nobody touches. Its code is not used again before."""
RECORD_RETENTION_S = 30 * 24 * 3600.0
MAX_RECORD_BYTES = 10_000_000_000
"""Bytes of all records; then the oldest make room."""
MAX_UPLOADED_RECORD_BYTES = 500_000_000
"""Bytes of all records that were brought along; then the oldest make room."""


@dataclass(frozen=True)
class RetentionPolicy:
    """Seconds that tables and records are kept."""

    tables: float = ROOM_RETENTION_S
    records: float = RECORD_RETENTION_S

    async def clear_out(self, store: Store, now: float, but: list[str]) -> None:
        """Forget what is too old or too much; not the tables that are open."""
        await store.forget(now - self.tables, but)
        await store.forget_records(now - self.records)
        await store.make_space(BROUGHT, MAX_UPLOADED_RECORD_BYTES)
        await store.make_space(ANY, MAX_RECORD_BYTES)
