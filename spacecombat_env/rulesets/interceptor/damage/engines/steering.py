"""Chapter IDE: DCS, ACS (on wings in the atmosphere), helm, thrust control, compensator."""

from spacecombat_env.core.native import native

from ...model import (
    MAX_VELOCITY,
    Comp,
    Mode,
    class_of,
    is_broken,
    is_in_air,
    is_installation,
    is_out,
    works,
)
from ...model.record_types import Craft, Rules, State
from ..internals import lost_of

LEFT_SIDE, RIGHT_SIDE = 1, 0  # component.side of a DCS or an ACS


@native
def thruster_side(craft: Craft, clockwise):
    """IN-MOV-10, IN-IDE-11, 12 The side whose steering turns a ship that way."""
    return RIGHT_SIDE if bool(clockwise) != bool(craft.rolled) else LEFT_SIDE


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
    side = thruster_side(craft, clockwise)
    boxes, left = 0, 0
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.kind == Comp.DCS and part.side == side:
            boxes += int(part.boxes)
            if not is_out(craft, component):
                left += int(part.boxes) - lost_of(state, rules, k, component)
    return (int(klass.dcs) * left + boxes - 1) // max(boxes, 1)


@native
def has_acs(state: State, rules: Rules, k, clockwise):
    """IN-IDE-12 Whether the Atmospheric Control System that turns it that way works."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    side = thruster_side(craft, clockwise)
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.kind == Comp.ACS and part.side == side and not is_out(craft, component):
            return True
    return False


@native
def is_helpless(state: State, rules: Rules, k, clockwise, winged):
    """IN-IDE-11, 12 Whether nothing turns it that way: its ACS where it is on wings, else DCS."""
    if winged:
        return not has_acs(state, rules, k, clockwise)
    return dcs_sets(state, rules, k, clockwise) == 0


@native
def may_turn(state: State, rules: Rules, k, clockwise):
    """IN-IDE-11, 12, 20, IN-OIN-03 Heading and facing; an installation keeps them."""
    craft = state.craft[k]
    if is_installation(craft):
        return False
    winged = is_in_air(state, rules, craft) and craft.mode == Mode.STREAMLINED
    return may_roll(state, rules, k) and not is_helpless(state, rules, k, clockwise, winged)


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
