"""Chapter LND: orbit, landing, take-off."""

import json

import numpy as np
import pytest
from kit.battle_rider.table import Battle, position, ship, side
from kit.structure import faults

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.beams.gunnery import beams_left
from spacecombat_env.rulesets.battle_rider.beams.screens import sand_left
from spacecombat_env.rulesets.battle_rider.missiles.control import directors_left
from spacecombat_env.rulesets.battle_rider.missiles.missile_launching import can_launch_missiles
from spacecombat_env.rulesets.battle_rider.model import (
    IMPOSSIBLE,
    NONE,
    CraftStatus,
    Decision,
    ForceStatus,
    Power,
    Purpose,
    Result,
    Sensor,
    Surface,
)
from spacecombat_env.rulesets.battle_rider.movement.landing import end_ground_turn, planet_under
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt
from spacecombat_env.rulesets.battle_rider.sensors.jamming import jam_difficulty
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

N, S = 0, 3
PLANET = {"kind": "planet", "hex": "1010"}
NE1 = {"direction": "NE", "speed": 1}
ARMED = {"turret": "L(x2)10:1", "active_range": 10, "jammer_range": 20, "sandcasters": 3}


def world(red=None, ships=1, planet=None, **rules):
    """Red's ships, in orbit unless stated otherwise, and a Blue ship in 1020."""
    names = ["Boat", "Mate"][:ships]
    place = {"ships": names, "hex": "1010", **(red or {})}
    red_side = side([ship(name, **ARMED) for name in names], [place])
    blue = side([ship("Mark", **ARMED)], [{"ships": ["Mark"], "hex": "1020"}])
    rules = {"landing": True, **rules}
    return position(red_side, blue, bodies=[{**PLANET, **(planet or {})}], rules=rules)


def at_round(turn, *args, **more):
    """At the menu of Red's round in a turn."""
    game = Battle(world(*args, **more), seed=1)
    while game.state.turn < turn:
        game.idle(0)
    return game.to_round(0)


def surface(game):
    """Where Red's force is."""
    return Surface(int(game.state.tf[0].surface))


def down(**more):
    """Landed, at the menu of its round in turn 3."""
    game = at_round(2, **more).say("LAND")
    return game.to_round(0)


@pytest.mark.rule("BR-LND-01")
def test_a_full_turn_in_orbit_comes_first():
    """One game turn spent moving like the planet; on the next the landing is announced."""
    assert not at_round(1).can_say("LAND")
    assert at_round(2).can_say("LAND")
    game = at_round(2, landing=False)
    assert not game.can_say("LAND") and game.can_say("MOVE")


@pytest.mark.rule("BR-LND-01", "BR-AMB-61")
@pytest.mark.parametrize(
    ("place", "turns"),
    [
        ({"hex": "1009"}, (False, False)),  # next to it
        ({"hex": "1010", "vector": [0, 1]}, (False, False)),  # only passing
        ({"hex": "1010"}, (False, True)),
    ],
)
def test_place_and_vector_must_be_the_planets(place, turns):
    assert tuple(at_round(turn, place).can_say("LAND") for turn in (1, 2)) == turns


@pytest.mark.rule("BR-LND-01")
def test_the_turn_of_arrival_does_not_count():
    """Reach the hex in turn 1, stop there in turn 2 (thrust, no hex moved), land in turn 3."""
    game = at_round(1, {"hex": "1008", "vector": [0, 2]}).say("END_ROUND").to_round(0)
    assert game.state.turn == 2 and game.state.tf[0].r == 5 and not game.can_say("LAND")
    game.say("MOVE", ("direction", S), ("direction", S), "GO").to_round(0)
    assert game.state.tf[0].r == 5 and game.can_say("LAND")


