"""Positions of the auction, and nets for it, to try searches on."""

from __future__ import annotations

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.env.vector.batch import BatchEnv

WORTH = slice(2, 18)
"""Columns of an observation: what each action is worth."""
LEAD = 1


class Taker:
    """A net that likes actions evenly but for `taste` times their worth, and values the lead."""

    def __init__(self, taste: float = 0.0) -> None:
        self.taste = taste
        self.rows = 0

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.rows += len(masks)
        logits = np.where(masks > 0, self.taste * observations[:, WORTH], -1e8)
        return logits.astype(np.float32), np.tanh(observations[:, LEAD]).astype(np.float32)


def positions(setting: GameSetting, seeds: list[int], actions: int = 0) -> BatchEnv:
    """Return games of given seeds after some actions, each the first legal one."""
    env = setting.batch(len(seeds), threads=1)
    env.start(np.array(seeds, np.int64))
    for _ in range(actions):
        env.step(env.out.mask.argmax(axis=1))
    return env
