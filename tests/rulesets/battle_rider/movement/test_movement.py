"""Chapter MOV: vectors, maneuver and Thrust markers."""

import pytest
from kit.battle_rider.table import position, side, started

from spacecombat_env.core.model.hexgrid import axial_row, offset_row
from spacecombat_env.rulesets.battle_rider.model import NONE, Damage, Decision, ForceStatus, Result
from spacecombat_env.rulesets.battle_rider.movement.movement import coast_endpoint, thrust_available

N, NE, SE, S, SW, NW = range(6)
RED, BLUE = 0, 12  # first task force slots of the sides


def at(column, row):
    """Axial place of a printed hex."""
    return column, axial_row(column, row)


def place(force):
    """Axial place of a task force."""
    return int(force.q), int(force.r)


def vector(force):
    """Its vector."""
    return int(force.vq), int(force.vr)


def sailing(*ships, steps=(0, 2), enemy="Rapier", **more):
    """Red's task force in 1010 with a vector, about to have its round; Blue far away."""
    force = {"ships": list(ships), "hex": "1010", "vector": list(steps), **more}
    red = side(list(ships), [force])
    blue = side([enemy], [{"ships": [enemy], "hex": "1030"}])
    return started(position(red, blue), 0).to_round(RED)


def thrust(game, *directions):
    """Move with thrust in some directions of the map."""
    game.say("MOVE", *(("direction", k) for k in directions))
    if game.decision == Decision.THRUST:
        game.say("GO")
    return game


@pytest.mark.rule("BR-MOV-01", "BR-MOV-03")
def test_the_task_force_moves_to_its_projected_endpoint():
    """At the start of a turn the vector leads to the PEM; after the move it leads from the PPM."""
    game = sailing("Rapier", steps=(1, 2))
    force = game.state.tf[RED]
    start, endpoint = place(force), coast_endpoint(game.state, RED)
    assert endpoint == (11, start[1] + 2)
    game.say("MOVE", "GO")
    assert place(force) == endpoint and force.moved
    q, r = place(force)
    assert (q - int(force.vq), r - int(force.vr)) == start  # the previous position marker


@pytest.mark.rule("BR-MOV-02", "BR-MOV-06")
def test_without_thrust_the_vector_repeats():
    """New PEM = position + (position - PPM), turn after turn."""
    game = sailing("Rapier", steps=(0, 2))
    force = game.state.tf[RED]
    assert place(force) == at(10, 10)
    for turns in (1, 2, 3):
        game.say("END_ROUND")  # ends the round with the coasting move
        assert place(force) == at(10, 10 + 2 * turns)
        game.to_round(RED)
        assert vector(force) == (0, 2)
        assert coast_endpoint(game.state, RED) == at(10, 12 + 2 * turns)


@pytest.mark.rule("BR-MOV-06")
def test_it_repeats_until_the_task_force_leaves_the_map():
    """From row 10 at 12 rows a turn southwards: off the map at once."""
    game = sailing("Rapier", steps=(0, -12))
    game.say("END_ROUND")
    assert game.state.tf[RED].status == ForceStatus.UNUSED


@pytest.mark.rule("BR-MOV-04")
def test_each_g_shifts_the_endpoint_one_hex_in_any_direction():
    """2 NE and 1 SE from a vector of two N: axial (0, 2) + 2 (1, 0) + (1, -1)."""
    game = thrust(sailing("Rapier", steps=(0, 2)), NE, NE, SE)
    force = game.state.tf[RED]
    assert vector(force) == (3, 1) and force.gs == 3
    assert place(force) == (10 + 3, at(10, 10)[1] + 1)


@pytest.mark.rule("BR-MOV-04")
@pytest.mark.parametrize("direction", range(6))
def test_every_direction_is_one_hex(direction):
    steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
    force = thrust(sailing("Rapier", steps=(0, 0)), direction).state.tf[RED]
    assert vector(force) == steps[direction]


