"""The goals of a captain: fight, keep away, hold, or leave over an edge.

Only this module considers a scenario's victory conditions; movement (thrust.py) only carries out
the goal.
"""

from enum import IntEnum

from spacecombat_agents.scripted.battle_rider.doctrines import AGGRESSIVE
from spacecombat_agents.scripted.battle_rider.first_clash import has_won_clash
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Side, Victory, craft_slots
from spacecombat_env.rulesets.battle_rider.ships.abilities import can_jump
from spacecombat_env.rulesets.battle_rider.victory.scenario_verdicts import (
    DAGGER_POINTS,
    DAGGER_TIMES,
)

__all__ = ["Goal", "goal_of", "jumping_points"]


class Goal(IntEnum):
    """The goal of a task force."""

    FIGHT = 0  # To its fighting range from the enemy it steers by.
    KEEP_AWAY = 1  # Out of the enemy's reach, on the map.
    HOLD = 2  # Where it is, on the map.
    RUN_AHEAD = 3  # Off the map over the enemy's edge, where ships escape.
    RUN_HOME = 4  # Off the map over its own edge.
    ALONGSIDE = 5  # Into the hex and onto the vector of a disabled ship, to board it.


@native
def goal_of(state, rules, side, tf, doctrine):
    """The goal of one task force, by the scenario's conditions and missions."""
    if doctrine.number == AGGRESSIVE:
        return Goal.FIGHT | 0
    if rules.option.victory == Victory.TASK_FORCE_DAGGER:
        return dagger_goal(state, side, doctrine)
    if rules.option.victory == Victory.FIRST_CLASH:
        return clash_goal(state, rules, side, tf, doctrine)
    return fighting_goal(state, side, doctrine)


@native
def fighting_goal(state, side, doctrine):
    """Fight, until there are too many enemies."""
    own, enemy = ships_in_play(state, side), ships_in_play(state, 1 - side)
    beaten = enemy >= doctrine.withdraw_at * own
    return (Goal.KEEP_AWAY | 0) if beaten else (Goal.FIGHT | 0)


@native
def dagger_goal(state, side, doctrine):
    """BR-S2-07, 08 Red goes home once it has succeeded; until then Blue only has to last."""
    if side == Side.BLUE:
        return Goal.KEEP_AWAY | 0
    destroyed, lost = int(state.points_lost[Side.BLUE]), int(state.points_lost[Side.RED])
    if destroyed >= DAGGER_POINTS and destroyed >= DAGGER_TIMES * lost:
        return Goal.KEEP_AWAY | 0
    return fighting_goal(state, side, doctrine)


@native
def clash_goal(state, rules, side, tf, doctrine):
    """BR-S3-03, 04 Red leaves when it has won; Blue's ships break through to Red's edge."""
    if side == Side.BLUE:
        return way_out(state, rules, tf)
    if has_won_clash(state):
        return Goal.KEEP_AWAY | 0
    return fighting_goal(state, side, doctrine)


@native
def way_out(state, rules, tf):
    """Leave over the enemy's edge if most of a force can jump; else keep out of reach."""
    return (Goal.RUN_AHEAD | 0) if jumping_points(state, rules, tf) >= 0 else (Goal.KEEP_AWAY | 0)


@native
def jumping_points(state, rules, tf):
    """Points of a force's ships that can jump, less those of ships that cannot."""
    points = 0
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            klass = rules.classes[craft.klass]
            jumps = can_jump(craft, klass)
            points += int(klass.points) if jumps else -int(klass.points)
    return points


@native
def ships_in_play(state, side):
    """Craft of a side in task forces, as far as the seat to act knows them."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            count += 1
    return count
