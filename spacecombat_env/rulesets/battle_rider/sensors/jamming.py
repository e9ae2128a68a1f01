"""Chapter JAM: area jamming on a line of sight, and deceptive jamming of an active sensor."""

from spacecombat_env.core.model.hexgrid import neighbour, passes_through
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    IMPOSSIBLE,
    MAX_DIFFICULTY,
    NONE,
    Chance,
    CraftStatus,
    Decision,
    Event,
    Sensor,
    Step,
    TaskDM,
    Verb,
    attempt_task,
    base_difficulty,
    craft_action,
    decode_craft,
    force_slots,
    log_event,
    log_modifier,
    pair_key,
    proceed,
    request_decision,
    task_penalty,
)
from ..model.record_types import Attempt, Craft, Rules, State
from ..ships.abilities import can_jam, on_ground
from ..ships.black_globes import is_full

# --- area jamming --------------------------------------------------------------------------------


@native
def area_covers_line(aq, ar, bq, br, q, r):
    """BR-JAM-08, 09 Whether a line of sight passes through the jammer's hex or one around it."""
    if passes_through(aq, ar, bq, br, q, r):
        return True
    for direction in range(DIRECTIONS):
        nq, nr = neighbour(q, r, direction)
        if passes_through(aq, ar, bq, br, nq, nr):
            return True
    return False


@native
def area_jamming_modifier(state: State, aq, ar, bq, br):
    """BR-DET-17, BR-JAM-09, BR-AMB-25 +1 for each area of jamming on the line of sight."""
    count = 0
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.jamming and craft.status == CraftStatus.IN_FORCE:
            force = state.tf[craft.tf]
            if area_covers_line(aq, ar, bq, br, int(force.q), int(force.r)):
                count += 1
    return count


# --- deceptive jamming ---------------------------------------------------------------------------


@native
def jam_difficulty(state: State, rules: Rules, jammer, attempt: Attempt):
    """BR-JAM-02, 03, BR-AMB-90 Range from jammer to sensing ship, TL difference, own penalties."""
    craft = state.craft[jammer]
    klass = rules.classes[craft.klass]
    if klass.jammer == 0 or not can_jam(craft) or on_ground(state, craft):
        return IMPOSSIBLE
    difficulty = base_difficulty(int(attempt.range), int(klass.jammer))
    return difficulty + int(attempt.tech_level) - int(klass.tech_level) + task_penalty(craft)


@native
def legal_jam(state: State, rules: Rules, mask):
    """BR-JAM-01, 04, 06 One jammer of the target's own task force, or none."""
    attempt = state.attempt
    mask[Verb.NO_JAM] = 1
    side = int(attempt.target_tf) // force_slots(state)
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == attempt.target_tf:
            if jam_difficulty(state, rules, k, attempt) <= MAX_DIFFICULTY:
                mask[craft_action(state, k)] = 1


@native
def request_jamming(state: State, rules: Rules, attempt: Attempt):
    """BR-DET-27, BR-JAM-01, BR-BGL-13 Against an active sensor; useless for a full globe."""
    hidden = attempt.target_craft != NONE and is_full(state.craft[attempt.target_craft])
    if attempt.sensor == Sensor.PASSIVE or attempt.target_tf == NONE or hidden:
        proceed(state, Step.RESOLVE_ATTEMPT)
        return
    enemy = int(attempt.target_tf) // force_slots(state)
    order = state.order[enemy]
    order.tf = attempt.target_tf
    order.target_tf = state.craft[attempt.actor].tf
    request_decision(state, Decision.JAM, enemy)


@native
def apply_jam(state: State, rules: Rules, action):
    """BR-JAM-04, 05 The jamming card is turned just before the detection card."""
    attempt = state.attempt
    if action != Verb.NO_JAM:
        attempt.jammer = decode_craft(state, int(state.seat), action)
        difficulty = jam_difficulty(state, rules, int(attempt.jammer), attempt)
        who = pair_key(attempt.jammer, attempt.actor)
        attempt.jam_modifier = attempt_task(state, rules, Chance.JAMMING, who, difficulty)
        log_jamming(state, rules, state.craft[attempt.jammer], attempt)
        event = log_event(state, Event.JAMMED, state.seat)
        event.actor = state.tf[attempt.target_tf].contact
        event.target = attempt.target_tf
        event.a = attempt.jam_modifier
    proceed(state, Step.RESOLVE_ATTEMPT)


@native
def log_jamming(state: State, rules: Rules, craft: Craft, attempt: Attempt):
    """BR-JAM-02, 03 Log the modifiers of the jamming just tried."""
    klass, kind = rules.classes[craft.klass], Chance.JAMMING
    log_modifier(state, kind, TaskDM.BASE, base_difficulty(int(attempt.range), int(klass.jammer)))
    log_modifier(state, kind, TaskDM.TECH, int(attempt.tech_level) - int(klass.tech_level))
    log_modifier(state, kind, TaskDM.OWN, task_penalty(craft))
