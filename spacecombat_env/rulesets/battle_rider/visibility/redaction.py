"""Redaction: the only source of observation, mask, view and picture.

`redact_state` turns a copy of a state into one seat's knowledge of it (BR-AMB-88): everything else
is zero, or NONE where zero would mean a piece.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DETAILS,
    MAX_MEMBERS,
    NONE,
    RESULTS,
    SAND_LEVELS,
    TASK_NOTES,
    UNDISCLOSED_VALUE,
    WEAPON_ROWS,
    Chance,
    CraftStatus,
    Decision,
    Event,
    ForceStatus,
    Removal,
    Secrecy,
    SensorDM,
    TaskDM,
    TaskNote,
    craft_slots,
    force_slots,
    is_blind,
    is_sighted,
    redact_double_blind,
    spread_shows,
)
from ..model.record_types import Craft, EventRecord, Force, Order, Rules, Spread, State
from .redaction_advanced import redact_advanced, redact_points
from .redaction_tasks import redact_attempt, redact_volley


@native
def redact_state(state: State, seat):
    """Hide from a seat all that it cannot know; `state` is a copy without log and chance."""
    enemy = 1 - seat
    redact_attempt(state, seat)
    redact_volley(state, seat)
    redact_decision(state, seat)
    state.passed[enemy] = 0
    mark_emissions(state)
    redact_points(state, enemy)
    redact_defenders(state, enemy)
    if int(state.secrecy) & Secrecy.ADVANCED:
        redact_advanced(state, seat)
    for k in side_range(state.craft, enemy):
        if state.craft[k].detected:
            redact_stores(state.craft[k])
        else:
            blank_craft(state.craft[k])
    if is_blind(state):
        redact_double_blind(state, seat)
        remove_hidden_pieces(state, enemy)
    attack_tf = int(state.attack_tf)
    for k in side_range(state.tf, enemy):
        redact_force(state.tf[k])
    for k in side_range(state.spread, enemy):
        redact_spread(state.spread[k], attack_tf)
    blank_order(state.order[enemy])


@native
def redact_action_fields(state: State, rules: Rules, visible: State, seat):
    """Update `visible` after an action of an order; False if a full redaction is needed.

    It copies the decision, the seat's own order, and the fields that locate the pieces in it: own
    pieces by slot, visible enemy pieces by contact number.
    """
    if rules.option.advanced or is_blind(state) or state.decision == Decision.SAND_NUMBER:
        return False
    order = state.order[seat]
    visible.decision = state.decision
    visible.order[seat] = order
    if order.craft != NONE:
        visible.craft[order.craft].status = state.craft[order.craft].status
    if order.tf != NONE:
        visible.tf[order.tf].status = state.tf[order.tf].status
    if order.spread != NONE:
        visible.spread[order.spread].count = state.spread[order.spread].count
    redact_target_fields(state, order, visible)
    return True


@native
def redact_target_fields(state: State, order: Order, visible: State):
    """Copy into `visible` the public fields of the enemy's pieces in an order."""
    if order.target_craft != NONE:
        craft, known = state.craft[order.target_craft], visible.craft[order.target_craft]
        known.detected = craft.detected
        known.contact = craft.contact if craft.detected else NONE
    if order.target_tf != NONE:
        force, known_force = state.tf[order.target_tf], visible.tf[order.target_tf]
        is_shown = force.status == ForceStatus.ON_MAP
        known_force.status = ForceStatus.ON_MAP if is_shown else ForceStatus.UNUSED
        known_force.contact = force.contact if is_shown else NONE
    if order.target_spread != NONE:
        spread, known_spread = (
            state.spread[order.target_spread],
            visible.spread[order.target_spread],
        )
        known_spread.count = spread.count if spread.detected else int(spread.count > 0)
        known_spread.contact = spread.contact if spread.count > 0 else NONE


@native
def remove_hidden_pieces(state: State, enemy):
    """BR-REF-01 In double-blind play no enemy piece is on the map until it is found."""
    for k in side_range(state.tf, enemy):
        if not is_sighted(state, k):
            state.tf[k].status = ForceStatus.UNUSED
    for k in side_range(state.spread, enemy):
        if not spread_shows(state.spread[k]):
            state.spread[k].count = 0


