"""Pursuit: maps are laid again before the ship that flees with the man whom both sides want."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row, offset_row
from spacecombat_env.rulesets.interceptor import victory
from spacecombat_env.rulesets.interceptor.cases import rescue, t_space
from spacecombat_env.rulesets.interceptor.damage.berths import lose_riders
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    CrewStatus,
    Event,
    MissileStatus,
    Reason,
    Rock,
    Role,
    Status,
    Step,
    Verdict,
)
from spacecombat_env.rulesets.interceptor.model.ships import crew_of
from spacecombat_env.rulesets.interceptor.movement.stepping import enter_hex
from spacecombat_env.rulesets.interceptor.presentation.outcome import step
from spacecombat_env.rulesets.interceptor.turn.pursuit import sheets_step

RED, BLUE = 0, 1
NORTH, SOUTH = 0, 3
MANNIUS = 7
"""The last crewman of Blue's, of the small capacity."""
OUTCOME = {RED: (151, 100, 0), BLUE: (201, 151, 1)}


def hunt(row=28, other=20):
    """A PETAL with the prize aboard near the top edge, an enemy lower on the map."""
    table = scene()
    k = table.put("FLUTTERING PETAL", at=(10, row), heading=NORTH, velocity=3)
    enemy = table.put("LANCEA", side=BLUE, at=(10, other), heading=NORTH, velocity=3)
    state, option = table.state, table.rules.option
    option.pursuit, option.prize, option.tie = 1, 150, Verdict.RED
    option.destroyed[:] = 50, 10
    for side, margins in OUTCOME.items():
        option.outcome[side, : len(margins)] = margins
    m = len(state.crew) // 2 + MANNIUS
    state.crew[m].role, state.crew[m].status = Role.PILOT, CrewStatus.GONE
    state.crew[m].rescuer, state.crew[m].berth = k, rescue.berth_for(state, table.rules, k)
    state.prize_holder, state.mover = k, k
    return table, k, enemy, m


def row_of(piece):
    return int(offset_row(int(piece.q), int(piece.r)))


@pytest.mark.rule("IN-SCN-12", "IN-AMB-68", "IN-AMB-119")
def test_the_carrier_flies_on_over_the_top_edge_and_the_maps_follow():
    table, k, enemy, _ = hunt()
    state, rules = table.state, table.rules
    enter_hex(state, rules, k, NORTH)
    assert state.craft[k].status == Status.ON_MAP and row_of(state.craft[k]) == 29
    sheets_step(state, rules)
    assert state.step == Step.SCORE and state.sheet == 1
    assert row_of(state.craft[k]) == 15 and row_of(state.craft[enemy]) == 6
    assert len(table.events(Event.SHEETS)) == 1 and state.prize_taken == NONE


@pytest.mark.rule("IN-SCN-12")
def test_what_lay_on_the_lower_sheet_is_out():
    table, k, enemy, _ = hunt(row=29, other=14)
    state = table.state
    near = table.put("LANCEA", side=BLUE, at=(11, 15))
    missile, crew, rock = state.missile[0], state.adrift[1], state.rock[0]
    missile.status, missile.q, missile.r = MissileStatus.DORMANT, 9, axial_row(9, 3)
    crew.people, crew.q, crew.r = 1, 9, axial_row(9, 14)
    rock.kind, rock.q, rock.r = Rock.ASTEROID, 9, axial_row(9, 2)
    sheets_step(state, table.rules)
    assert state.craft[enemy].status == Status.BROKEN_OFF
    assert state.craft[near].status == Status.ON_MAP and row_of(state.craft[near]) == 1
    assert (missile.status, crew.people, rock.kind) == (MissileStatus.NONE, 0, Rock.NONE)
    assert len(table.events(Event.LEFT_BEHIND)) == 1


@pytest.mark.rule("IN-SCN-12", "IN-AMB-190")
@pytest.mark.parametrize(
    ("led", "status", "crew"),
    [
        (True, Status.BROKEN_OFF, CrewStatus.AWAKE),
        (False, Status.DESTROYED, CrewStatus.DEAD),
    ],
)
def test_a_crew_that_nobody_flies_is_lost_with_its_ship(led, status, crew):
    table, _, enemy, _ = hunt(row=29, other=14)
    craft = table.state.craft[enemy]
    craft.status = Status.ON_MAP if led else Status.DERELICT
    sheets_step(table.state, table.rules)
    aboard = next(iter(crew_of(table.state, table.rules, enemy)))
    assert (craft.status, table.state.crew[aboard].status) == (status, crew)


