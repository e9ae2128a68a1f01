"""The chart: results for a hex are cached, for all plots that end there.

The effect of guns from a hex depends on neither course nor facing, so it is cached for each facing.
The effect of the enemy on a ship there depends on its heading too, which makes the angle.
"""

from spacecombat_agents.scripted.interceptor.values import (
    add_shots,
    add_tails,
    add_threat,
    clear_columns,
)
from spacecombat_agents.scripted.interceptor.workspace import CHART_SIZE, ChartColumn, Count, Guns
from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import DIRECTIONS, MAX_COLUMNS, MAX_MAP_ROWS

__all__ = ["clear_chart", "course_of", "shots_at_end", "shots_now", "threat_at_end", "worth_later"]

STANDING = DIRECTIONS
"""Column of a ship that does not move, among the headings."""


@native
def clear_chart(workspace):
    """Invalidate everything in the cache."""
    workspace.counts[Count.EDITION] += 1


@native
def place_of(q, r):
    """Return the place of a hex in the cache; CHARTED off any map, where nothing is kept."""
    row = offset_row(q, r)
    if q < 0 or q > MAX_COLUMNS or row < 0 or row > MAX_MAP_ROWS:
        return CHART_SIZE
    return q * (MAX_MAP_ROWS + 1) + row


@native
def is_cached(workspace, place, column):
    """Return whether a column of a hex is cached; if not, mark it as such."""
    edition = workspace.counts[Count.EDITION]
    if place < CHART_SIZE and workspace.edition[place, column] == edition:
        return True
    workspace.edition[place, column] = edition
    return False


@native
def shots_now(rules, workspace, q, r):
    """Cache the best shot from a hex at any enemy as they lie now, for each facing; return the
    place.
    """
    place = place_of(q, r)
    if is_cached(workspace, place, ChartColumn.NOW | 0):
        return place
    most = workspace.shots[ChartColumn.NOW, place]
    clear_columns(most)
    for j in range(workspace.counts[Count.ENEMIES]):
        clear_columns(workspace.shot)
        add_shots(rules, workspace, Guns.READY | 0, q, r, j, workspace.now[j], 1.0)
        for facing in range(DIRECTIONS):
            most[facing] = max(most[facing], workspace.shot[facing])
    return place


@native
def shots_at_end(rules, workspace, q, r):
    """Cache the best shot and the tails at the end of the turn, for each facing; return place."""
    place = place_of(q, r)
    if is_cached(workspace, place, ChartColumn.END | 0):
        return place
    most = workspace.shots[ChartColumn.END, place]
    clear_columns(most)
    clear_columns(workspace.tail)
    for j in range(workspace.counts[Count.ENEMIES]):
        clear_columns(workspace.shot)
        for way in range(workspace.ways[j]):
            pose, scale = workspace.pose[j, way], workspace.chance[j, way]
            if workspace.counts[Count.LOADED]:
                add_shots(rules, workspace, Guns.READY | 0, q, r, j, pose, scale)
            add_tails(workspace, q, r, j, pose, scale)
        for facing in range(DIRECTIONS):
            most[facing] = max(most[facing], workspace.shot[facing])
    for facing in range(DIRECTIONS):
        workspace.tails[place, facing] = workspace.tail[facing]
    return place


@native
def course_of(heading, velocity):
    """Return the column of a course among the headings."""
    return heading if velocity > 0 else STANDING


@native
def threat_at_end(rules, workspace, q, r, heading, velocity):
    """Cache the threat in a hex on a course, for each facing; return the place."""
    place, course = place_of(q, r), course_of(heading, velocity)
    if is_cached(workspace, place, ChartColumn.COURSE + course):
        return place
    clear_columns(workspace.threat[0])
    clear_columns(workspace.threat[1])
    for j in range(workspace.counts[Count.ENEMIES]):
        for way in range(workspace.ways[j]):
            pose, scale = workspace.pose[j, way], workspace.chance[j, way]
            add_threat(rules, workspace, Guns.READY | 0, q, r, heading, velocity, j, pose, scale)
    for facing in range(DIRECTIONS):
        workspace.threats[place, course, 0, facing] = workspace.threat[0, facing]
        workspace.threats[place, course, 1, facing] = workspace.threat[1, facing]
    return place


@native
def worth_later(rules, workspace, q, r, heading, velocity):
    """Return the value of a hex on a course one turn later, in its best facing."""
    place, course = place_of(q, r), course_of(heading, velocity)
    if not is_cached(workspace, place, ChartColumn.LATER + course):
        workspace.later_worth[place, course] = compute_worth_later(
            rules, workspace, q, r, heading, velocity
        )
    return workspace.later_worth[place, course]


@native
def compute_worth_later(rules, workspace, q, r, heading, velocity):
    """Return the best shot less the threat, in the best facing, one turn later."""
    clear_columns(workspace.most)
    clear_columns(workspace.threat[0])
    for j in range(workspace.counts[Count.ENEMIES]):
        clear_columns(workspace.shot)
        for way in range(workspace.ways[j]):
            pose, scale = workspace.later[j, way], workspace.chance[j, way]
            add_shots(rules, workspace, Guns.ALL | 0, q, r, j, pose, scale)
            add_threat(rules, workspace, Guns.ALL | 0, q, r, heading, velocity, j, pose, scale)
        for facing in range(DIRECTIONS):
            workspace.most[facing] = max(workspace.most[facing], workspace.shot[facing])
    best = -1.0e9
    for facing in range(DIRECTIONS):
        risk = workspace.risk[0] * workspace.threat[0, facing] / workspace.counts[Count.FRIENDS]
        best = max(best, workspace.most[facing] - risk)
    return best
