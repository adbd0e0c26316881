"""A game as the environments set it up: what is played, by which customs, and how it looks as arrays."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kickdoor.card_index import Sets, mix
from kickdoor.catalog.toml_reader import suggest
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.turn.new_game import MAX_SEATS, MIN_SEATS, new_state
from kickdoor.engine.state.codec import OPTION_FIELDS, options_from_dict, options_to_dict
from kickdoor.env.core.action_vocabulary import Vocabulary
from kickdoor.env.core.episode import MAX_FREE_ACTIONS, NO_LIMIT, Episode, EpisodeConfig
from kickdoor.env.core.observation_fields import MAX_VALUE, Layout
from kickdoor.env.core.observation_vector import Vector
from kickdoor.game import Game
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.policy import Policy
from kickdoor.rng import normalize_seed

Observation = NDArray[np.float32]
Mask = NDArray[np.int8]

ILLEGAL_ACTION_REWARD = -0.1
"""What an action that is not legal costs; nothing else comes of it."""
RENDER_MODES = ["human", "ansi"]
ARGUMENTS = ("sets", "seats", "options", "folders", "polls", "idle", "turns")
"""What every environment can be told when it is made."""


class EnvConfig:
    """One mix of sets at a table of so many seats. All environments are made of it.

    >>> from kickdoor.env.env_config import EnvConfig
    >>> config = EnvConfig("deluxe", seats=4)
    >>> episode = config.deal("doctest").begin()
    >>> [config.words[token] for token in episode.legal_actions][:3]
    ['act:play', 'act:carry', 'act:done']
    >>> config.observation(episode, episode.seat).shape, int(config.mask(episode, episode.seat).sum())
    ((3595,), 3)
    """

    def __init__(
        self,
        sets: Sets | None = None,
        seats: int = 4,
        *,
        options: Mapping[str, object] | None = None,
        folders: Iterable[str | Path] = (),
        polls: bool = False,
        idle: int | None = MAX_FREE_ACTIONS,
        turns: int = MAX_TURNS,
        **unknown: object,
    ) -> None:
        refuse_unknown(unknown)
        if type(seats) is not int or seats not in range(MIN_SEATS, MAX_SEATS + 1):
            raise BadData(f"seats is a number from {MIN_SEATS} to {MAX_SEATS}, not {seats!r}")
        if type(turns) is not int or turns < 0:
            raise BadData(f"turns is how many a game has at most, 0 for any number, not {turns!r}")
        if idle is not None and (type(idle) is not int or idle < 0):
            raise BadData(f"idle is how many acts that use nothing up a seat may do, None for any, not {idle!r}")
        if type(polls) is not bool:
            raise BadData(f"polls is True or False, not {polls!r}")
        self.rules = mix(sets, folders)
        self.seats = seats
        self.options = options_from_dict(dict(options or {}))
        self.customs = EpisodeConfig(polls, NO_LIMIT if idle is None else idle, turns)
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

    def deal(
        self, seed: str | int, policies: list[Policy | None] | None = None, options: RuleOptions | None = None
    ) -> Episode:
        """Deal a game, not yet begun; every second munchkin is a woman, as in simulations."""
        sexes = [nr.FEMALE if seat % 2 else nr.MALE for seat in range(self.seats)]
        state = new_state(self.rules, options or self.options, normalize_seed(seed), self.seats, sexes)
        return Episode(self.vocabulary, state, self.customs, policies)

    def options_with(self, named: Mapping[str, object] | None) -> RuleOptions:
        """Return the table options of one game: those of the setting, but for those named at its `reset`."""
        if not named:
            return self.options
        known = {name: value for name, value in named.items() if name in OPTION_FIELDS}
        for name in named.keys() - known.keys():
            # The suites of others reset with options of their own, so that this may not be an error
            warnings.warn(f"there is no table option {name!r}{suggest(str(name), OPTION_FIELDS)}", stacklevel=3)
        return options_from_dict(options_to_dict(self.options) | known)

    # As arrays

    def action_space(self) -> spaces.Discrete[np.int64]:
        """Make the space of actions: one for each token."""
        return spaces.Discrete(self.vocabulary.size)

    def observation_space(self) -> spaces.Space[Observation]:
        """Make the space of observations."""
        bound = (self._scale * MAX_VALUE).astype(np.float32)
        return cast(spaces.Space[Observation], spaces.Box(-bound, bound, dtype=np.float32))

    def observation(self, episode: Episode, seat: int) -> Observation:
        """Show a seat what it may know."""
        self._vector.write(episode, seat)
        seen = self._numbers.astype(np.float32)
        measures = seen[: self.layout.measures]
        # To multiply all of it would take twice as long
        np.multiply(measures, self._measures, out=measures)
        return seen

    def written(self, episode: Episode, seat: int) -> bytes:
        """Return the same as bytes, before it is divided by its units."""
        return bytes(self._vector.write(episode, seat))

    def mask(self, episode: Episode, seat: int) -> Mask:
        """Return 1 for each action that is legal; none is for whoever does not speak."""
        self._vector.write_mask(episode, seat)
        return self._mask.copy()

    def refusal(self, action: object) -> dict[str, Any]:
        """Return in `info` that an action was not legal, and what it would have said."""
        if isinstance(action, int | np.integer) and 0 <= action < self.vocabulary.size:
            return {"illegal": self.words[int(action)]}
        return {"illegal": repr(action)}

    def __deepcopy__(self, memo: dict[int, object]) -> EnvConfig:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return setting_again, (self.rules, self.seats, options_to_dict(self.options), customs_of(self.customs))


def setting_again(
    rules: RuleSet, seats: int, options: dict[str, object], customs: tuple[bool, int | None, int]
) -> EnvConfig:
    """Make a setting anew from what was pickled."""
    polls, idle, turns = customs
    return EnvConfig(rules, seats, options=options, polls=polls, idle=idle, turns=turns)


def customs_of(customs: EpisodeConfig) -> tuple[bool, int | None, int]:
    """Return customs as plain values."""
    return customs.polls, None if customs.idle < 0 else customs.idle, customs.turns


def refuse_unknown(named: Mapping[str, object]) -> None:
    """Refuse an argument that no environment has, and says what was probably meant."""
    for name in named:
        if name in OPTION_FIELDS:
            raise BadData(f"{name} is an option of the table: options={{{name!r}: {named[name]!r}}}")
        hint = suggest(name, ARGUMENTS) or f"; there are {', '.join(ARGUMENTS)}"
        raise BadData(f"there is no argument {name!r}{hint}")


def render_mode_of(mode: str | None) -> str | None:
    """Return a render mode back if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadData(f"there is no render_mode {mode!r}; known are {', '.join(RENDER_MODES)} and None")
    return mode


def render(episode: Episode, mode: str | None) -> str | None:
    """Show the table as everybody sees it, in words: as text, or to whoever sits at the terminal."""
    text = str(Game(episode.state))
    if mode == "human":
        sys.stdout.write(text + "\n")
    return text if mode == "ansi" else None
