"""Chapter DET: a sensor attempt from announcement to card, and sensor shadows."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    IMPOSSIBLE,
    NONE,
    Chance,
    CraftStatus,
    Decision,
    Event,
    Grade,
    Purpose,
    Removal,
    Sensor,
    Step,
    Verb,
    attempt_task,
    craft_action,
    craft_slots,
    decode_craft,
    force_slots,
    is_blind,
    log_event,
    pair_key,
    proceed,
    request_decision,
    spread_slots,
)
from ..model.record_types import Attempt, Craft, Rules, State
from ..ships.black_globes import full_modifier, is_full, log_flicker
from ..ships.force_memory import recall_launches
from ..ships.losses import remove_force
from .jamming import request_jamming
from .modifiers import (
    attempt_crossing,
    attempt_difficulty,
    craft_modifier,
    force_modifier,
    range_to_force,
    range_to_spread,
    sensing_level,
    sensing_penalty,
    sensing_place,
)
from .reports import log_sensor_task
from .surprise import test_surprise

# --- the target of an attempt --------------------------------------------------------------------


@native
def begin_attempt(state: State, purpose, actor, sensor):
    """BR-DET-25 Announce an attempt; the caller fills in the target."""
    attempt = state.attempt
    attempt.purpose = purpose
    attempt.actor = actor
    attempt.sensor = sensor
    attempt.target_tf = NONE
    attempt.target_spread = NONE
    attempt.target_craft = NONE
    attempt.ties = 0
    attempt.jammer = NONE
    attempt.jam_modifier = 0
    attempt.successes = 0
    attempt.tech_level = 0
    attempt.sim = NONE
    proceed(state, Step.ATTEMPT)


@native
def aim_attempt(state: State, rules: Rules, tf, spread):
    """Point the attempt at a task force or a spread."""
    attempt = state.attempt
    attempt.target_tf = tf
    attempt.target_spread = spread
    craft = state.craft[attempt.actor]
    attempt.tech_level = rules.classes[craft.klass].tech_level
    if spread != NONE:
        attempt.range = range_to_spread(state, craft, spread)
    else:
        attempt.range = range_to_force(state, craft, tf)


@native
def ease(state: State, rules: Rules, target, attempt: Attempt):
    """BR-AMB-26 How easily a craft is detected: the modifiers that differ within its force."""
    if is_full(state.craft[target]):
        return ease_of_globe(state, rules, target, attempt)
    level = sensing_level(state, rules, attempt)
    return craft_modifier(rules, state.craft[target], int(attempt.sensor), level)


@native
def ease_of_globe(state: State, rules: Rules, target, attempt: Attempt):
    """BR-BGL-13, BR-AMB-26 The same for a full globe: the modifiers it ignores count for it."""
    sensor = int(attempt.sensor)
    q, r = sensing_place(state, attempt)
    spared = force_modifier(state, sensor, state.tf[attempt.target_tf], q, r)
    spared += sensing_penalty(state, attempt) + attempt_crossing(state, rules, attempt)
    spared += 1 if attempt.purpose != Purpose.DETECTION else 0
    size = int(rules.classes[state.craft[target].klass].size_mod)
    return size + full_modifier(sensor) - spared


@native
def is_candidate(state: State, craft: Craft, attempt: Attempt):
    """Whether the attempt can find or lock a craft of the target force."""
    if craft.status != CraftStatus.IN_FORCE or craft.tf != attempt.target_tf:
        return False
    return bool(craft.detected) == (attempt.purpose != Purpose.DETECTION)


@native
def find_easiest(state: State, rules: Rules, attempt: Attempt):
    """BR-DET-05, 06, BR-AMB-26, 42, 97 The easiest craft of the force, the shadow last of all."""
    attempt.target_craft = NONE
    attempt.ties = 0
    best, points = IMPOSSIBLE, 0
    side = attempt.target_tf // force_slots(state)
    for k in side_range(state.craft, side):
        if not is_candidate(state, state.craft[k], attempt):
            continue
        value = ease(state, rules, k, attempt)
        worth = int(rules.classes[state.craft[k].klass].points)
        if value < best:
            attempt.ties = 0
        if value <= best:
            if value < best or worth < points:
                attempt.target_craft = k
                points = worth
            best = value
            attempt.ties |= 1 << (k % craft_slots(state))


@native
def has_tie(attempt: Attempt):
    """Whether more than one craft is easiest."""
    ties = int(attempt.ties)
    return ties & (ties - 1) != 0


@native
def attempt_step(state: State, rules: Rules):
    """BR-DET-05, 27 Find the target of the attempt; request decisions on ties and jamming."""
    attempt = state.attempt
    if attempt.target_spread != NONE:
        proceed(state, Step.RESOLVE_ATTEMPT)
        return
    enemy = int(attempt.target_tf) // force_slots(state)
    if attempt.purpose == Purpose.DETECTION or attempt.purpose == Purpose.MISSILE_LOCK:
        find_easiest(state, rules, attempt)
        tie = attempt.purpose == Purpose.DETECTION and has_tie(attempt)
        if tie and not is_blind(state):  # the referee chooses
            state.order[enemy].tf = attempt.target_tf
            request_decision(state, Decision.EASIEST, enemy)
            return
    request_jamming(state, rules, attempt)


@native
def legal_easiest(state: State, rules: Rules, mask):
    """BR-AMB-26 The target player chooses among craft that are equally easy to find."""
    for k in range(craft_slots(state)):
        if int(state.attempt.ties) >> k & 1:
            mask[craft_action(state, k)] = 1


@native
def apply_easiest(state: State, rules: Rules, action):
    """BR-AMB-26 The craft chosen becomes the target of the attempt."""
    state.attempt.target_craft = decode_craft(state, int(state.seat), action)
    request_jamming(state, rules, state.attempt)


# --- resolution ----------------------------------------------------------------------------------


@native
def resolve_attempt(state: State, rules: Rules):
    """BR-DET-28, BR-FIR-06, 07 Turn the card; the consequence depends on the purpose."""
    attempt = state.attempt
    difficulty = attempt_difficulty(state, rules, attempt) + int(attempt.jam_modifier)
    if rules.option.black_globes:
        log_flicker(state, attempt)
    target = attempt.target_spread if attempt.target_spread != NONE else attempt.target_tf
    who = pair_key(attempt.actor, target)
    kind = Chance.DETECTION if attempt.purpose == Purpose.DETECTION else Chance.LOCK
    attempt.grade = attempt_task(state, rules, kind, who, difficulty)
    log_sensor_task(state, rules, attempt)
    attempt.jam_modifier = 0
    attempt.jammer = NONE
    log_attempt(state, attempt)
    if attempt.purpose == Purpose.DETECTION:
        proceed(state, Step.AFTER_DETECTION)
    elif attempt.purpose == Purpose.BEAM_LOCK:
        proceed(state, Step.AFTER_BEAM_LOCK)
    elif attempt.purpose == Purpose.MISSILE_LOCK:
        proceed(state, Step.AFTER_MISSILE_LOCK)
    else:
        proceed(state, Step.AFTER_DEFENSE_LOCK)


@native
def log_attempt(state: State, attempt: Attempt):
    """BR-DET-25, BR-AMB-88 The sensing side knows all; a passive scan hides its source."""
    side = int(attempt.actor) // craft_slots(state)
    kind = Event.SCAN if attempt.purpose == Purpose.DETECTION else Event.LOCK
    event = log_event(state, kind, side)
    event.known = 1 << side
    event.actor = attempt.actor
    event.target = attempt.target_tf
    event.a = attempt.sensor
    event.b = attempt.grade
    event.c = attempt.target_spread
    other = log_event(state, kind, side)
    other.known = 1 << (1 - side)
    other.target = attempt.target_tf
    other.a = attempt.sensor
    other.b = min(int(attempt.grade), Grade.SUCCESS | 0)  # BR-DET-28 more would reveal the value
    other.c = attempt.target_spread
    if attempt.sensor == Sensor.ACTIVE:
        other.actor = state.craft[attempt.actor].tf


@native
def after_detection(state: State, rules: Rules):
    """BR-DET-05, 06, 07 Success puts the craft on the map, and the player may continue."""
    attempt = state.attempt
    if attempt.grade == Grade.FAILURE:
        end_attempt(state)
    elif attempt.target_spread != NONE:
        reveal_spread(state, int(attempt.target_spread))
        end_attempt(state)
    elif attempt.target_craft == NONE:
        reveal_shadow(state, int(attempt.target_tf))
        end_attempt(state)
    else:
        reveal_craft(state, int(attempt.target_craft))
        if rules.option.surprise:
            test_surprise(state, rules, int(attempt.target_craft))
        attempt.successes += 1
        request_decision(state, Decision.DETECT_CHAIN, int(attempt.actor) // craft_slots(state))


@native
def legal_detect_chain(mask):
    """BR-DET-05 Continue with the next easiest craft, or stop."""
    mask[Verb.CONTINUE] = 1
    mask[Verb.STOP] = 1


@native
def apply_detect_chain(state: State, rules: Rules, action):
    """BR-DET-05, BR-AMB-27 The same sensor continues with the next easiest craft, or stops."""
    if action == Verb.CONTINUE:
        proceed(state, Step.ATTEMPT)
    else:
        end_attempt(state)


@native
def end_attempt(state: State):
    """End the attempt; ships of a common order continue."""
    if state.attempt.sim != NONE:
        proceed(state, Step.SIM_NEXT)
        return
    order = state.order[int(state.attempt.actor) // craft_slots(state)]
    more = order.together or (order.target_tf == NONE and order.target_spread == NONE)
    proceed(state, Step.DETECT_NEXT if more else Step.ROUND)


@native
def free_craft_contact(state: State, side):
    """Lowest free contact number of a side's craft."""
    slots = craft_slots(state)
    for contact in range(slots):
        taken = False
        for k in side_range(state.craft, side):
            if state.craft[k].detected and state.craft[k].contact == contact:
                taken = True
        if not taken:
            return contact
    return 0


