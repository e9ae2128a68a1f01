"""Chapter DET: sensors, modifiers, the attempt, and shadows.

Where no other ship is named, a Rapier (size -2, TL-15, masked, A16 P8, G4) looks at another Rapier
that has not had its round: size -2, mask +1, and passive +1 for a coasting target.
"""

import pytest
from kit.battle_rider.scanning import (
    BLUE,
    RED,
    TARGET,
    answer,
    at,
    both,
    difficulty,
    facing,
    goes_on,
    ready,
    scan,
)
from kit.battle_rider.table import position, side, started

from spacecombat_env.core.hexgrid import distance
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    NONE,
    Ask,
    CraftStatus,
    Event,
    ForceStatus,
    Phase,
    Purpose,
    Sensor,
)
from spacecombat_env.rulesets.battle_rider.pieces.tasks import base_difficulty
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import (
    can_detect_with,
    can_lock_with,
    range_to_force,
    shows_stern,
)
from spacecombat_env.rulesets.battle_rider.ships.damage import destroy_craft
from spacecombat_env.rulesets.battle_rider.told import views

N, NE, SE, S, SW, NW = range(6)
DUMMY = {"ships": [], "hex": "1018"}


def rapiers(away=4, **more):
    """Two Rapiers in sight of each other, active sensors on."""
    return ready(facing(["Rapier"], ["Rapier"], away, **more), 0)


# --- what is known -------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-01")
def test_at_the_start_only_task_force_counters_are_known():
    game = facing(["Rapier"], ["Starburst", "Valor"], more=[DUMMY])
    seen = game.seen(0)
    assert [int(force.status) for force in seen.tf[12:15]] == [1, 1, 0]
    assert all(craft.status == CraftStatus.UNUSED and not craft.klass for craft in seen.craft[8:])
    picture = views.view(_games(game, 0), 0, game.scenario, 0)
    assert picture["enemy_ships"] == [] and len(picture["enemy_forces"]) == 2


def _games(game, seat):
    """A redacted record as the views want it."""
    from spacecombat_env.core.ruleset import make_games
    from spacecombat_env.rulesets.battle_rider import entry

    seen = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, seen, 0, seat)
    return seen


@pytest.mark.rule("BR-DET-02", "BR-DET-28")
def test_a_detected_craft_is_on_the_map_for_good():
    """Base 1, size -2, mask +1, coasting +1: a 1 is enough. It stays detected in later turns."""
    game = scan(rapiers().always(1))
    assert game.state.craft[TARGET].detected
    seen = game.seen(0)
    assert seen.craft[TARGET].klass == game.state.craft[TARGET].klass
    assert seen.craft[TARGET].tf == BLUE and seen.tf[BLUE].status == ForceStatus.ON_MAP
    game.say("STOP").to_round(RED)
    assert game.state.turn == 2 and game.state.craft[TARGET].detected


@pytest.mark.rule("BR-DET-02")
def test_it_stays_detected_in_another_task_force():
    """BR-AMB-29: a property of the craft, carried along to a new task force."""
    game = facing(["Rapier"], ["Starburst", "Valor"])
    scan(game.always("bullseye")).say("STOP")
    found = next(k for k in (8, 9) if game.state.craft[k].detected)
    while game.ask != Ask.FORCES_MENU or game.state.seat != 1:
        game.idle()
    game.say("TRANSFER", ("craft", found))  # nowhere to go but a new task force
    assert game.state.craft[found].tf != BLUE and game.state.craft[found].detected
    assert game.seen(0).craft[found].tf == game.state.craft[found].tf


# --- attempts ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-03", "BR-AMB-27")
def test_a_sensor_tries_a_task_force_once_a_round():
    """Passive, then active on the same task force; passive again only on another one."""
    game = rapiers(more=[DUMMY]).always("miss")
    scan(game, "PASSIVE")
    game.say("DETECT", ("enemy_force", BLUE), ("craft", 0))  # only the active one is left
    assert game.state.attempt.sensor == Sensor.ACTIVE
    assert game.state.attempt.purpose == Purpose.DETECTION
    answer(game).say("DETECT")  # and no target but the dummy
    assert game.ask == Ask.DETECT_SUBJECT and game.state.order[0].target_tf == BLUE + 1
    game.say(("craft", 0))
    assert game.legal() == {game.token("ACTIVE"), game.token("PASSIVE")}


