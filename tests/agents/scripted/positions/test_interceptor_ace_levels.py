"""Interceptor's ace on a map with levels: it seeks the level of the nearest enemy."""

from __future__ import annotations

import pytest
from kit.interceptor.ace import (
    ACE,
    ALL_GUNS,
    BLUE,
    PLAIN,
    RED,
    N,
    S,
    ace_action,
    disclose_class,
    fly,
    mask_with,
)
from kit.interceptor.moves import begin, run, say
from kit.interceptor.planets import levels

from spacecombat_agents.scripted.interceptor.geometry import turned_to
from spacecombat_agents.scripted.interceptor.levels import (
    LOWEST,
    level_action,
    level_worth,
    wanted_level,
)
from spacecombat_agents.scripted.interceptor.moving import fill_workspace, plot_turn
from spacecombat_agents.scripted.interceptor.plots import plant_tree, turn_price
from spacecombat_agents.scripted.interceptor.values import add_shots, clear_columns
from spacecombat_agents.scripted.interceptor.workspace import Guns, Hull, new_workspace
from spacecombat_env.rulesets.interceptor.dispatch import apply
from spacecombat_env.rulesets.interceptor.model import (
    INTERFACE_LEVEL,
    NONE,
    Decision,
    Mode,
    Status,
    Verb,
)
from spacecombat_env.rulesets.interceptor.planet.flight import WING_TURN, settle_mode

LOWEST_SPACE = INTERFACE_LEVEL + 1


def two(own: int, enemy: int, gravity: bool = False, velocity: int = 3, name: str = "CHEETAH"):
    """A ship of Red and one of Blue six hexes ahead, at their levels."""
    table = levels(gravity)
    k = table.put(name, RED, at=(13, 18), heading=N, velocity=velocity, piloting=8)
    e = table.put("LANCEA", BLUE, at=(13, 24), heading=S, velocity=3)
    for craft, level in ((k, own), (e, enemy)):
        table.state.craft[craft].altitude = level
        settle_mode(table.state, table.rules, craft)
    return table, k, e


def actions(table, k):
    """The verbs of a whole move of the ace, which has fired."""
    state, said = table.state, []
    state.craft[k].acted, state.craft[k].fired = 0, ALL_GUNS
    begin(table, k)
    while state.mover == k and len(said) < 40:
        action = ace_action(table)
        if state.decision == Decision.SPEED:
            apply(state, table.rules, action)
            run(table)
            continue
        said.append(action)
        say(table, action)
    return said


def test_in_air_it_dives_to_the_enemy_after_its_hexes():
    table, k, _ = two(5, 3)
    said = actions(table, k)
    assert said[0] != Verb.DIVE and said.count(Verb.DIVE) == 2
    assert table.state.craft[k].altitude == 3 and table.state.craft[k].gained == 2


@pytest.mark.parametrize(("spent", "climbs"), [(0, True), (9, False)])
def test_in_air_it_climbs_to_the_enemy_where_thrust_is_left(spent, climbs):
    table, k, _ = two(3, 5)
    state, rules, workspace = table.state, table.rules, new_workspace()
    state.craft[k].spent = spent
    fill_workspace(state, rules, workspace, k, ACE)
    state.mover, state.lane = k, 0
    action = level_action(state, rules, workspace, mask_with(table, Verb.CLIMB), k, True, ACE)
    assert action == (Verb.CLIMB if climbs else NONE)


def test_after_its_fire_it_dives_out_of_reach_of_the_guns_of_an_enemy():
    worth = []
    for level in (4, 2):
        table, k, e = two(4, 4)
        state, rules, workspace = table.state, table.rules, new_workspace()
        state.craft[k].fired, state.craft[e].acted = ALL_GUNS, 1
        state.craft[k].r = state.craft[e].r - 1
        disclose_class(table, e)
        fill_workspace(state, rules, workspace, k, ACE)
        worth.append(level_worth(state, rules, workspace, k, level, 4))
    assert worth[1] > worth[0]


def test_it_stays_at_its_level_where_the_enemy_is():
    table, k, _ = two(4, 4)
    assert not {Verb.CLIMB, Verb.DIVE} & set(actions(table, k))


def test_it_does_not_follow_to_the_last_level_of_air():
    table, k, _ = two(3, 1)
    assert actions(table, k).count(Verb.DIVE) == 1
    assert table.state.craft[k].altitude == LOWEST


@pytest.mark.parametrize(("own", "enemy", "level"), [(8, 11, 9), (10, 8, 9), (8, 3, 7), (7, 3, 7)])
def test_in_space_it_changes_a_level_a_move_and_stays_above_the_interface(own, enemy, level):
    table, k, _ = two(own, enemy)
    fly(table, k)
    assert table.state.craft[k].altitude == level


def test_in_a_well_it_climbs_before_it_is_drawn_into_the_interface():
    table, k, _ = two(LOWEST_SPACE, LOWEST_SPACE, gravity=True)
    assert actions(table, k)[0] == Verb.CLIMB
    table, k, _ = two(LOWEST_SPACE, LOWEST_SPACE)
    assert Verb.CLIMB not in actions(table, k)


@pytest.mark.parametrize(("enemy", "level"), [(3, 3), (9, 7)])
def test_out_of_the_interface_it_goes_where_the_enemy_is(enemy, level):
    table, k, _ = two(INTERFACE_LEVEL, enemy)
    fly(table, k)
    assert table.state.craft[k].altitude == level


def test_the_plain_ace_keeps_its_level():
    table, k, _ = two(8, 11)
    fly(table, k, PLAIN)
    assert table.state.craft[k].altitude == 8


def test_without_an_enemy_it_keeps_its_level():
    table, k, e = two(4, 2)
    table.state.craft[e].status = Status.DESTROYED
    workspace = new_workspace()
    fill_workspace(table.state, table.rules, workspace, k, ACE)
    assert wanted_level(table.state, table.rules, workspace, k) == 4


def test_ranges_of_its_plans_count_levels():
    worth = []
    for enemy in (5, 1):
        table, k, _ = two(5, enemy)
        workspace = new_workspace()
        fill_workspace(table.state, table.rules, workspace, k, ACE)
        clear_columns(workspace.shot)
        q, r = turned_to(int(table.state.craft[k].q), int(table.state.craft[k].r), N, 4)
        add_shots(table.rules, workspace, Guns.ALL, q, r, 0, workspace.now[0], 1.0)
        worth.append(workspace.shot[N])
    assert worth[0] > worth[1] > 0


def test_in_air_it_knows_what_turns_cost():
    table, k, _ = two(4, 4)
    state, rules, workspace = table.state, table.rules, new_workspace()
    craft = state.craft[k]
    assert craft.mode == Mode.STREAMLINED
    fill_workspace(state, rules, workspace, k, ACE)
    root = plant_tree(rules, workspace, int(craft.q), int(craft.r), N, 3, 0)
    workspace.hull[Hull.DEPTH] = 3
    assert turn_price(workspace, root, True) == WING_TURN
    workspace.hull[Hull.DEPTH] = 0
    assert turn_price(workspace, root, True) == 0
    craft.altitude = 9
    settle_mode(state, rules, k)
    fill_workspace(state, rules, workspace, k, ACE)
    assert workspace.hull[Hull.AIR_TURN] == 0 and turn_price(workspace, root, True) == 2


def test_on_wings_it_plans_no_facing_but_that_of_its_heading():
    table, k, _ = two(4, 4)
    workspace = new_workspace()
    place = plot_turn(table.state, table.rules, workspace, k, ACE, 3)
    assert workspace.best[place, 1] == 0
