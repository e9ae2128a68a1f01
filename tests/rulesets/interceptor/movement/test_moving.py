"""Thrust, velocity, heading and facing: one move, action by action."""

import pytest
from kit.interceptor.moves import ahead, begin, legal, run, say, say_number
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.model import (
    CrewStatus,
    Decision,
    Event,
    Phase,
    Status,
    Step,
    Verb,
    amount_action,
    yaml_of,
)
from spacecombat_env.rulesets.interceptor.movement import stepping, turning, velocity
from spacecombat_env.rulesets.interceptor.movement.moving import (
    end_move_step,
    has_action,
    move_step,
)
from spacecombat_env.rulesets.interceptor.movement.thrust import safe_thrust, thrust_left

ORACLES = {row["id"]: row for row in yaml_of("oracles.yaml")["oracles"]}


def turn_sets(monkeypatch, sets):
    """Let this many DCS sets work on both sides."""
    monkeypatch.setattr(turning, "dcs_sets", lambda state, rules, k, clockwise: sets)


# --- examples of the book ------------------------------------------------------------------------


@pytest.mark.rule("IN-MOV-03")
def test_oracle_mov_1_facing_of_a_light_ship():
    table = scene()
    k = table.put("PILUM")
    assert (
        ORACLES["OR-MOV-1"]["given"]["tons"] == table.rules.classes[table.state.craft[k].klass].tons
    )
    cost = turning.facing_cost(table.state, table.rules, k)
    assert cost == ORACLES["OR-MOV-1"]["expect"]["facing_cost"]
    table.rules.classes[table.state.craft[k].klass].tons = 3999
    assert turning.facing_cost(table.state, table.rules, k) == 3


@pytest.mark.rule("IN-MOV-04", "IN-MOV-05")
@pytest.mark.parametrize("name", ["OR-MOV-2", "OR-MOV-3", "OR-MOV-4", "OR-MOV-5"])
def test_oracles_of_heading(monkeypatch, name):
    given, expect = ORACLES[name]["given"], ORACLES[name]["expect"]
    table = scene()
    k = table.put("PILUM", velocity=given["velocity"])
    turn_sets(monkeypatch, given["dcs"])
    for clockwise in (False, True):
        cost = turning.heading_cost(table.state, table.rules, k, clockwise)
        assert cost == expect["heading_cost"]


@pytest.mark.rule("IN-MOV-05")
def test_a_heading_change_never_costs_less_than_one(monkeypatch):
    table = scene()
    k = table.put("PILUM", velocity=1)
    turn_sets(monkeypatch, 4)
    assert turning.heading_cost(table.state, table.rules, k, True) == 1


@pytest.mark.rule("IN-MOV-01", "IN-MOV-02", "IN-MOV-16", "IN-MOV-15")
def test_oracle_mov_6_marcos_flies_his_turn():
    expect = ORACLES["OR-MOV-6"]["expect"]
    table = scene()
    k = table.put("PILUM", at=(10, 10), velocity=3, piloting=9)
    craft = table.state.craft[k]
    r = int(craft.r)
    begin(table, k)
    say_number(table, 5)
    assert craft.spent == 2 and table.state.lane == 5
    ahead(table, 4)
    assert (craft.q, craft.r) == (10, r + 4) and table.state.lane == 1
    say(table, Verb.STARBOARD)
    assert Verb.DONE not in legal(table), "a hex is still to be moved"
    ahead(table, 1)
    assert (craft.q, craft.r) == (11, r + 4)
    say(table, Verb.STARBOARD)
    assert craft.spent == expect["thrust_spent"]
    assert thrust_left(table.state, table.rules, k) == expect["thrust_left"]
    assert craft.heading == craft.facing == 2
    say(table, Verb.DONE)
    assert craft.acted and table.state.mover == -1 and table.state.step == Step.NEXT_GO
    assert thrust_left(table.state, table.rules, k) == 0, "what is left is lost"
    assert len(table.events(Event.MOVED)) == 5


@pytest.mark.rule("IN-MOV-17", "IN-MOV-03")
def test_marcos_points_at_his_prey_and_flies_on():
    table = scene()
    k = table.put("PILUM", velocity=2, piloting=9)
    craft = table.state.craft[k]
    begin(table, k)
    say_number(table, 2)
    say(table, Verb.FACE_STARBOARD)
    assert (craft.facing, craft.heading, craft.spent) == (1, 0, 1)
    ahead(table, 2)
    assert craft.q == 10, "it flies the old way"


