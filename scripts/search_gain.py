"""What a search gains an order, by worlds and eta: to choose the two for a net.

    python scripts/search_gain.py skirmisher.opp --positions 40

Positions of games that the net plays with itself; at each, its candidates are played on in many
worlds. Some of them decide, as a search of so many would, and others tell what that was worth,
above what the net would have said: in results (-1 to 1) as the net judges at the horizon.
"""

from __future__ import annotations

import argparse

import numpy as np

from spacecombat_agents.players.base import ask, dealt
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.improving import Trial
from spacecombat_agents.search.net import NetPlayer
from spacecombat_agents.search.orders import Drawing, as_rows, likeliest
from spacecombat_agents.search.playouts import SIGN, Horizon, Lines, Playouts
from spacecombat_agents.search.settings import SearchSettings
from spacecombat_agents.search.worlds import imagine, seeds_of
from spacecombat_agents.setting import Setting
from spacecombat_env.env.vector import BatchEnv

WORLDS = (8, 16, 32, 64, 128)
ETAS = (10, 30, 100, 200, 300, 1000)
TRIALS = 40
"""Drawings of the worlds that decide, a position."""


def positions(setting: Setting, net: NetPlayer, count: int) -> BatchEnv:
    """Return games that the net has played with itself for different times; some may be over."""
    env, rng = setting.batch(count, threads=1), np.random.default_rng(1)
    out = env.start(np.arange(count) + 300)
    until = rng.integers(10, 160, count)
    for number in range(160):
        rows = np.flatnonzero((out.seat >= 0) & (number < until))
        if not rows.size:
            break
        words = np.full(count, -1)
        words[rows] = ask(net, env, rows, rng.integers(2**63, size=len(rows)).astype(np.uint64))
        out = env.step(words)
    return env


def seen_at(
    env: BatchEnv, row: int, playouts: Playouts, net: NetPlayer, settings: SearchSettings
) -> tuple[Trial, np.ndarray]:
    """Return a position's candidates, and what each was worth in each world: (k, worlds)."""
    worlds, seat, lot = 2 * max(WORLDS), env.out.seat[row], np.full(1, row, np.uint64)
    rows, seats = np.full(worlds, row), np.repeat(seat, worlds)
    luck = dealt(lot.repeat(worlds), np.arange(worlds))
    fresh = imagine(env.kernels, env.scenario.table, env.out.seen, rows, seats, seeds_of(luck, 1))
    drawing = Drawing(playouts.board, net)
    drawn = drawing.orders(fresh, np.zeros(settings.draws, np.int64), luck[: settings.draws])
    trial = Trial(likeliest(drawn, settings.candidates))
    count = len(trial.orders)
    first = np.repeat(as_rows(trial.orders), worlds, axis=0)
    lines = Lines(np.tile(np.arange(worlds), count), np.tile(dealt(luck, luck), count), first)
    horizon = Horizon(settings.horizon, bool(settings.turn))
    value = playouts.play(fresh, lines, horizon, net.judge).value
    return trial, SIGN[seat] * value.reshape(count, worlds)


def gain(found: list[tuple[Trial, np.ndarray]], worlds: int, eta: int) -> float:
    """Return what a search of so many worlds gains an order."""
    rng, gains = np.random.default_rng(2), []
    settings, alone = SearchSettings(eta=eta), SearchSettings(eta=0)
    for trial, values in found:
        for _ in range(TRIALS):
            order = rng.permutation(values.shape[1])
            trial.q = values[:, order[:worlds]].mean(axis=1)
            change = trial.improved(settings) - trial.improved(alone)
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
    setting, settings = Setting.of(asked.ruleset, asked.scenario), SearchSettings()
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
