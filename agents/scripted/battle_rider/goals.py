"""What a captain is after: to fight, to keep away, to hold, or to leave over an edge, and why."""

from enum import IntEnum

from agents.scripted.battle_rider.doctrine import AGGRESSIVE, BEATEN
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.constants import CraftStatus
from spacecombat_env.rulesets.battle_rider.words import craft_slots


class Goal(IntEnum):
    """Where a task force wants to go."""

    FIGHT = 0  # to its fighting range from the enemy it steers by
    KEEP_AWAY = 1  # out of the enemy's reach, on the map
    HOLD = 2  # where it is, on the map
    RUN_AHEAD = 3  # off the map over the enemy's edge, where ships escape
    RUN_HOME = 4  # off the map over its own edge


@jit
def goal_of(state, rules, side, tf, doctrine):
    """What one task force is after; here a scenario's conditions and missions are thought of."""
    own, enemy = ships_in_play(state, side), ships_in_play(state, 1 - side)
    if doctrine != AGGRESSIVE and enemy >= BEATEN * own:
        return Goal.KEEP_AWAY | 0
    return Goal.FIGHT | 0


@jit
def ships_in_play(state, side):
    """Craft of a side in task forces, as far as the seat to act knows them."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            count += 1
    return count
