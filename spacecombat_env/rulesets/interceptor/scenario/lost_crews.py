"""Crews in space at the start of a scenario: the man whom both sides want (IN-SCN-09)."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.scenarios import SIDES

from ..model import DIRECTIONS, CrewStatus, Role
from .draft import Draft, ShipDraft
from .forces import MAX_SPEED
from .maps import hex_of
from .planets import start_level

KEYS = ("side", "map", "hex", "velocity", "heading", "thrust", "air", "altitude")
MAX_THRUST, MAX_AIR = 3, 30


def lay_adrift(
    draft: Draft, state: Any, node: ConfigNode, sheets: int, fleets: list[list[ShipDraft]]
) -> None:
    """IN-SCN-09 Write the crews in space into the opening: at most one, whom both sides want."""
    items = [] if node.missing() else node.items()
    if len(items) > 1:
        raise node.error("at most one")
    for item in items:
        keys = item.keys(KEYS, required=("side", "hex"))
        side = SIDES.index(keys["side"].choice(SIDES))
        member = _crewman(draft, state, item, side, fleets[side])
        crew = state.adrift[side * (len(state.adrift) // 2)]
        crew.crew, crew.people, crew.conscious, crew.prize = 1 << member, 1, 1, 1
        sheet = keys["map"].integer(1, max(sheets, 1), 1)
        crew.q, crew.r = hex_of(draft, keys["hex"], sheet, sheets)
        crew.velocity = keys["velocity"].integer(0, MAX_SPEED, 0)
        crew.heading = keys["heading"].integer(1, DIRECTIONS, 1) - 1
        crew.thrust = keys["thrust"].integer(0, MAX_THRUST, MAX_THRUST)
        crew.air = keys["air"].integer(1, MAX_AIR, MAX_AIR)
        crew.altitude = start_level(draft, keys["altitude"])


def _crewman(draft: Draft, state: Any, node: ConfigNode, side: int, fleet: list[ShipDraft]) -> int:
    """Return his place among the crewmen of his side: the last one, which belongs to no ship."""
    place = len(state.crew) // 2 - 1
    taken = sum(int(draft.rules.classes[ship.klass].crew) for ship in fleet)
    if taken > place:
        raise CapacityError.at(node.file, node.path, f"no place for him beside {taken} crewmen")
    member = state.crew[side * (len(state.crew) // 2) + place]
    member.role, member.status = Role.PILOT, CrewStatus.GONE
    return place
