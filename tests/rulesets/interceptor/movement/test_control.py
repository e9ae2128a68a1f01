"""Safe thrust, pushing the plant, turning points."""

import pytest
from kit.interceptor.damaging import lose_plant
from kit.interceptor.moves import begin, legal, say, say_number
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    Control,
    Decision,
    Deed,
    Event,
    Step,
    Verb,
    yaml_of,
)
from spacecombat_env.rulesets.interceptor.movement import (
    control,
    moving,
    pushing,
    turning,
    turning_points,
)
from spacecombat_env.rulesets.interceptor.movement.control import manoeuvre, safe_number
from spacecombat_env.rulesets.interceptor.movement.thrust import safe_thrust, thrust_left
from spacecombat_env.rulesets.interceptor.movement.velocity import set_speed

ORACLES = {row["id"]: row for row in yaml_of("oracles.yaml")["oracles"]}


def ship(thrust=10, piloting=5, velocity=5, name="CHEETAH"):
    """A ship about to be flown, and its table."""
    table = scene()
    k = table.put(name, velocity=velocity, piloting=piloting)
    table.state.craft[k].thrust = thrust
    table.state.mover = k
    return table, k, table.state.craft[k]


# --- safe thrust ---------------------------------------------------------------------------------


@pytest.mark.rule("IN-SOT-02")
def test_oracle_sot_2_the_number_is_safe_thrust_less_the_excess():
    given, expect = ORACLES["OR-SOT-2"]["given"], ORACLES["OR-SOT-2"]["expect"]
    table, k, craft = ship()
    assert safe_thrust(table.state, table.rules, k) == given["sot"]
    craft.spent = 6
    cost = given["spend"] - int(craft.spent)
    assert safe_number(table.state, table.rules, k, cost) == expect["roll_on_or_below"]


@pytest.mark.rule("IN-SOT-02", "IN-SOT-03")
@pytest.mark.parametrize(("die", "made"), [(6, True), (7, False)])
def test_the_roll_comes_where_safe_thrust_is_passed(monkeypatch, die, made):
    table, k, craft = ship()
    requested = fixed_dice(monkeypatch, control, die)
    for _ in range(4):
        assert manoeuvre(table.state, table.rules, k, 2)
    assert not requested, "8 points are safe"
    assert manoeuvre(table.state, table.rules, k, 2) == made
    assert len(requested) == 1 and craft.spent == 10
    assert (craft.control == Control.OUT) != made


@pytest.mark.rule("IN-SOT-03", "IN-SOT-04", "IN-SOT-05")
@pytest.mark.parametrize("name", ["OR-SOT-3", "OR-SOT-4"])
def test_oracles_of_failed_manoeuvres(monkeypatch, name):
    given, expect = ORACLES[name]["given"], ORACLES[name]["expect"]
    cost = given["manoeuvre_cost"]
    table, k, craft = ship(velocity=3 * (cost - 1))
    craft.spent = safe_thrust(table.state, table.rules, k) + given["excess"] - cost
    fixed_dice(monkeypatch, control, 10)
    turning.turn_heading(table.state, table.rules, k, True)
    assert craft.control == Control.OUT and craft.points == expect["random_points"]
    assert craft.heading == 0, "the turn is not made"
    assert len(table.events(Event.OUT_OF_CONTROL)) == 1 and not table.events(Event.TURNED)


@pytest.mark.rule("IN-SOT-05", "IN-MOV-06")
def test_a_change_of_velocity_that_fails_is_not_made(monkeypatch):
    table, k, craft = ship(velocity=2)
    fixed_dice(monkeypatch, control, 7)
    set_speed(table.state, table.rules, 0, 12)
    assert craft.velocity == craft.start_velocity == 2
    assert craft.points == 10 and table.state.step == Step.AFTER_STEP


@pytest.mark.rule("IN-SOT-02", "IN-AMB-17")
def test_each_manoeuvre_beyond_it_rolls_with_the_whole_excess(monkeypatch):
    table, k, _ = ship()
    table.state.craft[k].spent = 8
    requested = fixed_dice(monkeypatch, control, 1, 1)
    numbers = []
    for _ in range(2):
        numbers.append(safe_number(table.state, table.rules, k, 1))
        assert manoeuvre(table.state, table.rules, k, 1)
    assert numbers == [7, 6] and len(requested) == 2


@pytest.mark.rule("IN-IDE-20", "IN-AMB-13")
def test_a_broken_helm_fails_the_roll_and_a_natural_ten_where_agreed(monkeypatch):
    table, k, craft = ship()
    component = int(table.rules.classes[craft.klass].system[Comp.HELM])
    assert control.passes(table.state, table.rules, k, 10, 12)
    table.rules.option.natural_ten = 1
    assert not control.passes(table.state, table.rules, k, 10, 12)
    assert control.passes(table.state, table.rules, k, 9, 12)
    craft.disabled = 1 << component
    assert not control.passes(table.state, table.rules, k, 1, 12)


