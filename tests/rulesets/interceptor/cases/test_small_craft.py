"""Small craft: launched, recovered, and struck in their bays."""

import numpy as np
import pytest
from kit.interceptor.damaging import hit, lose_plant
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor import victory
from spacecombat_env.rulesets.interceptor.cases import airlocks, small_craft
from spacecombat_env.rulesets.interceptor.cases.self_destruction import burn_fuses, lose_away
from spacecombat_env.rulesets.interceptor.damage.carried import lose_carried, take_along
from spacecombat_env.rulesets.interceptor.damage.explosions import explode, explode_plants
from spacecombat_env.rulesets.interceptor.damage.leaving import lose_crew
from spacecombat_env.rulesets.interceptor.model import (
    UNLED,
    Blast,
    CrewStatus,
    Decision,
    Event,
    Facing,
    Status,
    Step,
    Verb,
    class_of,
    craft_action,
    crew_of,
)
from spacecombat_env.rulesets.interceptor.turn import decision_phase
from spacecombat_env.rulesets.interceptor.victory import is_beaten
from spacecombat_env.rulesets.interceptor.visibility.redaction import redact_state

RED, BLUE = 0, 1


def carrier(craft=1, **where):
    """A PEGASUS whose bay is a hangar for 300 t, with fighters in it."""
    table = scene("medium")
    k = table.put("PEGASUS", at=(10, 10), **{"heading": 2, "facing": 1, "velocity": 4, **where})
    bay = class_of(table.state, table.rules, k).bay[0]
    bay.cargo, bay.loaded, bay.boxes = 0, 0, 600
    aboard = []
    for _ in range(craft):
        other = table.put("CHEETAH", at=(1, 1))
        table.state.craft[other].status, table.state.craft[other].carrier = Status.ABOARD, k
        aboard.append(other)
    return table, k, aboard


def verbs(table, k):
    mask = np.zeros(400, np.int8)
    table.state.order[RED].craft = k
    decision_phase.legal_decide_verb(table.state, table.rules, RED, mask)
    return set(np.flatnonzero(mask))


def choices(table):
    mask = np.zeros(400, np.int8)
    small_craft.legal_bay(table.state, table.rules, RED, mask)
    return set(np.flatnonzero(mask))


@pytest.mark.rule("IN-TSK-03", "IN-TSK-04")
def test_one_craft_a_bay_is_launched_as_its_carrier_flies():
    table, k, (first, second) = carrier(2)
    state, rules = table.state, table.rules
    assert decision_phase.has_choice(state, rules, k) and Verb.LAUNCH in verbs(table, k)
    decision_phase.apply_decide_verb(state, rules, RED, Verb.LAUNCH)
    assert state.decision == Decision.BAY
    assert choices(table) == {Verb.DONE, craft_action(state, first), craft_action(state, second)}
    small_craft.apply_bay(state, rules, RED, craft_action(state, first))
    craft = state.craft[first]
    assert (craft.status, craft.heading, craft.facing, craft.velocity) == (Status.ON_MAP, 2, 1, 4)
    assert (craft.q, craft.r) == (state.craft[k].q, state.craft[k].r) and not craft.acted
    assert state.step == Step.DECISION and len(table.events(Event.LAUNCHED)) == 1
    assert Verb.LAUNCH not in verbs(table, k), "its bay is used this turn"
    state.craft[k].bays_used = 0
    assert choices(table) == {Verb.DONE, craft_action(state, second)}


@pytest.mark.rule("IN-TSK-03")
def test_a_craft_without_a_pilot_awake_stays_in_its_bay():
    table, k, (other,) = carrier()
    for m in crew_of(table.state, table.rules, other):
        table.state.crew[m].flies = 0
    assert Verb.LAUNCH not in verbs(table, k)


