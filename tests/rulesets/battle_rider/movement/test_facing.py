"""Chapter FAC: facing, and the arc of spinal mounts. Red's ship moves, Blue's stands by."""

import numpy as np
import pytest
from kit.battle_rider.table import Battle, battle, facing, position, ship, side

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.rulesets.battle_rider.model import NONE, Decision
from spacecombat_env.rulesets.battle_rider.movement.facing import facings_of_thrust

ON = {"options": {"facing": True}}
RED, BLUE = 0, 8
N, NE, SE, S, SW, NW = range(6)


def spinal(name="Gun", **values):
    """A ship of 6 Gs with a spinal mount."""
    return ship(name, spinal="M20:3", **values)


def moved(*actions, card=None, missile=None, ships=None):
    """Red's force has spoken these actions of its move."""
    game = battle(ships or [spinal()], [ship("Target")], 5, **ON)
    if card:
        game.always(card)
    if missile:
        game.missile_value(missile)
    return game.say("MOVE", *actions)


def offered(game):
    """Names of the hexsides offered."""
    assert game.decision == Decision.FACING
    actions = game.legal()
    return {DIRECTION_NAMES[d] for d in range(6) if game.action(("direction", d)) in actions}


def thrust(gs, direction=N):
    """This many Gs in one direction, then go."""
    return [("direction", direction)] * gs + (["GO"] if gs < 6 else [])


# --- base and deviation --------------------------------------------------------------------------


@pytest.mark.rule("BR-FAC-01", "BR-FAC-02", "BR-FAC-03")
def test_all_gs_leave_no_choice():
    """Six Gs N: the Thrust marker is on S, the ship faces N without a decision."""
    game = moved(*thrust(6))
    assert game.decision != Decision.FACING and game.state.craft[RED].facing == N


@pytest.mark.rule("BR-FAC-03", "BR-AMB-77")
@pytest.mark.parametrize("gs", [3, 4, 5])
def test_half_or_more_leaves_the_adjacent_hexsides(gs):
    assert offered(moved(*thrust(gs))) == {"NW", "N", "NE"}


@pytest.mark.rule("BR-FAC-03")
@pytest.mark.parametrize("gs", [1, 2])
def test_less_than_half_leaves_all_but_the_thrust_hexside(gs):
    assert offered(moved(*thrust(gs))) == {"NW", "N", "NE", "SE", "SW"}


@pytest.mark.rule("BR-FAC-02")
@pytest.mark.parametrize("direction", range(6))
def test_the_base_is_opposite_the_thrust_marker(direction):
    marker = (direction + 3) % 6
    assert facings_of_thrust(marker, 6, 6) == 1 << direction


@pytest.mark.rule("BR-FAC-02", "BR-FAC-03")
def test_with_maneuver_and_evasion_the_maneuver_counts():
    """Three Gs of maneuver, three of evasion: as three of six Gs, and no card is turned for it."""
    game = moved(("direction", N), ("direction", N), ("direction", N), "EVADE", 3, card="miss")
    assert offered(game) == {"NW", "N", "NE"}


@pytest.mark.rule("BR-FAC-03")
def test_each_ship_deviates_by_its_own_rating():
    ships = [spinal("Slow", g_rating=4), spinal("Fast", g_rating=6)]
    game = moved(*[("direction", N)] * 4, ships=ships)
    assert game.state.craft[RED].facing == N  # all of its four Gs
    assert offered(game) == {"NW", "N", "NE"} and game.state.order[0].craft == RED + 1


@pytest.mark.rule("BR-FAC-04")
def test_a_coasting_ship_faces_anywhere():
    game = moved("GO")
    assert len(offered(game)) == 6
    game.say(("direction", SE))
    assert game.state.craft[RED].facing == SE and game.decision == Decision.ROUND_MENU


@pytest.mark.rule("BR-FAC-04", "BR-AMB-23")
def test_gs_out_and_back_leave_every_facing():
    assert len(offered(moved(("direction", N), ("direction", S), "GO"))) == 6


# --- evasion -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-FAC-05", "BR-AMB-77")
@pytest.mark.parametrize("missile", range(1, 7))
def test_evasion_alone_faces_at_random(missile):
    """Value 1 is 2 o'clock, NE; 2 is 4 o'clock, SE; .. 6 is 12 o'clock, N. No Gs left."""
    game = moved("EVADE", 6, card="miss", missile=missile)
    assert game.decision != Decision.FACING
    assert game.state.craft[RED].facing == {1: NE, 2: SE, 3: S, 4: SW, 5: NW, 6: N}[missile]


