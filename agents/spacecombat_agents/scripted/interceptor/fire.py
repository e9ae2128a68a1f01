"""Fire outside one's own move: in the enemy's, in return, and at the end of the phase."""

from spacecombat_agents.scripted.interceptor.action_choice import legal_or
from spacecombat_agents.scripted.interceptor.doctrine import (
    AFAR,
    LEAST_SHOT,
    PERCENT,
    RETURN_SHARE,
)
from spacecombat_agents.scripted.interceptor.enemy_poses import worth_of, write_pose
from spacecombat_agents.scripted.interceptor.geometry import turned_to
from spacecombat_agents.scripted.interceptor.guns import enemy_vulnerability
from spacecombat_agents.scripted.interceptor.hell import hell_boxes, names_hell
from spacecombat_agents.scripted.interceptor.moving import (
    fill_workspace,
    planned_gain,
    worth_of_guns,
)
from spacecombat_agents.scripted.interceptor.rescue.errands import holds_fire
from spacecombat_agents.scripted.interceptor.values import add_shots, clear_columns
from spacecombat_agents.scripted.interceptor.workspace import Count, Guns
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.combat.attitude import facing_struck
from spacecombat_env.rulesets.interceptor.engagement.values import volley_value
from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    DIRECTIONS,
    NONE,
    Decision,
    Family,
    Load,
    Target,
    Verb,
    class_of,
    craft_action,
    enemy_craft_action,
    first_of,
    is_active,
    is_hull,
    is_out_of_control,
    rack_of,
    side_of,
    steps_between,
    weapon_action,
)
from spacecombat_env.rulesets.interceptor.orders.estimates import action_after, good_value

__all__ = ["best_target", "best_worth", "fire_action", "struck_action", "weapons_action"]

IDLE = 0.1
"""Value as a target of a hull that no longer fights."""
HUNDREDTHS = 100.0


@native
def fire_action(state, rules, workspace, mask, doctrine, random_bits):
    """Return the action for a decision about firing."""
    decision, side = int(state.decision), int(state.seat)
    if decision == Decision.OPPORTUNITY:
        return opportunity_action(state, rules, workspace, side, mask, doctrine, random_bits)
    if decision == Decision.LAST_SHOTS or decision == Decision.FIRE_SHIP:
        return ship_action(state, rules, side, mask, doctrine)
    if decision == Decision.FIRE_TARGET:
        return target_action(state, rules, side, mask, doctrine)
    if decision == Decision.RETURN:
        return return_action(state, rules, workspace, side, mask, doctrine, random_bits)
    if decision == Decision.FIRE_WEAPONS:
        return weapons_action(state, rules, side, mask)
    return legal_or(mask, Verb.ALL | 0, Verb.DONE | 0)


@native
def shot_worth(state, rules, k, target, doctrine):
    """Return the boxes that the volley of craft k should do to an enemy now, past shield and
    armour.
    """
    value = int(volley_value(state, rules, k, target)) / HUNDREDTHS
    value += hell_boxes(state, rules, k, target)
    if value == 0.0:
        return 0.0
    facing = int(facing_struck(state, rules, target, k))
    thin = enemy_vulnerability(state, rules, target, facing)
    worth = IDLE
    if is_active(state.craft[target]):
        worth = worth_of(state, rules, side_of(state, k), target, doctrine)
    return value * thin * worth


@native
def best_target(state, rules, k, doctrine):
    """Return the enemy to which craft k does most now, or NONE."""
    found, best = NONE, 0.0
    for target in side_range(state.craft, 1 - side_of(state, k)):
        if is_hull(state.craft[target]):
            worth = shot_worth(state, rules, k, target, doctrine)
            if worth > best:
                found, best = target, worth
    return found


@native
def best_worth(state, rules, k, doctrine):
    """Return the most that craft k can do now."""
    target = best_target(state, rules, k, doctrine)
    return 0.0 if target == NONE else shot_worth(state, rules, k, target, doctrine)


# --- the enemy moves -----------------------------------------------------------------------------


@native
def opportunity_action(state, rules, workspace, side, mask, doctrine, random_bits):
    """Fire with the best shot if its ship will hardly have a better one; else pass."""
    found, best = NONE, LEAST_SHOT
    for k in side_range(state.craft, side):
        if mask[craft_action(state, k)] and not holds_fire(state, rules, workspace, k):
            worth = best_worth(state, rules, k, doctrine)
            if worth > best and takes_shot(
                state, rules, workspace, k, worth, doctrine, random_bits
            ):
                found, best = k, worth
    return Verb.PASS | 0 if found == NONE else craft_action(state, found)


@native
def takes_shot(state, rules, workspace, k, worth, doctrine, random_bits):
    """Return whether a shot now is better than what is to come."""
    if may_plot(state, k):
        return outweighs(state, rules, workspace, k, worth, doctrine, random_bits)
    if not state.last_moment:
        best = best_to_come(state, rules, workspace, k, doctrine)
        return worth >= doctrine.passing_shot / PERCENT * best
    return not enemies_to_move(state, side_of(state, k)) or worth >= good_share(state, rules, k)


@native
def may_plot(state, k):
    """Return whether craft k has still to move, by a plot of its own."""
    craft = state.craft[k]
    moves = state.mover == k and state.begun == 1
    return not craft.acted and not moves and not is_out_of_control(craft)


@native
def outweighs(state, rules, workspace, k, worth, doctrine, random_bits):
    """Return whether a shot now brings more than its plot loses by it.

    The plain doctrine compares it with the best shot of the plot.
    """
    if doctrine.weighed:
        alternative = worth_of_guns(state, rules, workspace, k, doctrine, random_bits)
    else:
        alternative = planned_gain(state, rules, workspace, k, doctrine, random_bits)
    return worth >= doctrine.shot_in_hand / PERCENT * alternative


