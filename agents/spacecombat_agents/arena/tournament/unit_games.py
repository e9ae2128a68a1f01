"""Play a unit of work: a pure function of the tournament and of the unit's number.

The rows do not depend on the process, the machine or the time. Workers and resumed tournaments rely
on this. Clocks are the one exception: a bot may be late or not.
"""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from spacecombat_agents.arena.matches.batch_games import FinishedGame, play
from spacecombat_agents.arena.matches.match import paired_game_seeds
from spacecombat_agents.arena.tournament.game_rows import GameRow, row_of_game, rows_of_batch
from spacecombat_agents.arena.tournament.schedule import Unit
from spacecombat_agents.arena.tournament.seeds import pair_game_seeds
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_env.core.loading.lazy_functions import LazyFunction
from spacecombat_env.core.model.seeds import derived_seed

PLAY_CAMPAIGNS = LazyFunction("spacecombat_agents.campaign.campaign_cups", "play_campaigns")
"""Imported when first used."""


def play_unit(tournament: Tournament, unit: Unit) -> list[GameRow]:
    """Return the rows of a unit's games, in order."""
    if tournament.plan.scenarios[unit.scenario].is_campaign:
        rows: list[GameRow] = PLAY_CAMPAIGNS(tournament, unit)
        return rows
    if any(map(tournament.plan.is_bot, unit.matchup)):
        return _play_serially(tournament, unit)
    return _play_batch(tournament, unit)


def _play_batch(tournament: Tournament, unit: Unit) -> list[GameRow]:
    """Play all games of a unit as a batch."""
    pairs, hashes = tournament.pair_seeds(unit), tournament.matchup_hashes(unit)
    seeds, seat_of_a, player_seeds = pair_game_seeds(pairs, hashes)
    first = tournament.player(unit.a, unit.scenario)
    players = first, tournament.player(unit.b, unit.scenario, side=int(unit.a == unit.b))
    for side, player in enumerate(players):  # for players that take no random bits
        player.reset(derived_seed(pairs[0], "unit", unit.pairs, side))
    games: list[FinishedGame] = []
    env = tournament.env(unit.scenario, len(seeds))
    played = play(env, players, seeds, seat_of_a, on_game=games.append, player_seeds=player_seeds)
    return rows_of_batch(
        tournament.plan, unit, tournament.settings[unit.scenario].ruleset, played, games
    )


def _play_serially(tournament: Tournament, unit: Unit) -> list[GameRow]:
    """Play game by game, with bots in processes."""
    from spacecombat_agents.bots.match_game import play_game
    from spacecombat_agents.bots.time_control import TimeControl

    setting, clock = (
        tournament.settings[unit.scenario],
        TimeControl(**asdict(tournament.plan.clock)),
    )
    first = tournament.player(unit.a, unit.scenario)
    players = first, tournament.player(unit.b, unit.scenario, side=int(unit.a == unit.b))
    rows = []
    for number, seed in enumerate(
        paired_game_seeds(np.array(tournament.pair_seeds(unit))).tolist()
    ):
        ended = play_game(setting, players, seed, number % 2, clock=clock, secret=tournament.secret)
        rows.append(row_of_game(tournament.plan, unit, setting.ruleset, number, seed, ended))
    return rows
