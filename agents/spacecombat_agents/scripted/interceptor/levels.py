"""Levels above a planet (switch `altitude`): which one a ship seeks, and what it pays for it.

Ranges count levels, and no fire passes between air and space. In air a ship takes the level at
which its guns do most and those of the enemies least, after its hexes: a dive is free there, and a
climb costs thrust. Elsewhere a level is one of the hexes: it takes the first, toward the level of
the nearest enemy.
"""

from spacecombat_agents.scripted.interceptor.chart import (
    clear_chart,
    course_of,
    shots_at_end,
    threat_at_end,
)
from spacecombat_agents.scripted.interceptor.doctrine import APPROACH
from spacecombat_agents.scripted.interceptor.geometry import steps
from spacecombat_agents.scripted.interceptor.workspace import ChartColumn, Count, Hull, Pose
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import (
    INTERFACE_LEVEL,
    NONE,
    Verb,
    Zone,
    is_in_air,
    is_in_well,
    zone_of,
)
from spacecombat_env.rulesets.interceptor.planet.altitude import climb_cost

__all__ = ["level_action", "wanted_level"]

LOWEST = 2
"""It stays above the last level of air: a ship that sinks there meets the ground."""
TOP_OF_AIR = INTERFACE_LEVEL - 1
LEAST_HEXES = 2
"""Hexes of a move of which one may go for a level."""


@native
def wanted_level(state, rules, workspace, k):
    """Return the level of the nearest enemy; never from space into the interface, nor too low.

    In a well a ship on the lowest level of space climbs: it would be drawn down.
    """
    craft = state.craft[k]
    least = INTERFACE_LEVEL + 1 if zone_of(state, rules, craft) == Zone.SPACE else LOWEST
    if least > LOWEST and craft.altitude == least and is_in_well(state, rules, craft):
        return least + 1
    level, nearest = int(craft.altitude), NONE
    for j in range(workspace.counts[Count.ENEMIES]):
        pose = workspace.now[j]
        away = steps(pose[Pose.Q] - int(craft.q), pose[Pose.R] - int(craft.r))
        if nearest == NONE or away < nearest:
            level, nearest = int(state.craft[workspace.enemy[j]].altitude), away
    return max(level, least)


@native
def level_action(state, rules, workspace, mask, k, is_flown, doctrine):
    """Return a climb or a dive of craft k, or NONE.

    `is_flown`: no hexes and turns of the plot are left.
    """
    if not rules.option.altitude or not doctrine.levels:
        return NONE
    craft = state.craft[k]
    wanted = int(wanted_level(state, rules, workspace, k))
    if is_in_air(state, rules, craft):
        return action_in_air(state, rules, workspace, mask, k, wanted) if is_flown else NONE
    if craft.hexes > 0 or state.lane < LEAST_HEXES:
        return NONE
    if wanted > craft.altitude and mask[Verb.CLIMB]:
        return Verb.CLIMB | 0
    if wanted < craft.altitude and mask[Verb.DIVE]:
        return Verb.DIVE | 0
    return NONE


@native
def action_in_air(state, rules, workspace, mask, k, wanted):
    """IN-ADV-03 Return the change of level in air that is worth most, or NONE."""
    level = int(state.craft[k].altitude)
    best, action = level_worth(state, rules, workspace, k, level, wanted), NONE
    price = climb_cost(state, rules, k)
    if mask[Verb.CLIMB] and price <= workspace.hull[Hull.SAFE] and level < max(wanted, TOP_OF_AIR):
        worth = level_worth(state, rules, workspace, k, level + 1, wanted)
        if worth > best:
            best, action = worth, Verb.CLIMB | 0
    if mask[Verb.DIVE] and level > LOWEST:
        worth = level_worth(state, rules, workspace, k, level - 1, wanted)
        if worth > best:
            best, action = worth, Verb.DIVE | 0
    return action


@native
def level_worth(state, rules, workspace, k, level, wanted):
    """IN-ADV-07 Return the shots less the threat at the end of a move at a level, nearer `wanted`
    rather than farther.
    """
    craft = state.craft[k]
    q, r, heading = int(craft.q), int(craft.r), int(craft.heading)
    velocity, facing = int(craft.velocity), int(craft.facing)
    for j in range(workspace.counts[Count.ENEMIES]):
        altitude = int(state.craft[workspace.enemy[j]].altitude)
        workspace.levels[j] = abs(altitude - level)
    clear_chart(workspace)
    place = shots_at_end(rules, workspace, q, r)
    threat_at_end(rules, workspace, q, r, heading, velocity)
    threat = workspace.threats[place, course_of(heading, velocity), 0, facing]
    risk = workspace.risk[0] * threat / workspace.counts[Count.FRIENDS]
    gain = workspace.shots[ChartColumn.END, place, facing] + workspace.tails[place, facing]
    return gain - risk - APPROACH * abs(level - wanted)
