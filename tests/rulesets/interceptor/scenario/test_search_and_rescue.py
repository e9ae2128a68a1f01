"""The book's third scenario: its set-up, and every end that it can have, as its log tells it."""

import re

import pytest
from kit.interceptor.rescues import DEDUCO, NORTH, SOUTH, Hunt

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.damage.effects import take_effect
from spacecombat_env.rulesets.interceptor.damage.explosions import explode
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Comp,
    Edge,
    Load,
    Reason,
    Status,
    Verb,
    Verdict,
    Zone,
    is_in_well,
    zone_at,
)
from spacecombat_env.rulesets.interceptor.presentation.outcome import step
from spacecombat_env.rulesets.interceptor.scenario import load

RED, BLUE = 0, 1
ONE, OTHER, THIRD = 0, 2, 4
RENEGADES = range(6)
AT_THE_MAN = (13, 16)
"""Printed hex 1313 of map 1: he is in the 16th row, counted from the planet."""
TOP = 28


def printed(row, sheet):
    """The row of a printed row of a sheet, from 1 at the planet."""
    return {1: 29, 2: 15}[sheet] - row


def chase(seed=1):
    """Turn 3: a Renegade has the man aboard near the top edge, Deduco is far below."""
    hunt = Hunt(seed)
    hunt.play_turn(2)
    hunt.put(ONE, at=(13, TOP), heading=NORTH, velocity=4)
    hunt.take(ONE)
    hunt.remove(*RENEGADES[1:])
    return hunt


def ended(hunt):
    """How the game has ended: why, points of Red's and Blue's, the turn."""
    state = hunt.state
    assert hunt.is_over
    points = [int(state.points[side]) for side in (RED, BLUE)]
    return Reason(int(state.reason)), points, int(state.turn)


# --- the set-up ----------------------------------------------------------------------------------


