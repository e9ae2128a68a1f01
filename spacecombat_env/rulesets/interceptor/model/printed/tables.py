"""Tables, read from data/ into a rules record; marks of doubt stay in the files.

doubtful_values.py reads the marks of a file's values (`status`, `reason`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.tables import Column, Value, read_csv, read_yaml
from spacecombat_env.core.model.record import allocate

from ..constants.categories import Collapse, Facing, Nation, Race, Seeing
from ..constants.sizes import (
    ASTEROID_ROWS,
    BANDS,
    DIRECT_RANGE,
    FLICKER_STEP,
    HALF_TONS,
    INTELLIGENCE_RANGE,
    MAX_FLICKER,
    MAX_RANGE,
    MAX_TEMPLATE_ROWS,
    MAX_TEMPLATES,
    MAX_WEAPON_TABLE,
    NO_PUSH,
    NONE,
    PUSH_COLUMNS,
    SURE_DAMAGE,
)
from ..constants.weapons import Family, Load, Mount, Template
from . import rules_dtype
from .planet_tables import lay_passages

DATA = Path(__file__).parents[2] / "data"
Row = dict[str, Value]

TEXT = Column(str, blank="")
NUMBER = Column(int, -99, 9999)
OPEN_END = Column(int, -99, 9999, blank=9999)
DAMAGE_COLUMNS = ("d_0_1", "d_2_3", "d_4_6", "d_7_10", "d_11_15")
BAND_ENDS = (1, 3, 6, 10, 15)
"""The last range of each column of damage."""
FAMILIES = {
    "laser": Family.LASER,
    "cone_laser": Family.CONE_LASER,
    "EPC": Family.EPC,
    "NPC": Family.NPC,
    "TPP": Family.TPP,
    "LEPC": Family.LEPC,
    "MDC": Family.MDC,
    "MDC-G": Family.MDC_G,
}
NATIONS = {
    "any": Nation.ANY,
    "CW/RL": Nation.COMMONWEALTH,
    "TOG": Nation.TOG,
    "KessRith": Nation.KESSRITH,
}
MISSILE_NAMES = ("DAP", "DFM", "RIS", "SSS", "TGM-I", "TGM-II", "HELL", "Decoy")
POD_NAMES = (
    *("ELS pod", "ECM pod", "Sensor pod", "Painting pod", "Safeguard-1 pod"),
    *("Laser pod 1.5/2", "Laser pod 1.5/6", "MDC pod"),
)
LOAD_NAMES = MISSILE_NAMES + POD_NAMES
"""Names of the data, by Load."""
POD_GUNS = {
    Load.LASER_POD: ("Laser 1.5/2", 6),
    Load.HEAVY_LASER_POD: ("Laser 1.5/6", 6),
    Load.MDC_POD: ("MDC-G", 4),
}
"""The weapon as which a pod shoots, and its shots (data/pods.csv).