@pytest.mark.rule("IN-SCN-12", "IN-AMB-119")
def test_a_fast_ship_outruns_two_sheets_and_then_has_escaped():
    table, k, enemy, _ = hunt(row=43, other=28)
    state, rules = table.state, table.rules
    sheets_step(state, rules)
    assert state.sheet == 2 and row_of(state.craft[k]) == 15
    assert state.craft[enemy].status == Status.BROKEN_OFF, "row 28 is below two sheets"
    assert state.prize_taken == RED and state.craft[k].status == Status.BROKEN_OFF
    victory.judge_turn(state, rules)
    assert state.points[RED] == 150 and state.reason == Reason.PRIZE_TAKEN
    assert state.verdict == Verdict.RED


@pytest.mark.rule("IN-SCN-11")
def test_without_the_prize_a_ship_that_leaves_is_out():
    table, k, enemy, _ = hunt()
    state, rules = table.state, table.rules
    state.prize_holder = enemy
    enter_hex(state, rules, k, NORTH)
    assert state.craft[k].status == Status.BROKEN_OFF
    state.prize_holder, state.craft[k].status = k, Status.ON_MAP
    state.craft[enemy].r = axial_row(10, 28)
    state.mover = enemy
    enter_hex(state, rules, enemy, NORTH)
    assert state.craft[enemy].status == Status.ON_MAP, "it follows the carrier over the edge"


@pytest.mark.rule("IN-SCN-12", "IN-AMB-167")
def test_another_edge_is_no_way_to_carry_him_off():
    table, k, _, _ = hunt(row=1)
    state, rules = table.state, table.rules
    enter_hex(state, rules, k, SOUTH)
    assert state.craft[k].status == Status.BROKEN_OFF
    victory.judge_turn(state, rules)
    assert state.reason == Reason.PRIZE_LOST and state.points[RED] == 0


@pytest.mark.rule("IN-SCN-12", "IN-SCN-13")
def test_t_space_carries_him_off(monkeypatch):
    table, k, _, _ = hunt()
    state = table.state
    monkeypatch.setattr(t_space, "is_ready", lambda *_: True)
    state.craft[k].transit = 1
    t_space.enter_t_space(state, table.rules)
    victory.judge_turn(state, table.rules)
    assert state.reason == Reason.PRIZE_TAKEN and state.points[RED] == 150


@pytest.mark.rule("IN-SCN-09", "IN-SCN-13")
def test_his_death_ends_the_game():
    table, k, _, m = hunt()
    state = table.state
    lose_riders(state, k)
    assert state.crew[m].status == CrewStatus.DEAD and state.prize_holder == NONE
    victory.judge_turn(state, table.rules)
    assert state.reason == Reason.PRIZE_LOST and len(table.events(Event.PRIZE_DEAD)) == 1


@pytest.mark.rule("IN-SCN-10")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_both_sides_may_pick_him_up(side):
    table, k, _, m = hunt()
    state = table.state
    n = len(state.adrift) // 2
    crew = state.adrift[n]
    crew.people, crew.crew, crew.prize, crew.conscious = 1, 1 << MANNIUS, 1, 1
    state.prize_holder, state.crew[m].rescuer, state.crew[m].berth = NONE, NONE, NONE
    assert rescue.may_want(state, side, n)
    rescue.take_aboard(state, table.rules, k, n)
    assert state.prize_holder == k and state.crew[m].rescuer == k and not crew.prize
    assert len(table.events(Event.PRIZE)) == 1


@pytest.mark.rule("IN-SCN-13", "IN-SCN-14")
@pytest.mark.parametrize(
    ("taken", "renegades", "deduco", "lead", "verdict", "row"),
    [
        (RED, 2, False, 130, Verdict.RED, 1),
        (BLUE, 3, False, -180, Verdict.BLUE, 1),
        (RED, 0, True, 200, Verdict.RED, 0),
        (NONE, 0, False, 0, Verdict.RED, 2),
    ],
)
def test_points_and_outcome(taken, renegades, deduco, lead, verdict, row):
    """ORC-SCN-3."""
    table, k, enemy, _ = hunt()
    state, rules = table.state, table.rules
    others = [table.put("CHEETAH", at=(3 + n, 3)) for n in range(3)]
    for other in others[:renegades]:
        state.craft[other].status = Status.DESTROYED
    if deduco:
        state.craft[enemy].status = Status.DESTROYED
    state.prize_taken = taken
    state.prize_holder = k
    victory.count_points(state, rules, False)
    assert victory.lead_of(state) == lead
    victory.close_game(state, rules, Reason.PRIZE_TAKEN)
    event = table.events(Event.END)[0]
    assert (state.verdict, event.a) == (verdict, row)


@pytest.mark.rule("IN-SCN-14")
def test_the_steps_of_either_side_have_their_names(monkeypatch):
    from spacecombat_env.rulesets.interceptor.presentation import outcome

    tables = [["decisive", "marginal"], ["crushing"]]
    monkeypatch.setattr(outcome, "resolved_of", lambda _: {"outcome": tables})
    assert (step(None, RED, 1), step(None, BLUE, 0), step(None, BLUE, 1)) == (
        "marginal",
        "crushing",
        "",
    )
