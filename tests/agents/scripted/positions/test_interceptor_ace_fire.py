"""Interceptor's ace in positions with an expected decision: fire, missiles, who moves first."""

from __future__ import annotations

import numpy as np
import pytest
from kit.interceptor.ace import (
    ACE,
    BLUE,
    PLAIN,
    RED,
    N,
    S,
    ace_action,
    disclose_class,
    mask_of,
    mask_with,
    redacted,
)
from kit.interceptor.moves import put_rock
from kit.interceptor.scenes import scene

from spacecombat_agents.scripted.interceptor.fire import best_worth, struck_action, weapons_action
from spacecombat_agents.scripted.interceptor.missiles import defence_action, kind_action
from spacecombat_agents.scripted.interceptor.moving import fill_workspace, worth_of_guns
from spacecombat_agents.scripted.interceptor.opening import choose_action
from spacecombat_agents.scripted.interceptor.values import (
    add_shots,
    add_threat,
    clear_columns,
    has_line_of_sight,
)
from spacecombat_agents.scripted.interceptor.workspace import Guns, new_workspace
from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.combat.line_of_sight import is_clear
from spacecombat_env.rulesets.interceptor.engagement.values import volley_value
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Decision,
    Load,
    MissileStatus,
    Target,
    Verb,
    craft_action,
    enemy_craft_action,
    load_action,
    side_action,
    weapon_action,
)

# --- fire ----------------------------------------------------------------------------------------


def opportunity(at, heading, lane, facing=N, acted=True, last=False):
    """A LANCEA moves past our CHEETAH in 1310 that points north: is there a shot?"""
    table = scene()
    k = table.put("CHEETAH", at=(13, 10), heading=N, facing=facing, velocity=2)
    e = table.put("LANCEA", side=BLUE, at=at, heading=heading, velocity=6)
    disclose_class(table, e)
    state = table.state
    state.craft[k].acted = acted
    state.mover, state.lane, state.seat, state.decision = e, lane, RED, Decision.OPPORTUNITY
    state.last_moment = last
    return table, craft_action(state, k)


@pytest.mark.parametrize("acted", [True, False])
def test_it_takes_the_shot_in_hand(acted):
    """From behind, at one hex, and it flies away: there will be none better, not in its own move.

    From seven hexes its own move will bring it nearer.
    """
    table, shot = opportunity((13, 11), N, 4, acted=acted)
    assert ace_action(table) == shot
    table, shot = opportunity((13, 17), N, 0, acted=False)
    assert mask_of(table)[0, shot] and ace_action(table) == Verb.PASS


def first_shot(at, heading, velocity, thrust):
    """The CHEETAH itself is about to move: does it fire before that?"""
    table, shot = opportunity(at, heading, 0, acted=False)
    state = table.state
    state.craft[0].velocity, state.craft[0].thrust = velocity, thrust
    state.craft["acted"][state.mover], state.craft["velocity"][state.mover] = 1, 2
    state.mover, state.begun = 0, 0
    return table, shot


def test_before_its_own_move_it_fires_if_that_brings_no_better_shot():
    table, shot = first_shot((13, 11), N, velocity=9, thrust=0)
    assert ace_action(table) == shot, "it will fly past"
    table, shot = first_shot((13, 17), N, velocity=2, thrust=10)
    assert mask_of(table)[0, shot] and ace_action(table) == Verb.PASS


def test_it_waits_for_a_better_one():
    """Seven hexes off and coming straight on: from nearer it does far more."""
    table, shot = opportunity((13, 17), S, 6)
    assert mask_of(table)[0, shot] and ace_action(table) == Verb.PASS


def test_at_the_last_moment_any_shot_will_do():
    table, shot = opportunity((13, 17), S, 0, last=True)
    assert ace_action(table) == shot


@pytest.mark.parametrize(
    ("acted", "moves", "doctrine", "returned"),
    [
        (False, False, ACE, False),
        (False, False, PLAIN, True),
        (True, False, ACE, True),
        (False, True, ACE, True),  # it is shot at in its own move: its plot is half flown
    ],
)
def test_who_has_still_to_move_returns_no_shot_that_its_own_plot_makes_better(
    acted, moves, doctrine, returned
):
    """Three hexes behind it the enemy is worth half of what it is at one hex."""
    table, _ = opportunity((13, 13), N, 0, acted=acted)
    state = table.state
    k = next(k for k, craft in enumerate(table.state.craft) if craft.klass)
    state.order[RED].craft, state.decision = k, Decision.RETURN
    enemy = int(state.mover)
    state.mover = k if moves else enemy
    action = ace_action(table, doctrine)
    assert (action == enemy_craft_action(state, enemy)) == returned, action


