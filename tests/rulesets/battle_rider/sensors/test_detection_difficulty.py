"""Chapter DET: ranges, modifiers, and the card against them.

Where no other ship is named, a Rapier (size -2, TL-15, masked, A16 P8, G4) looks at another Rapier
that has not had its round: size -2, mask +1, and passive +1 for a coasting target.
"""

import pytest
from kit.battle_rider.scanning import (
    BLUE,
    RED,
    TARGET,
    at,
    both,
    difficulty,
    facing,
    rapiers,
    ready,
    scan,
)
from kit.battle_rider.table import position, side, started

from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Decision,
    Phase,
    Sensor,
    base_difficulty,
)
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import range_to_force, shows_stern

N, NE, SE, S, SW, NW = range(6)


# --- attempts ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-04")
@pytest.mark.parametrize(
    ("away", "base"),
    [(0, 1), (5, 1), (6, 2), (10, 2), (11, 3), (20, 3), (21, 4), (40, 4)],
)
def test_base_difficulty_by_range(away, base):
    """The book's sensor of range 5: 1 to 5 hexes, 2 to 10, 3 to 20, 4 to 40, no more beyond."""
    game = facing(["Victrix"], ["Victrix"])  # P5; size -1, mask +1, coasting +1
    force = game.state.tf[BLUE]
    force.q, force.r = game.state.tf[RED].q, game.state.tf[RED].r + away
    assert base_difficulty(away, 5) == base
    assert difficulty(game, Sensor.PASSIVE) == base + 1
    assert game.can_say("DETECT")


@pytest.mark.rule("BR-DET-04")
def test_no_detection_beyond_extreme_range():
    """41 hexes from a sensor of range 5."""
    game = facing(["Manticore"], ["Victrix"])  # its only sensor: P4, 32 hexes
    force = game.state.tf[BLUE]
    force.r = game.state.tf[RED].r + 32
    assert game.can_say("DETECT")
    force.r += 1
    assert not game.can_say("DETECT")


# --- modifiers -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-12")
@pytest.mark.parametrize(
    ("ship", "size"), [("Sylea", -4), ("Starburst", -3), ("Rapier", -2), ("Valor", -1)]
)
def test_target_size(ship, size):
    """Masked ships of TL-15 at short range: 1 + size + 1."""
    game = ready(facing(["Rapier"], [ship]))
    assert both(game) == (2 + size, 3 + size)


@pytest.mark.rule("BR-DET-13")
def test_gs_spent_in_the_current_turn():
    """A task force that has not had its round: +1 passive; with any G spent, evasion too: 0."""
    game = rapiers()
    force = game.state.tf[BLUE]
    assert both(game) == (0, 1)
    force.spent_g = 1
    assert both(game) == (0, 0)
    game = rapiers().to_round(BLUE).always("miss")
    game.say("MOVE", "EVADE", 1)
    assert game.state.tf[BLUE].spent_g and game.state.tf[BLUE].thrust_side == NONE
    game.to_round(RED)  # the next turn: none so far (BR-AMB-21)
    assert not game.state.tf[BLUE].spent_g


@pytest.mark.rule("BR-DET-13", "BR-DET-14")
def test_stern_towards_the_sensor():
    """Blue, north of Red, thrusts N: the exhaust points S, at Red: -3, passive only."""
    game = rapiers().to_round(BLUE)
    game.say("MOVE", ("direction", N), "GO")
    assert game.state.tf[BLUE].thrust_side == S
    at_stern = both(game)
    game.state.tf[BLUE].thrust_side = N
    assert both(game) == (at_stern[0], at_stern[1] + 3)


@pytest.mark.rule("BR-DET-14", "BR-AMB-24", "BR-MAP-06")
@pytest.mark.parametrize(
    ("sensor", "sides"),
    [
        ((0, -3), {S}),
        ((0, 3), {N}),
        ((3, 0), {NE}),
        ((2, 1), {NE}),
        ((1, 1), {N, NE}),  # through the corner between them: both (BR-AMB-24)
        ((2, -1), {NE, SE}),
        ((-1, 3), {N}),
        ((0, 0), set()),  # in the same hex there is no stern
    ],
)
def test_the_line_of_sight_crosses_the_hexside(sensor, sides):
    """From the sensor's hex to the target's: which hexside of the target it crosses."""
    game = rapiers()
    force = game.state.tf[BLUE]
    q, r = int(force.q) + sensor[0], int(force.r) + sensor[1]
    found = set()
    for hexside in range(6):
        force.thrust_side = hexside
        if shows_stern(force, q, r):
            found.add(hexside)
    assert found == sides


@pytest.mark.rule("BR-DET-15")
@pytest.mark.parametrize("evade", [1, 2])
def test_evasion_of_the_target(evade):
    game = rapiers()
    game.state.tf[BLUE].evade = evade
    assert both(game) == (0 + evade, 1 + evade)


@pytest.mark.rule("BR-DET-16", "BR-AMB-02", "BR-AMB-03", "BR-PAC-01", "BR-AMB-01")
def test_masking_counts_against_both_sensors():
    """The same ship with and without its masking; never more than +1 (BR-AMB-03)."""
    bare = {"class": "Rapier", "name": "Bare", "values": {"masked": False}}
    blue = side([bare], [{"ships": ["Bare"], "hex": "1014"}])
    red = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1010"}])
    game = ready(started(position(red, blue), 0).to_round(RED))
    assert both(game) == (-1, 0)
    assert both(rapiers()) == (0, 1)


