"""Interceptor's ace in positions with an expected decision: courses, facings, withdrawal."""

from __future__ import annotations

import numpy as np
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
)
from kit.interceptor.games import Play
from kit.interceptor.moves import put_rock, say
from kit.interceptor.scenes import scene

from spacecombat_agents.scripted.interceptor import answer
from spacecombat_agents.scripted.interceptor.damage_taken import wants_to_leave
from spacecombat_agents.scripted.interceptor.edges import can_stay
from spacecombat_agents.scripted.interceptor.moving import fill_workspace, plot_turn
from spacecombat_agents.scripted.interceptor.workspace import Count, Hull, PlotNode, new_workspace
from spacecombat_env.core.model.hexgrid import axial_row, offset_row
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Decision,
    Event,
    Status,
    Verb,
    apart,
    on_board,
    steps_between,
)

# --- courses -------------------------------------------------------------------------------------


def test_a_heavy_ship_brakes_by_flipping():
    """Eight hexes a turn and four to the edge: nose on it can neither stop nor turn in time."""
    table = scene()
    k = table.put("FLUTTERING PETAL", at=(13, 16), heading=N, velocity=8)
    craft = table.state.craft[k]
    fly(table, k)
    assert craft.status == Status.ON_MAP and offset_row(int(craft.q), int(craft.r)) >= 16
    assert craft.heading != N or apart(craft.facing, craft.heading) >= 2
    fly(table, k)
    assert craft.status == Status.ON_MAP


def test_at_the_end_of_its_hexes_it_turns_its_stern_ahead_to_stop_next_turn():
    """No turn of its course is to be had any more: with its bow ahead it would leave the map."""
    table = scene()
    k = table.put("FLUTTERING PETAL", at=(13, 26), heading=N, velocity=8)
    state = table.state
    state.craft[k].spent = 3
    state.mover, state.lane, state.seat, state.decision = k, 0, RED, Decision.MOVE
    for _ in range(3):
        action = ace_action(table)
        if action == Verb.DONE:
            break
        say(table, action)
        state.mover = k
    craft = state.craft[k]
    offset = (int(craft.facing) - int(craft.heading)) % 6
    place = (int(craft.q), int(craft.r), int(craft.heading))
    assert not can_stay(table.state, table.rules, *place, 0, 8, 5)
    assert can_stay(table.state, table.rules, *place, offset, 8, 5)


@pytest.mark.parametrize("doctrine", [ACE, PLAIN])
def test_it_stays_on_the_map(doctrine):
    """From a course that leads over the edge, for four turns."""
    table = scene("small", 18, 18)
    k = table.put("CHEETAH", at=(9, 12), heading=N, velocity=10, piloting=3)
    table.put("LANCEA", side=BLUE, at=(9, 18), heading=N, velocity=0)
    for _ in range(4):
        hexes = fly(table, k, doctrine)
        assert all(on_board(table.rules, q, r) for q, r in hexes)
        assert table.state.craft[k].status == Status.ON_MAP


def test_it_flies_round_a_rock():
    """An asteroid lies on the straight way to the enemy."""
    table = scene()
    k = table.put("CHEETAH", at=(13, 8), heading=N, velocity=5, piloting=4)
    table.put("LANCEA", side=BLUE, at=(13, 18), heading=S, velocity=2)
    for row in range(9, 17):
        put_rock(table, 13, axial_row(13, row))
    fly(table, k)
    assert not table.events(Event.ASTEROID)


def test_it_comes_nearer_when_far_away():
    table = scene()
    k = table.put("CHEETAH", at=(13, 2), heading=N, velocity=2)
    e = table.put("LANCEA", side=BLUE, at=(13, 27), heading=S, velocity=0)
    before = steps_between(table.state.craft[k], table.state.craft[e])
    fly(table, k)
    assert steps_between(table.state.craft[k], table.state.craft[e]) <= before - 5


def test_beyond_safe_thrust_nothing_is_risked_for_little():
    """A pilot of 3 in a ship of thrust 10 spends his seven points and no more."""
    table = scene()
    k = table.put("CHEETAH", at=(13, 8), heading=N, velocity=5, piloting=3)
    table.put("LANCEA", side=BLUE, at=(9, 12), heading=S, velocity=3)
    fly(table, k)
    assert not table.events(Event.SAFE_THRUST)


# --- facing --------------------------------------------------------------------------------------


def test_it_turns_its_strongest_side_to_the_enemy():
    """It has fired, its bow is open, its left front holds best: who has moved lies before it."""
    table = scene()
    k = table.put("CHEETAH", at=(13, 12), heading=N, velocity=3)
    e = table.put("LANCEA", side=BLUE, at=(13, 14), heading=S, velocity=3)
    disclose_class(table, e)
    state = table.state
    state.craft[e].acted = 1
    me = state.craft[k]
    me.fired, me.armour[0], me.shield[0], me.armour[5], me.shield[5] = ALL_GUNS, 0, 0, 60, 100
    state.mover, state.lane, state.seat, state.decision = k, 0, RED, Decision.MOVE
    for _ in range(6):
        action = ace_action(table, PLAIN)
        if action == Verb.DONE:
            break
        say(table, action)
        state.mover = k
    toward = (N - int(me.facing)) % 6
    assert me.armour[toward] == max(me.armour) and me.shield[toward] == max(me.shield)


