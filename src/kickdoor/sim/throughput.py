"""Throughput figures, the same for the engine and its peers."""


class Pace:
    """Counts over CPU seconds."""

    __slots__ = ()

    decisions: int
    forced: int
    games: int
    cpu_seconds: float

    @property
    def decisions_per_second(self) -> float:
        """Decisions per CPU second; forced answers are not counted, but their time is."""
        return self.decisions / self.cpu_seconds

    @property
    def answers_per_second(self) -> float:
        """All answers per CPU second, including forced ones."""
        return (self.decisions + self.forced) / self.cpu_seconds

    @property
    def games_per_second(self) -> float:
        """Games per CPU second."""
        return self.games / self.cpu_seconds
