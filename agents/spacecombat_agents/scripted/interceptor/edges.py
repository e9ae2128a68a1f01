"""The edge of the map and of a planet: whether a course can stay clear, and the distance to it."""

from spacecombat_agents.scripted.interceptor.geometry import turned_to
from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.combat.zone_fire import zones_allow_fire
from spacecombat_env.rulesets.interceptor.model import (
    DIRECTIONS,
    Edge,
    Zone,
    is_near_planet,
    map_zone,
    on_board,
    zone_at,
)
from spacecombat_env.rulesets.interceptor.movement.turning import heading_price

__all__ = [
    "can_stay",
    "fire_passes_between",
    "is_clear_of_planet",
    "is_open",
    "room_ahead",
    "to_edge",
]

MOST_TURNS = 3


@native
def is_clear_of_planet(state, rules, q, r, next_q, next_r):
    """Return whether a ship in hex (q, r) plans to fly to another one, as far as planets go.

    From space it does not enter the interface, and in air it does not fly into the ground.
    """
    if not is_near_planet(state, rules):
        return True
    if zone_at(state, rules, q, r) == Zone.SPACE:
        return zone_at(state, rules, next_q, next_r) == Zone.SPACE
    return zone_at(state, rules, next_q, next_r) != Zone.GROUND


@native
def fire_passes_between(rules, q, r, target_q, target_r):
    """IN-PLN-12 Return whether the zones of two hexes near a planet allow fire from the first."""
    return zones_allow_fire(map_zone(rules, q, r), map_zone(rules, target_q, target_r))


@native
def is_open(state, rules, q, r, next_q, next_r):
    """Return whether a ship in hex (q, r) plans to fly to another one: on the map, off planets."""
    on_map = on_board(rules, next_q, next_r)
    return on_map and is_clear_of_planet(state, rules, q, r, next_q, next_r)


@native
def room_ahead(state, rules, q, r, heading, most):
    """Return the hexes to the edge or the planet along a heading, at most `most`."""
    for hexes in range(1, most + 1):
        next_q, next_r = turned_to(q, r, heading, hexes)
        if not is_open(state, rules, q, r, next_q, next_r):
            return hexes - 1
    return most


@native
def can_stay(state, rules, q, r, heading, offset, velocity, safe):
    """Return whether a ship has a plot next turn that keeps it on the map.

    It may turn or slow down.
    """
    if room_ahead(state, rules, q, r, heading, velocity) == velocity:
        return True
    brake = 2 if offset <= 1 or offset == DIRECTIONS - 1 else 1
    for slower in range(safe // brake + 1):
        speed = velocity - slower
        if speed < 0:
            return False
        if room_ahead(state, rules, q, r, heading, speed) == speed:
            return True
        turns = (safe - slower * brake) // heading_price(speed)
        for hexsides in range(1, min(turns, MOST_TURNS) + 1):
            for way in (1, -1):
                to = (heading + way * hexsides) % DIRECTIONS
                if room_ahead(state, rules, q, r, to, speed) == speed:
                    return True
    return False


@native
def to_edge(state, rules, q, r):
    """Return the hexes to the nearest edge of the map; that of a planet is no way out."""
    row = offset_row(q, r)
    ways = min(q - 1, int(rules.option.columns) - q)
    near = is_near_planet(state, rules)
    if not near or rules.option.planet != Edge.BOTTOM:
        ways = min(ways, row - 1)
    if not near or rules.option.planet != Edge.TOP:
        ways = min(ways, int(rules.option.rows) - row)
    return max(0, ways) + 1
