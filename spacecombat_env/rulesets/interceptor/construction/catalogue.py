"""The tables of chapter 7 by name: what may be built in, its tons, EPs and price."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from spacecombat_env.core.loading.tables import Column, read_csv

from ..model.printed.tables import DATA, yaml_of
from .parts import Part

NUMBER = Column(int, 0, 10**9)
TEXT = Column(str, blank="")


class Cost(NamedTuple):
    """Weight, EPs and price of one piece."""

    tons: float
    eps: int
    talents: int


class Equipment(NamedTuple):
    """A weapon, a rack or a Safeguard of the tables."""

    part: Part
    nation: str
    """`any`, or the nationality that alone builds it."""
    turret: bool
    cost: Cost
    is_external: bool = False
    """Whether it lies on the armour."""
    capacity: int = 0
    """Tons of load that a rack holds."""


class TowRow(NamedTuple):
    """Towing attachments or FTL drive jumpers of one size."""

    system: str
    most: int
    cost: Cost
    crew: int


def _cost(row: dict[str, int | str], price: str = "cost") -> Cost:
    """Return the three numbers of a row."""
    tons = float(row["tons"])
    return Cost(int(tons) if tons.is_integer() else tons, int(row.get("eps", 0)), int(row[price]))


@cache
def engines() -> dict[int, Cost]:
    """Return the engines by their power."""
    rows = read_csv(DATA / "engines.csv", dict.fromkeys(("power", "tons", "cost"), NUMBER))
    return {int(row["power"]): _cost(row) for row in rows}


@cache
def plants() -> dict[int, Cost]:
    """Return the powerplants by their EPs."""
    rows = read_csv(DATA / "power_plants.csv", dict.fromkeys(("power", "tons", "cost"), NUMBER))
    return {int(row["power"]): _cost(row) for row in rows}


@cache
def compensators() -> dict[int, Cost]:
    """Return the compensators by their rating; the last row holds for every higher one."""
    columns = {"rating": TEXT, **dict.fromkeys(("tons", "eps", "cost"), NUMBER)}
    rows = read_csv(DATA / "acceleration_compensators.csv", columns)
    return {int(str(row["rating"]).rstrip("+")): _cost(row) for row in rows}


@cache
def thresholds() -> dict[str, int]:
    """IN-AMB-58 Return the least thrust that needs a compensator, by race."""
    columns = {"race": TEXT, "required_at_thrust": NUMBER}
    rows = read_csv(DATA / "compensator_thresholds.csv", columns)
    return {str(row["race"]): int(row["required_at_thrust"]) for row in rows}


@cache
def class_limits() -> dict[str, tuple[int, int]]:
    """IN-AMB-62 Return the least and the greatest tonnage of each name of a class."""
    columns = {"designation": TEXT, "ruled_min_tons": NUMBER, "ruled_max_tons": NUMBER}
    rows = read_csv(DATA / "class_limits.csv", columns)
    return {
        str(row["designation"]): (int(row["ruled_min_tons"]), int(row["ruled_max_tons"]))
        for row in rows
    }


@cache
def size_names() -> dict[int, str]:
    """Return the names of the classes by size, by their order of movement."""
    rows = read_csv(DATA / "movement_size_order.csv", {"order": NUMBER, "size_class": TEXT})
    return {int(row["order"]): str(row["size_class"]) for row in rows}


@cache
def equipment() -> dict[str, Equipment]:
    """Return weapons, racks and Safeguards by name."""
    return {**_guns(), **_racks(), **_guards()}


def _guns() -> dict[str, Equipment]:
    """Return the guns of weapons.csv."""
    columns = {"id": TEXT, "nationality": TEXT, "turret": TEXT}
    rows = read_csv(
        DATA / "weapons.csv", {**columns, **dict.fromkeys(("tons", "eps", "cost"), NUMBER)}
    )
    return {
        str(row["id"]): Equipment(
            Part.WEAPON, str(row["nationality"]), row["turret"] == "yes", _cost(row)
        )
        for row in rows
    }


def _racks() -> dict[str, Equipment]:
    """IN-AMB-34 Return the racks: the tons of a hardpoint are those of the load it may hold."""
    columns = {"id": TEXT, **dict.fromkeys(("tons", "eps", "cost", "capacity_tons"), NUMBER)}
    found = {}
    for row in read_csv(DATA / "hardpoints.csv", columns):
        name = str(row["id"])
        in_turret = name in ("Turret Hardpoint", "Autoloader")
        is_external = name.startswith("External ")
        capacity = int(row["capacity_tons"])
        found[name] = Equipment(Part.RACK, "any", in_turret, _cost(row), is_external, capacity)
    return found


def _guards() -> dict[str, Equipment]:
    """Return the Safeguards of defensive_systems.csv; an MDC-G is a gun, Firewall is armour."""
    columns = {"id": TEXT, "nationality": TEXT, "tons": TEXT, "eps": NUMBER, "cost": TEXT}
    rows = read_csv(DATA / "defensive_systems.csv", columns)
    return {
        str(row["id"]): Equipment(Part.GUARD, str(row["nationality"]), False, _cost(row))
        for row in rows
        if str(row["id"]).startswith("Safeguard-")
    }


@cache
def shields() -> dict[int, tuple[int, int, int]]:
    """Return tons, EPs and price a ton of a generator for 1,000 t, by flicker; 0 is variable."""
    columns = {"flicker_rate": TEXT, "tons_per_1000t": NUMBER, "eps_recommended": TEXT}
    rows = read_csv(DATA / "shields.csv", {**columns, "cost_per_ton": NUMBER})
    found = {}
    for row in rows:
        fixed = row["flicker_rate"] != "variable"
        rate = int(row["flicker_rate"]) if fixed else 0
        eps = int(row["eps_recommended"]) if fixed else 0
        found[rate] = (int(row["tons_per_1000t"]), eps, int(row["cost_per_ton"]))
    return found


@cache
def cockpits() -> dict[tuple[str, bool], Cost]:
    """Return the cockpits by race and ejector; a Multiracial one without its module."""
    columns = {"races": TEXT, "ejector": TEXT, "tons": TEXT, "eps": NUMBER, "cost": TEXT}
    found = {}
    for row in read_csv(DATA / "cockpits.csv", columns):
        priced = {**row, "cost": str(row["cost"]).split()[0]}
        found[str(row["races"]), row["ejector"] == "Y"] = _cost(priced)
    return found


@cache
def accessories() -> dict[str, tuple[Cost, int, str]]:
    """IN-AMB-57 Return cost, crew and nationality of the accessories, by name.

    Rescue compartments have the numbers of the ruling. Hangars, and what goes by tonnage, are not
    among them.
    """
    columns = {"id": TEXT, "tons": TEXT, "eps": NUMBER, "cost": TEXT, "crew": NUMBER}
    rows = read_csv(DATA / "accessories.csv", {**columns, "nationality": TEXT})
    return {
        str(row["id"]): (_cost(row), int(row["crew"]), str(row["nationality"]))
        for row in rows
        if str(row["tons"]).isdigit()
    }


@cache
def towing() -> list[TowRow]:
    """Return towing attachments and FTL drive jumpers, the smallest of each first."""
    columns = {"system": TEXT, **dict.fromkeys(("max_tow_tons", "tons", "cost", "crew"), NUMBER)}
    rows = read_csv(DATA / "towing.csv", columns)
    return [
        TowRow(str(row["system"]), int(row["max_tow_tons"]), _cost(row), int(row["crew"]))
        for row in rows
    ]


@cache
def life_support() -> dict[str, Cost]:
    """Return life support and quarters a person, by name."""
    names = ("tons_per_person", "eps_per_person", "cost_per_person")
    rows = read_csv(DATA / "life_support.csv", {"id": TEXT, **dict.fromkeys(names, NUMBER)})
    return {str(row["id"]): Cost(*(int(row[name]) for name in names)) for row in rows}


@cache
def missiles() -> dict[str, float]:
    """Return the tons of each missile that may be a reload."""
    table = yaml_of("missiles.yaml")["missiles"]
    return {name: kind["tons"] for name, kind in table.items() if name != "Decoy"}
