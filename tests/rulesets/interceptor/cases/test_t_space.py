"""Entering T-space."""

import numpy as np
import pytest
from kit.interceptor.campaigns import hull
from kit.interceptor.moves import begin, legal, say_number
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.campaign.aftermath import hull_after
from spacecombat_env.rulesets.interceptor.campaign.state import Outcome
from spacecombat_env.rulesets.interceptor.cases import t_space
from spacecombat_env.rulesets.interceptor.cases.departing import depart_step
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Comp,
    CrewStatus,
    Decision,
    Event,
    Facing,
    Role,
    Status,
    Step,
    Verb,
    allot,
    crew_of,
)
from spacecombat_env.rulesets.interceptor.movement.stepping import leave_map
from spacecombat_env.rulesets.interceptor.movement.turning import turn_ship
from spacecombat_env.rulesets.interceptor.turn import decision_phase

NEEDED = (Role.PILOT, Role.NAVIGATOR, Role.ENGINEER)


def on_its_way(velocity=30):
    """A corvette with a drive that calculates since the turn before."""
    table = scene(columns=40, rows=56)
    k = table.put("PEGASUS", at=(10, 50), velocity=velocity, piloting=9)
    t_space.calculate(table.state, k)
    allot(table.state, table.rules, k, Facing.F)
    table.state.turn = 2
    return table, k


def put_to_sleep(table, k, role):
    """All of a role are unconscious."""
    for m in crew_of(table.state, table.rules, k):
        if table.state.crew[m].role == role:
            table.state.crew[m].status = CrewStatus.UNCONSCIOUS


def disable(table, k, kind):
    """Disable the first component of a kind."""
    craft = table.state.craft[k]
    craft.disabled = int(craft.disabled) | 1 << int(table.rules.classes[craft.klass].system[kind])


def verbs(table, k):
    """The tasks of a ship in the Decision Phase."""
    table.state.order[0].craft = k
    mask = np.zeros(400, np.int8)
    decision_phase.legal_decide_verb(table.state, table.rules, 0, mask)
    return {int(action) for action in np.flatnonzero(mask)}


def depart(table):
    """Carry out the end of the turn."""
    table.state.cursor = 0
    depart_step(table.state, table.rules)
    assert table.state.step == Step.SHEETS and table.state.cursor == 0


@pytest.mark.rule("IN-CAM-27", "IN-TSK-02")
def test_transition_is_declared_and_the_ship_is_gone_at_the_end_of_the_turn():
    table, k = on_its_way()
    state = table.state
    assert decision_phase.has_choice(state, table.rules, k)
    assert {Verb.T_SPACE, Verb.ABORT} <= verbs(table, k)
    decision_phase.apply_decide_verb(state, table.rules, 0, Verb.T_SPACE)
    assert state.decision == Decision.DECIDE and state.craft[k].transit
    assert not {Verb.T_SPACE, Verb.ABORT, Verb.CALCULATE} & verbs(table, k)
    begin(table, k)
    say_number(table, 31)
    depart(table)
    assert state.craft[k].status == Status.BROKEN_OFF and state.craft[k].transit
    assert [len(table.events(kind)) for kind in (Event.TRANSIT, Event.T_SPACE)] == [1, 1]


@pytest.mark.rule("IN-POW-10")
def test_a_ship_that_calculates_holds_its_heading_until_it_aborts():
    table, k = on_its_way(velocity=3)
    state = table.state
    begin(table, k)
    say_number(table, 3)
    assert not {Verb.PORT, Verb.STARBOARD} & legal(table), "its course is straight"
    assert {Verb.FACE_PORT, Verb.FACE_STARBOARD} <= legal(table)
    state.order[0].craft = k
    decision_phase.apply_decide_verb(state, table.rules, 0, Verb.ABORT)
    state.decision = Decision.MOVE
    assert {Verb.PORT, Verb.STARBOARD} <= legal(table)


@pytest.mark.rule("IN-POW-10", "IN-CAM-24")
@pytest.mark.parametrize("kind", [Comp.FTL_DRIVE, Comp.FTL_NAVIGATION])
def test_without_drive_or_computer_it_stays_on_its_course(kind):
    table, k = on_its_way()
    state = table.state
    t_space.declare_transit(state, k)
    disable(table, k, kind)
    depart(table)
    craft = state.craft[k]
    assert craft.status == Status.ON_MAP and craft.run and not craft.transit
    assert len(table.events(Event.STAYS)) == 1
    assert Verb.T_SPACE not in verbs(table, k) and Verb.ABORT in verbs(table, k)


@pytest.mark.rule("IN-CAM-24")
@pytest.mark.parametrize("role", NEEDED)
def test_pilot_navigator_and_engineer_are_awake(role):
    table, k = on_its_way()
    assert t_space.may_enter(table.state, table.rules, k)
    put_to_sleep(table, k, role)
    assert not t_space.may_enter(table.state, table.rules, k)


@pytest.mark.rule("IN-CAM-20")
@pytest.mark.parametrize(("velocity", "enters"), [(29, False), (30, True)])
def test_the_velocity_of_an_entry(velocity, enters):
    table, k = on_its_way(velocity)
    assert t_space.may_enter(table.state, table.rules, k) == enters