An MDC pod has the range of an MDC-G and the template of an MDC 8.
"""
RACE_NAMES = ("Vauvausar", "Baufrin", "Human/Naram/Ssora", "KessRith")
MOUNT_NAMES = {
    "External Hardpoint": Mount.EXTERNAL,
    "Turret Hardpoint": Mount.TURRET,
    "Internal Hardpoint": Mount.INTERNAL,
    "External Heavy Hardpoint": Mount.EXTERNAL_HEAVY,
    "Internal Heavy Hardpoint": Mount.INTERNAL_HEAVY,
    "Autoloader": Mount.AUTOLOADER,
}
POINT_DEFENCE_NAMES = ("MDC-G", "Safeguard-1", "Safeguard-2", "Safeguard-3", "Safeguard-4")


def _rows(name: str, columns: dict[str, Column]) -> list[Row]:
    """Return the rows of a data file."""
    return read_csv(DATA / name, columns)


@cache
def yaml_of(name: str) -> Any:
    """Return the content of a data file in YAML."""
    return read_yaml(DATA / name)


@cache
def weapon_names() -> tuple[str, ...]:
    """Return the name of each row of `rules.weapon`; row 0 is no gun."""
    return ("", *(str(row["id"]) for row in _rows("weapons.csv", {"id": Column(str)})))


@cache
def template_names() -> tuple[str, ...]:
    """Return the name of each row of `rules.template`."""
    return ("", "laser", "rows", *yaml_of("damage_templates.yaml")["templates"])


@cache
def _tables() -> bytes:
    """Return the rules record of the data files; classes, cards and options are left at zero."""
    rules = allocate(rules_dtype, 1)
    for lay in (_lay_templates, _lay_weapons, _lay_loads, _lay_direct_fire, _lay_shields):
        lay(rules[0])
    for lay in (_lay_movement, _lay_asteroids, _lay_sight, _lay_defences, _lay_people):
        lay(rules[0])
    lay_passages(rules[0], DATA)
    return rules.tobytes()


def load_tables() -> np.ndarray:
    """Return a fresh rules record, shape (1,), with all tables but no classes and no options."""
    return np.frombuffer(bytearray(_tables()), rules_dtype)


def _lay_templates(rules: Any) -> None:
    """IN-DIR-14 Shapes of damage as widths of rows, outermost first."""
    shapes = yaml_of("damage_templates.yaml")["templates"]
    if len(shapes) + Template.FIRST_SHAPE > MAX_TEMPLATES:
        raise ScenarioError.at(DATA / "damage_templates.yaml", "templates", "too many")
    for number, (name, shape) in enumerate(shapes.items(), start=Template.FIRST_SHAPE):
        widths = shape["row_widths"]
        if sum(widths) != shape["points"] or len(widths) > MAX_TEMPLATE_ROWS:
            raise ScenarioError.at(DATA / "damage_templates.yaml", name, "widths and points differ")
        record = rules.template[number]
        record.points, record.rows = shape["points"], len(widths)
        record.width[: len(widths)] = widths


def _lay_weapons(rules: Any) -> None:
    """IN-DIR-13, 14, 15 Guns: damage and template by band; a LEPC has two parts."""
    flag = Column(str, choices=("yes", "no"))
    columns = {
        "id": Column(str),
        "family": Column(str, choices=tuple(FAMILIES)),
        "nationality": Column(str, choices=tuple(NATIONS)),
        "turret": flag,
        "atmosphere": flag,
        "eps": NUMBER,
        "tons": NUMBER,
        **dict.fromkeys(DAMAGE_COLUMNS, Column(str)),
    }
    rows = _rows("weapons.csv", columns)
    if len(rows) >= MAX_WEAPON_TABLE:
        raise ScenarioError.at(DATA / "weapons.csv", "rows", f"over {MAX_WEAPON_TABLE - 1}")
    for number, row in enumerate(rows, start=1):
        gun = rules.weapon[number]
        gun.family, gun.nation = FAMILIES[str(row["family"])], NATIONS[str(row["nationality"])]
        gun.eps, gun.tons = row["eps"], row["tons"]
        gun.turret, gun.atmosphere = row["turret"] == "yes", row["atmosphere"] == "yes"
        gun.reach = NONE
        for band, column in enumerate(DAMAGE_COLUMNS):
            _lay_band(gun, band, str(row["family"]), str(row[column]))


def _lay_band(gun: Any, band: int, family: str, cell: str) -> None:
    """Write the damage of a gun in a band; a LEPC's cell is `laser/EPC`."""
    first, _, second = cell.partition("/")
    gun.damage[band] = int(first)
    if gun.damage[band]:
        gun.reach = BAND_ENDS[band]
        laser = family in ("laser", "LEPC")
        gun.template[band] = Template.LASER if laser else _template(family, int(first))
    if second and int(second):
        gun.second[band] = int(second)
        gun.second_template[band] = _template(family, int(second))
        gun.reach = BAND_ENDS[band]


def _template(use: str, points: int) -> int:
    """Return the row of the template of a number of points."""
    name = yaml_of("damage_templates.yaml")["use"][use][points]
    return template_names().index(name)


def _users(names: list[str]) -> int:
    """Return the nations of a list as bits."""
    return sum(1 << NATIONS[name] for name in names)


def _lay_loads(rules: Any) -> None:
    """IN-MSL-02, IN-HPT-01, 02 Missiles, pods, racks."""
    everybody = sum(1 << nation for nation in Nation)
    for number, name in enumerate(MISSILE_NAMES):
        _lay_missile(rules.missile[number], yaml_of("missiles.yaml")["missiles"][name], name)
    columns = {"id": Column(str), "tons": Column(str), "nationality": Column(str)}
    for row in _rows("pods.csv", columns):
        load = LOAD_NAMES.index(str(row["id"]))
        pod = rules.pod[load]
        pod.half_tons = int(float(str(row["tons"])) * HALF_TONS)
        pod.heavy = pod.half_tons > rules_half_tons(Mount.EXTERNAL)
        nation = NATIONS[str(row["nationality"])]
        pod.users = everybody if nation == Nation.ANY else 1 << nation
        if load in POD_GUNS:
            gun, pod.shots = POD_GUNS[Load(load)]
            pod.gun = weapon_names().index(gun)
    for mount in Mount:
        rules.mount[mount].half_tons = rules_half_tons(mount)
        rules.mount[mount].pods = mount not in (Mount.TURRET, Mount.AUTOLOADER)
        rules.mount[mount].heavy = mount in (Mount.EXTERNAL_HEAVY, Mount.INTERNAL_HEAVY)


