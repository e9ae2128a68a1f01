"""FTL jumpers of a tug, and the loss of towing gear."""

import pytest
from kit.interceptor.damaging import lose
from kit.interceptor.moves import begin, say_number
from kit.interceptor.tugs import (
    answer,
    choices,
    end_turn,
    stage,
    tied,
    tug,
    verbs,
)

from spacecombat_env.rulesets.interceptor import sequence
from spacecombat_env.rulesets.interceptor.cases import t_space, towing
from spacecombat_env.rulesets.interceptor.combat.shields import flicker_of
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Comp,
    Event,
    Facing,
    Status,
    Step,
    Tow,
    Verb,
    craft_action,
    proceed,
)
from spacecombat_env.rulesets.interceptor.model.printed.components import tow_capacity
from spacecombat_env.rulesets.interceptor.movement.stepping import enter_hex
from spacecombat_env.rulesets.interceptor.turn import tailing

# --- jumpers -------------------------------------------------------------------------------------


def about_to_jump(attached=Tow.ATTACHED):
    """A pair that has declared transition."""
    table, k, other = tied(attached, velocity=30)
    state = table.state
    t_space.calculate(state, k)
    table.rules.classes[state.craft[k].klass].switches = 0
    state.turn = 2
    return table, k, other


@pytest.mark.rule("IN-CON-30")
def test_jumpers_take_60_turns_to_attach_and_10_to_detach():
    table, k, other = tied(jumpers=73)
    state = table.state
    state.craft["shield"] = 50
    assert choices(table, k) == {Verb.DONE, Verb.RELEASE, craft_action(state, other)}
    answer(table, k, craft_action(state, other))
    assert stage(table, other) == (Tow.ATTACHING, 60)
    assert flicker_of(state.craft[k], Facing.F) == flicker_of(state.craft[other], Facing.F) == 0
    end_turn(table, 60)
    assert stage(table, k) == (Tow.ATTACHED, 0)
    assert flicker_of(state.craft[k], Facing.F) == flicker_of(state.craft[other], Facing.F) == 50
    answer(table, k, Verb.RELEASE)
    assert stage(table, k) == (Tow.DETACHING, 10) and flicker_of(state.craft[k], Facing.F) == 0
    end_turn(table, 10)
    assert stage(table, k) == stage(table, other) == (Tow.TOWING, 0)


@pytest.mark.rule("IN-CON-30")
def test_jumpers_must_move_the_tonnage():
    table, k, other = tied(jumpers=72)
    assert choices(table, k) == {Verb.DONE, Verb.RELEASE}


@pytest.mark.rule("IN-CON-30", "IN-AMB-183")
def test_a_pair_enters_t_space_by_its_jumpers_alone():
    table, k, other = about_to_jump(Tow.TOWING)
    state, rules = table.state, table.rules
    assert not t_space.may_enter(state, rules, k)
    towing.set_tow(state, k, Tow.ATTACHED, 0)
    assert t_space.may_enter(state, rules, k)
    assert not t_space.may_calculate(state, rules, other)
    t_space.declare_transit(state, k)
    end_turn(table)
    assert state.craft[k].status == state.craft[other].status == Status.BROKEN_OFF


@pytest.mark.rule("IN-AMB-183")
def test_a_ship_in_tow_does_not_calculate():
    table, k, other = tied(name="PEGASUS")
    assert t_space.may_calculate(table.state, table.rules, k)
    assert not t_space.may_calculate(table.state, table.rules, other)


# --- damage --------------------------------------------------------------------------------------


@pytest.mark.rule("IN-IDE-41")
def test_without_towing_attachments_the_hold_is_lost_and_the_tow_drifts_on():
    table, k, other = about_to_jump()
    state, rules = table.state, table.rules
    state.craft[k].facing = 5
    sequence.after_step(state, rules)
    lose(table, k, Comp.TOWING)
    towed = state.craft[other]
    assert towed.tow == state.craft[k].tow == NONE and stage(table, k) == (Tow.FREE, 0)
    assert (towed.heading, towed.facing, towed.velocity) == (2, 5, 30)
    assert not state.craft[k].run and [int(e.c) for e in table.events(Event.TOW_LOST)] == [0]
    assert Verb.TOW not in verbs(table, k)


@pytest.mark.rule("IN-IDE-41")
def test_without_jumpers_the_way_into_t_space_ends_and_the_hold_stays():
    table, k, other = about_to_jump()
    state = table.state
    lose(table, k, Comp.JUMPERS)
    assert stage(table, k) == stage(table, other) == (Tow.TOWING, 0) and state.craft[k].tow == other
    assert not state.craft[k].run and len(table.events(Event.ABORTED)) == 1
    assert choices(table, k) == {Verb.DONE, Verb.RELEASE}


@pytest.mark.rule("IN-IDE-41")
def test_gear_that_is_not_in_use_may_be_lost():
    table, k, other = tied()
    lose(table, k, Comp.JUMPERS)
    assert table.state.craft[k].tow == other
    table, k, other = tug()
    lose(table, k, Comp.TOWING)
    assert table.events(Event.TOW_LOST) == []


@pytest.mark.rule("IN-CON-25")
@pytest.mark.parametrize(
    ("name", "tons"),
    [
        ("Towing attachments 73 t", 500),
        ("Towing attachments 501 t", 2000),
        ("Towing attachments 2001 t", 5000),
        ("FTL drive jumpers 5001 t", 10_000),
    ],
)
def test_gear_on_a_sheet_moves_the_tonnage_of_its_row(name, tons):
    assert tow_capacity(name) == tons


def test_a_lock_on_ends_and_the_pair_flies_off():
    """A tow as a game has it: the last turn of the lock-on, the move, the release."""
    table, k, other = tied(Tow.LOCKING, 1, name="AUTUMN LEAF")
    state, rules = table.state, table.rules
    end_turn(table)
    assert stage(table, k) == (Tow.TOWING, 0)
    before = (int(state.craft[other].q), int(state.craft[other].r))
    state.turn += 1
    proceed(state, Step.NEXT_GO)
    tailing.next_go_step(state, rules)
    assert state.picked == k
    begin(table, k)
    say_number(table, 4)
    enter_hex(state, rules, k, 2)
    sequence.after_step(state, rules)
    assert (state.craft[other].q, state.craft[other].r) != before
    answer(table, k, Verb.RELEASE)
    end_turn(table, 5)
    assert state.craft[other].velocity == 4 and state.craft[other].tow == NONE
