"""Zones of the map near a planet: ground, atmosphere, interface, space (IN-PLN-01).

A depth is the number of a row, counted from the planet's edge. Without a planet (`option.planet`
0), or once the map sheets are laid again (IN-AMB-119), all is space. With the switch `altitude` the
map is seen from above: levels have zones, and hexes have none (IN-ADV-01).
"""

from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.native import native

from .constants.planets import Edge, Zone
from .constants.sizes import BACK, DIRECTIONS
from .record_types import Craft, Rules, State

__all__ = ["depth_of", "down", "is_downward", "is_in_air", "is_in_well", "mirrored_way"]
__all__ += ["INTERFACE_LEVEL", "is_near_planet", "level_zone", "map_zone", "zone_at", "zone_of"]

NORTH = 0
HIGHEST_AIR, INTERFACE_LEVEL = 5, 6  # IN-ADV-01; 0 is the ground


@native
def is_near_planet(state: State, rules: Rules):
    """IN-PLN-01, IN-AMB-119 Whether the planet acts: the maps of a pursuit leave it behind."""
    return rules.option.planet != 0 and state.sheet == 0


@native
def depth_of(rules: Rules, q, r):
    """IN-PLN-01 Row of a hex counted from the planet's edge, from 1."""
    row = int(offset_row(q, r))
    return row if rules.option.planet == Edge.BOTTOM else int(rules.option.rows) + 1 - row


@native
def zone_at(state: State, rules: Rules, q, r):
    """IN-PLN-01, IN-AMB-119 Zone of a hex: the maps of a pursuit are all space."""
    return map_zone(rules, q, r) if is_near_planet(state, rules) else Zone.SPACE | 0


@native
def map_zone(rules: Rules, q, r):
    """IN-PLN-01 Zone of a hex of a planet's map: ground, then air, then the interface.

    Seen from above it has none.
    """
    if rules.option.altitude:
        return Zone.SPACE | 0
    above = int(depth_of(rules, q, r)) - int(rules.option.ground)
    if above <= 0:
        return Zone.GROUND | 0
    above -= int(rules.option.atmosphere)
    if above <= 0:
        return Zone.ATMOSPHERE | 0
    return Zone.INTERFACE | 0 if above <= int(rules.option.interface) else Zone.SPACE | 0


@native
def zone_of(state: State, rules: Rules, piece):
    """IN-PLN-01, IN-AMB-119 Zone of a piece (with q, r, altitude); space without a planet."""
    if not rules.option.planet:
        return Zone.SPACE | 0
    if rules.option.altitude:
        return level_zone(piece.altitude) if is_near_planet(state, rules) else Zone.SPACE | 0
    return zone_at(state, rules, piece.q, piece.r)


@native
def level_zone(level):
    """IN-ADV-01 Zone of a level: 0 ground, 1 to 5 air, 6 the interface, space from 7 on."""
    if level <= 0:
        return Zone.GROUND | 0
    if level <= HIGHEST_AIR:
        return Zone.ATMOSPHERE | 0
    return Zone.INTERFACE | 0 if level == INTERFACE_LEVEL else Zone.SPACE | 0


@native
def is_in_air(state: State, rules: Rules, craft: Craft):
    """IN-ATM-01 Whether a craft is in the atmosphere; one test without a planet."""
    return rules.option.planet != 0 and zone_of(state, rules, craft) == Zone.ATMOSPHERE


@native
def is_in_well(state: State, rules: Rules, piece):
    """IN-GRV-01, 02 Whether gravity acts on a piece: none near an Earthlike world."""
    if not rules.option.gravity or state.sheet > 0:
        return False
    if rules.option.altitude:
        return piece.altitude > 0
    return depth_of(rules, piece.q, piece.r) <= rules.option.well


@native
def down(rules: Rules):
    """Return the direction straight toward the ground."""
    return BACK if rules.option.planet == Edge.BOTTOM else NORTH


@native
def is_downward(rules: Rules, heading):
    """Return whether a heading leads toward the ground."""
    turn = (int(heading) - int(down(rules))) % DIRECTIONS
    return turn <= 1 or turn == DIRECTIONS - 1


@native
def mirrored_way(heading):
    """IN-AMB-135 A heading mirrored in the row of the interface."""
    return (BACK - int(heading)) % DIRECTIONS