@cache
def _capacities() -> dict[str, int]:
    """Return the capacity of each kind of rack, in half tons."""
    rows = _rows("hardpoints.csv", {"id": Column(str), "capacity_tons": NUMBER})
    return {str(row["id"]): int(row["capacity_tons"]) * HALF_TONS for row in rows}


def rules_half_tons(mount: Mount) -> int:
    """Return the capacity of a rack, in half tons."""
    return next(_capacities()[name] for name, kind in MOUNT_NAMES.items() if kind == mount)


def _lay_missile(kind: Any, data: dict[str, Any], name: str) -> None:
    """IN-MSL-09..17 One kind of missile."""
    lock = data.get("lock")
    lock = lock if isinstance(lock, dict) else {}
    kind.intelligence = data["intelligence"] or 0
    kind.half_tons = int(data["tons"] * HALF_TONS)
    kind.ecm = data.get("ecm") == "affected"
    kind.decoy = str(data.get("decoy", "")).startswith("affected")
    kind.scanner = lock.get("working_scanner", False)
    kind.rear = "attacker_within_target_rear_arc_deg" in lock
    kind.turret = bool(lock.get("turret_lifts_arc") or lock.get("turret_arc_may_replace"))
    kind.users = _users(data["users"])
    if name == "Decoy":
        kind.least, kind.most = 1, data["launch"]["place_within"]
        return
    kind.least, kind.most = data["range"]
    if data["template"] == "full_rows":
        kind.template, kind.points = Template.ROWS, int(str(data["damage"]).split()[0])
    else:
        kind.template, kind.points = template_names().index(data["template"]), data["damage"]


def _spread(cells: Any, rows: list[Row], low: str, high: str, value: str) -> None:
    """Write a table by ranges into an array by number."""
    for row in rows:
        for number in range(int(row[low]), min(int(row[high]), len(cells) - 1) + 1):
            cells[number] = row[value]


def _lay_direct_fire(rules: Any) -> None:
    """IN-DIR-02, 05 Base to-hit by range, angle of attack by hexside, bands of range."""
    columns = dict.fromkeys(("range_min", "range_max", "base_to_hit"), NUMBER)
    rows = _rows("to_hit_range.csv", columns)
    _spread(rules.base_to_hit, rows, "range_min", "range_max", "base_to_hit")
    band = 0
    for distance in range(DIRECT_RANGE + 1):
        band += distance > BAND_ENDS[band]
        rules.band[distance] = band
    assert band == BANDS - 1
    angles = _rows("angle_of_attack.csv", {"facing_of_heading": TEXT, "modifier": NUMBER})
    for row in angles:
        side = "ABCDEF".find(str(row["facing_of_heading"]))
        if side >= 0:
            rules.angle[side] = row["modifier"]


