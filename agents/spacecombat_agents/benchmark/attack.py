"""The reference attacker: the built-in learner against one policy, with frozen settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spacecombat_agents.benchmark.tracks import Track
from spacecombat_agents.terminal import Progress
from spacecombat_agents.training.config import TrainConfig, config_from
from spacecombat_agents.training.exploitability import ExploitPlan, exploit, victim_weights

__all__ = ["attack", "attacker_settings"]

CHOOSING_PAIRS, MEASURING_PAIRS = 300, 1000
SETTINGS: dict[str, Any] = {
    "learner": "fast",
    "torch_threads": 1,
    "rollout": {"games": 256, "decisions": 8192},
    "network": {"form": "pair", "policy_layers": [128, 128], "value_layers": [64, 64]},
    "fast": {"learning_rate": 0.001, "final_learning_rate": 0.00005},
}
"""Frozen with `spacecombat-bench/1`."""


def attacker_settings(where: Track) -> TrainConfig:
    """Return the configuration of the attackers of a track."""
    return config_from({**SETTINGS, "ruleset": where.ruleset, "scenario": where.scenario})


def attack(
    where: Track, victim: str, seeds: tuple[int, ...], folder: Path, decisions: int = 0
) -> dict[str, Any]:
    """Train the attackers of a policy and return the best score.

    They start from random weights, and from the policy's own where its file holds such a network.
    """
    config = attacker_settings(where)
    plan = ExploitPlan(
        victim=victim,
        decisions=decisions or where.attack,
        weights=victim_weights(victim, None, config),
        seeds=seeds,
        choosing_pairs=CHOOSING_PAIRS,
        measuring_pairs=MEASURING_PAIRS,
    )
    with Progress(1.0, "attackers") as progress:
        found = exploit(plan, config, folder, lambda name, share: progress.reach(share))
    kept = ("score", "interval", "chosen", "starts", "budget_decisions")
    return {key: found[key] for key in kept}
