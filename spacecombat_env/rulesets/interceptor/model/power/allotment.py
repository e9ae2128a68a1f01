"""Allotting Energy Points: to engines, to weapons, to a whole ship by the standing order."""

from spacecombat_env.core.native import native

from ..constants.categories import Comp
from ..constants.planets import Mode
from ..constants.sizes import BANDS, DIRECTIONS, FLICKER_STEP, MAX_FLICKER, NONE
from ..record_types import Class, Craft, Rules, State
from ..ships import class_of, is_out
from .linked import mates
from .supply import (
    cut_off,
    drop_shields,
    feed,
    has_share,
    highest_of,
    raise_shields,
    set_rate,
    shields_wanted,
    supply,
)

STRONG = 60
"""Flicker rate that the standing order gives the side toward the enemy."""
FROM_THERE = (0, 1, 5, 2, 4, 3)
"""Sides, clockwise from the side toward the enemy, in the order in which they are raised."""

# --- engines -------------------------------------------------------------------------------------


@native
def smallest_linked(state: State, klass: Class, craft: Craft, idle):
    """IN-AMB-87 The smallest engine beyond the first that still gives thrust; NONE."""
    found = NONE
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.kind != Comp.ENGINE or part.number == 1:
            continue
        if is_out(craft, component) or (idle >> component) & 1:
            continue
        if found == NONE or part.rating < klass.component[found].rating:
            found = component
    return found


