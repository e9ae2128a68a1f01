"""Chapter IDE: racks, weapons, generators, ECM."""

from spacecombat_env.core.native import native

from ..model import (
    NONE,
    Comp,
    Load,
    Status,
    class_of,
    empty_rack,
    has_pod,
    is_broken,
    rack_of,
    works,
)
from ..model.record_types import Rules, State
from .turrets import lose_structure


@native
def lose_weaponry(state: State, rules: Rules, k, component):
    """IN-IDE-22..28 Loads lost, craft.out, craft.shield, craft.ecm."""
    craft, part = state.craft[k], class_of(state, rules, k).component[component]
    if part.weapon != NONE:  # IN-IDE-22, 23, 25
        craft.out = int(craft.out) | (1 << int(part.weapon))
        if part.kind == Comp.HARDPOINT:
            lose_load(state, rules, k, int(part.weapon))
    elif part.kind == Comp.SHIELD:  # IN-IDE-26
        craft.shield[int(part.side)] = 0
    elif part.kind == Comp.ECM:
        settle_ecm(state, rules, k)
    elif part.kind == Comp.TURRET:
        lose_structure(state, rules, k, int(part.turret))


@native
def lose_load(state: State, rules: Rules, k, w):
    """IN-IDE-22 The load of a hardpoint is lost without further harm."""
    empty_rack(state.rack[rack_of(state, rules, k, w)])
    settle_ecm(state, rules, k)


@native
def settle_ecm(state: State, rules: Rules, k):
    """IN-IDE-27, 30, IN-DES-08 craft.ecm: an ECM component that works and is fed, or an ECM pod.

    It is none on a hull that is shut down.
    """
    craft, klass = state.craft[k], class_of(state, rules, k)
    craft.ecm = False
    if craft.status >= Status.ABANDONED or craft.left_in:
        return
    fed = not is_broken(state, rules, k, Comp.PLANT)
    pod = has_pod(state, k, craft.first_rack, klass.racks, Load.ECM_POD)
    craft.ecm = pod or (fed and works(state, rules, k, Comp.ECM))
