"""Chapter PWR: powered down, powering up, crash start."""

import numpy as np
import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.beams.screens import sand_left
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    Damage,
    Decision,
    Power,
    Purpose,
    Result,
    Sensor,
)
from spacecombat_env.rulesets.battle_rider.movement.movement import maneuver_limit
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import (
    attempt_difficulty,
    detector_modifier,
    may_go_active,
    sensor_ready,
)
from spacecombat_env.rulesets.battle_rider.ships.abilities import (
    can_fire_beams,
    can_jam,
    can_operate_missiles,
    can_screen,
)

ON = {"powered_down": True}
ARMED = {
    "turret": "L(x2)10:1", "active_range": 10, "jammer_range": 10, "sandcasters": 3, "dampers": 2,
    "meson_screen": 4, "fire_control": 2,
}  # fmt: skip
HALF = 8


def cold(*ships, row=0, blue=None, **more):
    """Red's ships at the menu of their round, with a Blue ship some hexes off."""
    ships = ships or (ship("Cold", **ARMED),)
    return battle(list(ships), [blue or ship("Mark", **ARMED)], row, options=ON, **more)


def spoken(game, verb, subject="ALL"):
    """A power verb for all ships of the force, or one."""
    return game.say(verb).answer(STATUS_SUBJECT=subject)


def power(game, index=0):
    """State of a ship's plant."""
    return Power(int(game.state.craft[index].power))


def difficulty(game, sensor, purpose=Purpose.DETECTION):
    """Of Blue's attempt against Red's first ship."""
    game.state.craft[HALF].active = 1
    begin_attempt(game.state, purpose, HALF, sensor)
    aim_attempt(game.state, game.rules, 0, NONE)
    game.state.attempt.target_craft = 0
    return attempt_difficulty(game.state, game.rules, game.state.attempt)


@pytest.mark.rule("BR-PWR-01", "BR-AMB-58")
@pytest.mark.parametrize("purpose", [Purpose.DETECTION, Purpose.BEAM_LOCK])
def test_plus_two_for_passive_sensors(purpose):
    """A ship that thrusts 0, one that coasts +1, one powered down +2 (BR-AMB-58)."""
    game = cold(row=5)
    steps = []
    for thrust, state in ((1, Power.UP), (0, Power.UP), (0, Power.DOWN), (0, Power.STARTING)):
        game.state.tf[0].spent_g = thrust
        game.state.craft[0].power = state
        steps.append(
            [difficulty(game, sensor, purpose) for sensor in (Sensor.PASSIVE, Sensor.ACTIVE)]
        )
    first = steps[0]
    assert [passive - first[0] for passive, _ in steps] == [0, 1, 2, 1]  # powering up: no bonus
    assert [active - first[1] for _, active in steps] == [0, 0, 0, 0]


@pytest.mark.rule("BR-PWR-02")
@pytest.mark.parametrize("state", [Power.DOWN, Power.STARTING])
def test_what_it_may_not_do_and_what_it_may(state):
    """No maneuver, jamming, beams, active sensors, meson screen, dampers; missiles and sand work."""
    game = cold()
    craft = game.state.craft[0]
    craft.active = 1
    full = [can_jam(craft), can_fire_beams(craft), can_screen(craft)]
    full += [sensor_ready(game.rules, craft, Sensor.ACTIVE), may_go_active(game.rules, craft)]
    assert full == [True] * 5 and maneuver_limit(game.state, game.rules, 0) == 6
    passive = detector_modifier(craft, Sensor.PASSIVE, False)
    craft.power = state
    none = [can_jam(craft), can_fire_beams(craft), can_screen(craft)]
    none += [sensor_ready(game.rules, craft, Sensor.ACTIVE), may_go_active(game.rules, craft)]
    assert none == [False] * 5 and maneuver_limit(game.state, game.rules, 0) == 0
    assert can_operate_missiles(craft) and sand_left(game.rules, craft) == 3
    assert sensor_ready(game.rules, craft, Sensor.PASSIVE)
    assert detector_modifier(craft, Sensor.PASSIVE, False) - passive == 1
    craft.damage[Result.POWER_PLANT] = Damage.PERMANENT  # without power once, not twice
    assert detector_modifier(craft, Sensor.PASSIVE, False) - passive == 1


