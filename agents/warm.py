"""Compiles everything that players and environments use, so that nobody waits for it later."""

from __future__ import annotations

import time

import numpy as np

from spacecombat_agents.match import play_match
from spacecombat_agents.random_agent import RandomAgent
from spacecombat_agents.setting import Setting
from spacecombat_agents.terminal import tell
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.jit import cache_base, prune_old_caches
from spacecombat_env.env.game import Game


def warm_all(names: list[str] | None = None, scenario: str | None = None) -> None:
    """Compile the rule sets of those names, or all of them, and their players.

    For the usual scenario of each, or the one named, and all others of the same capacity.
    """
    for name in names or registry.names():
        ruleset = registry.ruleset(name)
        begun = time.perf_counter()
        tell(f"Compiling {ruleset.title} (kept in {cache_base()}) ...")
        warm(Setting.of(ruleset, scenario))
        tell(f"{ruleset.title} is ready: {time.perf_counter() - begun:.1f} s")
    prune_old_caches()


def warm(setting: Setting) -> None:
    """Play a little with everything that is compiled."""
    env = setting.batch(4, threads=1, auto_reset=True)
    env.reset(seed=1)
    for _ in range(50):
        env.step(env.sample_random())
    env.floats()
    _warm_single(setting)
    players = RandomAgent(), _captain(setting)
    play_match(setting, players, pairs=1, threads=1)


def _warm_single(setting: Setting) -> None:
    """Call the doors that only single games use."""
    game = Game(setting.ruleset, setting.scenario)
    game.start(1)
    game.observed_by(1 - game.seat)
    game.imagined(game.seat, 1)
    kernels, table = game.kernels, setting.scenario.table
    row = np.zeros(len(setting.ruleset.seats), np.float32)
    kernels.returns(game.games, 0, table, row)
    kernels.legal(game.out.seen, 0, table, game.mask)
    kernels.apply(game.games, 0, table, int(game.mask.argmax()))


def _captain(setting: Setting):  # type: ignore[no-untyped-def]
    """Return the scripted captain, or where there is none a random player."""
    from spacecombat_agents.scripted import ScriptedAgent

    try:
        return ScriptedAgent(setting.scenario, "captain")
    except ConfigError:
        return RandomAgent()
