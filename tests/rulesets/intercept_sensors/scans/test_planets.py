"""Chapter PLA: shadow columns, lines of sight, and what a planet hides of a scan."""

import pytest
from kit.intercept_sensors.table import BLUE, RED, duel, position, sensors, ship

from spacecombat_env.core.model.squaregrid import line_meets
from spacecombat_env.rulesets.intercept_sensors.scans.planets import (
    is_blocked,
    is_shadowed,
    is_void,
)

KINDS = {"asteroid": (1, 0), "small planet": (1, 1), "large planet": (3, 3), "gas giant": (5, 5)}
SENSORS = ("visual", "ir", "radar", "neutrino", "mass")


def shadowed(game):
    """All squares of the map in shadow."""
    squares = [(x, y) for x in range(1, 31) for y in range(1, 36)]
    return {square for square in squares if is_shadowed(game.state, game.rules, *square)}


@pytest.mark.rule("IC-PLA-01")
@pytest.mark.parametrize("kind", KINDS)
def test_the_shadow_column_runs_down_from_the_body(kind):
    """1 square wide below a small planet, 3 below a large one, none below an asteroid."""
    across, width = KINDS[kind]
    game = sensors(duel(bodies=[{"kind": kind, "square": [15, 10]}]))
    columns = range(15 - width // 2, 15 + width // 2 + 1) if width else ()
    rows = range(10 + across // 2 + 1, 36)
    assert shadowed(game) == {(x, y) for x in columns for y in rows}


@pytest.mark.rule("IC-PLA-01")
def test_a_narrow_shadow_falls_in_the_middle():
    """Should the table one day say so."""
    game = sensors(duel(bodies=[{"kind": "large planet", "square": [15, 10]}]))
    game.state.body[0].shadow = 1
    assert {x for x, _ in shadowed(game)} == {15}


@pytest.mark.rule("IC-PLA-01")
def test_in_shadow_the_hull_is_dark_and_sunglare_ignored():
    bodies = [{"kind": "small planet", "square": [13, 5]}]
    for red, glare, hull in (((13, 20), 0, 2), ((14, 20), 1, 8)):
        game = sensors(duel(red=red, bodies=bodies))
        assert game.emits("Red")["VISUAL_HULL"] == hull
        game.scan("Red", "visual", "1_box", (13, 13)).say("PASS")
        assert game.last_scan().glare == glare


@pytest.mark.rule("IC-PLA-01", "IC-SIG-05")
def test_other_signatures_are_unchanged_in_shadow():
    bodies = [{"kind": "small planet", "square": [15, 5]}]
    dark, lit = (sensors(duel(bodies=b)).set("Blue", thrust=2).emits("Blue") for b in (bodies, []))
    assert {k for k in lit if lit[k] != dark[k]} == {"VISUAL_HULL", "IR_HULL"}


def line_squares(x1, y1, x2, y2, steps=4000):
    """Squares whose inside a straight line between two centres passes through, by walking it."""
    found = set()
    for n in range(steps + 1):
        x, y = x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps
        if abs(x - round(x)) < 0.4999 and abs(y - round(y)) < 0.4999:
            found.add((round(x), round(y)))
    return found


@pytest.mark.rule("IC-PLA-02")
@pytest.mark.parametrize("end", [(9, 3), (4, 9), (10, 1), (1, 7), (8, 8), (7, 4)])
def test_the_line_passes_through_the_squares_it_crosses(end):
    """Against a walk along the line in small steps, seen from (2, 2)."""
    crossed = line_squares(2, 2, *end)
    for x in range(1, 12):
        for y in range(1, 12):
            assert bool(line_meets(2, 2, *end, x, y, 1)) == ((x, y) in crossed), (x, y)


@pytest.mark.rule("IC-PLA-02")
def test_a_line_that_touches_a_corner_is_free():
    """The diagonal from (1, 1) to (3, 3) touches the corners of (1, 2), (2, 1), (2, 3), (3, 2)."""
    for square in ((1, 2), (2, 1), (2, 3), (3, 2)):
        assert not line_meets(1, 1, 3, 3, *square, 1)
    assert line_meets(1, 1, 3, 3, 2, 2, 1)


@pytest.mark.rule("IC-PLA-02")
@pytest.mark.parametrize(
    ("kind", "hidden"),
    [
        # seen from (5, 20), planet centred on (10, 20): which rows of column 15 are hidden; the
        # near edge of the body decides, 4.5 or 3.5 columns away (of 10 to the target)
        ("asteroid", range(19, 22)),
        ("small planet", range(19, 22)),
        ("large planet", range(16, 25)),
    ],
)
def test_squares_behind_a_body_are_hidden(kind, hidden):
    game = sensors(duel(bodies=[{"kind": kind, "square": [10, 20]}]))
    rows = {y for y in range(1, 36) if is_blocked(game.state, game.rules, 5, 20, 15, y)}
    assert rows == set(hidden)


@pytest.mark.rule("IC-PLA-02")
def test_squares_before_and_beside_it_are_seen():
    game = sensors(duel(bodies=[{"kind": "small planet", "square": [10, 20]}]))
    for square in ((9, 20), (9, 21), (10, 19), (10, 21), (5, 10), (1, 20)):
        assert not is_blocked(game.state, game.rules, 5, 20, *square), square
    for square in ((11, 20), (30, 20)):
        assert is_blocked(game.state, game.rules, 5, 20, *square), square


@pytest.mark.rule("IC-PLA-02", "IC-PLA-03")
@pytest.mark.parametrize("sensor", SENSORS)
def test_neutrino_and_mass_see_through(sensor):
    bodies = [{"kind": "small planet", "square": [10, 20]}]
    game = sensors(duel(blue=(12, 20), bodies=bodies))
    voided = is_void(game.state, game.rules, SENSORS.index(sensor), game["Red"], 12, 20)
    assert bool(voided) == (sensor not in ("neutrino", "mass"))
    game.scan("Red", sensor, "3x3", (12, 20)).say("PASS")
    assert game.last_scan().finds == (sensor in ("neutrino", "mass"))


@pytest.mark.rule("IC-PLA-03")
def test_void_squares_are_passed_over_without_a_action():
    """With a ship in the void square and without one the scanner gets the same."""
    bodies = [{"kind": "small planet", "square": [10, 20]}]
    records = []
    for blue in ((15, 20), (29, 34)):
        game = sensors(duel(blue=blue, bodies=bodies))
        game.scan("Red", "visual", "1_box", (15, 20)).say("PASS")
        records.append(game.visible(RED).tobytes())
    assert records[0] == records[1]


@pytest.mark.rule("IC-PLA-03")
def test_the_rest_of_the_area_is_valid():
    """One ship behind the planet, one beside its cone."""
    bodies = [{"kind": "small planet", "square": [10, 20]}]
    blues = [ship("Behind", (15, 20)), ship("Beside", (15, 17))]
    game = sensors(position([ship("Red", (5, 20))], blues, bodies=bodies))
    game.scan("Red", "visual", "1_box", (15, 20)).say("PASS")
    assert game.last_scan().finds == 1
    assert game["Beside"].found and not game["Behind"].found


@pytest.mark.rule("IC-PLA-02")
def test_it_is_the_scanning_ships_line_that_counts():
    """The other ship of the side sees past the planet."""
    bodies = [{"kind": "small planet", "square": [10, 20]}]
    reds = [ship("Shut", (5, 20)), ship("Open", (5, 10))]
    for name, finds in (("Shut", 0), ("Open", 1)):
        game = sensors(position(reds, [ship("Blue", (15, 20))], bodies=bodies))
        game.scan(name, "visual", "1_box", (15, 20)).say("PASS")
        assert game.last_scan().finds == finds


@pytest.mark.rule("IC-AMB-02", "IC-PLA-01", "IC-PLA-02")
def test_the_planet_rules_are_a_switch():
    bodies = [{"kind": "large planet", "square": [10, 20]}]
    game = sensors(duel(bodies=bodies, rules={"planets": False}), BLUE)
    assert shadowed(game) == set()
    assert not is_blocked(game.state, game.rules, 5, 20, 15, 20)
    assert sensors(duel(bodies=bodies)).rules.option.planets == 1  # on unless stated otherwise
