"""One game as a PettingZoo ParallelEnv: every agent returns an action each step, and one counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import ParallelEnv

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.env.arguments import check_open, read_action, refuse_all_options
from spacecombat_env.env.base import OneGame
from spacecombat_env.env.formats import Observation

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import Settings

WAITING = ("stepped", "absent")
"""Treatment of an agent that is not to act: stepped with the other, or absent from the results."""
WAIT = 0
"""The only legal action of an agent that is not to act."""


class SpaceCombatParallel(OneGame, ParallelEnv[str, Observation, int]):
    """Any rule set as a PettingZoo ParallelEnv; it plays the same game as `SpaceCombatAEC`.

    One step is one decision. The agent to act is `to_act`: its mask holds its legal actions, and
    `step` applies its action. The mask of a waiting agent allows only action 0, which here means
    "wait". Actions of waiting agents are ignored and may be missing. The settings `mask` and `flat`
    select where masks are and whether observations are dicts (see `Settings`).

    By default a waiting agent is stepped at every decision of the other side. It can count these
    decisions and so learn what the rules hide, for example whether a contact is a dummy. Prevent
    that with `waiting="absent"`: `reset` and `step` then return dicts with only the agent to act,
    and all agents at the end. PettingZoo's own `parallel_api_test` needs every agent in each step.
    """

    metadata: dict[str, Any] = {"name": "spacecombat"}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None = None,
        *,
        waiting: str = WAITING[0],
        **settings: Unpack[Settings],
    ) -> None:
        self._open(ruleset, scenario, waiting=waiting, **settings)

    def _open(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None,
        *,
        waiting: str = WAITING[0],
        **settings: Unpack[Settings],
    ) -> None:
        """Make the environment; `agents` is empty before the first reset."""
        if waiting not in WAITING:
            raise ConfigError(f"waiting={waiting!r}: must be one of {', '.join(WAITING)}")
        super()._open(ruleset, scenario, **settings)
        self._settings.update(waiting=waiting)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's observation space; the same object each time."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's action space, Discrete(A); the same object each time."""
        return self._spaces[agent][1]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game. Raises ValueError for any option (see `SpaceCombatAEC.reset`)."""
        refuse_all_options(options)
        self._new_game(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        shown = self._shown_agents()
        return self._observations(shown), self._infos(shown)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Apply the action of the agent to act; return fresh dicts. Do nothing after the end.

        Raises ResetNeeded before the first `reset`, TypeError if that action is no whole number,
        ValueError if it is missing or `actions` names an unknown agent. An illegal one loses the
        game.
        """
        check_open(self._closed)
        if not self._started:
            raise ResetNeeded("call reset before step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting = self._agent_to_act()
        if acting not in actions:
            raise ValueError(f"actions: {acting} is to act, but has none")
        if unknown := set(actions) - set(self.possible_agents):
            raise ValueError(f"actions: there is no agent {min(map(str, unknown))!r}")
        self.game.step(read_action(actions[acting]))
        self.cycles += 1
        over = bool(self.game.out.done[0])
        cut = not over and self.cycles == self.max_cycles
        shown = self._shown_agents() if not cut else self.possible_agents
        rewards = self._by_agent(self.game.out.rewards[0])
        answer = (
            self._observations(shown),
            {agent: rewards[agent] for agent in shown},
            dict.fromkeys(shown, over),
            dict.fromkeys(shown, cut),
            self._infos(shown),
        )
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return answer

    def _mask(self, agent: str) -> np.ndarray:
        """Return an agent's mask; that of a waiting agent allows only WAIT."""
        mask = self._mask_of(agent)
        if not self._is_to_act(agent):
            mask[WAIT] = 1
        return mask

    def _shown_agents(self) -> list[str]:
        """Return the agents in the returned dicts: the agent to act, or all."""
        if self._settings["waiting"] == WAITING[0] or self.game.seat < 0:
            return self.possible_agents
        return [self._agent_to_act()]

    def _observations(self, agents: list[str]) -> dict[str, Observation]:
        """Return the current observation of each agent."""
        return {
            agent: self._format.view(self._observed_by(agent), self._mask(agent))
            for agent in agents
        }

    def _infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        """Return each agent's mask and, after the end, the result."""
        result = self.game.result() if self.game.seat < 0 else {}
        return {agent: {**self._format.info(self._mask(agent)), **result} for agent in agents}

    def _apply_action(self, action: int) -> None:
        """Apply an action of a sentence."""
        self.step({self._agent_to_act(): action})

    def _extra_state(self) -> dict[str, Any]:
        """Return the agents in the game and the number of decisions."""
        return {"agents": list(self.agents), "cycles": self.cycles}

    def _set_extra_state(self, extra_state: dict[str, Any]) -> None:
        """Restore what `_extra_state` returned."""
        self.agents = list(extra_state["agents"])
        self.cycles = extra_state["cycles"]
