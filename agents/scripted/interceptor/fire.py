"""Fire out of one's own move: in the enemy's, in return, and at the end of the phase."""

from spacecombat_agents.scripted.interceptor.desk import Guns, Tally
from spacecombat_agents.scripted.interceptor.doctrine import (
    AFAR,
    LEAST_SHOT,
    PERCENT,
    RETURN_SHARE,
)
from spacecombat_agents.scripted.interceptor.foes import put, worth_of
from spacecombat_agents.scripted.interceptor.geometry import turned_to
from spacecombat_agents.scripted.interceptor.guns import enemy_thinness
from spacecombat_agents.scripted.interceptor.moving import (
    lay_out,
    planned_gain,
    worth_of_guns,
)
from spacecombat_agents.scripted.interceptor.values import add_shots, clear
from spacecombat_agents.scripted.interceptor.words import legal_or
from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.interceptor.combat.attitude import facing_struck
from spacecombat_env.rulesets.interceptor.engagement.values import volley_value
from spacecombat_env.rulesets.interceptor.orders.estimates import good_value, word_after
from spacecombat_env.rulesets.interceptor.pieces.action_space import WORDS
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Family, Load, Target
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import DIRECTIONS, NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Verb
from spacecombat_env.rulesets.interceptor.pieces.places import steps_between
from spacecombat_env.rulesets.interceptor.pieces.ships import (
    class_of,
    is_active,
    is_hull,
    is_out_of_control,
    rack_of,
    side_of,
)
from spacecombat_env.rulesets.interceptor.pieces.words import (
    craft_word,
    enemy_craft_word,
    first_of,
    weapon_word,
)

IDLE = 0.1
"""What a hull that fights no more is worth as a target."""
HUNDREDTHS = 100.0


@jit
def fire_word(state, rules, desk, mask, doctrine, luck):
    """The answer to a question of firing."""
    question, side = int(state.ask), int(state.seat)
    if question == Ask.OPPORTUNITY:
        return opportunity_word(state, rules, desk, side, mask, doctrine, luck)
    if question == Ask.LAST_SHOTS or question == Ask.FIRE_SHIP:
        return ship_word(state, rules, side, mask, doctrine)
    if question == Ask.FIRE_TARGET:
        return target_word(state, rules, side, mask, doctrine)
    if question == Ask.RETURN:
        return return_word(state, rules, desk, side, mask, doctrine, luck)
    if question == Ask.FIRE_WEAPONS:
        return weapons_word(state, rules, side, mask)
    return legal_or(mask, Verb.ALL | 0, Verb.DONE | 0)


@jit
def shot_worth(state, rules, k, target, doctrine):
    """Boxes that the volley of craft k should bring on an enemy now: shield and armour minded."""
    value = int(volley_value(state, rules, k, target))
    if value == 0:
        return 0.0
    facing = int(facing_struck(state, rules, target, k))
    thin = enemy_thinness(state, rules, target, facing)
    worth = IDLE
    if is_active(state.craft[target]):
        worth = worth_of(state, rules, side_of(state, k), target, doctrine)
    return value / HUNDREDTHS * thin * worth


@jit
def best_target(state, rules, k, doctrine):
    """The enemy at which craft k does most now, or NONE."""
    found, best = NONE, 0.0
    for target in half(state.craft, 1 - side_of(state, k)):
        if is_hull(state.craft[target]):
            worth = shot_worth(state, rules, k, target, doctrine)
            if worth > best:
                found, best = target, worth
    return found


@jit
def best_worth(state, rules, k, doctrine):
    """What craft k can do now at most."""
    target = best_target(state, rules, k, doctrine)
    return 0.0 if target == NONE else shot_worth(state, rules, k, target, doctrine)


# --- the enemy moves -----------------------------------------------------------------------------


@jit
def opportunity_word(state, rules, desk, side, mask, doctrine, luck):
    """The ship with the best shot fires, if it will hardly have a better one; else pass."""
    found, best = NONE, LEAST_SHOT
    for k in half(state.craft, side):
        if mask[craft_word(state, k)]:
            worth = best_worth(state, rules, k, doctrine)
            if worth > best and takes_shot(state, rules, desk, k, worth, doctrine, luck):
                found, best = k, worth
    return Verb.PASS | 0 if found == NONE else craft_word(state, found)


@jit
def takes_shot(state, rules, desk, k, worth, doctrine, luck):
    """Whether a shot in the hand is better than what is to come."""
    if may_plot(state, k):
        return outweighs(state, rules, desk, k, worth, doctrine, luck)
    if not state.last_moment:
        best = best_to_come(state, rules, desk, k, doctrine)
        return worth >= doctrine.passing_shot / PERCENT * best
    return not enemies_to_move(state, side_of(state, k)) or worth >= good_share(state, rules, k)


@jit
def may_plot(state, k):
    """Whether craft k has still to move, by a plot of its own."""
    craft = state.craft[k]
    moves = state.mover == k and state.begun == 1
    return not craft.acted and not moves and not is_out_of_control(craft)


@jit
def outweighs(state, rules, desk, k, worth, doctrine, luck):
    """Whether a shot now brings more than its own plot loses by it; plain: than its best shot."""
    if doctrine.weighed:
        held_for = worth_of_guns(state, rules, desk, k, doctrine, luck)
    else:
        held_for = planned_gain(state, rules, desk, k, doctrine, luck)
    return worth >= doctrine.shot_in_hand / PERCENT * held_for


