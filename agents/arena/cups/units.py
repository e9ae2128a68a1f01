"""A unit of work, played: a pure function of what the cup is about and of the unit's number.

Whoever plays it, wherever and whenever: the rows are the same. That is all that workers, machines
and resumed cups lean on. (Clocks are the exception that nobody can help: a bot may be late or not.)
"""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from spacecombat_agents.arena.cups.opening import Cup
from spacecombat_agents.arena.cups.rows import Row, of_batch, of_game
from spacecombat_agents.arena.cups.schedule import Unit
from spacecombat_agents.arena.cups.seeds import games_of_pairs
from spacecombat_agents.arena.match import both_games
from spacecombat_agents.arena.playing import Game, play
from spacecombat_env.core.seeds import derived_seed


def play_unit(cup: Cup, unit: Unit) -> list[Row]:
    """Return the rows of a unit's games, in their order."""
    if any(map(cup.plan.is_bot, unit.couple)):
        return _game_by_game(cup, unit)
    return _side_by_side(cup, unit)


def _side_by_side(cup: Cup, unit: Unit) -> list[Row]:
    """Play all games of a unit at once."""
    pairs, hashes = cup.pair_seeds(unit), cup.couple_hashes(unit)
    seeds, seat_of_a, luck = games_of_pairs(pairs, hashes)
    first = cup.player(unit.a, unit.scenario)
    players = first, cup.player(unit.b, unit.scenario, side=int(unit.a == unit.b))
    for side, player in enumerate(players):  # of those who take no lots
        player.reset(derived_seed(pairs[0], "unit", unit.pairs, side))
    games: list[Game] = []
    env = cup.env(unit.scenario, len(seeds))
    played = play(env, players, seeds, seat_of_a, keep=games.append, luck=luck)
    return of_batch(cup.plan, unit, cup.settings[unit.scenario].ruleset, played, games)


def _game_by_game(cup: Cup, unit: Unit) -> list[Row]:
    """Play one game after the other, with processes that are talked to."""
    from spacecombat_agents.bots.clocks import Clock
    from spacecombat_agents.bots.games import play_game

    setting, clock = cup.settings[unit.scenario], Clock(**asdict(cup.plan.clock))
    first = cup.player(unit.a, unit.scenario)
    players = first, cup.player(unit.b, unit.scenario, side=int(unit.a == unit.b))
    rows = []
    for number, seed in enumerate(both_games(np.array(cup.pair_seeds(unit))).tolist()):
        ended = play_game(setting, players, seed, number % 2, clock=clock, secret=cup.secret)
        rows.append(of_game(cup.plan, unit, setting.ruleset, number, seed, ended))
    return rows
