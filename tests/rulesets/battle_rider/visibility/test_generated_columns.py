"""Each column of the observation is written by its name, and once."""

from types import SimpleNamespace

import numpy as np
import pytest
from kit.battle_rider.scenes import SCENES
from kit.battle_rider.table import Table
from kit.knowing import fill as fill_fields
from kit.written import columns_in, fill, writings

from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.model import (
    ACTIONS,
    CAPACITIES,
    BodyKind,
    CraftStatus,
    Decision,
    ForceStatus,
    Phase,
    Power,
    Surface,
    action_layout,
    first_of,
)
from spacecombat_env.rulesets.battle_rider.model.observation import ROWS, observation_layout
from spacecombat_env.rulesets.battle_rider.visibility.observe import observe, observe_action_fields

SPOKEN = {"game", "ask", "order", "advanced_game"}
COUNTED = {"enemy_forces.known_craft"}
"""Columns that are written where there is something to count: a force may hold no craft."""


def crowded():
    """A position in which every slot is filled, and every rule in use has something to show."""
    game = Table(SCENES["worlds"], begin=False)
    state, rules = game.state, game.rules
    entry.begin(game.games, 0, game.table, 1)
    rules.option.crew_quality = rules.option.crossing_movement = rules.option.advanced = 1
    slots, forces = len(state.craft) // 2, len(state.tf) // 2
    force = [k // slots * forces + k % slots for k in range(len(state.craft))]  # one craft in each
    fill(state.craft, status=CraftStatus.IN_FORCE, tf=force, detected=1, power=Power.UP)
    fill(state.tf, status=ForceStatus.ON_MAP, strength=1, surface=Surface.SPACE)
    fill(state.spread, count=3)
    number_contacts(state)
    fill(state.body, kind=BodyKind.PLANET)
    fill(state.whiteout, timer=1)
    fill(state.mission, number=1)
    fill(state.order, hexside=2)
    return game


def number_contacts(state):
    """Give each piece a contact number of its own on its side."""
    for pieces in (state.craft, state.tf, state.spread):
        fill(pieces, contact=np.arange(len(pieces)) % (len(pieces) // 2))


def each_question(game, seat):
    """The position in each phase and at each question."""
    game.state.round_tf = seat * len(game.state.tf) // 2
    for n, decision in enumerate((*Decision, Decision.SAND_NUMBER)):
        game.state.decision, game.state.phase = decision, n % len(Phase)
        yield game.state


def test_every_column_is_written_and_none_twice():
    game = crowded()
    layout = game.scenario.observation
    for seat in (0, 1):
        filled = np.zeros(layout.size, bool)
        for state in each_question(game, seat):
            counts = writings(layout, observe, state, game.rules, seat)
            assert counts.max() == 1, columns_in(layout, counts > 1)
            filled |= counts > 0
        assert columns_in(layout, ~filled) <= COUNTED <= columns_in(layout, filled)


def test_an_action_writes_the_blocks_of_the_order_and_what_is_selected():
    game = crowded()
    layout = game.scenario.observation
    counts = writings(layout, observe_action_fields, game.state, game.rules, 0)
    assert counts.max() == 1
    blocks = {name.split(".")[0] for name in columns_in(layout, counts > 0)}
    selected = {name for name in columns_in(layout, counts > 0) if name.endswith(".selected")}
    assert blocks - SPOKEN == {name.split(".")[0] for name in selected}
    assert len(selected) == 6


def test_every_column_stays_within_its_divisor():
    """Whatever the fields of a state hold, within their declared ranges."""
    game = crowded()
    state, rng = game.state, np.random.default_rng(1)
    layout, most = game.scenario.observation, np.rint(1 / game.scenario.observation.scales)
    for seat in (0, 1) * 10:
        fill_fields(RULESET.knowledge(game.scenario), state, rng)
        number_contacts(state)
        state.volley.next_hit = 0
        state.decision = rng.choice([Decision.SAND_NUMBER, Decision.LAUNCH_MENU])
        row = np.zeros(layout.size, np.int8)
        observe(state, game.rules, seat, row)
        assert (abs(row) <= most).all(), columns_in(layout, abs(row) > most)


@pytest.mark.parametrize("capacity", CAPACITIES.values(), ids=CAPACITIES)
def test_blocks_begin_where_their_layout_says(capacity):
    craft, forces, spreads = (range(2 * slots) for slots in capacity)
    state = SimpleNamespace(craft=craft, tf=forces, spread=spreads)
    for starts, layout in (
        (ROWS, observation_layout(capacity, True)),
        (ACTIONS, action_layout(capacity)),
    ):
        found = {name: first_of(state, getattr(starts, name)) for name in starts._fields}
        assert found == layout.offsets | {"end": layout.size}
