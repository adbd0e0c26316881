"""What goes wrong, and why: refusals that name their rules, and engine faults that carry the state."""


class KickdoorError(Exception):
    """Anything that kickdoor objects to; what it says is meant for people.

    >>> import kickdoor as kd
    >>> try:
    ...     kd.new_game("delux")
    ... except kd.KickdoorError as e:
    ...     print(type(e).__name__)
    BadData
    """


class Refused(KickdoorError, ValueError):
    """An answer that is not accepted. The state is untouched.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed=1)
    >>> try:
    ...     game.do("kick", seat=0)
    ... except kd.Refused as e:
    ...     print(e.code, e.rules)
    not_in_setup ['CHAR-10', 'CHAR-11']
    """

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
    """The act is not legal now.

    >>> import kickdoor as kd
    >>> kd.new_game("deluxe", seats=3, seed=1).do("kick", seat=0)
    Traceback (most recent call last):
    kickdoor.IllegalAnswer: You can't do that before the game has begun. (CHAR-10, CHAR-11)
    """


class StaleAnswer(Refused):
    """The question this answers is no longer asked.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed=1)
    >>> option = game.options(0)[0]
    >>> events = game.do(option)
    >>> game.do(option)
    Traceback (most recent call last):
    kickdoor.StaleAnswer: the question this answers is no longer asked; list the options anew
    """


class ForeignAnswer(Refused):
    """The seat was not asked and may not act now, or there is no such seat.

    >>> import kickdoor as kd
    >>> kd.new_game("deluxe", seats=3, seed=1).options(3)
    Traceback (most recent call last):
    kickdoor.ForeignAnswer: there is no seat 3; seats are 0 to 2
    """


class BadData(KickdoorError, ValueError):
    """Input that cannot be read: a name, a card file, a record, a scenario. One clear line.

    >>> import kickdoor as kd
    >>> kd.card("Gazeebo")
    Traceback (most recent call last):
    kickdoor.BadData: there is no card 'Gazeebo'; did you mean 'Gazebo'?
    """


class EngineError(KickdoorError, RuntimeError):
    """A fault of the engine itself, or cards that go on without end; `state` holds the state as JSON text.

    >>> import kickdoor as kd
    >>> kd.EngineError("no prompt after 20000 steps").state
    ''
    """

    def __init__(self, message: str, state: str = "") -> None:
        super().__init__(message)
        self.state = state

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.state)
