"""Chapter QST: sunglare: which scans look into the sun, and what that costs them."""

import pytest
from kit.intercept_sensors.table import BLUE, RED, duel, position, sensors, ship

from spacecombat_env.rulesets.intercept_sensors.model import Power, sunfactors
from spacecombat_env.rulesets.intercept_sensors.scenario import load

ABOVE = (13, 10)
"""A square straight above a ship in column 13."""


def strength(sensor, size="1_box", middle=ABOVE, red=(13, 20), turn=1, **more):
    """Strength of a scan of Red once it is answered, less what was announced."""
    game = sensors(duel(red=red, blue=(29, 34), **more), RED, turn)
    game.scan("Red", sensor, size, middle).say("PASS")
    return int(game.last_scan().strength) - int(game.events("SCAN")[-1].e)


@pytest.mark.rule("IC-QST-01", "IC-QST-02", "IC-QST-03", "IC-AMB-08")
@pytest.mark.parametrize("sensor", ["visual", "ir", "neutrino"])
def test_a_scan_into_the_scanners_own_sunglare_loses_the_sunfactor(sensor):
    assert strength(sensor) == -6


@pytest.mark.rule("IC-QST-02")
@pytest.mark.parametrize("sensor", ["visual", "ir", "neutrino"])
def test_a_scan_beside_the_column_loses_nothing(sensor):
    assert strength(sensor, middle=(18, 10)) == 0


@pytest.mark.rule("IC-QST-05")
@pytest.mark.parametrize("sensor", ["radar", "mass"])
def test_radar_and_mass_skip_the_question(sensor):
    assert strength(sensor) == 0


@pytest.mark.rule("IC-AMB-08")
def test_the_targets_column_does_not_matter():
    """The scan lies on the column above Blue and beside that above Red."""
    game = sensors(duel(red=(13, 20), blue=(18, 20)))
    game.scan("Red", "visual", "1_box", (18, 13)).say("PASS")
    assert game.last_scan().glare == 0


@pytest.mark.rule("IC-AMB-08")
def test_nor_that_of_another_ship_of_the_side():
    reds = [ship("Red", (13, 20)), ship("Other", (18, 20))]
    game = sensors(position(reds, [ship("Blue", (29, 34))]))
    game.scan("Red", "visual", "1_box", (18, 13)).scan("Other", "visual", "1_box", (18, 13))
    assert [int(game.last_scan(back=back).glare) for back in (1, 0)] == [0, 1]


@pytest.mark.rule("IC-QST-04")
@pytest.mark.parametrize(
    ("square", "touched"),
    [
        ((13, 20), False),  # the ship's own square
        ((13, 19), True),  # the square just above
        ((13, 15), True),
        ((12, 19), False),
        ((14, 19), False),
        ((13, 21), False),  # below
    ],
)
def test_the_column_begins_just_above_the_ship_and_is_one_square_wide(square, touched):
    assert strength("visual", "1x1", square) == (-6 if touched else 0)


@pytest.mark.rule("IC-QST-04")
def test_the_column_reaches_to_the_top_edge():
    """3 x 3 squares around (13, 1), 2 rows of them on the map."""
    assert strength("visual", "3x3", (13, 1), red=(13, 14)) == -6
    assert strength("visual", "3x3", (13, 6), red=(13, 20)) == -6


@pytest.mark.rule("IC-QST-04")
def test_a_scan_wholly_off_the_map_above_the_ship_touches_nothing():
    """A ship in row 1 has no column: the rows 0 and less lie over the edge."""
    assert strength("visual", "3x3", (13, 1), red=(13, 1)) == 0
    assert strength("visual", "3x3", (13, 1), red=(13, 2)) == -6


@pytest.mark.rule("IC-QST-04")
def test_an_area_that_holds_the_ship_and_a_square_above_touches():
    assert strength("visual", "3x3", (13, 20)) == -6
    assert strength("visual", "3x3", (13, 21)) == 0  # its top row is the ship's own


@pytest.mark.rule("IC-QST-03")
@pytest.mark.parametrize("sun", ["Mercury", "Mars", "Neptune, deep space", 12])
def test_the_sunfactor_is_that_of_the_place(sun):
    expected = {"Mercury": 8, "Mars": 5, "Neptune, deep space": 0}.get(sun, sun)
    assert strength("visual", sun=sun) == -expected
    assert load(duel(sun=sun)).table.rules[0].option.sunfactor == expected


