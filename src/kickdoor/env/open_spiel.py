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
PLUS = "+"
"""The separator of sets; commas already separate the parameters of a game string."""
DEALS = 1000
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
        "deals": DEALS,
    },
)


@lru_cache(32)
def setting_of(rules: RuleSet, seats: int, winning_level: int, turns: int, idle: int, polls: bool) -> EnvConfig:
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
            params["sets"] = str(params["sets"]).replace(",", PLUS)
        given = {**GAME_TYPE.parameter_specification, **params}
        self.deals = int(given.pop("deals"))
        if self.deals < 1:
            raise BadData(f"deals must be a number of at least 1, got {self.deals}")
        folders = [folder for folder in given.pop("folders").split(os.pathsep) if folder]
        rules = mix(given.pop("sets").replace(PLUS, ",") or None, folders)
        self.setting = setting_of(rules, **given)
        seats = self.setting.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.vocabulary.size,
            max_chance_outcomes=self.deals,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_TOKENS * (self.setting.customs.turns or MAX_TURNS),
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> KickdoorState:
        """Return the state before the deal."""
        return KickdoorState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return an observer of the current view, or of the whole history of a player."""
        return Observer(self.setting, kind is not None and kind.perfect_recall)


class Played:
    """A running game with a digest of what each seat has seen and done, for perfect recall."""

    def __init__(self, setting: EnvConfig, episode: Episode, memory: list[bytes]) -> None:
        self.setting = setting
        self.episode = episode
        self.memory = memory

    @staticmethod
    def dealt(setting: EnvConfig, seed: int) -> Played:
        """Deal a game."""
        episode = setting.deal(f"open_spiel:{seed}")
        played = Played(setting, episode, [b""] * setting.seats)
        played.watch(episode.begin)
        return played

    def say(self, token: int) -> None:
        """Apply a token of the acting seat."""
        episode, seat = self.episode, self.episode.seat
        if token not in episode.legal_actions:
            raise IllegalAnswer("not_now", [], f"action {token} is not legal")
        self.remember(seat, (token,))
        self.watch(lambda: episode.step(token))

    def watch(self, happen: Callable[[], object]) -> None:
        """Run a step and add what each seat saw of it to the digests."""
        told: list[Event] = []
        self.episode.state.events = told
        try:
            happen()
        finally:
            self.episode.state.events = None
        for event in told:
            public = (event.kind, event.seat, event.other, event.amount, len(event.cards))
            for seat in range(self.setting.seats):
                self.remember(seat, (*public, *event.names) if sees(event, seat) else public)

    def remember(self, seat: int, numbers: tuple[int, ...]) -> None:
        self.memory[seat] = digest(self.memory[seat], str(numbers).encode())

    def sight(self, seat: int) -> str:
        """Return the view of a seat and its unfinished action; equal texts have equal legal actions."""
        episode = self.episode
        seen: dict[str, object] = {**observe(episode.state, seat)}
        seen["idle_left"] = episode.idle_left(seat)
        seen["unasked"] = episode.seat == seat and episode.unasked
        seen["said"] = [self.setting.words[token] for token in self.said(seat)]
        return json.dumps(seen, separators=(",", ":"))

    def recalled(self, seat: int) -> str:
        """Return a digest of everything a seat has seen and done, since the full text would be too long."""
        seen = digest(self.memory[seat], self.setting.written(self.episode, seat))
        return f"seat {seat}: {digest(seen, str(self.said(seat)).encode()).hex()}"

    def said(self, seat: int) -> list[int]:
        """Return the unfinished action of a seat."""
        sentence = self.episode.sentence
        return sentence.said if sentence is not None and self.episode.seat == seat else []

    def world(self, rng: LehmerRng) -> Played:
        """Return a determinization for the acting seat."""
        return Played(self.setting, self.episode.world(rng), self.memory[:])

    def __deepcopy__(self, memo: dict[int, object]) -> Played:
        return Played(self.setting, self.episode.copy(), self.memory[:])

    def __reduce__(self) -> tuple[object, ...]:
        return played_again, (self.setting, self.episode.state, self.episode.notes(), self.memory)


def played_again(setting: EnvConfig, state: Any, notes: list[list[int]], memory: list[bytes]) -> Played:
    """Restore a game from a pickle."""
    return Played(setting, Episode(setting.vocabulary, state, setting.customs).take_up(notes), memory)


def digest(before: bytes, more: bytes) -> bytes:
    return blake2b(before + more, digest_size=16).digest()


class KickdoorState(pyspiel.State):
    """The state of one game."""

    def __init__(self, game: KickdoorGame) -> None:
        super().__init__(game)
        self._played: Played | None = None

    @property
    def played(self) -> Played:
        """The running game; only available after the deal."""
        assert self._played is not None, "the game is not dealt yet"
        return self._played

    def current_player(self) -> int:
        """Return the acting player."""
        if self._played is None:
            return int(pyspiel.PlayerId.CHANCE)
        episode = self._played.episode
        return int(pyspiel.PlayerId.TERMINAL) if episode.is_over else episode.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over or cut."""
        return self._played is not None and self._played.episode.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals with equal probabilities."""
        deals = self.get_game().deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.played.episode.legal_actions

    def _apply_action(self, action: int) -> None:
        if self._played is None:
            self._played = Played.dealt(self.get_game().setting, action)
        else:
            self._played.say(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else str(self.get_game().setting.words[action])

    def returns(self) -> list[float]:
        """Return the outcome for each player."""
        if self._played is None:
            return [0.0] * int(self.num_players())
        return returns(self._played.episode.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KickdoorState:
        """Return a random game that looks the same to the acting player."""
        if player != self.current_player():
            raise ValueError("player must be the acting player")
        twin: KickdoorState = self.get_game().new_initial_state()
        twin._played = self.played.world(LehmerRng.at(1 + int(sampler() * (MODULUS - 2))))
        return twin

    def __str__(self) -> str:
        if self._played is None:
            return "not dealt yet"
        episode = self._played.episode
        said = [] if episode.sentence is None else episode.sentence.said
        return "\n".join([str(Game(episode.state)), *(self._played.setting.words[token] for token in said)])


class Observer:
    """An OpenSpiel observer of the game."""

    def __init__(self, setting: EnvConfig, recalls: bool) -> None:
        self.setting = setting
        self.recalls = recalls
        self.tensor: Observation | None = None if recalls else np.zeros(setting.layout.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: KickdoorState, player: int) -> None:
        """Write the observation of a player; all zeros before the deal."""
        if self.tensor is not None:
            self.tensor[:] = 0 if state._played is None else self.setting.observation(state.played.episode, player)

    def string_from(self, state: KickdoorState, player: int) -> str:
        """Return the view of a player, or the digest of the player's history."""
        if state._played is None:
            return "not dealt yet"
        return state.played.recalled(player) if self.recalls else state.played.sight(player)


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, KickdoorGame)
