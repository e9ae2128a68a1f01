"""Chapter AST: gravity, what pulls, stars. Bodies that move: test_astrographics_motion.py."""

import math
import re

import pytest
from kit.battle_rider.bodies import JUPITER, difficulty, sailing, space
from kit.battle_rider.table import Table

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.tables import Column, read_csv
from spacecombat_env.core.model.hexgrid import distance, neighbour
from spacecombat_env.rulesets.battle_rider.model import DATA, MAX_BODIES, Decision
from spacecombat_env.rulesets.battle_rider.movement.astrographics import (
    MASSES,
    SUN,
    glare_at,
    gravity_shift,
    move_bodies,
    pull_at,
    shift_towards,
    threshold,
    worlds,
)
from spacecombat_env.rulesets.battle_rider.scenario import load

N, NE, SE, S, SW, NW = range(6)


# --- the formula ---------------------------------------------------------------------------------


@pytest.mark.rule("BR-AST-02")
@pytest.mark.parametrize(("gs", "height"), [(1, 99.5), (2, 63.5), (3, 47.6), (4, 38)])
def test_thresholds_of_the_sun(gs, height):
    """Source p.17: 46.5 hexes across; 99.5, 63.5, 47.6, 38 hexes above the surface."""
    mass, diameter = SUN
    assert diameter == 46.5
    assert threshold(mass, gs) - diameter / 2 == pytest.approx(height, abs=0.15)


@pytest.mark.rule("BR-AST-02", "BR-AST-06")
@pytest.mark.parametrize("name", MASSES)
def test_the_sample_worlds(name):
    """Source p.17: Jupiter 1.4, Saturn and Neptune 0.07, Earth at the surface, others below."""
    text = dict.fromkeys(("body", "diameter_hexes", "g1_threshold"), Column(str))
    printed = {row["body"]: row for row in read_csv(DATA / "planets.csv", text)}[name]
    mass, diameter = worlds()[name]
    assert diameter == float(printed["diameter_hexes"])
    height = threshold(mass) - diameter / 2
    said = printed["g1_threshold"]
    if said == "below surface":
        assert height < -0.005
    elif said == "surface":
        assert abs(height) < 0.005
    else:
        places = 2 if "0.0" in said else 1
        assert round(height, places) == float(said.removesuffix(" hexes"))


@pytest.mark.rule("BR-AST-06")
def test_a_planet_on_a_counter_is_of_earths_size():
    table = load(space({"kind": "planet", "hex": "1010"})).table.rules[0]
    earth = load(space({"kind": "planet", "hex": "1010", "world": "Earth"})).table.rules[0]
    assert table.worlds[0] == earth.worlds[0] and table.worlds[0].gravity > 0
    assert worlds()["Earth"][1] == 0.43 and set(worlds()) == {*MASSES, "Sun"}


# --- what pulls ----------------------------------------------------------------------------------


@pytest.mark.rule("BR-AST-03")
@pytest.mark.parametrize("kind", ["planet", "asteroid"])
@pytest.mark.parametrize("red", ["1010", "1011", "1110"])
def test_counters_exert_no_pull(kind, red):
    """No world on a counter reaches beyond its own hex at 1G; and in the hex nothing pulls."""
    game = sailing({"kind": kind, "hex": "1010"}, red=red)
    force = game.state.tf[0]
    assert (force.vq, force.vr) == (0, 0) and not game.events("GRAVITY")
    assert pull_at(game.state, game.rules, 0, int(force.q), int(force.r)) == 0


@pytest.mark.rule("BR-AST-01")
@pytest.mark.parametrize(("away", "gs"), [(0, 0), (1, 2), (2, 2), (3, 1), (4, 0)])
def test_whole_gs_by_whole_hexes(away, gs):
    """Jupiter: 1G within 3.78 hexes of the centre, 2G within 2.67, no more at its surface."""
    game = sailing(JUPITER)
    assert pull_at(game.state, game.rules, 0, 10, 5 + away) == gs


