"""Orders for movement: a plot for each unit, action by action.

A plot is thrust and facing, or coasting. Before that, at most once each, the sensors go in or out,
the power plant is set, a craft or a missile volley is launched. Tracked units are ordered and moved
one by one in the open, the side that loses ties first (IC-TRK-02, IC-SEQ-04). Then A and B plot the
others in secret, and all of those move at once.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    NONE,
    InterceptDecision,
    InterceptDelegate,
    InterceptPhase,
    InterceptStep,
    InterceptVerb,
    Power,
    Status,
    Type,
    amount_action,
    decode_direction,
    decode_unit,
    direction_action,
    first_side,
    proceed,
    request_decision,
    side_of,
    unit_action,
)
from ..model.record_types import Rules, State, Unit
from .vectors import can_coast, can_launch, carries_any, carry_out, is_safe, thrust_available

POPPED, POWERED, LAUNCHED = 1, 2, 4
"""Bits of `changed`: parts of the plot that are set."""


@native
def open_step(state: State, rules: Rules):
    """IC-TRK-02 The next tracked unit is ordered and moves openly; then the plots."""
    state.phase = InterceptPhase.OPEN_MOVEMENT
    for turn in range(2):
        side = 1 - first_side(state) if turn == 0 else first_side(state)
        index = next_unit(state, side, True)
        if index != NONE:
            begin_plot(state, rules, index)
            return
    state.phase = InterceptPhase.PLOTTING
    proceed(state, InterceptStep.PLOTS)


@native
def plot_step(state: State, rules: Rules):
    """IC-SEQ-05 The next untracked unit is plotted in secret; then all of them move."""
    for side in range(2):
        index = next_unit(state, side, False)
        if index != NONE:
            begin_plot(state, rules, index)
            return
    proceed(state, InterceptStep.MOVES)


@native
def next_unit(state: State, side, tracked):
    """Return the next unit of a side without orders, or NONE."""
    for k in side_range(state.unit_of, side):
        unit = state.unit_of[k]
        if unit.status == Status.ON_MAP and not unit.plotted and unit.tracked == tracked:
            return k
    return NONE


@native
def begin_plot(state: State, rules: Rules, index):
    """Begin a plot: hold course, everything as it is, the plant back to idle after thrust.

    Where emissions are left to the standing order, it starts a cold plant too.
    """
    unit = state.unit_of[index]
    state.unit = index
    unit.changed = 0
    unit.plot_facing = unit.facing
    unit.plot_thrust = 0
    unit.plot_power = min(int(unit.power), Power.IDLE | 0)
    if int(rules.delegated[side_of(state, index)]) & InterceptDelegate.EMISSIONS:
        unit.plot_power = Power.IDLE
    unit.plot_popped = unit.popped
    unit.plot_launch = NONE
    request_decision(state, InterceptDecision.PLOT, side_of(state, index))


@native
def legal_plot(state: State, rules: Rules, seat, mask):
    """List facings for thrust, coasting, and further settings."""
    unit = state.unit_of[state.unit]
    thrusts = False
    for facing in range(DIRECTIONS):
        if most_thrust(state, rules, unit, facing) > 0:
            mask[direction_action(state, facing)] = 1
            thrusts = True
    if can_coast(state, rules, unit) or not (thrusts or may_power_up(rules, unit, seat)):
        mask[InterceptVerb.COAST] = 1
    if rules.classes[unit.klass].type != Type.VOLLEY:
        legal_settings(state, rules, unit, seat, mask)


@native
def may_power_up(rules: Rules, unit: Unit, seat):
    """Return whether a cold plant may still be started this turn, to save the ship."""
    if rules.classes[unit.klass].type == Type.VOLLEY or unit.plot_power >= Power.IDLE:
        return False
    delegated = int(rules.delegated[seat]) & InterceptDelegate.EMISSIONS
    return not delegated and not int(unit.changed) & POWERED


@native
def legal_settings(state: State, rules: Rules, unit: Unit, seat, mask):
    """List sensors, power and launching: each once a turn, none that leaves no way to stop."""
    if not int(rules.delegated[seat]) & InterceptDelegate.EMISSIONS:
        if not int(unit.changed) & POPPED:
            mask[InterceptVerb.POP_IN if unit.plot_popped else InterceptVerb.POP_OUT] = 1
        if not int(unit.changed) & POWERED:
            legal_powers(state, rules, unit, mask)
    if not int(rules.delegated[seat]) & InterceptDelegate.LAUNCHES:
        if not int(unit.changed) & LAUNCHED and carries_any(state, int(state.unit)):
            mask[InterceptVerb.LAUNCH] = 1


@native
def legal_powers(state: State, rules: Rules, unit: Unit, mask):
    """List other states of the plant; a cold one only where the ship may coast and still stop."""
    if unit.plot_power != Power.IDLE:
        mask[InterceptVerb.IDLE] = 1
    if can_coast(state, rules, unit):
        if unit.plot_power != Power.BATTERIES:
            mask[InterceptVerb.BATTERIES] = 1
        if unit.plot_power != Power.OFF:
            mask[InterceptVerb.POWER_OFF] = 1


@native
def most_thrust(state: State, rules: Rules, unit: Unit, facing):
    """Return the most Gs that may be burned in a facing, 0 for none."""
    for thrust in range(thrust_available(rules, unit), 0, -1):
        if is_safe(state, rules, unit, facing, thrust):
            return thrust
    return 0


@native
def apply_plot(state: State, rules: Rules, seat, action):
    """Apply one action of the plot."""
    unit = state.unit_of[state.unit]
    if action == InterceptVerb.COAST:
        end_plot(state, rules)
    elif action == InterceptVerb.LAUNCH:
        request_decision(state, InterceptDecision.LAUNCH, seat)
    elif action == InterceptVerb.POP_IN or action == InterceptVerb.POP_OUT:
        unit.plot_popped = action == InterceptVerb.POP_OUT
        unit.changed = int(unit.changed) | POPPED
        if not unit.plot_popped and unit.plot_launch != NONE:
            if state.unit_of[unit.plot_launch].burns != NONE:
                unit.plot_launch = NONE
    elif InterceptVerb.POWER_OFF <= action <= InterceptVerb.IDLE:
        unit.plot_power = action - InterceptVerb.POWER_OFF
        unit.changed = int(unit.changed) | POWERED
    else:
        state.order[seat].facing = decode_direction(state, action)
        request_decision(state, InterceptDecision.THRUST, seat)


@native
def legal_thrust(state: State, rules: Rules, seat, mask):
    """List Gs in the chosen facing; 0 turns the ship without thrust where it may coast."""
    unit, facing = state.unit_of[state.unit], int(state.order[seat].facing)
    for thrust in range(thrust_available(rules, unit) + 1):
        if is_safe(state, rules, unit, facing, thrust):
            mask[amount_action(state, thrust)] = 1


@native
def apply_thrust(state: State, rules: Rules, seat, action):
    """Apply the Gs, which complete the plot."""
    unit = state.unit_of[state.unit]
    unit.plot_facing = state.order[seat].facing
    unit.plot_thrust = action - amount_action(state, 0)
    state.order[seat].facing = NONE
    end_plot(state, rules)


@native
def legal_launch(state: State, seat, mask):
    """List the craft and volleys that the ship carries."""
    for k in side_range(state.unit_of, seat):
        if can_launch(state, int(state.unit), k):
            mask[unit_action(state, k)] = 1


@native
def apply_launch(state: State, seat, action):
    """Apply the launch; the plot continues."""
    unit = state.unit_of[state.unit]
    unit.plot_launch = decode_unit(state, seat, action)
    unit.changed = int(unit.changed) | LAUNCHED
    request_decision(state, InterceptDecision.PLOT, seat)


@native
def end_plot(state: State, rules: Rules):
    """End the orders of a unit; a tracked one carries them out at once."""
    index = int(state.unit)
    unit = state.unit_of[index]
    unit.plotted = 1
    state.unit = NONE
    if unit.tracked:
        carry_out(state, rules, index)
        proceed(state, InterceptStep.OPEN_MOVES)
    else:
        proceed(state, InterceptStep.PLOTS)


@native
def move_all(state: State, rules: Rules):
    """IC-SEQ-05 Move all plotted units at once."""
    for k in range(len(state.unit_of)):
        unit = state.unit_of[k]
        if unit.status == Status.ON_MAP and unit.plotted and not unit.moved:
            carry_out(state, rules, k)
    proceed(state, InterceptStep.TRACKS)
