"""The ace's tasks of the Decision Phase: small craft, crews in space, lost ships, power."""

import pytest
from kit.interceptor.ace import ACE, BLUE, RED, ace_action, fly, mask_of
from kit.interceptor.planets import DOWN, SPACE_ROW, UP, orbit
from kit.interceptor.scenes import scene

from spacecombat_agents.scripted.interceptor.edges import fire_passes_between
from spacecombat_agents.scripted.interceptor.guns import enemy_vulnerability
from spacecombat_agents.scripted.interceptor.moving import fill_workspace
from spacecombat_agents.scripted.interceptor.workspace import Guns, new_workspace
from spacecombat_env.rulesets.interceptor.cases import airlocks, rescue, small_craft
from spacecombat_env.rulesets.interceptor.combat.zone_fire import fire_passes
from spacecombat_env.rulesets.interceptor.dispatch import apply
from spacecombat_env.rulesets.interceptor.model import (
    MAX_FUSE,
    CrewStatus,
    Decision,
    Size,
    Status,
    Step,
    Verb,
    adrift_action,
    class_of,
    craft_action,
    direction_action,
    request_decision,
)

BROKEN = 9
"""A hull that collapses at the next roll."""


def at_decision(table, decision, k=None):
    """The table, with a decision of Red about a ship on it."""
    table.state.step = Step.DECISION
    if k is not None:
        table.state.order[RED].craft = k
    request_decision(table.state, decision, RED)
    return table


def carrier(at=(10, 10), name="CHEETAH"):
    """A PEGASUS with a fighter in its bay."""
    table = scene("medium")
    k = table.put("PEGASUS", at=at, heading=2, velocity=4)
    bay = class_of(table.state, table.rules, k).bay[0]
    bay.cargo, bay.loaded, bay.boxes = 0, 0, 600
    small = table.put(name, at=(1, 1))
    table.state.craft[small].status, table.state.craft[small].carrier = Status.ABOARD, k
    return table, k, small


def verb_of(table, k):
    """The task that the ace chooses for a ship."""
    return ace_action(at_decision(table, Decision.DECIDE_VERB, k))


# --- small craft ---------------------------------------------------------------------------------


def test_small_craft_are_launched_at_once():
    table, k, small = carrier()
    state = table.state
    table.put("LANCEA", side=BLUE, at=(10, 25))
    assert ace_action(at_decision(table, Decision.DECIDE)) == craft_action(state, k)
    assert verb_of(table, k) == Verb.LAUNCH
    apply(state, table.rules, Verb.LAUNCH | 0)
    assert state.decision == Decision.BAY
    assert ace_action(table) == craft_action(state, small)
    apply(state, table.rules, ace_action(table))
    assert state.craft[small].status == Status.ON_MAP
    assert ace_action(at_decision(table, Decision.DECIDE)) == Verb.DONE


def test_small_craft_leave_a_hull_before_its_crew_does():
    table, k, _ = carrier()
    table.state.craft[k].inside, table.state.craft[k].collapse = 1, BROKEN
    assert verb_of(table, k) == Verb.LAUNCH
    table.state.craft[k].bays_used = 1
    assert verb_of(table, k) == Verb.AIRLOCK


@pytest.mark.parametrize("row,way", [(20, 0), (2, 3)])
def test_an_installation_launches_toward_the_enemy(row, way):
    table, k, small = carrier()
    table.put("LANCEA", side=BLUE, at=(10, row))
    state, order = table.state, table.state.order[RED]
    order.target = small
    at_decision(table, Decision.LAUNCH_SIDE, k)
    assert ace_action(table) == direction_action(state, way)
    small_craft.apply_launch_side(state, table.rules, RED, direction_action(state, way))
    apply(state, table.rules, ace_action(table))
    assert (state.craft[small].heading, state.craft[small].velocity) == (way, 5)


# --- ships that are lost -------------------------------------------------------------------------


def test_a_lost_ship_is_left_by_its_airlocks_and_never_blown_up():
    table = scene("medium")
    k = table.put("PEGASUS", at=(10, 10))
    craft = table.state.craft[k]
    craft.inside = 1
    assert verb_of(table, k) == Verb.DONE, "it fights on"
    assert mask_of(table)[0, Verb.DESTRUCT] and mask_of(table)[0, Verb.AIRLOCK]
    craft.collapse = BROKEN
    assert ace_action(at_decision(table, Decision.DECIDE)) == craft_action(table.state, k)
    assert verb_of(table, k) == Verb.AIRLOCK
    apply(table.state, table.rules, Verb.AIRLOCK | 0)
    assert table.state.decision == Decision.ESCAPE and ace_action(table) == Verb.ALL
    apply(table.state, table.rules, Verb.ALL | 0)
    assert craft.left_in == 1
    assert verb_of(table, k) == Verb.DONE
    assert airlocks.turns_to_leave(table.state, table.rules, k) == 1


def test_a_fuse_is_as_long_as_may_be():
    table = scene("medium")
    k = table.put("PEGASUS", at=(10, 10))
    table.state.craft[k].inside = 1
    at_decision(table, Decision.DECIDE_VERB, k)
    apply(table.state, table.rules, Verb.DESTRUCT | 0)
    apply(table.state, table.rules, ace_action(table))
    assert table.state.craft[k].fuse == MAX_FUSE


