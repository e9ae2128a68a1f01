"""Compiles everything that players and environments use, so that nobody waits for it later."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from spacecombat_agents.arena.match import play_match
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.setting import Setting
from spacecombat_agents.terminal import tell
from spacecombat_env import registry
from spacecombat_env.compiling import progress
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.folders import SETTINGS, cache_base, prune_old_caches
from spacecombat_env.core.jit import compile_for_python
from spacecombat_env.env.game import Game
from spacecombat_env.warming import census, game_door, other_doors


def warm_all(
    names: list[str] | None = None,
    scenario: str | None = None,
    *,
    every_capacity: bool = False,
    options: Mapping[str, Any] | None = None,
) -> None:
    """Compile the rule sets of those names, or all of them, and their players.

    For the usual scenario of each, or the one named, and all others of the same capacity; with
    `every_capacity` for all that ship.
    """
    for name in names or registry.names():
        chosen = [scenario] if scenario is not None or not every_capacity else capacities(name)
        for each in chosen:
            setting = Setting.of(name, each, options=options)
            title = f"{setting.ruleset.title} ({setting.scenario.capacity})"
            begun = time.perf_counter()
            tell(f"{title}: compiled code is kept in {cache_base()}")
            warm(setting)
            tell(f"{title} is ready: {time.perf_counter() - begun:.1f} s")
    prune_old_caches()


def capacities(name: str) -> Iterator[str]:
    """Yield a shipped scenario of each size of records that a rule set's scenarios have."""
    met = set()
    ruleset = registry.ruleset(name)
    usual = ruleset.default_scenario
    for scenario in sorted(ruleset.scenarios(), key=lambda other: other != usual):
        size = repr(Setting.of(ruleset, scenario).scenario.table.opening.dtype)
        if size not in met:
            met.add(size)
            yield scenario


def warm(setting: Setting) -> None:
    """Play a little with everything that is compiled."""
    env = setting.batch(4, threads=1, auto_reset=True)
    captain = _captain(setting)
    its = setting.ruleset, setting.scenario
    doors = () if SETTINGS.DISABLE_JIT else (game_door(*its), *other_doors(*its))
    rest = census(doors)
    with progress(f"Compiling {setting.ruleset.title}, the rest", rest):
        env.reset(seed=1)
        for _ in range(50):
            env.step(env.sample_random())
        env.floats()
        _warm_threads(setting)
        for function, arguments in doors:
            compile_for_python(function, arguments)
        _warm_single(setting)
        play_match(setting, (RandomAgent(), captain), pairs=1, threads=1)


def _warm_threads(setting: Setting) -> None:
    """Let two threads share a batch."""
    env = setting.batch(4, threads=2, auto_reset=True)
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.sample_random())
    env.play_random(2)
    env.close()


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
    """Return a scripted player, whose doctrines share their code; a random one where none is."""
    from spacecombat_agents.players.scripted import ScriptedAgent, captains

    try:
        return ScriptedAgent(setting.scenario, next(iter(captains(setting.ruleset.name).DOCTRINES)))
    except ConfigError:
        return RandomAgent()
