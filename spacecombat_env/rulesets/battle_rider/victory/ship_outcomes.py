"""Chapters MIR and MIB: outcomes of the ships of a side, and their points.

Comparisons of sides use the points of the missions; losses use the printed points of the ships.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import CraftStatus, Errand, ShipOutcome, Side, is_crippled, mission_points
from ..model.record_types import Craft, Rules, State
from ..ships.abilities import is_on_map
from .ending import is_operational
from .mission_deeds import LARGE

# --- outcomes of ships ---------------------------------------------------------------------------


@native
def is_gone_for_good(craft: Craft):
    """BR-AMB-57 Destroyed, captured, or off the map without an escape."""
    status = craft.status
    lost = status == CraftStatus.DESTROYED or status == CraftStatus.LOST
    return lost or status == CraftStatus.CAPTURED


@native
def in_play(craft: Craft):
    """Whether a ship has neither left nor been lost."""
    return craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD


@native
def has_outcome(state: State, rules: Rules, index, outcome):
    """BR-AMB-55, 57 Whether a ship of a fleet counts under a heading."""
    craft = state.craft[index]
    escaped = craft.status == CraftStatus.ESCAPED
    if outcome == ShipOutcome.FLEET:
        return True
    if outcome == ShipOutcome.IN_PLAY:
        return in_play(craft)
    if outcome == ShipOutcome.DESTROYED:
        return is_gone_for_good(craft)
    if outcome == ShipOutcome.DISABLED:
        return in_play(craft) and is_crippled(craft)
    if outcome == ShipOutcome.ESCAPED:
        return escaped
    if outcome == ShipOutcome.OPERATIONAL:
        return is_on_map(state, craft) and is_operational(state, rules, index)
    if outcome == ShipOutcome.CAPTURED:
        return craft.status == CraftStatus.CAPTURED
    if outcome == ShipOutcome.REFUELLED:  # a rider is carried away by a tender that has refuelled
        carried = rules.classes[craft.klass].jump == 0
        return escaped and (carried or (int(craft.errand) & Errand.REFUELLED) != 0)
    if outcome == ShipOutcome.INFORMED:
        return escaped and (int(craft.errand) & Errand.DATABASE) != 0
    if outcome == ShipOutcome.SPOTTED:
        return craft.detected or (int(craft.errand) & Errand.SPOTTED) != 0
    merchant = rules.classes[craft.klass].merchant != 0
    return merchant and (escaped or outcome == ShipOutcome.MERCHANT)


@native
def ships(state: State, rules: Rules, side, outcome):
    """The ships of a side under a heading, without drones."""
    count = 0
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if has_outcome(state, rules, k, outcome):
                count += 1
    return count


@native
def worth(state: State, rules: Rules, side, outcome):
    """BR-SCN-06, BR-AMB-62 Printed points of the ships of a side under a heading."""
    points = 0
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if has_outcome(state, rules, k, outcome):
                points += int(rules.classes[craft.klass].points)
    return points


@native
def largest_size(state: State, rules: Rules, side):
    """BR-MIR-07, BR-AMB-66 The lowest size code in a fleet."""
    size = 0
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            size = min(size, int(rules.classes[craft.klass].size_mod))
    return size


@native
def large_ship_hit(state: State, rules: Rules, side):
    """BR-MIR-07, BR-MIB-09, BR-AMB-66 A result on a ship of size -3 or -4, or on the largest."""
    size = max(LARGE, largest_size(state, rules, side))
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if rules.classes[craft.klass].size_mod <= size and int(craft.errand) & Errand.HIT:
                return True
    return False


@native
def large_ship_destroyed(state: State, rules: Rules, side):
    """BR-MIR-07, BR-MIB-09 Whether a ship of size -3 or -4 of a side is destroyed."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if rules.classes[craft.klass].size_mod <= LARGE and is_gone_for_good(craft):
                return True
    return False


@native
def all_destroyed(state: State, rules: Rules, side):
    """BR-MIR-01, BR-MIB-01 Every ship of a side is destroyed, none has escaped."""
    return ships(state, rules, side, ShipOutcome.DESTROYED) == ships(
        state, rules, side, ShipOutcome.FLEET
    )


@native
def destroys_more(state: State, rules: Rules, side):
    """BR-MIR-06, BR-MIB-04, 07 Whether more enemy points are destroyed than own points lost."""
    destroyed = worth(state, rules, 1 - side, ShipOutcome.DESTROYED)
    return destroyed > worth(state, rules, side, ShipOutcome.DESTROYED)


# --- Red's missions ------------------------------------------------------------------------------


@native
def lost_share(state: State, rules: Rules, side, times, share):
    """BR-MIR-07, BR-MIB-09, BR-AMB-66 A large ship hit, or destroyed by a side that is not weaker.

    Where the enemy has no large ship, `times` its losses must exceed `share` times its fleet.
    """
    enemy = 1 - side
    if mission_points(state, rules, side) < mission_points(state, rules, enemy):
        return large_ship_hit(state, rules, enemy)
    if largest_size(state, rules, enemy) <= LARGE:
        return large_ship_destroyed(state, rules, enemy)
    destroyed = worth(state, rules, enemy, ShipOutcome.DESTROYED)
    return times * destroyed > share * worth(state, rules, enemy, ShipOutcome.FLEET)


# --- Blue's missions -----------------------------------------------------------------------------


@native
def have_left_map(state: State, rules: Rules):
    """BR-MIB-10 Escape: one ship has jumped out."""
    return ships(state, rules, Side.BLUE | 0, ShipOutcome.ESCAPED) > 0