# --- crews in space ------------------------------------------------------------------------------


def beside():
    """A PETAL with a crew of its side in its hex."""
    table = scene()
    lost = table.put("CHEETAH", at=(3, 3))
    k = table.put("FLUTTERING PETAL", at=(10, 10), velocity=3)
    state = table.state
    state.craft[lost].status = Status.DESTROYED
    craft, crew = state.craft[k], state.adrift[0]
    crew.people, crew.conscious, crew.q, crew.r = 1, 1, craft.q, craft.r
    crew.heading, crew.velocity = craft.heading, craft.velocity
    crew.crew = 1 << int(state.craft[lost].first_crew)
    state.crew[int(state.craft[lost].first_crew)].status = CrewStatus.GONE
    return table, k


def test_a_crew_beside_a_ship_is_picked_up():
    table, k = beside()
    state = table.state
    assert ace_action(at_decision(table, Decision.DECIDE)) == craft_action(state, k)
    assert verb_of(table, k) == Verb.LOWER
    rescue.lower(state, k)
    start = int(state.craft[k].q), int(state.craft[k].r)
    state.step = Step.MOVE
    assert fly(table, k)[-1] == (start[0], start[1] + 3), "straight on, with the crew"
    crew = state.adrift[0]
    crew.q, crew.r = state.craft[k].q, state.craft[k].r
    state.step = Step.RESCUE
    state.order[RED].craft = k
    request_decision(state, Decision.RESCUE, RED)
    assert ace_action(table) == adrift_action(state, RED, 0)


@pytest.mark.parametrize("away,verb", [(8, Verb.DONE), (17, Verb.LOWER)])
def test_no_shields_are_lowered_in_range_of_an_enemy(away, verb):
    table, k = beside()
    table.put("LANCEA", side=BLUE, at=(10, 10 + away))
    assert verb_of(table, k) == verb


# --- power ---------------------------------------------------------------------------------------


def test_power_is_allotted_by_the_standing_order():
    table = scene("medium")
    k = table.put("PEGASUS", at=(10, 10))
    state = table.state
    assert ace_action(at_decision(table, Decision.POWER)) == craft_action(state, k)
    apply(state, table.rules, craft_action(state, k))
    assert state.decision == Decision.POWER_HEAD and ace_action(table) == Verb.ALL
    apply(state, table.rules, Verb.ALL | 0)
    assert ace_action(table) == Verb.DONE


def test_weapons_without_power_count_for_nothing():
    table = scene("medium")
    k = table.put("PEGASUS", at=(10, 10))
    table.put("LANCEA", side=BLUE, at=(10, 14))
    workspace = new_workspace()
    fill_workspace(table.state, table.rules, workspace, k, ACE)
    assert workspace.gun[0, Guns.ALL].sum() > 0
    at_decision(table, Decision.POWER, k)
    for action in (craft_action(table.state, k), Verb.NONE | 0):
        apply(table.state, table.rules, action)
    fill_workspace(table.state, table.rules, workspace, k, ACE)
    assert workspace.gun[0].sum() == 0


def test_an_unknown_large_ship_is_thought_better_shielded():
    table = scene("medium")
    fighter = table.put("LANCEA", side=BLUE, at=(10, 14))
    corvette = table.put("CINGULUM", side=BLUE, at=(12, 14))
    for e, size in ((fighter, Size.LIGHT), (corvette, Size.PCS_1000)):
        table.state.craft[e].klass, table.state.craft[e].size_class = 0, size
    small, large = (
        enemy_vulnerability(table.state, table.rules, e, 0) for e in (fighter, corvette)
    )
    assert (small, large) == (0.6, 0.5)


# --- planets -------------------------------------------------------------------------------------


def test_zones_allow_the_ace_the_same_fire_as_the_rules():
    table = orbit()
    k, e = (table.put("CHEETAH", at=(10, 9), side=side) for side in (RED, BLUE))
    me, it = table.state.craft[k], table.state.craft[e]
    q, r = int(me.q), int(me.r)
    for mine in range(-9, 1):
        for its in range(-9, 1):
            me.r, it.r = r + mine, r + its
            assert fire_passes_between(table.rules, q, r + mine, q, r + its) == fire_passes(
                table.state, table.rules, me, it
            )


def test_the_interface_is_bounced_off_upward():
    table = orbit()
    table.put("CHEETAH", at=(10, SPACE_ROW), heading=DOWN, facing=DOWN, velocity=4)
    state = table.state
    state.mover = 0
    request_decision(state, Decision.ZONE, RED)
    assert ace_action(table) == Verb.BOUNCE
    request_decision(state, Decision.BOUNCE, RED)
    assert ace_action(table) == direction_action(state, UP)


# --- ships that enter ----------------------------------------------------------------------------


def test_ships_enter_as_early_as_they_may():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10))
    table.state.craft[k].status, table.state.craft[k].may_enter = Status.WAITING, 1
    table.rules.option.entry_turn[RED] = 10
    at_decision(table, Decision.ENTRY)
    assert mask_of(table)[0, Verb.DONE]
    assert ace_action(table) == craft_action(table.state, k)
