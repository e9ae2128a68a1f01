"""The planet of a scenario: its zones and its gravity."""

from __future__ import annotations

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.scenarios import check_section

from ..model import INTERFACE_LEVEL, Edge
from .draft import Draft, ShipDraft
from .maps import printed_row

EDGES = {"bottom": Edge.BOTTOM, "top": Edge.TOP}
GROUND_ROWS = 1
AIR_ROWS, INTERFACE_ROWS = 5, 1
"""Rows of the book (IN-PLN-01)."""
HIGHEST_TOP, USUAL_TOP = 24, 12
"""Levels of the map (IN-ADV-01)."""
PLANET_KEYS = ("ground", "edge", "atmosphere", "interface", "top")


def fill_planet(draft: Draft, parts: dict[str, ConfigNode], sheets: int) -> None:
    """IN-PLN-01, IN-GRV-01, IN-ADV-01 Read `planet:` and `gravity:`; by default there is none."""
    option = draft.rules.option
    keys = check_section(parts["planet"], PLANET_KEYS)
    if keys:
        fill_zones(draft, parts["planet"], keys)
        top = keys["top"].integer(INTERFACE_LEVEL + 1, HIGHEST_TOP, USUAL_TOP)
        option.top = top if option.altitude else 0
    else:
        option.altitude = 0
    if parts["gravity"].missing():
        return
    if not option.planet:
        raise parts["gravity"].error("it draws toward a planet, and there is none")
    option.gravity, option.well = 1, option.rows
    settings = check_section(parts["gravity"], ("from_row", "strength"))
    if settings:
        settings["strength"].integer(1, 1, 1)
        if not settings["from_row"].missing():
            row = printed_row(draft, settings["from_row"], sheets)
            top = option.planet == Edge.TOP
            option.well = int(option.rows) + 1 - row if top else row


def start_level(draft: Draft, node: ConfigNode) -> int:
    """IN-ADV-01 Return the level at which pieces start: the highest by default, 0 without any."""
    top = int(draft.rules.option.top)
    level = node.integer(1, top or HIGHEST_TOP, top or 1)
    return level if top else 0


def check_levels(draft: Draft, fleets: list[list[ShipDraft]]) -> None:
    """IN-PLN-10 Refuse a ship that starts in air with neither wings nor lifters."""
    option = draft.rules.option
    for side, fleet in enumerate(fleets):
        for ship in fleet if 0 < option.level[side] < INTERFACE_LEVEL else ():
            klass = draft.rules.classes[ship.klass]
            if not (klass.streamlined or klass.antigrav):
                raise ship.node.error("it cannot fly in air (IN-PLN-10)")


def check_installations(draft: Draft, fleets: list[list[ShipDraft]]) -> None:
    """IN-GRV-06 Refuse an installation where gravity acts."""
    for ship in (ship for fleet in fleets for ship in fleet):
        if draft.rules.option.gravity and draft.rules.classes[ship.klass].installation:
            raise ship.node.error("an installation cannot lie in a gravity well (IN-GRV-06)")


def fill_zones(draft: Draft, node: ConfigNode, keys: dict[str, ConfigNode]) -> None:
    """IN-PLN-01 Write the rows of ground, air and interface, from the edge of the ground on.

    IN-ADV-01 Seen from above they are levels, as many as the book has.
    """
    option = draft.rules.option
    named = "edge" if keys["ground"].missing() else "ground"
    if named == "ground" and not keys["edge"].missing():
        raise keys["edge"].error("the ground names the edge")
    option.planet = EDGES[keys[named].choice(EDGES, "bottom")]
    if option.altitude:
        option.ground, option.atmosphere, option.interface = GROUND_ROWS, AIR_ROWS, INTERFACE_ROWS
        return
    option.ground = GROUND_ROWS if named == "ground" else 0
    least = 1 if named == "ground" else 0
    option.atmosphere = keys["atmosphere"].integer(least, int(option.rows), AIR_ROWS * least)
    option.interface = keys["interface"].integer(1, int(option.rows), INTERFACE_ROWS)
    if option.ground + option.atmosphere + option.interface >= option.rows:
        raise node.error("no row of space is left")
