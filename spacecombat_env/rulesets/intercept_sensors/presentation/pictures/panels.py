"""The status panels: a table of units per side, for front ends that do not know the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.presentation.perspective import SEATS, SIDES, is_own, true_keys

from ...model import NONE, Condition, Loss, Power, Result, Status, Type
from ..coordinates import area_text, place_text, vector_text
from ..piece_names import InterceptNames
from ..texts import POWER_TEXT, SENSOR_TITLES
from ..views.known_pieces import best_emissions, in_shadow, scans, units
from ..views.scan_views import announced_signatures
from ..views.unit_views import CONDITIONS, LOCATIONS, LOSSES


def first_to_scan(state: Any) -> int:
    """IC-SEQ-03 Return the side that scans first (`actions.first_side`): A on odd turns."""
    return 1 - max(int(state.turn), 1) % 2


def status(names: InterceptNames) -> list[dict[str, Any]]:
    """Return a panel per side with tables of units."""
    return [_panel(names, side) for side in range(2)]


def _panel(names: InterceptNames, side: int) -> dict[str, Any]:
    """Return the panel of one side: its units, then the latest answers about enemy units."""
    own = is_own(names.seat, side)
    make = _own_row if own else _enemy_row
    rows = [make(names, index) for index in units(names, side)]
    rows += [] if own else list(_contact_rows(names))
    figures: list[list[Any]] = [["points", names.state.points[side]]]
    first = names.state.turn and first_to_scan(names.state) == side
    figures += [["scans", "first"]] if first else []
    there = [k for k in units(names, side) if names.state.unit_of[k].status != Status.GONE]
    return {
        "side": SEATS[side],
        "title": SIDES[side],
        "figures": figures,
        "trend": [["points", int(names.state.points[side])], ["units in play", len(there)]],
        "rows": rows,
    }


def _row(names: InterceptNames, index: int, state: str, where: str) -> dict[str, Any]:
    """Return the row of a unit with the values of its class."""
    unit = names.state.unit_of[index]
    return {
        "name": names.unit_name(index),
        "kind": names.klass(unit.klass)
        if names.klass(unit.klass) != names.unit_name(index)
        else "",
        "state": state,
        "where": where,
        "figures": [],
        "marks": [],
        "damage": [],
    }


def _own_row(names: InterceptNames, index: int) -> dict[str, Any]:
    """Return the row of a unit of which the reader knows everything."""
    unit = names.state.unit_of[index]
    if unit.status == Status.ON_MAP:
        return _full_row(names, index)
    if unit.status == Status.GONE:
        return _row(names, index, "lost", LOSSES.get(Loss(unit.loss), ""))
    if unit.status == Status.ABOARD:
        return _row(names, index, "aboard", names.unit_name(unit.carrier))
    return _row(names, index, "ready", "to be placed")


def _full_row(names: InterceptNames, index: int) -> dict[str, Any]:
    """Return the row of a unit on the map: course, thrust, and emissions."""
    unit = names.state.unit_of[index]
    hurt = _hurt(unit)
    row = _row(names, index, "damaged" if hurt else "ready", place_text(unit.x, unit.y))
    thrust = names.rules.classes[unit.klass].thrust
    figures: list[list[Any]] = [[*_figure(vector_text(unit.vx, unit.vy))]]
    figures += [["G", f"{unit.thrust}/{thrust}"]]
    figures += [["burns", unit.burns]] if unit.burns != NONE else []
    best = best_emissions(names, unit)
    figures += [["emits", " ".join(f"{SENSOR_TITLES[s][0]}{v:+d}" for s, v in best.items())]]
    return {**row, "figures": figures, "marks": _marks(names, unit), "damage": hurt}


def _figure(vector: str) -> tuple[str, str]:
    """Return a vector as a label and a value."""
    label, _, value = vector.partition(" ")
    return label, value


def _marks(names: InterceptNames, unit: Any) -> list[str]:
    """Return the visible state of a unit, as text."""
    volley = names.rules.classes[unit.klass].type == Type.VOLLEY
    shown = {
        f"tracked {unit.held or ''}".strip(): unit.tracked,
        "position told": not unit.tracked and unit.found == Result.POSITION,
        "contact": not unit.tracked and unit.found == Result.CONTACT,
        "sensors in": not unit.popped and not volley,
        POWER_TEXT[Power(unit.power)]: unit.power < Power.IDLE and not volley,
        "in shadow": in_shadow(names, unit),
        "radar used": unit.radar_used,
    }
    return true_keys(shown)


def _hurt(unit: Any) -> list[list[str]]:
    """IC-LOST-05, 06 Return the locations that are stunned or in a critical condition."""
    found = [(place, getattr(unit, place)) for place in LOCATIONS]
    return [
        [
            f"{place} {CONDITIONS[state]}",
            "permanent" if state == Condition.CRITICAL else "temporary",
        ]
        for place, state in found
        if state != Condition.SOUND
    ]


def _enemy_row(names: InterceptNames, index: int) -> dict[str, Any]:
    """Return the row of an enemy unit that has been tracked."""
    unit = names.state.unit_of[index]
    if unit.status == Status.GONE:
        return _row(names, index, "lost", LOSSES.get(Loss(unit.loss), ""))
    if unit.tracked and unit.status == Status.ON_MAP:
        return _full_row(names, index)
    where = f"track lost on turn {unit.last_turn}" if unit.last_turn else "not tracked"
    row = _row(names, index, "unknown", where)
    figures: list[list[Any]] = []
    if unit.last_turn:
        figures += [["last at", place_text(unit.last_x, unit.last_y)]]
        figures += [[*_figure(vector_text(unit.last_vx, unit.last_vy))]]
    return {**row, "figures": figures}


def _contact_rows(names: InterceptNames) -> Iterator[dict[str, Any]]:
    """Yield a row for each answer of this turn that gave no track."""
    state, option = names.state, names.option
    for scan in scans(names, names.seat):
        if scan.turn != state.turn:
            continue
        for find in scan.find[: scan.finds]:
            if find.result == Result.TRACKED:
                continue
            area = area_text(scan.left, scan.top, scan.side, option.columns, option.rows)
            signatures = [
                f"{kind} {value:+d}" for kind, value in announced_signatures(scan, find).items()
            ]
            yield {
                "name": "Contact" if find.result == Result.CONTACT else "Position",
                "kind": "",
                "state": "unknown",
                "where": place_text(find.x, find.y) if find.x else f"in {area}",
                "figures": [["signal", find.signal]],
                "marks": signatures,
                "damage": [],
            }
