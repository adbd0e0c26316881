"""Errors: refusals that name their rules, and engine faults that carry the state."""


class KickdoorError(Exception):
    """The base class of all errors of kickdoor. The message is written for people.

    >>> import kickdoor as kd
    >>> try:
    ...     kd.new_game("delux")
    ... except kd.KickdoorError as e:
    ...     print(type(e).__name__)
    BadData
    """


class Refused(KickdoorError, ValueError):
    """A refused answer. The state is unchanged.

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
        """The reason as a word, which is also its message id."""
        self.rules = rules
        """The ids of all rules that forbid the action."""

    def __reduce__(self) -> tuple[object, ...]:
        # A worker process returns its error by pickling it. Without this method the pool would wait forever.
        return type(self), (self.code, self.rules, str(self))


class IllegalAnswer(Refused):
    """An action that is not legal now.

    >>> import kickdoor as kd
    >>> kd.new_game("deluxe", seats=3, seed=1).do("kick", seat=0)
    Traceback (most recent call last):
    kickdoor.IllegalAnswer: You can't do that before the game has begun. (CHAR-10, CHAR-11)
    """


class StaleAnswer(Refused):
    """An answer to a prompt that is no longer open.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed=1)
    >>> option = game.options(0)[0]
    >>> events = game.do(option)
    >>> game.do(option)
    Traceback (most recent call last):
    kickdoor.StaleAnswer: the prompt of this option has ended; list the options again
    """


class ForeignAnswer(Refused):
    """An answer of a seat that was not prompted and may not act now, or that does not exist.

    >>> import kickdoor as kd
    >>> kd.new_game("deluxe", seats=3, seed=1).options(3)
    Traceback (most recent call last):
    kickdoor.ForeignAnswer: there is no seat 3; seats are 0 to 2
    """


class BadData(KickdoorError, ValueError):
    """Input that cannot be read, such as a name, a card file, a record or a scenario. The message is one line.

    >>> import kickdoor as kd
    >>> kd.card("Gazeebo")
    Traceback (most recent call last):
    kickdoor.BadData: there is no card 'Gazeebo'; did you mean 'Gazebo'?
    """


class EngineError(KickdoorError, RuntimeError):
    """A fault of the engine itself, or cards that never end; `state` holds the state as JSON text.

    >>> import kickdoor as kd
    >>> kd.EngineError("no prompt after 20000 steps").state
    ''
    """

    def __init__(self, message: str, state: str = "") -> None:
        super().__init__(message)
        self.state = state

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.state)
