"""Energy Points: what a plant gives, who is fed, what is left to allot (IN-POW-01)."""

from spacecombat_env.core.native import native

from ..constants.categories import Comp
from ..constants.sizes import DIRECTIONS, FLICKER_STEP, NONE, SHIELD_STEPS
from ..record_types import Class, Craft, Rules, State
from ..ships import class_of, has_command, is_active, is_awake, is_broken, is_engineer, is_out

THOUSAND = 1000


@native
def is_fed(state: State, rules: Rules, k, component):
    """IN-POW-01 Whether a component gets the EPs that it needs; False for NONE.

    All of them do where power cannot be switched, and where none need be allotted.
    """
    klass = class_of(state, rules, k)
    if component == NONE or is_broken(state, rules, k, Comp.PLANT):
        return component != NONE and klass.component[component].eps == 0
    if not klass.switches or klass.component[component].eps == 0:
        return True
    return has_share(state.craft[k], component)


@native
def has_share(craft: Craft, component):
    """Return whether EPs are allotted to a component of a ship that can switch power."""
    return (int(craft.fed) >> int(component)) & 1 == 1


@native
def unfed_weapons(state: State, rules: Rules, k):
    """IN-POW-05 Weapon rows without the EPs that they need, as a mask; 0 without switching."""
    klass, unfed = class_of(state, rules, k), 0
    if not klass.switches:
        return 0
    for w in range(int(klass.weapons)):
        if not is_fed(state, rules, k, klass.weapon[w].component):
            unfed |= 1 << w
    return unfed


@native
def may_switch(state: State, rules: Rules, k):
    """IN-AMB-65, 114 Whether power can be switched now: by an engineer who is awake."""
    if not class_of(state, rules, k).switches or not is_active(state.craft[k]):
        return False
    if not has_command(state.craft[k]):  # IN-IDE-01: the last allotment stays
        return False
    if state.craft[k].left_in:  # IN-ABN-12: all systems have stopped
        return False
    return has_engineer(state, rules, k) and not is_broken(state, rules, k, Comp.PLANT)


@native
def has_engineer(state: State, rules: Rules, k):
    """IN-AMB-65 Whether a flight engineer of the crew is awake, whatever he is there for."""
    first = int(state.craft[k].first_crew)
    for place in range(int(class_of(state, rules, k).crew)):
        if is_engineer(state.crew[first + place]) and is_awake(state, first + place):
            return True
    return False


# --- costs ---------------------------------------------------------------------------------------


@native
def rate_eps(rules: Rules, klass: Class, rate):
    """IN-POW-08 EPs of a side at a flicker rate: the whole cost of that rate."""
    thousands = (int(klass.tons) + THOUSAND - 1) // THOUSAND
    return int(rules.shield_eps[int(rate) // FLICKER_STEP]) * thousands


@native
def highest_rate(rules: Rules, klass: Class, eps):
    """IN-POW-08 The highest flicker rate of a side for some EPs; 0 where they do not suffice."""
    best = 0
    for step in range(1, SHIELD_STEPS):
        if rate_eps(rules, klass, step * FLICKER_STEP) <= eps:
            best = step * FLICKER_STEP
    return best


@native
def share_of(state: State, rules: Rules, k, component):
    """Return the EPs that are allotted to a component: a variable shield's by its rate."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    if not has_share(craft, component):
        return 0
    part = klass.component[component]
    if klass.variable and part.kind == Comp.SHIELD:
        return rate_eps(rules, klass, craft.shield[int(part.side)])
    return int(part.eps)


@native
def supply(state: State, rules: Rules, k):
    """IN-CON-56, IN-AMB-46, 113 EPs that can be allotted: the plant's less permanent users'."""
    if is_broken(state, rules, k, Comp.PLANT):
        return 0
    klass = class_of(state, rules, k)
    return max(int(klass.plant) - int(klass.permanent), 0)


@native
def settle_eps(state: State, rules: Rules, k):
    """IN-POW-02 Write craft.eps: nothing carries over, and what is out gets nothing."""
    craft = state.craft[k]
    left = supply(state, rules, k)
    for component in range(int(class_of(state, rules, k).components)):
        if is_out(craft, component):
            craft.fed = int(craft.fed) & ~(1 << component)
        left -= share_of(state, rules, k, component)
    craft.eps = left


# --- feeding -------------------------------------------------------------------------------------


@native
def cut_off(state: State, rules: Rules, k, component):
    """Take its EPs from a component; a shield falls."""
    craft, part = state.craft[k], class_of(state, rules, k).component[component]
    craft.eps = int(craft.eps) + share_of(state, rules, k, component)
    craft.fed = int(craft.fed) & ~(1 << int(component))
    if part.kind == Comp.SHIELD:
        craft.shield[int(part.side)] = 0


@native
def feed(state: State, rules: Rules, k, component):
    """Allot its EPs to a component that has none; a shield comes up, a variable one at 10."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    part = klass.component[component]
    craft.fed = int(craft.fed) | (1 << int(component))
    if part.kind == Comp.SHIELD:
        side = int(part.side)
        craft.shield[side] = FLICKER_STEP if klass.variable else int(klass.shield[side])
    craft.eps = int(craft.eps) - share_of(state, rules, k, component)


@native
def set_rate(state: State, rules: Rules, k, side, rate):
    """IN-POW-08 A variable shield that is fed takes another flicker rate."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    before = rate_eps(rules, klass, craft.shield[side])
    craft.shield[side] = rate
    craft.eps = int(craft.eps) + before - rate_eps(rules, klass, rate)


@native
def highest_of(state: State, rules: Rules, k, side):
    """IN-POW-08 The highest rate that a side could have with what is left; 0 without a shield."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    component = int(klass.shield_part[side])
    if not klass.variable or component == NONE or not has_share(craft, component):
        return 0
    own = rate_eps(rules, klass, craft.shield[side])
    return highest_rate(rules, klass, int(craft.eps) + own)


@native
def shields_wanted(state: State, rules: Rules, k):
    """IN-POW-07, IN-AMB-66 EPs that all shields of a ship need at least: those that still work."""
    klass, needed = class_of(state, rules, k), 0
    for side in range(DIRECTIONS):
        component = int(klass.shield_part[side])
        if component != NONE and not is_out(state.craft[k], component):
            needed += int(klass.component[component].eps)
    return needed


@native
def are_shields_up(state: State, rules: Rules, k):
    """Return whether EPs are allotted to any shield."""
    klass = class_of(state, rules, k)
    for side in range(DIRECTIONS):
        component = int(klass.shield_part[side])
        if component != NONE and has_share(state.craft[k], component):
            return True
    return False


@native
def raise_shields(state: State, rules: Rules, k):
    """IN-POW-07, IN-AMB-66 Feed all shields that work: variable ones at 10."""
    klass = class_of(state, rules, k)
    for side in range(DIRECTIONS):
        component = int(klass.shield_part[side])
        if component != NONE and not is_out(state.craft[k], component):
            feed(state, rules, k, component)


@native
def drop_shields(state: State, rules: Rules, k):
    """IN-POW-07, IN-AMB-66 Take their EPs from all shields."""
    klass = class_of(state, rules, k)
    for side in range(DIRECTIONS):
        component = int(klass.shield_part[side])
        if component != NONE and has_share(state.craft[k], component):
            cut_off(state, rules, k, component)