@pytest.mark.rule("IN-DES-06")
def test_a_hull_that_fails_at_the_roll_makes_no_manoeuvre(monkeypatch):
    table, k, craft = ship()
    craft.spent = 8
    monkeypatch.setattr(control, "holds", lambda state, rules, k: False)
    assert not manoeuvre(table.state, table.rules, k, 1)
    assert craft.control == Control.STEADY, "no roll was made"
    craft.status = 6
    control.go_on(table.state, k)
    assert table.state.step == Step.BLASTS


@pytest.mark.rule("IN-FLT-02")
def test_a_stand_in_rolls_with_his_penalty(monkeypatch):
    table, k, craft = ship()
    craft.spent = 8
    monkeypatch.setattr(control, "flight_penalty", lambda state, rules, m: 3)
    fixed_dice(monkeypatch, control, 5)
    assert not manoeuvre(table.state, table.rules, k, 1), "7 - 3 = 4"


# --- pushing -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-PSH-01", "IN-PSH-02")
def test_oracle_psh_1_a_push_of_two(monkeypatch):
    given, expect = ORACLES["OR-PSH-1"]["given"], ORACLES["OR-PSH-1"]["expect"]
    table, k, craft = ship(thrust=given["max_thrust"])
    points = given["need"] - given["max_thrust"]
    assert points == expect["push"]
    harm = []
    monkeypatch.setattr(pushing, "push_damage", lambda state, rules, k: harm.append(k))
    for die, damaged in ((expect["safe_on_or_below"], False), (7, True)):
        craft.deeds, craft.pushed = 0, 0
        fixed_dice(monkeypatch, pushing, die)
        pushing.push(table.state, table.rules, k, points)
        assert thrust_left(table.state, table.rules, k) == given["need"], "the points always come"
        assert bool(harm) == damaged
        assert bool(table.events(Event.PUSHED)[-1]["e"]) == damaged


@pytest.mark.rule("IN-PSH-01")
def test_oracle_psh_2_there_must_be_something_to_push():
    given = ORACLES["OR-PSH-2"]["given"]
    table, k, craft = ship(thrust=given["max_thrust"])
    assert ORACLES["OR-PSH-2"]["expect"] == "forbidden"
    assert pushing.push_limit(table.state, table.rules, k) == given["push"] - 1
    limits = []
    for thrust in (0, 1, 2, 3, 4, 5, 10):
        craft.thrust = thrust
        limits.append(pushing.push_limit(table.state, table.rules, k))
    assert limits == [0, 1, 2, 3, 4, 5, 5]


@pytest.mark.rule("IN-PSH-02", "IN-PSH-03")
def test_oracle_psh_3_certain_damage_lowers_thrust_but_not_this_turns(monkeypatch):
    given = ORACLES["OR-PSH-3"]["given"]
    table, k, craft = ship(thrust=given["max_thrust"])
    assert ORACLES["OR-PSH-3"]["expect"] == "automatic damage"
    requested = fixed_dice(monkeypatch, pushing)

    def harm(state, rules, k):
        state.craft[k].thrust -= 1

    monkeypatch.setattr(pushing, "push_damage", harm)
    pushing.push(table.state, table.rules, k, given["push"])
    assert not requested, "no die"
    assert craft.thrust == 1 and thrust_left(table.state, table.rules, k) == 4


@pytest.mark.rule("IN-PSH-01", "IN-AMB-90")
def test_a_plant_is_pushed_once_a_turn():
    table, k, craft = ship()
    pushing.push(table.state, table.rules, k, 1)
    assert int(craft.deeds) & Deed.PUSHED
    assert pushing.push_limit(table.state, table.rules, k) == 0


@pytest.mark.rule("IN-PSH-01", "IN-PSH-04", "IN-MOV-06")
def test_a_velocity_beyond_thrust_pushes_and_both_rolls_are_made(monkeypatch):
    table = scene()
    k = table.put("CHEETAH", velocity=1, piloting=5)
    craft = table.state.craft[k]
    pushes = fixed_dice(monkeypatch, pushing, 4)
    safety = fixed_dice(monkeypatch, control, 3)
    begin(table, k)
    say_number(table, 13)  # 12 points of 10
    order = table.state.order[0]
    assert table.state.decision == Decision.PUSH and (order.low, order.high) == (2, 5)
    say_number(table, 3)
    assert len(pushes) == len(safety) == 1
    assert craft.velocity == 13 and craft.pushed == 3 and craft.spent == 12
    assert table.state.decision == Decision.MOVE and Verb.PUSH not in legal(table)


@pytest.mark.rule("IN-PSH-03", "IN-DES-01")
@pytest.mark.parametrize("at_once", [False, True])
def test_a_plant_that_is_pushed_to_its_last_box_explodes(monkeypatch, at_once):
    table = scene()
    k = table.put("CHEETAH", velocity=2, piloting=9)
    begin(table, k)
    state, rules = table.state, table.rules
    if not at_once:
        say_number(table, 2)
        say(table, Verb.PUSH)
    monkeypatch.setattr(pushing, "push_damage", lambda state, rules, k: lose_plant(table, k))
    fixed_dice(monkeypatch, pushing, 10)
    state.order[0].speed = 3
    moving.apply_push(state, rules, 0, 1)
    assert (state.step, state.back, state.decision) == (Step.BLASTS, Step.MOVE, Decision.NOTHING)