@pytest.mark.rule("IN-SCN-08", "IN-SCN-09", "IN-SCN-13")
def test_forces_places_and_points_are_those_of_the_book():
    scenario = load("search_and_rescue")
    rules, state = scenario.table.rules[0], scenario.table.opening[0]
    option = rules.option
    names = scenario.source["resolved"]["cards"][1:]
    assert names[:2] == ["PETAL 1", "PETAL 2"] and names[-1] == "Deduco"
    skills = [(int(card.crew[0].piloting), int(card.crew[0].gunnery)) for card in rules.cards[1:8]]
    assert skills == [(5, 4), (5, 4), (5, 5), (5, 5), (5, 4), (5, 4), (5, 4)]
    gunners = [
        (int(rules.cards[n].crew[1].piloting), int(rules.cards[n].crew[1].gunnery)) for n in (1, 7)
    ]
    assert gunners == [(2, 6), (3, 6)]
    allowed = [bool(int(card.allowed) >> Load.HELL & 1) for card in rules.cards[1:8]]
    assert allowed == [False] * 6 + [True], "HELLs are for TOG alone"
    assert option.sets_up == BLUE and option.entry_die[RED] == 1 and option.entry_turn[RED] == 2
    assert list(option.zone[BLUE]) == [1, 26, printed(7, 1), printed(7, 1)]
    assert list(option.velocity) == [1, 1] and list(option.heading) == [NONE, NONE]
    assert list(option.destroyed) == [50, 10] and option.prize == 150
    man = state.adrift[len(state.adrift) // 2]
    assert (man.velocity, man.heading, man.thrust, man.prize) == (1, SOUTH, 1, 1)


@pytest.mark.rule("IN-SCN-08")
def test_the_standing_order_enters_toward_the_middle_of_the_map():
    hunt = Hunt()
    hunt.play_turn()
    ships = [hunt.state.craft[k] for k in RENEGADES]
    assert {int(ship.status) for ship in ships} == {Status.ON_MAP}
    assert {(int(ship.heading), int(ship.facing)) for ship in ships} == {(2, 2)}, "both SE"


@pytest.mark.rule("IN-SCN-09", "IN-AMB-95")
def test_gravity_draws_from_row_14_of_map_1_on_and_the_last_row_is_the_interface():
    hunt = Hunt()
    rules, state, option = hunt.rules, hunt.state, hunt.rules.option
    assert option.planet == Edge.BOTTOM and hunt.row(hunt.man) == printed(13, 1) == 16
    assert option.well == printed(14, 1) == 15
    assert not is_in_well(state, rules, hunt.man)
    hunt.man.r -= 1
    assert is_in_well(state, rules, hunt.man)
    r = int(hunt.man.r) - 15
    assert [zone_at(state, rules, 13, r + row) for row in (1, 2)] == [Zone.INTERFACE, Zone.SPACE]


@pytest.mark.rule("IN-SCN-14")
@pytest.mark.parametrize(
    ("points", "verdict", "name"),
    [
        ((200, 0), Verdict.RED, "decisive"),
        ((150, 0), Verdict.RED, "substantive"),
        ((50, 0), Verdict.RED, "marginal"),
        ((0, 0), Verdict.RED, "marginal"),
        ((0, 150), Verdict.BLUE, "marginal"),
        ((0, 160), Verdict.BLUE, "substantive"),
        ((0, 210), Verdict.BLUE, "decisive"),
    ],
)
def test_outcomes_are_those_of_the_printed_table(points, verdict, name):
    hunt = Hunt()
    lead = points[0] - points[1]
    rows = [int(margin) for margin in hunt.rules.option.outcome[verdict, :3]]
    row = next(n for n, margin in enumerate(rows) if abs(lead) >= margin)
    assert step(hunt.scenario, verdict, row) == name


# --- he dies -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-SCN-09", "IN-GRV-02", "IN-AMB-95", "IN-AMB-118")
def test_if_nobody_moves_he_burns_in_turn_8():
    """Two rows a turn: his own hex, and one for gravity, which gives him no velocity."""
    hunt, rows = Hunt(), []
    while not hunt.is_over:
        hunt.play_turn()
        rows.append(hunt.row(hunt.man))
        assert hunt.is_over or hunt.man.velocity == 1
    assert rows[:7] == [14, 12, 10, 8, 6, 4, 2]
    assert ended(hunt) == (Reason.PRIZE_LOST, [0, 0], 8)
    assert hunt.state.verdict == Verdict.RED, "0 points are a marginal victory of the Renegades"
    assert hunt.log("burns", "wins") == [
        "Blue crew 1 burns up in the air.",
        "Red wins: the man whom both sides want is dead or gone. The victory is marginal.",
    ]


@pytest.mark.rule("IN-SCN-09", "IN-AMB-95")
def test_any_other_crew_burns_in_the_interface_and_the_game_goes_on():
    hunt = Hunt()
    crew = hunt.state.adrift[0]
    crew.people, crew.crew, crew.q, crew.heading, crew.velocity = 1, 1, 5, SOUTH, 1
    crew.r, crew.air = axial_row(5, 4), 30
    hunt.play_turn()
    assert crew.people == 1 and hunt.row(crew) == 2
    hunt.play_turn()
    assert crew.people == 0 and not hunt.is_over
    assert hunt.log("burns") == ["Red crew 1 burns up in the air."]


@pytest.mark.rule("IN-SCN-09", "IN-IDE-42", "IN-ABN-10")
def test_an_external_compartment_that_is_shot_off_kills_him():
    hunt = chase()
    hunt.state.craft[ONE].heading = SOUTH
    (part,) = [
        n
        for n, part in enumerate(hunt.rules.classes[hunt.state.craft[ONE].klass].component)
        if part.kind == Comp.RESCUE
    ]
    take_effect(hunt.state, hunt.rules, ONE, part)
    hunt.play_turn()
    assert ended(hunt) == (Reason.PRIZE_LOST, [0, 0], 3)
    assert hunt.status(ONE) == Status.ON_MAP
    assert hunt.log("whom both sides want is dead")[-1:] == [
        "Red wins: the man whom both sides want is dead or gone. The victory is marginal."
    ]


@pytest.mark.rule("IN-SCN-13", "IN-ABN-10")
def test_a_ship_that_explodes_takes_him_along():
    hunt = chase()
    hunt.state.craft[ONE].heading = SOUTH
    explode(hunt.state, hunt.rules, ONE, 0)
    hunt.play_turn()
    assert ended(hunt) == (Reason.PRIZE_LOST, [0, 10], 3)


@pytest.mark.rule("IN-SCN-12", "IN-AMB-167")
def test_a_ship_that_is_abandoned_loses_him():
    hunt = chase()
    hunt.state.craft[ONE].heading = SOUTH
    hunt.state.craft[ONE].inside = 1  # leaving is offered to damaged ships
    hunt.verbs[ONE] = Verb.LEAVE
    hunt.play_turn(2)
    assert hunt.status(ONE) == Status.ABANDONED
    assert ended(hunt)[:2] == (Reason.PRIZE_LOST, [0, 10])


# --- he is carried off ---------------------------------------------------------------------------


@pytest.mark.rule("IN-SCN-10", "IN-ABN-07", "IN-ABN-08")
@pytest.mark.parametrize(("k", "name"), [(DEDUCO, "Blue Deduco"), (THIRD, "Red ")])
def test_a_ship_of_either_side_picks_him_up(k, name):
    """It lowers its shields, flies with him, and rolls; it tries until it succeeds."""
    hunt = Hunt()
    hunt.put(k, at=AT_THE_MAN, heading=SOUTH)
    hunt.lowers.add(k)
    hunt.speeds[k] = 1  # gravity makes it faster
    while hunt.state.prize_holder == NONE:
        hunt.play_turn()
    assert hunt.state.prize_holder == k and not hunt.is_over
    told = hunt.log("lowers", "fails to pick", "picks", "has the man")
    assert re.fullmatch(rf"{name}.* lowers its shields to pick up a crew\.", told[0])
    assert re.match(rf"{name}.* picks up Blue crew 1 \(roll", told[-2])
    assert re.fullmatch(rf"{name}.* has the man aboard whom both sides want\.", told[-1])


@pytest.mark.rule("IN-SCN-12", "IN-SCN-13", "IN-AMB-119")
def test_a_flight_that_nobody_follows_ends_at_the_top_edge():
    hunt = chase()
    hunt.put(DEDUCO, at=(13, 14), heading=NORTH)
    hunt.speeds[DEDUCO] = 0
    hunt.play_turn()
    assert ended(hunt) == (Reason.PRIZE_TAKEN, [150, 0], 3)
    assert hunt.status(DEDUCO) == Status.BROKEN_OFF, "it lay on the sheet that was taken away"
    assert hunt.log("maps", "left behind", "wins") == [
        "The maps are laid again (1).",
        "Blue Deduco is left behind.",
        "Red wins: the man whom both sides want was carried off. The victory is substantive.",
    ]


@pytest.mark.rule("IN-SCN-12", "IN-SCN-13", "IN-AMB-119")
def test_a_flight_with_a_pursuer_and_two_sheets_laid_again():
    """TOG flees: 14 rows a sheet; the second time the pursuers are left behind, and it is over."""
    hunt = Hunt()
    hunt.play_turn(2)
    hunt.put(DEDUCO, at=(13, 26), heading=NORTH, velocity=12)
    hunt.take(DEDUCO)
    hunt.remove(*RENEGADES[2:])
    hunt.put(0, at=(5, 20), heading=NORTH, velocity=2)
    hunt.put(1, at=(8, 15), heading=SOUTH, velocity=2)
    hunt.play_turn()
    state = hunt.state
    assert state.sheet == 1 and not hunt.is_over
    assert hunt.row(state.craft[DEDUCO]) == 26 + 12 - 14
    assert hunt.row(state.craft[0]) == 20 + 2 - 14 and hunt.status(1) == Status.BROKEN_OFF
    assert state.craft[0].velocity == 2 and not is_in_well(state, hunt.rules, state.craft[0])
    hunt.play_turn()
    assert state.sheet == 2 and hunt.status(0) == Status.BROKEN_OFF
    assert ended(hunt) == (Reason.PRIZE_TAKEN, [0, 150], 4)
    assert hunt.log("maps") == ["The maps are laid again (1).", "The maps are laid again (1)."]


@pytest.mark.rule("IN-SCN-12", "IN-CAM-20", "IN-TSK-02")
def test_t_space_carries_him_off():
    hunt = Hunt()
    hunt.play_turn(2)
    hunt.take(DEDUCO)
    hunt.put(DEDUCO, at=(13, 20), heading=NORTH, velocity=31)
    hunt.put(0, at=(5, 20), heading=NORTH, velocity=20)
    hunt.put(1, at=(8, 20), heading=NORTH, velocity=20)
    hunt.verbs[DEDUCO] = Verb.CALCULATE
    for _ in range(9):
        if hunt.is_over:
            break
        hunt.put(0, at=(5, 20), heading=NORTH, velocity=20)
        hunt.play_turn()
        hunt.verbs[DEDUCO] = Verb.T_SPACE
    assert ended(hunt)[:2] == (Reason.PRIZE_TAKEN, [0, 150])


@pytest.mark.rule("IN-SCN-11", "IN-AMB-167")
def test_another_edge_is_no_way_out_with_him():
    hunt = chase()
    hunt.put(ONE, at=(1, 20), heading=5, velocity=3)
    hunt.play_turn()
    assert hunt.status(ONE) == Status.BROKEN_OFF
    assert ended(hunt) == (Reason.PRIZE_LOST, [0, 0], 3), "to break off is no loss"


# --- other ends ----------------------------------------------------------------------------------


@pytest.mark.rule("IN-SCN-13", "IN-SCN-09")
def test_the_game_goes_on_while_one_side_may_fetch_him():
    hunt = Hunt()
    hunt.play_turn()
    hunt.remove(*RENEGADES)
    hunt.play_turn()
    assert not hunt.is_over
    hunt.remove(DEDUCO)
    hunt.play_turn()
    assert ended(hunt) == (Reason.ALL_OUT, [0, 0], 3)


@pytest.mark.rule("IN-AMB-105")
def test_at_the_turn_limit_the_points_stand():
    hunt = Hunt(max_turns=3)
    hunt.play_turn(2)
    hunt.state.craft[OTHER].status = Status.DESTROYED
    hunt.play_out()
    assert ended(hunt) == (Reason.TURN_LIMIT, [0, 10], 3)
    assert hunt.state.verdict == Verdict.BLUE