@pytest.mark.rule("IN-TSK-05", "IN-TSK-10", "IN-AMB-83")
@pytest.mark.parametrize("differs", [None, "q", "heading", "facing", "velocity"])
def test_a_craft_that_flies_as_its_carrier_is_recovered(differs):
    table, k, _ = carrier(0)
    other = table.put("CHEETAH", at=(10, 10), heading=2, facing=1, velocity=4)
    state, rules = table.state, table.rules
    if differs:
        state.craft[other][differs] = int(state.craft[other][differs]) + 1
    assert (Verb.RECOVER in verbs(table, k)) == (differs is None)
    if differs is None:
        decision_phase.apply_decide_verb(state, rules, RED, Verb.RECOVER)
        small_craft.apply_bay(state, rules, RED, craft_action(state, other))
        assert (state.craft[other].status, state.craft[other].carrier) == (Status.ABOARD, k)
        assert len(table.events(Event.RECOVERED)) == 1


@pytest.mark.rule("IN-TSK-05", "IN-AMB-139")
def test_what_a_recovery_needs():
    table, k, _ = carrier(0)
    table.put("CHEETAH", at=(10, 10), heading=2, facing=1, velocity=4)
    state = table.state
    klass = class_of(state, table.rules, k)
    for name, value in (("command", UNLED), ("bays_used", 1)):
        state.craft[k][name] = value
        assert Verb.RECOVER not in verbs(table, k)
        state.craft[k][name] = 0
    klass.bay[0].boxes = 100
    assert Verb.RECOVER not in verbs(table, k), "50 t have room, a CHEETAH has 73"
    klass.bay[0].boxes = 146
    assert Verb.RECOVER in verbs(table, k)


@pytest.mark.rule("IN-TSK-06")
def test_an_installation_launches_at_any_heading_up_to_the_safe_thrust():
    """CHEETAH: thrust 11, Piloting 5."""
    table, k, (other,) = carrier(velocity=0)
    state, rules = table.state, table.rules
    state.craft[k].installation = 1
    assert Verb.LAUNCH in verbs(table, k)
    decision_phase.apply_decide_verb(state, rules, RED, Verb.LAUNCH)
    small_craft.apply_bay(state, rules, RED, craft_action(state, other))
    assert state.decision == Decision.LAUNCH_SIDE
    small_craft.apply_launch_side(state, rules, RED, small_craft.direction_action(state, 4))
    order, thrust = state.order[RED], int(state.craft[other].thrust)
    assert (state.decision, order.low, order.high) == (
        Decision.LAUNCH_SPEED,
        0,
        (thrust + 5 + 1) // 2,
    )
    small_craft.apply_launch_speed(state, rules, RED, 3)
    craft = state.craft[other]
    assert (craft.status, craft.heading, craft.facing, craft.velocity) == (Status.ON_MAP, 4, 4, 3)


@pytest.mark.rule("IN-TSK-06")
@pytest.mark.parametrize(
    ("velocity", "facing", "docks"), [(1, 3, True), (2, 3, False), (1, 4, False)]
)
def test_an_installation_recovers_at_velocity_1(velocity, facing, docks):
    table, k, _ = carrier(0, velocity=0)
    table.state.craft[k].installation = 1
    table.put("CHEETAH", at=(10, 10), heading=3, facing=facing, velocity=velocity)
    assert (Verb.RECOVER in verbs(table, k)) == docks


@pytest.mark.rule("IN-IDE-38", "IN-AMB-168")
def test_hits_on_a_bay_strike_the_craft_in_it():
    table, k, (other,) = carrier()
    state = table.state
    klass = class_of(state, table.rules, k)
    first = int(state.craft[k].first_row)
    rows = int(klass.armour_row[0]), int(klass.armour_rows[0])
    state.rows[0, first + rows[0] : first + sum(rows)] = 0
    if klass.external_row[0] >= 0:
        state.rows[0, first + int(klass.external_row[0])] = 0
    inner = first + int(klass.inner)
    state.rows[0, inner : inner + int(klass.bay[0].cell)] = 0
    before, inside = table.block(other, Facing.F).sum(), table.inside(k).copy()
    hit(table, k, "laser", 5, column=4)
    assert table.block(other, Facing.F).sum() == before - 5
    assert (table.inside(k) == inside).all(), "the ship itself loses nothing"


