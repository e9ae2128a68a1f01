"""Chapters TF and SCN-02..04: secret set-up, task force by task force, and the start of play."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..model import (
    DUMMY_MAX_SPEED,
    LAST_ENTRY_TURN,
    LATE_TURN,
    NONE,
    Chance,
    CraftStatus,
    Decision,
    ForceStatus,
    Phase,
    RandomStream,
    Side,
    Step,
    decode_force,
    divide_fleets,
    force_action,
    force_slots,
    has_missions,
    may_share,
    pair_key,
    proceed,
    random_bits,
    request_decision,
    tactics_of,
)
from ..model.record_types import Rules, State
from ..movement.counters import free_contact, free_force
from .mission_setup import may_join, mission_setup_step, request_place
from .purchase import purchase_step

ASSIGNING, PLACING = 0, 2  # stages of a side's set-up, in order.step; 1 requests dummies


@native
def number_contacts(state: State):
    """Number the task forces that start on the map at random, so that slots reveal nothing."""
    for k in range(len(state.tf)):
        if state.tf[k].status == ForceStatus.ON_MAP:
            state.tf[k].contact = free_contact(state, k)
    slots = force_slots(state)
    for k in range(len(state.tf)):
        force, before = state.tf[k], k % slots
        if force.status != ForceStatus.ON_MAP:
            continue
        candidates = 0  # an even deal: each swaps numbers with one before it, or with itself
        for other in range(k - before, k + 1):
            if state.tf[other].status == ForceStatus.ON_MAP:
                candidates += 1
        nth = pick(random_bits(state, Chance.SETUP, pair_key(k, RandomStream.CONTACT)), candidates)
        for other in range(k - before, k + 1):
            if state.tf[other].status == ForceStatus.ON_MAP:
                if nth == 0:
                    saved = int(force.contact)
                    force.contact = state.tf[other].contact
                    state.tf[other].contact = saved
                nth -= 1


@native
def setup_step(state: State, rules: Rules):
    """BR-SCN-02, 04, BR-TF-02, 03, 04 The next decision of the set-up, Red first, then Blue."""
    if has_missions(rules) and mission_setup_step(state, rules):
        return
    if purchase_step(state, rules):
        return
    divide_fleets(state, rules)
    for side in range(2):
        if request_setup(state, rules, side):
            return
    state.phase = Phase.INITIATIVE
    proceed(state, Step.TURN_START)


@native
def request_setup(state: State, rules: Rules, side):
    """BR-TF-04 Request a side's next set-up decision; False at the end."""
    order = state.order[side]
    if order.step == ASSIGNING:
        craft = next_unassigned(state, side)
        if craft != NONE:
            order.craft = craft
            request_decision(state, Decision.SETUP_FORCE, side)
            return True
        order.step += 1
        begin_number(order, 0, int(state.tactics[side]))
        request_decision(state, Decision.SETUP_DUMMIES, side)
        return True
    for k in side_range(state.tf, side):
        if state.tf[k].status == ForceStatus.WAITING:
            if has_missions(rules) and side == Side.BLUE and request_place(state, rules, k):
                return True
            if request_entry(state, rules, side, k):
                return True
    return False


@native
def next_unassigned(state: State, side):
    """The next craft of a side without a task force, or NONE."""
    for k in side_range(state.craft, side):
        if state.craft[k].status == CraftStatus.IN_FORCE and state.craft[k].tf == NONE:
            return k
    return NONE


@native
def legal_setup_force(state: State, side, mask):
    """BR-TF-01, 02, BR-MPL-01, 02 A task force of its player with room, or the next new one."""
    opened = 0
    craft = state.craft[state.order[side].craft]
    most = tactics_of(state, side, int(craft.player))
    for k in side_range(state.tf, side):
        force = state.tf[k]
        new = force.status == ForceStatus.UNUSED
        if new and opened:
            continue
        room = force.strength < most and may_share(state, int(craft.player), k)
        if new or (room and may_join(state, k, craft)):
            mask[force_action(state, k)] = 1
            opened += 1 if new else 0


@native
def apply_setup_force(state: State, rules: Rules, action):
    """BR-TF-01 The craft belongs to this task force."""
    side = int(state.seat)
    tf = decode_force(state, side, action)
    state.tf[tf].status = ForceStatus.WAITING
    state.tf[tf].strength += 1
    state.craft[state.order[side].craft].tf = tf
    proceed(state, Step.SETUP)


