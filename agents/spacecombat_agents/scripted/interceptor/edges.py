"""The edge of the map: whether a course can stay on it, and the distance to it."""

from spacecombat_agents.scripted.interceptor.geometry import turned_to
from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import DIRECTIONS, on_board
from spacecombat_env.rulesets.interceptor.movement.turning import heading_price

__all__ = ["can_stay", "room_ahead", "to_edge"]

MOST_TURNS = 3


@native
def room_ahead(rules, q, r, heading, most):
    """Return the hexes to the edge along a heading, at most `most`."""
    for hexes in range(1, most + 1):
        next_q, next_r = turned_to(q, r, heading, hexes)
        if not on_board(rules, next_q, next_r):
            return hexes - 1
    return most


@native
def can_stay(rules, q, r, heading, offset, velocity, safe):
    """Return whether a ship has a plot next turn that keeps it on the map.

    It may turn or slow down.
    """
    if room_ahead(rules, q, r, heading, velocity) == velocity:
        return True
    brake = 2 if offset <= 1 or offset == DIRECTIONS - 1 else 1
    for slower in range(safe // brake + 1):
        speed = velocity - slower
        if speed < 0:
            return False
        if room_ahead(rules, q, r, heading, speed) == speed:
            return True
        turns = (safe - slower * brake) // heading_price(speed)
        for hexsides in range(1, min(turns, MOST_TURNS) + 1):
            for way in (1, -1):
                to = (heading + way * hexsides) % DIRECTIONS
                if room_ahead(rules, q, r, to, speed) == speed:
                    return True
    return False


@native
def to_edge(rules, q, r):
    """Return the hexes to the nearest edge of the map."""
    row = offset_row(q, r)
    across = min(q - 1, int(rules.option.columns) - q)
    return max(0, min(across, row - 1, int(rules.option.rows) - row)) + 1
