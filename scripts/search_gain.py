"""Measure the gain of a search for each order, by worlds and eta, to choose both for a net.

    python scripts/search_gain.py skirmisher.opp --positions 40

The positions come from games of the net against itself. At each, its candidates are played on in
many worlds. Some worlds decide, as a search with that many worlds would. The others measure the
value of that choice above the net's own: results (-1 to 1) by the net's evaluation at the horizon.
"""

from __future__ import annotations

import argparse

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import query_agent, random_bits_at
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.determinization import determinization_seeds, determinize
from spacecombat_agents.search.net_player import NetPlayer
from spacecombat_agents.search.order_sampler import OrderSampler, most_likely
from spacecombat_agents.search.playouts import SEAT_SIGN, Horizon, Playouts, PlayoutStarts
from spacecombat_agents.search.policy_improvement import CandidateSet
from spacecombat_agents.search.sampled_worlds import pad_actions
from spacecombat_agents.search.search_settings import SearchSettings
from spacecombat_env.env.vector.batch import BatchEnv

WORLDS = (8, 16, 32, 64, 128)
ETAS = (10, 30, 100, 200, 300, 1000)
TRIALS = 40
"""Draws of the deciding worlds for each position."""


def positions(setting: GameSetting, net: NetPlayer, count: int) -> BatchEnv:
    """Return games of the net against itself, stopped at different times; some may be over."""
    env, rng = setting.batch(count, threads=1), np.random.default_rng(1)
    out = env.start(np.arange(count) + 300)
    until = rng.integers(10, 160, count)
    for number in range(160):
        rows = np.flatnonzero((out.seat >= 0) & (number < until))
        if not rows.size:
            break
        words = np.full(count, -1)
        words[rows] = query_agent(
            net, env, rows, rng.integers(2**63, size=len(rows)).astype(np.uint64)
        )
        out = env.step(words)
    return env


def seen_at(
    env: BatchEnv, row: int, playouts: Playouts, net: NetPlayer, settings: SearchSettings
) -> tuple[CandidateSet, np.ndarray]:
    """Return a position's candidates, and the value of each in each world: (k, worlds)."""
    worlds, seat, lot = 2 * max(WORLDS), env.out.seat[row], np.full(1, row, np.uint64)
    rows, seats = np.full(worlds, row), np.repeat(seat, worlds)
    luck = random_bits_at(lot.repeat(worlds), np.arange(worlds))
    fresh = determinize(
        env.kernels,
        env.scenario.table,
        env.out.visible,
        rows,
        seats,
        determinization_seeds(luck, 1),
    )
    order_sampler = OrderSampler(playouts.batch, net)
    drawn = order_sampler.sample(fresh, np.zeros(settings.draws, np.int64), luck[: settings.draws])
    candidate_set = CandidateSet(most_likely(drawn, settings.candidates))
    count = len(candidate_set.orders)
    first = np.repeat(pad_actions([each.actions for each in candidate_set.orders]), worlds, axis=0)
    lines = PlayoutStarts(
        np.tile(np.arange(worlds), count), np.tile(random_bits_at(luck, luck), count), first
    )
    horizon = Horizon(settings.horizon, bool(settings.turn))
    value = playouts.play(fresh, lines, horizon, net.evaluate_leaves).value
    return candidate_set, SEAT_SIGN[seat] * value.reshape(count, worlds)


def gain(found: list[tuple[CandidateSet, np.ndarray]], worlds: int, eta: int) -> float:
    """Return the gain of an order by a search with this number of worlds."""
    rng, gains = np.random.default_rng(2), []
    settings, alone = SearchSettings(eta=eta), SearchSettings(eta=0)
    for candidate_set, values in found:
        for _ in range(TRIALS):
            order = rng.permutation(values.shape[1])
            candidate_set.q = values[:, order[:worlds]].mean(axis=1)
            change = candidate_set.improved_policy(settings) - candidate_set.improved_policy(alone)
            gains.append(change @ values[:, order[max(WORLDS) :]].mean(axis=1))
    return float(np.mean(gains))


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net")
    parser.add_argument("--ruleset", default="battle_rider")
    parser.add_argument("--scenario", default=None)
    parser.add_argument("--positions", type=int, default=40)
    asked = parser.parse_args()
    setting, settings = GameSetting.of(asked.ruleset, asked.scenario), SearchSettings()
    net = NetPlayer(make_agent(asked.net, setting))  # type: ignore[arg-type]
    playouts = Playouts(setting, (net, net))
    env = positions(setting, net, asked.positions)
    open_rows = np.flatnonzero(env.out.seat >= 0).tolist()
    found = [seen_at(env, row, playouts, net, settings) for row in open_rows]
    found = [each for each in found if len(each[0].orders) > 1]
    print(f"{len(found)} positions with a choice of {len(open_rows)}")
    print("worlds | " + " | ".join(f"eta {eta}" for eta in ETAS))
    for worlds in WORLDS:
        print(f"{worlds} | " + " | ".join(f"{gain(found, worlds, eta):+.4f}" for eta in ETAS))


if __name__ == "__main__":
    main()
