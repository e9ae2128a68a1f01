"""Chapter PLA: planets and asteroids: sunshine, shadow columns, line of sight.

The post leaves them to a later part (IC-QST-07, IC-AMB-02). `planets: false` in a scenario's
`rules:` lets bodies stand on the map without any effect on sensors. A body that lies on the scanned
area does not matter for choosing it (IC-SCAN-04).
"""

from spacecombat_env.core.model.squaregrid import is_inside, line_meets
from spacecombat_env.core.native import native

from ..model import MAX_BODIES, Sensor
from ..model.record_types import Body, Rules, State, Unit


@native
def shadow_left(body: Body):
    """IC-PLA-01 First column of a body's shadow, which stands below the middle of the body."""
    return int(body.left) + (int(body.side) - int(body.shadow)) // 2


@native
def is_shadowed(state: State, rules: Rules, x, y):
    """IC-PLA-01 Whether a square lies in the shadow column that runs down from a planet."""
    if not rules.option.planets:
        return False
    for k in range(MAX_BODIES):
        body = state.body[k]
        left = shadow_left(body)
        if body.shadow > 0 and left <= x < left + int(body.shadow):
            if y >= int(body.top) + int(body.side):
                return True
    return False


@native
def sunfactor_at(state: State, rules: Rules, x, y):
    """IC-SIG-05, IC-PLA-01 Sunshine adds to a hull there: 0 in planetary shadow."""
    if is_shadowed(state, rules, x, y):
        return 0
    return int(rules.option.sunfactor)


@native
def is_blocked(state: State, rules: Rules, x1, y1, x2, y2):
    """IC-PLA-02 Whether the straight line between two square centres passes through a body."""
    if not rules.option.planets:
        return False
    return crosses_body(state, x1, y1, x2, y2)


@native
def crosses_body(state: State, x1, y1, x2, y2):
    """Return whether a straight line meets a body; a ship does not fly through one either."""
    for k in range(MAX_BODIES):
        body = state.body[k]
        if body.side > 0 and line_meets(x1, y1, x2, y2, body.left, body.top, body.side):
            return True
    return False


@native
def is_body(state: State, x, y):
    """Return whether a square is part of a body."""
    for k in range(MAX_BODIES):
        body = state.body[k]
        if body.side > 0 and is_inside(x, y, body.left, body.top, body.side):
            return True
    return False


@native
def sees_through(sensor):
    """IC-PLA-02 Neutrino and mass sensors are not blocked by planets."""
    return sensor == Sensor.NEUTRINO or sensor == Sensor.MASS


@native
def is_void(state: State, rules: Rules, sensor, unit: Unit, x, y):
    """IC-PLA-03 Whether the target voids a square of a scan: it lies behind a planet."""
    if sees_through(sensor):
        return False
    return is_blocked(state, rules, int(unit.x), int(unit.y), x, y)
