"""Chapter MSL: TGMs: laid, they drift until a target without a friendly transponder is near."""

from spacecombat_env.core.native import native

from ..damage.hits import clear_exchange
from ..model import (
    MAX_RANGE,
    NONE,
    Chance,
    Comp,
    Event,
    Load,
    MissileStatus,
    Phase,
    Step,
    is_active,
    is_hull,
    is_off,
    name_target,
    neighbour,
    note,
    note_craft,
    own_index,
    pair,
    proceed,
    roll_own,
    side_of,
    steps_between,
    works,
)
from ..model.record_types import Rules, State
from .obstacles import meet_obstacle, note_place
from .slots import free_slot, level_off, lose_missile, put_missile

ENEMY_WORKING, ENEMY_DEAD, FRIEND_DEAD = range(3)
"""Columns of rules.tgm_lock."""
ECM = 3  # IN-MSL-03, IN-AMB-31
NEVER = 0


@native
def lay(state: State, rules: Rules, k, load, velocity):
    """IN-MSL-13 A DORMANT missile in the launcher's hex, with its heading; the event is LAID.

    IN-AMB-161 Laying is no outgoing fire: its own shield is not in the way (IN-IDE-19).
    """
    n = free_slot(state, side_of(state, k))
    if n == NONE:
        return
    put_missile(state, n, k, load)
    missile = state.missile[n]
    missile.status = MissileStatus.DORMANT
    missile.heading = state.craft[k].heading
    missile.velocity = velocity
    event = note_craft(state, Event.LAID, k)
    event.a = n
    event.c = velocity


# --- search for a target -------------------------------------------------------------------------


@native
def transponder_number(state: State, rules: Rules, n, k):
    """IN-MSL-14..16, IN-IDE-13, IN-AMB-31, 32 On or below which a dormant missile locks on a craft.

    NEVER on to a friend whose transponder works (IN-DES-08: a hull without crew has shut it down).
    No modifier for several targets.
    """
    missile = state.missile[n]
    sends = is_active(state.craft[k]) and works(state, rules, k, Comp.TRANSPONDER)
    column = ENEMY_WORKING if sends else ENEMY_DEAD
    if side_of(state, k) == n // (len(state.missile) // 2):
        if sends:
            return NEVER
        column = FRIEND_DEAD
    number = int(rules.tgm_lock[0 if missile.kind == Load.TGM_1 else 1, column])
    return max(number - (ECM if state.craft[k].ecm else 0), NEVER)


@native
def nearest_left(state: State, rules: Rules, n, tried):
    """IN-AMB-32 The nearest hull within 30 hexes not yet tried (bits), ties at random; NONE."""
    best, count = MAX_RANGE + 1, 0
    for k in range(len(state.craft)):
        if (tried >> k) & 1 or not is_hull(state.craft[k]):
            continue
        distance = steps_between(state.missile[n], state.craft[k])
        if distance < best:
            best, count = distance, 1
        elif distance == best:
            count += 1
    if count == 0 or best > MAX_RANGE:
        return NONE
    side = n // (len(state.missile) // 2)
    left = 0 if count == 1 else own_index(state, Chance.TIE, n, side, count)
    for k in range(len(state.craft)):
        if (tried >> k) & 1 or not is_hull(state.craft[k]):
            continue
        if steps_between(state.missile[n], state.craft[k]) == best:
            if left == 0:
                return k
            left -= 1
    return NONE


@native
def seek(state: State, rules: Rules, n):
    """IN-MSL-14, IN-AMB-32 Dormant missile n tries every target in turn; the one it locks on to."""
    tried = 0
    k = nearest_left(state, rules, n, tried)
    while k != NONE:
        tried |= 1 << k
        number = transponder_number(state, rules, n, k)
        if number > NEVER:
            side = n // (len(state.missile) // 2)
            die = roll_own(state, Chance.DORMANT_LOCK, pair(n, k), side)
            if die <= number:
                note_lock(state, n, k, die)
                return k
        k = nearest_left(state, rules, n, tried)
    return NONE


@native
def note_lock(state: State, n, k, die):
    """Log that it wakes, for both sides, without the number, which depends on hidden values.

    Those are transponder and ECM.
    """
    event = note(state, Event.LOCK, n // (len(state.missile) // 2))
    name_target(state, event, k)
    event.a = n
    event.b = NONE
    event.d = die
    event.e = 1


@native
def locks_step(state: State, rules: Rules):
    """IN-MSL-14..16, IN-AMB-32 Step.LOCKS, as movement starts: the next dormant missile seeks.

    It (state.cursor) tries the nearest target first. On a lock: clear_exchange, back = LOCKS,
    proceed to FLIGHT. All tried: cursor 0, proceed to RECOVERY.
    """
    state.phase = Phase.RANDOM
    for n in range(int(state.cursor), len(state.missile)):
        state.cursor = n + 1
        missile = state.missile[n]
        if missile.status != MissileStatus.DORMANT or missile.launched >= state.turn:
            continue
        target = seek(state, rules, n)
        if target != NONE:
            missile.status = MissileStatus.LOCKED
            missile.target = target
            level_off(state, n)
            clear_exchange(state)
            state.back = Step.LOCKS
            proceed(state, Step.FLIGHT)
            return
    state.cursor = 0
    proceed(state, Step.RECOVERY)


# --- drifting ------------------------------------------------------------------------------------


@native
def drift_missiles(state: State, rules: Rules):
    """IN-MSL-07, 13, IN-AMB-94 Dormant ones move by velocity; called from movement/drifting.py."""
    for n in range(len(state.missile)):
        if state.missile[n].status == MissileStatus.DORMANT:
            drift_missile(state, rules, n)


@native
def drift_missile(state: State, rules: Rules, n):
    """IN-MSL-07, 13 Hex by hex; off the map it is lost, on an obstacle it may be."""
    missile = state.missile[n]
    for _ in range(int(missile.velocity)):
        q, r = neighbour(missile.q, missile.r, int(missile.heading))
        missile.q = q
        missile.r = r
        if is_off(rules, missile):
            lose_missile(state, n)
            return
        if meet_obstacle(state, rules, n):
            return
    if missile.velocity > 0:
        note_place(state, n)