@pytest.mark.rule("BR-MOV-05")
def test_no_more_gs_than_the_rating():
    """Rapier G4: with three Gs of maneuver there is one left for evasion, with four none."""
    game = sailing("Rapier")
    game.say("MOVE", ("direction", N), ("direction", N), ("direction", N))
    assert game.can_say("EVADE") and game.can_say(("direction", N))
    game.say(("direction", N))  # only `go` is left, so it went
    force = game.state.tf[RED]
    assert force.moved and force.gs == 4 and force.evade == 0
    game = sailing("Rapier")
    game.say("MOVE", "EVADE")
    assert game.can_say(4) and not game.can_say(5)


@pytest.mark.rule("BR-MOV-05")
def test_the_weakest_ship_and_forgone_gs_set_the_limit():
    """Rapier G4 with Gazelle G3: 3; 1 G forgone for overpowering (BR-FIR-13): 2."""
    game = sailing("Rapier", "Gazelle")
    game.say("MOVE", ("direction", N), ("direction", N), ("direction", N))
    assert game.state.tf[RED].moved and game.state.tf[RED].gs == 3
    game = sailing("Rapier", "Gazelle")
    game.state.craft[1].forgone_g = 1
    game.say("MOVE", ("direction", N), ("direction", N))
    assert game.state.tf[RED].moved and game.state.tf[RED].gs == 2


@pytest.mark.rule("BR-MOV-07")
@pytest.mark.parametrize(
    ("directions", "hexside"),
    [((N,), S), ((NE,), SW), ((N, N, NE), S), ((N, NE, NE), SW), ((SE, SE, S), NW)],
)
def test_the_thrust_marker_stands_opposite_to_the_shift(directions, hexside):
    """The hexside closest to the direction opposite to the shift of the PEM."""
    force = thrust(sailing("Rapier"), *directions).state.tf[RED]
    assert force.thrust_side == hexside and force.spent_g


@pytest.mark.rule("BR-MOV-07", "BR-AMB-23")
@pytest.mark.parametrize("chosen", [S, SW])
def test_the_opponent_chooses_between_two_hexsides(chosen):
    """One N and one NE: the opposite direction points at the corner between S and SW."""
    game = thrust(sailing("Rapier"), N, NE)
    assert game.decision == Decision.THRUST_SIDE and game.state.seat == 1
    assert game.legal() == {game.action(("direction", S)), game.action(("direction", SW))}
    assert not game.state.tf[RED].moved
    game.say(("direction", chosen))
    assert game.state.tf[RED].thrust_side == chosen and game.state.tf[RED].moved


BEHIND, ASIDE = (0, -6), (-6, 0)  # six hexes S and six SW


@pytest.mark.rule("BR-AMB-23")
@pytest.mark.parametrize(
    ("watchers", "chosen"),
    [
        ([BEHIND], S),
        ([ASIDE], SW),
        ([ASIDE, BEHIND, (-5, 0)], SW),  # two of three
        ([ASIDE, BEHIND, (0, -5)], S),
        ([], S),  # as many: the first
    ],
)
def test_by_standing_orders_the_stern_is_shown_to_more_of_the_opponents_forces(watchers, chosen):
    """Red's ship thrusts north and north-east; Blue's task forces stand about it, one ahead."""
    names = [f"Watch {n}" for n in range(len(watchers) + 1)]
    q, r = at(10, 15)
    places = [(q + dq, offset_row(q + dq, r + dr)) for dq, dr in [(0, 12), *watchers]]
    forces = [{"ships": [n], "hex": list(at)} for n, at in zip(names, places, strict=True)]
    blue = side([{"class": "Valor", "name": name} for name in names], forces)
    red = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1015"}])
    game = started(position(red, blue), 0, delegate=("ties",)).to_round(RED)
    thrust(game, N, NE)
    assert game.state.tf[RED].moved and game.state.tf[RED].thrust_side == chosen