@pytest.mark.rule("BR-LND-01", "BR-AST-01", "BR-AMB-91")
@pytest.mark.parametrize("drives", [True, False])
def test_the_pull_of_a_star_is_countered_in_landing_too(drives):
    """1G of the sun, a hundred hexes S of the planet: thrust N keeps the orbit, and the landing."""
    source = world()
    source["bodies"].append({"kind": "star", "world": "Sun", "hex": [10, -90]})
    source["rules"]["gravity"] = True
    game = Battle(source, seed=1).to_round(0)
    force = game.state.tf[0]
    assert (force.vq, force.vr) == (0, -1)
    game.say("MOVE", ("direction", N), "GO")
    assert (force.q, force.r, force.vq, force.vr) == (10, 5, 0, 0)
    game.to_round(0)
    assert game.state.turn == 2 and (force.vq, force.vr) == (0, -1)
    if not drives:
        game.state.craft[0].damage[Result.MANEUVER_DRIVE] = 3
        assert not game.can_say("LAND")
        return
    game.say("LAND").to_round(0)
    assert surface(game) == Surface.LANDED
    assert (force.q, force.r, force.vq, force.vr) == (10, 5, 0, 0)  # nor is it pulled down there
    adrift = Battle(source, seed=1).to_round(0).say("END_ROUND").to_round(0)
    assert not adrift.can_say("LAND")


@pytest.mark.rule("BR-LND-01")
def test_landing_takes_the_whole_turn():
    """Announced before all else; the round is over; down at the end of the turn."""
    game = at_round(2)
    game.state.craft[0].active = 1
    turn = int(game.state.turn)
    assert game.can_say("FIRE") and game.can_say("DETECT")
    game.say("LAND")
    assert game.state.round_tf != 0 and game.state.tf[0].acted and not game.state.craft[0].active
    while game.state.turn == turn:
        assert surface(game) == Surface.LANDING
        game.idle(0)
    assert surface(game) == Surface.LANDED
    game = at_round(2).say("ACTIVATE").answer(STATUS_SUBJECT="ALL")
    assert game.decision == Decision.ROUND_MENU and not game.can_say("LAND")


@pytest.mark.rule("BR-LND-01")
def test_no_landing_without_drives():
    game = at_round(2, ships=2, powered_down=True)
    game.say("POWER_DOWN", ("craft", 1))
    assert not game.can_say("LAND") and game.can_say("MOVE")


@pytest.mark.rule("BR-LND-01", "BR-AMB-61")
def test_landed_craft_may_only_take_off_and_change_power():
    """BR-AMB-61: no move, sensors, beams, jamming, missiles, launching; sand still works."""
    game = down(ships=2, powered_down=True)
    craft = game.state.craft[0]
    verbs = {"END_ROUND", "TAKE_OFF", "SUBMERGE", "POWER_DOWN"}
    assert game.legal() == {game.action(verb) for verb in verbs}
    assert beams_left(game.state, game.rules, 0, 3) == 0
    assert not can_launch_missiles(game.state, 0)
    assert directors_left(game.state, game.rules, 0) == 0
    assert sand_left(game.rules, craft) == 3
    begin_attempt(game.state, Purpose.DETECTION, 8, Sensor.ACTIVE)
    aim_attempt(game.state, game.rules, 0, NONE)
    assert jam_difficulty(game.state, game.rules, 0, game.state.attempt) == IMPOSSIBLE
    game.state.tf[0].surface = Surface.SPACE  # all of it is the ground's doing
    assert beams_left(game.state, game.rules, 0, 3) == 2 and can_launch_missiles(game.state, 0)
    assert directors_left(game.state, game.rules, 0) == 1
    assert jam_difficulty(game.state, game.rules, 0, game.state.attempt) < IMPOSSIBLE


@pytest.mark.rule("BR-LND-01")
def test_a_landed_task_force_is_not_reconfigured():
    """In the Initiative Phase it has nothing to say, two ships though it has."""
    game = down(ships=2)
    game.say("END_ROUND")
    requested = set()
    turn = int(game.state.turn)
    while game.state.turn < turn + 2:
        requested.add((game.decision, int(game.state.seat)))
        game.idle(0)
    assert (Decision.FORCES_MENU, 1) in requested and (Decision.FORCES_MENU, 0) not in requested
    assert (Decision.LAUNCH_MENU, 0) not in requested


def difficulty(game, sensor, purpose):
    """Of Blue's attempt against Red's ship, or its shadow."""
    saved = game.save()
    begin_attempt(game.state, purpose, 8, sensor)
    aim_attempt(game.state, game.rules, 0, NONE)
    if purpose != Purpose.DETECTION:
        game.state.attempt.target_craft = 0
    found = attempt_difficulty(game.state, game.rules, game.state.attempt)
    game.restore(saved)
    return found