def test_a_shot_as_good_as_any_of_its_plot_is_fired_at_once():
    """At one hex, from behind: what its guns are worth to its plot is just that shot."""
    table, shot = opportunity((13, 11), N, 4, acted=False)
    state, workspace = redacted(table).states[0], new_workspace()
    k = next(k for k, craft in enumerate(table.state.craft) if craft.klass)
    worth = best_worth(state, table.rules, k, ACE)
    assert worth_of_guns(state, table.rules, workspace, k, ACE, 5) == pytest.approx(worth)
    assert ace_action(table) == shot


def test_it_fires_in_its_own_move_when_the_enemy_is_before_its_bow():
    table = scene()
    k = table.put("CHEETAH", at=(13, 12), heading=N, velocity=3)
    e = table.put("LANCEA", side=BLUE, at=(13, 13), heading=N, velocity=3)
    disclose_class(table, e)
    state = table.state
    state.craft[e].acted = 1
    state.mover, state.lane, state.seat, state.decision = k, 0, RED, Decision.MOVE
    assert ace_action(table) == Verb.FIRE


def test_what_the_desk_reckons_is_what_the_rules_say():
    """At many places: guns by arc, range and angle, against the rules' own count of a volley."""
    generator, workspace = np.random.default_rng(3), new_workspace()
    shots = 0
    for n in range(45):
        table = scene()
        name = ("CHEETAH", "GLADIUS", "AVENGER")[n % 3]
        place = [(int(q), int(r)) for q, r in generator.integers(8, 16, (2, 2))]
        ways = [int(way) for way in generator.integers(0, 6, 4)]
        if place[0] == place[1] or ways[0] == ways[2]:  # paralleling, one hex: left out
            continue
        k = table.put(name, at=place[0], heading=ways[0], facing=ways[1], velocity=4)
        e = table.put("LANCEA", BLUE, at=place[1], heading=ways[2], facing=ways[3], velocity=5)
        fill_workspace(table.state, table.rules, workspace, k, PLAIN)
        workspace.vulnerability[:], workspace.worth[:] = 1.0, 1.0
        clear_columns(workspace.shot)
        me = table.state.craft[k]
        add_shots(
            table.rules, workspace, Guns.READY, int(me.q), int(me.r), 0, workspace.now[0], 1.0
        )
        told = volley_value(table.state, table.rules, k, e) / 100
        assert workspace.shot[ways[1]] == pytest.approx(told), (name, place, ways)
        shots += told > 0
    assert shots > 8


def test_rocks_hide_as_the_rules_say():
    """What the desk takes to be seen is seen; a line beside a rock it may take to be barred."""
    generator, workspace = np.random.default_rng(4), new_workspace()
    barred = 0
    for _ in range(25):
        table = scene()
        k = table.put("CHEETAH", at=(10, 10))
        column, row = (int(x) for x in generator.integers(6, 15, 2))
        e = table.put("LANCEA", BLUE, at=(column, row))
        for q, line in generator.integers(7, 14, (6, 2)):
            if (q, line) not in ((10, 10), (column, row)):
                put_rock(table, int(q), axial_row(int(q), int(line)))
        fill_workspace(table.state, table.rules, workspace, k, PLAIN)
        me, it = table.state.craft[k], table.state.craft[e]
        clear_line = has_line_of_sight(workspace, int(me.q), int(me.r), int(it.q), int(it.r))
        truth = is_clear(table.state, table.rules, me, it)
        assert truth or not clear_line
        barred += not clear_line
    assert barred > 5


def test_a_stripped_side_is_dreaded_more():
    table, workspace = scene(), new_workspace()
    k = table.put("CHEETAH", at=(13, 12), heading=N, velocity=3)
    e = table.put("LANCEA", side=BLUE, at=(13, 14), heading=S, velocity=3)
    disclose_class(table, e)
    dreads = []
    for armour in (50, 0):
        table.state.craft[k].armour[0] = armour
        fill_workspace(table.state, table.rules, workspace, k, PLAIN)
        clear_columns(workspace.threat[0])
        me = table.state.craft[k]
        place = (int(me.q), int(me.r), int(me.heading), 3)
        add_threat(table.rules, workspace, Guns.ALL, *place, 0, workspace.now[0], 1.0)
        dreads.append(workspace.threat[0, N])
    assert dreads[1] > 2 * dreads[0] > 0


# --- missiles, order, facings in doubt -----------------------------------------------------------


