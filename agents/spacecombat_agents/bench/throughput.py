"""Measure the speed of the engine and the environments under random legal play.

Figures are taken in short turns, one after another, and the median of each is reported. So other
work on the machine affects all of them alike. Ratios are medians of ratios within a turn. `KEYS`
describes the keys of the JSON.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from spacecombat_agents.arena.provenance import cpu_model, provenance
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.terminal import Progress, print_table
from spacecombat_env.core.engine import load_engine
from spacecombat_env.env.aec import CheckedWrapper, SpaceCombatAEC
from spacecombat_env.env.game import Game
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.threads import cores

__all__ = [
    *("PARTS", "ROUNDS", "connect_four_turn", "machine", "measure"),
    *("print_bench", "random_turn", "ratio", "run_bench"),
]

ROUNDS = 7  # Turns that each figure's time is split into

KEYS = {
    "batch.decisions_per_s": "whole decisions: random action, rules, mask, observation, new games",
    "batch.one_thread_decisions_per_s": "the same on one thread",
    "batch.without_observation_per_s": "one thread, without observations: only rules and masks",
    "batch.roofline_per_s": "one thread: only writing as many bytes as a decision's results have",
    "batch.share_of_roofline": "one_thread_decisions_per_s over roofline_per_s",
    "batch.over_connect_four": "decisions_per_s over connect_four's env(), round by round",
    "batch.over_one_thread": "decisions_per_s over one_thread_decisions_per_s",
    "batch.least_per_s": "the least of the rounds' decisions_per_s",
    "batch.most_per_s": "the greatest of them",
    "batch.games": "games at once",
    "batch.threads": "threads of the first figure",
    "game.decisions": "decisions of both seats in a game, mean",
    "game.turns": "turns of a game, mean",
    "game.legal_words": "legal actions at a decision, mean",
    "game.observation_bytes": "bytes of an observation as the engine writes it (int8)",
    "game.observation_float_bytes": "the same as environments return it (float32)",
    "game.state_bytes": "bytes of a game's record",
    "game.actions": "size of the action space",
    "single.env_decisions_per_s": "env() through PettingZoo's AEC loop",
    "single.raw_env_decisions_per_s": "raw_env() through the same loop",
    "single.bare_decisions_per_s": "the game object without PettingZoo",
    "single.connect_four_per_s": "PettingZoo's own connect_four_v3 env() through the same loop",
    "single.ratio": "env over connect_four",
    "sb3.steps_per_s": "MaskablePPO gathering experience on the batch environment, random opponent",
    "sb3.idle_steps_per_s": "the same loop on an environment of the same spaces that does nothing",
    "sb3.ratio": "steps over idle steps: 1 means the engine costs nothing",
    "sb3.opponent_words": "the opponent's actions per action of the learner, included in the cost",
    "selfplay.steps_per_s": "gathering as `spacecombat train` does it, random opponent",
    "selfplay.idle_steps_per_s": "the same loop with an engine that does nothing",
    "selfplay.ratio": "steps over idle steps: 1 means the engine costs nothing",
}

TimedWork = Callable[[float], tuple[float, float]]
"""Work for about some seconds; returns how much was done and the time it took."""


PARTS = ("batch", "single", "sb3")
"""Parts that can be measured alone: `batch` comes with `game`, `sb3` with `selfplay`."""


def run_bench(
    setting: GameSetting, *, games: int, threads: int, seconds: float, parts: Sequence[str] = PARTS
) -> dict[str, Any]:
    """Take the figures of some parts; measure each for `seconds`."""
    threads = min(threads, cores())
    found: dict[str, Any] = {}
    with Progress(len(parts) * ROUNDS, "bench") as progress:
        if "batch" in parts:
            found |= _batch(setting, games, threads, seconds, progress)
        if "single" in parts:
            found["single"] = _single(setting, seconds, progress)
        if "sb3" in parts:
            found |= _sb3(setting, threads, seconds, progress)
    return {
        "ruleset": setting.ruleset.name,
        "scenario": setting.scenario.name,
        "delegate": setting.delegated,
        **found,
        "machine": machine(),
        "provenance": provenance(setting.ruleset),
        "keys": KEYS,
    }


def machine() -> dict[str, Any]:
    """Return the description of this machine."""
    return {
        "cores": cores(),
        "load": machine_load(),
        "processor": cpu_model(),
        "python": platform.python_version(),
        "engine": load_engine(),
        "numpy": np.__version__,
    }


def machine_load() -> float | None:
    """Return how many processes ran or waited in the last minute; None if nothing counts them."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def measure(
    work: Mapping[str, TimedWork], seconds: float, progress: Progress
) -> dict[str, list[float]]:
    """Run all kinds of work in turn, `ROUNDS` times; return rates per round."""
    rates: dict[str, list[float]] = {name: [] for name in work}
    for turn in work.values():
        turn(0.0)
    for _ in range(ROUNDS):
        for name, turn in work.items():
            done, elapsed = turn(seconds / ROUNDS)
            rates[name].append(done / elapsed)
        progress.advance(1)
    return rates


