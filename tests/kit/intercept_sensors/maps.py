"""What a seat sees of its search map."""

import numpy as np

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.intercept_sensors import entry


def observed(game, seat, block):
    """A block of the seat's observation."""
    row = np.zeros(game.scenario.observation.size, np.int8)
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    entry.observe_visible(visible, 0, game.table, seat, row)
    return game.scenario.observation.view(row)[block]
