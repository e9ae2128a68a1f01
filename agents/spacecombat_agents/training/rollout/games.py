"""The number of games at once: few enough that the first of them end early in the budget."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.training.config import (
    AUTO_GAMES,
    CONFIG_FILE,
    Budget,
    TrainConfig,
    load_config,
    setting_of,
)
from spacecombat_env.core.errors import ConfigError

__all__ = ["games_for", "with_games"]

FEWEST, MOST = 64, 1024
FIRST_SHARE = 0.02
"""Share of the budget at which the first games end."""
DECISIONS_PER_S = 10_000
"""Assumed of a run with a time limit alone."""
SAMPLE_PAIRS = 8
"""Pairs of games of the usual scripted player that show how long a game is."""


def with_games(config: TrainConfig, resumed: Path | None = None) -> TrainConfig:
    """Return a configuration with `rollout.games` as a number.

    A run that is `resumed` keeps the number in its folder.
    """
    if config.rollout.games != AUTO_GAMES:
        return config
    if resumed is not None and (resumed / CONFIG_FILE).is_file():
        games = load_config(resumed / CONFIG_FILE).rollout.games
    else:
        games = games_for(config.budget, _decisions_per_seat(setting_of(config)))
    return replace(config, rollout=replace(config.rollout, games=games))


def games_for(budget: Budget, decisions_per_seat: float) -> int:
    """Return the largest power of two whose games end within the first share of the budget."""
    limits = [budget.decisions] if budget.decisions is not None else []
    if budget.minutes is not None:
        limits.append(round(60.0 * budget.minutes * DECISIONS_PER_S))
    most = min(limits) * FIRST_SHARE / max(decisions_per_seat, 1.0)
    games = MOST
    while games > max(most, FEWEST):
        games //= 2
    return games


def _decisions_per_seat(setting: GameSetting) -> float:
    """Return the mean decisions of a seat in a game of the usual scripted player, or at random."""
    try:
        name = f"scripted:{next(iter(captain_module(setting.ruleset.name).DOCTRINES))}"
    except ConfigError:
        name = "random"
    players = make_agent(name, setting), make_agent(name, setting)
    return play_match(setting, players, pairs=SAMPLE_PAIRS, seed=1).mean_decisions / 2
