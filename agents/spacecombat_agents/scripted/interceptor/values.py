"""The effect of a ship at a place on the enemies, and of them on it, for each facing.

The columns `workspace.shot`, `workspace.threat` and `workspace.tail` are by facing as a direction
of the map.
"""

from spacecombat_agents.scripted.interceptor.doctrine import TAIL, TAILED
from spacecombat_agents.scripted.interceptor.edges import fire_passes_between
from spacecombat_agents.scripted.interceptor.geometry import AHEAD, ARCS, CLOSEST, SPAN, steps
from spacecombat_agents.scripted.interceptor.workspace import (
    MISSILE_RANGES,
    RANGES,
    Count,
    Guns,
    Pose,
)
from spacecombat_env.core.model.hexgrid import (
    DIRECTION_Q,
    DIRECTION_R,
    distance,
    dot,
    passes_through,
)
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import BACK, DIRECTIONS, Arc, Facing, true_range

__all__ = ["add_shots", "add_tails", "add_threat", "clear_columns", "has_line_of_sight"]

FORWARD, RIGHT, AFT, LEFT, TURRET = range(Arc.TURRET + 1)
MOST_ANGLE = 4


@native
def clear_columns(column):
    """Clear a column."""
    for facing in range(DIRECTIONS):
        column[facing] = 0.0


@native
def has_line_of_sight(workspace, aq, ar, bq, br):
    """IN-LOS-10 Return whether no rock lies between two hexes; one next to a hexside counts."""
    away = distance(aq, ar, bq, br)
    for n in range(workspace.counts[Count.ROCKS]):
        q, r = workspace.rock[n, 0], workspace.rock[n, 1]
        before, after = distance(aq, ar, q, r), distance(q, r, bq, br)
        if before == 0 or after == 0 or before + after > away + 1:
            continue
        if passes_through(aq, ar, bq, br, q, r):
            return False
    return True


@native
def angle_toward(rules, sides, heading, velocity):
    """IN-DIR-05, 07 Modifier of fire through some hexsides of a ship; the best for it."""
    most = 0
    if velocity == 0:
        return most
    for side in range(DIRECTIONS):
        if (sides >> side) & 1:
            most = max(most, int(rules.angle[(side - heading) % DIRECTIONS]))
    return min(most, MOST_ANGLE)


@native
def least_vulnerability(workspace, unit, sides, facing):
    """IN-DIR-08 The worth of a box on the facing struck; of two, the target chooses."""
    least = 1.0e9
    for side in range(DIRECTIONS):
        if (sides >> side) & 1:
            least = min(least, workspace.vulnerability[unit, (side - facing) % DIRECTIONS])
    return least


@native
def arcs_sum(workspace, unit, guns, arcs, away, angle):
    """Return the damage of the guns of some arcs at a range, turrets included."""
    total = workspace.gun[unit, guns, TURRET, away, angle]
    for arc in range(TURRET):
        if (arcs >> arc) & 1:
            total += workspace.gun[unit, guns, arc, away, angle]
    return total


@native
def is_behind(pose, dq, dr):
    """IN-MSL-11 Return whether a hex (dq, dr) from a ship lies in its rear 120 degrees."""
    aft = (pose[Pose.FACING] + BACK) % DIRECTIONS
    left, right = (aft + 1) % DIRECTIONS, (aft + 5) % DIRECTIONS
    middle = dot(dq, dr, DIRECTION_Q[aft], DIRECTION_R[aft])
    one = dot(dq, dr, DIRECTION_Q[left], DIRECTION_R[left])
    other = dot(dq, dr, DIRECTION_Q[right], DIRECTION_R[right])
    return middle + one >= 0 and middle + other >= 0


@native
def away_of(workspace, j, dq, dr):
    """IN-ADV-07 Return the range of a displacement from the jth enemy, its levels included."""
    away = steps(dq, dr)
    return true_range(away, workspace.levels[j]) if workspace.levels[j] > 0 else away


# --- effect on the enemies -----------------------------------------------------------------------