@pytest.mark.rule("BR-MOV-07", "BR-AMB-23")
def test_shifted_out_and_back_shows_no_stern():
    """BR-AMB-23: thrust was spent, but no hexside is opposite to no shift."""
    force = thrust(sailing("Rapier"), N, S).state.tf[RED]
    assert force.spent_g and force.gs == 2 and force.thrust_side == NONE


@pytest.mark.rule("BR-MOV-07")
def test_a_thrust_marker_lasts_for_its_turn():
    """BR-AMB-21: taken off in the Turn Record Phase."""
    game = thrust(sailing("Rapier"), N)
    game.say("END_ROUND")
    assert game.state.tf[RED].thrust_side == S
    game.to_round(RED)
    assert game.state.tf[RED].thrust_side == NONE and not game.state.tf[RED].spent_g


@pytest.mark.rule("BR-MOV-08")
def test_a_dummy_spends_any_number_of_gs():
    """No ship has more than 6 G; a dummy shifts its PEM by 9 and evades with 10 more."""
    forces = [{"ships": ["Rapier"], "hex": "0510"}, {"ships": [], "hex": "1010"}]
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1030"}])
    game = started(position(side(["Rapier"], forces), blue), 0).to_round(RED + 1)
    game.say("MOVE", *[("direction", N)] * 9, "EVADE", 10)
    force = game.state.tf[RED + 1]
    assert vector(force) == (0, 9) and force.gs == 19


@pytest.mark.rule("BR-MOV-09")
def test_a_vector_from_the_first_turn_on():
    """A placed task force moves along its vector in turn 1; an entering one with its velocity."""
    game = sailing("Rapier", steps=(0, 3)).say("END_ROUND")
    assert game.state.turn == 1 and place(game.state.tf[RED]) == at(10, 13)
    enters = {"turn": 1, "column": 10, "velocity": 3}
    red = side(["Rapier"], [{"ships": ["Rapier"], "enters": enters}])
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1030"}])
    game = started(position(red, blue), 0)
    while game.state.tf[RED].status == ForceStatus.WAITING:
        game.idle(RED)
    assert game.state.turn == 1 and place(game.state.tf[RED]) == at(10, 3)
    assert vector(game.state.tf[RED]) == (0, 3)


@pytest.mark.rule("BR-MOV-10")
@pytest.mark.parametrize("result", ["maneuver_drive", "power_plant", "bridge"])
def test_damage_that_stops_maneuver_and_evasion(result):
    game = sailing("Rapier", "Starburst")
    game.state.craft[0].damage[Result[result.upper()]] = Damage.PERMANENT
    assert thrust_available(game.rules, game.state.craft[0]) == 0
    assert thrust_available(game.rules, game.state.craft[1]) == 6
    game.say("MOVE")  # nothing but `go` is legal
    assert game.state.tf[RED].moved and game.state.tf[RED].gs == 0


@pytest.mark.rule("BR-MOV-10")
def test_artificial_gravity_allows_two_gs_and_no_evasion():
    game = sailing("Rapier")
    game.state.craft[0].damage[Result.ARTIFICIAL_GRAVITY] = Damage.PERMANENT
    game.say("MOVE")
    assert not game.can_say("EVADE")
    game.say(("direction", N), ("direction", N))
    assert game.state.tf[RED].moved and game.state.tf[RED].gs == 2


@pytest.mark.rule("BR-MOV-10")
def test_a_broken_spine_is_tested_once_per_g():
    """3 Gs: three cards at difficulty 2; a value of 1 fails them all, 2 none (BR-DMG-24)."""
    for value, tumble in ((1, 2), (2, 0)):
        game = sailing("Rapier").always(value)
        game.state.craft[0].damage[Result.SPINE] = Damage.PERMANENT
        dealt = int(game.state.chance.dealt)
        thrust(game, N, N, N)
        assert game.state.chance.dealt - dealt == 3
        assert game.state.craft[0].tumble == tumble
