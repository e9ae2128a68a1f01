"""Chapter MIS, the Missile Attack Phase: task force by task force, attackers and targets."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..beams.screens import renew_sandcasters
from ..model import (
    MAX_MEMBERS,
    NONE,
    WEAPON_ROWS,
    CraftStatus,
    Decision,
    Step,
    craft_slots,
    force_slots,
    proceed,
    request_decision,
    task_penalty,
)
from ..model.record_types import Rules, Spread, State
from ..sensors.modifiers import range_to_force, range_to_spread
from ..sensors.surprise import man_force
from ..ships.abilities import fire_control
from ..ships.batteries import begin_batteries
from ..ships.losses import remove_spread

# --- the phase -----------------------------------------------------------------------------------


@native
def begin_attacks(state: State, rules: Rules):
    """BR-SEQ-10, BR-FIR-08 A new phase for beams, locks and dampers; freeze the controllers.

    Everything in the phase counts as simultaneous, so the state of a controlling ship is recorded
    now.
    """
    for k in range(len(state.craft)):
        craft = state.craft[k]
        for row in range(WEAPON_ROWS):
            craft.fired_before[row] = craft.fired[row]
            craft.fired[row] = 0
        craft.dampers_used = 0
        craft.lock_spread = 0
        craft.lock_spread_tried = 0
    if rules.option.surprise:
        man_force(state, rules, NONE)
    for k in range(len(state.spread)):
        spread = state.spread[k]
        spread.fired = 0
        if spread.count > 0 and (spread.target_tf != NONE or spread.target_spread != NONE):
            freeze_controller(state, rules, spread)
    state.attack_tf = NONE


@native
def freeze_controller(state: State, rules: Rules, spread: Spread):
    """BR-SEQ-10, BR-MIS-28 Fire control, penalties and range of the controlling ship."""
    owner = state.craft[spread.owner]
    spread.fire_control = fire_control(owner, rules.classes[owner.klass])
    spread.penalty = task_penalty(owner)
    if spread.target_tf != NONE:
        spread.reach = range_to_force(state, owner, int(spread.target_tf))
    else:
        spread.reach = range_to_spread(state, owner, int(spread.target_spread))


@native
def next_attack(state: State, rules: Rules):
    """BR-SEQ-10, BR-MIS-18 The next task force under attack, until none is left."""
    for tf in range(int(state.attack_tf) + 1, len(state.tf)):
        for k in range(len(state.spread)):
            if state.spread[k].count > 0 and state.spread[k].target_tf == tf:
                begin_attack(state, tf)
                begin_batteries(state, rules, tf // force_slots(state))
                return
    proceed(state, Step.ATTACK_END)


@native
def forget_defenders(state: State):
    """Clear the list of defenders: it would reveal where a craft found later was before."""
    for k in range(MAX_MEMBERS):
        state.defender[k] = NONE


@native
def end_defense(state: State):
    """BR-SEQ-10, BR-SCR-07 No task force is under attack; sandcasters are ready again."""
    state.attack_tf = NONE
    forget_defenders(state)
    renew_sandcasters(state, 0)
    renew_sandcasters(state, 1)


@native
def begin_attack(state: State, tf):
    """BR-MIS-19 List the defenders; target declaration comes first."""
    state.attack_tf = tf
    side = tf // force_slots(state)
    forget_defenders(state)
    count = list_defenders(state, tf, True, 0)
    list_defenders(state, tf, False, count)
    for k in range(len(state.spread)):
        for member in range(MAX_MEMBERS):
            state.spread[k].aim[member] = 0
    state.attack_member = 0
    state.attack_spread = 0
    state.order[side].shot_kept = 0
    proceed(state, Step.AIM)


@native
def list_defenders(state: State, tf, detected, count):
    """The craft of a force, known ones first, so that a place in the list reveals nothing."""
    side = tf // force_slots(state)
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or craft.tf != tf or count >= MAX_MEMBERS:
            continue
        if bool(craft.detected) == detected:
            state.defender[count] = k
            count += 1
    return count


# --- attackers and targets -----------------------------------------------------------------------


@native
def attacks(state: State, index):
    """Whether a spread still attacks the task force being resolved."""
    spread = state.spread[index]
    return spread.count > 0 and spread.target_tf == state.attack_tf


@native
def any_attackers(state: State):
    """Whether any missile still attacks the force being resolved."""
    for k in range(len(state.spread)):
        if attacks(state, k):
            return True
    return False


@native
def defending_side(state: State):
    """The side under attack."""
    return int(state.attack_tf) // force_slots(state)


@native
def is_defender(state: State, index):
    """Whether a craft belongs to the task force under attack."""
    craft = state.craft[index]
    return craft.status == CraftStatus.IN_FORCE and craft.tf == state.attack_tf


@native
def member_of(state: State, index):
    """Place of a craft among the defenders."""
    for member in range(MAX_MEMBERS):
        if state.defender[member] == index:
            return member
    return NONE


@native
def lose_missiles(state: State, index, member, missiles):
    """BR-MIS-23, 25, BR-LRG-02 A missile of a group, or a barrage, is destroyed; no white-out."""
    spread = state.spread[index]
    spread.aim[member] -= missiles
    spread.count -= missiles
    if spread.count == 0:
        remove_spread(state, index)


# --- step 1: target declaration ------------------------------------------------------------------


@native
def is_target(state: State, member):
    """BR-MIS-14, 20 A detected craft of the task force under attack."""
    index = int(state.defender[member])
    return index != NONE and bool(state.craft[index].detected)


@native
def last_target(state: State):
    """The last defender that may be aimed at."""
    last = NONE
    for member in range(MAX_MEMBERS):
        if is_target(state, member):
            last = member
    return last


@native
def unaimed(spread: Spread):
    """Missiles of a spread not distributed yet."""
    total = int(spread.count)
    for member in range(MAX_MEMBERS):
        total -= int(spread.aim[member])
    return total


@native
def aim_step(state: State, rules: Rules):
    """BR-MIS-20 The attacker distributes each spread's missiles over the ships of the force."""
    last = last_target(state)
    while state.attack_spread < len(state.spread):
        index = int(state.attack_spread)
        if attacks(state, index) and last != NONE:
            spread = state.spread[index]
            while state.attack_member < last:
                if is_target(state, int(state.attack_member)) and unaimed(spread) > 0:
                    request_aim(state, spread)
                    return
                state.attack_member += 1
            spread.aim[last] = unaimed(spread)
        state.attack_spread += 1
        state.attack_member = 0
    proceed(state, Step.DEFENSE)


@native
def request_aim(state: State, spread: Spread):
    """BR-MIS-20 Request how many missiles of this spread aim at this ship."""
    side = int(spread.owner) // craft_slots(state)
    order = state.order[side]
    order.spread = state.attack_spread
    order.target_craft = state.defender[state.attack_member]
    begin_number(order, 0, unaimed(spread))
    request_decision(state, Decision.AIM_NUMBER, side)


@native
def apply_aim_number(state: State, rules: Rules, number):
    """BR-MIS-20 This number of missiles is aimed at the ship."""
    state.spread[state.attack_spread].aim[state.attack_member] = number
    state.attack_member += 1
    proceed(state, Step.AIM)
