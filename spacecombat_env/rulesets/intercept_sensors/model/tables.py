"""Tables, read from data/ into a rules record: scans, sensors, signatures, units.

Rules: IC-SCAN-03, 06, 07, 08 sizes and modifiers, IC-SCAN-10 grades of sensors, IC-SIG-01
signatures, IC-QST-03 Sunfactor, IC-LOST-07 greatest tracked range, IC-PLA-01 bodies. Values that
the post leaves out are marked `reconstructed` in the files, and changed only there.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.tables import Column, Value, read_csv
from spacecombat_env.core.model.record import allocate

from .constants import (
    ABSENT,
    MAX_CLASSES,
    MAX_THRUST,
    NONE,
    RANGE_STEPS,
    SIZES,
    Drive,
    Power,
    Sensor,
    Type,
)
from .printed import rules_dtype

DATA = Path(__file__).parents[1] / "data"
Row = dict[str, Value]

TEXT = Column(str)
NUMBER = Column(int, -99, 99)
STRENGTH = Column(int, -20, 20, blank=ABSENT)
FLAG = Column(int, 0, 1)
SENSOR_NAMES = tuple(sensor.name.lower() for sensor in Sensor)
TYPE_NAMES = tuple(kind.name.lower() for kind in Type)
POWER_NAMES = tuple(power.name.lower() for power in Power)
DRIVE_NAMES = tuple(drive.name.lower() for drive in Drive)


def _rows(name: str, columns: dict[str, Column]) -> list[Row]:
    """Return the rows of a data file."""
    return read_csv(DATA / name, columns)


@cache
def sizes() -> dict[str, Row]:
    """Return the size parts of the signatures by the name of the size."""
    columns = {"visual_hull_dark": NUMBER, "ir_base": NUMBER, "radar": NUMBER, "mass": NUMBER}
    rows = _rows("signature_size.csv", {"target": TEXT, **columns})
    return {str(row["target"]): row for row in rows}


@cache
def grades() -> dict[str, Row]:
    """Return the sensor strengths by grade."""
    columns = dict.fromkeys(SENSOR_NAMES, STRENGTH)
    return {str(r["grade"]): r for r in _rows("sensor_strengths.csv", {"grade": TEXT, **columns})}


@cache
def ship_rows() -> dict[str, Row]:
    """Return the printed classes by name."""
    return {str(row["class"]): row for row in _rows("ships.csv", {"class": TEXT, **SHIP_COLUMNS})}


@cache
def bodies() -> dict[str, tuple[int, int]]:
    """IC-PLA-01 Squares across and width of the shadow column, by kind of body."""
    columns = {"squares_across": Column(int, 1, 5), "shadow_column_width": Column(int, 0, 5)}
    rows = _rows("planets.csv", {"kind": TEXT, **columns})
    return {str(r["kind"]): (int(r["squares_across"]), int(r["shadow_column_width"])) for r in rows}


@cache
def sunfactors() -> dict[str, int]:
    """IC-QST-03 Sunfactor by star or distance."""
    rows = _rows("sunfactor.csv", {"star or distance": TEXT, "sunfactor": Column(int, 0, 12)})
    return {str(row["star or distance"]): int(row["sunfactor"]) for row in rows}


EMISSIONS = {
    *(("visual_hull", s) for s in ("sunshine", "planetary_shadow", "black_hull", "popped_out")),
    *(("visual_thrust", drive) for drive in DRIVE_NAMES),
    ("ir_hull", "always"),
    ("ir_hull", "sunshine"),
    *((kind, state) for kind in ("ir_power", "neutrino_power") for state in POWER_NAMES),
    *(("ir_thrust", drive) for drive in DRIVE_NAMES),
    *(("radar", state) for state in ("stealth_hull", "popped_out", "own_radar")),
    ("mass", "always"),
}
"""The rows that data/signature_state.csv may have; a missing row gives nothing off."""

SHIP_COLUMNS: dict[str, Column] = {
    "type": Column(str, choices=TYPE_NAMES),
    "size": Column(str, choices=tuple(sizes())),
    "thrust": Column(int, 0, MAX_THRUST),
    "drive": Column(str, choices=DRIVE_NAMES),
    "endurance": Column(int, 1, 20, blank=NONE),
    "black_hull": FLAG,
    "stealth": FLAG,
    "sensors": Column(str, choices=tuple(grades())),
    "skill": Column(int, 0, 6),
}
"""Columns of a ship in data/ships.csv, or in a scenario."""


def class_names() -> tuple[str, ...]:
    """Return the name of each row of `rules.classes` that is printed; row 0 is the empty slot."""
    return ("", *ship_rows())


@cache
def _tables() -> bytes:
    """Return the rules record of the data files, options left at zero."""
    rules = allocate(rules_dtype, 1)
    _lay_sizes(rules[0])
    _lay_emissions(rules[0].emission)
    _lay_ranges(rules[0])
    rows = ship_rows()
    if len(rows) >= MAX_CLASSES:
        raise ScenarioError.at(DATA / "ships.csv", "rows", f"more than {MAX_CLASSES - 1} classes")
    for number, row in enumerate(rows.values(), start=1):
        lay_class(rules[0].classes[number], row)
    return rules.tobytes()


def load_tables() -> np.ndarray:
    """Return a fresh rules record, shape (1,), with all tables and no options."""
    return np.frombuffer(bytearray(_tables()), rules_dtype)


def _lay_sizes(rules: Any) -> None:
    """IC-SCAN-03, 06, 07, 08 Side, range and both columns of modifiers of each size of scan."""
    columns = {
        "side_squares": Column(int, 1, 25),
        "max_range_squares": Column(int, 1, 125),
        "modifier_visual_ir_neutrino": NUMBER,
        "modifier_radar_mass": NUMBER,
    }
    rows = _rows("scan_sizes.csv", columns)
    sensors = _rows("sensor_types.csv", {"sensor": TEXT, "modifier_column": TEXT})
    if len(rows) != SIZES:
        raise ScenarioError.at(DATA / "scan_sizes.csv", "rows", f"{len(rows)}, not {SIZES}")
    for size, row in zip(rules["area"], rows, strict=True):
        size.side, size.reach = row["side_squares"], row["max_range_squares"]
        for sensor, kind in enumerate(sensors):
            size.modifier[sensor] = row[f"modifier_{kind['modifier_column']}"]


def _lay_emissions(emission: Any) -> None:
    """Read what the state of a unit adds to its signatures."""
    columns = {
        "signature": TEXT,
        "state": TEXT,
        "base": Column(str),
        "per_g": Column(int, 0, 9, blank=0),
        "at_most": Column(int, -99, 99, blank=99),
    }
    rows = {(r["signature"], r["state"]): r for r in _rows("signature_state.csv", columns)}
    if strange := set(rows) - EMISSIONS:
        name = " ".join(map(str, min(strange)))
        raise ScenarioError.at(DATA / "signature_state.csv", name, "no such signature and state")

    def base(signature: str, state: str) -> int:
        return int(rows[signature, state]["base"]) if (signature, state) in rows else ABSENT

    emission.black_hull = base("visual_hull", "black_hull")
    emission.popped_visual = base("visual_hull", "popped_out")
    emission.ir_hull = base("ir_hull", "always")
    emission.stealth_hull = base("radar", "stealth_hull")
    emission.popped_radar = base("radar", "popped_out")
    emission.own_radar = base("radar", "own_radar")
    for drive, name in enumerate(DRIVE_NAMES):
        for kind in ("thrust", "ir_thrust"):
            key = ("visual_thrust" if kind == "thrust" else kind, name)
            row = rows.get(key, {"per_g": 0, "at_most": 99})
            emission[f"{kind}_base"][drive] = base(*key)
            emission[f"{kind}_per_g"][drive] = row["per_g"]
            emission[f"{kind}_most"][drive] = row["at_most"]
    for power in Power:
        emission.ir_power[power] = base("ir_power", power.name.lower())
        emission.neutrino_power[power] = base("neutrino_power", power.name.lower())


def _lay_ranges(rules: Any) -> None:
    """IC-LOST-07 The ladder of greatest tracked ranges."""
    columns = {
        "strength_plus_signature_min": Column(int, -99, 99, blank=-127),
        "squares": Column(int, 1, 125),
    }
    rows = _rows("max_tracked_range.csv", columns)
    if len(rows) != RANGE_STEPS:
        raise ScenarioError.at(DATA / "max_tracked_range.csv", "rows", f"not {RANGE_STEPS}")
    for step, row in enumerate(rows):
        rules.range_from[step] = row["strength_plus_signature_min"]
        rules.range_squares[step] = row["squares"]


def lay_class(klass: Any, row: Row) -> None:
    """Write one class into its record."""
    size = sizes()[str(row["size"])]
    klass.type = TYPE_NAMES.index(str(row["type"]))
    klass.visual, klass.ir = size["visual_hull_dark"], size["ir_base"]
    klass.radar, klass.mass = size["radar"], size["mass"]
    klass.size_rank = list(sizes()).index(str(row["size"]))
    klass.thrust, klass.drive = row["thrust"], DRIVE_NAMES.index(str(row["drive"]))
    klass.endurance = row["endurance"]
    klass.black_hull, klass.stealth = row["black_hull"], row["stealth"]
    klass.skill = row["skill"]
    for sensor, name in enumerate(SENSOR_NAMES):
        klass.sensor[sensor] = grades()[str(row["sensors"])][name]
