"""What random games may not come to. It stands alone since an exception cannot be compiled with what raises it."""

from __future__ import annotations

from kickdoor.engine.machine.errors import EngineError


class InvariantViolation(EngineError):
    """Something does not hold that always must."""
