"""The observation: written where it is declared, and brought up to date action by action."""

import numpy as np
import pytest

from spacecombat_env.core.ruleset import make_games, make_out
from spacecombat_env.rulesets.battle_rider import entry, scenario
from spacecombat_env.rulesets.battle_rider.model import observation

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", ["skirmish", "duel", "picket", "task_force_dagger"])
def test_writers_fill_the_declared_blocks(name):
    """Columns of a card stand where the layout says."""
    made = scenario.load(name)
    games = make_games(made.table.opening.dtype, 1)
    entry.start(games, 0, made.table, 1)
    visible = make_games(made.table.opening.dtype, 1)
    entry.redact(games, 0, visible, 0, 0)
    row = np.zeros(made.observation.size, np.int8)
    rules = made.table.rules[0]
    entry.observe_visible(visible, 0, made.table, 0, row)
    craft = made.observation.view(row)["own_craft"]
    columns = list(observation.OWN_CRAFT_COLUMNS)
    first = rules.classes[games.states[0].craft[0].klass]
    assert craft[0, columns.index("size")] == first.size_mod
    assert craft[0, columns.index("armor")] == first.armor


@pytest.mark.parametrize("delegate", [None, ()])
def test_action_by_action_updates_equal_a_fresh_look(delegate):
    """Within an order only the actions are rewritten; the result is the whole observation."""
    made = scenario.load("skirmish", delegate=delegate)
    table, count = made.table, 4
    games, out = make_games(table.opening.dtype, count), make_out(made, count)
    visible, row = make_games(table.opening.dtype, 1), np.zeros(made.observation.size, np.int8)
    for k in range(count):
        entry.start(games, k, table, k)
    actions, seeds = np.full(count, -1, np.int64), np.arange(count, dtype=np.int64)
    entry.advance(games, table, actions, out, (0, count, 1, 0))
    for _ in range(80):
        entry.KERNELS.random_actions(out.mask, seeds, actions, 0, count)
        entry.advance(games, table, actions, out, (0, count, 1, 0))
        for k in range(count):
            seat = int(out.seat[k])
            entry.redact(games, k, visible, 0, seat)
            entry.observe_visible(visible, 0, table, seat, row)
            assert np.array_equal(row, out.observation[k])
