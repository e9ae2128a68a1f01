"""Chapter SIG: what units give off, and what of it a scan reveals.

A Frigate is of medium size, a Raider too, with a black hull; a Scout is small, black and stealthy;
a Pinnace is small craft. All coast with idle plants and their sensors out unless a test says so.
"""

import pytest
from kit.intercept_sensors.table import BLUE, RED, duel, position, sensors, ship

from spacecombat_env.rulesets.intercept_sensors.model import Power, Result, Sensor, Signature
from spacecombat_env.rulesets.intercept_sensors.scans.signals import result_of
from spacecombat_env.rulesets.intercept_sensors.scans.signatures import best_signature

SIZES = {
    "small craft (to 100 t)": (-3, -2, -3, -5),
    "small ship (to 1000 t)": (-1, -1, 0, -2),
    "medium ship (to 10,000 t)": (1, 0, 2, 1),
    "large ship (to 100,000 t)": (3, 1, 4, 4),
    "capital (above)": (5, 2, 6, 7),
}


def blue(values=None, klass="Frigate", sun=6, at=(15, 20), **fields):
    """Signatures of Blue, of changed values, with its record changed."""
    content = {"klass": klass} | ({"values": values} if values else {})
    game = sensors(duel(blue=at, blue_ship=content, sun=sun))
    return game.set("Blue", **fields).emits("Blue")


# -- signatures ----------------------------------------------------------------------------------


@pytest.mark.rule("IC-SIG-01")
@pytest.mark.parametrize("size", SIZES)
def test_size_parts(size):
    """In the dark, sensors in, idle: hull, IR base (-6 hull, +1 idle), radar, mass."""
    hull, heat, radar, mass = SIZES[size]
    assert blue({"size": size}, sun=0, popped=0) == {
        "VISUAL_HULL": hull,
        "IR_HULL": heat - 6,
        "IR_POWER": heat + 1,
        "RADAR": radar,
        "NEUTRINO_POWER": 1,
        "MASS": mass,
    }


@pytest.mark.rule("IC-SIG-05")
@pytest.mark.parametrize("sun", [0, 3, 6, 8])
def test_sunshine_adds_the_sunfactor_to_the_hull_in_visual_and_ir(sun):
    dark, lit = blue(sun=0), blue(sun=sun)
    differ = {kind: lit[kind] - dark[kind] for kind in lit if lit[kind] != dark[kind]}
    assert differ == ({"VISUAL_HULL": sun, "IR_HULL": sun} if sun else {})


@pytest.mark.rule("IC-SIG-01")
def test_popped_out_sensors_show_in_visual_and_radar():
    sensors_in, out = blue(popped=0), blue(popped=1)
    assert {kind: out[kind] - sensors_in[kind] for kind in out} == {
        **dict.fromkeys(out, 0),
        "VISUAL_HULL": 1,
        "RADAR": 2,
    }


@pytest.mark.rule("IC-SIG-01")
def test_black_hulls_and_stealth():
    plain, black, stealthy = blue(), blue({"black_hull": 1}), blue({"stealth": 1})
    assert black == plain | {"VISUAL_HULL": plain["VISUAL_HULL"] - 2}
    assert stealthy == plain | {"RADAR": plain["RADAR"] - 4}


@pytest.mark.rule("IC-SIG-01")
@pytest.mark.parametrize(
    ("power", "heat", "neutrinos"),
    [
        (Power.OFF, None, None),
        (Power.BATTERIES, 1, None),
        (Power.IDLE, 1, 1),
        (Power.FULL, 4, 5),
    ],
)
def test_the_plant_shows_in_ir_and_neutrinos(power, heat, neutrinos):
    found = blue(power=power)
    assert (found.get("IR_POWER"), found.get("NEUTRINO_POWER")) == (heat, neutrinos)


@pytest.mark.rule("IC-SIG-01")
@pytest.mark.parametrize(
    ("drive", "gs", "light", "heat"),
    [
        ("plume", 0, None, None),
        ("plume", 1, 5, 4),
        ("plume", 3, 9, 8),
        ("plume", 4, 11, 10),
        ("plume", 5, 12, 12),  # 3 + 2 x 5 = 13, at most 12
        ("plume", 6, 12, 12),
        ("impulse", 0, None, None),
        ("impulse", 1, 0, None),
        ("impulse", 4, 3, None),
    ],
)
def test_thrust_shows_as_light_and_a_plume_as_heat(drive, gs, light, heat):
    found = blue({"drive": drive}, thrust=gs)
    assert (found.get("VISUAL_THRUST"), found.get("IR_THRUST")) == (light, heat)


@pytest.mark.rule("IC-SIG-01")
def test_the_heat_of_a_plume_has_a_size_its_light_has_none():
    large = blue({"size": "large ship (to 100,000 t)"}, thrust=2)
    assert (large["VISUAL_THRUST"], large["IR_THRUST"]) == (7, 6 + 1)


