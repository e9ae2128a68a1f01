"""Chapters MIR and MIB: errands of single ships, over the edges, at asteroids and under fire."""

import pytest
from kit.battle_rider.missions import war

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Errand, Event, Side
from spacecombat_env.rulesets.battle_rider.movement.map_edges import leave_map
from spacecombat_env.rulesets.battle_rider.ships.damage import take_damage
from spacecombat_env.rulesets.battle_rider.victory.mission_deeds import record_deeds

VISITS = (Event.REFUELLED, Event.EXTRACTION)
"""What only Red learns."""


@pytest.mark.rule("BR-SCN-05", "BR-AMB-57", "BR-MIB-10")
@pytest.mark.parametrize(
    ("seat", "column", "row", "status"),
    [
        (1, 10, 0, CraftStatus.ESCAPED),
        (1, 10, 34, CraftStatus.LOST),
        (1, 0, 16, CraftStatus.LOST),
        (1, 20, 16, CraftStatus.LOST),
        (0, 10, 34, CraftStatus.ESCAPED),
        (0, 0, 16, CraftStatus.LOST),
        (0, 20, 16, CraftStatus.LOST),
    ],
)
def test_ships_escape_over_the_enemys_edge_alone(seat, column, row, status):
    """Red raids (mission 6) over both entry edges, but over no other; Blue never over its own."""
    game = war(6, 10, ["Rapier"], ["Rapier"])
    state = game.state
    tf, index = seat * len(state.tf) // 2, seat * len(state.craft) // 2
    start = (column, {0: 2, 34: 32}.get(row, row))
    start = ({0: 1, 20: 19}.get(column, column), start[1])
    state.tf[tf].q, state.tf[tf].r = column, axial_row(column, row)
    leave_map(state, game.rules, tf, start[0], axial_row(*start))
    assert state.craft[index].status == status


@pytest.mark.rule("BR-MIR-08", "BR-MIR-09")
@pytest.mark.parametrize(("mission", "errand"), [(8, Errand.REFUELLED), (9, Errand.DATABASE)])
def test_a_full_turn_at_the_asteroid_refuels_or_takes_the_team(mission, errand):
    game = war(mission, 3, ["Rapier", "Valor"], ["Rapier"])
    state = game.state
    state.mission[0].asteroid = 1
    force = state.tf[0]
    force.q, force.r = state.body[1].q, state.body[1].r
    force.vq = 1
    for _ in range(2):
        record_deeds(state, game.rules)  # the turn of its arrival, or passing by, does nothing
    assert not state.craft[0].errand & errand
    force.vq = 0  # it has not moved in the turn
    record_deeds(state, game.rules)
    assert state.craft[0].errand & errand
    assert state.craft[1].errand & errand  # refuelled too, or given the data
    told = [event for event in state.log[: state.log_count] if event.kind in VISITS]
    assert told and {int(event.known) for event in told} == {1 << Side.RED}


@pytest.mark.rule("BR-MIR-08", "BR-MIR-09")
@pytest.mark.parametrize(("mission", "errand"), [(8, Errand.REFUELLED), (9, Errand.DATABASE)])
def test_riders_aboard_stay_at_the_asteroid_with_their_tender(mission, errand):
    """They are not counted out of a fleet that has refuelled; the team boards no cargo."""
    game = war(mission, 3, ["Manticore", "Maggart LT"], ["Rapier"])
    state = game.state
    state.mission[0].asteroid = 1
    state.craft[0].status, state.craft[0].keeper, state.craft[0].tf = CraftStatus.ABOARD, 1, -1
    force = state.tf[0]
    force.strength, force.q, force.r = 1, state.body[1].q, state.body[1].r
    record_deeds(state, game.rules)
    assert state.craft[0].errand & errand and state.craft[1].errand & errand
    if mission == 9:
        assert state.mission[0].team == 1


@pytest.mark.rule("BR-MIR-09")
def test_the_team_shows_the_force_of_the_tender_that_it_is_aboard_of():
    game = war(9, 3, ["Manticore", "Maggart LT", "Valor"], ["Rapier"])
    state = game.state
    state.mission[0].team = 0
    state.craft[0].status, state.craft[0].keeper, state.craft[0].tf = CraftStatus.ABOARD, 1, -1
    record_deeds(state, game.rules)
    assert all(state.craft[k].errand & Errand.DATABASE for k in range(3))


@pytest.mark.rule("BR-MIR-08", "BR-MIR-06", "BR-SCN-05")
@pytest.mark.parametrize(
    ("mission", "row", "refuelled", "status"),
    [
        (6, 0, False, CraftStatus.ESCAPED),
        (6, 34, False, CraftStatus.ESCAPED),
        (1, 0, False, CraftStatus.LOST),
        (1, 34, False, CraftStatus.ESCAPED),
        (8, 0, False, CraftStatus.LOST),
        (8, 34, False, CraftStatus.LOST),
        (8, 0, True, CraftStatus.ESCAPED),
        (8, 34, True, CraftStatus.ESCAPED),
    ],
)
def test_raiders_escape_over_both_edges(mission, row, refuelled, status):
    game = war(mission, 3, ["Rapier"], ["Rapier"])
    state = game.state
    start = axial_row(10, 2 if row == 0 else 32)
    if refuelled:
        state.craft[0].errand = int(Errand.REFUELLED)
    state.craft[0].detected = 1
    state.tf[0].q, state.tf[0].r = 10, axial_row(10, row)
    leave_map(state, game.rules, 0, 10, start)
    assert state.craft[0].status == status
    assert game.visible(1).craft[0].status == CraftStatus.LOST  # Blue is not told


@pytest.mark.rule("BR-MIB-02")
def test_a_computer_result_destroys_a_vampire():
    for mission, status in ((2, CraftStatus.DESTROYED), (3, CraftStatus.IN_FORCE)):
        game = war(1, mission, ["Rapier"], ["Rapier"]).only_marker("COMPUTER")
        half = len(game.state.craft) // 2
        take_damage(game.state, game.rules, half, 1)
        assert game.state.craft[half].status == status


@pytest.mark.rule("BR-MIR-07", "BR-MIB-09")
def test_a_no_effect_marker_is_no_hit():
    for marker, hit in (("NO_EFFECT", False), ("SENSORS", True), ("SHIP_EXPLODES", True)):
        game = war(7, 3, ["Rapier"], ["Starburst"]).only_marker(marker)
        half = len(game.state.craft) // 2
        take_damage(game.state, game.rules, half, 1)
        assert bool(game.state.craft[half].errand & Errand.HIT) == hit
