"""Chapter IDE: DCS, helm, thrust control, compensator. An ACS matters in atmosphere alone."""

from spacecombat_env.core.native import native

from ..model import MAX_VELOCITY, Comp, class_of, is_broken, is_installation, is_out, works
from ..model.record_types import Rules, State
from .internals import lost_of

LEFT_SIDE, RIGHT_SIDE = 1, 0  # component.side of a DCS


@native
def dcs_sets(state: State, rules: Rules, k, clockwise):
    """IN-MOV-05, IN-IDE-11 Sets that work for a turn that way (rolled: the other side's).

    Every class has boxes of them on either side, so a whole ship needs no count.
    """
    craft = state.craft[k]
    if craft.inside == 0 and craft.disabled == 0:
        return int(class_of(state, rules, k).dcs)
    return dcs_sets_left(state, rules, k, clockwise)


@native
def dcs_sets_left(state: State, rules: Rules, k, clockwise):
    """IN-IDE-11 The same for a damaged ship.

    The boxes of a side stand for all its sets: the share of them that is left, rounded up.
    """
    craft, klass = state.craft[k], class_of(state, rules, k)
    side = RIGHT_SIDE if bool(clockwise) != bool(craft.rolled) else LEFT_SIDE
    boxes, left = 0, 0
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.kind == Comp.DCS and part.side == side:
            boxes += int(part.boxes)
            if not is_out(craft, component):
                left += int(part.boxes) - lost_of(state, rules, k, component)
    return (int(klass.dcs) * left + boxes - 1) // max(boxes, 1)


@native
def may_turn(state: State, rules: Rules, k, clockwise):
    """IN-IDE-11, 20, IN-OIN-03 Heading and facing; an installation keeps them."""
    if is_installation(state.craft[k]):
        return False
    return may_roll(state, rules, k) and dcs_sets(state, rules, k, clockwise) > 0


@native
def may_roll(state: State, rules: Rules, k):
    """IN-IDE-20."""
    return not is_broken(state, rules, k, Comp.HELM)


@native
def velocity_change(state: State, rules: Rules, k):
    """IN-IDE-21, 33, IN-AMB-45 Greatest change of velocity."""
    if is_broken(state, rules, k, Comp.THRUST_CONTROL):
        return 0
    if works(state, rules, k, Comp.COMPENSATOR):
        return MAX_VELOCITY
    return int(rules.tolerance[int(class_of(state, rules, k).race)])
