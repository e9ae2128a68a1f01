"""Ships in the view: own ones in full, enemy ones as far as they are disclosed."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import SEATS
from spacecombat_env.core.presentation.view_fields import view_values

from ...damage.berths import free_places
from ...damage.carried import is_used, room_in_bay
from ...model import (
    CRAFT,
    MISSILES,
    NONE,
    Arc,
    Comp,
    CrewStatus,
    Disclosed,
    Level,
    Mode,
    Mount,
    Role,
    Size,
    Status,
    Tow,
    Zone,
    supply,
    unfed_weapons,
    zone_of,
)
from ...movement.thrust import safe_thrust, thrust_left
from ..coordinates import direction_text
from ..piece_names import Names
from ..texts import (
    ARC_TEXT,
    COMPONENT_TEXT,
    CREW_STATUS_TEXT,
    DISCLOSED_TEXT,
    LOAD_TEXT,
    MODE_TEXT,
    ROLE_TEXT,
    SIZE_TEXT,
    STATUS_TEXT,
    TOW_TEXT,
    ZONE_TEXT,
)
from .known_pieces import (
    carried_by,
    is_on_map,
    is_out_of_control,
    known_weapon_kinds,
    known_weapons,
    tonnage_bounds,
)
from .place_views import course_keys
from .sheet_views import component_name, sheet_view

MOUNTS = tuple(mount.name.lower().replace("_", " ") for mount in Mount)
WEAPON_STATES = ("ready", "fired", "out", "unfed")
BAYS = ("cargo bay", "hangar")


def own_ship_view(names: Names, k: int) -> dict[str, Any]:
    """Return everything about an own ship."""
    craft = names.state.craft[k]
    known = bool(craft.disclosed & Disclosed.CLASS)
    return {
        "name": names.craft(k),
        "side": SEATS[names.side(k)],
        "class": names.klass(craft.klass),
        **_common(names, k),
        "known_as": names.contact(craft.contact, craft.klass if known else 0),
        "told": [text for bit, text in DISCLOSED_TEXT.items() if craft.disclosed & bit],
        "tons": names.printed(craft.klass).tons,
        "in_bay_of": names.craft(craft.carrier) if craft.status == Status.ABOARD else None,
        "thrust": _thrust(names, k),
        "power": _power(names, k),
        "bays": [_bay(names, k, n) for n in range(names.printed(craft.klass).bays)],
        "rescue_places": int(free_places(names.state, names.scenario.table.rules[0], k)),
        "crew_escapes_in": None if craft.escape == NONE else names.craft(craft.escape),
        "air_used": craft.air_used,
        "used_thrust": bool(craft.worked),
        **view_values(CRAFT, Level.OWNER, craft),
        "crew": [_crewman(names, m) for m in _crew_of(names, k)],
        "weapons": [_weapon(names, k, w) for w in range(names.printed(craft.klass).weapons)],
        "racks": [_rack(names, k, n) for n in range(names.printed(craft.klass).racks)],
        "sheet": sheet_view(names, k),
    }


def enemy_ship_view(names: Names, k: int) -> dict[str, Any]:
    """IN-LOS-01, 02 Return what is disclosed of an enemy ship."""
    craft = names.state.craft[k]
    weapons = known_weapons(names, k)
    return {
        "name": names.craft(k),
        "contact": craft.contact + 1,
        "class": names.klass(craft.klass) if craft.klass else None,
        **_common(names, k),
        "tons": tonnage_bounds(craft),
        "streamlined": bool(craft.disclosed_streamlined)
        if craft.disclosed & Disclosed.STREAMLINING
        else None,
        "weapon_types": known_weapon_kinds(craft),
        "weapons": weapons,
        "weapons_fired": craft.fired.bit_count(),
        "sheet": sheet_view(names, k),
    }


def _common(names: Names, k: int) -> dict[str, Any]:
    """Return what is public."""
    craft = names.state.craft[k]
    return {
        "state": STATUS_TEXT[Status(craft.status)],
        "size": SIZE_TEXT[Size(craft.size_class)],
        "installation": bool(craft.installation),
        "on_map": _pose_view(names, craft) if is_on_map(craft) else None,
        "zone": _zone(names, craft),
        "flies_on": MODE_TEXT[Mode(craft.mode)] if craft.mode else None,
        "out_of_control": is_out_of_control(craft),
        "moved": bool(craft.acted),
        "straight_turns": max(craft.straight, 0),
        "fast_turns": craft.fast,
        "shields_lowered": bool(craft.lowered),
        "being_abandoned": bool(craft.left_in),
        "enters_t_space": bool(craft.transit),
        "tow": _tow(names, craft),
        "hexes_moved": craft.hexes,
        "covered_by": None if craft.cover == NONE else names.craft(craft.cover),
        "on_the_tail_of": None if craft.tailing == NONE else names.craft(craft.tailing),
    }


def _tow(names: Names, craft: Any) -> dict[str, Any] | None:
    """IN-CON-26 Return the other ship of a tow, and how far it is."""
    if craft.tow == NONE:
        return None
    return {
        "with": names.craft(craft.tow),
        "towed": bool(craft.towed),
        "stage": TOW_TEXT[Tow(craft.tow_state)],
        "turns": craft.tow_turns,
    }


def _zone(names: Names, craft: Any) -> str | None:
    """IN-PLN-01 Return the zone of a ship on a map with a planet."""
    if not names.option.planet or not is_on_map(craft):
        return None
    return ZONE_TEXT[Zone(int(zone_of(names.state, names.scenario.table.rules[0], craft)))]


def _pose_view(names: Names, craft: Any) -> dict[str, Any]:
    """Return a ship's place, course and facing."""
    return {
        **course_keys(names, craft),
        "facing": DIRECTION_NAMES[craft.facing],
        "board_facing": direction_text(names.seat, craft.facing),
        "rolled": bool(craft.rolled),
    }