@pytest.mark.rule("BR-PWR-02", "BR-AMB-59")
def test_powering_down_takes_effect_at_once():
    """BR-AMB-59: at the start of the round; sensor and jammer go off, nobody in the force moves."""
    game = cold(ship("Cold", **ARMED), ship("Warm", **ARMED))
    game.state.craft[0].active = game.state.craft[0].jamming = 1
    assert game.can_say("FIRE")
    spoken(game, "POWER_DOWN", ("craft", 0))
    assert power(game) == Power.DOWN and power(game, 1) == Power.UP
    assert not game.state.craft[0].active and not game.state.craft[0].jamming
    game.say("MOVE")
    if game.decision == Decision.THRUST:
        assert game.legal() == {game.action("GO")}
    assert game.state.tf[0].gs == 0


@pytest.mark.rule("BR-PWR-02", "BR-AMB-59")
def test_only_at_the_start_of_the_round_and_once():
    game = cold()
    assert game.can_say("POWER_DOWN") and not game.can_say("POWER_UP")
    spoken(game, "POWER_DOWN")
    assert not any(map(game.can_say, ("POWER_UP", "CRASH_START", "POWER_DOWN", "FIRE")))
    game = cold()
    assert game.say("ACTIVATE").answer(STATUS_SUBJECT="ALL").decision == Decision.ROUND_MENU
    assert not game.can_say("POWER_DOWN") and game.can_say("FIRE")


@pytest.mark.rule("BR-PWR-02")
def test_other_actions_stay_as_they_are_without_the_switch():
    game = battle([ship("Cold", **ARMED)], [ship("Mark")])
    assert not game.can_say("POWER_DOWN")
    with pytest.raises(ScenarioError, match="powered_down"):
        load(position(side([ship("Cold") | {"powered_down": True}]), side([ship("Mark")])))


def asleep(**more):
    """Red's ship is powered down and its next round has begun."""
    return spoken(cold(**more), "POWER_DOWN").to_round(0)


@pytest.mark.rule("BR-PWR-03")
def test_power_up_takes_until_its_next_round():
    """All limits hold meanwhile, without the masking bonus."""
    game = asleep(row=5)
    assert not game.can_say("POWER_DOWN")
    spoken(game, "POWER_UP")
    turn = int(game.state.turn)
    assert power(game) == Power.STARTING and not game.can_say("FIRE")
    while game.state.turn == turn or game.state.round_tf != 0:
        assert power(game) == Power.STARTING
        game.idle(0)
    assert game.state.turn == turn + 1
    assert power(game) == Power.UP and game.can_say("FIRE")
    assert game.can_say("POWER_DOWN")  # and it may power down again in this round


@pytest.mark.rule("BR-PWR-03")
def test_it_stays_down_until_it_is_ordered_otherwise():
    game = asleep()
    for _ in range(3):
        game.to_round(0)
        assert power(game) == Power.DOWN


@pytest.mark.rule("BR-PWR-04", "BR-AMB-93")
@pytest.mark.parametrize(
    ("card", "state"), [(4, Power.UP), ("bullseye", Power.UP), (3, Power.STARTING)]
)
def test_crash_start_at_difficulty_four(card, state):
    """Success: power at once. Failure: it waits the full turn."""
    game = asleep().always(card)
    spoken(game, "CRASH_START")
    assert power(game) == state
    assert game.can_say("FIRE") == (state == Power.UP)
    assert not game.can_say("CRASH_START")  # BR-AMB-93: one try
    game.to_round(0)
    assert power(game) == Power.UP


