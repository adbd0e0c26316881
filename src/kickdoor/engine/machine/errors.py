"""What goes wrong, and why: refusals that name their rules, and engine faults that carry the state."""


class KickdoorError(Exception):
    """Anything that kickdoor objects to; what it says is meant for people."""


class Refused(KickdoorError, ValueError):
    """An answer that is not accepted. The state is untouched."""

    def __init__(self, code: str, rules: list[str], message: str = "") -> None:
        super().__init__(message or code)
        self.code = code
        """A word for the reason, which is also its message id."""
        self.rules = rules
        """Ids of every rule that forbids the act."""

    def __reduce__(self) -> tuple[object, ...]:
        # A worker process hands its error over by pickling it; without this the pool would wait for ever
        return type(self), (self.code, self.rules, str(self))


class IllegalAnswer(Refused):
    """The act is not legal now."""


class StaleAnswer(Refused):
    """The question this answers is no longer asked."""


class ForeignAnswer(Refused):
    """The seat was not asked and may not act now."""


class BadData(KickdoorError, ValueError):
    """Input that cannot be read: a card file, a record, a scenario. One clear line."""


class EngineError(KickdoorError, RuntimeError):
    """A fault of the engine itself; `state` holds the state as JSON text."""

    def __init__(self, message: str, state: str = "") -> None:
        super().__init__(message)
        self.state = state

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.state)
