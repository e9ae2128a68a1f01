"""The net that is asked: what it thinks of questions, and how it plays games on."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.runtimes import Answers
from spacecombat_agents.search.net import Net, NetPlayer
from spacecombat_env.core.errors import ConfigError

AT_ONCE = 1024
"""Questions put to the net in one call."""


class Mind:
    """A player that is a net, or one that searches with a net: its net is asked then."""

    def __init__(self, agent: Any, name: str = "") -> None:
        self.name = name or str(getattr(agent, "name", "net"))
        found: Any = agent if hasattr(agent, "forward") else getattr(agent, "net", None)
        if not hasattr(found, "forward"):
            raise ConfigError.at(self.name, "with", "is no net: FILE.opp or net:FILE is wanted")
        self.net: Net = found
        self.judge = NetPlayer(found).judge
        plays = found is agent and isinstance(agent, Agent) and hasattr(agent, "takes_lots")
        self.player: Agent = agent if plays else NetPlayer(found, self.name)
        """Who plays worlds on: the player on its level; of one that searches, its net."""

    def answers(self, observations: np.ndarray, masks: np.ndarray) -> Answers:
        """Return what the net makes of questions: float32 (n, O) and masks (n, A)."""
        if not len(masks):
            return Answers(masks.astype(np.float32), np.zeros(0, np.float32), None)
        parts = [
            self._answers(observations[start : start + AT_ONCE], masks[start : start + AT_ONCE])
            for start in range(0, len(masks), AT_ONCE)
        ]
        wdl = [part.wdl for part in parts if part.wdl is not None]
        return Answers(
            np.concatenate([part.logits for part in parts]),
            np.concatenate([part.values.reshape(-1) for part in parts]),
            np.concatenate(wdl) if len(wdl) == len(parts) else None,
        )

    def _answers(self, observations: np.ndarray, masks: np.ndarray) -> Answers:
        """Return what the net makes of some questions at once."""
        if hasattr(self.net, "answers"):
            found: Answers = self.net.answers(observations, masks)
            return found
        return Answers(*self.net.forward(observations, masks), None)
