"""Chapter LND: orbit, landing, take-off, and concealment of landed craft.

A task force lands as a whole; ships that are to stay in orbit leave it before. Landing and taking
off take the force's round, and the turn; meanwhile, and on the ground, its craft neither detect,
lock, fire, jam nor handle missiles (BR-AMB-61); screens work. The ground hides a craft from the
end of the turn in which it lands to the round in which it takes off.
"""

from spacecombat_env.core.model.hexgrid import distance, on_map
from spacecombat_env.core.native import native

from ..model import (
    MAX_BODIES,
    NONE,
    BodyKind,
    CraftStatus,
    Event,
    ForceStatus,
    Phase,
    Surface,
    force_slots,
    log_event,
)
from ..model.record_types import Rules, State
from .astrographics import gravity_shift
from .map_edges import leave_map
from .movement import maneuver_limit

# --- orbit ---------------------------------------------------------------------------------------


@native
def planet_under(state: State, rules: Rules, tf):
    """BR-LND-01, BR-AMB-61 The planet whose hex and vector a task force shares, or NONE.

    Planets move before the first round of operations; a force in orbit follows in its own.
    """
    force = state.tf[tf]
    place, vector = (int(force.q), int(force.r)), (int(force.vq), int(force.vr))
    if state.phase == Phase.OPERATIONS and not force.moved and force.surface == Surface.SPACE:
        place = (place[0] + vector[0], place[1] + vector[1])
    return planet_at(state, rules, place, vector)


@native
def planet_at(state: State, rules: Rules, place, vector):
    """BR-LND-01 The planet in a hex that has this vector, or NONE."""
    for k in range(MAX_BODIES):
        body, world = state.body[k], rules.worlds[k]
        if body.kind == BodyKind.PLANET and body.q == place[0] and body.r == place[1]:
            if vector[0] == world.vq and vector[1] == world.vr:
                return k
    return NONE


@native
def may_land(state: State, rules: Rules, tf):
    """BR-LND-01 After a turn of moving with the planet, with working drives; dummies may too.

    At the start of its round, place and vector are those of the last turn's move, plus the pull of
    a greater body, which the drives must counter (BR-AST-01).
    """
    force = state.tf[tf]
    if state.turn < 2 or force.status != ForceStatus.ON_MAP:
        return False
    dq, dr = round_pull(state, rules, tf)
    vector = (int(force.vq) - dq, int(force.vr) - dr)
    place = (int(force.q) + vector[0], int(force.r) + vector[1])
    if planet_at(state, rules, place, vector) == NONE:
        return False
    return maneuver_limit(state, rules, tf) >= max(1, distance(0, 0, dq, dr))


@native
def round_pull(state: State, rules: Rules, tf):
    """BR-AMB-91 Change of a task force's vector by gravity at the start of its round."""
    if not rules.option.gravity:
        return 0, 0
    return gravity_shift(state, rules, int(state.tf[tf].q), int(state.tf[tf].r))


@native
def may_take_off(state: State, rules: Rules, tf):
    """BR-LND-04 A landed task force whose drives all work."""
    landed = state.tf[tf].surface == Surface.LANDED or state.tf[tf].surface == Surface.UNDER_WATER
    return landed and maneuver_limit(state, rules, tf) > 0


@native
def may_submerge(state: State, rules: Rules, tf):
    """BR-LND-03 A craft landed on a planet of hydrographic rating 1 or more."""
    if state.tf[tf].surface != Surface.LANDED:
        return False
    planet = planet_under(state, rules, tf)
    return planet != NONE and bool(rules.worlds[planet].water)


# --- landing and take-off ------------------------------------------------------------------------


@native
def set_surface(state: State, tf, surface):
    """Set the position of a task force with respect to its planet; both players see it."""
    force = state.tf[tf]
    force.surface = surface
    event = log_event(state, Event.SURFACE, tf // force_slots(state))
    event.actor = force.contact
    event.target = tf
    event.a = surface


@native
def begin_landing(state: State, rules: Rules, tf):
    """BR-LND-01 Landing is announced; sensors and jammers are shut off, arrays taken in.

    The force lands with the planet's vector, whatever pulled at it.
    """
    dq, dr = round_pull(state, rules, tf)
    state.tf[tf].vq -= dq
    state.tf[tf].vr -= dr
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            craft.active = 0
            craft.jamming = 0
            craft.extended = 0
    set_surface(state, tf, Surface.LANDING)


@native
def end_ground_turn(state: State):
    """BR-LND-01, 04 At the end of the turn a landing or a take-off is complete."""
    for k in range(len(state.tf)):
        force = state.tf[k]
        if force.status == ForceStatus.ON_MAP:
            if force.surface == Surface.LANDING:
                set_surface(state, k, Surface.LANDED)
            elif force.surface == Surface.TAKING_OFF:
                set_surface(state, k, Surface.SPACE)


@native
def carry_landed(state: State, rules: Rules):
    """BR-LND-04 A moving planet carries the forces on it, which keep its vector."""
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    for k in range(len(state.tf)):
        force = state.tf[k]
        if force.status == ForceStatus.ON_MAP and force.surface != Surface.SPACE:
            start_q, start_r = int(force.q), int(force.r)
            force.q += force.vq
            force.r += force.vr
            if not on_map(int(force.q), int(force.r), columns, rows):
                leave_map(state, rules, k, start_q, start_r)


# --- concealment ---------------------------------------------------------------------------------


@native
def ground_modifier(state: State, rules: Rules, tf):
    """BR-LND-02, 03, BR-AMB-60 Sensor tasks against landed craft: by atmosphere, and under water.

    +1 for the planet's hex comes on top (BR-DET-20).
    """
    surface = state.tf[tf].surface
    if surface != Surface.LANDED and surface != Surface.UNDER_WATER:
        return 0
    planet = planet_under(state, rules, tf)
    if planet == NONE:
        return 0
    water = 1 if surface == Surface.UNDER_WATER else 0
    return int(rules.worlds[planet].cover) + water
