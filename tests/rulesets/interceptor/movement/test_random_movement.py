"""Seriously out of control: manoeuvres at random, recovery."""

import pytest
from kit.interceptor.moves import begin, run, say, say_number, steady_skill
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.model import (
    Control,
    Decision,
    Event,
    Phase,
    Status,
    Step,
    Tumble,
    Verb,
    yaml_of,
)
from spacecombat_env.rulesets.interceptor.movement import control, random_movement
from spacecombat_env.rulesets.interceptor.movement.random_movement import manoeuvre_cost

ORACLES = {row["id"]: row for row in yaml_of("oracles.yaml")["oracles"]}


def tumbler(velocity=5, points=2, hexes=0, begun=None):
    """A ship in the middle of its random movement."""
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), velocity=velocity)
    state, craft = table.state, table.state.craft[k]
    craft.control, craft.points, craft.hexes = Control.OUT, points, hexes
    craft.start_velocity = velocity if begun is None else begun
    state.mover, state.step, state.last_moment = k, Step.MOVE, 1
    return table, craft


@pytest.mark.rule("IN-SOC-01", "IN-SOC-02", "IN-SOC-03", "IN-SOC-04", "IN-SOC-05", "IN-AMB-18")
def test_oracle_soc_1_erskine_tumbles(monkeypatch):
    given, expect = ORACLES["OR-SOC-1"]["given"], ORACLES["OR-SOC-1"]["expect"]
    table, craft = tumbler(given["velocity"], given["points"], given["hexes_already_moved"])
    r = int(craft.r)
    fixed_dice(monkeypatch, random_movement, *given["rolls"])
    run(table)
    assert craft.velocity == expect["velocity"]
    assert craft.hexes - given["hexes_already_moved"] == expect["hexes_moved_in_random"]
    assert (craft.q, craft.r) == (10, r + expect["hexes_moved_in_random"])
    assert craft.points == expect["points_left"]
    assert (craft.heading != 0) == expect["turned"]
    assert craft.acted and table.state.step == Step.NEXT_GO


@pytest.mark.rule("IN-SOC-02", "IN-SOC-03")
def test_what_is_too_dear_drifts_a_hex_and_rolls_again(monkeypatch):
    table, craft = tumbler(velocity=6, points=1)
    requested = fixed_dice(monkeypatch, random_movement, *[6] * 6)
    run(table)
    assert craft.hexes == 6, "never more than its beginning velocity"
    assert craft.points == 1 and len(requested) == 6 and craft.heading == 0
    told = [(int(event.c), int(event.d)) for event in table.events(Event.MANOEUVRE)]
    assert told == [(6, Tumble.TOO_DEAR)] * 6, "a drift is reported, not a turn"


@pytest.mark.rule("IN-SOC-03", "IN-AMB-18")
def test_when_the_points_are_used_the_beginning_velocity_is_flown_out(monkeypatch):
    table, craft = tumbler(velocity=5, points=1, hexes=1)
    fixed_dice(monkeypatch, random_movement, 1)
    run(table)
    assert craft.velocity == 4 and craft.hexes == 5, "the beginning velocity counts"


@pytest.mark.rule("IN-SOC-05", "IN-AMB-19")
@pytest.mark.parametrize(
    ("die", "velocity", "hexes"), [(1, 4, 0), (2, 6, 1), (3, 3, 0), (4, 7, 1), (5, 8, 1)]
)
def test_changes_of_velocity(monkeypatch, die, velocity, hexes):
    cost = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}[die]
    table, craft = tumbler(velocity=5, points=cost, hexes=9)
    fixed_dice(monkeypatch, random_movement, die)
    run(table)
    assert (craft.velocity, craft.hexes - 9, craft.points) == (velocity, hexes, 0)
    assert [event["c"] for event in table.events(Event.MANOEUVRE)] == [die]


@pytest.mark.rule("IN-SOC-07", "IN-AMB-19")
@pytest.mark.parametrize(("die", "turn"), [(6, 1), (7, 5), (8, 2), (9, 4)])
def test_turns_move_a_hex_and_turn_the_ship(monkeypatch, die, turn):
    cost = {1: 2, 5: 2, 2: 4, 4: 4}[turn]
    table, craft = tumbler(velocity=5, points=cost, hexes=9)
    craft.facing = 1
    fixed_dice(monkeypatch, random_movement, die)
    run(table)
    assert craft.heading == turn and craft.facing == (1 + turn) % 6
    assert craft.hexes == 10 and craft.points == 0 and craft.velocity == 5


