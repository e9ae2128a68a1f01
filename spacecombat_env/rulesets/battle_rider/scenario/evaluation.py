"""Chapter EVL: a ship's card and point value from its design, as `spacecombat ship` prints them.

A design is a YAML file with the data of a design sheet of the Traveller books: for the whole ship,
not one battery, and with Traveller's own damage and armor values. Only `name`, `tons` and
`tech_level` are required:

    name: Halberd
    type: DD                          # type code of the counter, for the reader
    tons: 8100
    tech_level: 14
    socket_extenders: false
    weapons:                          # power to fire one, in MW; rows are overpowered in this order
      - {kind: meson, mount: spinal, number: 1, short_range: 6, damage: [800, 500, 300, 0],
         power: 200}
      - {kind: laser, mount: turret, number: 20, short_range: 10, damage: 30, power: 5}
    power: {output: 5000, systems: 1600}   # all systems but the weapons running
    fire_control: {value: 5, directors: 11}
    sensors:                          # every set that is installed, by its short range
      active: [16, 4]
      passive: [8, {range: 10, folding: true}]
      jammers: [16]
      communication_jammers: [10]
      masking: true
    armor: 143
    auxiliary_bridge: false
    meson_screen: 2200
    sandcasters: 20
    dampers: 0
    missiles: {directors: 5, turrets: 10, barbettes: 15, bays: 0, cargo: 40}
    maneuver: {g_rating: 4, fuel_g_hours: 24, jump: 2, skim: true, process: true}
    riders: {class: Manticore, number: 1}

`evaluate` returns the card; `Evaluation.ship` is a custom ship for a scenario file. Damage 0 at a
range means that the weapon does not reach it. Halves are rounded up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from typing import Any

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.tables import read_yaml

from ..model import (
    MAX_MISSILES,
    MAX_NUMBER,
    MAX_RANGE,
    SHIP_COLUMNS,
    class_names,
    class_row,
    class_types,
)
from .card import MOUNT_ROWS, Evaluation
from .conversion import converted, nearest, per_battery, point_value, size_of, value_without_tender

KEYS = (
    "name",
    "type",
    "tons",
    "tech_level",
    "socket_extenders",
    "weapons",
    "power",
    "fire_control",
    "sensors",
    "armor",
    "auxiliary_bridge",
    "meson_screen",
    "sandcasters",
    "dampers",
    "missiles",
    "maneuver",
    "riders",
)
LETTERS = {"laser": "L", "particle": "P", "meson": "M"}
OVERPOWER = ((10, 2), (5, 1))
"""Multiple of the firing power -> difficulty modifiers ignored."""
MOST = 10**9
"""Larger numbers are errors."""
LEAST_FUEL = 20
"""G-hours."""
LIMITED_FUEL = 50
"""G-turns; below that the fuel is limited."""
TURNS_OF_AN_HOUR = 2


def evaluate(design: str | PathLike[str] | Mapping[str, Any]) -> Evaluation:
    """Return the card of a design file, or of its content; raise ScenarioError if impossible."""
    content: object = design
    file = "<design>"
    if not isinstance(design, Mapping):
        file, content = str(design), read_yaml(design)
    top = ConfigNode(file, "", content)
    parts = top.keys(KEYS, required=("name", "tons", "tech_level"))
    values: dict[str, Any] = {}
    evaluation = Evaluation(
        parts["name"].name(),
        parts["type"].name("ship"),
        values,
        {"skim": False, "process": False},
    )
    tons = _tons(parts["tons"])
    size, batteries = size_of(tons)
    values["tech_level"] = _column(parts["tech_level"], "tech_level")
    values["size_mod"] = size
    values["g_rating"] = 0
    values["points"] = 0
    _maneuver(evaluation, parts["maneuver"])
    _weapons(evaluation, parts, batteries)
    _fire_control(evaluation, parts, batteries)
    _sensors(evaluation, parts["sensors"])
    _structure(evaluation, parts, batteries)
    _missiles(evaluation, parts["missiles"])
    _riders(evaluation, parts["riders"])
    _points(evaluation, tons, parts["tons"])
    return evaluation


def _tons(node: ConfigNode) -> Fraction:
    """Return the displacement; tonnes may have decimals."""
    return _number(node, "tons of displacement")


def _number(node: ConfigNode, what: str) -> Fraction:
    """Return a number above zero."""
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise node.error(f"{value!r} is not a number of {what}")
    if not 0 < value <= MOST:
        raise node.error(f"{value} {what}: more than 0, and {MOST:,} at most, are possible")
    return Fraction(str(value))


def _column(node: ConfigNode, column: str, default: int | None = None) -> int:
    """Return a number that the card uses unchanged, within the card's bounds."""
    bounds = SHIP_COLUMNS[column]
    return node.integer(int(bounds.low or 0), int(bounds.high or 0), default)


