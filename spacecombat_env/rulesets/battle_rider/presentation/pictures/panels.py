"""The status panels: one table of ships per side, for any front end."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import (
    SEATS,
    SIDES,
    is_own,
    true_keys,
    without_side,
)

from ...model import GLOBE_FULL, NONE, RESERVE_BURNED, CraftStatus, ForceStatus, Power
from ..coordinates import hex_number
from ..piece_names import Names
from ..texts import mission_name
from ..views.known_pieces import craft_of, emits, enemy_craft, enemy_forces, forces_of, members
from ..views.ship_views import STATES, damage, g_available, type_code

GONE = ("destroyed", "escaped", "lost", "captured")


def status(names: Names) -> list[dict[str, Any]]:
    """Return one panel per side: a table of ships."""
    return [_panel(names, side) for side in range(2)]


def _panel(names: Names, side: int) -> dict[str, Any]:
    """Return the panel of one side: its ships, then what else is known of it."""
    own = is_own(names.seat, side)
    ships = list(craft_of(names, side)) if own else enemy_craft(names, side)
    rows = [_ship_row(names, index, own) for index in ships]
    forces = list(forces_of(names, side)) if own else enemy_forces(names, side)
    rows += [_force_row(names, k, own) for k in forces if not members(names, k)]
    lost, escaped = names.state.points_lost[side], names.state.points_escaped[side]
    figures = [["points lost", lost]]
    figures += [["escaped", escaped]] if escaped else []
    troops = names.state.mission[side].troops
    figures += [["troops landed", troops]] if troops else []
    figures += _aims(names, side)
    return {
        "side": SEATS[side],
        "title": SIDES[side],
        "figures": figures,
        "trend": [
            ["points scored", int(names.state.points_lost[1 - side])],
            ["strength in points", _strength(names, ships)],
        ],
        "rows": rows,
    }


def _aims(names: Names, side: int) -> list[list[Any]]:
    """BR-ASG-05, BR-SCN-11 Return a side's mission and money, as far as the reader knows them."""
    state = names.state
    mission, figures = state.mission[side], []
    if mission.number:
        figures += [["mission", mission_name(side, mission.number)]]
        figures += [["asteroid", mission.asteroid]] if mission.asteroid else []
    figures += [["bombardments", mission.bombardments]] if mission.bombardments else []
    if state.buyer[side] and is_own(names.seat, side):
        figures += [["money", state.funds[side]]]
    return figures


def _strength(names: Names, ships: list[int]) -> int:
    """Return the points of the ships that the reader knows to be in the game."""
    craft = (names.state.craft[index] for index in ships)
    there = (CraftStatus.IN_FORCE, CraftStatus.ABOARD)
    return sum(int(names.card(c.klass).points) for c in craft if c.status in there)


def _ship_row(names: Names, index: int, own: bool) -> dict[str, Any]:
    """Return the row of one ship."""
    craft = names.state.craft[index]
    klass = names.card(craft.klass)
    state = STATES[CraftStatus(craft.status)]
    hurt = damage(craft)
    figures: list[list[Any]] = [["G", _gs(names, craft) if own else klass.g]]
    if own and klass.directors:
        figures.append(["missiles", craft.missiles])
    figures.append(["points", klass.points])
    name, klass_name = _bare_name(names, index), names.klass(craft.klass)
    kind = type_code(names, craft.klass)
    return {
        "name": name,
        "kind": kind if klass_name in name else f"{kind} {klass_name}".strip(),
        "state": "damaged" if state == "ready" and (hurt or craft.markers) else state,
        "where": _where(names, craft),
        "figures": figures,
        "marks": [] if state in GONE else _marks(craft, own),
        "damage": [[result["result"], result["lasting"]] for result in hurt],
    }


def _marks(craft: Any, own: bool) -> list[str]:
    """Return the visible state of a ship as text."""
    shown = {
        "detected": own and craft.detected,
        "active": craft.active,
        "jamming": craft.jamming,
        "array out": craft.extended,
        "overloaded": craft.overload,
        "tumbling": craft.tumble,
        "jump fuel burned": craft.fuel == RESERVE_BURNED,
        "powered down": craft.power == Power.DOWN,
        "powering up": craft.power == Power.STARTING,
        f"{craft.markers} damage markers": craft.markers,
        "surprised": craft.stunned,
        "globe full": craft.globe == GLOBE_FULL,
        "globe flickers": 0 < craft.globe < GLOBE_FULL,
    }
    return true_keys(shown)


def _bare_name(names: Names, index: int) -> str:
    """Return a ship's name without its side, which the panel shows."""
    return without_side(names.craft(index), names.craft_side(index))


def _bare_force(names: Names, index: int) -> str:
    """Return a task force's name without its side."""
    return without_side(names.force(index), index // names.slots[1])


def _gs(names: Names, craft: Any) -> str | int:
    """Return the Gs of a craft, and the Gs left where they are fewer."""
    rating = names.card(craft.klass).g
    left = g_available(names, craft)
    return rating if left == rating else f"{left}/{rating}"


def _where(names: Names, craft: Any) -> str:
    """Return the task force and the hex of a craft."""
    if craft.status == CraftStatus.ABOARD:
        own = is_own(names.seat, names.craft_side(craft.keeper)) if craft.keeper >= 0 else False
        return f"aboard {_bare_name(names, craft.keeper)}" if own else "aboard"
    if craft.status != CraftStatus.IN_FORCE or craft.tf == NONE:
        return ""
    return _at(names, craft.tf)


def _at(names: Names, index: int) -> str:
    """Return a task force and where it is."""
    force = names.state.tf[index]
    if force.status == ForceStatus.ON_MAP:
        return f"{_bare_force(names, index)} at {hex_number(force.q, force.r)}"
    if force.entry_turn:
        return f"{_bare_force(names, index)}, enters on turn {force.entry_turn}"
    return _bare_force(names, index)


def _force_row(names: Names, index: int, own: bool) -> dict[str, Any]:
    """Return the row of a task force in which no ship is known."""
    force = names.state.tf[index]
    marks = ["active"] if emits(names, index) else []
    return {
        "name": _bare_force(names, index),
        "kind": "dummy" if own else "unknown contact",
        "state": "dummy" if own else "unknown",
        "where": _at(names, index).removeprefix(_bare_force(names, index)).strip(", "),
        "figures": [],
        "marks": [*marks, *([f"evade +{force.evade}"] if force.evade else [])],
        "damage": [],
    }
