"""The captain in a pocket empire: the goal of each task force for the secret mission.

Goals that depend on the enemy's unknown points use the guess of `is_stronger`.
"""

from spacecombat_agents.scripted.battle_rider.goals import jumping_points
from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import (
    LAST_ENTRY_TURN,
    MISSIONS,
    NONE,
    POINTS,
    BlueMission,
    CraftStatus,
    Errand,
    ForceStatus,
    RedMission,
    Side,
    Surface,
    craft_slots,
    force_slots,
    mission_points,
)
from spacecombat_env.rulesets.battle_rider.orders.missions import has_merchant
from spacecombat_env.rulesets.battle_rider.ships.abilities import can_jump
from spacecombat_env.rulesets.battle_rider.victory.blue_missions import DELAY_TURNS
from spacecombat_env.rulesets.battle_rider.victory.mission_deeds import (
    INVASION_BOMBARDMENTS,
    RAID_BOMBARDMENTS,
    SALVO,
)
from spacecombat_env.rulesets.battle_rider.victory.red_missions import SIGHTING_POINTS

__all__ = [
    "all_jump",
    "bombardments_wanted",
    "goal_of",
    "is_stronger",
    "missiles_to_spare",
    "quarry",
]

# Goals of a task force: the values of `goal_of`.
FIGHT, PLANET, ASTEROID, AHEAD, NEAREST, SCOUT = 0, 1, 2, 3, 4, 5

FARTHEST = 60  # Hexes beyond which nothing is sought.
SCOUT_TURNS = 24  # Turns after which a scout goes home with what it has seen.
VANGUARD = 190  # Points on the map, of which a part may still have to enter (ON_MAP_LIMIT, green).
FIGHTING_TURNS = 12  # Latest turn in which an invading fleet makes for the planet.


# --- relative strength ---------------------------------------------------------------------------


@native
def scouted_points(state, rules, side):
    """Printed points of the enemy's ships that have been detected."""
    points = 0
    enemy = 1 - side
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.klass != 0 and craft.detected and not rules.classes[craft.klass].drone:
            points += int(rules.classes[craft.klass].points)
    return points


@native
def is_stronger(state, rules, side):
    """Whether most missions that the enemy may still have give it more points than the own.

    Green crews at four fifths, and riders with tenders, are the most that points can buy.
    """
    mine = mission_points(state, rules, side)
    least = 4 * scouted_points(state, rules, side) // 5
    more, others = 0, 0
    for number in range(1, MISSIONS + 1):
        points = int(POINTS[1 - side, number]) * int(rules.option.scale)
        if points >= least:
            more += 1 if points > mine else 0
            others += 1 if points <= mine else 0
    return more > others


# --- remaining goals of a mission ----------------------------------------------------------------


@native
def bombardments_wanted(state):
    """MIR-02, 04, 05 Turns of bombardment that Red's mission still needs."""
    mission = state.mission[Side.RED]
    if mission.number == RedMission.INVADE_AND_SECURE:
        return INVASION_BOMBARDMENTS - int(mission.bombardments)
    if mission.number == RedMission.SURFACE_RAID or mission.number == RedMission.BOMBARDMENT:
        return max(0, RAID_BOMBARDMENTS - int(mission.bombardments))
    return 0


