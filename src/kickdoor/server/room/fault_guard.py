"""Faults in what changes nothing: the log is told, whoever asked gets a refusal, and the table goes on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from kickdoor.engine.machine.errors import Refused
from kickdoor.server.logs.request_ids import table_name
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused

log = logging.getLogger("kickdoor.server")


@contextmanager
def unchanged(table: str) -> Iterator[None]:
    """Make a refusal of a fault at a table; only for what explains, tries out or shows something."""
    try:
        yield
    except (RequestRefused, Refused):
        raise
    except Exception as e:
        log.error("table %s goes on", table_name(table), exc_info=e)
        raise RequestRefused(RefusalCode.SERVER) from None
