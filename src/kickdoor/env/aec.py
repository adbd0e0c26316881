"""A PettingZoo AEC environment for several learners: one agent per seat, one token per step."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kickdoor.card_index import Sets
from kickdoor.env.core.episode import Episode, returns
from kickdoor.env.env_config import (
    ILLEGAL_ACTION_REWARD,
    RENDER_MODES,
    EnvConfig,
    Mask,
    Observation,
    render,
    render_mode_of,
)

AgentObservation = dict[str, Observation | Mask]


def env(
    sets: Sets | None = None, seats: int = 4, *, render_mode: str | None = None, **setting: Any
) -> AECEnv[Any, Any, Any]:
    """Make the environment in the wrappers that report incorrect use.

    >>> from kickdoor.env import aec
    >>> env = aec.env(sets="deluxe", seats=4)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter(1000):
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    """
    return wrappers.OrderEnforcingWrapper(raw_env(sets, seats, render_mode=render_mode, **setting))


def raw_env(
    sets: Sets | None = None, seats: int = 4, *, render_mode: str | None = None, **setting: Any
) -> KickdoorAECEnv:
    """Make the environment without the wrappers; further arguments are those of `EnvConfig`."""
    return KickdoorAECEnv(EnvConfig(sets, seats, **setting), render_mode)


class KickdoorAECEnv(AECEnv[str, AgentObservation, int]):
    """Learners at one table. An illegal action only costs `ILLEGAL_ACTION_REWARD` and is reported in `infos`."""

    metadata = {"name": "kickdoor_v0", "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(self, setting: EnvConfig, render_mode: str | None = None) -> None:
        super().__init__()
        self.setting = setting
        self.render_mode = render_mode_of(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        observation: dict[str, spaces.Space[Any]] = {
            "observation": setting.observation_space(),
            "action_mask": spaces.Box(0, 1, (setting.vocabulary.size,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observation) for agent in self.possible_agents}
        self.action_spaces = {agent: setting.action_space() for agent in self.possible_agents}
        self._dice, _ = seeding.np_random()
        self._episode: Episode = setting.deal(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed deals the same game. `options` are rule options of this game only."""
        if seed is not None:
            self._dice, _ = seeding.np_random(seed)
        chosen = self.setting.options_with(options)
        self._episode = self.setting.deal(int(self._dice.integers(1 << 62)), None, chosen).begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int) -> None:
        """Apply one token of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._episode.step(int(action)):
            self.infos[agent] = {}
            self._select()
        else:
            self.infos[agent] = self.setting.refusal(action)
            self.rewards[agent] = ILLEGAL_ACTION_REWARD
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Select the next agent to act, or end the game for all agents."""
        episode = self._episode
        if not episode.is_over:
            self.agent_selection = self.possible_agents[episode.seat]
            return
        self.rewards = dict(zip(self.agents, returns(episode.state), strict=True))
        self.terminations = dict.fromkeys(self.agents, not episode.is_cut)
        self.truncations = dict.fromkeys(self.agents, episode.is_cut)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> AgentObservation:
        """Return the observation and the action mask of an agent."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self.setting.observation(self._episode, seat),
            "action_mask": self.setting.mask(self._episode, seat),
        }

    @property
    def decisions(self) -> int:
        """The number of complete actions in this game that had a choice."""
        return self._episode.decisions

    def render(self) -> str | None:
        """Render the public view of the table."""
        return render(self._episode, self.render_mode)

    def close(self) -> None:
        """Do nothing, since there are no resources to release."""

    def __str__(self) -> str:
        return "kickdoor_v0"