@native
def good_share(state, rules, k):
    """Return the least worth of a shot while other enemies may still come into range."""
    return RETURN_SHARE * good_value(state, rules, k) / HUNDREDTHS


@native
def enemies_to_move(state, side):
    """Return whether an enemy other than the mover has still to move."""
    for e in side_range(state.craft, 1 - side):
        if is_active(state.craft[e]) and not state.craft[e].acted and state.mover != e:
            return True
    return False


@native
def best_to_come(state, rules, workspace, k, doctrine):
    """Return the best shot of craft k, where it lies, at the mover if that coasts on."""
    fill_workspace(state, rules, workspace, k, doctrine)
    me, mover = state.craft[k], int(state.mover)
    best = 0.0
    for j in range(workspace.counts[Count.ENEMIES]):
        if workspace.enemy[j] != mover:
            continue
        it = state.craft[mover]
        pose = workspace.later[j, 0]
        for hexes in range(int(state.lane) + 1):
            q, r = turned_to(int(it.q), int(it.r), int(it.heading), hexes)
            write_pose(pose, q, r, it.heading, it.facing, it.velocity)
            clear_columns(workspace.shot)
            add_shots(rules, workspace, Guns.READY | 0, int(me.q), int(me.r), j, pose, 1.0)
            best = max(best, workspace.shot[int(me.facing)])
    return best


# --- ships, targets, return fire -----------------------------------------------------------------


@native
def ship_action(state, rules, side, mask, doctrine):
    """Choose the ship that can do most; done where none can do anything."""
    found, best = NONE, LEAST_SHOT
    for k in side_range(state.craft, side):
        if mask[craft_action(state, k)]:
            worth = best_worth(state, rules, k, doctrine)
            if worth > best:
                found, best = k, worth
    return legal_or(mask, Verb.DONE | 0, NONE) if found == NONE else craft_action(state, found)


@native
def target_action(state, rules, side, mask, doctrine):
    """Choose the enemy to which the ship does most; a dormant missile before an asteroid."""
    target = best_target(state, rules, int(state.order[side].craft), doctrine)
    if target != NONE and mask[enemy_craft_action(state, target)]:
        return enemy_craft_action(state, target)
    action = action_after(mask, first_of(state, ACTIONS.missiles))
    return legal_or(mask, action, NONE)


@native
def weapons_action(state, rules, side, mask):
    """Fire all that bear; a ship with hexes to fly launches from afar and saves its guns.

    A HELL is chosen first.
    """
    order = state.order[side]
    hell = names_hell(state, rules, order, mask)
    if hell != NONE:
        return hell
    k, target = int(order.craft), int(order.target)
    if order.target_kind == Target.CRAFT and saves_guns(state, k, target):
        klass = class_of(state, rules, k)
        for w in range(int(klass.weapons)):
            action = weapon_action(state, w)
            if (
                klass.weapon[w].family == Family.RACK
                and mask[action]
                and is_armed(state, rules, k, w)
            ):
                return action
        if int(order.locks) != 0:
            return legal_or(mask, Verb.DONE | 0, Verb.ALL | 0)
    return legal_or(mask, Verb.ALL | 0, Verb.DONE | 0)


@native
def saves_guns(state, k, target):
    """Return whether craft k will come nearer in its own move."""
    craft = state.craft[k]
    to_fly = int(state.lane) if state.mover == k else int(craft.velocity)
    away = steps_between(craft, state.craft[target])
    return not craft.acted and to_fly > 0 and away > AFAR


@native
def is_armed(state, rules, k, w):
    """Return whether a rack holds a missile that is launched at a named target."""
    rack = state.rack[rack_of(state, rules, k, w)]
    for load in (Load.DAP, Load.RIS, Load.SSS):
        if rack.load[load] > 0:
            return True
    return False


@native
def return_action(state, rules, workspace, side, mask, doctrine, random_bits):
    """Return all fire after one's own move; before it, only a shot that is good enough."""
    k = int(state.order[side].craft)
    target = best_target(state, rules, k, doctrine)
    if target == NONE or not mask[enemy_craft_action(state, target)]:
        return Verb.PASS | 0
    if holds_fire(state, rules, workspace, k):
        return Verb.PASS | 0
    worth = shot_worth(state, rules, k, target, doctrine)
    if doctrine.weighed and may_plot(state, k):
        returned = outweighs(state, rules, workspace, k, worth, doctrine, random_bits)
    else:
        returned = bool(state.craft[k].acted) or worth >= good_share(state, rules, k)
    return enemy_craft_action(state, target) if returned else Verb.PASS | 0


@native
def struck_action(state, side, mask):
    """IN-DIR-08 The facing with the most armour, then the best shield."""
    found, best = NONE, -1
    first = first_of(state, ACTIONS.sides)
    k = struck_craft(state, side)
    for facing in range(DIRECTIONS):
        if mask[first + facing] and k != NONE:
            craft = state.craft[k]
            value = 1000 * int(craft.armour[facing]) + int(craft.shield[facing])
            if value > best:
                found, best = facing, value
    return legal_or(mask, first + found if found != NONE else NONE, NONE)


@native
def struck_craft(state, side):
    """Return the craft of a seat whose facing struck is still to be chosen."""
    for nth in range(int(state.exchange.volleys)):
        volley = state.exchange.volley[nth]
        target = int(volley.target)
        ours = target != NONE and target // (len(state.craft) // 2) == side
        if volley.target_kind == Target.CRAFT and not volley.settled and ours:
            return target
    return NONE
