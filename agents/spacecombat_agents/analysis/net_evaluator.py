"""The net that is asked: what it thinks of questions, and how it plays games on."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.runtimes import NetOutputs
from spacecombat_agents.search.net_player import Net, NetPlayer
from spacecombat_env.core.errors import ConfigError

AT_ONCE = 1024
"""Questions put to the net in one call."""


class NetEvaluator:
    """A player that is a net, or one that searches with a net: its net is asked then."""

    def __init__(self, agent: Any, name: str = "") -> None:
        self.name = name or str(getattr(agent, "name", "net"))
        found: Any = agent if hasattr(agent, "forward") else getattr(agent, "net", None)
        if not hasattr(found, "forward"):
            raise ConfigError.at(self.name, "with", "is no net: FILE.opp or net:FILE is wanted")
        self.net: Net = found
        self.evaluate_leaves = NetPlayer(found).evaluate_leaves
        plays = found is agent and isinstance(agent, Agent) and hasattr(agent, "takes_random_bits")
        self.player: Agent = agent if plays else NetPlayer(found, self.name)
        """Who plays worlds on: the player on its level; of one that searches, its net."""

    def evaluate(self, observations: np.ndarray, masks: np.ndarray) -> NetOutputs:
        """Return what the net makes of questions: float32 (n, O) and masks (n, A)."""
        if not len(masks):
            return NetOutputs(masks.astype(np.float32), np.zeros(0, np.float32), None)
        parts = [
            self._evaluate_chunk(
                observations[start : start + AT_ONCE], masks[start : start + AT_ONCE]
            )
            for start in range(0, len(masks), AT_ONCE)
        ]
        wdl = [part.wdl for part in parts if part.wdl is not None]
        return NetOutputs(
            np.concatenate([part.logits for part in parts]),
            np.concatenate([part.values.reshape(-1) for part in parts]),
            np.concatenate(wdl) if len(wdl) == len(parts) else None,
        )

    def _evaluate_chunk(self, observations: np.ndarray, masks: np.ndarray) -> NetOutputs:
        """Return what the net makes of some questions at once."""
        if hasattr(self.net, "evaluate"):
            found: NetOutputs = self.net.evaluate(observations, masks)
            return found
        return NetOutputs(*self.net.forward(observations, masks), None)