@pytest.mark.rule("IN-IDE-38", "IN-AMB-122")
def test_a_craft_that_explodes_in_its_bay_tears_300_points_out_of_the_ship():
    """ORC-DES-1."""
    table, k, (other,) = carrier()
    state, rules = table.state, table.rules
    lose_plant(table, other)
    ship = class_of(state, rules, k)
    ship.bay[0].cell = 0
    lost = table.inside(k).sum()
    explode_plants(state, rules)
    assert state.craft[other].status == Status.DESTROYED
    lost -= table.inside(k).sum()
    below = int(ship.depth - 1) * 10
    assert lost == min(300, below) and (table.inside(k)[0] == 1).all()


@pytest.mark.rule("IN-DES-10", "IN-IDE-38", "IN-AMB-130")
def test_a_craft_with_a_lit_fuse_explodes_in_the_bay_that_has_taken_it_in():
    table, k, (other,) = carrier()
    state, rules = table.state, table.rules
    ship = class_of(state, rules, k)
    ship.bay[0].cell = ship.depth - 4
    state.craft[other].fuse = 2
    whole = table.inside(k).sum()
    burn_fuses(state, rules)
    assert state.craft[other].status == Status.ABOARD and table.inside(k).sum() == whole
    burn_fuses(state, rules)
    assert state.craft[other].status == Status.DESTROYED
    assert all(state.crew[m].status == CrewStatus.DEAD for m in crew_of(state, rules, other))
    assert (table.inside(k)[-3:] == 0).all() and table.inside(k).sum() == whole - 30
    assert not table.events(Event.EXPLODED) and state.blasts == 0, "nobody outside sees it"


@pytest.mark.rule("IN-AMB-165", "IN-DES-10")
def test_a_bay_ends_a_way_into_t_space_but_puts_out_no_fuse():
    table, k, _ = carrier(0)
    other = table.put("CHEETAH", at=(10, 10), heading=2, facing=1, velocity=4)
    craft = table.state.craft[other]
    craft.run = craft.run_turn = craft.transit = 1
    craft.fuse = 3
    small_craft.recover(table.state, table.rules, k, other)
    assert (craft.run, craft.run_turn, craft.transit, craft.fuse) == (0, 0, 0, 3)


@pytest.mark.rule("IN-AMB-138", "IN-DES-12")
def test_carried_craft_share_the_fate_of_their_ship():
    table, k, (other,) = carrier()
    state, rules = table.state, table.rules
    assert not is_beaten(state, rules, RED)
    lose_carried(state, rules, k)
    assert state.craft[other].status == Status.DESTROYED
    assert state.crew[int(state.craft[other].first_crew)].status == CrewStatus.DEAD
    table, k, (other,) = carrier()
    table.state.craft[k].status = Status.BROKEN_OFF
    take_along(table.state, k)
    assert table.state.craft[other].status == Status.BROKEN_OFF
    assert is_beaten(table.state, table.rules, RED)


@pytest.mark.rule("IN-AMB-138", "IN-LOS-01")
@pytest.mark.parametrize("is_lost", [True, False])
def test_a_craft_that_goes_with_its_ship_shows_nothing_but_the_course_of_that(is_lost):
    """Where it was before it lay in the bay is secret."""
    shown = []
    for place in ((3, 4), (0, 0)):
        table, k, (other,) = carrier()
        state, craft = table.state, table.state.craft[other]
        craft.q, craft.r = place
        craft.heading, craft.velocity, craft.start_velocity = place[0], place[1], place[1]
        craft.arrived, craft.rolled, craft.hexes = place[1], place[0], place[1]
        state.craft[k].velocity = 5
        if is_lost:
            state.craft[k].status = Status.DESTROYED
            lose_carried(state, table.rules, k)
        else:
            state.craft[k].status = Status.BROKEN_OFF
            take_along(state, k)
        redact_state(state, 1)
        assert (craft.q, craft.r, craft.velocity) == (state.craft[k].q, state.craft[k].r, 5)
        shown.append(craft.tobytes())
    assert shown[0] == shown[1]


def by_hits(table, other):
    """Its plant is shot away."""
    lose_plant(table, other)
    explode_plants(table.state, table.rules)


def by_its_fuse(table, other):
    """It blows itself up."""
    table.state.craft[other].fuse = 1
    burn_fuses(table.state, table.rules)


