"""The same game as a PettingZoo ParallelEnv: every seat answers each step, one of them counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.env.base import OneGame
from spacecombat_env.env.formats import Observation

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import Settings

WAITING = ("stepped", "absent")
"""What a seat is that is not to act: stepped with the other, or absent from what is returned."""
WAIT = 0
"""The one action in the mask of a seat that is not to act."""


class SpaceCombatParallel(OneGame, ParallelEnv[str, Observation, int]):
    """Any rule set as a ParallelEnv, the same game as `SpaceCombatAEC` for the same decisions.

    One step is one decision. The seat to act is `to_act`; its mask holds its legal words, and its
    action is said. The mask of a waiting seat allows action 0 alone, which here means "wait"; its
    action is not looked at, whatever it is, and may be absent. Where masks stand, and whether an
    observation is a dict, `mask` and `flat` say: see `Settings`.

    A waiting seat is stepped once for each word of the other side, so it can count them, and so
    learn what it should not: that tells a dummy from ships, say. With `waiting="absent"` it cannot:
    the dicts that `step` and `reset` return hold the seat to act alone, and all seats at the end;
    a player is handed a step only when it is asked, as in the seat form. (PettingZoo's own
    `parallel_api_test` wants every agent in each step.)
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
        """Make the environment; nobody is in the game before the first reset."""
        if waiting not in WAITING:
            raise ConfigError(f"waiting={waiting!r}: there are {', '.join(WAITING)}")
        super()._open(ruleset, scenario, **settings)
        self._settings.update(waiting=waiting)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations; the same object each time."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return Discrete(A); the same object each time."""
        return self._spaces[agent][1]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game; `options` are not used."""
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
        """Say the action of the seat to act; return fresh dicts. Nothing happens after the end."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting = self._agent_to_act()
        self.game.step(int(actions[acting]))
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
        """Return an agent's mask; a waiting one's allows WAIT alone."""
        mask = self._mask_of(agent)
        if not self._is_to_act(agent):
            mask[WAIT] = 1
        return mask

    def _shown_agents(self) -> list[str]:
        """Return the agents that what is returned holds: the one to act alone, or all."""
        if self._settings["waiting"] == WAITING[0] or self.game.seat < 0:
            return self.possible_agents
        return [self._agent_to_act()]

    def _observations(self, agents: list[str]) -> dict[str, Observation]:
        """Return what each seat may know now."""
        return {
            agent: self._format.view(self._observed_by(agent), self._mask(agent))
            for agent in agents
        }

    def _infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        """Return the mask, and after the end the result, of each seat."""
        result = self.game.result() if self.game.seat < 0 else {}
        return {agent: {**self._format.info(self._mask(agent)), **result} for agent in agents}

    def _apply_action(self, action: int) -> None:
        """Say a word of a sentence; what `step` returns is in the views."""
        self.step({self._agent_to_act(): action})

    def _extra_state(self) -> dict[str, Any]:
        """Return who is in the game and how many decisions were made."""
        return {"agents": list(self.agents), "cycles": self.cycles}

    def _set_extra_state(self, extra_state: dict[str, Any]) -> None:
        """Take over what `_extra_state` returned."""
        self.agents = list(extra_state["agents"])
        self.cycles = extra_state["cycles"]