@pytest.mark.rule("BR-FAC-05")
@pytest.mark.parametrize(("gs", "sides"), [(5, 3), (4, 5), (3, 6), (2, 6)])
def test_each_unspent_g_turns_it_a_hexside(gs, sides):
    found = offered(moved("EVADE", gs, card="miss", missile=6))
    assert len(found) == sides and "N" in found


@pytest.mark.rule("BR-FAC-05")
def test_an_outstanding_evasion_leaves_every_facing():
    assert len(offered(moved("EVADE", 6, card="bullseye", missile=3))) == 6


# --- fire ----------------------------------------------------------------------------------------


def can_fire_at(place, faces):
    """Whether the spinal mount bears from 1015 on another hex."""
    column, row = place
    red = side([spinal()], [{"ships": ["Gun"], "hex": "1015"}])
    blue = side([ship("Target")], [{"ships": ["Target"], "hex": [column, row]}])
    for seed in range(1, 60):
        game = Battle(position(red, blue), seed=seed, **ON)
        if game.state.initiative == 0:
            break
    game.to_round(0)
    game.state.craft[RED].facing = faces
    return game.can_say("FIRE")


@pytest.mark.rule("BR-FAC-06")
def test_spinal_mounts_fire_across_the_facing_hexside_only():
    ahead, behind = (10, 20), (10, 10)
    assert can_fire_at(ahead, N) and not can_fire_at(behind, N)
    assert can_fire_at(behind, S) and not can_fire_at(ahead, S)
    assert not can_fire_at(ahead, NE) and can_fire_at(ahead, NONE)


@pytest.mark.rule("BR-FAC-06", "BR-AMB-24", "BR-AMB-77")
def test_corners_count_for_both_hexsides_and_range_0_for_all():
    corner = (11, 17)  # from 1015: one hex N and one NE
    bearing = {DIRECTION_NAMES[d] for d in range(6) if can_fire_at(corner, d)}
    assert bearing == {"N", "NE"}
    assert all(can_fire_at((10, 15), d) for d in range(6))


@pytest.mark.rule("BR-FAC-06")
def test_other_weapons_have_no_arc():
    game = battle([ship("Gun", spinal="M20:3", turret="L20:1")], [ship("Target")], 5, **ON)
    game.state.craft[RED].facing = S
    game.always(5).aim()
    assert game.can_say("TURRET") and not game.can_say("SPINAL")


@pytest.mark.rule("BR-FAC-06", "BR-AMB-77")
def test_fire_before_the_move_uses_the_old_facing():
    game = battle([spinal()], [ship("Target")], 5, **ON)
    game.state.craft[RED].facing = S
    assert not game.can_say("FIRE")
    game.say("MOVE", "GO", ("direction", N))
    assert game.can_say("FIRE")


@pytest.mark.rule("BR-AMB-77")
def test_entering_ships_face_inwards():
    sides = []
    for name in ("Gun", "Foe"):
        enters = {"turn": 1, "column": 9, "velocity": 3}
        sides.append(side([spinal(name, detected=False)], [{"ships": [name], "enters": enters}]))
    game, faced = Battle(position(*sides), **ON), {}
    while len(faced) < 2:
        if game.decision == Decision.FACING:
            seat = int(game.state.seat)
            faced[seat] = int(game.state.craft[game.state.order[seat].craft].facing)
        game.idle()
    assert faced == {0: N, 1: S}


def test_without_the_switch_there_is_no_decision():
    game = battle([spinal()], [ship("Target")], 5).say("MOVE", "GO")
    assert game.decision != Decision.FACING and game.can_say("FIRE")


def test_facing_shows_on_detected_ships_alone():
    game = battle([ship("Eye")], [spinal("A"), spinal("B", detected=False)], 5, **ON)
    for k in (BLUE, BLUE + 1):
        game.state.craft[k].facing, game.state.craft[k].facings = 2, 5
    visible = game.visible(0).craft
    assert (visible[BLUE].facing, visible[BLUE].facings) == (2, 0) and visible[
        BLUE + 1
    ].facing == NONE


@pytest.mark.parametrize("delegate", [(), ("gunnery",)])
def test_games_with_facing_end(delegate):
    source = facing([spinal()], [spinal("T"), spinal("U")], 4, turn_limit=4)
    game, requested = Battle(source, delegate=delegate, **ON), set()
    rng = np.random.default_rng(2)
    for _ in range(2000):
        if game.over:
            break
        requested.add(game.decision)
        game.apply(rng.choice(sorted(game.legal())))
    assert game.over and (Decision.FACING in requested) == (not delegate)
