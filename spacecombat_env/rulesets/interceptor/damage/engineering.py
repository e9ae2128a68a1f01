"""Chapter IDE: plant, engines, linkages."""

from spacecombat_env.core.native import native

from ..model import DIRECTIONS, NONE, Air, Comp, Status, class_of, is_broken, is_out
from ..model.record_types import Class, Craft, Rules, State
from .weaponry import settle_ecm

QUARTERS = 4  # of a plant's boxes (IN-PSH-03)


@native
def lose_engineering(state: State, rules: Rules, k, component):
    """IN-IDE-30..32, 37, 43, IN-AMB-87."""
    if class_of(state, rules, k).component[component].kind == Comp.PLANT:
        lose_power(state, rules, k)
    settle_thrust(state, rules, k)


@native
def lose_power(state: State, rules: Rules, k):
    """IN-IDE-30, IN-AMB-46 No Energy Points: shields fall; guns that need any, and own ECM, are
    out.
    """
    craft, klass = state.craft[k], class_of(state, rules, k)
    for side in range(DIRECTIONS):
        craft.shield[side] = 0
    for w in range(int(klass.weapons)):
        if rules.weapon[int(klass.weapon[w].table)].eps > 0:
            craft.out = int(craft.out) | (1 << w)
    settle_ecm(state, rules, k)


@native
def lose_lift(state: State, rules: Rules, k, component):
    """IN-IDE-31 Lifters gone: it hovers no more. A drive is tested where it is used."""
    if class_of(state, rules, k).component[component].kind == Comp.ANTIGRAV:
        state.craft[k].air = int(state.craft[k].air) & ~Air.HOVERS


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
def power_left(state: State, rules: Rules, k):
    """IN-POW-04, IN-IDE-37, 43, IN-AMB-87 Rating of the engines that work and are linked."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    idle = 0
    for component in range(int(klass.components)):
        if klass.component[component].kind == Comp.LINKAGE and is_out(craft, component):
            engine = smallest_linked(state, klass, craft, idle)
            if engine != NONE:
                idle |= 1 << engine
    power = 0
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.kind != Comp.ENGINE or is_out(craft, component):
            continue
        if not (idle >> component) & 1:
            power += int(part.rating)
    return power


@native
def settle_thrust(state: State, rules: Rules, k):
    """IN-POW-04, IN-IDE-37, IN-AMB-16 Write craft.thrust: engines that work, plant, quarters.

    Each quarter lost by pushing costs a quarter of the printed thrust; the rest is rounded up. It
    is 0 without power or crew.
    """
    craft, klass = state.craft[k], class_of(state, rules, k)
    craft.thrust = 0
    if is_broken(state, rules, k, Comp.PLANT) or craft.status >= Status.ABANDONED:
        return
    total = QUARTERS * int(klass.power)
    share = QUARTERS * power_left(state, rules, k) - int(craft.plant_lost) * int(klass.power)
    craft.thrust = max((int(klass.thrust) * share + total - 1) // total, 0)