def _thrust(names: Names, k: int) -> dict[str, int]:
    """IN-MOV-15, IN-SOT-01, IN-MOV-12 Return a ship's thrust and turning points this turn."""
    craft, rules = names.state.craft[k], names.scenario.table.rules[0]
    return {
        "most": craft.thrust,
        "left": int(thrust_left(names.state, rules, k)),
        "safe": int(safe_thrust(names.state, rules, k)),
        "pushed": craft.pushed,
        "heading_points": craft.heading_points,
        "facing_points": craft.facing_points,
    }


def _power(names: Names, k: int) -> dict[str, Any] | None:
    """IN-POW-01 Return what a ship that can switch power has allotted, and what is left."""
    craft, klass = names.state.craft[k], names.printed(names.state.craft[k].klass)
    if not klass.switches:
        return None
    fed = [n for n in range(klass.components) if craft.fed >> n & 1]
    return {
        "most": int(supply(names.state, names.scenario.table.rules[0], k)),
        "left": craft.eps,
        "fed": [component_name(names, craft.klass, n) for n in fed],
    }


def _bay(names: Names, k: int, bay: int) -> dict[str, Any]:
    """IN-TSK-03, IN-AMB-64, IN-ICB-10 Return a bay of an own ship and what lies in it."""
    state, rules = names.state, names.scenario.table.rules[0]
    printed = names.printed(state.craft[k].klass).bay[bay]
    return {
        "kind": BAYS[not printed.cargo],
        "loaded": bool(printed.loaded),
        "tons_left": None if printed.cargo else int(room_in_bay(state, rules, k, bay)),
        "used": bool(is_used(state, k, bay)),
        "hits": state.craft[k].bay_hits[bay],
        "craft": [names.craft(c) for c in carried_by(names, k) if state.craft[c].bay == bay],
    }


def _crew_of(names: Names, k: int) -> range:
    """Return the slots of the crew of an own ship."""
    first = names.state.craft[k].first_crew
    return range(first, first + names.printed(names.state.craft[k].klass).crew)


def _crewman(names: Names, m: int) -> dict[str, Any]:
    """Return an own crewman."""
    member = names.state.crew[m]
    row = int(names.state.craft[member.craft].klass) if member.craft != NONE else 0
    rows = [w for w in range(names.printed(row).weapons) if member.weapons >> w & 1]
    return {
        "role": ROLE_TEXT[Role(member.role)],
        "piloting": member.piloting,
        "gunnery": member.gunnery,
        "familiarity": [member.fam_piloting, member.fam_gunnery],
        "state": CREW_STATUS_TEXT[CrewStatus(member.status)],
        "hits": member.hits,
        "station": _station(names, row, member.station),
        "column": member.column,
        "flies": bool(member.flies),
        "overload": member.overload,
        "kills": member.kills,
        "weapons": [f"w{w + 1}" for w in rows],
    }


def _station(names: Names, row: int, component: int) -> str | None:
    """Return where a crewman of a class serves, in words."""
    klass = names.printed(row)
    return None if component == NONE else COMPONENT_TEXT[Comp(klass.component[component].kind)]


def weapon_state(names: Names, k: int, row: int) -> str:
    """Return whether a weapon is out, has fired, gets no EPs, or may fire."""
    craft = names.state.craft[k]
    if craft.out >> row & 1 or craft.fired >> row & 1:
        return "out" if craft.out >> row & 1 else "fired"
    unfed = int(unfed_weapons(names.state, names.scenario.table.rules[0], k))
    return "unfed" if unfed >> row & 1 else "ready"


def _weapon(names: Names, k: int, row: int) -> dict[str, Any]:
    """Return a weapon row of an own ship."""
    craft = names.state.craft[k]
    klass = names.printed(craft.klass)
    weapon = klass.weapon[row]
    return {
        "row": f"w{row + 1}",
        "name": names.weapon(k, row),
        "arc": ARC_TEXT[Arc(weapon.arc)],
        "worked_by": names.crewman(klass, weapon.crewman),
        "state": weapon_state(names, k, row),
    }


def _rack(names: Names, k: int, n: int) -> dict[str, Any]:
    """Return a rack of an own ship and its load."""
    craft = names.state.craft[k]
    klass, rack = names.printed(craft.klass), names.state.rack[craft.first_rack + n]
    return {
        "row": f"w{klass.rack_weapon[n] + 1}",
        "mount": MOUNTS[klass.mount[n]],
        "pod": None if rack.pod == NONE else LOAD_TEXT[rack.pod],
        "shots": rack.shots,
        "missiles": {LOAD_TEXT[kind]: rack.load[kind] for kind in range(MISSILES)},
    }