@pytest.mark.rule("IC-SIG-01")
def test_ones_own_radar_gives_one_away_for_the_turn():
    """A declares a radar scan: Blue, who scans after it, sees +2; next turn it is over."""
    game = sensors(duel())
    before = game.emits("Red")["RADAR"]
    game.scan("Red", "radar", "1_box", (25, 30))
    assert game.emits("Red")["RADAR"] == before + 2
    game.to_turn(2)
    assert game.emits("Red")["RADAR"] == before


@pytest.mark.rule("IC-SIG-01", "IC-AMB-12")
def test_a_missile_volley_has_one_set_of_signatures():
    """Coasting: hull -6 + 6, IR -4 - 6 + 6, radar -6, mass -8. Burning it glows with 4 at any G."""
    blues = [ship("Blue", (15, 20), carries=["Missile volley"])]
    game = sensors(position([ship("Red", (5, 20))], blues)).to_plot("Blue")
    game.say("LAUNCH", "COAST").to_scans(RED)
    found = game.emits("Missile volley")
    assert {k: found[k] for k in ("VISUAL_HULL", "IR_HULL", "RADAR", "MASS")} == {
        "VISUAL_HULL": 0,
        "IR_HULL": -4,
        "RADAR": -6,
        "MASS": -8,
    }
    for gs in (1, 5):
        game.set("Missile volley", thrust=gs)
        assert game.emits("Missile volley")["VISUAL_THRUST"] == 4
        assert "IR_THRUST" not in game.emits("Missile volley")


@pytest.mark.rule("IC-AMB-12", "IC-SIG-01", "IC-SIG-06")
def test_ships_craft_and_volleys_in_the_area_all_answer():
    blues = [ship("Blue", (15, 20), carries=["Missile volley", "Pinnace"])]
    game = sensors(position([ship("Red", (5, 20))], blues))
    for name, at in (("Missile volley", (15, 19)), ("Pinnace", (16, 20))):
        game.set(name, status=3, at=at, power=Power.IDLE, popped=0)
    game.dice(12).scan("Red", "visual", "1_box", (15, 19)).say("PASS")
    # box C4 holds the frigate and the volley; strength 3: 3 + 8, 3 + 0
    assert [(signal, values) for _, signal, values in game.told()] == [(11, [8]), (3, [0])]


@pytest.mark.rule("IC-SIG-01")
def test_each_sensor_sees_its_own_kinds():
    game = sensors(duel()).set("Blue", thrust=1, power=Power.FULL)
    found = game.emits("Blue")
    best = [int(best_signature(game.state, game.rules, game["Blue"], s)) for s in Sensor]
    heat = max(found[kind] for kind in ("IR_HULL", "IR_POWER", "IR_THRUST"))
    light = max(found["VISUAL_HULL"], found["VISUAL_THRUST"])
    assert best == [light, heat, found["RADAR"], found["NEUTRINO_POWER"], found["MASS"]]
    assert best == [8, 4, 4, 5, 1]


# -- what is revealed ------------------------------------------------------------------------------


def answer(sensor, size, middle=(15, 20), dice=12, sun=6, **fields):
    """What a scan of Red reveals of Blue on (15, 20)."""
    game = sensors(duel(sun=sun)).dice(dice).set("Blue", **fields)
    game.scan("Red", sensor, size, middle).say("PASS")
    return game


@pytest.mark.rule("IC-SIG-01")
@pytest.mark.parametrize(
    ("sensor", "size", "middle", "signal"),
    [
        ("visual", "1_box", (15, 20), 8 + 3),
        ("visual", "2x2_boxes", (15, 20), 8 + 0),
        ("ir", "1_box", (15, 20), 1 + 3),
        ("radar", "1_box", (15, 20), 4 + 3),
        ("neutrino", "1_box", (15, 20), 1 + 0),
        ("mass", "3x3", (15, 20), 1 + 2),
    ],
)
def test_signal_is_strength_and_signature(sensor, size, middle, signal):
    game = answer(sensor, size, middle)
    assert [find[1] for find in game.told()] == [signal]


@pytest.mark.rule("IC-SIG-01")
def test_only_units_in_the_area_answer():
    """The 3 x 3 squares next to it hold nothing, those at its corner do."""
    assert answer("visual", "3x3", (13, 20)).told() == []
    assert len(answer("visual", "3x3", (14, 19)).told()) == 1


