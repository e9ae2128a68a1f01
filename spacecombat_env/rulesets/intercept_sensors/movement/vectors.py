"""Vector movement on squares, plotted in secret, and launching.

The post has only the sensor rules; movement follows other posts of its author. 1 G changes the
vector by 1 square per turn; there are eight facings, and thrust is along the facing. Tracked units
move first and in the open (IC-TRK-02), the others in secret (IC-SEQ-05).

Two rules are additions. Any facing may be taken. No ship may plot a course on which it could no
longer stop before the edge of the map, or that meets a planet or asteroid. A ship without any other
course is lost. Gravity is left out.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.squaregrid import DIRECTION_X, DIRECTION_Y
from spacecombat_env.core.native import native

from ..model import NONE, InterceptEvent, Loss, Power, Status, Type, note_unit, side_of
from ..model.record_types import Rules, State, Unit
from ..scans.planets import crosses_body, is_body


@native
def on_map(rules: Rules, x, y):
    """Return whether a square lies on the map; units may not leave it."""
    return 1 <= x <= rules.option.columns and 1 <= y <= rules.option.rows


@native
def stopping_squares(speed, thrust):
    """Return the squares run along one axis while braking with full thrust."""
    speed, run = abs(int(speed)), 0
    while speed > thrust:
        speed -= thrust
        run += speed
    return run


@native
def can_stop(rules: Rules, x, y, vx, vy, thrust):
    """Return whether a ship there can still stop before the edge."""
    if vx != 0 or vy != 0:
        if thrust == 0:
            return True
        x += (1 if vx > 0 else -1) * stopping_squares(vx, thrust)
        y += (1 if vy > 0 else -1) * stopping_squares(vy, thrust)
    return on_map(rules, x, y)


@native
def thrust_available(rules: Rules, unit: Unit):
    """Return the Gs a unit may burn this turn: none with a cold plant or a burnt-out missile."""
    klass = rules.classes[unit.klass]
    if unit.burns == 0 or (klass.type != Type.VOLLEY and unit.plot_power < Power.IDLE):
        return 0
    return int(klass.thrust)


@native
def is_safe(state: State, rules: Rules, unit: Unit, facing, thrust):
    """Return whether a plot keeps a unit on the map, off the bodies, and able to stop."""
    vx = int(unit.vx) + DIRECTION_X[facing] * thrust
    vy = int(unit.vy) + DIRECTION_Y[facing] * thrust
    x, y = int(unit.x) + vx, int(unit.y) + vy
    if not on_map(rules, x, y):
        return False
    klass = rules.classes[unit.klass]
    if klass.type != Type.VOLLEY and not can_stop(rules, x, y, vx, vy, int(klass.thrust)):
        return False
    return not crosses_body(state, int(unit.x), int(unit.y), x, y)


@native
def can_coast(state: State, rules: Rules, unit: Unit):
    """Return whether a unit may hold its course."""
    return is_safe(state, rules, unit, 0, 0)


@native
def carry_out(state: State, rules: Rules, index):
    """Carry out a unit's orders: power, sensors, thrust, drift, launch."""
    unit = state.unit_of[index]
    unit.moved = 1
    if unit.plot_popped != unit.popped:
        set_popped(state, index)
    set_power(state, index)
    unit.facing = unit.plot_facing
    unit.thrust = unit.plot_thrust
    if unit.thrust > 0 and unit.burns > 0:
        unit.burns -= 1
    unit.vx += DIRECTION_X[unit.facing] * int(unit.thrust)
    unit.vy += DIRECTION_Y[unit.facing] * int(unit.thrust)
    drift(state, rules, index)
    if unit.status == Status.ON_MAP and unit.plot_launch != NONE:
        launch(state, rules, index, int(unit.plot_launch))