@native
def working_engines(state: State, rules: Rules, k):
    """IN-IDE-37, 43, IN-AMB-87 Engines that are whole and linked, as bits of components."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    idle, working = 0, 0
    for component in range(int(klass.components)):
        if klass.component[component].kind == Comp.LINKAGE and is_out(craft, component):
            engine = smallest_linked(state, klass, craft, idle)
            if engine != NONE:
                idle |= 1 << engine
    for component in range(int(klass.components)):
        if klass.component[component].kind == Comp.ENGINE and not is_out(craft, component):
            working |= 1 << component
    return working & ~idle


@native
def strongest(state: State, rules: Rules, k, engines):
    """Return the strongest engine of some, the first of equals; NONE where there is none."""
    klass, found = class_of(state, rules, k), NONE
    for component in range(int(klass.components)):
        if not (engines >> component) & 1:
            continue
        if found == NONE or klass.component[component].rating > klass.component[found].rating:
            found = component
    return found


@native
def most_engines(state: State, rules: Rules, k):
    """IN-POW-03 How many engines could be fed, the strongest first, with what is left."""
    klass, engines = class_of(state, rules, k), working_engines(state, rules, k)
    left, count = int(state.craft[k].eps) + engine_eps(state, rules, k), 0
    engine = strongest(state, rules, k, engines)
    while engine != NONE and left >= klass.component[engine].eps:
        left -= int(klass.component[engine].eps)
        engines &= ~(1 << engine)
        count += 1
        engine = strongest(state, rules, k, engines)
    return count


@native
def engine_eps(state: State, rules: Rules, k):
    """Return the EPs that are allotted to engines."""
    klass, total = class_of(state, rules, k), 0
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.kind == Comp.ENGINE and has_share(state.craft[k], component):
            total += int(part.eps)
    return total


@native
def feed_engines(state: State, rules: Rules, k, count):
    """IN-POW-03 Feed this many engines, the strongest first, and no other."""
    klass, engines = class_of(state, rules, k), working_engines(state, rules, k)
    for component in range(int(klass.components)):
        is_engine = klass.component[component].kind == Comp.ENGINE
        if is_engine and has_share(state.craft[k], component):
            cut_off(state, rules, k, component)
    for _ in range(int(count)):
        engine = strongest(state, rules, k, engines)
        if engine != NONE:
            engines &= ~(1 << engine)
            feed(state, rules, k, engine)


# --- weapons -------------------------------------------------------------------------------------


@native
def array_of(state: State, rules: Rules, k, w):
    """IN-POW-06 Weapon rows that are fed together with row w: its TOT array, as far as it works.

    0 where it needs no EPs, or is lost.
    """
    klass, rows = class_of(state, rules, k), 0
    linked = mates(state, rules, k, w)
    for row in range(int(klass.weapons)):
        if (linked >> row) & 1 and needs_eps(state, klass, k, row):
            rows |= 1 << row
    return rows if (rows >> int(w)) & 1 else 0


@native
def needs_eps(state: State, klass: Class, k, w):
    """IN-POW-05 Whether weapon row w could use EPs."""
    component = int(klass.weapon[w].component)
    if component == NONE or klass.component[component].eps == 0:
        return False
    return not is_out(state.craft[k], component) and not (int(state.craft[k].out) >> int(w)) & 1


@native
def array_eps(state: State, rules: Rules, k, rows):
    """Return the EPs that some weapon rows need and do not have."""
    klass, needed = class_of(state, rules, k), 0
    for w in range(int(klass.weapons)):
        component = int(klass.weapon[w].component)
        if (rows >> w) & 1 and not has_share(state.craft[k], component):
            needed += int(klass.component[component].eps)
    return needed


@native
def switch_array(state: State, rules: Rules, k, rows, fed):
    """IN-POW-05, 06 Feed some weapon rows, or cut them off."""
    klass = class_of(state, rules, k)
    for w in range(int(klass.weapons)):
        component = int(klass.weapon[w].component)
        if not (rows >> w) & 1 or has_share(state.craft[k], component) == fed:
            continue
        if fed:
            feed(state, rules, k, component)
        else:
            cut_off(state, rules, k, component)


@native
def damage_of(state: State, rules: Rules, k, rows):
    """Return the points of some weapon rows, summed over the bands of range."""
    klass, points = class_of(state, rules, k), 0
    for w in range(int(klass.weapons)):
        if (rows >> w) & 1:
            gun = rules.weapon[int(klass.weapon[w].table)]
            for band in range(BANDS):
                points += int(gun.damage[band]) + int(gun.second[band])
    return points


@native
def best_array(state: State, rules: Rules, k):
    """Return the weapons with the most damage an EP of those that can still be fed; 0 for none."""
    klass, best, points, eps = class_of(state, rules, k), 0, -1, 1
    for w in range(int(klass.weapons)):
        rows = array_of(state, rules, k, w)
        needed = array_eps(state, rules, k, rows)
        if needed == 0 or needed > state.craft[k].eps:
            continue
        damage = damage_of(state, rules, k, rows)
        if damage * eps > points * needed:
            best, points, eps = rows, damage, needed
    return best


# --- a whole ship --------------------------------------------------------------------------------


@native
def starve(state: State, rules: Rules, k):
    """Cut off all that gets EPs."""
    craft = state.craft[k]
    drop_shields(state, rules, k)
    craft.fed = 0
    craft.eps = supply(state, rules, k)


@native
def allot(state: State, rules: Rules, k, side):
    """IN-POW-01 The standing allotment of a ship, with `side` toward the enemy.

    First engines and the least of all shields, lifters in use, a drive on its way into T-space.
    Then the side toward the enemy, weapons by damage an EP, all shields alike, and the rest.
    """
    starve(state, rules, k)
    feed_engines(state, rules, k, most_engines(state, rules, k))
    if shields_wanted(state, rules, k) <= state.craft[k].eps:
        raise_shields(state, rules, k)
    if state.craft[k].mode == Mode.ANTIGRAV:
        feed_if_left(state, rules, k, Comp.ANTIGRAV | 0)
    if state.craft[k].run:
        feed_if_left(state, rules, k, Comp.FTL_DRIVE | 0)
    strengthen(state, rules, k, side)
    rows = best_array(state, rules, k)
    while rows != 0:
        switch_array(state, rules, k, rows, True)
        rows = best_array(state, rules, k)
    raise_evenly(state, rules, k, side)
    feed_if_left(state, rules, k, Comp.ANTIGRAV | 0)
    feed_if_left(state, rules, k, Comp.FTL_DRIVE | 0)


@native
def strengthen(state: State, rules: Rules, k, side):
    """IN-POW-08 Give a side the flicker rate 60, or what can be had."""
    rate = min(highest_of(state, rules, k, side), STRONG)
    if rate > state.craft[k].shield[side]:
        set_rate(state, rules, k, side, rate)


@native
def raise_evenly(state: State, rules: Rules, k, first):
    """IN-POW-08 Raise all sides step by step, as far as EPs go; side `first` before others."""
    for rate in range(FLICKER_STEP, MAX_FLICKER + 1, FLICKER_STEP):
        for turn in FROM_THERE:
            side = (int(first) + turn) % DIRECTIONS
            if state.craft[k].shield[side] < rate <= highest_of(state, rules, k, side):
                set_rate(state, rules, k, side, rate)


@native
def can_feed(state: State, rules: Rules, k, component):
    """Return whether a component works, gets no EPs, and could get them."""
    if component == NONE or is_out(state.craft[k], component):
        return False
    needed = int(class_of(state, rules, k).component[component].eps)
    return not has_share(state.craft[k], component) and 0 < needed <= state.craft[k].eps


@native
def feed_if_left(state: State, rules: Rules, k, kind):
    """IN-POW-09, 10 Feed the first component of a kind, if it works and EPs are left."""
    component = int(class_of(state, rules, k).system[kind])
    if can_feed(state, rules, k, component):
        feed(state, rules, k, component)


@native
def lay_power(state: State, rules: Rules, k):
    """IN-POW-01 Feed a whole ship: the standing allotment where power can be switched."""
    craft = state.craft[k]
    klass = class_of(state, rules, k)
    craft.fed = 0
    craft.eps = 0
    if not klass.switches:
        return
    for side in range(DIRECTIONS):
        if klass.shield_part[side] != NONE:  # down until it is fed
            craft.shield[side] = 0
    allot(state, rules, k, 0)