@pytest.mark.rule("IN-SOC-08")
@pytest.mark.parametrize(
    ("die", "facing"), [(1, 1), (2, 1), (3, 2), (6, 3), (8, 4), (9, 5), (10, 5)]
)
def test_a_spin_ends_in_a_random_facing(monkeypatch, die, facing):
    table, craft = tumbler(velocity=5, points=3, hexes=9)
    fixed_dice(monkeypatch, random_movement, 10, die)
    run(table)
    assert (craft.facing, craft.heading, craft.hexes, craft.points) == (facing, 0, 9, 0)


@pytest.mark.rule("IN-SOC-06")
def test_below_nothing_it_drifts_and_rolls_again(monkeypatch):
    table, craft = tumbler(velocity=1, points=1, begun=3)
    requested = fixed_dice(monkeypatch, random_movement, 3, 3, 1)
    run(table)
    assert craft.velocity == 0 and len(requested) == 3
    assert craft.hexes == 3, "two drifted for the rolls, one is left of the three"


@pytest.mark.rule("IN-SOC-06", "IN-SOC-03")
def test_a_ship_at_rest_rolls_until_something_can_be(monkeypatch):
    table, craft = tumbler(velocity=0, points=1)
    fixed_dice(monkeypatch, random_movement, 1, 3, 1, 2)
    run(table)
    assert craft.velocity == 1 and craft.hexes == 1 and craft.points == 0
    told = [int(event.d) for event in table.events(Event.MANOEUVRE)]
    assert told == [*[Tumble.STUCK] * 3, Tumble.MADE]


@pytest.mark.rule("IN-SOC-01", "IN-SOC-04", "IN-AMB-18")
@pytest.mark.parametrize(
    ("velocity", "die", "cost"),
    [(5, 6, 2), (6, 6, 3), (9, 8, 8), (0, 5, 3), (15, 9, 12), (18, 6, 7), (18, 8, 14), (30, 10, 3)],
)
def test_costs_by_velocity(velocity, die, cost):
    assert manoeuvre_cost(scene().rules, velocity, die) == cost


@pytest.mark.rule("IN-SOC-09", "IN-SOC-10")
@pytest.mark.parametrize("die", [5, 6])
def test_oracles_soc_2_and_3_recovery_or_a_whole_turn_of_it(monkeypatch, die):
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), velocity=2, piloting=5)
    craft = table.state.craft[k]
    assert craft.thrust == ORACLES["OR-SOC-3"]["given"]["max_thrust"]
    craft.control = Control.OUT
    steady_skill(monkeypatch, random_movement, ORACLES["OR-SOC-2"]["given"]["piloting"])
    fixed_dice(monkeypatch, random_movement, die)
    table.state.phase, table.state.step, table.state.cursor = Phase.DECISION, Step.RECOVERY, 0
    random_movement.recovery_step(table.state, table.rules)
    if die <= ORACLES["OR-SOC-2"]["expect"]["recover_on_or_below"]:
        assert craft.control == Control.STEADY and table.state.step == Step.NEXT_GO
        assert table.state.cursor == 0 and not craft.acted
    else:
        assert craft.points == ORACLES["OR-SOC-3"]["expect"]["random_points"]
        assert table.state.step == Step.SPEED and table.state.mover == k
    assert [(e["c"], e["d"]) for e in table.events(Event.RECOVERY)] == [(die, die == 5)]


@pytest.mark.rule("IN-FLT-02", "IN-SOC-10")
@pytest.mark.parametrize(("die", "steady"), [(3, True), (4, False)])
def test_a_stand_in_regains_control_less_easily(monkeypatch, die, steady):
    table = scene()
    k = table.put("GLADIUS", gunner=(6, 6))
    table.pilot(k).flies, table.state.crew[1].flies = False, True
    table.state.craft[k].control = Control.OUT
    fixed_dice(monkeypatch, random_movement, die)
    random_movement.recover(table.state, table.rules, k)
    assert (table.state.craft[k].control == Control.STEADY) == steady


