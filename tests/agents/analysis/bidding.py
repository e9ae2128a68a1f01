"""Games of the auction, and a net that takes the dearest action and values the lead."""

from __future__ import annotations

from collections.abc import Callable

import auction
import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.replay import Recorder, Replay

WORTH = slice(2, 2 + auction.WORDS)
"""Columns of an observation: what each action is worth, in tenths."""
LEAD = 1

Chooser = Callable[[int, np.ndarray], int | None]
"""(own actions before, worth of the legal actions) -> an action, or None for the dearest."""


class Bidder:
    """Says the dearest action; a lead of twenty is as good as won."""

    name = "bidder"
    needs = None

    def __init__(self, tells: bool = True, taste: float = 100.0) -> None:
        self.tells, self.taste = tells, taste
        """Whether it values the lead, else every position is even to it; and how much it minds
        what actions are worth, 0 for not at all."""
        self.to_act = 0

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.to_act += len(masks)
        logits = np.where(masks > 0, self.taste * observations[:, WORTH], -1e8)
        lead = observations[:, LEAD]
        return logits.astype(np.float32), np.tanh(2.0 * lead * self.tells).astype(np.float32)


def bid(setting: GameSetting, seed: int, red: Chooser, blue: Chooser) -> Replay:
    """Return a game in which both seats say the dearest actions but where they choose others."""
    recorder = Recorder(setting.ruleset, setting.scenario, seed, ("red bot", "blue bot"))
    playback, counts, chooses = recorder.playback, [0, 0], (red, blue)
    while playback.seat >= 0:
        seat, state = playback.seat, playback.out.visible.states[0]
        worth = np.where(playback.mask > 0, state["worth"].astype(int), -1)
        chosen = chooses[seat](counts[seat], worth)
        counts[seat] += 1
        recorder.add(int(worth.argmax()) if chosen is None else chosen)
    return recorder.replay()


def dearest(number: int, worth: np.ndarray) -> int | None:
    """Say the dearest action each time."""
    return None


def but_once(at: int) -> Chooser:
    """Say the cheapest action once, the dearest else."""

    def choose(number: int, worth: np.ndarray) -> int | None:
        return int(np.where(worth < 0, 100, worth).argmin()) if number == at else None

    return choose