@pytest.mark.rule("BR-LND-02", "BR-AMB-60")
@pytest.mark.parametrize(
    ("atmosphere", "modifier"),
    [
        ("none", 2), ("trace", 2), ("very_thin", 2), ("thin", 3), ("standard", 3), ("dense", 3),
        ("exotic", 4), ("corrosive", 4), ("insidious", 4), (None, 3),
    ],
)  # fmt: skip
def test_an_atmosphere_hides(atmosphere, modifier):
    """+2 Very Thin or less, +3 Thin or greater, +4 Exotic, Corrosive, Insidious; all sensor tasks.

    The +1 of the planet's hex is in both (BR-AMB-60).
    """
    planet = {"atmosphere": atmosphere} if atmosphere else {}
    game = at_round(2, planet=planet)
    for sensor in Sensor:
        for purpose in (Purpose.DETECTION, Purpose.BEAM_LOCK):
            found = {}
            for place in Surface:
                game.state.tf[0].surface = place
                found[place] = difficulty(game, sensor, purpose)
            orbit = found[Surface.SPACE]
            assert found[Surface.LANDED] - orbit == modifier
            assert found[Surface.LANDING] == found[Surface.TAKING_OFF] == orbit
    game.state.body[0].kind = 0
    game.state.tf[0].surface = Surface.SPACE
    assert orbit == difficulty(game, sensor, purpose) + 1


@pytest.mark.rule("BR-LND-03")
def test_under_water_it_is_hidden_one_better():
    game = down(planet={"hydrographics": 1})
    landed = difficulty(game, Sensor.PASSIVE, Purpose.BEAM_LOCK)
    game.say("SUBMERGE")
    assert surface(game) == Surface.UNDER_WATER
    assert difficulty(game, Sensor.PASSIVE, Purpose.BEAM_LOCK) == landed + 1
    game.to_round(0)
    assert not game.can_say("SUBMERGE") and game.can_say("TAKE_OFF")


@pytest.mark.rule("BR-LND-03")
def test_there_must_be_water():
    assert not down(planet={"hydrographics": 0}).can_say("SUBMERGE")
    assert down(planet={}).can_say("SUBMERGE")  # Earth-size, Earth-like


@pytest.mark.rule("BR-LND-04")
@pytest.mark.parametrize("wet", [False, True])
def test_take_off_takes_a_full_turn(wet):
    """At its end the craft has the planet's vector; then it may do everything again."""
    game = down()
    if wet:
        game.say("SUBMERGE").to_round(0)
    turn = int(game.state.turn)
    game.say("TAKE_OFF")
    while game.state.turn == turn:
        assert surface(game) == Surface.TAKING_OFF and game.state.round_tf != 0
        game.idle(0)
    force = game.state.tf[0]
    assert surface(game) == Surface.SPACE
    assert (force.q, force.r, force.vq, force.vr) == (10, 5, 0, 0)
    assert game.to_round(0).can_say("FIRE")


@pytest.mark.rule("BR-LND-04", "BR-AMB-61")
def test_power_first():
    """BR-AMB-61: landed craft may power down; a take-off needs the drives of all."""
    game = down(powered_down=True).say("POWER_DOWN").answer(STATUS_SUBJECT="ALL").to_round(0)
    assert game.state.craft[0].power == Power.DOWN and not game.can_say("TAKE_OFF")
    game.always(5).say("CRASH_START").answer(STATUS_SUBJECT="ALL")
    assert game.say("TAKE_OFF").state.tf[0].surface == Surface.TAKING_OFF


MOVING = {"planet": {"vector": NE1}, "planetary_motion": "bodies_move"}


@pytest.mark.rule("BR-LND-01", "BR-LND-04")
def test_on_a_planet_that_moves():
    """Match its vector, land, be carried along, take off with its vector."""
    game = at_round(1, {"vector": NE1}, **MOVING)
    force, planet = game.state.tf[0], game.state.body[0]
    assert planet_under(game.state, game.rules, 0) == 0 and not game.can_say("LAND")
    game.say("END_ROUND").to_round(0)
    game.say("LAND").to_round(0)
    for turn, deed in ((3, "END_ROUND"), (4, "TAKE_OFF")):
        assert game.state.turn == turn and surface(game) == Surface.LANDED
        assert (force.q, force.r) == (planet.q, planet.r) == (10 + turn, 5)
        assert (force.vq, force.vr) == (1, 0)
        game.say(deed).to_round(0)
    assert surface(game) == Surface.SPACE
    assert (planet.q, planet.r) == (15, 5)  # moved before the force: it follows
    assert planet_under(game.state, game.rules, 0) == 0
    game.say("END_ROUND")
    assert (force.q, force.r) == (15, 5)