@pytest.mark.rule("BR-DET-03")
def test_every_ship_of_the_round_may_try_and_again_next_turn():
    game = facing(["Rapier", "Starburst"], ["Rapier"]).always("miss")
    scan(game, actor=0)
    scan(game, actor=1)
    assert not game.can_say("DETECT")
    game.to_round(RED)
    assert game.can_say("DETECT")


@pytest.mark.rule("BR-DET-03")
def test_only_in_its_own_round():
    """Red has two task forces: in the round of one the ship of the other cannot be named."""
    forces = [{"ships": ["Rapier"], "hex": "1010"}, {"ships": ["Valor"], "hex": "1011"}]
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1014"}])
    game = started(position(side(["Rapier", "Valor"], forces), blue), 0).to_round(RED)
    game.say("DETECT")
    assert game.legal() == {game.token("ALL"), game.token(("craft", 0))}


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


@pytest.mark.rule("BR-DET-05", "BR-DET-06")
def test_the_easiest_first_then_the_next_then_the_shadow():
    """Starburst (size -3) before Rapier (-2) before Valor (-1); the shadow comes last."""
    game = facing(["Rapier"], ["Valor", "Starburst", "Rapier"]).always("bullseye")
    scan(game)
    for found in (9, 10, 8):
        assert game.state.craft[found].detected
        assert (
            sum(int(craft.detected) for craft in game.state.craft[8:])
            == (9, 10, 8).index(found) + 1
        )
        assert not game.state.tf[BLUE].shadow_found and goes_on(game)
        game.say("CONTINUE")
    assert game.state.tf[BLUE].shadow_found and game.ask == Ask.ROUND_MENU


@pytest.mark.rule("BR-DET-05", "BR-AMB-27")
def test_a_chain_ends_with_a_failure():
    game = facing(["Rapier"], ["Valor", "Starburst"]).always("bullseye")
    scan(game).always("miss").say("CONTINUE")
    assert game.ask == Ask.ROUND_MENU
    assert not game.state.craft[8].detected and game.state.craft[9].detected


@pytest.mark.rule("BR-DET-05")
def test_the_target_player_chooses_among_equals():
    """BR-AMB-26: two Rapiers are equally easy; their owner says which one is found."""
    for chosen in (8, 9):
        game = facing(["Rapier"], ["Rapier", "Rapier"]).always("bullseye")
        game.say("DETECT", ("craft", 0))
        assert game.ask == Ask.EASIEST and game.state.seat == 1
        assert game.legal() == {game.token(("craft", 8)), game.token(("craft", 9))}
        game.say(("craft", chosen))
        assert [k for k in (8, 9) if game.state.craft[k].detected] == [chosen]


@pytest.mark.rule("BR-DET-06", "BR-DET-12")
def test_the_shadow_is_a_craft_of_size_zero():
    """BR-AMB-28: size 0, TL equal, unmasked: short range 1, passive +1 for coasting.

    BR-AMB-97: it is last even where a ship is harder to find, as a drone of size +1 is.
    """
    game = rapiers()
    assert both(game, craft=NONE) == (1, 2)
    drones = [{"type": "dual_mode_tl12", "controller": "Starburst", "aboard": False}]
    blue = side(
        ["Starburst"],
        [{"ships": ["Starburst"], "hex": "1030"}, {"ships": ["Drone"], "hex": "1014"}],
        drones=drones,
    )
    red = side(["Victrix"], [{"ships": ["Victrix"], "hex": "1010"}])  # TL-12 as well
    game = started(position(red, blue), 0).to_round(RED).always("bullseye")
    assert difficulty(game, Sensor.PASSIVE, tf=BLUE + 1, craft=9) > difficulty(
        game, Sensor.PASSIVE, tf=BLUE + 1, craft=NONE
    )
    scan(game, target=BLUE + 1)
    assert game.state.craft[9].detected and not game.state.tf[BLUE + 1].shadow_found