@pytest.mark.rule("IN-MOV-07", "IN-MOV-08", "IN-AMB-14")
@pytest.mark.parametrize("name", ["OR-MOV-7", "OR-MOV-8", "OR-MOV-9"])
def test_oracles_of_slowing(name):
    given, expect = ORACLES[name]["given"], ORACLES[name]["expect"]
    table = scene()
    k = table.put("PILUM", velocity=given["velocity"], facing=given["facing_off_heading"])
    cost = velocity.velocity_cost(table.state, table.rules, k, given["slow_to"])
    assert cost == expect["cost"]
    table.rules.option.symmetric = 1
    cost = velocity.velocity_cost(table.state, table.rules, k, given["slow_to"])
    assert cost == expect.get("cost_with_symmetric_option", expect["cost"])


@pytest.mark.rule("IN-MOV-07", "IN-MOV-08")
@pytest.mark.parametrize(("facing", "up"), [(0, 1), (1, 1), (5, 1), (2, 2), (3, 2), (4, 2)])
def test_acceleration_by_facing(facing, up):
    table = scene()
    k = table.put("PILUM", velocity=4, facing=facing)
    assert velocity.velocity_cost(table.state, table.rules, k, 7) == 3 * up
    assert velocity.velocity_cost(table.state, table.rules, k, 1) == 3 * (3 - up)
    assert velocity.velocity_cost(table.state, table.rules, k, 4) == 0


@pytest.mark.rule("IN-MOV-16", "IN-MOV-06")
def test_oracle_mov_11_top_velocity():
    given, expect = ORACLES["OR-MOV-11"]["given"], ORACLES["OR-MOV-11"]["expect"]
    table = scene()
    k = table.put("PILUM", velocity=given["velocity"])
    craft = table.state.craft[k]
    assert craft.thrust == given["thrust"]
    craft.deeds = 8  # it has pushed its plant
    low, high = velocity.speed_bounds(table.state, table.rules, k)
    assert (low, high) == (0, expect["top_velocity_this_turn"])
    craft.deeds = 0
    assert velocity.speed_bounds(table.state, table.rules, k) == (0, high + 5)


@pytest.mark.rule("IN-MOV-04", "IN-SOT-02")
def test_oracle_mov_10_erskine_slows_and_turns():
    given, expect = ORACLES["OR-MOV-10"]["given"], ORACLES["OR-MOV-10"]["expect"]
    table = scene()
    table.rules.option.symmetric = 1
    k = table.put(given["ship"], at=(10, 10), velocity=given["velocity"], piloting=5)
    craft = table.state.craft[k]
    spent = []

    def pay():
        spent.append(int(craft.spent) - sum(spent))

    begin(table, k)
    say_number(table, 5)
    pay()
    say(table, Verb.STARBOARD)
    pay()
    say(table, Verb.STARBOARD)
    pay()
    ahead(table, 5)
    pay()
    assert not table.events(Event.SAFE_THRUST)
    say(table, Verb.STARBOARD)
    pay()
    assert spent == expect["costs"] and craft.spent == expect["thrust_spent"]
    rolls = table.events(Event.SAFE_THRUST)
    assert [roll["c"] for roll in rolls] == [expect["roll_on_or_below"]]


# --- velocity ------------------------------------------------------------------------------------


@pytest.mark.rule("IN-MOV-06")
def test_velocity_is_changed_at_the_start_and_never_below_nothing():
    table = scene()
    k = table.put("CHEETAH", velocity=1, piloting=9)
    begin(table, k)
    order = table.state.order[0]
    assert table.state.decision == Decision.SPEED and order.low == 0 and order.high == 1 + 10 + 5
    say_number(table, 0)
    assert table.state.lane == 0 and table.state.decision == Decision.MOVE
    assert not {amount_action(table.state, n) for n in range(10)} & legal(table)


@pytest.mark.rule("IN-IDE-21", "IN-IDE-33")
def test_a_broken_thrust_control_or_compensator_bounds_the_change(monkeypatch):
    table = scene()
    k = table.put("CHEETAH", velocity=6)
    for most, bounds in ((0, (6, 6)), (4, (2, 10))):
        monkeypatch.setattr(velocity, "velocity_change", lambda state, rules, k, n=most: n)
        assert velocity.speed_bounds(table.state, table.rules, k) == bounds


