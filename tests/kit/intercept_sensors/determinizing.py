"""Determinizations of a Table."""

from kit.intercept_sensors.table import Table
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.intercept_sensors import entry


def determinization(game: Table, seat: int, seed: int = 1) -> Table:
    """Return a Table of a position determinized from what a seat knows."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    other = Table(game.scenario.source, begin=False, delegate=game.scenario.delegate)
    entry.determinize(visible, 0, game.table, seat, seed, other.games, 0)
    return other
