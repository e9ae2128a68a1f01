"""Ships that enter the map in the Decision Phase."""

import numpy as np
import pytest
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Decision,
    DecisionStage,
    Event,
    Size,
    Status,
    Step,
    Verb,
    craft_action,
)
from spacecombat_env.rulesets.interceptor.turn import decision_phase, entering, setup

RED, BLUE = 0, 1


def waiting(turn=1):
    """Two ships of Red's that enter at 0101 or 0102 on a 1, in turn 2 all; an enemy on the map."""
    table = scene()
    option = table.rules.option
    ships = [table.put("CHEETAH"), table.put("FLUTTERING PETAL")]
    table.put("LANCEA", side=BLUE, at=(10, 20))
    for k in ships:
        table.state.craft[k].status = Status.WAITING
    option.entry_hexes[RED], option.entry_die[RED], option.entry_turn[RED] = 2, 1, 2
    option.entry_q[RED, :2] = 1
    option.entry_r[RED, :2] = axial_row(1, 28), axial_row(1, 27)
    option.heading[:], option.facing[:], option.velocity[:] = NONE, NONE, 1
    table.state.turn, table.state.first, table.state.step = turn, RED, Step.DECISION
    return table, ships


def run(table):
    """Go on until a seat is to act."""
    while table.state.decision == Decision.NOTHING and table.state.step == Step.DECISION:
        decision_phase.decision_step(table.state, table.rules)


def actions(table, side=RED):
    mask = np.zeros(400, np.int8)
    entering.legal_entry(table.state, table.rules, side, mask)
    return set(np.flatnonzero(mask))


@pytest.mark.rule("IN-SCN-08")
def test_a_one_lets_a_ship_enter_in_the_first_turn(monkeypatch):
    """ORC-SCN-4."""
    table, (first, second) = waiting()
    fixed_dice(monkeypatch, entering, 1, 2)
    run(table)
    assert (table.state.decision, table.state.seat) == (Decision.ENTRY, RED)
    assert actions(table) == {Verb.DONE, craft_action(table.state, first)}
    entering.apply_entry(table.state, table.rules, RED, Verb.DONE)
    run(table)
    assert table.state.decision == Decision.DECIDE
    assert table.state.craft[second].status == Status.WAITING


@pytest.mark.rule("IN-SCN-08")
def test_in_the_second_turn_all_enter():
    table, ships = waiting(turn=2)
    run(table)
    assert actions(table) == {craft_action(table.state, k) for k in ships}, "none may wait longer"


@pytest.mark.rule("IN-SCN-08", "IN-AMB-129")
def test_place_heading_and_dice_of_a_ship_that_enters():
    table, (_, k) = waiting(turn=2)
    state, rules = table.state, table.rules
    run(table)
    entering.apply_entry(state, rules, RED, craft_action(state, k))
    order = state.order[RED]
    assert (state.decision, order.low, order.high) == (Decision.ENTRY_HEX, 1, 2)
    entering.apply_entry_hex(state, rules, RED, 2)
    assert state.decision == Decision.SETUP_HEADING
    setup.apply_setup_heading(state, rules, RED, setup.direction_action(state, 3))
    assert state.decision == Decision.SETUP_FACING
    assert not state.dice[Size.HEAVY].any()
    setup.apply_setup_facing(state, rules, RED, setup.direction_action(state, 4))
    craft = state.craft[k]
    assert (craft.status, craft.q, craft.r) == (Status.ON_MAP, 1, axial_row(1, 27))
    assert (craft.heading, craft.facing, craft.velocity) == (3, 4, 1)
    assert state.step == Step.DECISION and len(table.events(Event.ENTERED)) == 1
    state.cursor = DecisionStage.MANNING
    decision_phase.decision_step(state, rules)
    assert state.dice[craft.size_class].all(), "its class is on the map for the first time"
    assert not state.dice[Size.SUPERHEAVY].any()


@pytest.mark.rule("IN-SCN-08")
def test_who_enters_is_not_set_up():
    table, _ = waiting()
    table.state.cursor = setup.FIRST_SIDE
    setup.place_side(table.state, table.rules, RED)
    assert table.state.cursor == setup.SECOND_SIDE and table.state.decision == Decision.NOTHING
    table.rules.option.entry_hexes[RED] = 0
    setup.place_side(table.state, table.rules, RED)
    assert table.state.decision == Decision.SETUP_CRAFT