@jit
def good_share(state, rules, k):
    """What a shot must be worth while others are still to come into the sights."""
    return RETURN_SHARE * good_value(state, rules, k) / HUNDREDTHS


@jit
def enemies_to_move(state, side):
    """Whether an enemy other than the mover has still to move."""
    for e in half(state.craft, 1 - side):
        if is_active(state.craft[e]) and not state.craft[e].acted and state.mover != e:
            return True
    return False


@jit
def best_to_come(state, rules, desk, k, doctrine):
    """The best shot of craft k, where it lies, at the mover if that coasts on."""
    lay_out(state, rules, desk, k, doctrine)
    me, mover = state.craft[k], int(state.mover)
    best = 0.0
    for j in range(desk.tally[Tally.FOES]):
        if desk.foe[j] != mover:
            continue
        it = state.craft[mover]
        pose = desk.later[j, 0]
        for hexes in range(int(state.lane) + 1):
            q, r = turned_to(int(it.q), int(it.r), int(it.heading), hexes)
            put(pose, q, r, it.heading, it.facing, it.velocity)
            clear(desk.shot)
            add_shots(rules, desk, Guns.READY | 0, int(me.q), int(me.r), j, pose, 1.0)
            best = max(best, desk.shot[int(me.facing)])
    return best


# --- who, at whom, in return ---------------------------------------------------------------------


@jit
def ship_word(state, rules, side, mask, doctrine):
    """The ship that can do most; done where none can do anything."""
    found, best = NONE, LEAST_SHOT
    for k in half(state.craft, side):
        if mask[craft_word(state, k)]:
            worth = best_worth(state, rules, k, doctrine)
            if worth > best:
                found, best = k, worth
    return legal_or(mask, Verb.DONE | 0, NONE) if found == NONE else craft_word(state, found)


@jit
def target_word(state, rules, side, mask, doctrine):
    """The enemy at which the ship does most; a dormant missile before an asteroid."""
    target = best_target(state, rules, int(state.order[side].craft), doctrine)
    if target != NONE and mask[enemy_craft_word(state, target)]:
        return enemy_craft_word(state, target)
    word = word_after(mask, first_of(state, WORDS.missiles))
    return legal_or(mask, word, NONE)


@jit
def weapons_word(state, rules, side, mask):
    """All that bear; but who has hexes to fly yet launches from afar and saves its guns."""
    order = state.order[side]
    k, target = int(order.craft), int(order.target)
    if order.target_kind == Target.CRAFT and saves_guns(state, k, target):
        klass = class_of(state, rules, k)
        for w in range(int(klass.weapons)):
            word = weapon_word(state, w)
            if (
                klass.weapon[w].family == Family.RACK
                and mask[word]
                and is_armed(state, rules, k, w)
            ):
                return word
        if int(order.locks) != 0:
            return legal_or(mask, Verb.DONE | 0, Verb.ALL | 0)
    return legal_or(mask, Verb.ALL | 0, Verb.DONE | 0)


@jit
def saves_guns(state, k, target):
    """Whether craft k will come nearer in its own move than it is."""
    craft = state.craft[k]
    to_fly = int(state.lane) if state.mover == k else int(craft.velocity)
    away = steps_between(craft, state.craft[target])
    return not craft.acted and to_fly > 0 and away > AFAR


@jit
def is_armed(state, rules, k, w):
    """Whether a rack holds a missile that is launched at a target that is named."""
    rack = state.rack[rack_of(state, rules, k, w)]
    for load in (Load.DAP, Load.RIS, Load.SSS):
        if rack.load[load] > 0:
            return True
    return False


@jit
def return_word(state, rules, desk, side, mask, doctrine, luck):
    """Who has moved returns all fire; who has not, a shot that is good enough."""
    k = int(state.order[side].craft)
    target = best_target(state, rules, k, doctrine)
    if target == NONE or not mask[enemy_craft_word(state, target)]:
        return Verb.PASS | 0
    worth = shot_worth(state, rules, k, target, doctrine)
    if doctrine.weighed and may_plot(state, k):
        returned = outweighs(state, rules, desk, k, worth, doctrine, luck)
    else:
        returned = bool(state.craft[k].acted) or worth >= good_share(state, rules, k)
    return enemy_craft_word(state, target) if returned else Verb.PASS | 0


@jit
def struck_word(state, side, mask):
    """IN-DIR-08 The facing with the most armour, then the best shield."""
    found, best = NONE, -1
    first = first_of(state, WORDS.sides)
    k = struck_craft(state, side)
    for facing in range(DIRECTIONS):
        if mask[first + facing] and k != NONE:
            craft = state.craft[k]
            value = 1000 * int(craft.armour[facing]) + int(craft.shield[facing])
            if value > best:
                found, best = facing, value
    return legal_or(mask, first + found if found != NONE else NONE, NONE)


@jit
def struck_craft(state, side):
    """Craft of a seat whose facing struck is still to be named."""
    for nth in range(int(state.exchange.volleys)):
        volley = state.exchange.volley[nth]
        target = int(volley.target)
        ours = target != NONE and target // (len(state.craft) // 2) == side
        if volley.target_kind == Target.CRAFT and not volley.settled and ours:
            return target
    return NONE
