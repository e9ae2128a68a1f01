"""The captain in a pocket empire: decisions that depend on its secret mission.

`mission_action` makes the decisions in which the mission matters: the asteroids, the fleet,
bombardment, the course, the deeds in orbit. It leaves all others to the fighting captain. The
set-up is that of the standing orders (orders/missions.py).
"""

from spacecombat_agents.scripted.battle_rider.missions.mission_goals import (
    AHEAD,
    FIGHT,
    all_jump,
    bombardments_wanted,
    goal_of,
    missiles_to_spare,
)
from spacecombat_agents.scripted.battle_rider.missions.mission_purchase import purchase_action
from spacecombat_agents.scripted.battle_rider.missions.mission_thrust import course_action, is_found
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import (
    DELEGATION,
    MAX_BODIES,
    NONE,
    BodyKind,
    Decision,
    Delegate,
    Side,
    Verb,
    amount_action,
    number_action,
)
from spacecombat_env.rulesets.battle_rider.orders.missiles import wants_bombardment
from spacecombat_env.rulesets.battle_rider.orders.missions import mission_order_action, speed_of
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import first_action
from spacecombat_env.rulesets.battle_rider.victory.mission_deeds import RAID_TURNS

__all__ = ["mission_action"]

ASTEROID_COLUMNS = ((2, 18), (9, 11))  # of Red's asteroids, far from the planet; of Blue's, by it


# --- rounds and launching ------------------------------------------------------------------------


@native
def slips_away(state, rules, tf):
    """Whether a task force gains nothing by being noticed: it neither scans nor fires."""
    return goal_of(state, rules, tf) == AHEAD and not is_found(state, tf)


@native
def extracts_here(state, rules):
    """MIR-04 Whether to extract here: all ships can jump, or time is up."""
    tf, waited = int(state.round_tf), int(state.turn) - int(state.mission[Side.RED].landing_turn)
    if speed_of(state, rules, tf, True) == 0:
        return False
    return all_jump(state, rules, tf) or waited > RAID_TURNS


@native
def deed_action(state, rules, mask):
    """Land troops, take commandos up, take off; a force that slips away moves or ends its round."""
    if mask[Verb.LAND_TROOPS]:
        return Verb.LAND_TROOPS
    if mask[Verb.EXTRACT] and extracts_here(state, rules):
        return Verb.EXTRACT
    if mask[Verb.TAKE_OFF]:
        return Verb.TAKE_OFF
    if slips_away(state, rules, int(state.round_tf)):
        return Verb.MOVE if mask[Verb.MOVE] else Verb.END_ROUND
    return NONE


@native
def launch_or_bombard(state, side, mask):
    """Bombard where it counts; keep what it takes; the fighting captain launches at ships."""
    if side != Side.RED:
        return NONE
    if mask[Verb.BOMBARD] and wants_bombardment(state, side):
        return Verb.BOMBARD
    if bombardments_wanted(state) > 0 and missiles_to_spare(state) < 1:
        return Verb.DONE
    return NONE


@native
def salvo_action(state, rules, side):
    """As many missiles as there are directors, but not those that are for the planet."""
    order = state.order[side]
    if side != Side.RED or bombardments_wanted(state) == 0:
        return NONE
    directors = int(rules.classes[state.craft[order.craft].klass].directors)
    number = min(directors, int(order.high), missiles_to_spare(state))
    return number_action(state, order, max(1, number))


# --- asteroids -----------------------------------------------------------------------------------


@native
def body_column(state, side):
    """Red's asteroids far from the planet, Blue's in front of it: no mission is drawn yet."""
    placed = 0
    for k in range(1, MAX_BODIES):
        placed += 1 if state.body[k].kind == BodyKind.ASTEROID else 0
    return ASTEROID_COLUMNS[side][placed % 2]


# --- the action ----------------------------------------------------------------------------------


@native
def mission_action(state, rules, mask):
    """The action that the mission of the seat to act needs, or NONE to keep fighting."""
    decision = int(state.decision)
    side = int(state.seat)
    if decision == Decision.BODY_COLUMN:
        return number_action(state, state.order[side], body_column(state, side))
    if decision == Decision.BODY_ROW:
        return first_action(mask, amount_action(state, 0), len(mask))
    if decision == Decision.LAUNCH_MENU:
        return launch_or_bombard(state, side, mask)
    if decision == Decision.LAUNCH_NUMBER:
        return salvo_action(state, rules, side)
    if decision == Decision.ROUND_MENU:
        return deed_action(state, rules, mask)
    if decision == Decision.THRUST:
        goal = goal_of(state, rules, int(state.order[side].tf))
        return NONE if goal == FIGHT else course_action(state, rules, side, mask, goal)
    if DELEGATION[decision] == Delegate.BUYING:
        return purchase_action(state, rules, side, mask)
    return mission_order_action(state, rules, side, mask)