@pytest.mark.rule("IC-SIG-02")
def test_a_signal_of_minus_1_says_nothing_at_all():
    """A box by mass: 0 - 1 + 1 = 0 is revealed. Two by two: 0 - 5 + 1 = -4 is not, just as if there
    were nothing."""
    assert answer("mass", "1_box").told() == [("CONTACT", 0, [1])]
    silent, empty = answer("mass", "2x2_boxes"), answer("mass", "2x2_boxes", at=(29, 34))
    for game in (silent, empty):
        assert game.told() == [] and game.events("CONTACT") == [] and game.events("ROLL") == []
        assert game["Blue"].found == Result.NOTHING
    for visible in ("quiet", "traces"):
        assert (silent.state[visible][RED] == empty.state[visible][RED]).all()
    assert silent.visible(RED).tobytes() == empty.visible(RED).tobytes()


@pytest.mark.rule("IC-SIG-02", "IC-SIG-03", "IC-SIG-04")
@pytest.mark.parametrize(
    ("signal", "results"),
    [
        (-1, {Result.NOTHING}),
        (0, {Result.CONTACT, Result.POSITION}),
        (11, {Result.POSITION, Result.TRACKED}),
        (12, {Result.TRACKED}),
        (30, {Result.TRACKED}),
    ],
)
def test_results_of_a_signal_over_all_dice(signal, results):
    assert {Result(int(result_of(signal, roll, 0))) for roll in range(2, 13)} == results


@pytest.mark.rule("IC-SIG-03", "IC-AMB-03")
def test_every_signature_of_0_or_more_is_shown_with_kind_and_value():
    """IR of a burning frigate: hull 0, power 4, thrust 4; a box of strength 3."""
    game = answer("ir", "1_box", thrust=1, power=Power.FULL)
    told = [(Signature(int(e.a)).name, int(e.b), int(e.c)) for e in game.events("CONTACT", RED)]
    assert told == [("IR_HULL", 0, 3), ("IR_POWER", 4, 7), ("IR_THRUST", 4, 7)]
    assert game.told() == [("POSITION", 7, [0, 4, 4])] or game.told()[0][2] == [0, 4, 4]


@pytest.mark.rule("IC-SIG-03")
def test_a_signature_that_gave_less_than_0_is_kept_back():
    """Strength -3 (three by three boxes: -2; glare none; 4 x 4: -3): hull -3, power 1, thrust 1."""
    game = answer("ir", "4x4_boxes", (13, 30), thrust=1, power=Power.FULL, at=(13, 30))
    assert game.last_scan().glare == 0 and game.last_scan().strength == -3
    assert game.told()[0][1:] == (1, [4, 4])
    kinds = [Signature(int(event.a)).name for event in game.events("CONTACT", RED)]
    assert kinds == ["IR_POWER", "IR_THRUST"]


@pytest.mark.rule("IC-SIG-03", "IC-AMB-06")
def test_a_contact_shows_neither_place_nor_name():
    game = answer("ir", "1_box")
    assert game.told() == [("CONTACT", 4, [0, 1])]
    find = game.visible(RED).scan[RED, 0].find[0]
    assert (find.x, find.y) == (0, 0)
    assert [int(event.unit) for event in game.events("CONTACT", RED)] == [-1, -1]
    assert [int(event.unit) for event in game.events("CONTACT", BLUE)] == [game.index("Blue")] * 2
    assert not game.visible(RED).unit_of[game.index("Blue")].x


@pytest.mark.rule("IC-SIG-04")
def test_12_is_tracked_at_once():
    """Visual 4 + 1, hull 7 with its sensors in: 12 from 3 x 3 squares."""
    game = answer("visual", "3x3", popped=0)
    assert game.told() == [("TRACKED", 12, [7])]
    assert game.last_scan().roll == 0 and game.events("ROLL") == []


@pytest.mark.rule("IC-SIG-06")
def test_two_units_have_their_own_signals_strongest_first():
    """Nothing in the order tells which slot is which, neither in the record nor in the log."""
    for dark, bright in (("One", "Two"), ("Two", "One")):
        blues = [ship("One", (15, 20)), ship("Two", (14, 19))]
        game = sensors(position([ship("Red", (5, 20))], blues)).dice(12)
        game.set(dark, popped=0).set(bright, popped=1)
        game.scan("Red", "visual", "2x2_boxes", (11, 16)).say("PASS")
        assert [find[1:] for find in game.told()] == [(8, [8]), (7, [7])]
        assert [int(event.b) for event in game.events("CONTACT", RED)] == [8, 7]
        own = [int(event.unit) for event in game.events("CONTACT", BLUE)]
        assert own == [game.index(bright), game.index(dark)]


@pytest.mark.rule("IC-SIG-05", "IC-PLA-01")
def test_in_planetary_shadow_no_sunfactor():
    bodies = [{"kind": "small planet", "square": [15, 10]}]
    lit, dark = sensors(duel()), sensors(duel(bodies=bodies))
    assert lit.emits("Blue")["VISUAL_HULL"] - dark.emits("Blue")["VISUAL_HULL"] == 6
    assert lit.emits("Blue")["IR_HULL"] - dark.emits("Blue")["IR_HULL"] == 6