@pytest.mark.rule("BR-DET-06")
def test_a_failure_tells_nothing():
    """Whether a ship or only the shadow was missed: the sensing side sees the same."""
    seen = []
    for ships in (["Rapier"], []):
        forces = [{"ships": ships, "hex": "1014"}]
        if not ships:
            forces.append({"ships": ["Rapier"], "hex": "1030"})
        else:
            forces.append({"ships": [], "hex": "1030"})
        red = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1010"}])
        game = started(position(red, side(["Rapier"], forces)), 0).to_round(RED).always("miss")
        scan(game, target=BLUE)
        seen.append(game.seen(0).tobytes())
    assert seen[0] == seen[1]


@pytest.mark.rule("BR-DET-07")
def test_a_dummy_is_removed_with_its_shadow():
    """Short range, coasting: a 2 is needed for a shadow."""
    game = facing(["Rapier"], ["Starburst"], away=20, more=[{"ships": [], "hex": "1014"}])
    scan(game.always(1), target=BLUE + 1)
    assert game.state.tf[BLUE + 1].status == ForceStatus.ON_MAP
    game.to_round(RED)
    scan(game.always(2), target=BLUE + 1)
    assert game.state.tf[BLUE + 1].status == ForceStatus.UNUSED


@pytest.mark.rule("BR-DET-08", "BR-DET-07")
def test_the_book_example_of_a_task_force_of_one_ship():
    """Found; the second attempt, at the shadow, fails; the force outlives its ship."""
    game = rapiers().always("bullseye")
    scan(game)
    assert game.state.craft[TARGET].detected and goes_on(game)  # no word that it was the last
    game.always("miss").say("CONTINUE")
    assert not game.state.tf[BLUE].shadow_found
    destroy_craft(game.state, game.rules, TARGET)
    force = game.state.tf[BLUE]
    assert force.status == ForceStatus.ON_MAP and force.strength == 0
    assert both(game, craft=NONE) == (1, 3)  # and a white-out in its hex
    scan(game.always("bullseye"), "ACTIVE")  # the passive one has had its attempt
    assert force.status == ForceStatus.UNUSED


# --- sensor status -------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-09")
def test_active_sensors_are_switched_on_ship_by_ship():
    """Passive, active or both; the Active marker stays until the next round of the force."""
    game = facing(["Rapier", "Starburst"], ["Rapier"])
    ship = game.state.craft[0]
    assert not can_detect_with(game.rules, ship, Sensor.ACTIVE)
    assert can_detect_with(game.rules, ship, Sensor.PASSIVE)
    game.say("ACTIVATE", ("craft", 0))
    assert [int(craft.active) for craft in game.state.craft[:2]] == [1, 0]
    assert can_detect_with(game.rules, ship, Sensor.ACTIVE)
    assert can_detect_with(game.rules, ship, Sensor.PASSIVE)
    game.say("END_ROUND").to_round(BLUE)
    assert game.state.craft[0].active and game.seen(1).tf[RED].emitting
    game.to_round(RED).say("SILENCE", "ALL")
    assert not game.state.craft[0].active and not game.seen(1).tf[RED].emitting


@pytest.mark.rule("BR-DET-09", "BR-DET-10")
def test_status_is_set_before_anything_else_in_the_round():
    """BR-AMB-20: once at the start of the round."""
    game = facing(["Midu Agashaam"], ["Rapier"]).say("ACTIVATE", "ALL", "EXTEND", "ALL")
    scan(game.always("miss"))
    for verb in ("ACTIVATE", "SILENCE", "EXTEND", "RETRACT"):
        assert not game.can_say(verb)