@pytest.mark.rule("IN-MOV-01", "IN-IDE-06")
def test_a_ship_that_nobody_flies_drifts():
    table = scene()
    k = table.put("CHEETAH", velocity=4)
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    craft, r = table.state.craft[k], int(table.state.craft[k].r)
    begin(table, k)
    assert (craft.q, craft.r, craft.velocity, craft.acted) == (10, r + 4, 4, 1)


# --- turns and rolls -----------------------------------------------------------------------------


@pytest.mark.rule("IN-MOV-04", "IN-AMB-141")
def test_a_change_of_heading_turns_the_whole_ship():
    table = scene()
    k = table.put("CHEETAH", velocity=2, heading=0, facing=2, piloting=9)
    begin(table, k)
    say_number(table, 2)
    say(table, Verb.PORT)
    assert (table.state.craft[k].heading, table.state.craft[k].facing) == (5, 1)
    assert [event["c"] for event in table.events(Event.TURNED)] == [5]


@pytest.mark.rule("IN-MOV-09")
def test_a_roll_costs_one_and_changes_nothing_else():
    table = scene()
    k = table.put("CHEETAH", velocity=3, facing=1, piloting=9)
    craft = table.state.craft[k]
    before = [int(craft[name]) for name in ("q", "r", "heading", "facing", "velocity")]
    turning.roll_over(table.state, table.rules, k)
    assert [int(craft[name]) for name in ("q", "r", "heading", "facing", "velocity")] == before
    assert craft.rolled == 1 and craft.spent == 1
    turning.roll_over(table.state, table.rules, k)
    assert craft.rolled == 0


@pytest.mark.rule("IN-MOV-10", "IN-MOV-11")
def test_with_thrusters_lost_on_one_side_it_may_still_roll(monkeypatch):
    def starboard(state, rules, k, clockwise):
        return clockwise != bool(state.craft[k].rolled)

    monkeypatch.setattr(turning, "may_turn", starboard)
    table = scene()
    k = table.put("CHEETAH", velocity=1, piloting=9)
    begin(table, k)
    say_number(table, 1)
    actions = legal(table)
    assert Verb.STARBOARD in actions and Verb.FACE_STARBOARD in actions
    assert Verb.PORT not in actions and Verb.FACE_PORT not in actions
    say(table, Verb.ROLL)
    actions = legal(table)
    assert Verb.PORT in actions and Verb.STARBOARD not in actions


@pytest.mark.rule("IN-IDE-20")
def test_without_helm_there_is_no_roll(monkeypatch):
    monkeypatch.setattr(turning, "may_roll", lambda state, rules, k: False)
    table = scene()
    k = table.put("CHEETAH")
    assert not turning.can_roll(table.state, table.rules, k)


@pytest.mark.rule("IN-MOV-15", "IN-MOV-16")
def test_thrust_that_is_spent_is_gone():
    table = scene()
    k = table.put("CHEETAH", velocity=9, piloting=30)
    craft = table.state.craft[k]
    craft.spent = 7
    assert turning.can_turn_facing(table.state, table.rules, k, True)
    assert not turning.can_turn_heading(table.state, table.rules, k, True), "it would cost 4 of 3"
    craft.spent, craft.deeds = 10, 8
    assert thrust_left(table.state, table.rules, k) == 0
    assert not turning.can_roll(table.state, table.rules, k)


@pytest.mark.rule("IN-SOT-01", "IN-AMB-17")
@pytest.mark.parametrize("name", ["OR-SOT-1", "OR-SOT-5", "OR-SOT-6", "OR-SOT-7"])
def test_oracles_of_safe_thrust(name):
    given, expect = ORACLES[name]["given"], ORACLES[name]["expect"]
    table = scene()
    familiarity = (given.get("familiarity", 0), 0)
    k = table.put("CHEETAH", piloting=given["piloting"], familiarity=familiarity)
    assert table.state.craft[k].thrust == given["thrust"]
    assert safe_thrust(table.state, table.rules, k) == expect["sot"]
    table.state.craft[k].thrust = 1
    assert safe_thrust(table.state, table.rules, k) == (1 + given["piloting"] + 1) // 2


# --- hexes ---------------------------------------------------------------------------------------


