"""Chapter AMB: one test for each ruling where the post leaves a choice."""

import pytest
from kit.intercept_sensors.table import BLUE, RED, SENSOR_NAMES, duel, position, sensors, ship

from spacecombat_env.rulesets.intercept_sensors.model import Result
from spacecombat_env.rulesets.intercept_sensors.scans.declaring import reaches


@pytest.mark.rule("IC-AMB-01")
def test_sides_between_the_printed_ones_are_1_to_5_boxes():
    game = sensors(duel())
    assert [int(area.side) for area in game.rules.area] == [1, 3, 5, 10, 15, 20, 25]


@pytest.mark.rule("IC-AMB-02")
def test_planets_matter_unless_switched_off():
    bodies = [{"kind": "large planet", "square": [10, 20]}]
    found = []
    for rules in ({}, {"planets": True}, {"planets": False}):
        game = sensors(duel(bodies=bodies, rules=rules))
        game.scan("Red", "visual", "1_box", (15, 20)).say("PASS")
        found.append(int(game.last_scan().finds))
    assert found == [0, 0, 1]


@pytest.mark.rule("IC-AMB-03")
def test_the_signature_is_shown_and_the_signal_follows():
    game = sensors(duel()).dice(12).scan("Red", "ir", "1_box", (15, 20)).say("PASS")
    for event in game.events("CONTACT", RED):
        assert event.b + game.last_scan().strength == event.c
    assert [int(event.b) for event in game.events("CONTACT", RED)] == [0, 1]


@pytest.mark.rule("IC-AMB-04")
def test_one_roll_a_scan_not_one_a_side():
    """Both scans give a contact; each has its roll, and the second is worth rolling."""
    game = sensors(duel(red_ship={"values": {"skill": 0}})).set("Blue", popped=0).dice(12)
    game.scan("Red", "ir", "1_box", (15, 20)).scan("Red", "radar", "1_box", (15, 20))
    assert [int(event.a) for event in game.events("ROLL")] == [
        int(game.last_scan(back=1).roll),
        int(game.last_scan().roll),
    ]
    assert len(game.events("ROLL")) == 2


@pytest.mark.rule("IC-AMB-05")
@pytest.mark.parametrize(("away", "held"), [(5, True), (16, False)])
def test_a_ship_tracks_only_with_a_sensor_that_reaches(away, held):
    """Visual and IR shut in; its mass sensor, 0 + 1, reaches 15 squares."""
    game = sensors(duel(red=(5, 20), blue=(5 + away, 20)), BLUE).track("Blue").set("Red", popped=0)
    game.to_scans(BLUE, 2)
    assert bool(game["Blue"].tracked) == held


@pytest.mark.rule("IC-AMB-06")
@pytest.mark.parametrize(
    ("dice", "expected", "place"),
    [(12, Result.CONTACT, (0, 0)), (10, Result.POSITION, (15, 20))],
)
def test_a_contact_has_no_position_without_the_roll(dice, expected, place):
    """Signal 8: 2 x 2 boxes, strength 0, hull 8; skill 0."""
    game = sensors(duel(red_ship={"values": {"skill": 0}})).dice(dice)
    game.scan("Red", "visual", "2x2_boxes", (11, 16)).say("PASS")
    find = game.visible(RED).scan[RED, 0].find[0]
    assert (find.result, (find.x, find.y)) == (expected, place)


@pytest.mark.rule("IC-AMB-07")
def test_the_lowered_strength_is_shown():
    game = sensors(duel(red=(13, 20))).scan("Red", "visual", "1_box", (13, 10)).say("PASS")
    assert [int(game.visible(seat).scan[RED, 0].strength) for seat in (RED, BLUE)] == [-3, -3]


@pytest.mark.rule("IC-AMB-08")
@pytest.mark.parametrize(
    ("red", "blue", "glare"), [((13, 20), (18, 20), 1), ((18, 20), (13, 20), 0)]
)
def test_the_column_is_the_scanning_ships(red, blue, glare):
    """The scan covers columns 11 to 15 above them."""
    game = sensors(duel(red=red, blue=blue)).scan("Red", "visual", "1_box", (13, 13)).say("PASS")
    assert game.last_scan().glare == glare


@pytest.mark.rule("IC-AMB-09")
@pytest.mark.parametrize("again", [False, True])
def test_two_scans_by_one_ship_but_not_with_one_sensor(again):
    game = sensors(duel(rules={"same_sensor": again}))
    game.scan("Red", "radar", "1_box", (13, 20)).say("Red")
    left = set(SENSOR_NAMES) if again else set(SENSOR_NAMES) - {"radar"}
    assert game.legal() == {game.action_of(kind) for kind in left}


@pytest.mark.rule("IC-AMB-10")
def test_tracked_units_are_left_out_of_the_answer():
    """Only the other ship in the box answers."""
    blues = [ship("Known", (15, 20)), ship("New", (14, 19))]
    game = sensors(position([ship("Red", (5, 20))], blues)).track("Known")
    game.scan("Red", "visual", "1_box", (15, 20)).say("PASS")
    assert game.last_scan().finds == 1
    assert {int(event.unit) for event in game.events("CONTACT", BLUE)} == {game.index("New")}


@pytest.mark.rule("IC-AMB-11")
def test_range_is_counted_to_the_farthest_square_like_a_king_moves():
    """3 x 3 squares, reach 15, from (5, 20): diagonals count as much as straight lines."""
    game = sensors(duel())
    unit = game["Red"]
    allowed = {
        (left, top)
        for left in range(-30, 40)
        for top in range(-30, 60)
        if reaches(game.rules, unit, 1, left, top)
    }
    assert allowed == {(x, y) for x in range(5 - 15, 5 + 14) for y in range(20 - 15, 20 + 14)}


@pytest.mark.rule("IC-AMB-12")
def test_a_volley_has_one_signature_of_a_kind():
    blues = [ship("Blue", (25, 20), carries=["Missile volley"])]
    game = sensors(position([ship("Red", (5, 20))], blues))
    game.set("Missile volley", status=3, at=(15, 20), power=2, thrust=5)
    game.dice(12).scan("Red", "visual", "1_box", (15, 20)).say("PASS")
    assert game.told()[0][1:] == (3 + 4, [0, 4])  # Visual(Hull) -6 + 6, Visual(Thrust) 4


@pytest.mark.rule("IC-AMB-13")
@pytest.mark.parametrize(("bonus", "strengths"), [(False, [3, 3]), (True, [3, 4])])
def test_repeating_pays_only_by_option(bonus, strengths):
    game = sensors(duel(blue=(29, 34), rules={"repeat_bonus": bonus}))
    found = []
    for turn in (1, 2):
        game.to_scans(RED, turn).scan("Red", "visual", "1_box", (13, 20))
        found.append(int(game.last_scan().strength))
    assert found == strengths
