"""Chapter TSK: small craft are launched and recovered.

Decisions: BAY (own craft, `done`); of an installation LAUNCH_SIDE and LAUNCH_SPEED.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..damage.carried import bay_for, is_aboard, is_used, use_bay
from ..model import (
    DIRECTIONS,
    NONE,
    Decision,
    Event,
    Status,
    Step,
    Target,
    Verb,
    class_of,
    craft_action,
    decode_craft,
    decode_direction,
    direction_action,
    end_run,
    flier_of,
    has_command,
    is_active,
    is_installation,
    is_out_of_control,
    name_target,
    note_craft,
    proceed,
    request_decision,
    side_of,
    steps_between,
)
from ..model.record_types import Craft, Rules, State

DOCKING_VELOCITY = 1
"""IN-TSK-06 At which a craft enters the hex of an installation that recovers it."""


@native
def has_bays(state: State, rules: Rules, k):
    """IN-TSK-03 Whether a craft has bays from which it could launch: also while it breaks up."""
    craft = state.craft[k]
    holds = is_active(craft) or (craft.status == Status.WRECK and craft.leaving > 0)
    return holds and class_of(state, rules, k).bays > 0


@native
def may_launch_craft(state: State, rules: Rules, carrier, k):
    """IN-TSK-03 Whether craft k may be launched: in a bay unused this turn, with a pilot awake."""
    if not is_aboard(state, k, carrier) or is_used(state, carrier, int(state.craft[k].bay)):
        return False
    return flier_of(state, rules, k) != NONE


@native
def may_launch(state: State, rules: Rules, carrier):
    """IN-TSK-03, IN-AMB-139 Whether any craft may be launched, with a Bridge or without."""
    if not has_bays(state, rules, carrier):
        return False
    for k in side_range(state.craft, side_of(state, carrier)):
        if may_launch_craft(state, rules, carrier, k):
            return True
    return False


@native
def matches(carrier: Craft, craft: Craft):
    """IN-TSK-05, 06 Whether a craft lies and flies so that a carrier can recover it."""
    if steps_between(carrier, craft) != 0:
        return False
    if is_installation(carrier):
        return craft.velocity == DOCKING_VELOCITY and craft.heading == craft.facing
    same = craft.heading == carrier.heading and craft.facing == carrier.facing
    return same and craft.velocity == carrier.velocity


@native
def may_recover_craft(state: State, rules: Rules, carrier, k):
    """IN-TSK-03, 05, 06, 10, IN-AMB-83 Whether craft k may be recovered."""
    craft = state.craft[k]
    if (
        k == carrier
        or not is_active(craft)
        or is_out_of_control(craft)
        or craft.left_in
        or craft.tow != NONE
    ):
        return False
    return matches(state.craft[carrier], craft) and bay_for(state, rules, carrier, k) != NONE


@native
def may_recover(state: State, rules: Rules, carrier):
    """IN-TSK-03, IN-IDE-01, IN-AMB-139 Whether any craft may be recovered: the carrier is led."""
    craft = state.craft[carrier]
    if not has_bays(state, rules, carrier) or not is_active(craft) or not has_command(craft):
        return False
    for k in side_range(state.craft, side_of(state, carrier)):
        if may_recover_craft(state, rules, carrier, k):
            return True
    return False


@native
def begin_bay(state: State, seat, carrier, verb):
    """IN-TSK-03 Request the craft."""
    state.order[seat].craft = carrier
    state.order[seat].verb = verb
    request_decision(state, Decision.BAY, seat)


@native
def legal_bay(state: State, rules: Rules, side, mask):
    """IN-TSK-03 Craft to be launched or recovered, and `done`."""
    order = state.order[side]
    carrier, mask[Verb.DONE] = int(order.craft), 1
    for k in side_range(state.craft, side):
        if order.verb == Verb.LAUNCH:
            able = may_launch_craft(state, rules, carrier, k)
        else:
            able = may_recover_craft(state, rules, carrier, k)
        if able:
            mask[craft_action(state, k)] = 1


@native
def apply_bay(state: State, rules: Rules, seat, action):
    """IN-TSK-03..06 Launch or recover it; from an installation request its course first."""
    order = state.order[seat]
    carrier = int(order.craft)
    if action == Verb.DONE:
        proceed(state, Step.DECISION)
        return
    k = decode_craft(state, seat, action)
    if order.verb == Verb.RECOVER:
        recover(state, rules, carrier, k)
    elif is_installation(state.craft[carrier]):
        order.target_kind = Target.CRAFT
        order.target = k
        request_decision(state, Decision.LAUNCH_SIDE, seat)
        return
    else:
        craft = state.craft[carrier]
        launch(state, carrier, k, int(craft.heading), int(craft.facing), int(craft.velocity))
    proceed(state, Step.DECISION)


@native
def launch(state: State, carrier, k, heading, facing, velocity):
    """IN-TSK-04, 06 Craft k leaves its bay in the hex of the carrier, and moves this turn."""
    craft, ship = state.craft[k], state.craft[carrier]
    use_bay(state, carrier, int(craft.bay))
    craft.status = Status.ON_MAP
    craft.carrier = NONE
    craft.q = ship.q
    craft.r = ship.r
    craft.altitude = ship.altitude
    craft.heading = heading
    craft.facing = facing
    craft.velocity = velocity
    craft.start_velocity = velocity
    state.arrivals = int(state.arrivals) + 1
    craft.arrived = state.arrivals
    event = note_craft(state, Event.LAUNCHED, k)
    name_target(state, event, carrier)
    event.c = craft.q
    event.d = craft.r
    event.e = heading


@native
def recover(state: State, rules: Rules, carrier, k):
    """IN-TSK-05, 10, IN-AMB-165 Craft k goes into a bay of the carrier, and not into T-space."""
    craft = state.craft[k]
    event = note_craft(state, Event.RECOVERED, k)
    name_target(state, event, carrier)
    craft.bay = bay_for(state, rules, carrier, k)
    craft.carrier = carrier
    craft.status = Status.ABOARD
    craft.cover = NONE
    end_run(craft)
    use_bay(state, carrier, int(craft.bay))


# --- from an installation ------------------------------------------------------------------------


@native
def legal_launch_side(state: State, rules: Rules, side, mask):
    """IN-TSK-06 Six directions."""
    for direction in range(DIRECTIONS):
        mask[direction_action(state, direction)] = 1


@native
def apply_launch_side(state: State, rules: Rules, seat, action):
    """IN-TSK-06 Heading and facing are alike; the velocity is at most its safe thrust."""
    order = state.order[seat]
    order.direction = decode_direction(state, action)
    begin_number(order, 0, launch_speed(state, rules, int(order.target)))
    request_decision(state, Decision.LAUNCH_SPEED, seat)


@native
def launch_speed(state: State, rules: Rules, k):
    """IN-TSK-06, IN-SOT-01 The mean of its thrust and its pilot's skill, rounded up."""
    flier = flier_of(state, rules, k)
    skill = 0 if flier == NONE else int(state.crew[flier].piloting)
    return (int(state.craft[k].thrust) + skill + 1) // 2


@native
def apply_launch_speed(state: State, rules: Rules, seat, number):
    """IN-TSK-06 It is launched."""
    order = state.order[seat]
    way = int(order.direction)
    launch(state, int(order.craft), int(order.target), way, way, number)
    proceed(state, Step.DECISION)
