"""The ace and the man whom both sides want: it fetches him, carries him off, guards and hunts."""

import pytest
from kit.interceptor.ace import ACE, ace_action, mask_of
from kit.interceptor.rescues import DEDUCO, NORTH, SOUTH, Hunt

from spacecombat_agents.scripted.interceptor.enemy_poses import worth_of
from spacecombat_agents.scripted.interceptor.fire import fire_action
from spacecombat_agents.scripted.interceptor.guns import enemy_vulnerability
from spacecombat_agents.scripted.interceptor.moving import fill_workspace
from spacecombat_agents.scripted.interceptor.rescue.errands import (
    Errand,
    errand_of,
    holds_fire,
    is_safe_bare,
)
from spacecombat_agents.scripted.interceptor.rescue.meeting import (
    Partner,
    can_meet,
    can_meet_later,
    velocity_after,
)
from spacecombat_agents.scripted.interceptor.workspace import (
    Count,
    Hull,
    PlotNode,
    Pose,
    new_workspace,
)
from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Decision,
    Status,
    Verb,
    apart,
    craft_action,
)

RED, BLUE = 0, 1
ONE, OTHER = 0, 1


def ace_turn(hunt, *ships):
    """Play a turn in which the ace moves some ships; return its actions in their moves."""
    hunt.states, said, turn = hunt.games.states, [], int(hunt.state.turn)
    while not hunt.is_over and hunt.state.turn == turn:
        mine = hunt.state.mover in ships and hunt.decision in (Decision.SPEED, Decision.MOVE)
        if mine:
            said.append(ace_action(hunt))
            hunt.say(said[-1])
        else:
            legal = hunt.legal_actions()
            hunt.say(next(action for action in hunt._wishes() if action in legal))
    return said


def alone(k=DEDUCO, turn=1, **place):
    """A ship on the map that all others have left."""
    hunt = Hunt()
    if turn > 1:
        hunt.play_turn(turn - 1)
    hunt.remove(*(ship for ship in (*range(6), DEDUCO) if ship != k))
    hunt.put(k, **place)
    return hunt


def carried(k, **place):
    """Turn 3: he is aboard a ship."""
    hunt = Hunt()
    hunt.play_turn(2)
    hunt.put(k, **place)
    hunt.take(k)
    return hunt


# --- fetching him --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("k", "at", "velocity", "turns"),
    [
        (DEDUCO, (13, 22), 1, 4),
        (DEDUCO, (10, 22), 1, 5),
        (ONE, (4, 26), 3, 5),
        (ONE, (13, 20), 6, 4),
    ],
)
def test_it_is_with_him_in_time_and_lowers_its_shields(k, at, velocity, turns):
    """It brakes against gravity: within some turns it has tried to pick him up."""
    hunt = alone(k, at=at, heading=SOUTH, velocity=velocity)
    said = []
    while int(Verb.LOWER) not in said and hunt.state.turn <= turns:
        said = ace_turn(hunt, k)
    assert int(Verb.LOWER) in said
    assert hunt.state.prize_holder == k or hunt.man.tries == 1


def test_with_the_man_it_lowers_its_shields_and_flies_as_he_does():
    hunt = Hunt()
    hunt.put(DEDUCO, at=(13, 16), heading=SOUTH)
    said = ace_turn(hunt, DEDUCO)
    craft = hunt.state.craft[DEDUCO]
    assert int(Verb.LOWER) in said
    assert (int(craft.q), int(craft.r)) == (int(hunt.man.q), int(hunt.man.r)) or (
        hunt.state.prize_holder == DEDUCO
    )


def test_it_tries_again_until_he_is_aboard():
    """In the well his ship must brake each turn, for gravity gives it a point of velocity."""
    hunt = alone(DEDUCO, at=(13, 16), heading=SOUTH)
    while hunt.state.prize_holder == NONE and not hunt.is_over:
        assert int(Verb.LOWER) in ace_turn(hunt, DEDUCO)
    assert hunt.state.prize_holder == DEDUCO


def test_two_ships_fetch_him_and_none_that_has_no_place():
    hunt = Hunt()
    hunt.play_turn(2)
    state, rules = hunt.state, hunt.rules
    errands = [errand_of(state, rules, k) for k in range(6)]
    assert errands.count(Errand.FETCH) == 2 and errands.count(Errand.NONE) == 4
    assert errand_of(state, rules, DEDUCO) == Errand.FETCH