def after_a_turn(explosion, goes):
    """What Blue knows when a craft lies in a bay of Red, whole or not, and its carrier has gone."""
    table, k, (other,) = carrier()
    for side in (RED, BLUE):
        table.put("LANCEA", side=side, at=(20, 20))
    state, rules = table.state, table.rules
    option = rules.option
    option.destroyed[:], option.broke_off[:], option.turn_limit = 20, 10, 99
    class_of(state, rules, k).bay[0].cell = class_of(state, rules, k).depth - 1
    if explosion:
        explosion(table, other)
    assert (state.craft[other].status == Status.DESTROYED) == (explosion is not None)
    craft = state.craft[k]
    craft.q, craft.velocity = int(craft.q) + 1, 6
    if goes:
        goes(state, rules, k)
    victory.judge_turn(state, rules)
    events = [
        event.tobytes() for event in state.log[: state.log_count] if int(event.known) >> BLUE & 1
    ]
    redact_state(state, BLUE)
    return state.craft.tobytes(), state.points.tolist(), events


def breaks_off(state, rules, k):
    state.craft[k].status = Status.BROKEN_OFF
    take_along(state, k)


def explodes(state, rules, k):
    explode(state, rules, k, Blast.PLANT)


def explodes_away(state, rules, k):
    """It leaves with a fuse lit (IN-AMB-130)."""
    breaks_off(state, rules, k)
    lose_away(state, rules, k)


def falls_apart(state, rules, k):
    state.craft[k].status = Status.WRECK
    lose_crew(state, rules, k)


@pytest.mark.rule("IN-AMB-196", "IN-LOS-01")
@pytest.mark.parametrize("goes", [None, breaks_off, explodes, explodes_away, falls_apart])
@pytest.mark.parametrize("explosion", [by_hits, by_its_fuse])
def test_that_a_craft_exploded_in_its_bay_shows_in_nothing(explosion, goes):
    assert after_a_turn(explosion, goes) == after_a_turn(None, goes)


@pytest.mark.rule("IN-AMB-196")
@pytest.mark.parametrize(("is_over", "points"), [(False, 10 + 10), (True, 10 + 20)])
def test_a_craft_that_exploded_in_its_bay_counts_as_lost_at_the_end(is_over, points):
    table, k, (other,) = carrier()
    table.put("LANCEA", side=BLUE, at=(20, 20))
    option = table.rules.option
    option.destroyed[:], option.broke_off[:] = 20, 10
    option.turn_limit = table.state.turn if is_over else 99
    table.put("CHEETAH", at=(1, 1))
    table.state.craft[other].status = Status.DESTROYED
    breaks_off(table.state, table.rules, k)
    victory.judge_turn(table.state, table.rules)
    assert table.state.points.tolist() == [0, points]


@pytest.mark.rule("IN-AMB-138")
def test_a_wreck_that_holds_still_launches():
    table, k, _ = carrier()
    craft = table.state.craft[k]
    craft.status, craft.leaving = Status.WRECK, 2
    assert small_craft.may_launch(table.state, table.rules, k)
    craft.leaving = 0
    assert not small_craft.may_launch(table.state, table.rules, k)


@pytest.mark.rule("IN-ABN-14", "IN-ABN-16")
@pytest.mark.parametrize(("die", "turns"), [(1, 1), (5, 3), (10, 6)])
def test_a_crew_escapes_in_a_craft_of_its_bays(monkeypatch, die, turns):
    """1,000 t take a turn, and half a die more."""
    table, k, (other,) = carrier()
    state, rules = table.state, table.rules
    fixed_dice(monkeypatch, airlocks, die)
    state.order[RED].craft = k
    airlocks.apply_escape(state, rules, RED, craft_action(state, other))
    assert state.craft[k].left_in
    for _ in range(turns - 1):
        airlocks.walk_to_airlocks(state, rules)
        assert state.craft[other].status == Status.ABOARD
    airlocks.walk_to_airlocks(state, rules)
    assert state.craft[other].status == Status.ON_MAP
    assert state.craft[k].status == Status.ABANDONED
    assert all(state.crew[m].rescuer == other for m in crew_of(state, rules, k))
    assert not any(crew.people for crew in state.adrift)
