"""The two games of a pair: the same randomness in play, and each its own in the set-up."""

import pytest
from kit.intercept_sensors.table import Table, duel

from spacecombat_env.core.model.seeds import TWIN
from spacecombat_env.rulesets.intercept_sensors.model import roll_2d6

pytestmark = pytest.mark.compiled


def both(source, seed, **more):
    """The two games of a pair, at their first decision."""
    return [Table(source, seed=one, **more) for one in (seed, seed ^ TWIN)]


def test_random_places_of_one_game_reveal_nothing_of_the_other():
    same = 0
    for seed in range(40):
        one, other = both("duel", seed, delegate=("setup",))
        assert one.state.turn == other.state.turn == 1
        for k in range(len(one.state.unit_of)):
            units = one.state.unit_of[k], other.state.unit_of[k]
            same += all(unit.klass != 0 for unit in units) and (units[0].x, units[0].y) == (
                units[1].x,
                units[1].y,
            )
    assert same < 8


def test_both_games_roll_the_same_dice():
    one, other = both(duel(), 3)
    rolls = []
    for turn in range(30):
        for game in (one, other):
            game.state.turn = turn
        assert roll_2d6(one.state, 0, 1) == roll_2d6(other.state, 0, 1)
        rolls.append(int(roll_2d6(one.state, 0, 1)))
    assert len(set(rolls)) > 5