def _maneuver(evaluation: Evaluation, node: ConfigNode) -> None:
    """BR-EVL-07 Drives and fuel: a maneuver drive needs 20 G-hours, below 50 G-turns is limited."""
    if node.missing():
        return
    keys = node.keys(("g_rating", "fuel_g_hours", "jump", "skim", "process"))
    evaluation.values["g_rating"] = _column(keys["g_rating"], "g_rating", 0)
    evaluation.values["jump"] = _column(keys["jump"], "jump", 0)
    evaluation.printed["skim"] = keys["skim"].flag()
    evaluation.printed["process"] = keys["process"].flag()
    if not evaluation.values["g_rating"]:
        return
    fuel = keys["fuel_g_hours"]
    if fuel.missing():
        raise fuel.error("missing: a maneuver drive needs fuel")
    hours = _number(fuel, "G-hours of fuel")
    if hours < LEAST_FUEL:
        reason = f"a maneuver drive needs {LEAST_FUEL} at least (BR-EVL-07)"
        raise fuel.error(f"{fuel.value} G-hours of fuel: {reason}")
    evaluation.values["limited_fuel"] = hours * TURNS_OF_AN_HOUR < LIMITED_FUEL


@dataclass
class Battery:
    """One row of weapons of a design."""

    kind: str
    mount: str
    number: int
    """Installed in the ship."""
    short_range: int
    damage: list[int]
    """On the card; -1 where it does not reach."""
    power: int | None
    """To fire all of them, MW; None: not known."""
    overpower: int = 0


def _weapons(evaluation: Evaluation, parts: dict[str, ConfigNode], batteries: int) -> None:
    """BR-EVL-02, 03, 04 The rows of weapons, in the notation of the card."""
    items = parts["weapons"].items()
    rows = [_battery(item) for item in items]
    spinals = sum(row.mount == "spinal" for row in rows)
    limits = dict(MOUNT_ROWS, secondary=MOUNT_ROWS["secondary"] - max(0, spinals - 1))
    for mount, limit in limits.items():
        found = [item for item, row in zip(items, rows, strict=True) if row.mount == mount]
        if len(found) > limit:
            raise found[limit].error(f"a card has room for {limit} rows of {mount} weapons here")
    _overpower(rows, parts["power"])
    lines: dict[str, list[str]] = {mount: [] for mount in MOUNT_ROWS}
    beams = 0
    for row in rows:
        number = row.number if row.mount == "spinal" else per_battery(row.number, batteries)
        beams += number
        if number:
            lines[row.mount].append(_notation(row, number))
        else:
            what = f"{row.number} {row.kind} on {batteries} batteries"
            evaluation.notes.append(f"{what}: rounded to none a battery (BR-EVL-02)")
    if beams > MAX_NUMBER:
        raise parts["weapons"].error(f"{beams} beams in a battery, at most {MAX_NUMBER}")
    for mount, texts in lines.items():
        if texts:
            evaluation.values[mount] = texts[0] if len(texts) == 1 else texts