@pytest.mark.rule("BR-AST-01", "BR-AST-04")
@pytest.mark.parametrize(
    ("height", "gs"), [(100, 0), (99, 1), (64, 1), (63, 2), (47, 3), (38, 4), (37, 4)]
)
def test_a_star_off_the_map(height, gs):
    """This many hexes above the surface of the sun, whose radius is 23.25 (the source's figures)."""
    far = int(23.25 + height)
    game = sailing({"kind": "star", "world": "Sun", "hex": [10, 14 - far]})
    force = game.state.tf[0]
    shift = game.events("GRAVITY")
    assert distance(0, 0, int(force.vq), int(force.vr)) == gs
    assert (force.vq, force.vr) == (0, -gs)
    assert [(e.a, e.b, e.target) for e in shift] == [(0, -gs, 0)] * (gs > 0)


@pytest.mark.rule("BR-AST-01", "BR-AMB-91")
def test_gs_against_the_pull_keep_the_vector():
    """BR-AMB-91: shifted at the start of the round, so thrust can counter it; each turn again."""
    game = sailing(JUPITER, red="1013")
    force = game.state.tf[0]
    assert (force.vq, force.vr) == (0, -1)
    game.say("MOVE", ("direction", N), "GO")
    assert (force.vq, force.vr) == (0, 0) and (force.q, force.r) == (10, 8)
    game.to_round(0)
    assert (force.vq, force.vr) == (0, -1)
    game.say("END_ROUND").to_round(0)
    assert (force.q, force.r) == (10, 7) and (force.vq, force.vr) == (0, -3)  # 1G, then 2G


@pytest.mark.rule("BR-AST-01")
def test_the_switch():
    game = sailing(JUPITER, red="1013", switch=False)
    assert game.state.tf[0].vr == 0


@pytest.mark.rule("BR-AST-01")
def test_dummies_and_missiles_are_pulled_like_ships():
    game = sailing(JUPITER, red="1013")
    slot = game.launch(0, 1, force=0)
    spread = game.state.spread[slot]
    spread.q, spread.r = 10, 8
    game.state.tf[1] = game.state.tf[0]
    game.state.tf[1].strength, game.state.tf[1].vr, game.state.tf[1].contact = 0, 0, 1
    game.say("END_ROUND").to_round(1)
    assert game.state.tf[1].vr == -1
    game.skip_to(Decision.SPREAD_MENU)
    assert spread.vr == -1
    game.say(("spread", slot), "GO")
    assert (spread.q, spread.r) == (10, 7)


@pytest.mark.rule("BR-AST-01")
def test_two_bodies_pull_together():
    other = {"kind": "gas_giant", "world": "Jupiter", "hex": "1016"}
    game = sailing(JUPITER, other, red="1013")
    assert gravity_shift(game.state, game.rules, 10, 8) == (0, 0)
    assert gravity_shift(game.state, game.rules, 10, 7) == (0, -2)
    assert gravity_shift(game.state, game.rules, 10, 9) == (0, 2)


@pytest.mark.rule("BR-AST-01")
@pytest.mark.parametrize("hexes", [1, 2, 3, 7])
@pytest.mark.parametrize(
    "aim", [(3, 0), (5, -2), (-4, 1), (2, 3), (-1, -6), (1, 1), (-2, 1), (1, -2)]
)
def test_a_pull_leads_straight_to_the_centre(aim, hexes):
    """Its length is the Gs; it lies within half a hex of the straight line; turning the board by a
    sixth turns it too."""
    q, r = shift_towards(*aim, hexes)
    assert distance(0, 0, q, r) == hexes
    across = abs(aim[0] * r - aim[1] * q) * math.sqrt(3) / 2
    length = math.sqrt(aim[0] ** 2 + aim[0] * aim[1] + aim[1] ** 2)
    assert across / length <= 0.5 + 1e-9
    turned = shift_towards(aim[0] + aim[1], -aim[0], hexes)
    assert turned == (q + r, -q)


@pytest.mark.rule("BR-AST-01")
def test_the_turn_used_above_is_a_sixth_clockwise():
    for direction in range(6):
        q, r = neighbour(0, 0, direction)
        assert (q + r, -q) == neighbour(0, 0, (direction + 1) % 6)


# --- stars ---------------------------------------------------------------------------------------


