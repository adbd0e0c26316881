"""Configuration of the environments: sets, limits, and spaces as arrays."""

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
"""The reward of an illegal action, which has no other effect."""
RENDER_MODES = ["human", "ansi"]
ARGUMENTS = ("sets", "seats", "options", "folders", "polls", "idle", "turns")
"""The arguments that every environment accepts."""


class EnvConfig:
    """One mix of sets with a number of seats, shared by all environments.

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
            raise BadData(f"seats must be a number from {MIN_SEATS} to {MAX_SEATS}, got {seats!r}")
        if type(turns) is not int or turns < 0:
            raise BadData(f"turns must be a whole number, or 0 for no limit, got {turns!r}")
        if idle is not None and (type(idle) is not int or idle < 0):
            raise BadData(f"idle must be a number of free actions, or None for no limit, got {idle!r}")
        if type(polls) is not bool:
            raise BadData(f"polls must be True or False, got {polls!r}")
        self.rules = mix(sets, folders)
        self.seats = seats
        self.options = options_from_dict(dict(options or {}))
        self.episode_config = EpisodeConfig(polls, NO_LIMIT if idle is None else idle, turns)
        self.vocabulary = Vocabulary(self.rules)
        self.layout = Layout(self.vocabulary, seats)
        self._vector = Vector(self.layout)
        self._numbers = np.frombuffer(self._vector.bytes, dtype=np.int8)
        self._mask = np.frombuffer(self._vector.mask, dtype=np.int8)
        self._scale: Observation = np.float32(1) / np.array(self.layout.units(), dtype=np.float32)
        self._measures = self._scale[: self.layout.measures]

    @property
    def words(self) -> list[str]:
        """The text of each action, by number."""
        return self.vocabulary.words

    def deal(
        self, seed: str | int, policies: list[Policy | None] | None = None, options: RuleOptions | None = None
    ) -> Episode:
        """Deal a game, not yet begun; every second seat is female, as in simulations."""
        sexes = [nr.FEMALE if seat % 2 else nr.MALE for seat in range(self.seats)]
        state = new_state(self.rules, options or self.options, normalize_seed(seed), self.seats, sexes)
        return Episode(self.vocabulary, state, self.episode_config, policies)

    def options_with(self, named: Mapping[str, object] | None) -> RuleOptions:
        """Return the rule options of one game: those of the config, overridden by those named at `reset`."""
        if not named:
            return self.options
        valid = {name: value for name, value in named.items() if name in OPTION_FIELDS}
        for name in named.keys() - valid.keys():
            # Third-party test suites reset with unknown options, so this is only a warning
            warnings.warn(f"unknown table option {name!r}{suggest(str(name), OPTION_FIELDS)}", stacklevel=3)
        return options_from_dict(options_to_dict(self.options) | valid)

    # As arrays

    def action_space(self) -> spaces.Discrete[np.int64]:
        """Return the space of actions, one for each token."""
        return spaces.Discrete(self.vocabulary.size)

    def observation_space(self) -> spaces.Space[Observation]:
        """Return the space of observations."""
        bound = (self._scale * MAX_VALUE).astype(np.float32)
        return cast(spaces.Space[Observation], spaces.Box(-bound, bound, dtype=np.float32))

    def observation(self, episode: Episode, seat: int) -> Observation:
        """Return the observation of a seat."""
        self._vector.write(episode, seat)
        values = self._numbers.astype(np.float32)
        measures = values[: self.layout.measures]
        # Multiplying the whole vector would take twice as long
        np.multiply(measures, self._measures, out=measures)
        return values

    def observation_bytes(self, episode: Episode, seat: int) -> bytes:
        """Return the observation as bytes, before the division by units."""
        return bytes(self._vector.write(episode, seat))

    def mask(self, episode: Episode, seat: int) -> Mask:
        """Return 1 for each legal action; all are 0 for a seat that is not acting."""
        self._vector.write_mask(episode, seat)
        return self._mask.copy()

    def refusal(self, action: object) -> dict[str, Any]:
        """Return the `info` entry for an illegal action, with the text of the action."""
        if isinstance(action, int | np.integer) and 0 <= action < self.vocabulary.size:
            return {"illegal": self.words[int(action)]}
        return {"illegal": repr(action)}

    def __deepcopy__(self, memo: dict[int, object]) -> EnvConfig:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return restore_config, (
            self.rules,
            self.seats,
            options_to_dict(self.options),
            config_values(self.episode_config),
        )


def restore_config(
    rules: RuleSet, seats: int, options: dict[str, object], values: tuple[bool, int | None, int]
) -> EnvConfig:
    """Restore a config from a pickle."""
    polls, idle, turns = values
    return EnvConfig(rules, seats, options=options, polls=polls, idle=idle, turns=turns)


def config_values(config: EpisodeConfig) -> tuple[bool, int | None, int]:
    """Return an episode config as plain values."""
    return config.polls, None if config.max_free_actions < 0 else config.max_free_actions, config.max_turns


def refuse_unknown(named: Mapping[str, object]) -> None:
    """Raise `BadData` for an unknown argument, with the closest match."""
    for name in named:
        if name in OPTION_FIELDS:
            raise BadData(f"{name} is a table option: options={{{name!r}: {named[name]!r}}}")
        hint = suggest(name, ARGUMENTS) or f"; known arguments are {', '.join(ARGUMENTS)}"
        raise BadData(f"unknown argument {name!r}{hint}")


def render_mode_of(mode: str | None) -> str | None:
    """Return the render mode if it is valid."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadData(f"unknown render_mode {mode!r}; known are {', '.join(RENDER_MODES)} and None")
    return mode


def render(episode: Episode, mode: str | None) -> str | None:
    """Render the public view of the table as text: return it, or print it for mode `human`."""
    text = str(Game(episode.state))
    if mode == "human":
        sys.stdout.write(text + "\n")
    return text if mode == "ansi" else None
