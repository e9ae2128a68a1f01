"""Printed tables, read from data/ and laid into a rules record: ships, drones, cards, markers.

Every ship class is one row of `rules.classes`, in the order of data/ships.csv from row 1, the two
drones after them; row 0 is the empty slot. Where sources disagree the errata of 1994 go before the
booklet, the booklet before the counters, and those before the player aid card, which only fills
gaps (BR-AMB-01). data/ships_notes.md lists suspect data.

Cards: BR-CTR-01 rows of a ship, BR-CTR-02 weapon text, BR-CTR-03, 04 spinal and other mounts,
BR-CTR-05 sensors, BR-CTR-06 structure, BR-CTR-07 screens, BR-CTR-08 size. BR-CTR-09 fire control,
BR-CTR-10 missiles, BR-CTR-11 maneuver, BR-CTR-12 riders, BR-CTR-13 points, BR-CTR-14 types.

Other rules: BR-GEN-02 the 60 ships, BR-GEN-11 the 95 cards, BR-DRN-01 drones, BR-DMG-09 damage
markers, BR-LCH-07 tenders, BR-ERR-01..05 errata, BR-AMB-34 damage X, BR-AMB-50 drones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.tables import Column, Value, read_csv
from spacecombat_env.core.model.record import allocate

from .constants.categories import Beam, Result, Sensor
from .constants.sizes import CARDS, DIE, MAX_HITS, NONE, ROLL_AGAIN
from .printed import BULLSEYE, MISS, rules_dtype

DATA = Path(__file__).parents[1] / "data"
DRONE_TYPES = ("dual_mode_tl12", "passive_tl14")

Row = dict[str, Value]

TEXT = Column(str)
_FLAG = Column(int, 0, 1)
BEAMS = {"L": Beam.LASER, "P": Beam.PARTICLE, "M": Beam.MESON}
BANDS = ("short", "medium", "long", "extreme")
WEAPON_FIELDS = ("spinal", "sec1", "sec2", "turret")
_DAMAGE = ("", "X", *map(str, range(100)))

MAX_NUMBER = MAX_HITS
"""Most beams of one ship: every one may hit the same target."""
MAX_RANGE = 40
MAX_MISSILES = 239
"""Largest number that two actions can express."""

# The columns of data/ships.csv that the basic rules read, and the bounds of each; a scenario's own
# ships have the same columns and bounds.
SHIP_COLUMNS: dict[str, Column] = {
    "tech_level": Column(int, 1, 20),
    "fire_control": Column(int, 0, 20),
    "missile_directors": Column(int, 0, MAX_MISSILES),
    "ready_missiles": Column(int, 0, MAX_MISSILES),
    "active_range": Column(int, 0, MAX_RANGE),
    "passive_range": Column(int, 0, MAX_RANGE),
    "passive_folding": _FLAG,
    "jammer_range": Column(int, 0, MAX_RANGE),
    "masked": _FLAG,
    "jump": Column(int, 0, 9),
    "g_rating": Column(int, 0, 20),
    "armor": Column(int, 0, 99),
    "aux_bridge": _FLAG,
    "meson_screen": Column(int, 0, 99),
    "sandcasters": Column(int, 0, 99),
    "dampers": Column(int, 0, 99),
    "riders_carried": Column(int, 0, 12),
    "size_mod": Column(int, -5, 2),
    "points": Column(int, 0, 999),
    "points_without_tender": Column(int, 0, 999, blank=NONE),
}
# Columns that only the advanced and optional chapters read.
LATER_COLUMNS: dict[str, Column] = {
    "limited_fuel": _FLAG,
    "black_globe": _FLAG,
    "socket_extenders": _FLAG,
    "restricted_directors": Column(int, 1, 99, blank=NONE),
}
# Columns of data/black_globes.csv that a scenario's own ships may have.
GLOBE_COLUMNS: dict[str, Column] = {
    "globe_capacity": Column(int, 0, 99),
    "globe_rate": Column(int, 0, 9),
}
# Column -> field of the class record, where the name differs.
FIELDS = {
    "missile_directors": "directors",
    "ready_missiles": "missiles",
    "passive_folding": "folding",
    "jammer_range": "jammer",
    "g_rating": "g",
    "riders_carried": "riders",
}
SENSOR_FIELDS = {"active_range": Sensor.ACTIVE, "passive_range": Sensor.PASSIVE}


def load_tables() -> np.ndarray:
    """Return a rules record, shape (1,), with the printed tables in it; options are all zero."""
    return _tables().copy()


@cache
def class_names() -> tuple[str, ...]:
    """Return the printed name by row of `rules.classes`: "" for row 0, ships, then drones."""
    ships = tuple(str(row["name"]) for row in _ships())
    return ("", *ships, *DRONE_TYPES)


def class_row(name: str) -> int:
    """Return the row of a printed class or drone type; raise ValueError for an unknown name."""
    return class_names().index(name) if name else 0


@cache
def class_types() -> tuple[str, ...]:
    """BR-CTR-14 Return the type code (BB, CL, ..) by row; "" for row 0 and drones."""
    ships = tuple(str(row["type"]) for row in _ships())
    return ("", *ships, *("" for _ in DRONE_TYPES))


@cache
def _tables() -> np.ndarray:
    """Read all tables once."""
    rules = allocate(rules_dtype, 1)
    _fill_cards(rules[0])
    _fill_markers(rules[0])
    for index, row in enumerate(_ships(), start=1):
        fill_ship(rules[0].classes[index], row)
    _fill_tenders(rules[0])
    _fill_globes(rules[0])
    _fill_drones(rules[0])
    rules.flags.writeable = False
    return rules


# -- ships ---------------------------------------------------------------------------------------


def _weapon_columns(field: str) -> dict[str, Column]:
    """Return the columns of one of the four weapon rows of data/ships.csv; all may be empty."""
    return {
        f"{field}_mount": Column(str, blank="", choices=("spinal", "secondary", "turret")),
        f"{field}_kind": Column(str, blank="", choices=tuple(BEAMS)),
        f"{field}_number": Column(int, 1, MAX_NUMBER, blank=0),
        f"{field}_overpower": Column(int, -2, 0, blank=0),
        f"{field}_short_range": Column(int, 1, MAX_RANGE, blank=0),
        **{f"{field}_dmg_{band}": Column(str, blank="", choices=_DAMAGE) for band in BANDS},
    }


@cache
def _ships() -> list[Row]:
    """Return the checked rows of data/ships.csv."""
    columns: dict[str, Column] = {"name": TEXT, "type": TEXT, "count": Column(int, 1, 12)}
    columns |= SHIP_COLUMNS | LATER_COLUMNS
    for field in WEAPON_FIELDS:
        columns |= _weapon_columns(field)
    return read_csv(DATA / "ships.csv", columns)


def ship_counts() -> dict[str, int]:
    """BR-GEN-02 Return how many counters of each printed class there are."""
    return {str(row["name"]): int(row["count"]) for row in _ships()}


def fill_ship(klass: np.record, row: Row) -> None:
    """BR-CTR-01 Write the columns of a ship, as in data/ships.csv, into a class record."""
    klass.fuel = NONE  # limited fuel is an advanced rule (FUE)
    for column in (*SHIP_COLUMNS, *LATER_COLUMNS):
        if column in row:
            set_value(klass, column, int(row[column]))
    for weapon, field in zip(klass.weapon, WEAPON_FIELDS, strict=True):
        if row.get(f"{field}_kind"):
            _fill_weapon(weapon, row, field)


def set_value(klass: np.record, column: str, value: int) -> None:
    """Write one number of a ship, named as its column, into a class record."""
    if column in SENSOR_FIELDS:
        klass.sensor_range[SENSOR_FIELDS[column]] = value
    else:
        klass[FIELDS.get(column, column)] = value


def _fill_weapon(weapon: np.record, row: Row, field: str) -> None:
    """BR-CTR-02, 03, BR-AMB-34 Write one weapon row into its record."""
    weapon.kind = BEAMS[str(row[f"{field}_kind"])]
    weapon.spinal = row[f"{field}_mount"] == "spinal"
    weapon.number = row[f"{field}_number"]
    weapon.overpower = -int(row[f"{field}_overpower"])
    weapon.range = row[f"{field}_short_range"]
    for band, name in enumerate(BANDS):
        damage = str(row[f"{field}_dmg_{name}"])
        weapon.damage[band] = NONE if damage == "X" else int(damage)


def _fill_tenders(rules: np.record) -> None:
    """BR-CTR-12, BR-LCH-07 Pair the tenders with their riders; both tables must agree."""
    path = DATA / "tenders.csv"
    names = tuple(class_names())
    columns = {
        "tender": Column(str, choices=names),
        "rider": Column(str, choices=names),
        "capacity": Column(int, 1, 12),
    }
    for number, row in enumerate(read_csv(path, columns), start=2):
        tender = rules.classes[class_row(str(row["tender"]))]
        tender.rider_klass = class_row(str(row["rider"]))
        if tender.riders != row["capacity"]:
            reason = f"{row['capacity']}, but ships.csv has {tender.riders}"
            raise ScenarioError.at(path, f"row {number}, column 'capacity'", reason)


def _fill_globes(rules: np.record) -> None:
    """BR-BGL-01 Capacity and highest flicker rate (in tenths) of the ships with a black globe."""
    path = DATA / "black_globes.csv"
    columns = {"ship": Column(str, choices=tuple(class_names())), **GLOBE_COLUMNS}
    for number, row in enumerate(read_csv(path, columns), start=2):
        klass = rules.classes[class_row(str(row["ship"]))]
        if not klass.black_globe:
            raise ScenarioError.at(path, f"row {number}", f"{row['ship']} has none in ships.csv")
        for column in GLOBE_COLUMNS:
            klass[column] = row[column]


# -- drones, cards, markers ----------------------------------------------------------------------


def _fill_drones(rules: np.record) -> None:
    """BR-DRN-01, BR-AMB-50 The two drones, in the rows after the ships."""
    columns = {
        "type": Column(str, choices=DRONE_TYPES),
        "g_total": Column(int, 1, 99, blank=NONE),
        "g_per_turn": SHIP_COLUMNS["g_rating"],
        "active_range": Column(int, 1, MAX_RANGE, blank=0),
        **{
            name: SHIP_COLUMNS[name]
            for name in ("tech_level", "size_mod", "passive_range", "passive_folding", "points")
        },
    }
    for row in read_csv(DATA / "drones.csv", columns):
        klass = rules.classes[class_row(str(row["type"]))]
        row["g_rating"] = row["g_per_turn"]
        fill_ship(klass, row)
        klass.drone = 1
        klass.fuel = row["g_total"]
        klass.points_without_tender = NONE
        klass.restricted_directors = NONE


def _fill_cards(rules: np.record) -> None:
    """BR-GEN-11, BR-TSK-09, BR-CRW-01 The 95 numbered cards; the blank 96th is not in the deck."""
    path = DATA / "cards.csv"
    hits = ("1", "2", "3", "4", "5", "BULLSEYE", "MISS")
    columns = {
        "number": Column(int, 1, CARDS),
        "hit": Column(str, choices=hits),
        "crack": Column(str, blank="", choices=hits),
        "green": Column(str, blank="", choices=hits),
        "missile_value": Column(int, 1, 6),
    }
    rows = read_csv(path, columns)
    if [row["number"] for row in rows] != list(range(1, CARDS + 1)):
        raise ScenarioError.at(path, "column 'number'", f"not 1 to {CARDS} in order")
    results = {"BULLSEYE": BULLSEYE, "MISS": MISS, **{str(n): n for n in range(1, 6)}}
    for card, row in zip(rules.card, rows, strict=True):
        card.hit = results[str(row["hit"])]
        card.crack = results[str(row["crack"] or row["hit"])]
        card.green = results[str(row["green"] or row["hit"])]
        card.missile_value = row["missile_value"]


def _fill_markers(rules: np.record) -> None:
    """BR-DMG-09, BR-LRG-07, 08 Markers of each result in the cup, and their dice results.

    Two results share the 7: a third die has `ways_of_36` faces for each of them.
    """
    path = DATA / "damage_markers.csv"
    columns = {"result": TEXT, "count": Column(int, 1, 36), "ways_of_36": Column(int, 1, DIE)}
    rows = read_csv(path, {**columns, "table_2d6_number": Column(int, 2, 2 * DIE)})
    again: list[int] = []
    rules.rolled[:] = NONE
    for result, row in _in_order(rows, path):
        rules.marker_count[result] = row["count"]
        if row["table_2d6_number"] == ROLL_AGAIN:
            again += [result] * int(row["ways_of_36"])
        else:
            rules.rolled[row["table_2d6_number"]] = result
    if len(again) != DIE:
        reason = f"{len(again)} faces of a die for a {ROLL_AGAIN}, not {DIE}"
        raise ScenarioError.at(path, "column 'ways_of_36'", reason)
    rules.rolled_again[:] = again


def _in_order(rows: list[Row], path: Path) -> Iterator[tuple[Result, Row]]:
    """Yield each result with its row; raise ScenarioError for another order."""
    expected = [_spelled(result) for result in Result]
    if [str(row["result"]) for row in rows] != expected:
        raise ScenarioError.at(path, "column 'result'", f"not {', '.join(expected)}")
    yield from zip(Result, rows, strict=True)


def _spelled(result: Result) -> str:
    """Return the printed name of a damage result."""
    special = {Result.BRIDGE: "Bridge Destroyed"}
    return special.get(result, result.name.replace("_", " ").title())