@pytest.mark.rule("BR-DET-17")
def test_area_jamming_on_the_line():
    """An area jammer of anybody in a hex of the line: +1 for both sensors."""
    game = facing(["Rapier"], ["Rapier"], away=8)
    ready(game)
    plain = both(game)
    drone = game.state.craft[1]  # a free slot of Red: any craft with a working area jammer
    drone.status, drone.jamming, drone.tf = CraftStatus.IN_FORCE, 1, 1
    jammed = game.state.tf[1]
    jammed.q, jammed.r = at(10, 14)
    assert both(game) == (plain[0] + 1, plain[1] + 1)


@pytest.mark.rule("BR-DET-18", "BR-DET-19", "BR-AMB-06", "BR-PAC-02", "BR-AMB-01")
def test_white_out_in_the_target_hex():
    """Passive +1 for each marker, 1 and 2 alike; markers elsewhere on the line do nothing."""
    game = rapiers()
    for marker, timer, row in zip(game.state.whiteout, (1, 2, 2), (14, 14, 12), strict=False):
        marker.timer = timer
        marker.q, marker.r = at(10, row)
    assert both(game) == (0, 1 + 2)
    game.state.whiteout[0].timer = 0
    assert both(game) == (0, 1 + 1)


@pytest.mark.rule("BR-DET-20")
@pytest.mark.parametrize("kind", ["planet", "asteroid"])
def test_a_body_in_the_target_hex(kind):
    assert both(rapiers(bodies=[{"kind": kind, "hex": "1014"}])) == (1, 2)
    assert both(rapiers(bodies=[{"kind": kind, "hex": "1012"}])) == (0, 1)


@pytest.mark.rule("BR-DET-21", "BR-AMB-15", "BR-PAC-03", "BR-AMB-01")
def test_the_full_difference_of_tech_levels():
    """Rapier TL-15 and Victrix TL-12, size -1: three easier one way, three harder the other."""
    game = ready(facing(["Rapier"], ["Victrix"]))
    assert both(game) == (1 - 1 + 1 - 3, 1 - 1 + 1 + 1 - 3)
    game = ready(facing(["Victrix"], ["Rapier"]))
    assert both(game) == (1 - 2 + 1 + 3, 1 - 2 + 1 + 1 + 3)


@pytest.mark.rule("BR-DET-22")
def test_an_extended_array_helps_active_sensors():
    game = ready(facing(["Rapier"], ["Midu Agashaam"]))
    assert both(game) == (0, 1)
    game.state.craft[TARGET].extended = 1
    assert both(game) == (-1, 1)


@pytest.mark.rule("BR-DET-24")
def test_everything_adds_up():
    """Active: base 2, size -2, mask +1, array -1, evading +2, planet +1, white-out 0 = 3.
    Passive: base 3, -2, +1, active -1, evading +2, planet +1, white-out +1, coasting +1 = 6.
    """
    bodies = [{"kind": "planet", "hex": "1027"}]
    game = ready(facing(["Rapier"], ["Midu Agashaam"], away=17, bodies=bodies))
    target = game.state.craft[TARGET]
    target.extended = target.active = 1
    game.state.tf[BLUE].evade = 2
    game.state.whiteout[0].timer = 1
    game.state.whiteout[0].q, game.state.whiteout[0].r = at(10, 27)
    assert range_to_force(game.state, game.state.craft[0], BLUE) == 17
    assert both(game) == (3, 6)


# --- the announcement and the card ---------------------------------------------------------------


@pytest.mark.rule("BR-DET-28")
@pytest.mark.parametrize(("card", "found"), [(1, False), (2, True)])
def test_one_card_against_base_and_modifiers(card, found):
    """Medium range 2, size -2, mask +1, coasting +1 = 2, by actions and with one card."""
    game = facing(["Rapier"], ["Rapier"], away=16).always(card)
    dealt = int(game.state.chance.dealt)
    scan(game)
    assert bool(game.state.craft[TARGET].detected) == found
    assert game.state.chance.dealt - dealt == 1


@pytest.mark.rule("BR-DET-28")
def test_an_outstanding_success_does_no_more():
    game = facing(["Rapier"], ["Rapier", "Valor"]).always("bullseye")
    scan(game)
    assert [int(craft.detected) for craft in game.state.craft[8:10]] == [1, 0]
    assert not game.state.tf[BLUE].shadow_found


@pytest.mark.rule("BR-DET-28")
def test_above_five_there_is_no_card():
    """Victrix at Rapier, 9 hexes, passive: 2 - 2 + 1 + 3 + 1 = 5; evading +1: not even a card."""
    game = facing(["Victrix"], ["Rapier"], away=9).always("bullseye")
    game.state.tf[BLUE].evade = 1
    assert difficulty(game, Sensor.PASSIVE) == 6
    dealt = int(game.state.chance.dealt)
    scan(game)
    assert game.state.chance.dealt == dealt and not game.state.craft[TARGET].detected


def test_the_position_is_as_said():
    """Guard of the helper: Blue is the given number of hexes ahead, in the Operations Phase."""
    game = facing(["Rapier"], ["Rapier"], away=7)
    own, other = game.state.tf[RED], game.state.tf[BLUE]
    assert distance(own.q, own.r, other.q, other.r) == 7
    assert game.state.phase == Phase.OPERATIONS and game.decision == Decision.ROUND_MENU