def with_him():
    """A Renegade a hex behind him, the corvette before its nose, at a decision to fire."""
    hunt = Hunt()
    hunt.play_turn(2)
    hunt.remove(*range(2, 6))
    hunt.put(OTHER, at=(1, 28), heading=NORTH)
    hunt.put(ONE, at=(int(hunt.man.q), hunt.row(hunt.man)), heading=SOUTH, velocity=2)
    hunt.put(DEDUCO, at=(13, hunt.row(hunt.man) - 2), heading=SOUTH, velocity=1)
    state = hunt.state
    state.craft[DEDUCO].acted = 1
    state.mover, state.lane, state.seat, state.decision = DEDUCO, 0, RED, Decision.OPPORTUNITY
    state.last_moment = True
    return hunt


def test_a_ship_that_will_be_with_him_holds_its_fire():
    """One that has fired may not lower its shields."""
    hunt, workspace = with_him(), new_workspace()
    state, rules = hunt.state, hunt.rules
    mask = mask_of(hunt)[0]
    mask[:] = 0
    mask[[int(Verb.PASS), craft_action(state, ONE)]] = 1
    assert holds_fire(state, rules, workspace, ONE)
    assert fire_action(state, rules, workspace, mask, ACE, 1) == Verb.PASS
    state.craft[ONE].velocity = 9
    assert not holds_fire(state, rules, workspace, ONE)


def test_no_shields_are_lowered_where_the_ship_would_be_lost():
    hunt, workspace = with_him(), new_workspace()
    state, rules = hunt.state, hunt.rules
    node = workspace.node[0]
    node[PlotNode.Q], node[PlotNode.R] = state.craft[ONE].q, state.craft[ONE].r
    fill_workspace(state, rules, workspace, ONE, ACE)
    assert is_safe_bare(state, rules, workspace, ONE, node)
    state.craft[ONE].armour[:] = 0
    state.craft[ONE].inside = 150
    assert not is_safe_bare(state, rules, workspace, ONE, node)


# --- meetings ------------------------------------------------------------------------------------


def meeting(at, heading, velocity, facing=None, crew_row=10):
    """The poses of Deduco and of the man in the well, as a turn begins."""
    hunt, workspace = alone(at=(13, 20)), new_workspace()
    fill_workspace(hunt.state, hunt.rules, workspace, DEDUCO, ACE)
    facing = heading if facing is None else facing
    ship, crew = workspace.meeting[Partner.SHIP], workspace.meeting[Partner.CREW]
    ship[:] = at[0], axial_row(*at), heading, facing, velocity
    crew[:] = 13, axial_row(13, crew_row), SOUTH, SOUTH, 1
    return hunt, workspace, ship, crew


@pytest.mark.parametrize(
    ("at", "heading", "velocity", "stern", "meets"),
    [
        ((13, 10), SOUTH, 5, True, True),  # in his hex; four points slower
        ((13, 10), SOUTH, 5, False, False),  # bow first that is twice as dear
        ((13, 10), SOUTH, 6, True, False),
        ((12, 10), 2, 2, True, True),  # beside him: a hex SE, then a turn to S
        ((13, 8), NORTH, 1, True, True),  # below him, three turns
        ((13, 11), SOUTH, 2, True, False),  # two hexes behind
    ],
)
def test_a_meeting_this_turn(at, heading, velocity, stern, meets):
    hunt, _, ship, crew = meeting(at, heading, velocity)
    q, r = int(crew[Pose.Q]), int(crew[Pose.R]) - 1
    if at == (12, 10):  # the hex NW of where he will be
        ship[Pose.Q], ship[Pose.R] = q - 1, r + 1
    assert bool(can_meet(hunt.rules, ship, crew, stern, 4)) == meets


@pytest.mark.parametrize(
    ("row", "velocity", "meets"), [(12, 5, True), (13, 5, True), (18, 1, False)]
)
def test_a_meeting_next_turn(row, velocity, meets):
    hunt, workspace, _, _ = meeting((13, row), SOUTH, velocity)
    thrust = int(workspace.hull[Hull.ALL_SAFE])
    assert bool(can_meet_later(hunt.state, hunt.rules, workspace, True, thrust)) == meets


