"""Scenarios of the pocket empires: missions, points, pools and merchants (BR-ASG, BR-MIB-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.scenarios import SIDES

from ..model import (
    MISSIONS,
    POINTS,
    Beam,
    BlueMission,
    BodyKind,
    Sensor,
    Side,
    Victory,
    WeaponRow,
    class_row,
)
from .draft import Draft, Fleet

MAX_SCALE = 3
COLUMNS, ROWS = 19, 33  # three maps side by side
GALLANTS_OF_BLUE = 4  # BR-ASG-02: the four without a tender, before the others are halved


def is_pocket_empires(draft: Draft) -> bool:
    """Whether the scenario is one of missions drawn in secret."""
    return bool(draft.rules.option.victory == Victory.POCKET_EMPIRES)


def fill_missions(draft: Draft, parts: dict[str, ConfigNode]) -> None:
    """BR-ASG-05, 06, BR-AMB-84 Missions that are fixed, the scale of the points, three maps."""
    option = draft.rules.option
    option.scale = 1
    if not is_pocket_empires(draft):
        for key in ("missions", "scale"):
            if not parts[key].missing():
                raise parts[key].error("only with victory: pocket_empires")
        return
    option.scale = parts["scale"].integer(1, MAX_SCALE, 1)
    if not parts["missions"].missing():
        keys = parts["missions"].keys(SIDES)
        for side in Side:
            if not keys[SIDES[side]].missing():
                option.mission[side] = keys[SIDES[side]].integer(1, MISSIONS)
    if (option.columns, option.rows) != (COLUMNS, ROWS):
        raise parts["map"].error(f"missions are played on three maps, {COLUMNS} by {ROWS} hexes")


def mission_budget(draft: Draft, side: Side) -> int:
    """BR-ASG-05, 06 Return the most points that a side can have to spend."""
    option = draft.rules.option
    number = int(option.mission[side])
    points = int(POINTS[side, number]) if number else int(POINTS[side].max())
    return points * int(option.scale)


def check_missions(draft: Draft, fleets: list[Fleet], bodies: ConfigNode) -> None:
    """BR-ASG-01, 03 Both sides buy their fleets; the planet is the only body given."""
    if not is_pocket_empires(draft):
        return
    for fleet in fleets:
        given_craft = [craft for craft in fleet.craft if not craft.offered and not craft.set_aside]
        if not fleet.buys or given_craft:
            raise fleet.node.error("both sides buy all their ships, with victory: pocket_empires")
    body_kinds = [
        item.value.get("kind") for item in bodies.items() if isinstance(item.value, Mapping)
    ]
    if body_kinds != [BodyKind.PLANET.name.lower()]:
        raise bodies.error("one planet, with victory: pocket_empires; players place the asteroids")


def share_pool(draft: Draft, side: Side, halves: dict[int, int]) -> None:
    """BR-ASG-02 Blue gets the four extra Gallants and both Shukugans before the pools are made."""
    if not is_pocket_empires(draft):
        return
    gallant, shukugan = class_row("Gallant"), class_row("Shukugan")
    tended = halves[gallant] - GALLANTS_OF_BLUE // 2
    halves[gallant] = tended + (GALLANTS_OF_BLUE if side == Side.BLUE else 0)
    halves[shukugan] = 2 * halves[shukugan] if side == Side.BLUE else 0


def fill_merchants(draft: Draft, fleets: list[Fleet], node: ConfigNode) -> None:
    """BR-MIB-06 Give each class of Blue's pool that has a jump drive a row as a merchant."""
    fixed = int(draft.rules.option.mission[Side.BLUE])
    if not is_pocket_empires(draft) or fixed not in (0, BlueMission.CONVOY_RUN):
        return
    rows = {craft.klass for craft in fleets[Side.BLUE].craft} | set(map(int, draft.rules.set_aside))
    classes = draft.rules.classes
    for row in sorted(rows - {0}):
        if classes[row].jump and not classes[row].drone:
            merchant = draft.new_class(row, f"{draft.classes[row]} merchant", node)
            draft.rules.merchant[row] = merchant
            disarm(classes[merchant])


def disarm(klass: Any) -> None:
    """BR-MIB-06 Leave a class laser turrets and sandcasters as its only weapons."""
    changes = {
        "merchant": 1,
        "fire_control": 0,
        "directors": 0,
        "missiles": 0,
        "jammer": 0,
        "masked": 0,
        "area_jammer": 0,
        "armor": 0,
        "meson_screen": 0,
        "dampers": 0,
        "black_globe": 0,
    }
    for name, value in changes.items():
        klass[name] = value
    klass["sensor_range"][Sensor.ACTIVE] = 0
    for row, weapon in enumerate(klass["weapon"]):
        if row != WeaponRow.TURRET or weapon["kind"] != Beam.LASER:
            weapon["kind"] = Beam.NONE
            weapon["number"] = 0
