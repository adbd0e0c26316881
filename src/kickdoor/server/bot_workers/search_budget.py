"""How hard bots that search may think: as hard as they were allowed to, unless so much waits that all would be late."""

from __future__ import annotations

MAX_WAIT_S = 2.0
"""Seconds within which all that is thought about should be decided."""
STEPS = 4
"""A budget goes down by halves, to an eighth of what was allowed."""
MIN_PLAYOUTS = 12
"""With fewer playouts a search tells nothing; then a bot does what looks best without one."""
NOTHING = 0
TOO_LONG = 2 * MAX_WAIT_S
"""Seconds after which a thought that was granted least shows that there is no time at all."""
REST = 16
"""So many thoughts then go without a search, before it is tried again."""
DECAY = 0.95
"""How much of what was measured so far still counts after the next thought."""


class SearchBudget:
    """Grants playouts to thoughts. It knows what it has granted, and learns by and by how long playouts take here."""

    def __init__(self, most: int, workers: int) -> None:
        self.most = most
        """What is granted where there is time."""
        self.workers = workers
        self.granted = 0
        """Playouts of all thoughts that wait or are being thought."""
        self.seconds = self.playouts = 0.0
        """What the last thoughts took, and what they had been granted."""
        self.resting = 0
        """Thoughts still to go without a search where even the shortest takes too long."""

    @property
    def pace(self) -> float:
        """Return the seconds a thought takes for each playout it is granted, whether it spends it or not."""
        return self.seconds / self.playouts if self.playouts else 0.0

    def grant(self) -> int:
        """Grant playouts to one more thought, so many that all will be decided in time."""
        budget = self.fitting()
        if budget == NOTHING:
            self.resting -= 1
        self.granted += budget
        return budget

    def fitting(self) -> int:
        """Return how much could be granted now."""
        steps = self.steps()
        for budget in steps:
            if (self.granted + budget) * self.pace <= MAX_WAIT_S * self.workers:
                return budget
        # Somebody must search now and then, or it would never be known that there is time again
        return NOTHING if self.granted or self.resting > 0 else steps[-1]

    def steps(self) -> list[int]:
        """List what may be granted, the most first."""
        steps = [self.most >> step for step in range(STEPS)]
        return [step for step in steps if step >= MIN_PLAYOUTS] or [self.most]

    def settle(self, budget: int, seconds: float) -> None:
        """Note that a thought is over and how long it took; one that was given up tells nothing, and took 0."""
        self.granted -= budget
        if budget and seconds:
            self.resting = REST if budget <= self.steps()[-1] and seconds > TOO_LONG else 0
            self.seconds = self.seconds * DECAY + seconds
            self.playouts = self.playouts * DECAY + budget