@native
def missiles_to_spare(state):
    """Missiles of Red's fleet beyond those that are for the planet."""
    missiles = 0
    for k in range(craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            missiles += int(state.craft[k].missiles)
    return missiles - SALVO * bombardments_wanted(state)


@native
def quarry(state, tf):
    """MIR-10 The nearest enemy task force on the map that may still hide a craft, or NONE."""
    best, found = FARTHEST, NONE
    own = state.tf[tf]
    for k in range(force_slots(state), 2 * force_slots(state)):
        force = state.tf[k]
        if force.status == ForceStatus.ON_MAP and not force.shadow_found:
            away = distance(int(own.q), int(own.r), int(force.q), int(force.r))
            if away < best:
                best = away
                found = k
    return found


# --- goals of a task force -----------------------------------------------------------------------


@native
def goal_of(state, rules, tf):
    """The goal of an own task force: FIGHT, PLANET, ASTEROID, AHEAD, NEAREST or SCOUT.

    A force that can no longer jump does not leave the map, where it would be lost.
    """
    goal = wanted_goal(state, rules, tf)
    leaves = goal in (AHEAD, NEAREST)
    return FIGHT if leaves and jumping_points(state, rules, tf) < 0 else goal


@native
def wanted_goal(state, rules, tf):
    """The goal that the mission gives to undamaged ships."""
    side = tf // force_slots(state)
    number = int(state.mission[side].number)
    if side == Side.BLUE:
        return goal_of_blue(state, rules, tf, number)
    goal = goal_of_raid(state, rules, tf, number)
    if number <= RedMission.BOMBARDMENT:
        goal = goal_of_assault(state, rules, tf, number)
    return PLANET if goal == FIGHT and are_grounded(state, Side.BLUE | 0) else goal


@native
def are_grounded(state, side):
    """Whether all task forces of a side lie on the ground, where they cannot fire."""
    found = False
    for k in range(side * force_slots(state), (side + 1) * force_slots(state)):
        force = state.tf[k]
        if force.status == ForceStatus.ON_MAP:
            if force.surface != Surface.LANDED and force.surface != Surface.UNDER_WATER:
                return False
            found = True
    return found


@native
def goal_of_assault(state, rules, tf, number):
    """MIR-01..05 Go to the planet to bombard it; leave when that is done.

    A ship that cannot jump would be lost beyond the edge: it stays and fights.
    """
    mission = state.mission[Side.RED]
    if bombardments_wanted(state) > 0 and missiles_to_spare(state) < 0:
        return FIGHT
    if number == RedMission.INVADE_AND_SECURE:
        return FIGHT if fights_first(state) else PLANET
    if number == RedMission.BOMBARDMENT:
        if mission.bombardments < RAID_BOMBARDMENTS:
            return PLANET
        return AHEAD if all_jump(state, rules, tf) else FIGHT
    if number == RedMission.SURFACE_RAID:
        if mission.team != NONE:
            return AHEAD
        return FIGHT if mission.team_lost else PLANET
    return FIGHT


@native
def fights_first(state):
    """MIR-02 An invader has time to fight from afar as long as it has missiles for it."""
    if state.turn > FIGHTING_TURNS or missiles_to_spare(state) <= 0:
        return False
    for k in range(force_slots(state), 2 * force_slots(state)):
        if state.tf[k].status == ForceStatus.ON_MAP and state.tf[k].surface == Surface.SPACE:
            return True
    return False


@native
def goal_of_raid(state, rules, tf, number):
    """MIR-06..10 Strike, refuel, fetch or scout, then leave over the nearer edge."""
    if number == RedMission.TRANSIT:
        return NEAREST if carries(state, tf, Errand.REFUELLED) else ASTEROID
    if number == RedMission.DEEP_BLACK:
        return NEAREST if state.mission[Side.RED].team != NONE else ASTEROID
    if number == RedMission.SNOOP_N_SCOOT:
        return NEAREST if has_scouted_enough(state, rules) else SCOUT
    if number == RedMission.HIT_AND_RUN and has_won_more(state):
        return NEAREST
    return FIGHT


@native
def goal_of_blue(state, rules, tf, number):
    """MIB-06, 08, 10 Convoys and fugitives make for Red's edge; the others fight."""
    if number == BlueMission.CONVOY_RUN:
        return AHEAD if has_merchant(state, rules, tf) else FIGHT
    if number == BlueMission.ESCAPE:
        return AHEAD if is_stronger(state, rules, Side.BLUE | 0) else FIGHT
    if number == BlueMission.DELAYING_ACTION and state.turn > DELAY_TURNS:
        return AHEAD if is_stronger(state, rules, Side.BLUE | 0) else FIGHT
    return FIGHT


@native
def carries(state, tf, errand):
    """Whether all craft of a task force bear a mark; a dummy follows the first craft's mark."""
    side = tf // force_slots(state)
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and (craft.tf == tf or state.tf[tf].strength == 0):
            if not int(craft.errand) & errand:
                return False
    return True


@native
def all_jump(state, rules, tf):
    """Whether every ship of a task force can jump, drones excluded."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            klass = rules.classes[craft.klass]
            if not klass.drone and not can_jump(craft, klass):
                return False
    return True


@native
def has_won_more(state):
    """MIR-06 Whether the enemy's known losses exceed the own."""
    return state.points_lost[Side.BLUE] > state.points_lost[Side.RED]


@native
def has_scouted_enough(state, rules):
    """MIR-10 Points enough, no task force left to scout, or time to go home."""
    points, scouted_ships = 0, 0
    for k in range(craft_slots(state), 2 * craft_slots(state)):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if craft.detected or int(craft.errand) & Errand.SPOTTED:
                points += int(rules.classes[craft.klass].points)
                scouted_ships += 1
    scale = int(rules.option.scale)
    if points >= SIGHTING_POINTS * scale or state.turn >= SCOUT_TURNS:
        return True
    whole = points > VANGUARD * scale or state.turn > LAST_ENTRY_TURN
    return whole and scouted_ships > 0 and quarry(state, 0) == NONE