def test_a_decoy_goes_out_at_one_hex_but_not_for_a_hell():
    """IN-DEF-06 There the missile's Intelligence is least."""
    table = scene()
    k = table.put("CHEETAH", at=(13, 12), heading=N, velocity=3)
    state = table.state
    n = len(state.missile) // 2
    missile = state.missile[n]
    missile.status, missile.target, missile.q, missile.kind = MissileStatus.FLYING, k, 13, NONE
    state.order[RED].missile, state.seat, state.decision = n, RED, Decision.DEFENCE
    mask = mask_with(table, Verb.PASS, Verb.HOLD, Verb.DECOY)
    actions = []
    for row in (15, 13):
        missile.r = axial_row(13, row)
        actions.append(defence_action(state, table.rules, mask))
    assert actions == [Verb.PASS, Verb.DECOY]
    missile.kind = Load.HELL
    assert defence_action(state, table.rules, mask) == Verb.PASS


def test_missiles_fly_from_afar_while_the_guns_are_saved():
    """In its own move, far off: each rack by name, then done; near, or at its end, all that bear."""
    table = scene()
    k = table.put("LANCEA", at=(13, 4), heading=N, velocity=5, load={Load.SSS: 1})
    e = table.put("CHEETAH", BLUE, at=(13, 12))
    state, klass = table.state, table.rules.classes[table.state.craft[k].klass]
    order = state.order[RED]
    order.craft, order.target, order.target_kind = k, e, Target.CRAFT
    state.mover, state.lane, state.seat, state.decision = k, 5, RED, Decision.FIRE_WEAPONS
    rack = int(klass.rack_weapon[0])
    actions = [weapon_action(state, w) for w in range(int(klass.weapons))]
    mask = mask_with(table, Verb.ALL, Verb.DONE, *actions)
    assert weapons_action(state, table.rules, RED, mask) == actions[rack]
    order.locks, mask[actions[rack]] = 1 << rack, 0
    assert weapons_action(state, table.rules, RED, mask) == Verb.DONE
    order.locks, state.lane = 0, 0
    assert weapons_action(state, table.rules, RED, mask) == Verb.ALL
    state.lane, state.craft[e].r = 5, axial_row(13, 6)
    assert weapons_action(state, table.rules, RED, mask) == Verb.ALL


def test_what_a_card_must_carry_is_loaded_first():
    """IN-SCN-03 A Sensor pod, then the heavy ones; the plain doctrine loads at random."""
    table = scene()
    k = table.put("CHEETAH")
    state, rules = table.state, table.rules
    rules.cards[state.craft[k].card].required = Load.SENSOR_POD
    state.order[RED].craft = k
    loads = [load_action(state, load) for load in Load]
    mask = mask_with(table, Verb.DONE, *loads)
    assert kind_action(state, rules, RED, mask, ACE, 1) == load_action(state, Load.SENSOR_POD)
    state.rack[state.craft[k].first_rack].pod = Load.SENSOR_POD
    assert kind_action(state, rules, RED, mask, ACE, 1) == load_action(state, Load.DAP)
    no_dap = mask_with(table, Verb.DONE, load_action(state, Load.RIS))
    assert kind_action(state, rules, RED, no_dap, ACE, 1) == load_action(state, Load.RIS)
    drawn = {
        int(kind_action(state, rules, RED, mask, PLAIN, random_bits)) for random_bits in range(40)
    }
    wanted = {load_action(state, load) for load in (Load.SSS, Load.DAP, Load.RIS, Load.DECOY)}
    assert drawn == wanted


def test_the_ship_farthest_from_the_enemy_moves_first():
    table = scene()
    near = table.put("CHEETAH", at=(13, 12))
    far = table.put("CHEETAH", at=(13, 4))
    table.put("LANCEA", BLUE, at=(13, 16))
    state = table.state
    state.seat, state.decision = RED, Decision.CHOOSE_CRAFT
    mask = mask_with(table, craft_action(state, near), craft_action(state, far))
    assert choose_action(state, mask) == craft_action(state, far)


def test_of_two_facings_the_better_armoured_is_struck():
    """IN-DIR-08."""
    table = scene()
    k = table.put("CHEETAH")
    e = table.put("LANCEA", BLUE, at=(13, 16))
    state = table.state
    volley = state.exchange.volley[0]
    state.exchange.volleys, volley.firer, volley.target, volley.settled = 1, e, k, 0
    state.seat, state.decision = RED, Decision.STRUCK
    mask = mask_with(table, side_action(state, 1), side_action(state, 2))
    for better in (1, 2):
        state.craft[k].armour[1:3] = 5
        state.craft[k].armour[better] = 20
        assert struck_action(state, RED, mask) == side_action(state, better)
