"""Ships in the view: their printed values, condition and weapons."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import SEATS
from spacecombat_env.core.presentation.view_fields import view_values

from ...model import (
    CRAFT,
    NONE,
    RESERVE_BURNED,
    Beam,
    CraftStatus,
    Damage,
    Level,
    Result,
    Sensor,
    Tumble,
    class_names,
    class_types,
)
from ...movement.movement import thrust_available
from ..piece_names import Names
from ..texts import BEAM_TEXT, LASTING_TEXT, RESULT_TEXT, ROW_TEXT, report_text

STATES = {
    CraftStatus.IN_FORCE: "ready",
    CraftStatus.ABOARD: "aboard",
    CraftStatus.DESTROYED: "destroyed",
    CraftStatus.ESCAPED: "escaped",
    CraftStatus.LOST: "lost",
    CraftStatus.OFFERED: "for sale",
    CraftStatus.CAPTURED: "captured",
}
POWER_TEXT = ("up", "down", "starting")


def player_keys(names: Names, side: int, number: int) -> dict[str, str]:
    """BR-MPL-01 Return the player of an own piece, where a side has several."""
    name = names.player(side, number)
    return {"player": name} if name else {}


def _printed(names: Names, craft: Any) -> dict[str, Any]:
    """BR-CTR-01 Return the printed values of a class."""
    klass = names.card(craft.klass)
    return {
        "class": names.klass(craft.klass),
        "type": type_code(names, craft.klass),
        "drone": bool(klass.drone),
        "points": klass.points,
        "size": klass.size_mod,
        "socket_extenders": bool(klass.socket_extenders),
        "tech_level": klass.tech_level,
        "g_rating": klass.g,
        "jump": klass.jump,
        "armor": klass.armor,
        "fire_control": klass.fire_control,
        "directors": None if klass.restricted_directors == NONE else klass.restricted_directors,
        "missile_directors": klass.directors,
        "ready_missiles": klass.missiles,
        "sensors": {
            "active": klass.sensor_range[Sensor.ACTIVE],
            "passive": klass.sensor_range[Sensor.PASSIVE],
            "folding": bool(klass.folding),
            "masked": bool(klass.masked),
            "jammer": klass.jammer,
            "area_jammer": bool(klass.area_jammer),
        },
        "screens": {
            "meson_screen": klass.meson_screen,
            "sandcasters": klass.sandcasters,
            "dampers": klass.dampers,
        },
    }


def type_code(names: Names, row: int) -> str:
    """BR-CTR-14 Return the type code of a class; empty for drones and custom ships."""
    types = class_types()
    if row >= len(types):  # a printed class with the changes of its side keeps its name
        printed = class_names()
        name = names.klass(row)
        row = printed.index(name) if name in printed else 0
    return types[row]


def _weapons(names: Names, craft: Any, own: bool) -> list[dict[str, Any]]:
    """BR-CTR-02 Return the weapon rows of a craft, with what has been fired for an own one."""
    klass = names.card(craft.klass)
    rows = []
    for row, weapon in enumerate(klass.weapon):
        if weapon.kind == Beam.NONE:
            continue
        fields: dict[str, Any] = {
            "row": ROW_TEXT[row],
            "kind": BEAM_TEXT[Beam(weapon.kind)],
            "spinal_mount": bool(weapon.spinal),
            "number": weapon.number,
            "overpower": -weapon.overpower,
            "short_range": weapon.range,
            "damage": [None if value == NONE else value for value in weapon.damage],
        }
        if own:
            fields["fired"] = craft.fired[row]
            fields["fired_before"] = craft.fired_before[row]
            fields["overpowered"] = craft.overpowered[row]
        rows.append(fields)
    return rows


def _condition(names: Names, index: int) -> dict[str, Any]:
    """Return status, place, damage and emissions of a craft that the reader knows."""
    craft = names.state.craft[index]
    return {
        "name": names.craft(index),
        "state": STATES[CraftStatus(craft.status)],
        "force": None if craft.tf == NONE else names.force(craft.tf),
        "detected": bool(craft.detected),
        "crew": names.crew(index),
        "party_away": bool(craft.party_away),
        "sections_lost": craft.sections,
        "damage": damage(craft),
        "overload": craft.overload,
        "tumble": Tumble(craft.tumble).name.lower(),
        "active": bool(craft.active),
        "array_extended": bool(craft.extended),
        "area_jamming": bool(craft.jamming),
        "power": POWER_TEXT[craft.power],
        "sandcasters_used": craft.sand_used,
        "black_globe": craft.globe,
        "facing": None if craft.facing == NONE else DIRECTION_NAMES[craft.facing],
    }


def damage(craft: Any) -> list[dict[str, str]]:
    """BR-DMG-09 Return the damage results on a craft."""
    return [
        {
            "result": RESULT_TEXT[result],
            "lasting": "permanent" if level == Damage.PERMANENT else "temporary",
            "until": LASTING_TEXT[Damage(level)],
        }
        for result in Result
        if (level := craft.damage[result]) != Damage.INTACT
    ]


def own_ship_view(names: Names, index: int) -> dict[str, Any]:
    """Return all about an own craft."""
    craft = names.state.craft[index]
    carrier = None if craft.keeper == NONE else names.craft(craft.keeper)
    return {
        **_condition(names, index),
        "side": SEATS[names.craft_side(index)],
        **_printed(names, craft),
        "weapons": _weapons(names, craft, own=True),
        "g_available": g_available(names, craft),
        "fuel": None if craft.fuel == NONE else max(0, craft.fuel),
        "jump_fuel": craft.fuel != RESERVE_BURNED,
        "missiles": craft.missiles,
        "semi_independent": craft.sims,
        "missiles_controlled": craft.controlled,
        "launched": bool(craft.launched),
        "overpower": craft.overpower,
        "dampers_used": craft.dampers_used,
        "keeper": carrier,
        "known_as": _known_as(names, craft),
        **view_values(CRAFT, Level.OWNER, craft),
        **player_keys(names, names.craft_side(index), craft.player),
    }


def _known_as(names: Names, craft: Any) -> str | None:
    """Return the name by which the enemy knows an own craft."""
    return f"{names.klass(craft.klass)} e{craft.contact + 1}" if craft.detected else None


def g_available(names: Names, craft: Any) -> int:
    """BR-MOV-05, 10 Return the Gs a craft can spend in a turn."""
    return int(thrust_available(names.scenario.table.rules[0], craft))


def enemy_ship_view(names: Names, index: int) -> dict[str, Any]:
    """Return what is known of a detected enemy craft."""
    craft = names.state.craft[index]
    return {
        **_condition(names, index),
        "contact": craft.contact + 1,
        **_printed(names, craft),
        "weapons": _weapons(names, craft, own=False),
        "damage_markers": craft.markers,
        "report": report_text(craft.report) if craft.report else None,
    }