# --- plots ---------------------------------------------------------------------------------------


def test_plots_spend_what_there_is_and_no_more():
    """Every end has flown its velocity, on the map, within the limit, each way step by step."""
    table, workspace = scene(), new_workspace()
    k = table.put("CHEETAH", at=(13, 12), heading=N, velocity=5)
    table.put("LANCEA", side=BLUE, at=(13, 20), heading=S, velocity=5)
    assert plot_turn(table.state, table.rules, workspace, k, ACE, 1) != NONE
    count, ends = int(workspace.counts[Count.NODES]), 0
    for n in range(count):
        node, parent = workspace.node[n], int(workspace.node[n, PlotNode.PARENT])
        assert on_board(table.rules, node[PlotNode.Q], node[PlotNode.R])
        assert node[PlotNode.SPENT] <= workspace.hull[Hull.LIMIT]
        ends += node[PlotNode.HEXES] == node[PlotNode.VELOCITY]
        if parent != NONE:
            before = workspace.node[parent]
            assert node[PlotNode.HEXES] - before[PlotNode.HEXES] in (0, 1)
            assert node[PlotNode.SPENT] >= before[PlotNode.SPENT]
    assert 300 < ends < count < 6000


# --- withdrawal ----------------------------------------------------------------------------------


def hurt_pair():
    """Two CHEETAHs, one of them with its pilot badly hurt, before a LANCEA."""
    table = scene("small", 18, 18)
    k = table.put("CHEETAH", at=(9, 4), heading=S, velocity=5)
    table.put("CHEETAH", at=(4, 9), heading=N, velocity=5)
    table.put("LANCEA", side=BLUE, at=(9, 9), heading=S, velocity=5)
    table.rules.option.destroyed[:], table.rules.option.broke_off[:] = 20, 5
    table.pilot(k).hits = 2
    return table, k


def test_who_is_hurt_goes_home():
    table, k = hurt_pair()
    fly(table, k)
    assert table.state.craft[k].status == Status.BROKEN_OFF


def test_the_last_of_a_side_stays_unless_it_has_won():
    table, k = hurt_pair()
    workspace = new_workspace()
    table.state.craft[k + 1].status = Status.DESTROYED
    fill_workspace(table.state, table.rules, workspace, k, ACE)
    assert not wants_to_leave(table.state, table.rules, workspace, k, ACE)
    table.state.points[RED] = 20
    assert wants_to_leave(table.state, table.rules, workspace, k, ACE)


@pytest.mark.parametrize(("broke_off", "leaves"), [(5, True), (6, True), (7, False), (10, False)])
def test_where_breaking_off_is_dear_the_hurt_fight_on(broke_off, leaves):
    """A lost ship costs 20; the plain doctrine sends the hurt home at any price below that."""
    table, k = hurt_pair()
    table.rules.option.broke_off[:] = broke_off
    for doctrine, expected in ((ACE, leaves), (PLAIN, True)):
        workspace = new_workspace()
        fill_workspace(table.state, table.rules, workspace, k, doctrine)
        assert wants_to_leave(table.state, table.rules, workspace, k, doctrine) == expected
        assert workspace.counts[Count.LEAVES] == expected


# --- every question ------------------------------------------------------------------------------


def legal_action(play, doctrine, random_bits):
    """What the ace would say, before anything mends it; it must be legal."""
    visible = make_games(play.table.opening.dtype, 1)
    KERNELS.redact(play.games, 0, visible, 0, int(play.state.seat))
    mask = np.zeros(play.scenario.actions.size, np.int8)
    mask[play.legal_actions()] = 1
    action = int(
        answer(visible.states[0], play.rules, new_workspace(), mask, doctrine, random_bits)
    )
    assert 0 <= action < len(mask) and mask[action], (play.decision.name, action)
    return action


@pytest.mark.parametrize(
    ("name", "doctrine", "seat", "actions"),
    [("duel", ACE, RED, 40), ("pair", PLAIN, BLUE, 60), ("asteroid_field", PLAIN, RED, 80)],
)
def test_no_illegal_action(name, doctrine, seat, actions):
    """Both doctrines, through set-up, moves and fire, against a player who draws his actions."""
    play, generator = Play(name, seed=7), np.random.default_rng(7)
    spoken = 0
    while spoken < actions and not play.is_over:
        if play.state.seat == seat:
            play.say(legal_action(play, doctrine, int(generator.integers(2**31))))
            spoken += 1
        else:
            play.say(int(generator.choice(play.legal_actions())))
    assert spoken > 5
