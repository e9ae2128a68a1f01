"""Seven scans worked by hand."""

import pytest
from kit.intercept_sensors.table import RED, duel, position, sensors, ship

from spacecombat_env.rulesets.intercept_sensors.model import Power, TrackLoss

PLAIN = {"values": {"skill": 0}}


@pytest.mark.rule("IC-SCAN-06", "IC-SCAN-07", "IC-SIG-04")
def test_first_3_by_3_squares_reach_15_and_signal_12_needs_no_roll():
    """Red on (5, 20), Blue on (19, 20) with its sensors in.

    The area around (19, 20) ends in column 20, 15 squares away: just in range; around column 20 it
    would end at 16. Military visual 4, 3 x 3 squares +1: strength 5; it starts in column 18, far
    from the glare of column 5. Medium hull 1, sunshine 6: 7. Signal 5 + 7 = 12: tracked, no roll.
    """
    game = sensors(duel(red=(5, 20), blue=(19, 20), red_ship=PLAIN)).set("Blue", popped=0).dice(12)
    game.say("Red", "visual", "3x3", "D4")
    assert game.can_say((19, 20)) and not game.can_say((20, 20))
    game.say((19, 20), "PASS")
    assert (game.last_scan().strength, game.last_scan().roll) == (5, 0)
    assert game.told() == [("TRACKED", 12, [7])] and game["Blue"].tracked


@pytest.mark.rule("IC-SCAN-06", "IC-SCAN-07", "IC-SIG-03", "IC-SNS-03")
def test_second_2_by_2_boxes_reach_50_and_a_9_shows_the_square():
    """Red in the corner (1, 1), Blue on (30, 35), 34 squares away: within 50.

    The action E6 and the boxes right and below of it: columns 21-30, rows 26-35, farthest 34. Visual
    4 - 4 = 0, no glare (column 1, no row above). Blue popped out: 1 + 6 + 1 = 8, signal 8. Roll 9,
    skill 0: above 8, not above 11: position.
    """
    game = sensors(duel(red=(1, 1), blue=(30, 35), red_ship=PLAIN)).dice(9)
    game.scan("Red", "visual", "2x2_boxes", (21, 26)).say("PASS")
    scan = game.last_scan()
    assert (scan.left, scan.top, scan.side, scan.strength) == (21, 26, 10, 0)
    assert game.told() == [("POSITION", 8, [8])] and not game["Blue"].tracked
    assert (scan.find[0].x, scan.find[0].y) == (30, 35)


@pytest.mark.rule("IC-QST-03", "IC-QST-04", "IC-SIG-02")
@pytest.mark.parametrize(
    ("column", "strength", "told"),
    [(13, -6, []), (10, 0, [("CONTACT", 1, [0, 1])])],
)
def test_third_sunglare_touched_or_not(column, strength, told):
    """IR of 2 x 2 boxes, columns 11-20, rows 11-20: 4 - 4 = 0; Red stands in row 25.

    In column 13 the area lies on its sunglare: 0 - 6 = -6. In column 10 it lies next to it. Blue:
    IR(Hull) 0 - 6 + 6 = 0 and IR(Power) 0 + 1 = 1: signals -6 and -5, or 0 and 1. Roll 12: above
    1 + 3, so a contact.
    """
    game = sensors(duel(red=(column, 25), blue=(17, 13), red_ship=PLAIN)).dice(12)
    game.scan("Red", "ir", "2x2_boxes", (11, 11)).say("PASS")
    assert game.last_scan().strength == strength
    assert game.told() == told


@pytest.mark.rule("IC-QST-05", "IC-SIG-01")
def test_fourth_radar_ignores_the_sun():
    """Straight up into the sun: radar 4, 1 box -1: strength 3 before and after.

    Blue, medium 2, sensors out 2: 4; signal 7. Roll 8, skill 0: 8 > 7, not above 10: position.
    """
    game = sensors(duel(red=(13, 20), blue=(13, 8), red_ship=PLAIN)).dice(8)
    game.scan("Red", "radar", "1_box", (13, 8)).say("PASS")
    assert (game.last_scan().glare, game.last_scan().strength) == (0, 3)
    assert game.told() == [("POSITION", 7, [4])]


@pytest.mark.rule("IC-SIG-02", "IC-SNS-01")
@pytest.mark.parametrize(("power", "told"), [(Power.IDLE, []), (Power.FULL, [("CONTACT", 3, [5])])])
def test_fifth_minus_1_says_nothing(power, told):
    """A neutrino set of 2, 2 x 2 boxes: 2 - 4 = -2. A plant idling gives off 1: signal -1, silence,
    no roll. At full power it gives off 5: signal 3; a roll of 12 leaves it a contact."""
    game = sensors(duel(red_ship=PLAIN)).set("Blue", power=power).dice(12)
    game.klass("Red").sensor[3] = 2
    game.scan("Red", "neutrino", "2x2_boxes", (11, 16)).say("PASS")
    assert game.last_scan().strength == -2
    assert game.told() == told and bool(game.last_scan().roll) == bool(told)


@pytest.mark.rule("IC-SNS-02", "IC-SIG-06", "IC-SNS-03")
def test_sixth_one_roll_for_two_contacts():
    """Visual, 3 x 3 boxes: 4 - 6 = -2, on columns 11-25, rows 16-30.

    Blue One burns 2 G: Visual(Thrust) 3 + 4 = 7, hull 8: best 8, signal 6. Blue Two, a raider with
    a black hull and its sensors in: 1 + 6 - 2 = 5, signal 3. Roll 6, skill 0: 6 <= 6 tracked;
    6 <= 3 + 3 position.
    """
    blues = [ship("One", (15, 20)), ship("Two", (22, 27), "Raider")]
    game = sensors(position([ship("Red", (5, 20), values={"skill": 0})], blues)).dice(6)
    game.set("One", thrust=2).set("Two", popped=0)
    game.scan("Red", "visual", "3x3_boxes", (18, 23)).say("PASS")
    assert game.told() == [("TRACKED", 6, [8, 7]), ("POSITION", 3, [5])]
    assert len(game.events("ROLL")) == 1


@pytest.mark.rule("IC-LOST-01", "IC-LOST-02", "IC-LOST-08")
def test_seventh_a_track_lost_behind_the_drive():
    """Red on (15, 20) tracks Blue on (10, 20), both at rest. Red burns 2 G to the east: it comes to
    (17, 20), its stern to the west; Blue lies on that line, 7 squares behind. Another time it burns
    to the north-east, comes to (17, 18), and Blue is 7 columns and 2 rows off: no diagonal."""
    for facing, at, held in (("E", (17, 20), False), ("NE", (17, 18), True)):
        game = sensors(duel(red=(15, 20), blue=(10, 20)), 1, 1).track("Blue").to_plot("Red")
        game.say(facing, "2G").until(lambda game=game: game.decision.name == "SCAN")
        assert game.place("Red") == at and bool(game["Blue"].tracked) == held
        assert [int(event.a) for event in game.events("LOST", RED)] == (
            [] if held else [TrackLoss.BEHIND_DRIVE]
        )
