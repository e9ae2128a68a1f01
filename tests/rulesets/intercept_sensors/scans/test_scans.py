"""Chapter SCAN: which sensor, how large, where, and how strong."""

import pytest
from kit.intercept_sensors.table import (
    BLUE,
    RED,
    SENSOR_NAMES,
    Table,
    duel,
    position,
    sensors,
    ship,
)

from spacecombat_env.rulesets.intercept_sensors.model import (
    BOX_NAMES,
    SIZE_NAMES,
    Condition,
    InterceptDecision,
    Power,
    Sensor,
)
from spacecombat_env.rulesets.intercept_sensors.scans.declaring import scan_strength

ELITE = {"values": {"sensors": "elite"}}


def corners(scan):
    """First and last column, first and last row."""
    left, top, side = int(scan.left), int(scan.top), int(scan.side)
    return left, left + side - 1, top, top + side - 1


def middles(game, sensor, size):
    """Squares that may be named as the middle of a scan, or boxes for sizes in boxes."""
    saved = game.games.raw[0].copy()
    game.say("Red", sensor, size)
    places = {name for name in BOX_NAMES if game.can_say(name)}
    if size in ("1x1", "3x3"):
        boxes, places = sorted(places), set()
        requested = game.games.raw[0].copy()
        for name in boxes:
            game.games.raw[0] = requested
            left, top = 5 * "ABCDEF".index(name[0]) + 1, 5 * int(name[1]) - 4
            game.say(name)
            if (
                game.decision != InterceptDecision.SQUARE
            ):  # a single square was left: it is named already
                scan = game.last_scan()
                places.add((int(scan.left) + scan.side // 2, int(scan.top) + scan.side // 2))
                continue
            squares = [(x, y) for x in range(left, left + 5) for y in range(top, top + 5)]
            places.update(square for square in squares if game.can_say(square))
    game.games.raw[0] = saved
    return places


# -- how many ------------------------------------------------------------------------------------


@pytest.mark.rule("IC-SCAN-01")
@pytest.mark.parametrize("ships", [1, 3])
def test_two_scans_a_side_however_many_ships_it_has(ships):
    reds = [ship(f"Red {n}", (5, 18 + n)) for n in range(ships)]
    game = sensors(position(reds, [ship("Blue", (25, 20))]))
    for n, sensor in enumerate(("visual", "ir")):
        assert game.decision == InterceptDecision.SCAN and game.state.seat == RED
        game.scan(game.names[n % ships], sensor, "1_box", (8, 20))
    assert game.state.declared[RED] == 2
    assert (game.decision, int(game.state.seat)) == (InterceptDecision.SCAN, BLUE)


@pytest.mark.rule("IC-SCAN-01")
@pytest.mark.parametrize("scans", [0, 1])
def test_at_most_two_so_fewer_or_none_will_do(scans):
    game = sensors(duel())
    if scans:
        game.scan("Red", "visual", "1_box", (8, 20))
    game.say("PASS")
    assert game.state.declared[RED] == scans and game.state.seat == BLUE


@pytest.mark.rule("IC-SCAN-02")
def test_both_are_declared_before_either_is_answered():
    """A single square on the target tracks it, but not before the second scan is named."""
    game = sensors(duel(blue=(9, 20)))
    game.scan("Red", "visual", "1x1", (9, 20))
    assert game.decision == InterceptDecision.SCAN and game.state.seat == RED
    assert game.last_scan().finds == 0 and not game["Blue"].tracked
    assert game.events("CONTACT") == []
    game.scan("Red", "ir", "1x1", (9, 20))
    assert game["Blue"].tracked
    assert [e.kind for e in game.events("SCAN")] and game.state.declared[RED] == 2


@pytest.mark.rule("IC-SCAN-02", "IC-AMB-10")
def test_they_are_answered_one_at_a_time_in_the_order_declared():
    """The first one tracks the target, so the second is not told of it."""
    for sensors_used in (("visual", "ir"), ("ir", "visual")):
        game = sensors(duel(blue=(9, 20)))
        game.set("Blue", thrust=3)  # IR(Thrust) 2 + 6 = 8, Visual(Thrust) 3 + 6 = 9
        for sensor in sensors_used:
            game.scan("Red", sensor, "1x1", (9, 20))
        assert [scan[0] for scan in game.told(back=1)] == ["TRACKED"]
        assert game.told(back=0) == []


# -- sizes and places ----------------------------------------------------------------------------


@pytest.mark.rule("IC-SCAN-03", "IC-AMB-01")
def test_seven_sizes_from_a_square_to_five_boxes():
    game = sensors(duel(red=(15, 18)))
    game.say("Red", "visual")
    assert game.legal() == {game.action_of(size) for size in SIZE_NAMES}
    assert [int(area.side) for area in game.rules.area] == [1, 3, 5, 10, 15, 20, 25]


@pytest.mark.rule("IC-SCAN-03", "IC-SCAN-05")
@pytest.mark.parametrize(
    ("size", "middle", "expected"),
    [
        ("1x1", (13, 20), (13, 13, 20, 20)),
        ("3x3", (13, 20), (12, 14, 19, 21)),
        ("1_box", (13, 20), (11, 15, 16, 20)),  # box C4
        ("2x2_boxes", (13, 20), (11, 20, 16, 25)),  # C4 is the upper left one
        ("3x3_boxes", (13, 20), (6, 20, 11, 25)),
        ("4x4_boxes", (13, 20), (6, 25, 11, 30)),
        ("5x5_boxes", (13, 20), (1, 25, 6, 30)),
    ],
)
def test_the_area_around_its_middle(size, middle, expected):
    game = sensors(duel(red=(13, 18))).scan("Red", "radar", size, middle)
    assert corners(game.last_scan()) == expected
    event = game.events("SCAN")[-1]
    assert (event.b, event.c, event.d) == (expected[0], expected[2], expected[1] - expected[0] + 1)


@pytest.mark.rule("IC-SCAN-04")
def test_the_area_may_lie_partly_off_the_map():
    game = sensors(duel(red=(2, 2)))
    game.scan("Red", "radar", "3x3", (1, 1))
    assert corners(game.last_scan()) == (0, 2, 0, 2)
    game.scan("Red", "ir", "5x5_boxes", (1, 1))
    assert corners(game.last_scan()) == (-9, 15, -9, 15)
    game = sensors(duel(red=(29, 34)))
    game.scan("Red", "radar", "4x4_boxes", (30, 35))
    assert corners(game.last_scan()) == (21, 40, 26, 45)


@pytest.mark.rule("IC-SCAN-04")
def test_bodies_do_not_matter_for_choosing_the_area():
    bodies = [{"kind": "gas giant", "square": [10, 20]}, {"kind": "asteroid", "square": [7, 20]}]
    free, full = sensors(duel()), sensors(duel(bodies=bodies))
    for size in ("1x1", "5x5_boxes"):
        assert middles(free, "visual", size) == middles(full, "visual", size)


# -- range ---------------------------------------------------------------------------------------


@pytest.mark.rule("IC-SCAN-07", "IC-AMB-11")
def test_a_single_square_reaches_5_squares_every_way():
    """Chebyshev: all squares with neither difference above 5."""
    found = middles(sensors(duel(red=(13, 20))), "visual", "1x1")
    assert found == {(x, y) for x in range(8, 19) for y in range(15, 26)}


@pytest.mark.rule("IC-SCAN-07", "IC-AMB-11")
def test_every_part_of_3_squares_lies_within_15():
    """The middle at 14 has its far edge at 15."""
    found = middles(sensors(duel(red=(16, 18))), "radar", "3x3")
    assert found == {(x, y) for x in range(2, 31) for y in range(4, 33)}


@pytest.mark.rule("IC-SCAN-07")
def test_every_part_of_a_box_lies_within_25():
    """From (1, 1): columns 21-25 end 24 squares away; column 26-30 would end 29 away."""
    found = middles(sensors(duel(red=(1, 1), blue=(20, 20))), "mass", "1_box")
    assert found == {name for name in BOX_NAMES if name[0] in "ABCDE" and int(name[1]) <= 5}


@pytest.mark.rule("IC-SCAN-07")
def test_wide_scans_reach_over_the_whole_map():
    game = sensors(duel(red=(1, 1), blue=(20, 20)))
    for size in ("2x2_boxes", "3x3_boxes", "4x4_boxes", "5x5_boxes"):
        assert middles(game, "mass", size) == set(BOX_NAMES)


@pytest.mark.rule("IC-SCAN-07")
def test_the_range_is_five_times_the_side():
    game = sensors(duel())
    assert all(int(area.reach) == 5 * int(area.side) for area in game.rules.area)


# -- strength ------------------------------------------------------------------------------------


@pytest.mark.rule("IC-SCAN-06", "IC-SCAN-08", "IC-SCAN-09")
@pytest.mark.parametrize(
    ("sensor", "strengths"),
    [
        # a military set: visual and IR 4, radar 4, neutrino 1, mass 0
        ("visual", [10, 5, 3, 0, -2, -3, -4]),
        ("ir", [10, 5, 3, 0, -2, -3, -4]),
        ("neutrino", [7, 2, 0, -3, -5, -6, -7]),
        ("radar", [12, 6, 3, -1, -4, -5, -7]),
        ("mass", [8, 2, -1, -5, -8, -9, -11]),
    ],
)
def test_strength_is_the_sensor_and_the_modifier_of_the_size(sensor, strengths):
    """Radar and mass have a column of their own; the larger the area, the weaker the scan."""
    game = sensors(duel())
    unit, number = game["Red"], SENSOR_NAMES.index(sensor)
    found = [scan_strength(game.rules, unit, number, size) for size in range(7)]
    assert found == strengths
    assert found == sorted(found, reverse=True) and len(set(found)) == 7


@pytest.mark.rule("IC-SCAN-05", "IC-SCAN-06")
def test_kind_corners_and_strength_are_announced_but_not_who_scans():
    game = sensors(duel()).scan("Red", "radar", "2x2_boxes", (13, 20))
    own, told = (game.events("SCAN", seat)[-1] for seat in (RED, BLUE))
    announced = (Sensor.RADAR, 11, 16, 10, 4 - 5)
    for event in (own, told):
        assert tuple(int(event[name]) for name in "abcde") == announced
    assert own.unit == game.index("Red") and told.unit == -1
    scan = game.visible(BLUE).scan[RED, 0]
    assert (scan.sensor, scan.side, scan.left, scan.top, scan.strength) == (2, 10, 11, 16, -1)
    assert scan.unit == -1


@pytest.mark.rule("IC-SCAN-09")
def test_a_wide_scan_has_more_in_it_and_finds_less_of_it():
    """Two raiders coast in the sun, sensors in: Visual(Hull) 1 + 6 - 2 = 5. 25 squares across: -4,
    so 1 each; one box: 3, so 8, but of the one that is there."""
    blues = [ship("Near", (15, 20), "Raider"), ship("Far", (24, 24), "Raider")]
    counts = {}
    for size, middle in (("5x5_boxes", (18, 23)), ("1_box", (15, 20))):
        game = sensors(position([ship("Red", (5, 20))], blues))
        game.set("Near", popped=0).set("Far", popped=0)
        game.scan("Red", "visual", size, middle).say("PASS")
        counts[size] = [signal for _, signal, _ in game.told()]
    assert counts == {"5x5_boxes": [1, 1], "1_box": [8]}


# -- whose sensor --------------------------------------------------------------------------------


@pytest.mark.rule("IC-SCAN-10")
@pytest.mark.parametrize(
    ("grade", "kinds"),
    [
        ("none", []),
        ("civilian", ["visual", "ir", "radar"]),
        ("standard", ["visual", "ir", "radar", "neutrino"]),
        ("military", SENSOR_NAMES),
        ("elite", SENSOR_NAMES),
    ],
)
def test_a_ship_scans_with_what_it_has(grade, kinds):
    game = sensors(duel(red_ship={"values": {"sensors": grade}}), BLUE)  # Red may be skipped
    game.to_scans(BLUE, 2).say("PASS")
    if not kinds:
        assert game.state.turn == 3 and game.state.declared[RED] == 0
        return
    game.say("Red")
    assert game.legal() == {game.action_of(kind) for kind in kinds}


@pytest.mark.rule("IC-SCAN-10")
def test_surface_sensors_must_be_popped_out():
    game = sensors(duel(red_ship=ELITE)).set("Red", popped=0)
    game.say("Red")
    assert game.legal() == {game.action_of("neutrino"), game.action_of("mass")}


@pytest.mark.rule("IC-SCAN-10")
@pytest.mark.parametrize(
    ("fields", "kinds"),
    [
        ({"surface": Condition.STUNNED}, ["neutrino", "mass"]),
        ({"surface": Condition.CRITICAL}, ["neutrino", "mass"]),
        ({"core": Condition.STUNNED}, ["visual", "ir", "radar"]),
        ({"core": Condition.CRITICAL}, ["visual", "ir", "radar"]),
        ({"power": Power.BATTERIES}, ["visual", "ir", "neutrino", "mass"]),
    ],
)
def test_a_sensor_must_work(fields, kinds):
    """On batteries there is no power for radar (ours)."""
    game = sensors(duel()).set("Red", **fields).say("Red")
    assert game.legal() == {game.action_of(kind) for kind in kinds}


@pytest.mark.rule("IC-SCAN-10")
@pytest.mark.parametrize("fields", [{"crew": 1}, {"crew": 2}, {"power": Power.OFF}])
def test_without_crew_or_power_there_is_no_scan(fields):
    reds = [ship("Red", (5, 20)), ship("Other", (5, 22))]
    game = sensors(position(reds, [ship("Blue", (15, 20))])).set("Red", **fields)
    assert game.legal() == {game.action_of("PASS"), game.action_of("Other")}


@pytest.mark.rule("IC-AMB-09", "IC-SCAN-10")
def test_one_ship_may_scan_twice_but_with_two_sensors():
    game = sensors(duel()).scan("Red", "visual", "1_box", (13, 20)).say("Red")
    assert game.legal() == {game.action_of(kind) for kind in SENSOR_NAMES if kind != "visual"}


@pytest.mark.rule("IC-AMB-09")
def test_the_same_sensor_twice_is_an_option():
    game = sensors(duel(rules={"same_sensor": True}))
    game.scan("Red", "visual", "1_box", (13, 20)).scan("Red", "visual", "1_box", (18, 20))
    assert game.state.declared[RED] == 2


@pytest.mark.rule("IC-AMB-09")
def test_it_is_fresh_again_next_turn_and_the_same_kind_of_another_ship_is_free():
    reds = [ship("Red", (5, 20)), ship("Other", (5, 22))]
    game = sensors(position(reds, [ship("Blue", (25, 20))]))
    game.scan("Red", "visual", "1_box", (13, 20)).scan("Other", "visual", "1_box", (13, 20))
    game.to_scans(RED, 2).scan("Red", "visual", "1_box", (13, 20))
    assert game.last_scan().turn == 2


# -- repeating -----------------------------------------------------------------------------------


def repeated(turns, **more):
    """Strengths of the same scan, turn by turn, by a ship at rest."""
    game = sensors(duel(blue=(29, 34), **more))
    strengths = []
    for turn in range(1, turns + 1):
        game.to_scans(RED, turn).scan("Red", "visual", "1_box", (13, 20))
        strengths.append(int(game.last_scan().strength))
    return strengths


@pytest.mark.rule("IC-AMB-13")
def test_repeating_a_scan_gives_no_bonus():
    assert repeated(3) == [3, 3, 3]


@pytest.mark.rule("IC-AMB-13")
def test_the_option_adds_1_for_each_repetition_up_to_3():
    assert repeated(6, rules={"repeat_bonus": True}) == [3, 4, 5, 6, 6, 6]


@pytest.mark.rule("IC-AMB-13")
@pytest.mark.parametrize(
    "second",
    [("ir", "1_box", (13, 20)), ("visual", "2x2_boxes", (13, 20)), ("visual", "1_box", (18, 20))],
)
def test_another_kind_size_or_place_is_no_repetition(second):
    game = sensors(duel(blue=(29, 34), rules={"repeat_bonus": True}))
    game.scan("Red", "visual", "1_box", (13, 20)).to_scans(RED, 2).scan("Red", *second)
    assert game.last_scan().repeats == 0


@pytest.mark.rule("IC-AMB-13")
def test_a_ship_under_way_or_a_turn_missed_starts_anew():
    rules = {"repeat_bonus": True}
    moving = sensors(duel(blue=(29, 34), red_ship={"vector": [1, 0]}, rules=rules))
    moving.scan("Red", "visual", "1_box", (13, 20)).to_scans(RED, 2)
    moving.scan("Red", "visual", "1_box", (13, 20))
    assert moving.last_scan().repeats == 0
    paused = sensors(duel(blue=(29, 34), rules=rules))
    paused.scan("Red", "visual", "1_box", (13, 20)).to_scans(RED, 3)
    paused.scan("Red", "visual", "1_box", (13, 20))
    assert paused.last_scan().repeats == 0
    assert Table(duel()).rules.option.repeat_bonus == 0
