"""Chapter EVL: ships from designs, against the charts, the examples and the printed counters."""

from __future__ import annotations

import copy
import csv
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.battle_rider.model import NONE, Beam, Sensor, tables
from spacecombat_env.rulesets.battle_rider.scenario import FOLDER, load
from spacecombat_env.rulesets.battle_rider.scenario.card import Evaluation
from spacecombat_env.rulesets.battle_rider.scenario.conversion import (
    converted,
    per_battery,
    point_value,
    size_of,
    value_without_tender,
)
from spacecombat_env.rulesets.battle_rider.scenario.evaluation import Battery, evaluate, restricted

HALBERD = Path(__file__).parents[4] / "configs" / "designs" / "halberd.yaml"
BARE: dict[str, Any] = {"name": "Bare", "tons": 400, "tech_level": 12}
MESON = {"kind": "meson", "mount": "spinal", "number": 1, "short_range": 6, "damage": 1000}
LASER = {"kind": "laser", "mount": "turret", "number": 10, "short_range": 10, "damage": 25}


def evaluated(**parts: Any) -> Evaluation:
    """A bare hull of 400 tons with some parts."""
    return evaluate({**BARE, **parts})


def values(**parts: Any) -> dict[str, Any]:
    """The card of a bare hull with some parts."""
    return evaluated(**parts).values


def refused(**parts: Any) -> str:
    """What is said of an impossible design."""
    with pytest.raises(ScenarioError) as caught:
        evaluated(**parts)
    return str(caught.value)


@pytest.mark.rule("BR-EVL-01")
@pytest.mark.parametrize(
    ("tons", "size"),
    [
        (0.5, 2),
        (1, 1),
        (9, 1),
        (10, 0),
        (99, 0),
        (100, -1),
        (999, -1),
        (1000, -2),
        (9999, -2),
        (10_000, -3),
        (99_999, -3),
        (100_000, -4),
        (1_000_000, -5),
    ],
)
def test_size_follows_the_chart(tons: float, size: int) -> None:
    assert size_of(Fraction(str(tons)))[0] == size
    assert values(tons=tons)["size_mod"] == size


@pytest.mark.rule("BR-EVL-02")
def test_a_battery_is_the_total_over_the_size_to_the_nearest_whole_number():
    assert [size_of(tons)[1] for tons in (5, 50, 500, 5000, 50_000, 500_000)] == [1, 1, 1, 2, 3, 4]
    assert [per_battery(total, 3) for total in (1, 2, 10, 11)] == [0, 1, 3, 4]
    card = values(
        tons=50_000,
        weapons=[{**MESON, "number": 2}, {**LASER, "number": 20}],
        sandcasters=20,
        dampers=8,
    )
    assert card["spinal"] == "M(x2)6:12"  # a spinal mount is in no battery
    assert card["turret"] == "L(x7)10:1"
    assert (card["sandcasters"], card["dampers"]) == (7, 3)


@pytest.mark.rule("BR-EVL-02")
def test_what_rounds_to_nothing_is_shown():
    made = evaluated(tons=50_000, weapons=[{**LASER, "number": 1}], dampers=1)
    assert "turret" not in made.values
    assert made.values["dampers"] == 0
    assert [note.partition(":")[0] for note in made.notes] == [
        "1 laser on 3 batteries",
        "1 dampers on 3 batteries",
    ]


@pytest.mark.rule("BR-EVL-03")
@pytest.mark.parametrize(
    ("spare", "texts"),
    [
        (99, ("M6:12", "L(x10)10:1")),
        (499, ("M6:12", "L(x10)10:1")),
        (500, ("M(-1)6:12", "L(x10)10:1")),
        (1000, ("M(-2)6:12", "L(x10)10:1")),
    ],
)
def test_overpower_takes_five_or_ten_times_the_firing_power(spare: int, texts: Any) -> None:
    weapons = [{**MESON, "power": 100}, LASER]
    card = values(weapons=weapons, power={"output": 1000 + spare, "systems": 1000})
    assert (card["spinal"], card["turret"]) == texts


@pytest.mark.rule("BR-EVL-03")
def test_all_weapons_are_overpowered_at_the_same_time():
    weapons = [{**MESON, "power": 100}, {**LASER, "power": 10}]
    full = values(weapons=weapons, power={"output": 3000, "systems": 1000})
    assert (full["spinal"], full["turret"]) == ("M(-2)6:12", "L(x10-2)10:1")
    less = values(weapons=weapons, power={"output": 2999, "systems": 1000})
    assert (less["spinal"], less["turret"]) == ("M(-2)6:12", "L(x10-1)10:1")


