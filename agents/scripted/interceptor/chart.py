"""The chart: what was reckoned of a hex once is noted on it, for all plots that end there.

What guns do from a hex depends on neither course nor facing, so it is noted for each facing; what
the enemy does to a ship there depends on its heading too, since that makes the angle.
"""

from spacecombat_agents.scripted.interceptor.desk import CHARTED, Guns, Moment, Tally
from spacecombat_agents.scripted.interceptor.values import add_dread, add_shots, add_tails, clear
from spacecombat_env.core.hexgrid import offset_row
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import (
    DIRECTIONS,
    MAX_COLUMNS,
    MAX_MAP_ROWS,
)

STANDING = DIRECTIONS
"""Column of a ship that does not move, among the headings."""


@jit
def clear_chart(desk):
    """Nothing of what was noted is true any more."""
    desk.tally[Tally.EDITION] += 1


@jit
def place_of(q, r):
    """Where a hex is noted; CHARTED off any map, where nothing is kept."""
    row = offset_row(q, r)
    if q < 0 or q > MAX_COLUMNS or row < 0 or row > MAX_MAP_ROWS:
        return CHARTED
    return q * (MAX_MAP_ROWS + 1) + row


@jit
def is_noted(desk, place, column):
    """Whether a column of a hex is noted already; if not it is marked as such."""
    edition = desk.tally[Tally.EDITION]
    if place < CHARTED and desk.edition[place, column] == edition:
        return True
    desk.edition[place, column] = edition
    return False


@jit
def shots_now(rules, desk, q, r):
    """Note the best shot from a hex at any enemy as they lie now, for each facing; the place."""
    place = place_of(q, r)
    if is_noted(desk, place, Moment.NOW | 0):
        return place
    most = desk.shots[Moment.NOW, place]
    clear(most)
    for j in range(desk.tally[Tally.FOES]):
        clear(desk.shot)
        add_shots(rules, desk, Guns.READY | 0, q, r, j, desk.now[j], 1.0)
        for facing in range(DIRECTIONS):
            most[facing] = max(most[facing], desk.shot[facing])
    return place


@jit
def shots_at_end(rules, desk, q, r):
    """Note the best shot and the tails at the end of the turn, for each facing; the place."""
    place = place_of(q, r)
    if is_noted(desk, place, Moment.END | 0):
        return place
    most = desk.shots[Moment.END, place]
    clear(most)
    clear(desk.tail)
    for j in range(desk.tally[Tally.FOES]):
        clear(desk.shot)
        for way in range(desk.ways[j]):
            pose, scale = desk.pose[j, way], desk.chance[j, way]
            if desk.tally[Tally.LOADED]:
                add_shots(rules, desk, Guns.READY | 0, q, r, j, pose, scale)
            add_tails(desk, q, r, j, pose, scale)
        for facing in range(DIRECTIONS):
            most[facing] = max(most[facing], desk.shot[facing])
    for facing in range(DIRECTIONS):
        desk.tails[place, facing] = desk.tail[facing]
    return place


@jit
def course_of(heading, velocity):
    """Column of a course among the headings."""
    return heading if velocity > 0 else STANDING


@jit
def dread_at_end(rules, desk, q, r, heading, velocity):
    """Note what is dreaded in a hex on a course, for each facing; the place."""
    place, course = place_of(q, r), course_of(heading, velocity)
    if is_noted(desk, place, Moment.COURSE + course):
        return place
    clear(desk.dread[0])
    clear(desk.dread[1])
    for j in range(desk.tally[Tally.FOES]):
        for way in range(desk.ways[j]):
            pose, scale = desk.pose[j, way], desk.chance[j, way]
            add_dread(rules, desk, Guns.READY | 0, q, r, heading, velocity, j, pose, scale)
    for facing in range(DIRECTIONS):
        desk.dreads[place, course, 0, facing] = desk.dread[0, facing]
        desk.dreads[place, course, 1, facing] = desk.dread[1, facing]
    return place


@jit
def worth_later(rules, desk, q, r, heading, velocity):
    """What a hex on a course is worth a turn on, in its best facing."""
    place, course = place_of(q, r), course_of(heading, velocity)
    if not is_noted(desk, place, Moment.LATER + course):
        desk.later_worth[place, course] = reckon_later(rules, desk, q, r, heading, velocity)
    return desk.later_worth[place, course]


@jit
def reckon_later(rules, desk, q, r, heading, velocity):
    """The best shot less what is dreaded, in the best facing, a turn on."""
    clear(desk.most)
    clear(desk.dread[0])
    for j in range(desk.tally[Tally.FOES]):
        clear(desk.shot)
        for way in range(desk.ways[j]):
            pose, scale = desk.later[j, way], desk.chance[j, way]
            add_shots(rules, desk, Guns.ALL | 0, q, r, j, pose, scale)
            add_dread(rules, desk, Guns.ALL | 0, q, r, heading, velocity, j, pose, scale)
        for facing in range(DIRECTIONS):
            desk.most[facing] = max(desk.most[facing], desk.shot[facing])
    best = -1.0e9
    for facing in range(DIRECTIONS):
        risk = desk.risk[0] * desk.dread[0, facing] / desk.tally[Tally.FRIENDS]
        best = max(best, desk.most[facing] - risk)
    return best
