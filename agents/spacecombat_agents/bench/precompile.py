"""Compile everything that players and environments use, in advance."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.terminal import print_stderr
from spacecombat_env import registry
from spacecombat_env.compiling import progress
from spacecombat_env.core.engine.folders import SETTINGS, cache_base, prune_old_caches
from spacecombat_env.core.engine.jit import compile_for_python
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.game import Game
from spacecombat_env.warming import census, game_entry_point, other_entry_points

__all__ = ["capacities", "precompile_all"]


def precompile_all(
    names: list[str] | None = None,
    scenario: str | None = None,
    *,
    every_capacity: bool = False,
    options: Mapping[str, Any] | None = None,
) -> None:
    """Compile the named rule sets, or all of them, and their players.

    Compile the default scenario of each, or the named one, and all others of the same capacity;
    with `every_capacity` all bundled scenarios.
    """
    for name in names or registry.names():
        chosen = [scenario] if scenario is not None or not every_capacity else capacities(name)
        for each in chosen:
            setting = GameSetting.of(name, each, options=options)
            title = f"{setting.ruleset.title} ({setting.scenario.capacity})"
            started = time.perf_counter()
            print_stderr(f"{title}: compiled code is cached in {cache_base()}")
            precompile(setting)
            print_stderr(f"{title} is ready: {time.perf_counter() - started:.1f} s")
    prune_old_caches()


def capacities(name: str) -> Iterator[str]:
    """Yield a bundled scenario for each record size of a rule set."""
    sizes = set()
    ruleset = registry.ruleset(name)
    usual = ruleset.default_scenario
    for scenario in sorted(ruleset.scenarios(), key=lambda other: other != usual):
        size = repr(GameSetting.of(ruleset, scenario).scenario.table.opening.dtype)
        if size not in sizes:
            sizes.add(size)
            yield scenario


def precompile(setting: GameSetting) -> None:
    """Play a little with everything that is compiled."""
    env = setting.batch(4, threads=1, auto_reset=True)
    captain = _make_captain(setting)
    setting_pair = setting.ruleset, setting.scenario
    entry_points = (
        ()
        if SETTINGS.DISABLE_JIT
        else (game_entry_point(*setting_pair), *other_entry_points(*setting_pair))
    )
    rest = census(entry_points)
    with progress(f"Compiling {setting.ruleset.title}, the rest", rest):
        env.reset(seed=1)
        for _ in range(50):
            env.step(env.sample_random())
        env.floats()
        _precompile_threads(setting)
        for function, arguments in entry_points:
            compile_for_python(function, arguments)
        _precompile_single(setting)
        play_match(setting, (RandomAgent(), captain), pairs=1, threads=1)


def _precompile_threads(setting: GameSetting) -> None:
    """Run a batch on two threads."""
    env = setting.batch(4, threads=2, auto_reset=True)
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.sample_random())
    env.play_random(2)
    env.close()


def _precompile_single(setting: GameSetting) -> None:
    """Call the entry points that only single games use."""
    game = Game(setting.ruleset, setting.scenario)
    game.start(1)
    game.observation_of(1 - game.seat)
    game.determinize(game.seat, 1)
    kernels, table = game.kernels, setting.scenario.table
    row = np.zeros(len(setting.ruleset.seats), np.float32)
    kernels.returns(game.games, 0, table, row)
    kernels.legal(game.out.visible, 0, table, game.mask)
    kernels.apply(game.games, 0, table, int(game.mask.argmax()))


def _make_captain(setting: GameSetting):  # type: ignore[no-untyped-def]
    """Return a scripted player, whose doctrines share their code; a random one if there is none."""
    from spacecombat_agents.players.scripted import ScriptedAgent, captain_module

    try:
        return ScriptedAgent(
            setting.scenario, next(iter(captain_module(setting.ruleset.name).DOCTRINES))
        )
    except ConfigError:
        return RandomAgent()