@native
def redact_decision(state: State, seat):
    """Hide the engine's step and the other seat's decision."""
    state.step = 0
    state.log_count = 0
    if state.seat != seat or state.decision == Decision.NOTHING:
        state.decision = Decision.NOTHING
        state.seat = NONE
    if state.round_tf != NONE:
        waiting = state.tf[state.round_tf].status == ForceStatus.WAITING
        if waiting and state.round_tf // force_slots(state) != seat:
            state.round_tf = NONE


@native
def mark_emissions(state: State):
    """BR-AMB-88 The Active marker of a task force is public, whichever ship carries it.

    Only this function sets `emitting`; in the true record it is always 0.
    """
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            if craft.active or craft.jamming:
                state.tf[craft.tf].emitting = 1


@native
def redact_defenders(state: State, enemy):
    """Hide unknown craft of a task force under attack; they are last in the list."""
    for member in range(MAX_MEMBERS):
        index = int(state.defender[member])
        if index != NONE and index // craft_slots(state) == enemy:
            if not state.craft[index].detected:
                state.defender[member] = NONE


@native
def redact_stores(craft: Craft):
    """BR-AMB-88 Hide missiles, fuel and counters of a detected enemy."""
    craft.keeper = NONE
    craft.missiles = 0
    craft.fuel = 0
    craft.bridge_shifted = 0
    craft.overpower = 0
    craft.forgone_g = 0
    craft.dampers_used = 0
    craft.decided = 0
    craft.launched = 0
    craft.controlled = 0
    for row in range(WEAPON_ROWS):
        craft.overpowered[row] = 0
        craft.fired[row] = 0
        craft.fired_before[row] = 0
    for sensor in range(2):
        craft.tried[sensor] = 0
        craft.tried_spreads[sensor] = 0
    craft.lock_tried = 0
    craft.lock = 0
    craft.lock_spread_tried = 0
    craft.lock_spread = 0


@native
def blank_craft(craft: Craft):
    """Blank an undetected enemy craft."""
    redact_stores(craft)
    craft.klass = 0
    craft.status = CraftStatus.UNUSED
    craft.tf = NONE
    craft.contact = NONE
    craft.overload = 0
    craft.tumble = 0
    craft.active = 0
    craft.extended = 0
    craft.jamming = 0
    craft.sand_used = 0
    for result in range(RESULTS):
        craft.damage[result] = 0


@native
def redact_force(force: Force):
    """BR-AMB-88 Position, PEM, thrust, evasion and Active marker are public; composition is not."""
    force.strength = 0
    force.gs = 0
    force.entry_turn = 0
    force.fire_over = 0
    force.detecting = 0
    force.firing = 0
    force.settled = 0
    if force.status != ForceStatus.ON_MAP:
        force.status = ForceStatus.UNUSED
        force.contact = NONE
        force.q = 0
        force.r = 0
        force.vq = 0
        force.vr = 0
        force.acted = 0
        force.moved = 0
        force.spent_g = 0
        force.thrust_side = NONE
        force.evade = 0
        force.shadow_found = 0
        force.emitting = 0
        force.surface = 0
        force.flickering = 0


@native
def redact_spread(spread: Spread, attack_tf):
    """BR-AMB-88, BR-MIS-20 A spread's place is public, its size once detected, aims as declared."""
    spread.owner = NONE
    spread.g_left = 0
    spread.fire_control = 0
    spread.penalty = 0
    spread.reach = 0
    spread.fired = 0
    spread.sim = 0
    spread.scanned = 0
    spread.ship_lock = 0
    if spread.count == 0:
        blank_spread(spread)
    elif not spread.detected:
        spread.count = 1
    if spread.target_tf == NONE or spread.target_tf != attack_tf:
        blank_aims(spread)