@pytest.mark.rule("IC-QST-03")
def test_it_is_usually_6():
    assert load(duel()).table.rules[0].option.sunfactor == 6
    assert sunfactors()["Earth, usual"] == 6


@pytest.mark.rule("IC-QST-01")
def test_both_sides_are_shown_which_scan_looks_into_the_glare():
    game = sensors(duel(red=(13, 20), blue=(29, 34)))
    game.scan("Red", "visual", "1_box", ABOVE).say("PASS")
    scan = game.last_scan()
    for seat in (0, 1):
        (event,) = game.events("GLARE", seat)
        assert (event.a, event.b, event.c) == (scan.strength, scan.left, scan.top)


@pytest.mark.rule("IC-QST-03")
def test_deep_space_has_no_glare_to_show():
    game = sensors(duel(red=(13, 20), blue=(29, 34), sun=0))
    game.scan("Red", "visual", "1_box", ABOVE).say("PASS")
    assert game.last_scan().glare == 0 and game.events("GLARE") == []


PLANET = [{"kind": "small planet", "square": [13, 5]}]


@pytest.mark.rule("IC-QST-06", "IC-PLA-01")
@pytest.mark.parametrize("sensor", ["visual", "ir"])
def test_in_planetary_shadow_the_answer_is_no(sensor):
    assert strength(sensor, bodies=PLANET) == 0


@pytest.mark.rule("IC-QST-06")
def test_against_neutrino_scans_no_ship_is_in_shadow():
    assert strength("neutrino", bodies=PLANET) == -6


@pytest.mark.rule("IC-QST-06", "IC-QST-07", "IC-AMB-02")
def test_without_the_planet_rules_there_is_no_shadow():
    assert strength("visual", bodies=PLANET, rules={"planets": False}) == -6


@pytest.mark.rule("IC-QST-01", "IC-QST-03")
def test_the_answer_lowers_the_signal():
    """Blue above Red, sunlit, out: Visual(Hull) 8; scan of a box 3, less 6: signal 5, not 11."""
    game = sensors(duel(red=(13, 20), blue=(13, 13))).dice(12)
    game.scan("Red", "visual", "1_box", (13, 13)).say("PASS")
    assert game.told() == [("CONTACT", 5, [8])]


@pytest.mark.rule("IC-QST-01")
def test_each_scan_has_its_questions():
    game = sensors(duel(red=(13, 20), blue=(29, 34)))
    game.scan("Red", "visual", "1_box", ABOVE).scan("Red", "ir", "1_box", (18, 10))
    assert [int(game.last_scan(back=back).glare) for back in (1, 0)] == [1, 0]
    assert [int(event.a) for event in game.events("GLARE")] == [3 - 6]


@pytest.mark.rule("IC-AMB-07")
def test_both_sides_know_the_strength_after_sunglare():
    game = sensors(duel(red=(13, 20), blue=(29, 34)))
    game.scan("Red", "visual", "1_box", ABOVE).say("PASS")
    for seat in (RED, BLUE):
        assert int(game.visible(seat).scan[RED, 0].strength) == -3
        assert [int(event.a) for event in game.events("GLARE", seat)] == [-3]
        assert [int(event.e) for event in game.events("SCAN", seat)] == [3]


@pytest.mark.rule("IC-QST-07", "IC-PLA-02", "IC-PLA-03")
def test_maps_with_planets_need_the_line_of_sight():
    """A planet between the two: void; with the switch off, plainly seen."""
    bodies = [{"kind": "large planet", "square": [10, 20]}]
    for planets, finds in ((True, 0), (False, 1)):
        game = sensors(duel(bodies=bodies, rules={"planets": planets}))
        game.scan("Red", "visual", "1_box", (15, 20)).say("PASS")
        assert game.last_scan().finds == finds


def test_a_cold_plant_makes_no_difference_to_the_glare():
    game = sensors(duel(red=(13, 20), blue=(29, 34))).set("Red", power=Power.BATTERIES)
    game.scan("Red", "visual", "1_box", ABOVE).say("PASS")
    assert game.last_scan().glare == 1