def _battery(node: ConfigNode) -> Battery:
    """Return one row of weapons."""
    known = ("kind", "mount", "number", "short_range", "damage", "power")
    keys = node.keys(known, required=("kind", "mount", "number", "short_range", "damage"))
    kind, mount = keys["kind"].choice(LETTERS), keys["mount"].choice(MOUNT_ROWS)
    if mount == "spinal" and kind == "laser":
        raise keys["mount"].error("spinal mounts are meson guns or particle accelerators")
    number = keys["number"].integer(1, MOST)
    power = None if keys["power"].missing() else keys["power"].integer(1, MOST) * number
    short = keys["short_range"].integer(1, MAX_RANGE)
    return Battery(kind, mount, number, short, _damage(keys["damage"]), power)


def _damage(node: ConfigNode) -> list[int]:
    """BR-EVL-04 Return the damage at the four ranges, -1 where the weapon does not reach."""
    if not isinstance(node.value, list):
        value = node.integer(1, MOST)
        return [converted(value)] * 4
    items = node.items()
    if len(items) != 4:
        raise node.error(f"{len(items)} values: one for all ranges, or one for each of four")
    values = [item.integer(0, MOST) for item in items]
    if not any(values):
        raise node.error("no damage at any range")
    return [converted(value) if value else -1 for value in values]


def _overpower(rows: list[Battery], node: ConfigNode) -> None:
    """BR-EVL-03 Distribute the spare power, row by row, in the design's order."""
    if node.missing():
        return
    keys = node.keys(("output", "systems"), required=("output", "systems"))
    output, systems = (keys[key].integer(0, MOST) for key in ("output", "systems"))
    if systems > output:
        raise keys["systems"].error(f"{systems} MW for the systems, but the output is {output}")
    needs = [row.power for row in rows if row.power is not None]
    spare = output - systems - sum(needs)
    for row in rows:
        if row.power is None or spare < 0:
            continue
        for multiple, level in OVERPOWER:
            extra = (multiple - 1) * row.power
            if spare >= extra:
                row.overpower = level
                spare -= extra
                break


def _notation(row: Battery, number: int) -> str:
    """BR-CTR-02 Return a row of weapons as the card prints it."""
    marks = (f"x{number}" if number > 1 else "") + (f"-{row.overpower}" if row.overpower else "")
    bands = ["X" if value < 0 else str(value) for value in row.damage]
    damage = bands[0] if len(set(bands)) == 1 else "-".join(bands)
    return f"{LETTERS[row.kind]}{f'({marks})' if marks else ''}{row.short_range}:{damage}"


def _fire_control(evaluation: Evaluation, parts: dict[str, ConfigNode], batteries: int) -> None:
    """BR-EVL-05 Fire control, restricted where directors are too few for the weapons."""
    node = parts["fire_control"]
    missile = parts["missiles"]
    launching = 0 if missile.missing() else _missile_keys(missile)["directors"].integer(0, MOST, 0)
    if node.missing():
        return
    keys = node.keys(("value", "directors"), required=("value",))
    evaluation.values["fire_control"] = _column(keys["value"], "fire_control")
    directors = keys["directors"].integer(0, MOST, 0)
    if evaluation.values["fire_control"] and not directors and not launching:
        raise keys["directors"].error("fire control, but no director, for beams or missiles")
    rows = [_battery(item) for item in parts["weapons"].items()]
    few = restricted(rows, directors, batteries)
    if evaluation.values["fire_control"] and few is not None:
        evaluation.values["restricted_directors"] = max(1, few)


def restricted(rows: list[Battery], directors: int, batteries: int) -> int | None:
    """BR-EVL-05 Return the directors of one battery, or None where they are enough."""
    lasers = sum(row.number for row in rows if row.kind == "laser")
    others = sum(row.number for row in rows if row.kind != "laser")
    if 2 * directors >= 2 * others + lasers:
        return None
    spinals = sum(row.number for row in rows if row.mount == "spinal")
    return nearest(Fraction(max(0, directors - spinals), batteries))


