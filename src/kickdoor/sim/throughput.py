"""How fast a contender was: the same figures for the engine and its peers."""


class Pace:
    """Counts over CPU seconds."""

    __slots__ = ()

    decisions: int
    forced: int
    games: int
    cpu_seconds: float

    @property
    def decisions_per_second(self) -> float:
        """Decisions a CPU second, forced answers not counted but their time included."""
        return self.decisions / self.cpu_seconds

    @property
    def answers_per_second(self) -> float:
        """All answers a CPU second, forced ones counted too."""
        return (self.decisions + self.forced) / self.cpu_seconds

    @property
    def games_per_second(self) -> float:
        """Whole games a CPU second."""
        return self.games / self.cpu_seconds
