"""Chapter XMV: task forces whose movement crosses a line of sight."""

from spacecombat_env.core.model.hexgrid import segments_meet
from spacecombat_env.core.native import native

from ..model import NONE, ForceStatus, Surface, force_slots, is_blind, is_hidden_force
from ..model.record_types import Force, Order, Rules, State


@native
def move_line(force: Force):
    """BR-XMV-01 From the counter to the marker on the map: PEM before its move, PPM after it."""
    sign = -1 if force.moved else 1
    q, r = int(force.q), int(force.r)
    return (q, r), (q + sign * int(force.vq), r + sign * int(force.vr))


@native
def is_crossing(force: Force, start, end):
    """BR-XMV-01, BR-AMB-73 Whether a moving task force, dummies too, crosses a line of sight."""
    if force.status != ForceStatus.ON_MAP or (force.vq == 0 and force.vr == 0):
        return False
    if force.surface >= Surface.LANDED:
        return False
    first, last = move_line(force)
    return segments_meet(start, end, first, last)


@native
def crossing_modifier(state: State, rules: Rules, own, target, spread):
    """BR-XMV-01, 02, 03, BR-AMB-73 +1 for each third task force that crosses the line of sight.

    The line runs from task force `own` to task force `target`, or to `spread` where that is not
    NONE. Within one hex there is no line.
    """
    if not rules.option.crossing_movement:
        return 0
    start = (int(state.tf[own].q), int(state.tf[own].r))
    return line_crossings(state, start, own, (target, spread), NONE)


@native
def line_crossings(state: State, start, own, aim, seer):
    """BR-XMV-01, BR-REF-01 The same for a line from a hex; `own` is NONE for a missile's sensor.

    It ends at `aim`, a task force or a spread. With a side for `seer`, forces that this side does
    not see are left out.
    """
    target, spread = aim
    end = line_end(state, target, spread)
    if start == end:
        return 0
    count = 0
    for k in range(len(state.tf)):
        if k != own and k != target and is_crossing(state.tf[k], start, end):
            count += 0 if seer != NONE and is_hidden_force(state, k, seer) else 1
    return count


@native
def line_end(state: State, target, spread):
    """The hex of a spread, or of a task force if the spread is NONE."""
    if spread != NONE:
        return (int(state.spread[spread].q), int(state.spread[spread].r))
    return (int(state.tf[target].q), int(state.tf[target].r))


@native
def fire_crossing(state: State, rules: Rules, index, order: Order, known):
    """BR-XMV-01, BR-REF-01 Modifier of crossing movement on a ship's fire at an order's target.

    `known` leaves out task forces that the side of the ship does not see.
    """
    if not rules.option.crossing_movement:
        return 0
    own, spread, target = int(state.craft[index].tf), int(order.target_spread), NONE
    if spread == NONE:
        target = int(state.craft[order.target_craft].tf)
    start = (int(state.tf[own].q), int(state.tf[own].r))
    seer = own // force_slots(state) if known and is_blind(state) else NONE
    return line_crossings(state, start, own, (target, spread), seer)