def ratio(rates: Mapping[str, list[float]], over: str, under: str) -> float | None:
    """Return the median ratio of two figures, round by round; None if one is missing."""
    if not any(rates[under]):
        return None
    return statistics.median(a / b for a, b in zip(rates[over], rates[under], strict=True))


def random_turn(setting: GameSetting, games: int, threads: int) -> TimedWork:
    """Return a turn of random actions in a well advanced batch."""
    env = _started(setting, games, threads)
    return steady(lambda: _random_steps(env))


def connect_four_turn() -> TimedWork:
    """Return a turn of PettingZoo's connect four; one of nothing if it is not installed."""
    four = _connect_four()
    return steady(_aec_play(four)) if four is not None else lambda _: (0.0, 1.0)


def steady(work: Callable[[], float]) -> TimedWork:
    """Return a turn that repeats some work, which returns how much it did."""

    def turn(seconds: float) -> tuple[float, float]:
        done, begun = work(), time.perf_counter()
        done = 0.0
        while True:
            done += work()
            elapsed = time.perf_counter() - begun
            if elapsed >= seconds:
                return done, elapsed

    return turn


# -- the batch environment ------------------------------------------------------------------------


def _batch(
    setting: GameSetting, games: int, threads: int, seconds: float, progress: Progress
) -> dict[str, Any]:
    """Measure the batch environment and the properties of its games."""
    many = _started(setting, games, threads)
    one = _started(setting, games, 1)
    unobserved = _started(setting, games, 1, observed=False)
    work = {
        "many": steady(lambda: _random_steps(many)),
        "one": steady(lambda: _random_steps(one)),
        "unobserved": steady(lambda: _random_steps(unobserved)),
        "roofline": steady(_memory_work(one)),
        "four": connect_four_turn(),
    }
    rates = measure(work, seconds, progress)
    middle = {name: statistics.median(values) for name, values in rates.items()}
    return {
        "batch": {
            "decisions_per_s": middle["many"],
            "one_thread_decisions_per_s": middle["one"],
            "without_observation_per_s": middle["unobserved"],
            "roofline_per_s": middle["roofline"],
            "share_of_roofline": ratio(rates, "one", "roofline"),
            "over_connect_four": ratio(rates, "many", "four"),
            "over_one_thread": ratio(rates, "many", "one"),
            "least_per_s": min(rates["many"]),
            "most_per_s": max(rates["many"]),
            "games": games,
            "threads": threads,
        },
        "game": _game(setting, one),
    }


def _started(setting: GameSetting, games: int, threads: int, *, observed: bool = True) -> BatchEnv:
    """Return a batch of well advanced games, at different points."""
    env = setting.batch(games, threads=threads, auto_reset=True, keep_visible=False)
    if not observed:  # the engine writes no observations that have no columns
        env.out = env.out._replace(observation=np.zeros((games, 0), np.int8))
    env.reset(seed=1)
    for _ in range(400):
        env.step(env.sample_random())
    return env


def _random_steps(env: BatchEnv) -> float:
    """Make a few decisions in every game; return how many."""
    for _ in range(8):
        env.step(env.sample_random())
    return 8.0 * env.num_envs


def _memory_work(env: BatchEnv) -> Callable[[], float]:
    """Return work that writes as many bytes per game as a decision's results have."""
    observation, mask = np.zeros_like(env.out.observation), np.zeros_like(env.out.mask)
    value = 0

    def work() -> float:
        nonlocal value
        value = 1 - value
        observation.fill(value)
        mask.fill(value)
        return float(env.num_envs)

    return work


