"""The game for one learner among bots, as Gymnasium's environments are: one token a step."""

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
"""Who plays the other seats: one name or class for all, or one for each from the learner's left."""


class KickdoorEnv(gymnasium.Env[Observation, np.int64]):
    """A seat among bots. The actions that are legal are in `info["action_mask"]`, and `action_masks()` gives them too.

    An action that is not legal changes nothing, costs `ILLEGAL`, and is told in `info["illegal"]`.

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
            raise BadData(
                f"there is no seat {seat!r}; seats are 0 to {seats - 1}, and None is any, drawn for each game"
            )
        self.fixed = seat
        self.seat = seat or 0
        """Where the learner sits in this game."""
        self.action_space = self.setting.action_space()
        self.observation_space = self.setting.observation_space()
        self._episode: Episode = self.setting.deal(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and goes to the learner's first choice; the same seed deals the same to the same bots.

        `options` are table options of this game alone, such as `{"winning_level": 5}`.
        """
        super().reset(seed=seed)
        chosen = self.setting.options_with(options)
        while True:
            self._episode = self._deal(int(self.np_random.integers(1 << 62)), chosen).begin()
            # Bots might win before the learner has had anything to choose
            if not self._episode.is_over:
                return self.setting.observation(self._episode, self.seat), self._info()

    def _deal(self, seed: int, options: RuleOptions) -> Episode:
        """Seats the learner and the bots at a new game."""
        seats = self.setting.seats
        self.seat = int(self.np_random.integers(seats)) if self.fixed is None else self.fixed
        policies: list[Policy | None] = [None] * seats
        for place, maker in enumerate(self.bots, 1):
            seat = (self.seat + place) % seats
            policies[seat] = policy_of(seat_bot(maker, seat, Rng(f"{seed}:{seat}")))
        return self.setting.deal(seed, policies, options)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Return one token, and lets the bots play on until there is something to choose again."""
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
        seen = self.setting.observation(episode, self.seat)
        return seen, reward, len(episode.state.winners) > 0, episode.is_cut, self._info() | refusal

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.setting.mask(self._episode, self.seat)}

    @property
    def decisions(self) -> int:
        """Whole sentences of this game in which there was something to choose."""
        return self._episode.decisions

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal."""
        return self.setting.mask(self._episode, self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """Show the table as everybody sees it."""
        return render(self._episode, self.render_mode)


def register() -> None:
    """Make the environments known to `gymnasium.make`: one for each set, and one for all of them mixed."""
    for name in (*known_sets(), "all"):
        id = f"kickdoor/{name.capitalize()}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(id, entry_point="kickdoor.env.gym_env:KickdoorEnv", kwargs={"sets": name})
