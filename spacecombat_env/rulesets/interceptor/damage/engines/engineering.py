"""Chapter IDE: plant, engines, linkages."""

from spacecombat_env.core.native import native

from ...model import (
    DIRECTIONS,
    Air,
    Comp,
    Status,
    class_of,
    is_broken,
    is_fed,
    is_installation,
    is_tug,
    working_engines,
)
from ...model.record_types import Rules, State
from ..weaponry import settle_ecm
from .mass import thrust_at_mass, thrust_in_tow

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
    craft.fed = 0
    craft.eps = 0
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
def power_left(state: State, rules: Rules, k):
    """IN-POW-03, 04, IN-IDE-37, 43, IN-AMB-87 Rating of engines that work, are linked and fed."""
    engines, fed = working_engines(state, rules, k), 0
    for component in range(int(class_of(state, rules, k).components)):
        if (engines >> component) & 1 and is_fed(state, rules, k, component):
            fed |= 1 << component
    return power_of(state, rules, k, fed)


@native
def power_of(state: State, rules: Rules, k, engines):
    """IN-POW-04 Rating of some engines of craft k, a mask of components."""
    klass, power = class_of(state, rules, k), 0
    for component in range(int(klass.components)):
        if (engines >> component) & 1:
            power += int(klass.component[component].rating)
    return power


@native
def thrust_by_power(printed, whole, power, quarters):
    """IN-POW-04, IN-IDE-37, IN-AMB-16 Thrust of what is left of an engine power, rounded up.

    Each quarter of the plant that pushing has lost costs a quarter of the printed thrust.
    """
    total = QUARTERS * int(whole)
    share = QUARTERS * int(power) - int(quarters) * int(whole)
    return max((int(printed) * share + total - 1) // total, 0)


@native
def settle_thrust(state: State, rules: Rules, k):
    """IN-POW-04, IN-IDE-37, IN-CON-27, IN-AMB-16 Write craft.thrust.

    Engines that are fed and work give it. Each quarter lost by pushing costs a quarter of the
    printed thrust; the rest is rounded up. It is 0 without power or crew. With variable mass the
    present tonnage counts (IN-MAS-01), and in tow that of both ships.
    """
    craft, klass = state.craft[k], class_of(state, rules, k)
    craft.thrust = 0
    shut = craft.status >= Status.ABANDONED or craft.left_in
    if shut or is_broken(state, rules, k, Comp.PLANT):
        return
    if is_installation(craft):
        return
    power = power_left(state, rules, k)
    share = QUARTERS * power - int(craft.plant_lost) * int(klass.power)
    if is_tug(craft):
        craft.thrust = thrust_in_tow(state, rules, k, max(share, 0) // QUARTERS)
    elif rules.option.variable_mass:
        craft.thrust = thrust_at_mass(state, rules, k, max(share, 0) // QUARTERS)
    else:
        craft.thrust = thrust_by_power(klass.thrust, klass.power, power, craft.plant_lost)


@native
def has_thrust(state: State, rules: Rules, k):
    """IN-SCN-06 Whether a ship has thrust left; engines count that could be fed and are not."""
    if state.craft[k].thrust > 0 or not class_of(state, rules, k).switches:
        return state.craft[k].thrust > 0
    works = not is_broken(state, rules, k, Comp.PLANT) and state.craft[k].plant_lost < QUARTERS
    return works and working_engines(state, rules, k) != 0