@pytest.mark.rule("BR-LND-01")
def test_at_rest_over_a_moving_planet_is_no_orbit():
    game = at_round(2, {"hex": "1110"}, **MOVING)
    assert not game.can_say("LAND")


@pytest.mark.rule("BR-LND-04")
def test_what_is_on_a_planet_leaves_the_map_with_it():
    game = Battle(
        world(
            {"hex": "1833", "landed": True},
            planet={"hex": "1833", "vector": {"direction": "NE", "speed": 2}},
            planetary_motion="bodies_move",
        ),
        seed=1,
    )
    while not game.over and game.state.turn < 2:
        game.idle()
    assert game.state.craft[0].status == CraftStatus.LOST


@pytest.mark.rule("BR-LND-01", "BR-LND-04")
@pytest.mark.parametrize(
    ("begun", "complete"), [(Surface.LANDING, Surface.LANDED), (Surface.TAKING_OFF, Surface.SPACE)]
)
def test_the_turns_end_completes_it_for_the_force_of_every_slot(begun, complete):
    game = at_round(1)
    forces = game.state.tf
    for k in range(len(forces)):
        forces[k].status, forces[k].surface = ForceStatus.ON_MAP, begun
    end_ground_turn(game.state)
    assert {int(forces[k].surface) for k in range(len(forces))} == {complete}


@pytest.mark.rule("BR-LND-01")
def test_a_scenario_may_begin_on_the_ground():
    game = Battle(
        world({"landed": True}, planet={"vector": NE1}, planetary_motion="bodies_move"), seed=1
    )
    force = game.state.tf[0]
    assert force.surface == Surface.LANDED and (force.vq, force.vr) == (1, 0)
    for place, reason in (
        ({"hex": "1011", "landed": True}, "no planet"),
        ({"landed": True, "vector": [0, 1]}, "planet's"),
    ):
        with pytest.raises(ScenarioError, match=reason):
            load(world(place))
    with pytest.raises(ScenarioError, match="rules: landing"):
        load(world({"landed": True}, landing=False))


@pytest.mark.rule("BR-LND-01", "BR-LND-03")
def test_both_sides_see_where_it_is():
    """It is announced: view, observation and log."""
    game = down().say("SUBMERGE")
    schema = json.loads((RULESET.package / "view.schema.json").read_text())
    for seat, block, name in ((0, "own_forces", "TF-1"), (1, "enemy_forces", "eTF-1")):
        visible = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, seat)
        view = views.view(visible, 0, game.scenario, seat)
        assert not faults(view, schema, schema)
        assert view[block][0]["surface"] == "under water"
        row = np.zeros(game.scenario.observation.size, np.int8)
        entry.observe_visible(visible, 0, game.table, seat, row)
        columns = game.scenario.observation.block(f"advanced_{block}").columns
        first = row[game.scenario.observation.slice(f"advanced_{block}")][: len(columns)]
        assert first[columns.index("surface")] == Surface.UNDER_WATER
        told = game_log.log(visible, 0, game.scenario, seat, 0)
        said = [f"{name} {deed}." for deed in ("begins to land", "has landed", "goes under water")]
        assert [line for line in told if line in said] == said


@pytest.mark.rule("BR-LND-01")
def test_a_dummy_may_land_to_deceive():
    """Its counter does what a ship's can (BR-AMB-30)."""
    source = world()
    source["sides"]["red"]["task_forces"].append({"ships": [], "hex": "1010"})
    game = Battle(source, seed=1)
    while game.state.turn < 2:
        game.idle()
    game.to_round(1).say("LAND")
    assert game.state.tf[1].surface == Surface.LANDING
    game.to_round(1)
    assert game.legal() == {game.action(verb) for verb in ("END_ROUND", "TAKE_OFF", "SUBMERGE")}