def _lay_shields(rules: Any) -> None:
    """IN-DEF-15 On or below which number a flicker rate is passed; 0 always."""
    columns = dict.fromkeys(("flicker_min", "flicker_max", "penetrate_on_or_below"), NUMBER)
    for row in _rows("shield_penetration.csv", columns):
        for rate in range(0, MAX_FLICKER + 1, FLICKER_STEP):
            if int(row["flicker_min"]) <= rate <= int(row["flicker_max"]):
                rules.penetration[rate // FLICKER_STEP] = row["penetrate_on_or_below"]
    _lay_shield_power(rules)


def _lay_shield_power(rules: Any) -> None:
    """IN-POW-08 EPs of one side by flicker rate; the variable generator has no row of its own."""
    columns = {"flicker_rate": Column(str), "eps_recommended": Column(str)}
    for row in _rows("shields.csv", columns):
        if str(row["flicker_rate"]).isdigit():
            step = int(str(row["flicker_rate"])) // FLICKER_STEP
            rules.shield_eps[step] = int(str(row["eps_recommended"]))


def _lay_movement(rules: Any) -> None:
    """IN-PSH-01, IN-SOC-01, 05, 07 Pushing; random manoeuvres and their cost."""
    cell = Column(str)
    extra = [f"extra_{n}" for n in range(1, PUSH_COLUMNS)]
    rules.push[:] = NO_PUSH
    rows = _rows("pushing_the_plant.csv", dict.fromkeys(extra, cell))
    for thrust, row in enumerate(rows, start=1):
        for n, name in enumerate(extra, start=1):
            entry = str(row[name])
            rules.push[thrust, n] = {"-": NO_PUSH, "A": SURE_DAMAGE}.get(entry, 0) or (
                int(entry) if entry.isdigit() else SURE_DAMAGE
            )
    columns = {"roll": NUMBER, "code": cell, "velocity_change": NUMBER, "hexes_moved": NUMBER}
    turn = Column(str)
    for row in _rows("random_movement_maneuver.csv", {**columns, "turn_hexsides_right": turn}):
        manoeuvre = rules.manoeuvre[int(row["roll"])]
        manoeuvre.velocity, manoeuvre.hexes = row["velocity_change"], row["hexes_moved"]
        manoeuvre.facing = row["code"] == "DIS"
        manoeuvre.turn = 0 if manoeuvre.facing else int(row["turn_hexsides_right"])
    rolls = [f"roll_{n}" for n in range(1, 11)]
    names = dict.fromkeys(["velocity", *rolls], NUMBER)
    for row in _rows("random_movement_thrust_cost.csv", names):
        for n, name in enumerate(rolls, start=1):
            rules.manoeuvre_cost[int(row["velocity"]), n] = row[name]
    rules.manoeuvre_cost[0] = rules.manoeuvre_cost[1]  # IN-AMB-18


def _lay_asteroids(rules: Any) -> None:
    """IN-AST-01, 02 Modifier of the roll by velocity; facing struck in random movement."""
    columns = {"velocity_min": NUMBER, "velocity_max": OPEN_END, "piloting_roll_modifier": NUMBER}
    rows = _rows("asteroid_piloting.csv", columns)
    _spread(rules.asteroid, rows, "velocity_min", "velocity_max", "piloting_roll_modifier")
    assert len(rules.asteroid) == ASTEROID_ROWS
    columns = {"roll_min": NUMBER, "roll_max": NUMBER, "facing": Column(str)}
    sides = _rows("asteroid_damage_location.csv", columns)
    rows = [{**row, "facing": Facing[str(row["facing"])]} for row in sides]
    _spread(rules.asteroid_side, rows, "roll_min", "roll_max", "facing")


def _lay_sight(rules: Any) -> None:
    """IN-LOS-02 Bracket of tactical intelligence by range."""
    columns = {"range_min": NUMBER, "range_max": OPEN_END}
    rows = _rows("tactical_intelligence.csv", columns)
    order = [Seeing.FAR, Seeing.LONG, Seeing.MIDDLE, Seeing.NEAR, Seeing.SAME_HEX]
    found = [{**row, "seeing": bracket} for row, bracket in zip(rows, order, strict=True)]
    _spread(rules.seeing, found, "range_min", "range_max", "seeing")
    assert len(rules.seeing) == INTELLIGENCE_RANGE + 1 <= MAX_RANGE


def _lay_defences(rules: Any) -> None:
    """IN-DEF-06, 10, 12, IN-MSL-16 Decoys, point defence, locks of TGMs."""
    columns = {"hexes_from_target": NUMBER, "intelligence_modifier": NUMBER}
    for row in _rows("decoy.csv", columns):
        rules.decoy[int(row["hexes_from_target"])] = row["intelligence_modifier"]
    shots = [*(f"missile_{n}" for n in range(1, 6)), "missile_6_plus"]
    none = Column(int, 0, 10, blank=0)
    rows = _rows("point_defence.csv", {"system": Column(str), **dict.fromkeys(shots, none)})
    for row in rows:
        system = POINT_DEFENCE_NAMES.index(str(row["system"]))
        for n, name in enumerate(shots, start=1):
            rules.point_defence[system, n] = row[name]
    rules.tgm_lock[0] = (7, 7, 7)
    rules.tgm_lock[1] = (7, 4, 3)


def _lay_people(rules: Any) -> None:
    """IN-IDE-09, 28, IN-DES-07, IN-AMB-45 Consciousness, a race's limit of thrust, collapse."""
    hits = [f"hits_{n}" for n in range(1, 5)]
    rows = _rows("consciousness.csv", {"race": Column(str), **dict.fromkeys(hits, Column(str))})
    for row in rows:
        for n, name in enumerate(hits, start=1):
            entry = str(row[name])
            rules.consciousness[RACE_NAMES.index(str(row["race"])), n] = (
                int(entry) if entry.isdigit() else 0
            )
    stands = _rows(
        "compensator_thresholds.csv", {"race": Column(str), "required_at_thrust": NUMBER}
    )
    names = {"Vauvausar": Race.VAUVAUSAR, "Baufrin": Race.BAUFRIN, "KessRith": Race.KESSRITH}
    for row in stands:
        rules.tolerance[names.get(str(row["race"]), Race.HUMAN)] = row["required_at_thrust"]
    ends = _rows("structural_collapse.csv", {"roll_min": NUMBER, "roll_max": NUMBER})
    rows = [{**row, "kind": kind} for row, kind in zip(ends, Collapse, strict=True)]
    _spread(rules.collapse, rows, "roll_min", "roll_max", "kind")
    for die in range(1, 11):
        rules.turret_jam[die] = min(die, 7)
