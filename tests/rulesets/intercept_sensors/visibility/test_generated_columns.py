"""Each column of the observation is written by its name, and once."""

from types import SimpleNamespace

import numpy as np
import pytest
from kit.intercept_sensors.table import Table, duel
from kit.written import columns_in, fill, writings

from spacecombat_env.rulesets.intercept_sensors.model import (
    ACTIONS,
    CAPACITIES,
    NONE,
    RECENT_SCANS,
    InterceptDecision,
    InterceptPhase,
    Power,
    Result,
    Sensor,
    Status,
    Type,
    Victory,
    action_layout,
    first_of,
)
from spacecombat_env.rulesets.intercept_sensors.model.observation import ROWS, observation_layout
from spacecombat_env.rulesets.intercept_sensors.visibility.observe import (
    observe,
    observe_action_fields,
)

SPOKEN = {"ask", "order"}


def crowded():
    """A position in which every slot is filled, and every rule in use has something to show."""
    game = Table(duel())
    state = game.state
    fill(state.unit_of, status=Status.ON_MAP, identified=1, last_turn=1)
    fill(state.body, side=3)
    fill(state.order, unit=NONE, extent=1, box=1, facing=1)
    state.unit, state.scans[:] = 0, RECENT_SCANS
    fill(state.scan, turn=state.turn, finds=2)
    state.scan["find"]["result"][..., 0] = Result.POSITION
    state.scan["find"]["result"][..., 1] = Result.TRACKED
    game.rules.option.runner = 0
    return game


def each_kind(game):
    """The position with all that is shown by one column of several told in turn."""
    state, rules = game.state, game.rules
    for n in range(30):
        state.phase, rules.option.victory = n % len(InterceptPhase), n % len(Victory)
        fill(rules.classes, type=n % len(Type))
        fill(state.order, sensor=n % len(Sensor))
        fill(state.scan, sensor=n % len(Sensor))
        fill(state.unit_of, power=n % len(Power), plot_power=n % len(Power))
        state.decision = InterceptDecision.PLOT
        yield state
    for decision in InterceptDecision:
        state.decision = decision
        yield state


@pytest.mark.parametrize("seat", [0, 1])
def test_every_column_is_written_and_none_twice(seat):
    game = crowded()
    layout = game.scenario.observation
    filled = np.zeros(layout.size, bool)
    for state in each_kind(game):
        counts = writings(layout, observe, state, game.rules, seat)
        assert counts.max() == 1, columns_in(layout, counts > 1)
        filled |= counts > 0
    assert columns_in(layout, filled) == columns_in(layout, np.ones(layout.size))


def test_an_action_writes_the_blocks_of_the_order_and_what_is_selected():
    game = crowded()
    layout = game.scenario.observation
    counts = writings(layout, observe_action_fields, game.state, game.rules, 0)
    assert counts.max() == 1
    columns = columns_in(layout, counts > 0)
    assert {name for name in columns if name.split(".")[0] not in SPOKEN} == {"own_units.selected"}


@pytest.mark.parametrize("capacity", CAPACITIES.values(), ids=CAPACITIES)
def test_blocks_begin_where_their_layout_says(capacity):
    state = SimpleNamespace(unit_of=range(2 * capacity.units))
    for starts, layout in (
        (ROWS, observation_layout(capacity)),
        (ACTIONS, action_layout(capacity)),
    ):
        found = {name: first_of(state, getattr(starts, name)) for name in starts._fields}
        assert found == layout.offsets | {"end": layout.size}
