"""The status panels: a table of ships per side, for front ends that do not know the rules."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import (
    SEATS,
    SIDES,
    is_own,
    true_keys,
    without_side,
)

from ...model import MISSILES, NONE, Disclosed, Mode, Status
from ..coordinates import direction_text, hex_number
from ..piece_names import Names
from ..texts import LOAD_TEXT
from ..views.known_pieces import (
    craft_of,
    is_on_map,
    is_out_of_control,
    known_weapon_kinds,
    tonnage_text,
)
from ..views.sheet_views import NEVER, KnownSheet, components_out, sheet_of

STATES = {
    Status.WAITING: "ready",
    Status.ABOARD: "aboard",
    Status.ON_MAP: "ready",
    Status.ABANDONED: "lost",
    Status.DERELICT: "lost",
    Status.WRECK: "destroyed",
    Status.DESTROYED: "destroyed",
    Status.BROKEN_OFF: "escaped",
    Status.LANDED: "escaped",
}
PANEL_STATES = ("ready", "damaged", "aboard", "lost", "destroyed", "escaped", "unknown")


def status(names: Names) -> list[dict[str, Any]]:
    """Return a panel per side with tables of ships."""
    return [_panel(names, side) for side in range(2)]


def _panel(names: Names, side: int) -> dict[str, Any]:
    """Return the panel of one side."""
    ships = craft_of(names, side)
    points = int(names.state.points[side])
    return {
        "side": SEATS[side],
        "title": SIDES[side],
        "figures": [["points", points]],
        "trend": [
            ["points", points],
            ["armour left, as far as known", sum(_armour(names, k) for k in ships)],
        ],
        "rows": [_row(names, k) for k in ships],
    }


def _armour(names: Names, k: int) -> int:
    """Return the armour boxes that a ship on the map has left, if known."""
    craft = names.state.craft[k]
    if not is_on_map(craft):
        return 0
    if is_own(names.seat, names.side(k)):
        return int(sum(craft.armour))
    return int(sum(craft.last_seen_armour if craft.armour_turn else _whole(names, craft)))


def _whole(names: Names, craft: Any) -> list[int]:
    """Return the armour of a class, if known."""
    return [*names.printed(craft.klass).armour] if craft.klass else []


def _row(names: Names, k: int) -> dict[str, Any]:
    """Return the row of one ship."""
    craft, side = names.state.craft[k], names.side(k)
    own, sheet = is_own(names.seat, side), sheet_of(names, k)
    name = without_side(names.craft(k), side)
    klass = names.klass(craft.klass) if craft.klass else tonnage_text(craft)
    out = components_out(names, sheet) if sheet else []
    state = STATES[Status(craft.status)]
    here = is_on_map(craft)
    return {
        "name": name,
        "kind": "" if klass and name.startswith(klass) else klass,
        "state": _state(names, craft, sheet, state),
        "where": hex_number(names.scenario, names.seat, craft.q, craft.r) if here else "",
        "figures": _figures(names, k, own, sheet) if here else [],
        "marks": _marks(names, k, own, sheet) if here else [],
        "damage": [[what, "permanent"] for what in out],
    }


def _state(names: Names, craft: Any, sheet: KnownSheet | None, state: str) -> str:
    """Return the state of a ship: damaged, if boxes of it are known to be gone."""
    if state != "ready":
        return state
    if sheet is None:
        return "unknown"
    whole = names.printed(sheet.row).armour
    hurt = any(
        block.rows is not None and block.left < boxes
        for block, boxes in zip(sheet.armour, whole, strict=True)
    )
    return "damaged" if hurt or sheet.out else "ready"


def _figures(names: Names, k: int, own: bool, sheet: KnownSheet | None) -> list[list[Any]]:
    """Return course and thrust of a ship, and its armour by facing, clockwise from the front."""
    craft = names.state.craft[k]
    heading, facing = (direction_text(names.seat, way) for way in (craft.heading, craft.facing))
    figures: list[list[Any]] = [["V", f"{craft.velocity} {heading}"]]
    figures += [["level", craft.altitude]] if names.option.altitude else []
    figures += [["faces", facing]] if facing != heading else []
    if own:
        left = max(craft.thrust + craft.pushed - craft.spent, 0)
        figures += [["thrust", f"{left}/{craft.thrust}"]]
    if sheet is None or sheet.armour[0].turn == NEVER:
        return figures
    figures += [["armour", " ".join(str(block.left) for block in sheet.armour)]]
    if sheet.inside.turn != NEVER:
        lost = craft.inside if own else craft.last_seen_inside
        figures += [["inside lost", lost]] if lost else []
    return figures


def _marks(names: Names, k: int, own: bool, sheet: KnownSheet | None) -> list[str]:
    """Return the visible state of a ship, as text."""
    craft = names.state.craft[k]
    shown = {
        "moves": names.state.mover == k,
        "has moved": bool(craft.acted) and names.state.mover != k,
        "out of control": is_out_of_control(craft),
        "rolled": craft.rolled,
        "nobody leads it": craft.status in (Status.ABANDONED, Status.DERELICT),
        "in cover": craft.cover != NONE,
        "has landed": craft.status == Status.LANDED,
        "on wings": craft.mode == Mode.STREAMLINED,
        "on lifters": craft.mode == Mode.ANTIGRAV,
        "rams": craft.ram != NONE,
        "enemy knows its class": own and craft.disclosed & Disclosed.CLASS,
        "enemy has seen its armour": own and craft.armour_turn,
        (sheet.sighting_text if sheet else ""): sheet is not None and sheet.sighting_text,
        f"bears {', '.join(map(_kind, known_weapon_kinds(craft)))}": not own
        and craft.disclosed_kinds
        and not craft.klass,
    }
    return [*true_keys(shown), *(_carried(names, k) if own else [])]


def _kind(family: str) -> str:
    """Return the text of a type of weapon."""
    return {"LASER": "lasers", "RACK": "missiles"}.get(family, family)


def _carried(names: Names, k: int) -> list[str]:
    """Return the load of an own ship."""
    craft, state = names.state.craft[k], names.state
    found: dict[str, int] = {}
    for n in range(names.printed(craft.klass).racks):
        rack = state.rack[craft.first_rack + n]
        if rack.pod != NONE:
            found[LOAD_TEXT[rack.pod]] = found.get(LOAD_TEXT[rack.pod], 0) + 1
        for kind in range(MISSILES):
            if rack.load[kind]:
                action = LOAD_TEXT[kind]
                found[action] = found.get(action, 0) + rack.load[kind]
    return [f"{count} {action}" if count > 1 else action for action, count in found.items()]