@pytest.mark.rule("BR-PWR-04")
@pytest.mark.parametrize(("tumble", "card", "state"), [(1, 5, Power.UP), (1, 4, Power.STARTING)])
def test_penalties_of_the_ship_count(tumble, card, state):
    """A tumbling ship at +1 needs a 5; at +2 the task is beyond hope and not offered."""
    game = asleep().always(card)
    game.state.craft[0].tumble = tumble
    spoken(game, "CRASH_START")
    assert power(game) == state
    game = asleep()
    game.state.craft[0].tumble = 2
    assert not game.can_say("CRASH_START") and game.can_say("POWER_UP")


@pytest.mark.rule("BR-PWR-01", "BR-AMB-88")
@pytest.mark.parametrize("detected", [True, False])
def test_the_marker_of_a_detected_ship_is_public(detected):
    game = spoken(cold(row=5), "POWER_DOWN")
    if not detected:
        game = spoken(cold(ship("Cold", detected=False, **ARMED), row=5), "POWER_DOWN")
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, 1)
    view, told = (
        views.view(visible, 0, game.scenario, 1),
        game_log.log(visible, 0, game.scenario, 1, 0),
    )
    assert any("powers down" in line for line in told) == detected
    assert [ship["power"] for ship in view["enemy_ships"]] == ["down"] * detected
    assert visible.states[0].craft[0].power == (Power.DOWN if detected else 0)
    entry.redact(game.games, 0, visible, 0, 0)
    own = views.view(visible, 0, game.scenario, 0)
    assert own["own_ships"][0]["power"] == "down" and own["own_ships"][0]["g_available"] == 0
    row = np.zeros(game.scenario.observation.size, np.int8)
    entry.observe_visible(visible, 0, game.table, 0, row)
    names = game.scenario.observation.block("advanced_own_craft").columns
    assert (
        row[game.scenario.observation.slice("advanced_own_craft")][names.index("power")]
        == Power.DOWN
    )


@pytest.mark.rule("BR-PWR-01")
def test_an_ambush_lies_in_wait():
    """A scenario may begin with ships powered down; drones have no plant to shut."""
    drone = {"type": "passive_tl14", "controller": "Cold", "aboard": False}
    tl14 = ship("Cold", detected=False, **ARMED | {"tech_level": 14}) | {"powered_down": True}
    red = side([tl14], [{"ships": ["Cold", "Drone"], "hex": "1010"}], drones=[drone])
    blue = side([ship("Mark")], [{"ships": ["Mark"], "hex": "1020"}])
    game = Battle(position(red, blue, rules=ON), seed=1)
    assert power(game) == Power.DOWN
    game.to_round(0)
    assert game.can_say("CRASH_START") and not game.can_say("POWER_DOWN")
    spoken(game, "POWER_UP").to_round(0)
    assert power(game) == Power.UP and power(game, 1) == Power.UP
    spoken(game, "POWER_DOWN", "ALL")
    assert power(game) == Power.DOWN and power(game, 1) == Power.UP


@pytest.mark.rule("BR-PWR-03")
def test_a_force_that_waits_to_enter_may_be_cold():
    red = side(
        [ship("Cold", detected=False)],
        [{"ships": ["Cold"], "enters": {"turn": 1, "column": 10, "velocity": 3}}],
    )
    blue = side([ship("Mark")], [{"ships": ["Mark"], "hex": "1020"}])
    game = Battle(position(red, blue, rules=ON), seed=1).skip_to(Decision.ROUND_MENU)
    if game.state.round_tf != 0:
        game.say("END_ROUND").skip_to(Decision.ROUND_MENU)
    spoken(game, "POWER_DOWN")
    game.skip_to(Decision.LAUNCH_MENU)
    assert power(game) == Power.DOWN and game.state.tf[0].status == 1 and game.state.tf[0].r >= -4
