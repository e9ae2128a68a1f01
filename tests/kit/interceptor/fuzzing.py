"""Random scenarios of the fighter rules: ships of both sides, maps, asteroids, loads, switches."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from spacecombat_env.rulesets.interceptor.model import (
    CAPACITIES,
    FIRST_POD,
    LOAD_NAMES,
    Load,
    Mount,
    Role,
    class_names,
    printed_rules,
)
from spacecombat_env.rulesets.interceptor.scenario import SWITCHES

SHIPS = class_names()[1:]
CARRIED = tuple(Load)
SIDES = ("red", "blue")
MOST_SHIPS = {"small": 4, "medium": 5, "large": 6}
FIGHTERS_OF = {"small": 0.9, "medium": 0.6, "large": 0.3}
"""Share of light craft in a fleet, by the room that it is drawn for."""
LIGHT = 300
"""Tons under which a craft counts as light here."""


@cache
def printed() -> Any:
    """The rules record with tables and classes."""
    return printed_rules()[0]


@cache
def klass_of(name: str) -> Any:
    """The printed class of a name."""
    return printed().classes[class_names().index(name)]


def random_switches(rng: np.random.Generator) -> dict[str, Any]:
    """Settings of the switches: each at random, or all on, or one alone."""
    names = list(SWITCHES)
    chosen = {
        0: names,
        1: [str(rng.choice(names))],
        2: [name for name in names if rng.random() < 0.5],
    }[int(rng.integers(3))]
    values = {name: SWITCHES[name].values for name in chosen}
    return {name: those[int(rng.integers(1, len(those)))] for name, those in values.items()}


# --- fleets --------------------------------------------------------------------------------------


def random_classes(rng: np.random.Generator, capacity_name: str) -> list[str]:
    """Classes of a fleet that a capacity class holds, whatever its size classes share of room."""
    capacity, classes = CAPACITIES[capacity_name], []
    most = int(rng.integers(1, MOST_SHIPS[capacity_name] + 1))
    light = light_ships()
    for _ in range(most):
        pool = light if rng.random() < FIGHTERS_OF[capacity_name] else SHIPS
        classes.append(str(rng.choice(pool)))
        if not is_roomy(classes, capacity):
            classes.pop()
    return classes or ["CHEETAH"]


@cache
def light_ships() -> list[str]:
    """The light classes."""
    return [name for name in SHIPS if klass_of(name).tons < LIGHT]


@cache
def slot_size(name: str) -> tuple[int, tuple[int, int, int]]:
    """Size class of a class, and the rows, crewmen and racks that it wants."""
    klass = klass_of(name)
    return int(klass.size_class), (int(klass.rows), int(klass.crew), int(klass.racks))


def is_roomy(classes: list[str], capacity: Any) -> bool:
    """Whether every ship of a fleet may have the room of the largest of its size class."""
    wanted = np.zeros(3, int)
    for name in classes:
        size, _ = slot_size(name)
        wanted += np.max(
            [capacity_name for mate, capacity_name in map(slot_size, classes) if mate == size],
            axis=0,
        )
    return bool((wanted <= [capacity.rows, capacity.crewmen, capacity.racks]).all())


def fits_rack(mount: int, load: int) -> int:
    """How many of a load a rack of a kind bears; 0 where it may not have it."""
    rules = printed()
    rack = rules.mount[mount]
    if load < FIRST_POD:
        return int(rack.half_tons) // int(rules.missile[load].half_tons)
    pod = rules.pod[load]
    if mount == Mount.AUTOLOADER or pod.half_tons > rack.half_tons:
        return 0
    return int((load >= Load.LASER_POD or rack.pods) and (rack.heavy or not pod.heavy))


def random_loads(rng: np.random.Generator, klass: Any) -> list[Any]:
    """What the racks of a ship carry, a load or a list of missiles each."""
    racks: list[Any] = []
    unique: set[int] = set()
    for place in range(int(klass.racks)):
        mount = int(klass.mount[place])
        fitting = [load for load in CARRIED if fits_rack(mount, load) and load not in unique]
        if not fitting:
            racks.append([])
            continue
        load = Load(int(rng.choice(fitting)))
        if load >= FIRST_POD:
            unique |= {load} & {Load.SAFEGUARD_POD, Load.PAINTING_POD}
            racks.append(LOAD_NAMES[load])
        else:
            racks.append([LOAD_NAMES[load]] * int(rng.integers(1, fits_rack(mount, load) + 1)))
    return racks


def random_skills(rng: np.random.Generator) -> dict[str, Any]:
    """Skills of a crewman, with or without familiarity."""
    skills: dict[str, Any] = {
        "piloting": int(rng.integers(0, 10)),
        "gunnery": int(rng.integers(0, 10)),
    }
    if rng.random() < 0.3:
        skills["familiarity"] = rng.integers(0, 4, 2).tolist()
    return skills


def random_ship(rng: np.random.Generator, name: str, required: bool) -> dict[str, Any]:
    """A ship with its crew; now and then its racks are loaded already."""
    klass = klass_of(name)
    ship: dict[str, Any] = {"class": name}
    for role, key in ((Role.PILOT, "pilot"), (Role.GUNNER, "gunner")):
        if role in klass.role[: int(klass.crew)] and rng.random() < 0.7:
            ship[key] = random_skills(rng)
    if klass.racks and not required and rng.random() < 0.5:
        ship["loads"] = random_loads(rng, klass)
    return ship


def random_side(
    rng: np.random.Generator, capacity_name: str, zone: dict[str, Any]
) -> dict[str, Any]:
    """A fleet and where it stands; what is left out the seat is asked for."""
    classes = random_classes(rng, capacity_name)
    pods = [load for load in CARRIED if load >= FIRST_POD and all_hold(classes, load)]
    required = bool(pods) and rng.random() < 0.25
    side: dict[str, Any] = {"ships": [random_ship(rng, name, required) for name in classes]}
    if required:
        side["loads"] = {"required": LOAD_NAMES[int(rng.choice(pods))]}
    if rng.random() < 0.9:
        side["zone"] = zone
    if rng.random() < 0.7:
        side["velocity"] = int(rng.integers(0, 8))
    for name in ("heading", "facing"):
        if rng.random() < 0.6:
            side[name] = int(rng.integers(1, 7))
    return side


def all_hold(classes: list[str], load: int) -> bool:
    """Whether every ship has a rack for a pod."""
    return all(
        any(fits_rack(int(klass.mount[n]), load) for n in range(int(klass.racks)))
        for klass in map(klass_of, classes)
    )


# --- scenarios -----------------------------------------------------------------------------------


def random_map(rng: np.random.Generator) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A map, and a zone of each side: most often a few hexes from the other's."""
    if rng.random() < 0.15:
        return {"sheets": 2}, [{"map": 1, "rows": [8, 14]}, {"map": 2, "rows": [1, 6]}]
    columns, rows = 2 * int(rng.integers(4, 12)), int(rng.integers(8, 24))
    left, middle = columns // 2 - 1, rows // 2
    span = [max(1, left - 2), min(columns, left + 3)]
    gap = int(rng.integers(0, 3))
    zones = [
        {"columns": span, "rows": [max(1, middle - 1 - gap), middle]},
        {"columns": span, "rows": [middle, min(rows, middle + 1 + gap)]},
    ]
    return {"columns": columns, "rows": rows}, zones


