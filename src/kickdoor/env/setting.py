"""A game as the environments set it up: what is played, by which customs, and how it looks as arrays."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kickdoor.card_index import Sets, mix
from kickdoor.engine import numbers as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.turn.start import FEWEST, MOST, new_state
from kickdoor.engine.state.codec import options_from_dict, options_to_dict
from kickdoor.env.core.episode import MOST_IDLE, NO_LIMIT, Customs, Episode
from kickdoor.env.core.fields import MOST as MOST_TOLD
from kickdoor.env.core.fields import Layout
from kickdoor.env.core.vector import Vector
from kickdoor.env.core.vocabulary import Vocabulary
from kickdoor.game import Game
from kickdoor.minds.patience import MOST_TURNS
from kickdoor.minds.policy import Policy

Observation = NDArray[np.float32]
Mask = NDArray[np.int8]

ILLEGAL = -0.1
"""What an action that is not legal costs; nothing else comes of it."""
RENDER_MODES = ["human", "ansi"]


class Setting:
    """One mix of sets at a table of so many seats. All environments are made of it.

    >>> from kickdoor.env.setting import Setting
    >>> setting = Setting("deluxe", seats=4)
    >>> episode = setting.deal("doctest").begin()
    >>> [setting.words[token] for token in episode.tokens][:3]
    ['act:play', 'act:carry', 'act:done']
    >>> setting.observation(episode, episode.seat).shape, int(setting.mask(episode, episode.seat).sum())
    ((3594,), 3)
    """

    def __init__(
        self,
        sets: Sets | None = None,
        seats: int = 4,
        *,
        options: Mapping[str, object] | None = None,
        folders: Iterable[str | Path] = (),
        polls: bool = False,
        idle: int | None = MOST_IDLE,
        turns: int = MOST_TURNS,
    ) -> None:
        if seats not in range(FEWEST, MOST + 1):
            raise BadData(f"seats is a number from {FEWEST} to {MOST}, not {seats!r}")
        self.rules = mix(sets, folders)
        self.seats = seats
        self.options = options_from_dict(dict(options or {}))
        self.customs = Customs(polls, NO_LIMIT if idle is None else idle, turns)
        self.vocabulary = Vocabulary(self.rules)
        self.layout = Layout(self.vocabulary, seats)
        self._vector = Vector(self.layout)
        self._numbers = np.frombuffer(self._vector.bytes, dtype=np.int8)
        self._mask = np.frombuffer(self._vector.mask, dtype=np.int8)
        self._scale: Observation = np.float32(1) / np.array(self.layout.units(), dtype=np.float32)
        self._measures = self._scale[: self.layout.measures]

    @property
    def words(self) -> list[str]:
        """What each action says, by its number."""
        return self.vocabulary.words

    def deal(self, seed: str | int, policies: list[Policy | None] | None = None) -> Episode:
        """Deals a game, not yet begun; every second munchkin is a woman, as in simulations."""
        sexes = [nr.FEMALE if seat % 2 else nr.MALE for seat in range(self.seats)]
        state = new_state(self.rules, self.options, str(seed), self.seats, sexes)
        return Episode(self.vocabulary, state, self.customs, policies)

    # As arrays

    def action_space(self) -> spaces.Discrete[np.int64]:
        """Makes the space of actions: one for each token."""
        return spaces.Discrete(self.vocabulary.size)

    def observation_space(self) -> spaces.Space[Observation]:
        """Makes the space of observations."""
        bound = (self._scale * MOST_TOLD).astype(np.float32)
        return cast(spaces.Space[Observation], spaces.Box(-bound, bound, dtype=np.float32))

    def observation(self, episode: Episode, seat: int) -> Observation:
        """Shows a seat what it may know."""
        self._vector.write(episode, seat)
        seen = self._numbers.astype(np.float32)
        measures = seen[: self.layout.measures]
        # To multiply all of it would take twice as long
        np.multiply(measures, self._measures, out=measures)
        return seen

    def written(self, episode: Episode, seat: int) -> bytes:
        """Gives the same as bytes, before it is divided by its units."""
        return bytes(self._vector.write(episode, seat))

    def mask(self, episode: Episode, seat: int) -> Mask:
        """Gives 1 for each action that is legal; none is for whoever does not speak."""
        self._vector.write_mask(episode, seat)
        return self._mask.copy()

    def refusal(self, action: object) -> dict[str, Any]:
        """Says in `info` that an action was not legal, and what it would have said."""
        if isinstance(action, int | np.integer) and 0 <= action < self.vocabulary.size:
            return {"illegal": self.words[int(action)]}
        return {"illegal": repr(action)}

    def __deepcopy__(self, memo: dict[int, object]) -> Setting:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return setting_again, (self.rules, self.seats, options_to_dict(self.options), customs_of(self.customs))


def setting_again(
    rules: RuleSet, seats: int, options: dict[str, object], customs: tuple[bool, int | None, int]
) -> Setting:
    """Makes a setting anew from what was pickled."""
    polls, idle, turns = customs
    return Setting(rules, seats, options=options, polls=polls, idle=idle, turns=turns)


def customs_of(customs: Customs) -> tuple[bool, int | None, int]:
    """Gives customs as plain values."""
    return customs.polls, None if customs.idle < 0 else customs.idle, customs.turns


def render(episode: Episode, mode: str | None) -> str | None:
    """Shows the table as everybody sees it, in words: as text, or to whoever sits at the terminal."""
    text = str(Game(episode.state))
    if mode == "human":
        sys.stdout.write(text + "\n")
    return text if mode == "ansi" else None