@pytest.mark.rule("BR-EVL-04")
def test_damage_conversion():
    assert converted(143) == 4  # the book's armor value
    assert converted(2200) == 16  # its meson screen
    pairs = {0: 0, 1: 0, 19: 0, 20: 1, 499: 9, 500: 10, 9999: 26, 10_000: 27, 50_000: 27}
    assert {value: converted(value) for value in pairs} == pairs
    card = values(armor=143, meson_screen=2200, weapons=[{**MESON, "damage": [1500, 750, 19, 0]}])
    assert (card["armor"], card["meson_screen"]) == (4, 16)
    assert card["spinal"] == "M6:14-11-0-X"


@pytest.mark.rule("BR-EVL-05")
@pytest.mark.parametrize(
    ("tons", "directors", "missile_directors", "few"),
    [
        (5000, 12, 0, None),  # 2 mesons and 20 lasers: one each, and one for two
        (5000, 11, 0, 5),  # (11 - 1 spinal) / 2 batteries
        (50_000, 8, 0, 2),  # 7 / 3
        (50_000, 9, 0, 3),  # 8 / 3
        (5000, 1, 0, 1),  # the spinal's director is borrowed
        (5000, 0, 5, 1),  # a missile director too
    ],
)
def test_directors_of_a_battery(
    tons: int, directors: int, missile_directors: int, few: int | None
) -> None:
    bay = {"kind": "meson", "mount": "secondary", "number": 1, "short_range": 4, "damage": 500}
    card = values(
        tons=tons,
        weapons=[MESON, bay, {**LASER, "number": 20}],
        fire_control={"value": 4, "directors": directors},
        missiles={"directors": missile_directors},
    )
    assert card["fire_control"] == 4
    assert card.get("restricted_directors") == few


@pytest.mark.rule("BR-EVL-05")
@pytest.mark.parametrize(("directors", "few"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, None)])
def test_spinal_mounts_take_their_directors_first(directors: int, few: int | None) -> None:
    """Two spinal mounts and two mesons of one battery: below two directors nothing is left."""
    rows = [Battery("meson", mount, 2, 4, [500], None) for mount in ("spinal", "secondary")]
    assert restricted(rows, directors, 1) == few


@pytest.mark.rule("BR-EVL-06", "BR-AMB-86")
def test_the_best_sensors_count_and_cargo_missiles_do_not():
    card = evaluate(HALBERD).values
    sensors = "active_range", "passive_range", "jammer_range", "passive_folding", "masked"
    assert [card.get(key) for key in sensors] == [16, 10, 16, True, True]
    missiles = "missile_directors", "ready_missiles", "socket_extenders"
    assert [card.get(key) for key in missiles] == [5, 25, False]
    fixed = values(
        sensors={"passive": [8, {"range": 8, "folding": True}], "communication_jammers": [10]}
    )
    assert (fixed["passive_range"], fixed["passive_folding"]) == (8, False)
    assert "jammer_range" not in fixed
    assert values(socket_extenders=True, auxiliary_bridge=True)["aux_bridge"]
    lines = dict(evaluated(socket_extenders=True).as_json()["card"])
    assert lines["size"] == "-1E"


@pytest.mark.rule("BR-EVL-07")
def test_fuel_for_twenty_hours_and_limited_below_fifty_turns():
    for hours, limited in ((20, True), (24.5, True), (25, False), (100, False)):
        card = values(maneuver={"g_rating": 3, "fuel_g_hours": hours})
        assert card.get("limited_fuel") == limited
    assert "19 G-hours of fuel: a maneuver drive needs 20" in refused(
        maneuver={"g_rating": 3, "fuel_g_hours": 19}
    )
    assert "maneuver.fuel_g_hours: missing" in refused(maneuver={"g_rating": 3})
    assert values(maneuver={"g_rating": 0})["g_rating"] == 0


@pytest.mark.rule("BR-EVL-08")
def test_points():
    assert (point_value(36_000, 15), value_without_tender(90)) == (90, 135)
    assert value_without_tender(7) == 11
    rider = values(tons=36_000, tech_level=15)
    assert (rider["points"], rider["points_without_tender"]) == (90, 135)
    jumper = values(tons=36_000, tech_level=15, maneuver={"jump": 2})
    assert (jumper["points"], jumper.get("points_without_tender")) == (90, None)


