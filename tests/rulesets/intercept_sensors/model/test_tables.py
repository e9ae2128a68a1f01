"""The data files: laid rightly, marked where reconstructed, and the one place where numbers stand."""

from __future__ import annotations

import csv
import shutil
from contextlib import contextmanager

import pytest
from kit.intercept_sensors.table import SENSOR_NAMES, duel, sensors

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.intercept_sensors.model import (
    ABSENT,
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    DATA,
    DIRECTIONS,
    NONE,
    POSITION_MARGIN,
    TRACKED_SIGNAL,
    Drive,
    Type,
    load_tables,
    tables,
)
from spacecombat_env.rulesets.intercept_sensors.scans.declaring import scan_strength
from spacecombat_env.rulesets.intercept_sensors.scans.signatures import best_signature

CACHES = ("sizes", "grades", "ship_rows", "bodies", "sunfactors", "_tables")
KNOWN = ("text", "public post", "reconstructed", "ours")


def rows(name):
    """The rows of a data file as text."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(text):
    """A cell of a sensor strength."""
    return int(text) if text else ABSENT


# -- laid rightly --------------------------------------------------------------------------------


@pytest.mark.rule("IC-SCAN-03", "IC-SCAN-06", "IC-SCAN-07", "IC-SCAN-08")
def test_sizes_of_scans():
    rules, given = load_tables()[0], rows("scan_sizes.csv")
    assert len(given) == len(rules.area) == 7
    for area, row in zip(rules.area, given, strict=True):
        assert (area.side, area.reach) == (int(row["side_squares"]), int(row["max_range_squares"]))
        plain, other = int(row["modifier_visual_ir_neutrino"]), int(row["modifier_radar_mass"])
        assert list(area.modifier) == [plain, plain, other, plain, other]


@pytest.mark.rule("IC-SCAN-08")
def test_modifiers_follow_their_formula():
    """README: round(6 - 3 log2 side) and round(8 - 4 log2 side)."""
    from math import log2

    for area in load_tables()[0].area:
        side = int(area.side)
        assert area.modifier[0] == round(6 - 3 * log2(side))
        assert area.modifier[2] == round(8 - 4 * log2(side))


@pytest.mark.rule("IC-SCAN-06", "IC-SCAN-10")
def test_classes_are_made_of_sizes_and_grades():
    rules = load_tables()[0]
    grades = {row["grade"]: row for row in rows("sensor_strengths.csv")}
    sizes = {row["target"]: row for row in rows("signature_size.csv")}
    for place, row in enumerate(rows("ships.csv"), start=1):
        klass, size = rules.classes[place], sizes[row["size"]]
        assert Type(int(klass.type)).name.lower() == row["type"]
        assert Drive(int(klass.drive)).name.lower() == row["drive"]
        assert [int(s) for s in klass.sensor] == [
            number(grades[row["sensors"]][s]) for s in SENSOR_NAMES
        ]
        parts = ("visual_hull_dark", "ir_base", "radar", "mass")
        assert [int(klass[n]) for n in ("visual", "ir", "radar", "mass")] == [
            int(size[p]) for p in parts
        ]
        assert int(klass.thrust) == int(row["thrust"]) and int(klass.skill) == int(row["skill"])
        assert int(klass.endurance) == (int(row["endurance"]) if row["endurance"] else NONE)
        assert (klass.black_hull, klass.stealth) == (int(row["black_hull"]), int(row["stealth"]))


@pytest.mark.rule("IC-LOST-07")
def test_tracked_ranges():
    rules, given = load_tables()[0], rows("max_tracked_range.csv")
    assert [int(squares) for squares in rules.range_squares] == [int(r["squares"]) for r in given]
    assert list(rules.range_from)[1:] == [int(r["strength_plus_signature_min"]) for r in given[1:]]
    for row, after in zip(given, given[1:], strict=False):  # no gap in the ladder
        assert int(row["strength_plus_signature_max"]) + 1 == int(
            after["strength_plus_signature_min"]
        )


@pytest.mark.rule("IC-SIG-02", "IC-SIG-03", "IC-SIG-04")
def test_the_printed_results_are_those_of_the_engine():
    given = rows("signal_results.csv")
    assert [(r["signal_min"], r["signal_max"]) for r in given] == [
        ("", "-1"),
        ("0", "11"),
        ("12", ""),
    ]
    assert int(given[2]["signal_min"]) == TRACKED_SIGNAL
    assert f"signal + {POSITION_MARGIN} = position" in rows("sense_roll.csv")[0]["status"]


@pytest.mark.rule("IC-QST-05", "IC-QST-06", "IC-SCAN-10", "IC-LOST-05", "IC-PLA-01")
def test_kinds_of_sensor_behave_as_listed():
    from spacecombat_env.rulesets.intercept_sensors.scans.signatures import is_surface
    from spacecombat_env.rulesets.intercept_sensors.scans.sunglare import (
        is_in_sunshine,
        knows_glare,
    )

    bodies = [{"kind": "small planet", "square": [5, 5]}]
    game = sensors(duel(bodies=bodies))
    given = rows("sensor_types.csv")
    assert [row["sensor"] for row in given] == SENSOR_NAMES
    for sensor, row in enumerate(given):
        assert bool(knows_glare(sensor)) == (row["sunglare"] == "yes")
        assert bool(is_surface(sensor)) == (row["mounted"] == "surface")
        assert (row["needs_popped_out"] == "yes") == (row["mounted"] == "surface")
        if row["sunglare"] == "yes":
            in_shadow = not is_in_sunshine(game.state, game.rules, game["Red"], sensor)
            assert in_shadow == (row["planet_shadow"] == "yes")


def test_the_map():
    given = read_yaml(DATA / "map.yaml")
    assert given["box_squares"] == BOX and given["facings"]["value"] == DIRECTIONS
    assert (given["boxes"]["columns"], given["boxes"]["rows"]) == (BOX_COLUMNS, BOX_ROWS)
    assert given["sun"]["edge"] == "top" and "20 boxes" in given["turn_track"]["value"]


@pytest.mark.rule("IC-SIG-01", "IC-SCAN-09")
def test_the_table_of_the_matrix():
    """RULES.md, 'Why these tables': a military set (+4) against signature 7."""
    game = sensors(duel()).set("Blue", popped=0)
    strengths = [scan_strength(game.rules, game["Red"], 0, size) for size in range(7)]
    hull = best_signature(game.state, game.rules, game["Blue"], 0)
    assert strengths == [10, 5, 3, 0, -2, -3, -4]
    assert [strength + hull for strength in strengths] == [17, 12, 10, 7, 5, 4, 3]


# -- marked --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("*.csv")))
def test_every_number_has_its_status(name):
    for row in rows(name):
        assert any(action in row["status"] for action in KNOWN), row


RECONSTRUCTED = {
    "max_tracked_range.csv": 7,
    "planets.csv": 4,
    "scan_sizes.csv": 7,
    "sense_roll.csv": 13,
    "sensor_strengths.csv": 5,
    "signature_size.csv": 6,
    "signature_state.csv": 16,
    "sunfactor.csv": 1,
}


@pytest.mark.parametrize("name", RECONSTRUCTED)
def test_reconstructed_numbers_are_marked(name):
    """As many rows as the post says nothing of."""
    assert sum("reconstructed" in row["status"] for row in rows(name)) == RECONSTRUCTED[name]


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("scan_sizes.csv", "side_squares", ("1", "3", "10", "25")),
        ("sunfactor.csv", "sunfactor", ("6",)),
        ("signature_state.csv", "base", ("sunfactor",)),
        ("planets.csv", "shadow_column_width", ("1", "3")),
    ],
)
def test_numbers_of_the_post_and_of_its_author_are_not_marked_as_made_up(name, key, value):
    found = [
        row for row in rows(name) if row[key] in value and row["kind" if "kind" in row else key]
    ]
    assert sum("text" in row["status"] or "public post" in row["status"] for row in found) >= len(
        value
    )


# -- changed -------------------------------------------------------------------------------------


@contextmanager
def replaced(tmp_path, monkeypatch, name, old, new):
    """The data folder with one piece of text replaced."""
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    text = (folder / name).read_text(encoding="utf-8")
    assert text.count(old) == 1, (name, old)
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(tables, "DATA", folder)
    for cached in CACHES:
        getattr(tables, cached).cache_clear()
    try:
        yield
    finally:
        monkeypatch.undo()
        for cached in CACHES:
            getattr(tables, cached).cache_clear()


def probe():
    """Numbers that play rests on: strengths, signatures in several states, ranges, the sun."""
    game = sensors(
        duel(red_ship={"klass": "Scout"}, bodies=[{"kind": "large planet", "square": [20, 9]}])
    )
    found = {}
    for place, (popped, power, thrust) in enumerate(((0, 1, 0), (1, 2, 0), (1, 3, 2))):
        for name in ("Red", "Blue"):
            game.set(name, popped=popped, power=power, thrust=thrust, radar_used=place == 2)
            for kind, value in game.emits(name).items():
                found[f"{name} {place} {kind}"] = value
    for size in range(7):
        for sensor, kind in enumerate(SENSOR_NAMES):
            found[f"{kind} {size}"] = int(scan_strength(game.rules, game["Blue"], sensor, size))
        found[f"reach {size}"] = int(game.rules.area[size].reach)
    found["ladder"] = [int(n) for n in (*game.rules.range_from, *game.rules.range_squares)]
    found["body"] = [int(game.state.body[0][n]) for n in ("side", "shadow")]
    return found


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("scan_sizes.csv", "box 1x1,5,25,-1,", "box 1x1,5,25,1,", {"visual 2": 5, "ir 2": 5, "neutrino 2": 2}),
        ("scan_sizes.csv", "box 1x1,5,25,-1,-1", "box 1x1,5,25,-1,3", {"radar 2": 7, "mass 2": 3}),
        ("scan_sizes.csv", "square 1x1,1,5,", "square 1x1,1,6,", {"reach 0": 6}),
        ("sensor_strengths.csv", "military,4,4,4", "military,4,4,9", {f"radar {n}": v for n, v in enumerate((17, 11, 8, 4, 1, 0, -2))}),
        ("signature_state.csv", "popped_out,1,", "popped_out,4,", {"Red 1 VISUAL_HULL": 7, "Blue 1 VISUAL_HULL": 11, "Red 2 VISUAL_HULL": 7, "Blue 2 VISUAL_HULL": 11}),
        ("signature_state.csv", "black_hull,-2", "black_hull,0", {f"Red {n} VISUAL_HULL": v for n, v in enumerate((5, 6, 6))}),
        ("signature_state.csv", "plume,3,2,12", "plume,3,3,12", {"Blue 2 VISUAL_THRUST": 9}),
        ("signature_state.csv", "plume,3,2,12", "plume,3,2,6", {"Blue 2 VISUAL_THRUST": 6}),
        ("signature_state.csv", "impulse,-1,1,99", "impulse,2,1,99", {"Red 2 VISUAL_THRUST": 4}),
        ("signature_state.csv", "ir_power,full,4", "ir_power,full,5", {"Red 2 IR_POWER": 4, "Blue 2 IR_POWER": 5}),
        ("signature_state.csv", "own_radar,2", "own_radar,3", {"Red 2 RADAR": 1, "Blue 2 RADAR": 7}),
        ("signature_state.csv", "neutrino_power,idle,1", "neutrino_power,idle,2", {"Red 1 NEUTRINO_POWER": 2, "Blue 1 NEUTRINO_POWER": 2}),
        ("signature_size.csv", '(to 10,000 t)",1,0,2,1', '(to 10,000 t)",1,0,2,3', {f"Blue {n} MASS": 3 for n in range(3)}),
        ("max_tracked_range.csv", "6,8,50", "6,8,60", {"ladder": [-127, 0, 3, 6, 9, 12, 15, 5, 15, 25, 60, 75, 100, 125]}),
        ("planets.csv", "large planet,3,3", "large planet,3,1", {"body": [3, 1]}),
        ("sunfactor.csv", '"Earth, usual",6', '"Earth, usual",5', {}),
    ],
)  # fmt: skip
def test_a_number_replaced_in_the_file_changes_play_there_alone(
    tmp_path, monkeypatch, name, old, new, expected
):
    before = probe()
    with replaced(tmp_path, monkeypatch, name, old, new):
        after = probe()
    assert {key: after[key] for key in before if after[key] != before[key]} == expected
    assert probe() == before


def test_a_sunfactor_replaced(tmp_path, monkeypatch):
    """Nothing but the sun named in the scenario is read from there."""
    with replaced(tmp_path, monkeypatch, "sunfactor.csv", "Mars,5,", "Mars,9,"):
        assert sensors(duel(sun="Mars")).rules.option.sunfactor == 9
        assert sensors(duel()).rules.option.sunfactor == 6


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        (
            "scan_sizes.csv",
            "box 1x1,5,25,-1",
            "box 1x1,5,25,x",
            "column 'modifier_visual_ir_neutrino': 'x'",
        ),
        ("scan_sizes.csv", "scan,side_squares", "scan,side", "row 1: no column 'side_squares'"),
        ("ships.csv", "Scout,ship,small ship", "Scout,ship,tiny ship", "column 'size': 'tiny ship"),
        ("ships.csv", "Scout,ship", "Scout,boat", "column 'type': 'boat' is none of"),
        (
            "sensor_strengths.csv",
            "military,4,4,4,1",
            "military,4,4,40,1",
            "column 'radar': 40 is above",
        ),
        ("max_tracked_range.csv", "12,14,100", "12,14,500", "column 'squares': 500 is above"),
    ],
)
def test_a_damaged_table_names_file_and_place(tmp_path, monkeypatch, name, old, new, expected):
    with replaced(tmp_path, monkeypatch, name, old, new), pytest.raises(ScenarioError) as caught:
        load_tables()
    assert name in str(caught.value) and expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_call_gives_a_copy_of_its_own():
    first, second = load_tables(), load_tables()
    first[0].classes[1].thrust = 6
    assert second[0].classes[1].thrust == 4