def test_gravity_counts_in_the_well_alone():
    hunt = Hunt()
    for row, heading, velocity in ((20, SOUTH, 3), (10, SOUTH, 4), (10, NORTH, 2), (10, 2, 3)):
        place = (13, axial_row(13, row))
        assert velocity_after(hunt.state, hunt.rules, *place, heading, 3) == velocity


# --- carrying him off ----------------------------------------------------------------------------


@pytest.mark.parametrize("k", [DEDUCO, ONE])
def test_from_deep_in_the_well_it_carries_him_off(k):
    hunt = alone(k, turn=3, at=(13, 5), heading=SOUTH, velocity=1)
    hunt.take(k)
    while not hunt.is_over and hunt.state.turn < 16:
        ace_turn(hunt, k)
    assert hunt.state.prize_taken == (BLUE if k == DEDUCO else RED)


@pytest.mark.parametrize("at", [(13, 26), (2, 25), (26, 26)])
def test_near_the_top_edge_it_flies_off_with_him(at):
    hunt = carried(DEDUCO, at=at, heading=NORTH, velocity=5)
    ace_turn(hunt, DEDUCO)
    assert hunt.state.sheet == 1 or hunt.is_over


def test_in_a_pursuit_it_keeps_its_course_to_the_top_edge():
    """Sheet after sheet, and faster than it flies in a fight."""
    hunt = carried(DEDUCO, at=(20, 26), heading=NORTH, velocity=10)
    hunt.remove(*range(1, 6))
    hunt.put(ONE, at=(20, 24), heading=NORTH, velocity=10)
    for _ in range(4):
        ace_turn(hunt, DEDUCO, ONE)
    craft = hunt.state.craft[DEDUCO]
    assert craft.heading == NORTH and craft.velocity > 11 and hunt.state.sheet >= 3
    assert hunt.status(ONE) == Status.ON_MAP, "its hunter follows"


def test_a_hurt_ship_with_him_leaves_over_the_top_alone():
    hunt, workspace = carried(ONE, at=(2, 20), heading=NORTH), new_workspace()
    hunt.state.crew[int(hunt.state.craft[ONE].first_crew)].hits = 2
    fill_workspace(hunt.state, hunt.rules, workspace, OTHER, ACE)
    fill_workspace(hunt.state, hunt.rules, workspace, ONE, ACE)
    assert workspace.counts[Count.ERRAND] == Errand.CARRY and not workspace.counts[Count.LEAVES]


# --- those who are with or against him -----------------------------------------------------------


def test_friends_guard_the_ship_that_has_him_and_enemies_hunt_it():
    hunt = carried(ONE, at=(13, 20))
    state, rules = hunt.state, hunt.rules
    assert errand_of(state, rules, ONE) == Errand.CARRY
    assert {errand_of(state, rules, k) for k in range(1, 6)} == {Errand.GUARD}
    assert errand_of(state, rules, DEDUCO) == Errand.HUNT
    state.craft[ONE].r = axial_row(13, 30)
    assert errand_of(state, rules, DEDUCO) == Errand.CHASE


def test_the_ship_that_has_him_is_the_better_target():
    hunt = carried(ONE, at=(13, 20))
    state, rules = hunt.state, hunt.rules
    assert worth_of(state, rules, BLUE, ONE, ACE) > worth_of(state, rules, BLUE, OTHER, ACE)


def test_a_ship_without_shields_is_the_better_target():
    hunt = Hunt()
    state, rules = hunt.state, hunt.rules
    before = enemy_vulnerability(state, rules, DEDUCO, 0)
    state.craft[DEDUCO].lowered = 1
    assert enemy_vulnerability(state, rules, DEDUCO, 0) > before


def test_hunters_fly_for_the_ship_that_has_him_and_not_for_the_nearest():
    hunt = carried(ONE, at=(22, 24), heading=NORTH, velocity=0)
    hunt.remove(*range(2, 6))
    hunt.put(OTHER, at=(4, 16), heading=SOUTH, velocity=0)
    hunt.put(DEDUCO, at=(10, 19), heading=1, velocity=3)
    ace_turn(hunt, DEDUCO)
    assert hunt.state.craft[DEDUCO].q > 11
    assert apart(hunt.state.craft[DEDUCO].heading, 1) <= 1