@pytest.mark.rule("IN-MOV-18")
def test_any_number_of_ships_may_share_a_hex():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), velocity=2)
    for _ in range(2):
        table.put("CHEETAH", at=(10, 11))
    table.put("LANCEA", side=1, at=(10, 12))
    begin(table, k)
    say_number(table, 2)
    say(table, Verb.PASS)  # no ram
    ahead(table, 2)
    there, other = table.state.craft[k], table.state.craft[table.capacity.craft]
    assert (there.q, there.r) == (other.q, other.r)
    assert there.arrived == table.state.arrivals == 2 and other.arrived == 0


@pytest.mark.rule("IN-MOV-01")
def test_who_leaves_the_map_has_broken_off():
    table = scene()
    k = table.put("CHEETAH", at=(10, 28), velocity=3)
    begin(table, k)
    say_number(table, 3)
    ahead(table, 3)
    craft = table.state.craft[k]
    assert craft.status == Status.BROKEN_OFF and craft.hexes == 1 and craft.acted
    assert len(table.events(Event.LEFT_MAP)) == 1


@pytest.mark.rule("IN-MOV-01")
def test_a_hull_that_leaves_the_map_is_lost():
    table = scene()
    k = table.put("CHEETAH", at=(10, 28), velocity=3)
    table.state.craft[k].status = Status.DERELICT
    stepping.enter_hex(table.state, table.rules, k, 0)
    assert table.state.craft[k].status == Status.DESTROYED


@pytest.mark.rule("IN-AMB-190")
@pytest.mark.parametrize("status", [Status.WRECK, Status.DERELICT])
def test_who_is_aboard_a_hull_that_leaves_the_map_is_lost_with_it(status):
    table = scene()
    k = table.put("CHEETAH", at=(10, 28), velocity=3)
    carried = table.put("CHEETAH", at=(1, 1))
    craft = table.state.craft
    craft[carried].status, craft[carried].carrier = Status.ABOARD, k
    craft[k].status, craft[k].leaving = status, 3
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    stepping.enter_hex(table.state, table.rules, k, 0)
    assert craft[k].status == craft[carried].status == Status.DESTROYED
    assert table.pilot(k).status == table.pilot(carried).status == CrewStatus.DEAD


@pytest.mark.rule("IN-MOV-01", "IN-AMB-138")
def test_craft_in_bays_break_off_with_their_carrier():
    table = scene()
    k = table.put("CHEETAH", at=(10, 28), velocity=3)
    carried = table.put("CHEETAH", at=(1, 1))
    craft = table.state.craft
    craft[carried].status, craft[carried].carrier = Status.ABOARD, k
    stepping.enter_hex(table.state, table.rules, k, 0)
    assert craft[k].status == craft[carried].status == Status.BROKEN_OFF
    assert table.pilot(carried).status == CrewStatus.AWAKE


@pytest.mark.rule("IN-MOV-02")
def test_an_action_ends_where_something_happened():
    table = scene()
    k = table.put("CHEETAH", velocity=6)
    begin(table, k)
    say_number(table, 6)
    assert {amount_action(table.state, n) for n in range(1, 7)} <= legal(table)
    assert amount_action(table.state, 7) not in legal(table)
    state = table.state
    state.order[0].ahead = 6
    state.decision, state.step = Decision.NOTHING, Step.MOVE
    move_step(state, table.rules)
    state.order[0].ahead = 0  # learn() or an exchange of fire does so
    run(table)
    assert state.decision == Decision.MOVE and state.lane == 5


@pytest.mark.rule("IN-MOV-02")
def test_done_is_said_by_itself_when_nothing_else_can_be():
    table = scene()
    k = table.put("CHEETAH", velocity=1, piloting=30)
    craft = table.state.craft[k]
    begin(table, k)
    say_number(table, 1)
    craft.spent, craft.deeds = 10, 8
    table.rules.classes[craft.klass].bridge = 1  # no ejectors
    assert not has_action(table.state, table.rules, k)
    ahead(table, 1)
    assert craft.acted and table.state.step == Step.NEXT_GO


@pytest.mark.rule("IN-MOV-02")
def test_random_movers_go_back_to_recovery():
    table = scene()
    k = table.put("CHEETAH", velocity=0)
    table.state.phase, table.state.mover, table.state.last_moment = Phase.RANDOM, k, 1
    table.state.step = Step.END_MOVE
    end_move_step(table.state, table.rules)
    assert table.state.step == Step.RECOVERY and table.state.craft[k].acted
