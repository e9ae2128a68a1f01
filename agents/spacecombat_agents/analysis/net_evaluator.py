"""The net of an analysis: its evaluations, and its play in worlds."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.runtimes import NetOutputs
from spacecombat_agents.search.net_player import Net, NetPlayer
from spacecombat_env.core.errors import ConfigError

AT_ONCE = 1024
"""Decisions per call of the net."""


class NetEvaluator:
    """A player that is a net, or the net of a player that searches."""

    def __init__(self, agent: Any, name: str = "") -> None:
        self.name = name or str(getattr(agent, "name", "net"))
        found: Any = agent if hasattr(agent, "forward") else getattr(agent, "net", None)
        if not hasattr(found, "forward"):
            raise ConfigError.at(self.name, "with", "is not a network; use FILE.opp or net:FILE")
        self.net: Net = found
        self.evaluate_leaves = NetPlayer(found).evaluate_leaves
        plays = found is agent and isinstance(agent, Agent) and hasattr(agent, "takes_random_bits")
        self.player: Agent = agent if plays else NetPlayer(found, self.name)
        """The player of worlds: the player on its level; for one that searches, its net."""

    def evaluate(self, observations: np.ndarray, masks: np.ndarray) -> NetOutputs:
        """Return the net's outputs for observations float32 (n, O) and masks (n, A)."""
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
        """Return the net's outputs for one chunk."""
        if hasattr(self.net, "evaluate"):
            found: NetOutputs = self.net.evaluate(observations, masks)
            return found
        return NetOutputs(*self.net.forward(observations, masks), None)