def _sensors(evaluation: Evaluation, node: ConfigNode) -> None:
    """BR-EVL-06, BR-AMB-86 The best sensor of each kind, and the masking package.

    Communication has no rules: its jammers are read and ignored.
    """
    if node.missing():
        return
    allowed = ("active", "passive", "jammers", "communication_jammers", "masking")
    keys = node.keys(allowed)
    for key, column in (("active", "active_range"), ("jammers", "jammer_range")):
        ranges = [item.integer(1, MAX_RANGE) for item in keys[key].items()]
        if ranges:
            evaluation.values[column] = max(ranges)
    _ = [item.integer(1, MAX_RANGE) for item in keys["communication_jammers"].items()]
    passive = [_passive(item) for item in keys["passive"].items()]
    if passive:
        best = max(passive)
        evaluation.values["passive_range"] = best[0]
        evaluation.values["passive_folding"] = not best[1]
    evaluation.values["masked"] = keys["masking"].flag()


def _passive(node: ConfigNode) -> tuple[int, bool]:
    """Return the short range of a passive sensor, and whether it is fixed."""
    if not isinstance(node.value, Mapping):
        return node.integer(1, MAX_RANGE), True
    keys = node.keys(("range", "folding"), required=("range",))
    return keys["range"].integer(1, MAX_RANGE), not keys["folding"].flag()


def _structure(evaluation: Evaluation, parts: dict[str, ConfigNode], batteries: int) -> None:
    """BR-EVL-02, 04, 06 Armor, bridge, screens and the socket extenders."""
    evaluation.values["armor"] = converted(parts["armor"].integer(0, MOST, 0))
    evaluation.values["meson_screen"] = converted(parts["meson_screen"].integer(0, MOST, 0))
    evaluation.values["aux_bridge"] = parts["auxiliary_bridge"].flag()
    evaluation.values["socket_extenders"] = parts["socket_extenders"].flag()
    for kind in ("sandcasters", "dampers"):
        total = parts[kind].integer(0, MOST, 0)
        evaluation.values[kind] = per_battery(total, batteries)
        if total and not evaluation.values[kind]:
            what = f"{total} {kind} on {batteries} batteries"
            evaluation.notes.append(f"{what}: rounded to none a battery (BR-EVL-02)")


def _missile_keys(node: ConfigNode) -> dict[str, ConfigNode]:
    """Return the missile section of a design."""
    return node.keys(("directors", "turrets", "barbettes", "bays", "cargo"))


def _missiles(evaluation: Evaluation, node: ConfigNode) -> None:
    """BR-EVL-06 Missile directors, and ready missiles without the reloads in the cargo."""
    if node.missing():
        return
    keys = _missile_keys(node)
    ready = sum(keys[place].integer(0, MOST, 0) for place in ("turrets", "barbettes", "bays"))
    keys["cargo"].integer(0, MOST, 0)
    evaluation.values["missile_directors"] = _column(keys["directors"], "missile_directors", 0)
    if ready and not evaluation.values["missile_directors"]:
        raise keys["directors"].error(f"{ready} ready missiles, but no missile director")
    if ready > MAX_MISSILES:
        raise node.error(f"{ready} ready missiles, at most {MAX_MISSILES} are possible")
    evaluation.values["ready_missiles"] = ready


def _riders(evaluation: Evaluation, node: ConfigNode) -> None:
    """BR-CTR-12 Battle riders of a printed class."""
    if node.missing():
        return
    keys = node.keys(("class", "number"), required=("class", "number"))
    carried = [name for name in class_names() if class_types()[class_row(name)] in ("BR", "BRL")]
    evaluation.values["riders_type"] = keys["class"].choice(carried)
    evaluation.values["riders_carried"] = max(1, _column(keys["number"], "riders_carried"))


def _points(evaluation: Evaluation, tons: Fraction, node: ConfigNode) -> None:
    """BR-EVL-08 Both point values; the second only without a jump drive."""
    points = point_value(tons, evaluation.values["tech_level"])
    second = value_without_tender(points)
    most = int(SHIP_COLUMNS["points"].high or 0)
    if second > most:
        raise node.error(f"worth {points} points, {second} with the half more; at most {most}")
    evaluation.values["points"] = points
    if not evaluation.values.get("jump"):
        evaluation.values["points_without_tender"] = second
