"""Measure how many actions a second playouts take, in one thread.

    python scripts/playouts.py --player scripted:captain --games 1000
    python scripts/playouts.py --ruleset intercept_sensors --player scripted:hunter --width 64

Determinizations of one position are played to their end by one player in both seats. Processor time
is counted, best of `--rounds`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.determinization import determinize
from spacecombat_agents.search.game_batch import DEFAULT_WIDTH
from spacecombat_agents.search.playouts import Playouts, PlayoutStarts
from spacecombat_env.core.ruleset import Games


def worlds_of(setting: GameSetting, count: int, seed: int) -> Games:
    """Return determinizations of the first position of a game."""
    env = setting.batch(1, threads=1)
    env.start(np.array([seed]))
    rows, seats = np.zeros(count, np.int64), np.repeat(env.out.seat, count)
    at = rows, seats, np.arange(count) + seed
    return determinize(env.kernels, env.scenario.table, env.out.visible, *at)


def main() -> None:
    """Measure, and print one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="battle_rider")
    parser.add_argument("--scenario", default=None)
    parser.add_argument("--player", default="scripted:captain")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--width", type=int, default=DEFAULT_WIDTH)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    setting = GameSetting.of(asked.ruleset, asked.scenario)
    player = make_agent(asked.player, setting)
    playouts = Playouts(setting, (player, player), asked.width)
    worlds = worlds_of(setting, asked.games, seed=1)
    luck = np.arange(asked.games).astype(np.uint64)
    playouts.play(worlds, PlayoutStarts.of(luck[:1]))
    best = np.inf
    for _ in range(asked.rounds):
        begun = time.process_time()
        words = playouts.play(worlds, PlayoutStarts.of(luck)).actions
        best = min(best, time.process_time() - begun)
    print(
        f"{player.name}, {setting.scenario.name}, {asked.width} side by side: "
        f"{words.sum() / best / 1000:.0f} k words/CPU s, {asked.games / best:.0f} playouts/CPU s, "
        f"{words.mean():.0f} words a playout"
    )


if __name__ == "__main__":
    main()
