"""Standing orders for task forces: ships without thrust are left behind; boarding."""

from spacecombat_env.core.model.hexgrid import on_map
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..forces.initiative_phase import has_deeds_left, may_launch_craft
from ..forces.reconfiguring import can_leave, can_split_off
from ..model import (
    NONE,
    CraftStatus,
    Damage,
    Decision,
    Result,
    Verb,
    craft_action,
    force_slots,
    plans,
)
from ..model.record_types import Craft, Rules, State
from .dummies import dummy_round_action
from .order_estimates import first_action

DRIFT_TURNS = 5  # turns of coasting that must stay on the map


@native
def is_hulk(rules: Rules, craft: Craft):
    """BR-DMG-10, 12, 18, BR-DRN-01 Whether a craft can never thrust again in the scenario."""
    damage = craft.damage
    out = damage[Result.BRIDGE] == Damage.PERMANENT
    out = out or damage[Result.POWER_PLANT] == Damage.PERMANENT
    out = out or damage[Result.MANEUVER_DRIVE] == Damage.PERMANENT
    return out or (rules.classes[craft.klass].fuel != NONE and craft.fuel <= 0)


@native
def drifts_off(state: State, rules: Rules, tf):
    """Whether a task force that coasts is off the map within a few turns."""
    force = state.tf[tf]
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    q = int(force.q) + DRIFT_TURNS * int(force.vq)
    r = int(force.r) + DRIFT_TURNS * int(force.vr)
    return not on_map(q, r, columns, rows)


@native
def has_ship_under_thrust(state: State, rules: Rules, tf):
    """Whether a task force has a craft that could thrust by itself."""
    side = tf // force_slots(state)
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and not is_hulk(rules, craft):
            return True
    return False


@native
def hulk_to_leave(state: State, rules: Rules, side):
    """BR-TF-08 A hulk with which the ships of its task force would coast off the map, or NONE."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or not is_hulk(rules, craft):
            continue
        if not can_leave(state, k) or not can_split_off(state, k):
            continue
        if not plans(state, side, int(craft.player)) or not drifts_off(state, rules, int(craft.tf)):
            continue
        if has_ship_under_thrust(state, rules, int(craft.tf)):
            return k
    return NONE


@native
def forces_ready(state: State, rules: Rules, side):
    """Dummies move as ships do; riders launch, hulks are left behind."""
    if state.decision == Decision.ROUND_MENU:
        return dummy_round_action(state, rules)
    if state.decision == Decision.FORCES_MENU:
        return forces_menu_action(state, rules, side)
    return NONE


@native
def forces_menu_action(state: State, rules: Rules, side):
    """Launch what is aboard; leave behind hulks that drift off the map; else done."""
    if not has_deeds_left(state, side):
        return Verb.DONE
    if may_launch_craft(state, rules, side):
        return Verb.LAUNCH_CRAFT
    return Verb.TRANSFER if hulk_to_leave(state, rules, side) != NONE else Verb.DONE


@native
def forces_choice(state: State, rules: Rules, side, mask):
    """Choose the hulk to leave behind; board whatever can be boarded."""
    decision = int(state.decision)
    if decision == Decision.BOARDING_MENU:
        return Verb.BOARD if mask[Verb.BOARD] else Verb.DONE
    if decision == Decision.BOARDING_DEFENSE:
        return boarding_defense_action(state, side)
    return task_forces_action(state, rules, side, mask)


@native
def boarding_defense_action(state: State, side):
    """Defend; retake once more than one section is held."""
    boarded = state.craft[state.order[side].craft]
    return Verb.RETAKE if boarded.sections > 1 else Verb.DEFEND


@native
def task_forces_action(state: State, rules: Rules, side, mask):
    """A hulk goes into a new task force; else choose the first legal one."""
    decision = int(state.decision)
    if decision == Decision.CRAFT_TO_TRANSFER:
        index = hulk_to_leave(state, rules, side)
        if index != NONE and mask[craft_action(state, index)]:
            return craft_action(state, index)
    if decision == Decision.TRANSFER_TO and mask[Verb.NEW_FORCE]:
        return Verb.NEW_FORCE
    return first_action(mask, 0, len(mask))