@native
def reveal_craft(state: State, index):
    """BR-DET-01, 02 Detect a craft: it is on the map for the rest of the scenario."""
    craft = state.craft[index]
    side = index // craft_slots(state)
    if craft.detected:
        return
    craft.contact = free_craft_contact(state, side)
    craft.detected = 1
    state.contacts[side] += 1
    event = log_event(state, Event.DETECTED, side)
    event.actor = index
    event.target = craft.tf
    event.a = craft.klass
    if craft.tf != NONE:
        recall_launches(state, index)


@native
def reveal_spread(state: State, index):
    """BR-MIS-04 A spread is detected as a whole; its owner states how many missiles it has."""
    spread = state.spread[index]
    spread.detected = 1
    event = log_event(state, Event.DETECTED, index // spread_slots(state))
    event.target = index
    event.b = spread.count


@native
def reveal_shadow(state: State, tf):
    """BR-DET-06, 07, 08 The force hides nothing more; without craft it is removed."""
    force = state.tf[tf]
    force.shadow_found = 1
    event = log_event(state, Event.SHADOW, tf // force_slots(state))
    event.actor = force.contact
    event.target = tf
    if force.strength == 0:
        state.dummies_found[tf // force_slots(state)] += 1
        remove_force(state, tf, Removal.FOUND_EMPTY)


@native
def hide_shadow(state: State, tf):
    """BR-AMB-28 When an undetected craft joins a task force its shadow is hidden again."""
    state.tf[tf].shadow_found = 0
