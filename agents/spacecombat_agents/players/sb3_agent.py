"""A saved MaskablePPO model as a player. Loading runs pickled code: open only files you trust."""

from __future__ import annotations

from pathlib import Path

from gymnasium.spaces import Box
from sb3_contrib import MaskablePPO

from spacecombat_agents.players.net_agent import NetAgent, check_weights
from spacecombat_agents.players.nets.policy_net import ActorCritic
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Scenario


class Sb3Agent(NetAgent):
    """Plays as a network does (net_agent.py), and keeps its model."""

    def __init__(self, model: MaskablePPO, name: str) -> None:
        super().__init__(ActorCritic(model.policy), name)
        self.model = model

    @classmethod
    def load(cls, path: Path, scenario: Scenario) -> Sb3Agent:
        """Load a model file; ConfigError if it is invalid or was made for other spaces."""
        try:
            model = MaskablePPO.load(path, device="cpu")
        except Exception as cause:
            raise ConfigError.at(path, "file", f"not a MaskablePPO model: {cause}") from cause
        if not isinstance(model.observation_space, Box):
            form = "trained on dict observations; only flat ones are supported (flat=True)"
            raise ConfigError.at(path, "spaces", form)
        spaces = (model.observation_space.shape, int(model.action_space.n))  # type: ignore[attr-defined]
        expected = ((scenario.observation.size,), scenario.actions.size)
        if spaces != expected:
            raise ConfigError.at(path, "spaces", f"made for {spaces}, the scenario has {expected}")
        agent = cls(model, f"sb3:{path.name}")
        check_weights(agent.actor_critic.state_dict(), path)
        return agent