@native
def apply_setup_dummies(state: State, rules: Rules, number):
    """BR-TF-04 This number of dummies enters as well."""
    side = int(state.seat)
    for _ in range(number):
        tf = free_force(state, side)
        if tf != NONE:
            state.tf[tf].status = ForceStatus.WAITING
    shuffle_forces(state, side)
    state.order[side].step = PLACING
    proceed(state, Step.SETUP)


@native
def shuffle_forces(state: State, side):
    """BR-TF-04, BR-AMB-88 Task forces are dealt over all slots of their side at random.

    So a number does not distinguish a dummy from ships, and the numbers seen do not reveal how many
    are still to come.
    """
    first = side * force_slots(state)
    for k in side_range(state.tf, side):
        other = first + pick(
            random_bits(state, Chance.SETUP, pair_key(k, RandomStream.SLOT)), k - first + 1
        )
        swap_forces(state, k, other)


@native
def swap_forces(state: State, a, b):
    """Swap the numbers of two task forces of a set-up in which only the craft are assigned."""
    one, other = state.tf[a], state.tf[b]
    saved = int(one.status)
    one.status = other.status
    other.status = saved
    saved = int(one.strength)
    one.strength = other.strength
    other.strength = saved
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.tf == a:
            craft.tf = b
        elif craft.tf == b:
            craft.tf = a


@native
def request_entry(state: State, rules: Rules, side, tf):
    """BR-SCN-02, 03, 04 Column, velocity, turn of entry; False when all are chosen."""
    force, order = state.tf[tf], state.order[side]
    order.tf = tf
    if force.q == 0:
        begin_number(order, 1, int(rules.option.columns))
        request_decision(state, Decision.SETUP_COLUMN, side)
    elif force.vr == 0:
        begin_number(order, 1, entry_speed(state, rules, tf))
        request_decision(state, Decision.SETUP_VELOCITY, side)
    elif force.entry_turn <= 0:
        first = LATE_TURN if force.entry_turn < 0 else 1
        begin_number(order, first, latest_entry(state, side, tf))
        request_decision(state, Decision.SETUP_TURN, side)
    else:
        return False
    return True


@native
def entry_speed(state: State, rules: Rules, tf):
    """BR-SCN-03, BR-AMB-30 Velocity 1 to the lowest G rating; a dummy up to 6."""
    speed = DUMMY_MAX_SPEED
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            speed = min(speed, int(rules.classes[craft.klass].g))
    return max(1, speed)


@native
def latest_entry(state: State, side, tf):
    """BR-SCN-04, BR-AMB-56 At least one force with craft enters on turn 1."""
    if state.tf[tf].strength == 0:
        return LAST_ENTRY_TURN
    for k in side_range(state.tf, side):
        force = state.tf[k]
        if k == tf or force.status == ForceStatus.UNUSED or force.strength == 0:
            continue
        on_map = force.status == ForceStatus.ON_MAP
        if on_map or force.entry_turn == 1 or (k > tf and force.entry_turn == 0):
            return LAST_ENTRY_TURN
    return 1


@native
def apply_setup_column(state: State, rules: Rules, number):
    """BR-SCN-02, 09, BR-AMB-56 It waits a hex outside its own edge; columns as the seat counts."""
    side = int(state.seat)
    force = state.tf[state.order[side].tf]
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    force.q = number if side == Side.RED else columns + 1 - number
    force.r = axial_row(int(force.q), 0 if side == Side.RED else rows + 1)
    proceed(state, Step.SETUP)


@native
def apply_setup_velocity(state: State, rules: Rules, number):
    """BR-MOV-09, BR-SCN-02, 03 Straight ahead, down the grain of the hexes."""
    side = int(state.seat)
    state.tf[state.order[side].tf].vr = number if side == Side.RED else -number
    proceed(state, Step.SETUP)


@native
def apply_setup_turn(state: State, rules: Rules, number):
    """BR-SCN-04 The turn of entry is written down."""
    side = int(state.seat)
    state.tf[state.order[side].tf].entry_turn = number
    proceed(state, Step.SETUP)