@pytest.mark.rule("IN-PSH-01")
def test_the_plant_is_pushed_during_the_move():
    table = scene()
    k = table.put("CHEETAH", velocity=2, piloting=9)
    begin(table, k)
    say_number(table, 2)
    say(table, Verb.PUSH)
    order = table.state.order[0]
    assert (order.low, order.high) == (1, 5)
    say_number(table, 1)
    assert table.state.decision == Decision.MOVE
    assert thrust_left(table.state, table.rules, k) == 11
    assert Verb.PUSH not in legal(table)


# --- turning points ------------------------------------------------------------------------------


def slow_ship(velocity=12, thrust=3):
    """A ship too fast for its thrust: a heading change costs 5."""
    table, k, craft = ship(thrust=thrust, piloting=20, velocity=velocity)
    craft.deeds = Deed.PUSHED
    return table, k, craft


@pytest.mark.rule("IN-MOV-12")
def test_points_are_stored_for_what_one_turn_cannot_pay():
    table, k, craft = slow_ship()
    assert turning_points.may_store(table.state, table.rules, k)
    craft.thrust = 5
    assert not turning_points.may_store(table.state, table.rules, k), "one turn's thrust pays it"
    craft.thrust, craft.spent = 3, 3
    assert not turning_points.may_store(table.state, table.rules, k), "nothing is left to store"


@pytest.mark.rule("IN-MOV-12", "IN-MOV-13", "IN-AMB-15")
def test_stored_points_pay_for_the_turn_and_are_used_up():
    table, k, craft = slow_ship()
    begin(table, k)
    say_number(table, 12)
    for _ in range(3):
        say(table, Verb.STORE)
        say(table, Verb.STARBOARD)
    assert (craft.heading_points, craft.spent) == (3, 3)
    assert [event["c"] for event in table.events(Event.STORED)] == [1, 2, 3]
    assert {event["known"] for event in table.events(Event.STORED)} == {1}
    assert Verb.STARBOARD not in legal(table)
    craft.spent = 0  # another turn; it need not be the next
    assert turning.heading_cost(table.state, table.rules, k, True) == 2
    assert turning.heading_cost(table.state, table.rules, k, False) == 5
    say(table, Verb.STARBOARD)
    assert (craft.heading, craft.spent, craft.heading_points) == (1, 2, 0)


@pytest.mark.rule("IN-MOV-13")
def test_surplus_points_are_lost():
    table, k, craft = slow_ship(velocity=3, thrust=5)
    craft.heading_points = 4
    turning.turn_heading(table.state, table.rules, k, True)
    assert (craft.heading, craft.spent, craft.heading_points) == (1, 0, 0)


@pytest.mark.rule("IN-MOV-13", "IN-MOV-14")
def test_points_stored_for_the_other_way_stay():
    table, k, craft = slow_ship(velocity=3, thrust=5)
    craft.heading_points, craft.facing_points = 4, -1
    turning.turn_heading(table.state, table.rules, k, False)
    assert (craft.heading, craft.spent, craft.heading_points) == (5, 2, 4)
    turning.turn_facing(table.state, table.rules, k, True)
    assert (craft.spent, craft.facing_points) == (3, -1)


@pytest.mark.rule("IN-MOV-14")
def test_points_the_other_way_cancel_what_is_stored():
    table, k, craft = slow_ship()
    craft.heading_points = 2
    begin(table, k)
    say_number(table, 12)
    for left in (1, 0, -1):
        say(table, Verb.STORE)
        say(table, Verb.PORT)
        assert craft.heading_points == left


@pytest.mark.rule("IN-MOV-12", "IN-MOV-03")
def test_points_for_the_facing_of_a_heavy_ship():
    table, k, craft = slow_ship(velocity=0, thrust=2)
    table.rules.classes[craft.klass].tons = 5000
    begin(table, k)
    say_number(table, 0)
    say(table, Verb.STORE)
    assert legal(table) == {Verb.FACE_PORT, Verb.FACE_STARBOARD}
    say(table, Verb.FACE_PORT)
    say(table, Verb.STORE)
    say(table, Verb.FACE_PORT)
    assert craft.facing_points == -2
    craft.spent, craft.thrust = 0, 3
    assert turning.facing_due(table.state, table.rules, k, False) == 3
    say(table, Verb.FACE_PORT)
    assert (craft.facing, craft.facing_points) == (5, 0)


@pytest.mark.rule("IN-MOV-12", "IN-SOT-02")
def test_storing_is_spending_and_may_cost_control(monkeypatch):
    table, k, craft = slow_ship()
    table.pilot(k).piloting = 0
    fixed_dice(monkeypatch, control, 10)
    begin(table, k)
    say_number(table, 12)
    craft.spent = 2
    say(table, Verb.STORE)
    state = table.state
    turning_points.apply_store(state, table.rules, 0, int(Verb.STARBOARD))
    assert craft.control == Control.OUT and craft.heading_points == 0
