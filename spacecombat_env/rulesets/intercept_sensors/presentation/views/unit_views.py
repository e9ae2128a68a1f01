"""Units in the view: printed values, condition, plots."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import SEATS
from spacecombat_env.core.presentation.view_fields import view_values

from ...model import (
    ABSENT,
    NONE,
    UNIT,
    Condition,
    InterceptLevel,
    Loss,
    Power,
    Result,
    Status,
    Type,
)
from ..coordinates import board_direction
from ..piece_names import InterceptNames
from ..texts import SENSOR_TEXT, SIGNATURE_TEXT
from .known_pieces import emissions, in_shadow
from .place_views import course_keys

TYPES = tuple(kind.name.lower() for kind in Type)
POWERS = tuple(power.name.lower() for power in Power)
CONDITIONS = tuple(condition.name.lower() for condition in Condition)
RESULTS = tuple(result.name.lower() for result in Result)
STATES = {
    Status.UNUSED: "unknown",
    Status.WAITING: "waiting",
    Status.ABOARD: "aboard",
    Status.ON_MAP: "on map",
    Status.GONE: "gone",
}
LOSSES = {
    Loss.LEFT_MAP: "left the map",
    Loss.CRASHED: "crashed",
    Loss.UNCONTROLLED: "lost without guidance",
    Loss.CAUGHT: "caught",
}
LOCATIONS = ("surface", "core", "crew")


def _printed(names: InterceptNames, unit: Any) -> dict[str, Any]:
    """Return the values of a unit's class from its datacard."""
    klass = names.rules.classes[unit.klass]
    return {
        "class": names.klass(unit.klass),
        "type": TYPES[klass.type],
        "max_thrust": klass.thrust,
        "skill": klass.skill,
        "black_hull": bool(klass.black_hull),
        "stealth": bool(klass.stealth),
        "sensors": {
            name: None if strength == ABSENT else strength
            for name, strength in zip(SENSOR_TEXT, klass.sensor, strict=True)
        },
    }


def _condition(names: InterceptNames, unit: Any) -> dict[str, Any]:
    """Return the visible state of a unit on the map."""
    return {
        **course_keys(names, unit.x, unit.y, unit.vx, unit.vy),
        "facing": DIRECTION_NAMES[unit.facing],
        "board_facing": board_direction(names.seat, unit.facing),
        "thrust": unit.thrust,
        "burns_left": None if unit.burns == NONE else unit.burns,
        **view_values(UNIT, InterceptLevel.TRACKED, unit),
        "condition": {place: CONDITIONS[getattr(unit, place)] for place in LOCATIONS},
        "in_shadow": in_shadow(names, unit),
        "signatures": {
            SIGNATURE_TEXT[kind]: value for kind, value in emissions(names, unit).items()
        },
        "turns_held": unit.held,
    }


def own_unit_view(names: InterceptNames, index: int) -> dict[str, Any]:
    """Return everything about an own unit."""
    unit = names.state.unit_of[index]
    on_map = unit.status == Status.ON_MAP
    return {
        "name": names.unit(index),
        "side": SEATS[names.side(index)],
        **_printed(names, unit),
        "state": STATES[Status(unit.status)],
        "loss": LOSSES.get(Loss(unit.loss)),
        "carrier": None if unit.carrier == NONE else names.unit(unit.carrier),
        "tracked": bool(unit.tracked) and on_map,
        **view_values(UNIT, InterceptLevel.OWNER, unit),
        "sensors_used": [name for n, name in enumerate(SENSOR_TEXT) if unit.used >> n & 1],
        "on_map": _condition(names, unit) if on_map else None,
        "plot": _plot(names, unit) if unit.plotted and not unit.moved else None,
    }


def _plot(names: InterceptNames, unit: Any) -> dict[str, Any]:
    """Return the orders a unit has for this turn and has not carried out."""
    return {
        "facing": DIRECTION_NAMES[unit.plot_facing],
        "board_facing": board_direction(names.seat, unit.plot_facing),
        "thrust": unit.plot_thrust,
        "power": POWERS[unit.plot_power],
        "popped_out": bool(unit.plot_popped),
        "launches": None if unit.plot_launch == NONE else names.unit(unit.plot_launch),
    }


def enemy_unit_view(names: InterceptNames, index: int) -> dict[str, Any]:
    """Return the known state of an enemy unit that has been tracked."""
    unit = names.state.unit_of[index]
    tracked = bool(unit.tracked) and unit.status == Status.ON_MAP
    return {
        "name": names.unit(index),
        "side": SEATS[names.side(index)],
        **_printed(names, unit),
        "state": STATES[Status(unit.status)],
        "loss": LOSSES.get(Loss(unit.loss)),
        "tracked": tracked,
        "on_map": _condition(names, unit) if tracked else None,
        "last_known": _last_known(names, unit) if unit.last_turn and not tracked else None,
    }


def _last_known(names: InterceptNames, unit: Any) -> dict[str, Any]:
    """Return where and how a unit moved when its track was lost."""
    place_and_vector = course_keys(names, unit.last_x, unit.last_y, unit.last_vx, unit.last_vy)
    return {"turn": unit.last_turn, **place_and_vector}