def random_victory(rng: np.random.Generator) -> dict[str, Any]:
    """Points and what counts as a loss."""
    return {
        "destroyed": int(rng.integers(0, 50)),
        "broke_off": int(rng.integers(0, 20)),
        "sensor_pod": {"blue": 5} if rng.random() < 0.5 else {},
        "destroyed_means": str(rng.choice(["usual", "wide"])),
        "tie": str(rng.choice(["draw", "red", "blue"])),
        "outcome": [[31, "decisive"], [0, "marginal"]],
    }


def random_scenario(seed: int, capacity_name: str = "") -> dict[str, Any]:
    """A scenario of few turns for a capacity class, which is drawn where it is not given."""
    rng = np.random.default_rng(seed)
    capacity_name = capacity_name or str(rng.choice(list(CAPACITIES), p=[0.6, 0.25, 0.15]))
    ground, zones = random_map(rng)
    sides = {name: random_side(rng, capacity_name, zones[n]) for n, name in enumerate(SIDES)}
    scenario: dict[str, Any] = {
        "name": f"fuzz {seed}",
        "map": ground,
        "sides": sides,
        "rules": random_switches(rng),
        "victory": random_victory(rng),
        "turn_limit": int(rng.integers(3, 9)),
        "capacity": capacity_name,
    }
    if rng.random() < 0.6:
        scenario["asteroids"] = {
            "count": int(rng.choice([3, 8, 16, 24])),
            "placed": str(rng.choice(["alternately", "by lot", "by lot"])),
            "move": bool(rng.random() < 0.5),
        }
    if rng.random() < 0.3:
        some = rng.permutation(SHIPS)[: int(rng.integers(1, len(SHIPS)))]
        scenario["known_classes"] = [str(name) for name in some]
    if rng.random() < 0.3:
        scenario |= random_planet(rng, int(ground.get("rows", 28)))
    return scenario


def random_planet(rng: np.random.Generator, rows: int) -> dict[str, Any]:
    """A planet that reaches to about the middle of the map, with or without gravity."""
    edge = str(rng.choice(["bottom", "top"]))
    air = int(rng.integers(1, max(2, rows // 2 - 2)))
    planet = {"ground": edge, "atmosphere": air, "interface": int(rng.integers(1, 3))}
    if rng.random() < 0.2:
        planet = {"edge": edge, "atmosphere": 0, "interface": rows // 2 - 1}
    return {"planet": planet} | ({"gravity": {}} if rng.random() < 0.5 else {})