@native
def add_shots(rules, workspace, guns, q, r, j, pose, scale):
    """Add the effect of the own ship, from a hex, on the jth enemy in a pose.

    It is added to `workspace.shot`.
    """
    dq, dr = pose[Pose.Q] - q, pose[Pose.R] - r
    away = away_of(workspace, j, dq, dr)
    scale *= workspace.worth[j]
    if away == 0:
        add_contact_shots(workspace, guns, j, pose, scale)
        return
    if away >= MISSILE_RANGES:
        return
    if workspace.counts[Count.NEAR_PLANET] and not fire_passes_between(
        rules, q, r, pose[Pose.Q], pose[Pose.R]
    ):
        return
    back = CLOSEST[SPAN - dq, SPAN - dr]
    ahead = AHEAD[SPAN + dq, SPAN + dr]
    thin = least_vulnerability(workspace, 1 + j, back, pose[Pose.FACING]) * scale
    lock = 0.0
    if workspace.lock[guns, away, 1] > 0.0:
        lock = workspace.lock[guns, away, int(is_behind(pose, -dq, -dr))]
    if away >= RANGES:
        if lock > 0.0 and has_line_of_sight(workspace, q, r, pose[Pose.Q], pose[Pose.R]):
            for facing in range(DIRECTIONS):
                if (ahead >> facing) & 1:
                    workspace.shot[facing] += lock * thin
        return
    if workspace.counts[Count.ROCKS] > 0 and not has_line_of_sight(
        workspace, q, r, pose[Pose.Q], pose[Pose.R]
    ):
        return
    angle = angle_toward(rules, back, pose[Pose.HEADING], pose[Pose.VELOCITY])
    for facing in range(DIRECTIONS):
        total = arcs_sum(workspace, 0, guns, ARCS[ahead, facing], away, angle)
        if (ahead >> facing) & 1:
            total += lock
        workspace.shot[facing] += total * thin


@native
def add_contact_shots(workspace, guns, j, pose, scale):
    """IN-CMB-08, IN-AMB-98 In one hex the later arrival shows its front; the angle is the worst."""
    angle = MOST_ANGLE if pose[Pose.VELOCITY] > 0 else 0
    thin = 1.0e9
    for side in range(DIRECTIONS):
        thin = min(thin, workspace.vulnerability[1 + j, side])
    total = arcs_sum(workspace, 0, guns, 1 << FORWARD, 0, angle) + workspace.lock[guns, 0, 0]
    for facing in range(DIRECTIONS):
        workspace.shot[facing] += total * thin * scale


# --- effect on the own ship ----------------------------------------------------------------------


@native
def add_threat(rules, workspace, guns, q, r, heading, velocity, j, pose, scale):
    """Add the effect of the jth enemy, from a pose, on the own ship in a hex.

    It is added to `workspace.threat`, by facing of that ship and by whether it has rolled since the
    workspace was filled.
    """
    dq, dr = q - pose[Pose.Q], r - pose[Pose.R]
    away = away_of(workspace, j, dq, dr)
    if away == 0 or away >= RANGES:
        return
    arcs = ARCS[AHEAD[SPAN + dq, SPAN + dr], pose[Pose.FACING]]
    back = CLOSEST[SPAN - dq, SPAN - dr]
    angle = angle_toward(rules, back, heading, velocity)
    total = arcs_sum(workspace, 1 + j, guns, arcs, away, angle) * scale
    if total == 0.0:
        return
    if workspace.counts[Count.NEAR_PLANET] and not fire_passes_between(
        rules, pose[Pose.Q], pose[Pose.R], q, r
    ):
        return
    if workspace.counts[Count.ROCKS] > 0 and not has_line_of_sight(
        workspace, q, r, pose[Pose.Q], pose[Pose.R]
    ):
        return
    for facing in range(DIRECTIONS):
        upright, rolled = 1.0e9, 1.0e9
        for side in range(DIRECTIONS):
            if (back >> side) & 1:
                upright = min(upright, workspace.vulnerability[0, (side - facing) % DIRECTIONS])
                rolled = min(rolled, workspace.vulnerability[0, (facing - side) % DIRECTIONS])
        workspace.threat[0, facing] += total * upright
        workspace.threat[1, facing] += total * rolled


# --- tails ---------------------------------------------------------------------------------------


@native
def add_tails(workspace, q, r, j, pose, scale):
    """IN-SEQ-07 Add to `workspace.tail` the value of tailing, less that of being tailed."""
    dq, dr = pose[Pose.Q] - q, pose[Pose.R] - r
    away = away_of(workspace, j, dq, dr)
    if away == 0 or away >= RANGES:
        return
    ahead, from_it = AHEAD[SPAN + dq, SPAN + dr], AHEAD[SPAN - dq, SPAN - dr]
    its_rear = (pose[Pose.FACING] + BACK) % DIRECTIONS
    if (from_it >> its_rear) & 1:
        value = (
            workspace.gun[0, Guns.ALL, FORWARD, away, 0] * workspace.vulnerability[1 + j, Facing.A]
        )
        for facing in range(DIRECTIONS):
            if (ahead >> facing) & 1:
                workspace.tail[facing] += TAIL * value * scale
    if (from_it >> pose[Pose.FACING]) & 1:
        value = (
            workspace.gun[1 + j, Guns.ALL, FORWARD, away, 0] * workspace.vulnerability[0, Facing.A]
        )
        for facing in range(DIRECTIONS):
            if (ahead >> ((facing + BACK) % DIRECTIONS)) & 1:
                workspace.tail[facing] -= TAILED * value * scale