@pytest.mark.rule("IN-SOC-03", "IN-AMB-18")
def test_what_is_too_dear_ends_it_once_the_beginning_velocity_is_flown(monkeypatch):
    table, craft = tumbler(velocity=6, points=1, hexes=5)
    requested = fixed_dice(monkeypatch, random_movement, 6)
    run(table)
    assert craft.hexes == 6 and len(requested) == 1


@pytest.mark.rule("IN-SEQ-09", "IN-SOC-10", "IN-AMB-101")
def test_all_roll_first_then_they_move_by_size(monkeypatch):
    table = scene()
    light = table.put("CHEETAH", at=(5, 10))
    steady = table.put("CHEETAH", at=(7, 10))
    heavy = table.put("FLUTTERING PETAL", side=1, at=(15, 10))
    for k in (light, heavy):
        table.state.craft[k].control = Control.OUT
    assert table.state.craft[heavy].size_class < table.state.craft[light].size_class
    steady_skill(monkeypatch, random_movement, 0)
    monkeypatch.setattr(random_movement, "roll", lambda state, kind, who: 5)
    state = table.state
    state.cursor, state.step = 0, Step.RECOVERY
    run(table)
    order = [event["actor"] for event in table.events(Event.MANOEUVRE)]
    assert [event["actor"] for event in table.events(Event.RECOVERY)] == [light, heavy]
    assert order == sorted(order, reverse=True) and set(order) == {light, heavy}
    assert state.craft[light].acted and state.craft[heavy].acted and not state.craft[steady].acted
    assert state.step == Step.NEXT_GO and state.cursor == 0 and state.mover == -1


@pytest.mark.rule("IN-SOC-10", "IN-DES-06")
def test_a_hull_may_fail_at_the_recovery_roll(monkeypatch):
    table, craft = tumbler()

    def breaks(state, rules, k):
        state.craft[k].status = Status.WRECK
        return False

    monkeypatch.setattr(random_movement, "holds", breaks)
    table.state.cursor = 0
    random_movement.recovery_step(table.state, table.rules)
    assert (table.state.step, table.state.back) == (Step.BLASTS, Step.RECOVERY)
    assert not table.events(Event.RECOVERY)
    random_movement.recovery_step(table.state, table.rules)
    assert table.state.step == Step.NEXT_GO


@pytest.mark.rule("IN-SEQ-09", "IN-SOC-10", "IN-DES-06")
def test_after_a_hull_that_fails_the_next_ship_rolls(monkeypatch):
    table, _ = tumbler()
    next_one = table.put("CHEETAH", at=(5, 10))
    table.state.craft[next_one].control = Control.OUT
    steady_skill(monkeypatch, random_movement, 9)
    fixed_dice(monkeypatch, random_movement, 1)

    def first_breaks(state, rules, k):
        state.craft[0].status = Status.WRECK
        return k != 0

    monkeypatch.setattr(random_movement, "holds", first_breaks)
    table.state.cursor = 0
    random_movement.recovery_step(table.state, table.rules)
    assert table.state.step == Step.BLASTS and next_one == 1
    random_movement.recovery_step(table.state, table.rules)
    assert [event["actor"] for event in table.events(Event.RECOVERY)] == [next_one]
    assert table.state.craft[next_one].control == Control.STEADY


@pytest.mark.rule("IN-SOT-04", "IN-SOC-03")
def test_control_lost_in_the_middle_of_a_move(monkeypatch):
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), velocity=5, piloting=5)
    craft, r = table.state.craft[k], int(table.state.craft[k].r)
    begin(table, k)
    say_number(table, 5)
    craft.spent = 8
    fixed_dice(monkeypatch, control, 10)
    requested = fixed_dice(monkeypatch, random_movement, 3)  # -2V costs 2
    say(table, Verb.STARBOARD)
    assert len(requested) == 1 and craft.velocity == 3
    assert (craft.q, craft.r, craft.hexes) == (10, r + 5, 5)
    assert craft.acted and craft.control == Control.OUT and table.state.decision == Decision.NOTHING


@pytest.mark.rule("IN-SOC-03")
def test_a_tumbling_ship_may_leave_the_map(monkeypatch):
    table = scene()
    k = table.put("CHEETAH", at=(10, 28), velocity=4)
    craft, state = table.state.craft[k], table.state
    craft.control, craft.points = Control.OUT, 0
    state.mover, state.step = k, Step.MOVE
    run(table)
    assert craft.status == Status.BROKEN_OFF and state.step == Step.NEXT_GO