@native
def set_popped(state: State, index):
    """IC-LOST-03 Sensors go in or out; popped in, a ship loses the missiles it launched."""
    unit = state.unit_of[index]
    unit.popped = unit.plot_popped
    event = note_unit(state, InterceptEvent.POPPED, side_of(state, index), index)
    event.a = unit.popped
    if not unit.popped:
        lose_missiles(state, index)


@native
def set_power(state: State, index):
    """Set the plant as plotted; thrust runs it at full."""
    unit = state.unit_of[index]
    power = int(unit.plot_power)
    if unit.plot_thrust > 0 and power == Power.IDLE:
        power = Power.FULL | 0
    if power != unit.power:
        event = note_unit(state, InterceptEvent.POWER, side_of(state, index), index)
        event.a = power
    unit.power = power


@native
def drift(state: State, rules: Rules, index):
    """Move a unit by its vector, off the map or into a body if it cannot avoid that."""
    unit = state.unit_of[index]
    x, y = int(unit.x) + int(unit.vx), int(unit.y) + int(unit.vy)
    if crosses_body(state, int(unit.x), int(unit.y), x, y) or is_body(state, x, y):
        lose_unit(state, index, Loss.CRASHED)
    elif not on_map(rules, x, y):
        lose_unit(state, index, Loss.LEFT_MAP)
    else:
        event = note_unit(state, InterceptEvent.MOVED, side_of(state, index), index)
        unit.x = x
        unit.y = y
        event.a = x
        event.b = y
        event.c = unit.vx
        event.d = unit.vy
        event.e = unit.thrust


@native
def mark_gone(state: State, index, loss):
    """Remove a unit from the game; if it was tracked, the other side knows it."""
    unit = state.unit_of[index]
    event = note_unit(state, InterceptEvent.GONE, side_of(state, index), index)
    event.a = loss
    unit.status = Status.GONE
    unit.loss = loss
    unit.thrust = 0
    unit.held = 0


@native
def lose_missiles(state: State, index):
    """IC-LOST-03 The missiles that a ship has launched are lost without its guidance."""
    for k in range(len(state.unit_of)):
        other = state.unit_of[k]
        if other.status == Status.ON_MAP and other.carrier == index and other.burns != NONE:
            mark_gone(state, k, Loss.UNCONTROLLED)


@native
def lose_unit(state: State, index, loss):
    """Remove a unit with what it carries and the missiles it guides."""
    mark_gone(state, index, loss)
    lose_missiles(state, index)
    for k in range(len(state.unit_of)):
        other = state.unit_of[k]
        if other.status == Status.ABOARD and other.carrier == index:
            other.status = Status.GONE
            other.loss = loss


@native
def launch(state: State, rules: Rules, carrier, index):
    """IC-TRK-04 A craft or missile volley leaves its ship, tracked if the ship is."""
    unit, ship = state.unit_of[index], state.unit_of[carrier]
    unit.status = Status.ON_MAP
    unit.x = ship.x
    unit.y = ship.y
    unit.vx = ship.vx
    unit.vy = ship.vy
    unit.facing = ship.facing
    craft = rules.classes[unit.klass].type == Type.CRAFT
    unit.popped = 1 if craft else 0
    unit.power = Power.IDLE if craft else Power.BATTERIES
    unit.tracked = ship.tracked
    unit.identified = max(int(unit.identified), int(ship.tracked))
    unit.plotted = 1
    unit.moved = 1
    note_unit(state, InterceptEvent.LAUNCHED, side_of(state, carrier), index)


@native
def can_launch(state: State, index, launched):
    """Return whether a ship may launch a unit: it carries it; missiles need its sensors to guide
    them.
    """
    unit, ship = state.unit_of[launched], state.unit_of[index]
    if unit.status != Status.ABOARD or unit.carrier != index:
        return False
    return unit.burns == NONE or ship.plot_popped == 1


@native
def carries_any(state: State, index):
    """Return whether a ship may launch anything now."""
    for k in side_range(state.unit_of, side_of(state, index)):
        if can_launch(state, index, k):
            return True
    return False
