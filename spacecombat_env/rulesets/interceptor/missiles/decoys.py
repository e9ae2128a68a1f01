"""Chapter DEF: Decoys. Decisions: DECOY_SIDE (directions), DECOY_RANGE (1..3)."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.hexgrid import closest_sides
from spacecombat_env.core.native import native

from ..combat.attitude import facing_toward
from ..combat.shields import passes_own_shield
from ..combat.weapons import is_sound
from ..damage.blasts.hell import destroy_missile
from ..model import (
    DECOY_REACH,
    DIRECTIONS,
    NONE,
    Chance,
    Decision,
    Event,
    Load,
    MissileStatus,
    Step,
    crew_of,
    decode_direction,
    direction_action,
    is_active,
    is_awake,
    is_silent,
    neighbour,
    note_craft,
    on_board,
    pair,
    proceed,
    racks_of,
    request_decision,
    roll,
    steps_between,
)
from ..model.record_types import Rules, State
from .slots import is_in_flight


@native
def rack_with_decoy(state: State, rules: Rules, k):
    """IN-DEF-05, IN-IDE-18, 22 Slot of the first rack of craft k that can launch a Decoy, or NONE.

    No turn of its own is needed (IN-DEF-07): one follows another while they last.
    """
    for n in racks_of(state, rules, k):
        rack = state.rack[n]
        if rack.load[Load.DECOY] > 0 and is_sound(state, rules, k, int(rack.weapon)):
            return n
    return NONE


@native
def is_watched(state: State, rules: Rules, k):
    """IN-AMB-160 Whether any crewman is awake to launch it: all can, out of control too."""
    for m in crew_of(state, rules, k):
        if is_awake(state, m):
            return True
    return False


@native
def may_decoy(state: State, rules: Rules, k, n):
    """IN-DEF-05, 07, 11, 12 Whether craft k (NONE: no craft) has a Decoy against missile n.

    Only before the missile is in its hex; IN-AMB-142 not against one that its point defence has
    met.
    """
    if k == NONE or state.missile[n].target != k or not is_in_flight(state.missile[n]):
        return False
    craft = state.craft[k]
    if not is_active(craft) or is_silent(craft) or craft.defended:
        return False
    if steps_between(state.missile[n], craft) == 0 or not is_watched(state, rules, k):
        return False
    return rack_with_decoy(state, rules, k) != NONE


@native
def room_in(state: State, rules: Rules, k, direction):
    """IN-DEF-05 Hexes on the map from craft k in a direction, at most 3."""
    q, r = int(state.craft[k].q), int(state.craft[k].r)
    for away in range(DECOY_REACH):
        q, r = neighbour(q, r, direction)
        if not on_board(rules, q, r):
            return away
    return DECOY_REACH


@native
def legal_decoy_side(state: State, rules: Rules, side, mask):
    """IN-DEF-05 Directions with a hex on the map."""
    for direction in range(DIRECTIONS):
        if room_in(state, rules, int(state.order[side].craft), direction) > 0:
            mask[direction_action(state, direction)] = 1


@native
def apply_decoy_side(state: State, rules: Rules, seat, action):
    """Set order.direction; request DECOY_RANGE."""
    order = state.order[seat]
    order.direction = decode_direction(state, action)
    begin_number(order, 1, room_in(state, rules, int(order.craft), int(order.direction)))
    request_decision(state, Decision.DECOY_RANGE, seat)


@native
def apply_decoy_range(state: State, rules: Rules, seat, number):
    """IN-DEF-06, 07, IN-AMB-35 Locks are rolled again; failures are gone; proceed to FLIGHT."""
    order = state.order[seat]
    k, direction = int(order.craft), int(order.direction)
    q, r = int(state.craft[k].q), int(state.craft[k].r)
    for _ in range(int(number)):
        q, r = neighbour(q, r, direction)
    rack = state.rack[rack_with_decoy(state, rules, k)]
    rack.load[Load.DECOY] = int(rack.load[Load.DECOY]) - 1
    state.craft[k].decoyed = 1
    state.craft[k].missiles_launched += 1
    state.craft[k].decoys_launched += 1
    lured = 0
    if passes_own_shield(state, rules, k, facing_toward(state, k, q, r)):
        lured = lure(state, rules, k, int(number), q, r)
    event = note_craft(state, Event.DECOY, k)
    event.a = lured
    event.c = q
    event.d = r
    proceed(state, Step.FLIGHT)


@native
def lure(state: State, rules: Rules, k, away, q, r):
    """IN-DEF-06, IN-AMB-35 Every missile locked on craft k rolls again, without ECM.

    Return how many go for the Decoy, where they explode.
    """
    lured, going = 0, 0
    for n in range(len(state.missile)):
        missile = state.missile[n]
        if missile.target != k or not is_in_flight(missile):
            continue
        kind = rules.missile[int(missile.kind)]
        if not kind.decoy:
            continue
        number = int(kind.intelligence) + int(rules.decoy[away])
        if roll(state, Chance.RELOCK, pair(k, n)) > number:
            divert(state, n, q, r)
            going |= 1 << n
            lured += 1
    for n in range(len(state.missile)):
        if (going >> n) & 1 and state.missile[n].status != MissileStatus.NONE:
            destroy_missile(state, rules, n)
    return lured


@native
def divert(state: State, n, q, r):
    """IN-DEF-06 Missile n flies to the hex of the Decoy, from the hexside nearest to it."""
    missile = state.missile[n]
    dq, dr = int(q) - int(missile.q), int(r) - int(missile.r)
    if dq != 0 or dr != 0:
        missile.heading, _ = closest_sides(dq, dr)
        missile.status = MissileStatus.FLYING
    missile.q = q
    missile.r = r
