"""Errors of simulations, in a separate module because an exception cannot be compiled with the code that raises it."""

from __future__ import annotations

from kickdoor.engine.machine.errors import EngineError


class InvariantViolation(EngineError):
    """Raised when an invariant of the game state is violated."""