def _game(setting: GameSetting, env: BatchEnv) -> dict[str, Any]:
    """Return the lengths of games and the number of legal actions."""
    legal, ended = [], []
    for _ in range(1200):
        legal.append(float(env.out.mask.sum()) / env.num_envs)
        env.step(env.sample_random())
        ended.append(env.out.tally[env.out.done == 1].copy())
    tallies = np.concatenate(ended)
    return {
        "decisions": float(tallies[:, 3].mean()) if len(tallies) else None,
        "turns": float(tallies[:, 2].mean()) if len(tallies) else None,
        "legal_words": statistics.fmean(legal),
        "observation_bytes": setting.scenario.observation.size,
        "observation_float_bytes": 4 * setting.scenario.observation.size,
        "state_bytes": env.games.states.dtype.itemsize,
        "actions": setting.scenario.actions.size,
    }


# -- single environments --------------------------------------------------------------------------


def _single(setting: GameSetting, seconds: float, progress: Progress) -> dict[str, Any]:
    """Measure one game at a time, as PettingZoo's users play it."""
    settings: dict[str, Any] = {
        "delegate": setting.delegate,
        "max_turns": setting.max_turns,
        "options": setting.options,
    }
    raw = SpaceCombatAEC(setting.ruleset, setting.name, **settings)
    wrapped = CheckedWrapper(SpaceCombatAEC(setting.ruleset, setting.name, **settings))
    work = {
        "env": steady(_aec_play(wrapped)),
        "raw": steady(_aec_play(raw)),
        "bare": steady(_bare_play(Game(setting.ruleset, setting.scenario))),
    }
    work["four"] = connect_four_turn()
    rates = measure(work, seconds, progress)
    middle = {name: statistics.median(values) for name, values in rates.items()}
    return {
        "env_decisions_per_s": middle["env"],
        "raw_env_decisions_per_s": middle["raw"],
        "bare_decisions_per_s": middle["bare"],
        "connect_four_per_s": middle["four"] or None,
        "ratio": ratio(rates, "env", "four"),
    }


def _connect_four() -> Any:
    """Return PettingZoo's connect four, or None where its dependencies are not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo.classic import connect_four_v3

            return connect_four_v3.env()
    except ImportError:
        return None


def _aec_play(env: Any) -> Callable[[], float]:
    """Return work that plays about 300 decisions through the AEC loop, whole games."""
    rng = np.random.default_rng(1)

    def work() -> float:
        done = 0
        while done < 300:
            env.reset(seed=int(rng.integers(2**31)))
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                done += 1
        return float(done)

    return work


def _bare_play(game: Game) -> Callable[[], float]:
    """Return work that plays about 300 decisions on the game object."""
    rng = np.random.default_rng(1)

    def work() -> float:
        done = 0
        while done < 300:
            game.start(int(rng.integers(2**31)))
            while game.seat >= 0:
                legal = np.flatnonzero(game.mask)
                game.step(int(legal[int(rng.random() * len(legal))]))
                game.floats()
                done += 1
        return float(done)

    return work


# -- Stable-Baselines3 ----------------------------------------------------------------------------


def _sb3(setting: GameSetting, threads: int, seconds: float, progress: Progress) -> dict[str, Any]:
    """Measure SB3's loop and training's own, with the engine and with an idle one."""
    try:
        from spacecombat_agents.bench.learner_loops import collectors
    except ModuleNotFoundError:
        return {"sb3": None, "selfplay": None}
    work, opponent_actions = collectors(setting, threads)
    rates = measure({name: steady(work) for name, work in work.items()}, seconds, progress)
    sb3 = _against_idle(rates["ours"], rates["idle"])
    selfplay = _against_idle(rates["selfplay"], rates["selfplay_idle"])
    return {"sb3": {**sb3, "opponent_words": opponent_actions()}, "selfplay": selfplay}


def _against_idle(ours: list[float], idle: list[float]) -> dict[str, float]:
    """Return two rates and their ratio."""
    return {
        "steps_per_s": statistics.median(ours),
        "idle_steps_per_s": statistics.median(idle),
        "ratio": statistics.median([a / b for a, b in zip(ours, idle, strict=True)]),
    }


# -- output ---------------------------------------------------------------------------------------


def print_bench(result: Mapping[str, Any]) -> None:
    """Print the figures with their meanings."""
    rows = []
    for key, meaning in KEYS.items():
        part, name = key.split(".")
        if part not in result:
            continue
        value = (result.get(part) or {}).get(name)
        rows.append([key, _figure(value), meaning])
    print_table(["figure", "value", "meaning"], rows)
    loaded = result["machine"]
    print(
        f"\n{loaded['engine']} engine, {loaded['cores']} cores, load {loaded['load']}, "
        f"Python {loaded['python']}"
    )


def _figure(value: Any) -> str:
    """Return a number with its significant digits."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
