"""The printed tables as the engine gets them, against what the book says about them."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.battle_rider.model import (
    BULLSEYE,
    MISS,
    NONE,
    Beam,
    Result,
    Sensor,
    class_names,
    class_row,
    class_types,
    load_tables,
    ship_counts,
    tables,
)

RULES = load_tables()[0]
PRINTED = "36a3482997b5e5b15a762e4c9029a1fc7a2ed45c5e832af6ef2698837961dd72"
SPINAL, SECONDARY_1, SECONDARY_2, TURRET = range(4)
TYPES = [
    "BB",
    "BR",
    "BRL",
    "BT",
    "CA",
    "CC",
    "CL",
    "CP",
    "CR",
    "CVM",
    "DD",
    "DE",
    "EC",
    "ED",
    "LC",
    "LM",
    "LT",
    "MA",
    "SDB",
    "SM",
]  # ships_notes.md


def klass(name: str) -> np.record:
    """The class record of a printed name."""
    return RULES.classes[class_row(name)]


def weapon(name: str, row: int) -> tuple[int, ...]:
    """A weapon as (kind, spinal, number, overpower, range, four damages)."""
    found = klass(name).weapon[row]
    head = (found.kind, found.spinal, found.number, found.overpower, found.range)
    return (*map(int, head), *map(int, found.damage))


def ships() -> list[str]:
    """The names of the 27 printed classes."""
    return [name for name in class_names() if name in ship_counts()]


# -- ships ---------------------------------------------------------------------------------------


@pytest.mark.rule("BR-CTR-01", "BR-CTR-06", "BR-CTR-07", "BR-CTR-08")
def test_voroshilef_is_the_ship_of_the_diagram():
    assert weapon("Voroshilef", SPINAL) == (Beam.MESON, 1, 1, 2, 6, 12, 10, 6, 4)
    assert weapon("Voroshilef", SECONDARY_1) == (Beam.MESON, 0, 2, 2, 4, 10, 6, 4, 2)
    assert weapon("Voroshilef", SECONDARY_2) == (Beam.PARTICLE, 0, 2, 2, 10, 10, 10, 10, 6)
    assert weapon("Voroshilef", TURRET) == (Beam.LASER, 0, 20, 2, 10, 1, 1, 0, 0)
    ship = klass("Voroshilef")
    assert (ship.size_mod, ship.tech_level, ship.fire_control, ship.points) == (-4, 13, 6, 182)
    assert (ship.armor, ship.aux_bridge, ship.jump, ship.g) == (12, 1, 3, 2)
    assert (ship.meson_screen, ship.sandcasters, ship.dampers) == (11, 30, 5)
    assert (ship.jammer, ship.masked, ship.folding) == (16, 1, 0)


@pytest.mark.rule("BR-CTR-10")
def test_voroshilef_has_40_directors_and_200_missiles():
    assert (klass("Voroshilef").directors, klass("Voroshilef").missiles) == (40, 200)


@pytest.mark.rule("BR-CTR-01", "BR-CTR-13", "BR-GEN-02")
def test_every_cell_of_the_27_cards_is_the_printed_one():
    """One digest of what is printed, notes on how sure a cell is left out."""
    with (tables.DATA / "ships.csv").open(encoding="utf-8") as file:
        cards = [
            ";".join(f"{key}={cell}" for key, cell in row.items() if not key.endswith("_conf"))
            for row in csv.DictReader(file)
        ]
    assert len(cards) == 27
    assert hashlib.sha256("\n".join(cards).encode()).hexdigest() == PRINTED


@pytest.mark.rule("BR-GEN-02")
def test_27_classes_on_60_counters():
    assert len(ships()) == 27
    assert sum(ship_counts().values()) == 60


def test_rows_follow_the_file_and_row_0_is_empty():
    with (tables.DATA / "ships.csv").open(encoding="utf-8") as file:
        printed = [row["name"] for row in csv.DictReader(file)]
    assert list(class_names()[1:28]) == printed
    assert class_names()[0] == ""
    assert not RULES.classes[0].tobytes().strip(b"\0")


@pytest.mark.rule("BR-CTR-02")
def test_brackets_hold_number_and_built_in_overpower():
    assert weapon("Starburst", SPINAL) == (Beam.MESON, 1, 1, 2, 10, 11, 9, 6, 3)  # M(-2)10:..
    assert weapon("Aurora LC", SPINAL) == (Beam.MESON, 1, 1, 0, 5, 4, 2, 1, 0)  # M5:4-2-1-0
    assert weapon("Chrysanthemum", SPINAL) == (Beam.PARTICLE, 1, 2, 0, 10, 4, 4, 3, 2)  # P(x2)..


@pytest.mark.rule("BR-CTR-02")
def test_a_single_damage_number_holds_at_every_range():
    assert weapon("Gallant", TURRET) == (Beam.LASER, 0, 20, 2, 10, 1, 1, 1, 1)  # L(x20-2)10:1


@pytest.mark.rule("BR-AMB-34")
def test_damage_x_is_not_damage_0():
    assert weapon("Lancer", SPINAL)[-1] == NONE  # 9-6-3-X
    assert weapon("Aurora LM", SPINAL)[-1] == 0  # 4-2-1-0


@pytest.mark.rule("BR-CTR-03", "BR-CTR-04")
def test_only_the_admiral_has_two_spinal_mounts():
    assert weapon("Admiral", SPINAL)[:2] == (Beam.MESON, 1)
    assert weapon("Admiral", SECONDARY_1)[:2] == (Beam.PARTICLE, 1)
    for name in ships():
        spinal = [int(row.spinal) for row in klass(name).weapon]
        assert spinal[SECONDARY_1] == (name == "Admiral")
        assert spinal[SECONDARY_2:] == [0, 0]


@pytest.mark.rule("BR-CTR-05")
def test_sensors_jammer_mask_and_folding_array():
    ship = klass("Midu Agashaam")  # A10, [P:8], J16, Msk
    assert ship.sensor_range[Sensor.ACTIVE] == 10
    assert ship.sensor_range[Sensor.PASSIVE] == 8
    assert (ship.folding, ship.jammer, ship.masked) == (1, 16, 1)
    assert (klass("Shukugan").jammer, klass("Shukugan").masked) == (4, 0)


@pytest.mark.rule("BR-CTR-11")
def test_jump_and_gs_with_fuel_unlimited_in_the_basic_game():
    assert (klass("Valor").jump, klass("Valor").g) == (4, 6)
    assert klass("Gallant").jump == 0
    assert all(klass(name).fuel == NONE for name in ships())


@pytest.mark.rule("BR-CTR-12", "BR-LCH-07")
def test_tenders_and_the_riders_they_carry():
    carried = {}
    for name in ships():
        ship = klass(name)
        assert bool(ship.riders) == bool(ship.rider_klass)
        if ship.riders:
            carried[name] = (class_names()[ship.rider_klass], int(ship.riders))
    assert carried == {
        "Triumph": ("Gallant", 4),
        "Cleon": ("Admiral", 6),
        "Maggart LT": ("Manticore", 2),
        "Maggart LC": ("Manticore", 1),
    }


@pytest.mark.rule("BR-CTR-13", "BR-SCN-06")
def test_ships_without_jump_drive_have_a_second_higher_value():
    two = {n: int(klass(n).points_without_tender) for n in ships()}
    two = {name: value for name, value in two.items() if value != NONE}
    assert two == {"Gallant": 135, "Admiral": 105, "Manticore": 11}
    assert all(klass(name).points < value for name, value in two.items())
    assert all(klass(name).jump == 0 for name in two)


@pytest.mark.rule("BR-CTR-14")
def test_20_type_codes():
    assert sorted(set(class_types()) - {""}) == TYPES
    assert len(TYPES) == 20
    assert class_types()[class_row("Starburst")] == "CL"


@pytest.mark.rule("BR-S1-01")
def test_the_skirmish_fleet_is_worth_177():
    fleet = ("Starburst", "Rapier", "Midu Agashaam", "Chrysanthemum", "Valor", "Fiery")
    assert sum(int(klass(name).points) for name in fleet) == 177


@pytest.mark.rule("BR-ERR-01", "BR-ERR-02", "BR-ERR-03", "BR-ERR-04", "BR-ERR-05", "BR-AMB-01")
@pytest.mark.parametrize(
    ("name", "lasers", "sandcasters"),
    [("Maggart LT", 4, 2), ("Maggart LC", 5, 3), ("Aurora LM", 4, 2), ("Aurora LC", 5, 3)],
)
def test_errata_of_1994(name: str, lasers: int, sandcasters: int):
    assert weapon(name, TURRET)[2] == lasers
    assert klass(name).sandcasters == sandcasters
    assert klass(name).socket_extenders == 1


# -- drones, cards, markers ----------------------------------------------------------------------


@pytest.mark.rule("BR-DRN-01", "BR-AMB-50")
def test_two_drones():
    dual, passive = klass("dual_mode_tl12"), klass("passive_tl14")
    assert class_names()[28:] == tables.DRONE_TYPES
    assert (dual.tech_level, dual.size_mod, dual.g, dual.fuel, dual.points) == (12, 1, 1, NONE, 2)
    assert list(dual.sensor_range) == [5, 4]
    assert (passive.tech_level, passive.g, passive.fuel, passive.points) == (14, 1, 4, 1)
    assert list(passive.sensor_range) == [5, 0]
    assert (dual.folding, passive.folding, dual.drone, passive.drone) == (1, 1, 1, 1)
    assert not any(klass(name).drone for name in ships())


@pytest.mark.rule("BR-GEN-11", "BR-TSK-09")
def test_card_values():
    assert len(RULES.card) == 95
    expected = {1: 28, 2: 28, 3: 14, 4: 10, 5: 5, BULLSEYE: 5, MISS: 5}
    assert Counter(map(int, RULES.card["hit"])) == expected
    missiles = Counter(map(int, RULES.card["missile_value"]))
    assert missiles == {1: 16, 2: 16, 3: 16, 4: 16, 5: 16, 6: 15}


@pytest.mark.rule("BR-DMG-09")
def test_36_markers_in_the_cup():
    assert int(RULES.marker_count.sum()) == 36
    assert list(RULES.marker_count) == [1, 2, 3, 4, 5, 5, 1, 5, 4, 3, 2, 1]
    assert RULES.marker_count[Result.SHIP_EXPLODES] == 1


# -- reading -------------------------------------------------------------------------------------


def test_every_call_gives_a_copy_of_its_own():
    first, second = load_tables(), load_tables()
    assert first.shape == (1,) and first.tobytes() == second.tobytes()
    first[0].classes[1].points = 7
    assert second[0].classes[1].points == 90


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("ships.csv", "Starburst,CL,2", "Starburst,CL,-2", "row 9, column 'count': -2 is below 1"),
        ("ships.csv", ",spinal_kind,", ",kind,", "row 1: no column 'spinal_kind'"),
        ("ships.csv", ":11-8-5,spinal,M,", ":11-8-5,spinal,Q,", "row 2, column 'spinal_kind'"),
        ("cards.csv", "\n95,MISS", "\n94,MISS", "column 'number': not 1 to 95 in order"),
        ("cards.csv", "\n95,MISS", "\n95,HIT", "row 96, column 'hit': 'HIT' is none of"),
        ("drones.csv", "dual_mode_tl12,12", "dual_mode_tl12,x", "'tech_level': 'x' is not a whole"),
        ("damage_markers.csv", "Sensors", "Sensor", "column 'result': not Bridge Destroyed"),
        ("tenders.csv", "Triumph,Gallant,4", "Triumph,Gallant,5", "'capacity': 5, but ships.csv"),
    ],
)
def test_a_damaged_table_names_file_and_place(
    tmp_path: Path, monkeypatch, file, old, new, expected
):
    for path in tables.DATA.glob("*.csv"):
        text = path.read_text(encoding="utf-8")
        assert path.name != file or old in text
        text = text.replace(old, new) if path.name == file else text
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(tables, "DATA", tmp_path)
    caches = (tables._tables, tables._ships, tables.class_names)
    for cached in caches:
        cached.cache_clear()
    try:
        with pytest.raises(ScenarioError) as caught:
            load_tables()
    finally:
        monkeypatch.undo()
        for cached in caches:
            cached.cache_clear()
    assert file in str(caught.value) and expected in str(caught.value)
    assert "\n" not in str(caught.value)
