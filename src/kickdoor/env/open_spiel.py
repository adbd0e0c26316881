"""An OpenSpiel game; importing this module registers it as `python_kickdoor`.

One chance node at the root deals; dice and draws follow from it. A search in clones would foresee them, so a
search uses determinizations: `resample_from_infostate` redraws all that the seat does not know, including the dice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from kickdoor.card_index import mix
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData, IllegalAnswer
from kickdoor.engine.machine.events import Event
from kickdoor.engine.state.rng import MODULUS, LehmerRng
from kickdoor.env.core.episode import MAX_FREE_ACTIONS, NO_LIMIT, Episode, returns
from kickdoor.env.env_config import EnvConfig, Observation
from kickdoor.game import Game
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.view.observe import observe
from kickdoor.view.redact import sees

NAME = "python_kickdoor"
SET_SEPARATOR = "+"
"""The separator of sets; commas already separate the parameters of a game string."""
DEFAULT_DEALS = 1000
"""The default number of outcomes of the chance node."""
MAX_TOKENS = 10_000
"""An upper bound of the tokens in one turn."""

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Kickdoor",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "sets": "",
        "folders": "",
        "seats": 4,
        "winning_level": 10,
        "turns": MAX_TURNS,
        "idle": MAX_FREE_ACTIONS,
        "polls": False,
        "deals": DEFAULT_DEALS,
    },
)


@lru_cache(32)
def config_for(rules: RuleSet, seats: int, winning_level: int, turns: int, idle: int, polls: bool) -> EnvConfig:
    """Return the config of a game, which clones and copies share."""
    options = {"winning_level": winning_level}
    return EnvConfig(rules, seats, options=options, turns=turns, idle=None if idle == NO_LIMIT else idle, polls=polls)


class KickdoorGame(pyspiel.Game):
    """The game with its parameters `sets`, `folders`, `seats`, `winning_level`, `turns`, `idle`, `polls` and `deals`.

    >>> import pyspiel, kickdoor.env.open_spiel
    >>> game = pyspiel.load_game("python_kickdoor", {"seats": 4})
    >>> state = game.new_initial_state()
    >>> state.apply_action(17)
    >>> [state.action_to_string(action) for action in state.legal_actions()][-1]
    'act:done'
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = dict(params or {})
        if "sets" in params:
            params["sets"] = str(params["sets"]).replace(",", SET_SEPARATOR)
        values = {**GAME_TYPE.parameter_specification, **params}
        self.deals = int(values.pop("deals"))
        if self.deals < 1:
            raise BadData(f"deals must be a number of at least 1, got {self.deals}")
        folders = [folder for folder in values.pop("folders").split(os.pathsep) if folder]
        rules = mix(values.pop("sets").replace(SET_SEPARATOR, ",") or None, folders)
        self.setting = config_for(rules, **values)
        seats = self.setting.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.vocabulary.size,
            max_chance_outcomes=self.deals,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_TOKENS * (self.setting.episode_config.max_turns or MAX_TURNS),
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> KickdoorState:
        """Return the state before the deal."""
        return KickdoorState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return an observer of the current view, or of the whole history of a player."""
        return Observer(self.setting, kind is not None and kind.perfect_recall)


class TrackedGame:
    """A running game with a digest of what each seat has seen and done, for perfect recall."""

    def __init__(self, setting: EnvConfig, episode: Episode, history: list[bytes]) -> None:
        self.setting = setting
        self.episode = episode
        self.history = history

    @staticmethod
    def deal_game(setting: EnvConfig, seed: int) -> TrackedGame:
        """Deal a game."""
        episode = setting.deal(f"open_spiel:{seed}")
        tracked = TrackedGame(setting, episode, [b""] * setting.seats)
        tracked.track(episode.begin)
        return tracked

    def apply_token(self, token: int) -> None:
        """Apply a token of the acting seat."""
        episode, seat = self.episode, self.episode.seat
        if token not in episode.legal_actions:
            raise IllegalAnswer("not_now", [], f"action {token} is not legal")
        self.add_to_history(seat, (token,))
        self.track(lambda: episode.step(token))

    def track(self, advance: Callable[[], object]) -> None:
        """Run a step and add what each seat saw of it to the digests."""
        events: list[Event] = []
        self.episode.state.events = events
        try:
            advance()
        finally:
            self.episode.state.events = None
        for event in events:
            public = (event.kind, event.seat, event.other, event.amount, len(event.cards))
            for seat in range(self.setting.seats):
                self.add_to_history(seat, (*public, *event.names) if sees(event, seat) else public)

    def add_to_history(self, seat: int, numbers: tuple[int, ...]) -> None:
        """Add numbers to the digest of what a seat has seen and done."""
        self.history[seat] = digest(self.history[seat], str(numbers).encode())

    def information_text(self, seat: int) -> str:
        """Return the view of a seat and its unfinished action; equal texts have equal legal actions."""
        episode = self.episode
        observation: dict[str, object] = {**observe(episode.state, seat)}
        observation["idle_left"] = episode.free_actions_left(seat)
        observation["unasked"] = episode.seat == seat and episode.is_polled
        observation["said"] = [self.setting.words[token] for token in self.unfinished_tokens(seat)]
        return json.dumps(observation, separators=(",", ":"))

    def history_digest(self, seat: int) -> str:
        """Return a digest of everything a seat has seen and done, since the full text would be too long."""
        observation = digest(self.history[seat], self.setting.observation_bytes(self.episode, seat))
        return f"seat {seat}: {digest(observation, str(self.unfinished_tokens(seat)).encode()).hex()}"

    def unfinished_tokens(self, seat: int) -> list[int]:
        """Return the unfinished action of a seat."""
        action = self.episode.action
        return action.said if action is not None and self.episode.seat == seat else []

    def determinization(self, rng: LehmerRng) -> TrackedGame:
        """Return a determinization for the acting seat."""
        return TrackedGame(self.setting, self.episode.determinization(rng), self.history[:])

    def __deepcopy__(self, memo: dict[int, object]) -> TrackedGame:
        return TrackedGame(self.setting, self.episode.copy(), self.history[:])

    def __reduce__(self) -> tuple[object, ...]:
        return restore_game, (self.setting, self.episode.state, self.episode.to_numbers(), self.history)


def restore_game(setting: EnvConfig, state: Any, numbers: list[list[int]], history: list[bytes]) -> TrackedGame:
    """Restore a game from a pickle."""
    return TrackedGame(setting, Episode(setting.vocabulary, state, setting.episode_config).restore(numbers), history)


def digest(previous: bytes, data: bytes) -> bytes:
    return blake2b(previous + data, digest_size=16).digest()


class KickdoorState(pyspiel.State):
    """The state of one game."""

    def __init__(self, game: KickdoorGame) -> None:
        super().__init__(game)
        self._tracked: TrackedGame | None = None

    @property
    def tracked(self) -> TrackedGame:
        """The running game; only available after the deal."""
        assert self._tracked is not None, "the game is not dealt yet"
        return self._tracked

    def current_player(self) -> int:
        """Return the acting player."""
        if self._tracked is None:
            return int(pyspiel.PlayerId.CHANCE)
        episode = self._tracked.episode
        return int(pyspiel.PlayerId.TERMINAL) if episode.is_over else episode.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over or cut."""
        return self._tracked is not None and self._tracked.episode.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals with equal probabilities."""
        deals = self.get_game().deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.tracked.episode.legal_actions

    def _apply_action(self, action: int) -> None:
        if self._tracked is None:
            self._tracked = TrackedGame.deal_game(self.get_game().setting, action)
        else:
            self._tracked.apply_token(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else str(self.get_game().setting.words[action])

    def returns(self) -> list[float]:
        """Return the outcome for each player."""
        if self._tracked is None:
            return [0.0] * int(self.num_players())
        return returns(self._tracked.episode.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KickdoorState:
        """Return a random game that looks the same to the acting player."""
        if player != self.current_player():
            raise ValueError("player must be the acting player")
        sample: KickdoorState = self.get_game().new_initial_state()
        sample._tracked = self.tracked.determinization(LehmerRng.at(1 + int(sampler() * (MODULUS - 2))))
        return sample

    def __str__(self) -> str:
        if self._tracked is None:
            return "not dealt yet"
        episode = self._tracked.episode
        tokens = [] if episode.action is None else episode.action.said
        return "\n".join([str(Game(episode.state)), *(self._tracked.setting.words[token] for token in tokens)])


class Observer:
    """An OpenSpiel observer of the game."""

    def __init__(self, setting: EnvConfig, is_history: bool) -> None:
        self.setting = setting
        self.is_history = is_history
        self.tensor: Observation | None = None if is_history else np.zeros(setting.layout.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: KickdoorState, player: int) -> None:
        """Write the observation of a player; all zeros before the deal."""
        if self.tensor is not None:
            self.tensor[:] = 0 if state._tracked is None else self.setting.observation(state.tracked.episode, player)

    def string_from(self, state: KickdoorState, player: int) -> str:
        """Return the view of a player, or the digest of the player's history."""
        if state._tracked is None:
            return "not dealt yet"
        return state.tracked.history_digest(player) if self.is_history else state.tracked.information_text(player)


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, KickdoorGame)
