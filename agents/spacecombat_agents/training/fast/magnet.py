"""The policy towards which `tau` pulls the learner: uniform, or a copy of its own average.

The copy is refreshed from time to time. Magnetic mirror descent with a magnet that follows the
policy converges to an equilibrium, where a fixed one stops at a regularised game (Sokota et al.
2022).
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch

from spacecombat_agents.players.nets.architectures import LiveInputs, Net, mask_logits
from spacecombat_agents.training.config import UNIFORM, Fast
from spacecombat_agents.training.fast.rollout_buffer import RolloutBuffer
from spacecombat_agents.training.fast.rollout_evaluator import RolloutEvaluator
from spacecombat_agents.training.rollout.worker_pool import WorkerPool

__all__ = ["Magnet"]

CHUNK = 4096
"""Decisions evaluated at once."""


class Magnet:
    """A copy of the player's network; it does nothing where the magnet is uniform."""

    def __init__(self, player: Net, fast: Fast, device: torch.device) -> None:
        self._every = fast.magnet_every
        self.net = None if fast.magnet == UNIFORM else copy.deepcopy(player).to(device)
        self._copied = 0
        """Decisions at the last copy."""

    def attach(self, make_evaluator: Callable[[Net], RolloutEvaluator]) -> None:
        """Connect it to the learner's games."""
        if self.net is not None:
            self._evaluator = make_evaluator(self.net)

    def refresh(self, player: Net, decisions: int) -> None:
        """Copy the player if this is due."""
        if decisions - self._copied >= self._every:
            self.copy(player)
            self._copied = decisions

    def copy(self, player: Net) -> None:
        """Copy the player."""
        if self.net is not None:
            self.net.load_state_dict(player.state_dict())

    def write_log_probs(
        self, buffer: RolloutBuffer, inputs: LiveInputs, workers: WorkerPool
    ) -> None:
        """Write the magnet's log probabilities of all actions at the decisions of a rollout."""
        if self.net is None:
            return
        count = buffer.count
        self._evaluator.set_live_inputs(inputs, buffer.observations[:count])
        buffer.magnet_log_probs = torch.empty_like(buffer.all_log_probs[:count])
        jobs = [
            partial(self._write, buffer, n, share) for n, share in enumerate(workers.shares(count))
        ]
        workers.run(jobs)

    def _write(self, buffer: RolloutBuffer, worker: int, share: slice) -> None:
        """Write a worker's share."""
        for start in range(share.start, share.stop, CHUNK):
            rows = np.arange(start, min(start + CHUNK, share.stop))
            with torch.inference_mode():
                logits, _ = self._evaluator.infer(worker, rows)
                legal = buffer.all_log_probs[start : rows[-1] + 1] > -torch.inf
                log_probs = torch.log_softmax(mask_logits(logits, legal), dim=1)
                buffer.magnet_log_probs[start : rows[-1] + 1] = log_probs

    def state(self) -> dict[str, Any] | None:
        """Return what `restore` takes."""
        if self.net is None:
            return None
        return {"net": self.net.state_dict(), "copied": self._copied}

    def restore(self, state: dict[str, Any] | None) -> None:
        """Resume from a saved `state`."""
        if self.net is not None and state is not None:
            self.net.load_state_dict(state["net"])
            self._copied = state["copied"]