@pytest.mark.rule("IN-POW-10", "IN-TSK-02", "IN-AMB-165")
def test_who_may_calculate_and_when_it_is_done():
    table = scene()
    fighter, ship = table.put("CHEETAH"), table.put("PEGASUS", velocity=30)
    state, rules = table.state, table.rules
    assert not t_space.may_calculate(state, rules, fighter), "it has no drive"
    assert Verb.CALCULATE in verbs(table, ship)
    decision_phase.apply_decide_verb(state, rules, 0, Verb.CALCULATE)
    assert Verb.T_SPACE not in verbs(table, ship), "the turn is not over"
    state.turn = 2
    assert Verb.T_SPACE not in verbs(table, ship), "its drive is not fed"
    allot(state, rules, ship, Facing.F)
    assert Verb.T_SPACE in verbs(table, ship) and Verb.CALCULATE not in verbs(table, ship)


@pytest.mark.rule("IN-CAM-21", "IN-AMB-52")
def test_full_straight_turns_are_counted():
    table, k = on_its_way()
    craft = table.state.craft[k]
    for turns in range(1, 8):
        t_space.count_straight_turns(table.state)
        assert craft.straight == craft.fast == turns
    assert t_space.straight_turns(craft) == 6, "six and more are alike"
    turn_ship(craft, 1)
    t_space.count_straight_turns(table.state)
    assert (craft.straight, craft.fast, craft.run) == (0, 0, 0), "the turn of the turn is not full"


@pytest.mark.rule("IN-CAM-21", "IN-AMB-124")
@pytest.mark.parametrize(
    ("straight", "fast", "count"), [(5, 3, 5), (5, 2, 4), (5, 0, 2), (2, 0, 0)]
)
def test_a_fast_turn_that_is_missing_takes_a_straight_one(straight, fast, count):
    table, k = on_its_way()
    craft = table.state.craft[k]
    craft.straight, craft.fast = straight, fast
    assert t_space.straight_turns(craft) == count


@pytest.mark.rule("IN-CAM-20", "IN-CAM-21", "IN-AMB-52", "IN-AMB-124")
@pytest.mark.parametrize(
    ("velocities", "now", "row"),
    [
        ((26, 28, 30, 32, 34), 34, 5),
        ((28, 29, 29, 30, 31), 31, 4),
        ((30, 30, 30, 30, 29), 29, None),
    ],
)
def test_five_turns_before_an_entry(velocities, now, row):
    """ORC-CAM-8."""
    table, k = on_its_way()
    craft = table.state.craft[k]
    for velocity in velocities:
        craft.velocity = velocity
        t_space.count_straight_turns(table.state)
    craft.velocity = now
    assert t_space.may_enter(table.state, table.rules, k) == (row is not None)
    assert row is None or t_space.straight_turns(craft) == row


@pytest.mark.rule("IN-CAM-21", "IN-AMB-52", "IN-AMB-124")
def test_a_campaign_keeps_the_straight_turns_of_an_entry():
    """Four straight turns before that of the transition, two of them fast: three count."""
    table, k = on_its_way()
    craft = table.state.craft[k]
    corvette = hull(ship_class="PEGASUS", tons=1000, crew=())
    craft.straight, craft.fast = 4, 2
    t_space.declare_transit(table.state, k)
    depart(table)
    left = hull_after(table.state, table.rules, k, corvette, Outcome.LOST)
    assert craft.status == Status.BROKEN_OFF and left.straight == 3
    depart(table)
    assert craft.transit, "the battle goes on without it"


@pytest.mark.rule("IN-CAM-27", "IN-POW-10")
def test_a_ship_that_flies_over_the_edge_before_has_not_entered():
    """It is gone before the end of the turn, in which its transition was to be."""
    table, k = on_its_way()
    craft = table.state.craft[k]
    craft.straight, craft.fast = 4, 2
    t_space.declare_transit(table.state, k)
    leave_map(table.state, table.rules, k)
    depart(table)
    assert craft.status == Status.BROKEN_OFF and not craft.transit and not craft.run
    corvette = hull(ship_class="PEGASUS", tons=1000, crew=())
    assert hull_after(table.state, table.rules, k, corvette, Outcome.LOST).straight == NONE
    assert not table.events(Event.T_SPACE)


@pytest.mark.rule("IN-POW-10")
def test_a_drive_that_gets_no_power_takes_the_ship_nowhere():
    table, k = on_its_way()
    t_space.declare_transit(table.state, k)
    table.state.craft[k].fed = 0
    depart(table)
    assert table.state.craft[k].status == Status.ON_MAP and table.state.craft[k].run


@pytest.mark.rule("IN-TSK-02", "IN-CAM-27")
def test_a_hull_that_is_left_does_not_enter():
    table, k = on_its_way()
    assert t_space.may_enter(table.state, table.rules, k)
    table.state.craft[k].status = Status.ABANDONED
    assert not t_space.may_enter(table.state, table.rules, k)
