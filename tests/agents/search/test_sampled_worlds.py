"""Worlds of positions: each order of a position is played in each world of that position."""

from __future__ import annotations

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.search.sampled_worlds import sample_worlds


def test_orders_of_a_position_share_its_worlds(setting: GameSetting) -> None:
    env = setting.batch(2, threads=1, keep_visible=True)
    env.start(np.array([5, 6]))
    seats, bits = np.array([0, 1], np.int8), np.array([7, 8], np.uint64)
    its = env.kernels, env.scenario.table, env.out.visible
    sampled = sample_worlds(*its, np.arange(2), seats, bits, np.arange(3), np.arange(3) + 9)
    assert len(sampled.games.raw) == len(sampled.streams) == 6
    assert len({world.tobytes() for world in sampled.games.raw}) == 6
    orders = [[(1, 2), (3,)], [(4,)]]
    starts = sampled.starts(orders)
    assert starts.world.tolist() == [0, 1, 2, 0, 1, 2, 3, 4, 5]
    assert starts.streams.tolist() == sampled.streams[starts.world].tolist()
    assert starts.prefix[::3].tolist() == [[1, 2], [3, -1], [4, -1]]
    first, second = sampled.values(np.arange(9.0), orders)
    assert first.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert second.tolist() == [[-6, -7, -8]], "the second seat's values have the other sign"


def test_worlds_follow_from_the_bits_alone(setting: GameSetting) -> None:
    env = setting.batch(2, threads=1, keep_visible=True)
    env.start(np.array([5, 6]))
    its = env.kernels, env.scenario.table, env.out.visible
    rows, seats, bits = np.arange(2), np.zeros(2, np.int8), np.array([7, 8], np.uint64)
    both = sample_worlds(*its, rows, seats, bits, np.arange(3), np.arange(3))
    alone = sample_worlds(*its, rows[1:], seats[1:], bits[1:], np.arange(3), np.arange(3))
    assert both.games.raw[3:].tobytes() == alone.games.raw.tobytes()
    assert both.streams[3:].tolist() == alone.streams.tolist()