@native
def blank_spread(spread: Spread):
    """Blank a spread that is gone."""
    spread.contact = NONE
    spread.q = 0
    spread.r = 0
    spread.vq = 0
    spread.vr = 0
    spread.detected = 0
    spread.moved = 0
    spread.burned = 0
    spread.target_tf = NONE
    spread.target_spread = NONE
    for level in range(SAND_LEVELS):
        spread.sand[level] = 0


@native
def blank_aims(spread: Spread):
    """Blank aims: fired ones would reveal how many missiles a spread had."""
    for member in range(MAX_MEMBERS):
        spread.aim[member] = 0


@native
def blank_order(order: Order):
    """Blank the order of the other seat."""
    order.verb = 0
    order.together = 0
    order.craft = NONE
    order.tf = NONE
    order.spread = NONE
    order.target_craft = NONE
    order.target_tf = NONE
    order.target_spread = NONE
    order.sensor = 0
    order.member = NONE
    order.row = 0
    order.low = 0
    order.high = 0
    order.tens = NONE
    order.dq = 0
    order.dr = 0
    order.gs = 0
    order.evasion = 0
    order.shot_kept = 0
    order.level = 0
    order.step = 0
    order.hexside = NONE
    for row in range(WEAPON_ROWS):
        order.beams[row] = 0
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            order.shot[member, row] = 0


# --- the log ------------------------------------------------------------------------------------


@native
def redact_event(event: EventRecord, seat):
    """Hide the fields of an event that a seat may not know."""
    event.known = 1 << seat
    if event.kind == Event.FORCE_REMOVED and event.side != seat and event.b == Removal.DUMMY:
        event.b = Removal.GONE
    if event.kind == Event.NEW_FORCE and event.side != seat:
        event.c = NONE  # its contact number identifies it, if visible
    if event.kind == Event.CARDS and event.side != seat:
        redact_enemy_cards(event)
    if event.kind != Event.TASK:
        return
    unknown = int(event.c) & TaskNote.UNKNOWN and event.side == seat
    if unknown or int(event.c) & TaskNote.COVERED:
        event.card = 0
    if event.side != seat:
        redact_enemy_task(event)
    elif is_sensor_task(int(event.a)):
        redact_reported(event, unknown)
    elif unknown:
        event.detail[TaskDM.CROSSING] = 0
    if unknown:
        event.b = UNDISCLOSED_VALUE
    event.c = int(event.c) & ~TASK_NOTES if event.side == seat else 0


@native
def is_sensor_task(task):
    """Whether the modifiers of a task are those of SensorDM."""
    return task == Chance.DETECTION or task == Chance.LOCK or task == Chance.SURVEY


@native
def redact_reported(event: EventRecord, unknown):
    """BR-DET-27, BR-AMB-105 The target's side reports one sum; nothing for an unknown target.

    Hide also whether the target emits, which a dummy never does, and unseen forces in between.
    """
    total = 0
    for n in range(SensorDM.SIZE | 0, SensorDM.REPORTED | 0):
        total += int(event.detail[n])
        event.detail[n] = 0
    event.detail[SensorDM.REPORTED] = 0 if unknown else total
    if unknown:
        event.detail[SensorDM.ACTIVE] = 0
        event.detail[SensorDM.EMITTER] = 0
        event.detail[SensorDM.AREA_JAMMING] = 0
        event.detail[SensorDM.CROSSING] = 0


@native
def redact_enemy_task(event: EventRecord):
    """BR-DET-26, 27 Of an enemy task keep the card, jamming's value, a scan's own report."""
    sensor = is_sensor_task(int(event.a))
    redact_enemy_cards(event)
    for n in range(DETAILS):
        if not sensor or n < SensorDM.JAMMING:
            event.detail[n] = 0


@native
def redact_enemy_cards(event: EventRecord):
    """BR-AMB-88, 105 Hide the value needed, the crew and the ship of the enemy's cards.

    Where a ship acts in sight the outcome event names it.
    """
    if event.a != Chance.JAMMING:
        event.b = UNDISCLOSED_VALUE
    if is_sensor_task(int(event.a)) or event.a == Chance.JAMMING:
        event.actor = NONE
    event.c = 0
