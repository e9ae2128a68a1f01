"""Tune the temperatures of levels for even Elo steps between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from spacecombat_agents.arena.ratings.elo_ratings import rate
from spacecombat_agents.export.level_ratings import (
    LevelPlayers,
    ProgressText,
    count_pairs,
    play_pairs,
)
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.levels import StrengthLevel
from spacecombat_env.core.model.seeds import derived_seed

__all__ = ["tune_temperatures"]

TARGET_GAP, GAP_TOLERANCE = 150.0, 30.0
"""Target Elo difference between neighbouring levels, and its tolerance."""
MIN_TEMPERATURE, MAX_TEMPERATURE = 0.05, 12.0
"""Range of temperatures: from almost greedy to almost uniform."""
MAX_STEPS = 8
"""Bisection steps on the logarithmic scale."""


def tune_temperatures(
    setting: GameSetting,
    players: LevelPlayers,
    levels: Sequence[StrengthLevel],
    anchors: Sequence[Agent],
    *,
    pairs: int,
    seed: int,
    gap: float = TARGET_GAP,
    threads: int | None = None,
    tell: ProgressText = lambda text: None,
) -> list[StrengthLevel]:
    """Return the levels with temperatures at which each stands `gap` Elo below the next.

    `levels` are ordered weakest first. The last stays as it is; the others follow downwards. Each
    is rated by games against the anchors and all levels above it, because a match between two
    levels of one net says little about their strength. A level that cannot reach the gap comes as
    close as it can.
    """
    field = _ReferenceField(setting, pairs, seed, threads)
    for anchor in anchors:
        field.add_player(anchor)
    field.add_player(players.of(levels[-1], setting))
    tuned = [levels[-1]]
    for level in reversed(levels[:-1]):
        chosen, rows = _tune_level(field, players, level, tuned[0], gap, tell)
        tuned.insert(0, chosen)
        field.add_player(players.of(chosen, setting), rows)
    return tuned


class _ReferenceField:
    """Fixed players, and all games between them."""

    def __init__(self, setting: GameSetting, pairs: int, seed: int, threads: int | None) -> None:
        self.setting, self._pairs, self._seed, self._threads = setting, pairs, seed, threads
        self._agents: list[Agent] = []
        self._rows: list[np.ndarray] = []
        self._matches = 0

    def games(self, agent: Agent) -> np.ndarray:
        """Return a newcomer's games with all players, float (n, 4): places, first's scores."""
        found = [np.empty((0, 4))]
        for place, other in enumerate(self._agents):
            self._matches += 1
            own = derived_seed(self._seed, "tune", self._matches)
            _, scores = play_pairs(self.setting, (other, agent), self._pairs, own, self._threads)
            places = np.broadcast_to(np.array([place, len(self._agents)], float), scores.shape)
            found.append(np.concatenate([places, scores], axis=1))
        return np.concatenate(found)

    def lead(self, rows: np.ndarray) -> float:
        """Return the Elo difference between the last player added and a newcomer."""
        everything = count_pairs(np.concatenate([*self._rows, rows]), len(self._agents) + 1)
        elo = rate(everything, anchor=0, resamples=1).elo
        return float(elo[-2] - elo[-1])

    def add_player(self, agent: Agent, rows: np.ndarray | None = None) -> None:
        """Add a player with its games against all others; play them if not given."""
        self._rows.append(self.games(agent) if rows is None else rows)
        self._agents.append(agent)


def _tune_level(
    field: _ReferenceField,
    players: LevelPlayers,
    level: StrengthLevel,
    above: StrengthLevel,
    gap: float,
    tell: ProgressText,
) -> tuple[StrengthLevel, np.ndarray]:
    """Return a level with a temperature found by bisection, and its games with the field."""
    low, high = math.log(MIN_TEMPERATURE), math.log(MAX_TEMPERATURE)
    at = (
        math.log(min(max(level.temperature, MIN_TEMPERATURE), MAX_TEMPERATURE))
        if level.temperature
        else 0.0
    )
    found: list[tuple[float, StrengthLevel, np.ndarray]] = []
    for _ in range(MAX_STEPS):
        tried = replace(level, temperature=float(f"{math.exp(at):.3g}"))
        rows = field.games(players.of(tried, field.setting))
        lead = field.lead(rows)
        tell(f"{above.id} over {level.id} at temperature {tried.temperature:g}: {lead:+.0f} Elo")
        found.append((abs(lead - gap), tried, rows))
        if abs(lead - gap) <= GAP_TOLERANCE:
            break
        low, high = (low, at) if lead > gap else (at, high)
        at = (low + high) / 2.0
    return min(found, key=lambda each: each[0])[1:]