@pytest.mark.rule("BR-DET-09")
def test_one_decision_a_round_for_each_ship():
    """BR-AMB-20: a sensor switched on stays on for the round; the other ship may still follow."""
    game = facing(["Rapier", "Starburst"], ["Rapier"]).say("ACTIVATE", ("craft", 0))
    assert not game.can_say("SILENCE") and game.can_say("ACTIVATE")
    game.say("ACTIVATE", ("craft", 1))
    assert not game.can_say("ACTIVATE") and not game.can_say("SILENCE")


@pytest.mark.rule("BR-DET-10")
def test_a_folding_array_works_only_extended():
    """The Midu Agashaam's passive sensor: no detection and no lock while retracted."""
    game = facing(["Midu Agashaam"], ["Rapier"])
    ship = game.state.craft[0]
    assert not game.can_say("DETECT")
    assert not can_lock_with(game.state, game.rules, 0, Sensor.PASSIVE, 4)
    game.say("EXTEND", ("craft", 0))
    assert ship.extended and game.can_say("DETECT")
    assert can_lock_with(game.state, game.rules, 0, Sensor.PASSIVE, 4)
    assert not game.can_say("RETRACT")  # one decision a round (BR-AMB-20)
    game.to_round(RED)
    assert ship.extended
    game.say("RETRACT", "ALL")
    assert not ship.extended and not game.can_say("DETECT") and not game.can_say("EXTEND")


@pytest.mark.rule("BR-DET-10")
def test_an_array_that_does_not_fold_has_no_such_choice():
    game = facing(["Rapier"], ["Rapier"])
    assert not game.can_say("EXTEND") and not game.can_say("RETRACT") and game.can_say("DETECT")


# --- modifiers -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-11")
def test_going_active_helps_passive_sensors_only():
    game = rapiers()
    assert both(game) == (0, 1)  # 1 - 2 + 1, and +1 passive for coasting
    game.state.craft[TARGET].active = 1
    assert both(game) == (0, 0)


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


def scans_known_to(game, seat):
    """The SCAN events that a seat may read."""
    seen = game.seen(seat)
    return [e for e in seen.log[: seen.log_count] if e.kind == Event.SCAN]


@pytest.mark.rule("BR-DET-25")
@pytest.mark.parametrize("sensor", ["ACTIVE", "PASSIVE"])
def test_what_is_announced(sensor):
    """Target and sensor; where it comes from only for an active scan (BR-AMB-88)."""
    game = rapiers(more=[DUMMY]).always("miss")
    scan(game, sensor)
    (told,) = scans_known_to(game, 1)
    assert told.target == BLUE and told.a == Sensor[sensor]
    assert told.actor == (RED if sensor == "ACTIVE" else NONE)


@pytest.mark.rule("BR-DET-26")
def test_the_sensing_side_keeps_its_part_to_itself():
    """Of a passive attempt the target player learns no range and no tech level."""
    game = facing(["Rapier"], ["Rapier", "Rapier"])
    game.say("DETECT", ("craft", 0))
    assert game.ask == Ask.EASIEST and game.state.attempt.range == 4
    seen = game.seen(1).attempt
    assert (seen.range, seen.tech_level, seen.actor) == (0, 0, NONE)


@pytest.mark.rule("BR-DET-27")
def test_the_target_player_decides_on_jamming_and_keeps_the_rest():
    """He is asked for active scans; the sensing side learns neither the target nor its ties."""
    game = facing(["Rapier"], ["Rapier", "Rapier"]).say("ACTIVATE", "ALL")
    game.say("DETECT", ("craft", 0), "ACTIVE", ("craft", 9))
    assert game.ask == Ask.JAM and game.state.seat == 1
    assert game.state.attempt.target_craft == 9
    seen = game.seen(0).attempt
    assert seen.target_craft == NONE and seen.ties == 0
    assert game.seen(1).attempt.range == 4  # what the difficulty of jamming is worked out from


@pytest.mark.rule("BR-DET-28")
@pytest.mark.parametrize(("card", "found"), [(1, False), (2, True)])
def test_one_card_against_base_and_modifiers(card, found):
    """Medium range 2, size -2, mask +1, coasting +1 = 2, by words and with one card."""
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
    assert game.state.phase == Phase.OPERATIONS and game.ask == Ask.ROUND_MENU
