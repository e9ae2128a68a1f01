"""Rulings where the book is silent or its player aid card says something else (AMB, PAC, DSN)."""

import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side, started

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    Decision,
    Phase,
    Power,
    Purpose,
    Sensor,
    Tumble,
)
from spacecombat_env.rulesets.battle_rider.movement.tumbling import test_spines as turn_spine_cards
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import (
    attempt_difficulty,
    spread_modifier,
    whiteouts_in,
)
from spacecombat_env.rulesets.battle_rider.ships.abilities import can_screen
from spacecombat_env.rulesets.battle_rider.ships.losses import white_out

RED, BLUE = 0, 8
HALF = 12  # task forces a side


@pytest.mark.rule("BR-AMB-44")
@pytest.mark.parametrize(
    ("phase", "burned", "modifier"),
    [
        (Phase.OPERATIONS, 0, 1),
        (Phase.OPERATIONS, 1, 1),  # spreads burn Gs only later in the turn
        (Phase.MISSILE_ATTACK, 0, 1),
        (Phase.MISSILE_ATTACK, 1, 0),
    ],
)
def test_thrust_of_a_spread_counts_by_the_current_turn(phase, burned, modifier):
    """Size +2, no difference of TL; no thrust +1 against passive sensors, never a stern."""
    game = battle([ship("Gun")], [ship("Target")], 3)
    slot = game.launch(RED, 3, force=HALF)
    spread = game.state.spread[slot]
    game.state.phase, spread.burned = phase, burned
    visible = [spread_modifier(game.state, game.rules, 13, sensor, spread) for sensor in Sensor]
    assert visible[Sensor.PASSIVE] == 2 + modifier and visible[Sensor.ACTIVE] == 2


@pytest.mark.rule("BR-AMB-87")
def test_printed_white_out_markers_are_no_limit():
    """Ten are printed; an eleventh hex is white as well, and the cup of damage is untouched."""
    game = battle([ship("Gun")], [ship("Target")])
    cup = game.state.pool.copy()
    for column in range(1, 12):
        white_out(game.state, column, 0)
    assert [whiteouts_in(game.state, column, 0) for column in range(1, 13)] == 11 * [1] + [0]
    assert (game.state.pool == cup).all()


@pytest.mark.rule("BR-AMB-97", "BR-DET-06")
def test_the_shadow_comes_after_a_drone_that_is_harder_to_find():
    """A drone, size +1 and TL-14, is at +2 for a TL-13 ship; the shadow, size 0 and no TL, at 0."""
    drone = {"type": "passive_tl14", "controller": "Host", "aboard": False}
    forces = [{"ships": ["Host"], "hex": "1012"}, {"ships": ["Drone"], "hex": "1010"}]
    hosts = [ship("Host", detected=False, tech_level=14)]
    red = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1010"}])
    blue = side(hosts, forces, drones=[drone])
    game = started(position(red, blue), 0).to_round(RED).always("bullseye")
    found = next(k for k, c in enumerate(game.state.craft) if c.tf == HALF + 1)
    game.say("DETECT", ("enemy_force", HALF + 1))
    if game.decision == Decision.DETECT_SUBJECT:
        game.say(("craft", RED))
    if game.decision == Decision.DETECT_SENSOR:
        game.say("PASSIVE")
    force = game.state.tf[HALF + 1]
    assert game.state.craft[found].detected and not force.shadow_found
    game.say("CONTINUE")
    assert force.shadow_found


@pytest.mark.rule("BR-PAC-04", "BR-AMB-58")
def test_the_target_player_counts_what_a_cold_ship_hides():
    """The sensing side does not see that the ship is cold, and fails by it all the same."""
    more = {"rules": {"powered_down": True}}
    game = battle([ship("Eye")], [ship("Cold", detected=False)], 3, **more)
    found = []
    for power in (Power.UP, Power.DOWN):
        game.state.craft[BLUE].power = power
        begin_attempt(game.state, Purpose.DETECTION, RED, Sensor.PASSIVE)
        aim_attempt(game.state, game.rules, HALF, NONE)
        game.state.attempt.target_craft = BLUE
        found.append(int(attempt_difficulty(game.state, game.rules, game.state.attempt)))
        assert game.visible(0).craft[BLUE].power == 0
    assert found == [2, 3]  # base 1, coasting +1; powered down +2 instead


@pytest.mark.rule("BR-PAC-10", "BR-AMB-05")
def test_without_its_power_plant_a_ship_has_no_damper():
    """Blue's missile attacks; only the ship with power is asked about its dampers."""
    requested = []
    for damage in ((), ("power_plant",)):
        red = ship("Red", dampers=2, damage=damage)
        game = battle([red], [ship("Foe", missile_directors=5, ready_missiles=5)])
        assert can_screen(game.state.craft[RED]) == (not damage)
        game.attack(game.launch(BLUE, 2)).answer(AIM_NUMBER=2)
        while not game.events("MISSILES_FIRE") and game.decision != Decision.DAMPER_NUMBER:
            game.idle() if game.decision != Decision.DAMPER_MENU else game.apply(max(game.legal()))
        requested.append(game.decision == Decision.DAMPER_NUMBER)
    assert requested == [True, False]


@pytest.mark.rule("BR-PAC-12", "BR-DMG-24")
def test_a_severe_tumble_takes_two_cards_that_fail_not_two_cards():
    """2G, one card of value 5 and one of value 1, in either order: a Tumble."""
    game = battle([ship("Gun", damage=["spine"])], [ship("Target")])
    state = game.state
    state.chance.deck_left = 2
    game.rules.card[state.chance.deck[0]].hit = 5
    game.rules.card[state.chance.deck[1]].hit = 1
    state.tf[0].gs = 2
    turn_spine_cards(state, game.rules, 0)
    assert state.chance.deck_left == 0 and state.craft[RED].tumble == Tumble.TUMBLE


@pytest.mark.rule("BR-DSN-01")
def test_higher_fleet_tactics_fire_a_fleet_in_fewer_rounds():
    """Six ships a side at levels 2 and 3: the second fleet is done when two thirds of the first
    have fired."""
    ships = [ship(f"S{n}") for n in range(6)]
    pairs = [{"ships": [f"S{n}", f"S{n + 1}"], "hex": f"10{10 + n}"} for n in (0, 2, 4)]
    threes = [{"ships": [f"S{n + k}" for k in range(3)], "hex": f"10{20 + n}"} for n in (0, 3)]
    red, blue = side(ships, pairs, tactics=2), side(ships, threes, tactics=3)
    game = started(position(red, blue), 0)
    rounds = []
    while game.state.turn == 1 and len(rounds) < 5:
        if game.decision == Decision.ROUND_MENU and int(game.state.round_tf) not in rounds:
            rounds.append(int(game.state.round_tf))
        game.idle()
    assert [tf // HALF for tf in rounds] == [0, 1, 0, 1, 0]
    last = max(place for place, tf in enumerate(rounds) if tf // HALF == 1)
    fired = sum(int(game.state.tf[tf].strength) for tf in rounds[:last] if tf // HALF == 0)
    assert fired == 4
    with pytest.raises(ScenarioError, match="Fleet Tactics"):
        Battle(position(side(ships, threes, tactics=2), blue))
