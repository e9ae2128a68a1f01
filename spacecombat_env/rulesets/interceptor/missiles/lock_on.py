"""Chapter MSL: locking on. Decisions: LAUNCH_KIND (loads) and LAY_SPEED, inside FIRE_WEAPONS.

IN-AMB-143 Missiles are chosen with the other weapons; locks are rolled when all have been.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.native import native

from ..combat.attitude import facing_toward
from ..combat.shields import passes_own_shield
from ..combat.to_hit import prior_targets
from ..combat.weapons import crewman_of
from ..model import (
    LAY_SPREAD,
    MAX_VELOCITY,
    MAX_WEAPONS,
    NONE,
    Chance,
    Decision,
    Event,
    Load,
    MissileStatus,
    Target,
    decode_load,
    load_action,
    name_target,
    note_craft,
    note_own,
    pair,
    rack_of,
    request_decision,
    roll_own,
    side_of,
)
from ..model.constants.sizes import LOG_LENGTH
from ..model.record_types import Order, Rules, State
from .launch_conditions import is_launchable, is_mine
from .slots import free_slot, level_off, put_missile
from .transponder import lay

ECM = 3  # IN-MSL-03


@native
def lock_number(state: State, rules: Rules, k, load, m, kind, target):
    """IN-MSL-02..04, IN-OVL-08, IN-AMB-31 On or below which it locks; overload does not matter.

    Privileged: it reads the target's ECM.
    """
    number = int(rules.missile[load].intelligence)
    if kind == Target.CRAFT and rules.missile[load].ecm and state.craft[target].ecm:
        number -= ECM
    return number if m == NONE else number - prior_targets(state, m, kind, target)


@native
def legal_launch_kind(state: State, rules: Rules, side, mask):
    """IN-MSL-02 Loads of order.rack that may be launched at the target."""
    order = state.order[side]
    k, w = int(order.craft), int(state.rack[int(order.rack)].weapon)
    for load in range(Load.DECOY):
        if is_launchable(state, rules, k, w, load, int(order.target_kind), int(order.target)):
            mask[load_action(state, load)] = 1


@native
def apply_launch_kind(state: State, rules: Rules, seat, action):
    """IN-MSL-05, 10, 13 Set order.load; a TGM requests LAY_SPEED, others FIRE_WEAPONS.

    DFM is added to order.weapons; for the others call name_launch.
    """
    order = state.order[seat]
    w, load = int(state.rack[int(order.rack)].weapon), decode_load(state, action)
    order.load = load
    if is_mine(load):
        velocity = int(state.craft[int(order.craft)].velocity)
        low, high = velocity - LAY_SPREAD, velocity + LAY_SPREAD
        begin_number(order, max(low, 0), min(high, MAX_VELOCITY))
        request_decision(state, Decision.LAY_SPEED, seat)
        return
    if load == Load.DFM:
        order.weapons = int(order.weapons) | (1 << w)
    else:
        name_launch(order, w, load)
    request_decision(state, Decision.FIRE_WEAPONS, seat)


@native
def name_launch(order: Order, w, load):
    """IN-CMB-03, IN-AMB-143 A missile of row w is chosen: locks are rolled together."""
    order.locks = int(order.locks) | (1 << int(w))
    order.launch[int(w)] = load


@native
def roll_locks(state: State, rules: Rules, seat):
    """IN-MSL-05, IN-AMB-143 All weapons are chosen: the missiles roll, order.locks keeps locks."""
    order = state.order[seat]
    named = int(order.locks)
    order.locks = 0
    for w in range(MAX_WEAPONS):
        if (named >> w) & 1 and free_slot(state, seat) != NONE:
            try_lock(state, rules, seat, w, int(order.launch[w]))


@native
def apply_lay_speed(state: State, rules: Rules, seat, number):
    """IN-MSL-13 Lay the TGM (transponder.lay) at that velocity, then request FIRE_WEAPONS."""
    order = state.order[seat]
    k, load = int(order.craft), int(order.load)
    take_load(state, k, int(order.rack), load)
    lay(state, rules, k, load, number)
    disclose_rack(state, k, int(order.rack))
    order.laid = True
    request_decision(state, Decision.FIRE_WEAPONS, seat)


@native
def disclose_rack(state: State, k, slot):
    """IN-CMB-03 The rack from which a missile was laid is public: the last LAID event names it."""
    row, craft = int(state.rack[slot].weapon), state.craft[k]
    craft.disclosed_weapons = int(craft.disclosed_weapons) | (1 << row)
    event = state.log[(int(state.log_count) - 1) % LOG_LENGTH]
    if event.kind == Event.LAID:
        event.b = row


@native
def take_load(state: State, k, slot, load):
    """IN-CMB-01 One missile leaves its rack, which has fired for this turn."""
    rack, craft = state.rack[slot], state.craft[k]
    rack.load[load] = int(rack.load[load]) - 1
    craft.fired = int(craft.fired) | (1 << int(rack.weapon))


@native
def try_lock(state: State, rules: Rules, seat, w, load):
    """IN-MSL-02..05, IN-AMB-107 Roll for a lock. The event is LOCK, for its own side.

    (Its number would reveal the kind.) Failure bars the kind in rack.barred. Success puts a missile
    in state.missile with status LOCKED, takes its load, and sets craft.fired and order.locks.
    """
    order = state.order[seat]
    k, kind, target = int(order.craft), int(order.target_kind), int(order.target)
    slot = rack_of(state, rules, k, w)
    m = crewman_of(state, rules, k, w)
    number = lock_number(state, rules, k, load, m, kind, target)
    die = roll_own(state, Chance.LOCK, pair(k, target), seat)
    locked = die <= number
    n = NONE
    if locked:
        take_load(state, k, slot, load)
        order.locks = int(order.locks) | (1 << int(w))
        n = launch(state, rules, k, load, kind, target)
    else:
        state.rack[slot].barred = int(state.rack[slot].barred) | (1 << int(load))
    event = note_own(state, Event.LOCK, k)
    name_target(state, event, target if kind == Target.CRAFT else NONE)
    event.a = n
    event.b = target if kind == Target.MISSILE else NONE
    event.c = number
    event.d = die
    event.e = locked
    return locked


@native
def facing_out(state: State, k, kind, target):
    """IN-IDE-19 Facing of craft k through which it launches at a target."""
    if kind == Target.CRAFT:
        return facing_toward(state, k, int(state.craft[target].q), int(state.craft[target].r))
    return facing_toward(state, k, int(state.missile[target].q), int(state.missile[target].r))


@native
def launch(state: State, rules: Rules, k, load, kind, target):
    """IN-MSL-06, IN-DEF-04, IN-IDE-19 Fill a free slot of state.missile; the event is LAUNCH.

    Return NONE where all are taken, or where its own ship's shield stops it.
    """
    n = free_slot(state, side_of(state, k))
    if n == NONE or not passes_own_shield(state, rules, k, facing_out(state, k, kind, target)):
        return NONE
    put_missile(state, n, k, load)
    missile = state.missile[n]
    missile.status = MissileStatus.LOCKED
    if kind == Target.CRAFT:
        missile.target = target
    else:
        missile.target_missile = target
    level_off(state, n)
    event = note_craft(state, Event.LAUNCH, k)
    name_target(state, event, int(missile.target))
    event.a = n
    event.b = missile.target_missile
    event.c = load if load == Load.HELL else NONE
    return n