@pytest.mark.rule("BR-EVL-08")
def test_points_of_the_printed_ships_follow_from_their_tonnage():
    with (tables.DATA / "ships.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["tons_low"]]
    assert len(rows) > 20
    for row in rows:
        # The interval that rounds to the printed points; its ends are not exact.
        tons = (int(row["tons_low"]) + int(row["tons_high"])) // 2
        assert point_value(tons, int(row["tech_level"])) == int(row["points"])


def test_the_evaluation_shows_what_crews_cost():
    made = evaluate(HALBERD).as_json()
    assert (made["points"], made["price_crack"], made["price_green"]) == (40, 48, 32)


def test_a_design_becomes_a_ship_of_a_scenario():
    scenario = yaml.safe_load((FOLDER / "duel.yaml").read_text(encoding="utf-8"))
    scenario = copy.deepcopy(scenario)
    made = evaluate(HALBERD)
    scenario["sides"]["red"]["ships"].append(made.ship)
    scenario["sides"]["red"]["task_forces"].append({"ships": ["Halberd"], "hex": [5, 5]})
    loaded = load(scenario)
    klass = loaded.table.rules[0].classes[loaded.source["resolved"]["classes"].index("Halberd")]
    assert (klass.size_mod, klass.tech_level, klass.g, klass.points) == (-2, 14, 4, 40)
    assert (klass.sensor_range[Sensor.ACTIVE], klass.sensor_range[Sensor.PASSIVE]) == (16, 10)
    assert (klass.sandcasters, klass.dampers, klass.meson_screen, klass.armor) == (10, 2, 16, 4)
    assert (klass.limited_fuel, klass.socket_extenders, klass.restricted_directors) == (1, 0, 3)
    spinal, turret = klass.weapon[0], klass.weapon[3]
    assert (spinal.kind, spinal.spinal, spinal.overpower) == (Beam.MESON, 1, 2)
    assert list(spinal.damage) == [11, 10, 8, NONE]
    assert (turret.kind, turret.number, turret.overpower) == (Beam.LASER, 11, 1)


@pytest.mark.parametrize(
    ("parts", "actions"),
    [
        ({"tons": 0}, "tons: 0 tons of displacement: more than 0"),
        ({"tons": "big"}, "tons: 'big' is not a number"),
        ({"tons": 10**9}, "tons: worth 12000 points"),
        ({"tech_level": 30}, "tech_level: 30 is above 20"),
        ({"armour": 3}, "armour: unknown key (did you mean armor?)"),
        ({"weapons": [{**LASER, "mount": "spinal"}]}, "weapons[1].mount: spinal mounts are"),
        ({"weapons": [LASER, LASER]}, "weapons[2]: a card has room for 1 rows of turret"),
        ({"weapons": [{**LASER, "number": 49}]}, "weapons: 49 beams in a battery, at most 48"),
        ({"weapons": [{**LASER, "damage": [1, 2]}]}, "weapons[1].damage: 2 values"),
        ({"weapons": [{**LASER, "damage": [0, 0, 0, 0]}]}, "weapons[1].damage: no damage at any"),
        ({"power": {"output": 5, "systems": 6}}, "power.systems: 6 MW for the systems"),
        ({"fire_control": {"value": 4}}, "fire_control.directors: fire control, but no director"),
        ({"missiles": {"turrets": 4}}, "missiles.directors: 4 ready missiles, but no missile"),
        ({"missiles": {"directors": 4, "bays": 300}}, "missiles: 300 ready missiles, at most 239"),
        ({"riders": {"class": "Valor", "number": 1}}, "riders.class: 'Valor' is unknown"),
    ],
)
def test_impossible_designs_are_refused(parts: dict[str, Any], actions: str) -> None:
    said = refused(**parts)
    assert said.startswith("<design>: ")
    assert actions in said
    assert "\n" not in said


def test_two_spinal_rows_leave_room_for_one_secondary():
    bay = {**LASER, "mount": "secondary"}
    particle = {**MESON, "kind": "particle"}
    assert values(weapons=[MESON, particle, bay])["spinal"] == ["M6:12", "P6:12"]
    assert "weapons[4]: a card has room for 1 rows of secondary" in refused(
        weapons=[MESON, particle, bay, bay]
    )
