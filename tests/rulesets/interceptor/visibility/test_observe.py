"""The observation: every column is written, once, and says what the redacted record says."""

from types import SimpleNamespace

import numpy as np
import pytest
from kit.interceptor.scenes import scene
from kit.interceptor.seat_view import ABOVE_AIR, CLOSE, observation_of, redacted, walk
from kit.written import columns_in, fill, writings

from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    CAPACITIES,
    NONE,
    UNLED,
    Comp,
    Decision,
    Disclosed,
    Edge,
    Load,
    MissileStatus,
    Phase,
    Rock,
    Status,
    action_layout,
    first_of,
)
from spacecombat_env.rulesets.interceptor.model.decisions import NUM_DECISIONS
from spacecombat_env.rulesets.interceptor.model.observation import ROWS, observation_layout
from spacecombat_env.rulesets.interceptor.visibility.intelligence import learn
from spacecombat_env.rulesets.interceptor.visibility.observe import observe, observe_action_fields
from spacecombat_env.rulesets.interceptor.visibility.redaction import redact_state


def crowded():
    """A position in which every slot is filled."""
    table = scene()
    for side in (0, 1):
        for n in range(4):
            table.put("CHEETAH", side=side, at=(5 + n, 5 + 3 * side), load={Load.DAP: 1})
    state = table.state
    state.craft[0].disabled = 1 << 40
    fill(state.craft, armour_turn=1, inside_turn=1)
    for pieces in (state.craft, state.missile):
        fill(pieces, contact=np.arange(len(pieces)) % (len(pieces) // 2))
    fill(state.craft, klass=1, installation=1)
    fill(state.missile, status=MissileStatus.FLYING, kind=Load.HELL, target=0)
    fill(state.adrift, people=1, prize=1)
    fill(state.rock, kind=Rock.ASTEROID)
    fill(state.crew, flies=1)
    fill(state.rack, pod=NONE)
    fill(state.order, target=0, craft=0, direction=0)
    fill(state.last, firer=0)
    return table


def test_every_column_is_written():
    table = crowded()
    state, layout = table.state, observation_layout(table.capacity)
    filled = np.zeros(layout.size, bool)
    table.rules.option.planet = Edge.BOTTOM
    for seat in (0, 1):
        for n, decision in enumerate(Decision):
            state.mover = seat * 4
            state.decision, state.phase = decision, n % len(Phase)
            state.craft[0].armour_turn = 1
            state.prize_holder = 4 * (n % 2)
            state.rack["pod"] = Load.SENSOR_POD
            state.craft["disabled"] = 2
            state.order["load"] = n % 8
            filled |= writings(layout, observe, state, table.rules, seat) > 0
    missing = columns_in(layout, ~filled)
    never = {"ask.nothing", *(f"ask.later_{k}" for k in range(NUM_DECISIONS))}
    constant = {
        name
        for name in missing
        if name.split(".")[1].startswith(("forward_", "elsewhere_", "turret_"))
    }
    assert missing - never - constant == set()


def test_a_column_is_written_once(monkeypatch):
    table = crowded()
    layout = observation_layout(table.capacity)
    counts = writings(layout, observe, table.state, table.rules, 0)
    summed = columns_in(layout, counts > 1)
    sums = ("load_", "forward_", "elsewhere_", "turret_", "gun_pods")
    assert {name for name in summed if not name.split(".")[1].startswith(sums)} == set()


@pytest.mark.parametrize("capacity", CAPACITIES.values(), ids=CAPACITIES)
def test_blocks_begin_where_their_layout_says(capacity):
    pieces = (capacity.craft, capacity.missiles, capacity.adrift)
    craft, missile, adrift = (range(2 * slots) for slots in pieces)
    state = SimpleNamespace(craft=craft, missile=missile, adrift=adrift)
    for starts, layout in (
        (ROWS, observation_layout(capacity)),
        (ACTIONS, action_layout(capacity)),
    ):
        found = {name: first_of(state, getattr(starts, name)) for name in starts._fields}
        assert found == layout.offsets | {"end": layout.size}


@pytest.mark.parametrize(("name", "seed"), [(CLOSE, 1), ("asteroid_field", 2), (ABOVE_AIR, 3)])
def test_values_are_within_their_divisors(name, seed):
    for n, play in enumerate(walk(name, seed, 150)):
        if n % 5 == 0:
            seat = int(play.state.seat)
            row = observation_of(play, redacted(play, seat), seat)
            assert np.abs(row * play.scenario.observation.scales).max() <= 1.0


@pytest.mark.parametrize(("name", "seed"), [(CLOSE, 3), ("asteroid_field", 4), (ABOVE_AIR, 5)])
def test_what_actions_change_is_the_whole(name, seed):
    before, changes, asker = None, -1, NONE
    for play in walk(name, seed, 250):
        seat, now = int(play.state.seat), int(play.state.chance.changes)
        visible = redacted(play, seat)
        whole = observation_of(play, visible, seat)
        if now == changes and seat == asker:
            observe_action_fields(visible.states[0], play.rules, seat, before)
            wrong = columns_in(play.scenario.observation, before != whole)
            assert wrong == set(), play.decision
        before, changes, asker = whole, now, seat


def views(table, seat):
    """The observation of a scene by block and row, as one sees it who knows what a seat knows."""
    layout = observation_layout(table.capacity)
    raw = table.states.copy()
    visible = raw[0]
    redact_state(visible, seat)
    row = np.zeros(layout.size, np.int8)
    observe(visible, table.rules, seat, row)
    return layout, layout.view(row)


def column(layout, view, block, n, name):
    """One column of a row."""
    return int(view[block][n][layout.block(block).columns.index(name)])


@pytest.mark.rule("IN-LOS-02")
def test_an_enemy_shows_what_was_shown_and_no_more():
    table = scene()
    me = table.put("LANCEA", at=(10, 5), velocity=3)
    it = table.put("CHEETAH", side=1, at=(10, 11), heading=3, velocity=2)
    layout, view = views(table, 0)
    assert column(layout, view, "enemy_craft", 0, "tons") == 0
    assert column(layout, view, "enemy_craft", 0, "range") == 6
    assert column(layout, view, "enemy_craft", 0, "closing") == 5
    assert column(layout, view, "enemy_craft", 0, "bears_on_me") == 1
    learn(table.state, table.rules, me)
    layout, view = views(table, 0)
    assert column(layout, view, "enemy_craft", 0, "tons") == 7
    assert column(layout, view, "enemy_craft", 0, "weapons_known") == 1
    assert column(layout, view, "enemy_craft", 0, "class_known") == 0
    assert column(layout, view, "enemy_craft", 0, "armour_whole_f") == 0
    table.state.craft[it].r -= 4
    learn(table.state, table.rules, me)
    table.state.turn = 4
    layout, view = views(table, 0)
    assert column(layout, view, "enemy_craft", 0, "class_known") == 1
    assert column(layout, view, "enemy_craft", 0, "armour_age") == 4
    klass = table.rules.classes[table.state.craft[it].klass]
    assert column(layout, view, "enemy_craft", 0, "armour_f") == int(klass.armour[0]) // 5
    assert column(layout, view, "own_craft", 0, "class_told") == 1


def test_the_board_is_turned_for_blue():
    table = scene()
    table.put("LANCEA", at=(5, 4), heading=1)
    table.put("LANCEA", side=1, at=(22, 25), heading=4)
    rows = []
    for seat in (0, 1):
        layout, view = views(table, seat)
        columns = ("column", "row", "heading_column", "heading_row", "facing_column")
        rows.append([column(layout, view, "own_craft", 0, name) for name in columns])
    assert rows[0] == rows[1]
    assert rows[0][2:4] == [1, 1]


def places(view, layout):
    """Where the first enemy is to the own ship, and that to it, by heading and by facing."""
    frames = ("heading", "facing", "its_facing")
    return {
        frame: tuple(
            column(layout, view, "enemy_craft", 0, f"{way}_of_{frame}")
            for way in ("ahead", "right")
        )
        for frame in frames
    }


@pytest.mark.rule("IN-LOS-01")
def test_places_are_relative_to_headings_and_facings():
    table = scene()
    table.put("LANCEA", at=(10, 5), heading=1, facing=0)
    # two columns to the right and six rows up: two steps NE and five N
    table.put("CHEETAH", side=1, at=(12, 11), heading=3, facing=5)
    layout, view = views(table, 0)
    assert places(view, layout) == {
        "heading": (9, -5),  # two ahead, five ahead to the left
        "facing": (12, 2),
        # as it faces NW, the five steps S are behind to the left, the two SW ahead to the left
        "its_facing": (-3, -7),
    }
    layout, view = views(table, 1)
    assert places(view, layout) == {
        "heading": (12, 2),  # five ahead, two ahead to the right
        "facing": (-3, -7),
        "its_facing": (12, 2),
    }


@pytest.mark.rule("IN-LOS-01")
def test_far_places_end_at_thirty_hexes():
    table = scene(columns=40, rows=56)
    table.put("LANCEA", at=(2, 2), heading=0, facing=3)
    table.put("CHEETAH", side=1, at=(39, 55))
    layout, view = views(table, 0)
    assert places(view, layout)["heading"] == (60, 30)
    assert places(view, layout)["facing"] == (-60, -30)


def test_a_ship_that_was_shown_nothing_is_nothing():
    table = scene()
    table.put("LANCEA", at=(5, 4))
    it = table.put("CHEETAH", side=1, at=(5, 9))
    table.state.craft[it].status = Status.WAITING
    table.state.craft[it].disclosed = Disclosed.CLASS
    _, view = views(table, 0)
    assert not view["enemy_craft"].any()


@pytest.mark.rule("IN-IDE-01", "IN-IDE-03")
@pytest.mark.parametrize(("command", "observed"), [(0, 0), (2, 2), (1, 1), (UNLED, -1)])
def test_a_side_sees_who_leads_its_ships(command, observed):
    table = scene()
    k = table.put("CINGULUM")
    craft = table.state.craft[k]
    bridge = int(table.rules.classes[craft.klass].system[Comp.BRIDGE])
    craft.command, craft.disabled = command, 1 << bridge if command else 0
    layout, view = views(table, 0)
    assert column(layout, view, "own_craft", 0, "command") == observed
    assert column(layout, view, "own_craft", 0, "bridge_broken") == (command != 0)
