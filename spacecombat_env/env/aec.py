"""One game as a PettingZoo AEC environment: seats act in the order that the rules give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import OrderEnforcingWrapper
from pettingzoo.utils.env_logger import EnvLogger

from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.env.arguments import check_open, read_action, refuse_all_options
from spacecombat_env.env.base import OneGame
from spacecombat_env.env.formats import Observation

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import Settings


class SpaceCombatAEC(OneGame, AECEnv[str, Observation, int]):
    """Any rule set as a PettingZoo AECEnv.

    Observations are {"observation": float32 (O,), "action_mask": int8 (A,)}. The mask of the agent
    to act is also in infos[agent]["action_mask"]. The settings `flat` and `mask` change this (see
    `Settings`).

    An agent observed out of turn gets its current observation and a mask of zeros, since it may not
    act. The method `last()` always returns the agent to act, so a sampler meets such a mask only
    after the end, where the action is None.

    An illegal action ends the game, and its agent loses. It never makes `step` raise.

    The turn limit is a rule of the game, so games terminate. The setting `max_cycles` limits the
    decisions of all seats together and truncates the game.
    """

    metadata: dict[str, Any] = {"name": "spacecombat", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        super().__init__()
        self._open(ruleset, scenario, **settings)

    def _open(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None,
        **settings: Unpack[Settings],
    ) -> None:
        """Make the environment; `agents` is empty before the first reset."""
        super()._open(ruleset, scenario, **settings)
        self.agents: list[str] = []
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._empty = np.zeros(self.scenario.actions.size, np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's observation space; the same object each time."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's action space, Discrete(A); the same object each time."""
        return self._spaces[agent][1]

    # -- play ------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. Without a seed, use the next seed of the environment's own generator.

        Raises ValueError for any option, except {"options": 1} of PettingZoo's own tests: rules are
        options of the environment when it is made.
        """
        refuse_all_options(options)
        self._new_game(seed)
        self.agents = self.possible_agents[:]
        self.rewards = self._nothing.copy()
        self._cumulative_rewards = self._nothing.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.cycles = 0
        self._turn_to_act()

    def observe(self, agent: str) -> Observation:
        """Return an agent's current observation in fresh arrays."""
        game = self.game
        if agent == self.agent_selection and game.out.seat[0] >= 0 and not self._shared:
            return self._format.view(np.multiply(game.row, game.scales), game.mask.copy())
        return self._format.view(self._observed_by(agent), self._mask_of(agent))

    def step(self, action: int | None) -> None:
        """Apply an action of `agent_selection`; None for an agent that is done.

        Raises TypeError for an action that is no whole number. An illegal one loses the game.
        """
        check_open(self._closed)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is for agents that are done")
        game = self.game
        game.step(read_action(action))
        self.cycles += 1
        self.rewards = self._nothing.copy()
        self._cumulative_rewards[agent] = 0.0
        if game.out.done[0]:
            self._finish()
        elif self.cycles == self.max_cycles:
            self._turn_to_act()
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._turn_to_act()
        if self.render_mode == "human":
            self.render()

    def _turn_to_act(self) -> None:
        """Select the agent to act and write the infos."""
        game = self.game
        selected = self._agent_to_act()
        self.agent_selection = selected
        self.infos = {
            agent: self._format.info(game.mask.copy() if agent == selected else self._empty.copy())
            for agent in self.agents
        }

    def _finish(self) -> None:
        """Write the rewards of a game that just ended and terminate all agents."""
        self.rewards = self._by_agent(self.game.out.rewards[0])
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        result = self.game.result()
        self.infos = {
            agent: {**self._format.info(self._empty.copy()), **result} for agent in self.agents
        }
        self._deads_step_first()

    def _apply_action(self, action: int) -> None:
        """Apply an action of a sentence."""
        self.step(action)

    # -- copies ----------------------------------------------------------------------------------

    def _extra_state(self) -> dict[str, Any]:
        """Return rewards, flags and the other data kept by agent, JSON-ready."""
        return {
            "agents": list(self.agents),
            "selection": self.agent_selection,
            "skip": self._skip_agent_selection,
            "cycles": self.cycles,
            "rewards": dict(self.rewards),
            "cumulative": dict(self._cumulative_rewards),
            "terminations": dict(self.terminations),
            "truncations": dict(self.truncations),
        }

    def _set_extra_state(self, extra_state: dict[str, Any]) -> None:
        """Restore the data kept by agent; the infos follow from the game."""
        self.agents = list(extra_state["agents"])
        self._skip_agent_selection = extra_state["skip"]
        self.cycles = extra_state["cycles"]
        self.rewards = dict(extra_state["rewards"])
        self._cumulative_rewards = dict(extra_state["cumulative"])
        self.terminations = dict(extra_state["terminations"])
        self.truncations = dict(extra_state["truncations"])
        over = self.game.seat < 0
        result = self.game.result() if over else {}
        self.infos = {
            agent: {**self._format.info(self._mask_of(agent)), **result} for agent in self.agents
        }
        self.agent_selection = extra_state["selection"]


class CheckedWrapper(OrderEnforcingWrapper[str, Observation, int]):
    """The checks of PettingZoo's three usual wrappers in one, at a quarter of their cost.

    As OrderEnforcingWrapper: `step`, `observe`, `render` and `state` raise before the first reset.
    As AssertOutOfBoundsWrapper: an action outside the space raises AssertionError. As
    TerminateIllegalWrapper: an illegal action causes a warning and ends the game with -1 for its
    agent. Here the other seat also gets 1.
    """

    env: SpaceCombatAEC
    _has_reset: bool

    def __str__(self) -> str:
        """Return the environment's name."""
        return str(self.env)

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return observation, cumulative reward, termination, truncation and info of the agent."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)

    def step(self, action: int | None) -> None:
        """Check the action and apply it."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        env = self.env
        if not env.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = env.agent_selection
        if action is not None:
            assert env.action_space(agent).contains(action), "action is not in action space"
            if not (env.game.mask[action] or env.terminations[agent] or env.truncations[agent]):
                EnvLogger.warn_on_illegal_move()
        env.step(action)

    def say(self, sentence: Any, agent: str | None = None) -> list[int]:
        """Apply the text of one or more orders for the agent to act; see `OneGame.say`."""
        self._has_updated = True
        return self.env.say(sentence, agent)

    def restore(self, data: bytes) -> None:
        """Restore a saved point; see `OneGame.restore`."""
        self.env.restore(data)
        self._has_reset = self._has_updated = True

    def clone(self, reseed: int | None = None, agent: str | None = None) -> CheckedWrapper:
        """Return a copy with the same checks; see `OneGame.clone`."""
        new = CheckedWrapper(self.env.clone(reseed, agent))
        new._has_reset = new._has_updated = self._has_reset
        return new

    def _read(name: str) -> Any:  # type: ignore[misc]  # noqa: N805
        """Return a property of the wrapped environment."""

        def get(self: CheckedWrapper) -> Any:
            if not self._has_reset:
                raise AttributeError(f"{name} cannot be accessed before reset")
            return getattr(self.env, name)

        return property(get)

    agents = _read("agents")
    agent_selection = _read("agent_selection")
    rewards = _read("rewards")
    terminations = _read("terminations")
    truncations = _read("truncations")
    infos = _read("infos")
    num_agents = _read("num_agents")
    del _read
