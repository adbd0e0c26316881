"""A Gymnasium environment for one learner among bots: one token per step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from kickdoor.autoplay import bot_makers, seat_bot
from kickdoor.bot import BotMaker
from kickdoor.bots.policy_adapter import policy_of
from kickdoor.card_index import Sets
from kickdoor.catalog.loader import known_sets
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine.errors import BadData
from kickdoor.env.core.episode import Episode, returns
from kickdoor.env.env_config import ILLEGAL_ACTION_REWARD, RENDER_MODES, EnvConfig, Observation, render, render_mode_of
from kickdoor.policies.policy import Policy
from kickdoor.rng import Rng

Others = str | BotMaker | Sequence[str | BotMaker]
"""The bots of the other seats: one name or class for all, or one each from the learner's left."""


class KickdoorEnv(gymnasium.Env[Observation, np.int64]):
    """A seat among bots. The legal actions are in `info["action_mask"]` and in `action_masks()`.

    An illegal action changes nothing, gets `ILLEGAL_ACTION_REWARD` and is reported in `info["illegal"]`.

        >>> import gymnasium, kickdoor.env
        >>> env = gymnasium.make("kickdoor/Deluxe-v0", bots="random")
        >>> observation, info = env.reset(seed=1)
        >>> over = False
        >>> while not over:
        ...     action = env.action_space.sample(info["action_mask"])
        ...     observation, reward, terminated, truncated, info = env.step(action)
        ...     over = terminated or truncated
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        sets: Sets | None = None,
        seats: int = 4,
        *,
        bots: Others = "easy",
        seat: int | None = 0,
        render_mode: str | None = None,
        **setting: Any,
    ) -> None:
        self.setting = EnvConfig(sets, seats, **setting)
        self.render_mode = render_mode_of(render_mode)
        self.bots = bot_makers(bots, seats - 1, "other seats")
        if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
            raise BadData(f"seat must be 0 to {seats - 1}, or None for a random seat in each game, got {seat!r}")
        self.fixed_seat = seat
        """The seat of the learner in every game; None for a random one."""
        self.seat = seat or 0
        """The seat of the learner in this game."""
        self.action_space = self.setting.action_space()
        self.observation_space = self.setting.observation_space()
        self._episode: Episode = self.setting.deal(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and advance to the learner's first choice.

        The same seed, bots and actions give the same game.

        `options` are rule options of this game only, such as `{"winning_level": 5}`.
        """
        super().reset(seed=seed)
        chosen = self.setting.options_with(options)
        while True:
            self._episode = self._deal(int(self.np_random.integers(1 << 62)), chosen).begin()
            # Deal again if the bots have won before the learner had a choice.
            if not self._episode.is_over:
                return self.setting.observation(self._episode, self.seat), self._info()

    def _deal(self, seed: int, options: RuleOptions) -> Episode:
        """Deal a new game to the learner and the bots."""
        seats = self.setting.seats
        self.seat = int(self.np_random.integers(seats)) if self.fixed_seat is None else self.fixed_seat
        policies: list[Policy | None] = [None] * seats
        for place, maker in enumerate(self.bots, 1):
            seat = (self.seat + place) % seats
            policies[seat] = policy_of(seat_bot(maker, seat, Rng(f"{seed}:{seat}")))
        return self.setting.deal(seed, policies, options)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply one token and let the bots play until the learner has a choice again."""
        episode = self._episode
        reward = 0.0
        refusal: dict[str, Any] = {}
        if episode.is_over:
            gymnasium.logger.warn("step() was called after the end of a game: call reset() first")
        if not episode.step(int(action)):
            reward, refusal = ILLEGAL_ACTION_REWARD, self.setting.refusal(action)
        elif episode.is_over:
            reward = returns(episode.state)[self.seat]
        if self.render_mode == "human":
            self.render()
        observation = self.setting.observation(episode, self.seat)
        return observation, reward, len(episode.state.winners) > 0, episode.is_cut, self._info() | refusal

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.setting.mask(self._episode, self.seat)}

    @property
    def decisions(self) -> int:
        """The number of complete actions in this game that had a choice."""
        return self._episode.decisions

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions."""
        return self.setting.mask(self._episode, self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """Render the public view of the table."""
        return render(self._episode, self.render_mode)


def register() -> None:
    """Register the environments with `gymnasium.make`: one for each set, and one for all sets mixed."""
    for name in (*known_sets(), "all"):
        id = f"kickdoor/{name.capitalize()}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(id, entry_point="kickdoor.env.gym_env:KickdoorEnv", kwargs={"sets": name})
