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
    TASK_NOTES,
    UNDISCLOSED_VALUE,
    Chance,
    CraftStatus,
    Decision,
    Event,
    ForceStatus,
    Removal,
    Secrecy,
    Sensor,
    SensorDM,
    TaskDM,
    TaskNote,
    craft_slots,
    force_slots,
    is_blind,
)
from ..model.record_types import Craft, EventRecord, Force, Order, Rules, Spread, State
from ..ships.losses import is_gone, is_unseen_cargo
from .redacted_fields import (
    redact_aims,
    redact_announced,
    redact_controls,
    redact_decision,
    redact_emission,
    redact_engine,
    redact_gone,
    redact_hidden_force,
    redact_hit,
    redact_hits,
    redact_members,
    redact_order,
    redact_round,
    redact_sensing,
    redact_shooter,
    redact_side,
    redact_size,
    redact_stores,
    redact_targeted,
    redact_undetected,
)
from .redaction_advanced import redact_advanced, redact_double_blind, redact_points


@native
def redact_state(state: State, seat):
    """Hide from a seat all that it cannot know; `state` is a copy without log and chance."""
    enemy = 1 - seat
    redact_attempt(state, seat)
    redact_volley(state, seat)
    redact_turn(state, seat)
    redact_side(state, enemy)
    mark_emissions(state)
    redact_points(state, enemy)
    redact_defenders(state, enemy)
    if int(state.secrecy) & Secrecy.ADVANCED:
        redact_advanced(state, seat)
    for k in side_range(state.craft, enemy):
        keep_cargo_aboard(state, state.craft[k])
        redact_craft(state.craft[k])
    if is_blind(state):
        redact_double_blind(state, seat)
    attack_tf = int(state.attack_tf)
    for k in side_range(state.tf, enemy):
        redact_force(state.tf[k])
    for k in side_range(state.spread, enemy):
        redact_spread(state.spread[k], attack_tf)
    redact_order(state.order[enemy])


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
def redact_turn(state: State, seat):
    """Hide the engine's step and the other seat's decision."""
    redact_engine(state)
    state.log_count = 0
    if state.seat != seat or state.decision == Decision.NOTHING:
        redact_decision(state)
    if state.round_tf != NONE:
        waiting = state.tf[state.round_tf].status == ForceStatus.WAITING
        if waiting and state.round_tf // force_slots(state) != seat:
            redact_round(state)


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
def keep_cargo_aboard(state: State, craft: Craft):
    """BR-AMB-89 A craft seen before is still aboard, if it was lost with a ship never found."""
    if is_gone(craft) and is_unseen_cargo(state, craft):
        craft.status = CraftStatus.ABOARD


@native
def redact_craft(craft: Craft):
    """BR-AMB-88 Hide an enemy craft, or of a detected one its stores and counters."""
    redact_stores(craft)
    if not craft.detected:
        redact_undetected(craft)


@native
def redact_force(force: Force):
    """BR-AMB-88 Position, PEM, thrust, evasion and Active marker are public; composition is not."""
    redact_members(force)
    if force.status != ForceStatus.ON_MAP:
        redact_hidden_force(force)


@native
def redact_spread(spread: Spread, attack_tf):
    """BR-AMB-88, BR-MIS-20 A spread's place is public, its size once detected, aims as declared."""
    redact_controls(spread)
    if spread.count == 0:
        redact_size(spread)
        redact_gone(spread)
    elif not spread.detected:
        redact_size(spread)
        spread.count = 1
    if spread.target_tf == NONE or spread.target_tf != attack_tf:
        redact_aims(spread)


# --- attempts and volleys ------------------------------------------------------------------------
#
# A seat sees them only while it decides about them; the log reports their outcome. Remains of a
# finished one would reveal how often the other side decided since, which craft searched, or what
# was searched in vain (BR-REF-01).


@native
def redact_attempt(state: State, seat):
    """BR-DET-25, 26, BR-AMB-88 Hide from each side what it does not know of an attempt."""
    attempt = state.attempt
    if state.seat != seat or not is_to_act_in_attempt(state):
        redact_announced(attempt)
        redact_sensing(attempt)
        redact_targeted(attempt)
        redact_emission(attempt)
    elif attempt.actor // craft_slots(state) == seat:
        redact_targeted(attempt)
    else:
        redact_sensing(attempt)
        if attempt.sensor == Sensor.PASSIVE:
            redact_emission(attempt)


@native
def is_to_act_in_attempt(state: State):
    """Whether an attempt waits for a decision."""
    decision = state.decision
    return (
        decision == Decision.EASIEST
        or decision == Decision.JAM
        or decision == Decision.DETECT_CHAIN
    )


@native
def redact_volley(state: State, seat):
    """BR-SCR-02 Show the hits only to the side that decides on sand, and never the shooter."""
    volley = state.volley
    redact_shooter(volley)
    if state.seat != seat or state.decision != Decision.SAND_NUMBER:
        redact_hits(volley)
    for k in range(int(volley.hits), len(volley.hit)):
        redact_hit(volley.hit[k])


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