@pytest.mark.rule("BR-AST-04")
def test_a_star_hampers_sensors_as_the_scenario_says():
    """The text gives no figure; here 3, against targets within the 1G threshold only."""
    star = {"kind": "star", "world": "Sun", "hex": [10, -100]}
    bright = {**star, "sensor_modifier": 3}
    assert difficulty(sailing(bright)) - difficulty(sailing(star)) == 3
    assert difficulty(sailing(bright, switch=False)) == difficulty(sailing(star, switch=False))
    far = {**bright, "hex": [10, -110]}
    assert difficulty(sailing(far)) == difficulty(sailing(star))
    game = sailing(bright)
    assert [glare_at(game.state, game.rules, 10, r) for r in (10, 30)] == [3, 0]


@pytest.mark.rule("BR-AST-01", "BR-AST-02", "BR-AST-04")
def test_the_last_body_of_a_full_sky_counts_as_the_first():
    """It pulls, it moves, it dazzles."""
    rocks = [{"kind": "asteroid", "hex": f"{column:02}25"} for column in range(1, MAX_BODIES)]
    star = {"kind": "star", "world": "Sun", "hex": [10, -100], "sensor_modifier": 3}
    game = sailing(*rocks, star)
    assert glare_at(game.state, game.rules, 10, 10) == 3
    force = sailing(*rocks, JUPITER, red="1013").state.tf[0]
    assert (force.vq, force.vr) == (0, -1), "pulled north"
    moving = sailing(*rocks, {**JUPITER, "vector": [1, 0]})
    last = moving.state.body[MAX_BODIES - 1]
    q = int(last.q)
    move_bodies(moving.state, moving.rules)
    assert int(last.q) == q + 1


@pytest.mark.rule("BR-AST-04")
@pytest.mark.parametrize(
    ("body", "field", "reason"),
    [
        ({"kind": "star", "hex": "1010"}, "world", "needs world, or mass and diameter"),
        ({"kind": "gas_giant", "hex": "1010", "mass": 1e27}, "diameter", "go together"),
        ({"kind": "star", "hex": "1010", "mass": "heavy", "diameter": 4}, "mass", "not a number"),
        (
            {"kind": "star", "hex": "1010", "mass": "2e30", "diameter": 0},
            "diameter",
            "not a number",
        ),
        ({"kind": "planet", "hex": "1010", "world": "Vulcan"}, "world", "unknown"),
        ({"kind": "planet", "hex": [10, -100]}, "hex", "off the map"),
        ({"kind": "star", "world": "Sun", "hex": [10, -999]}, "hex[2]", "below"),
    ],
)
def test_errors(body, field, reason):
    with pytest.raises(ScenarioError, match=rf"bodies\[1\]\.{re.escape(field)}: .*{reason}"):
        load(space(body))


@pytest.mark.rule("BR-AST-02", "BR-AST-04")
def test_home_made_bodies_use_the_formula():
    """Ten times Jupiter's mass: the threshold grows by the root of ten, to 11.98 hexes."""
    given = {"kind": "gas_giant", "hex": "1010", "mass": 1.9e28, "diameter": 5}
    world = load(space(given)).table.rules[0].worlds[0]
    assert world.reach == 11 and world.gravity == int(100 * threshold(1.9e28) ** 2)
    assert world.surface_g == int((threshold(1.9e28) / 2.5) ** 2) == 22


def test_a_table_without_bodies_is_as_before():
    game = Table("duel", seed=1)
    assert not game.rules.option.gravity and not game.rules.worlds["reach"].any()


@pytest.mark.rule("BR-AST-02", "BR-AST-04")
def test_a_star_of_four_suns_reaches_twice_as_far():
    """Twice the source's figures for the sun: 245 hexes from the centre for 1G, 173 for 2G."""
    star = {"kind": "star", "mass": 4 * SUN[0], "diameter": 60, "sensor_modifier": 2}
    game = Table(space({**star, "hex": [10, -200]}))
    world = game.rules.worlds[0]
    far = {name: threshold(4 * SUN[0], n) for name, n in (("1G", 1), ("2G", 2))}
    assert far["1G"] == pytest.approx(2 * (99.5 + 23.25), abs=0.3)
    assert far["2G"] == pytest.approx(2 * (63.5 + 23.25), abs=0.3)
    assert world.reach == 127  # all that a record shows of it
    for hexes, pull in ((127, 3), (128, 3), (173, 2), (174, 1), (245, 1), (246, 0)):
        r = int(game.state.body[0].r) + hexes
        assert pull_at(game.state, game.rules, 0, 10, r) == pull
        assert glare_at(game.state, game.rules, 10, r) == (2 if pull else 0)
