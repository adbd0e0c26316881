"""Positions for the tests of the environments: every mix, and games played token by token at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.env.core.action_vocabulary import Vocabulary
from kickdoor.env.core.episode import Episode, EpisodeConfig
from kickdoor.sim.random_play import deal

MIXES = [list(mix) for count in range(1, len(known_sets()) + 1) for mix in combinations(known_sets(), count)]
"""All mixes of the sets that come with the package."""
TABLES = [(mix, 3 + number % 4) for number, mix in enumerate(MIXES)]
"""Each of them once, with three to six seats in turn."""


def name_of(table: object) -> str:
    """Name a mix, or a mix with its number of seats, in the report."""
    return "+".join(table) if isinstance(table, list) else str(table)


class Walk:
    """A game of random tokens; `path` has the tokens of the unfinished action."""

    def __init__(self, sets: list[str], seats: int, seed: str, episode_config: EpisodeConfig | None = None) -> None:
        rules = load_catalog(sets)
        self.vocabulary = Vocabulary(rules)
        self.rng = LehmerRng(seed)
        self.episode = Episode(self.vocabulary, deal(rules, seats, seed), episode_config or EpisodeConfig()).begin()
        self.path: list[int] = []

    def steps(self, count: int) -> Iterator[Episode]:
        """Return the game before each of so many tokens, until it ends."""
        for _ in range(count):
            if self.episode.is_over:
                return
            yield self.episode
            self.step()

    def step(self) -> None:
        """Report one token."""
        episode = self.episode
        token = episode.legal_actions[self.rng.below(len(episode.legal_actions))]
        action = episode.action
        assert episode.step(token)
        self.path = [*self.path, token] if episode.action is action else []
