"""Chapters DET and JAM: sensors, arrays and jammers set active or silent for a round."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import Delegate, Event, Step, Verb, craft_action, log_event, proceed
from ..model.record_types import Craft, Rules, State
from ..ships.abilities import can_jam
from ..ships.power import change_power, is_power_verb, power_applies
from .detect_orders import in_round
from .modifiers import may_go_active


@native
def status_applies(rules: Rules, craft: Craft, verb):
    """BR-DET-09, 10, BR-JAM-07, 10, BR-AMB-20 Whether a status verb would change this craft."""
    if is_power_verb(verb):
        return power_applies(rules, craft, verb)
    klass = rules.classes[craft.klass]
    if int(craft.decided) & status_bit(verb):
        return False
    if verb == Verb.ACTIVATE:
        return not craft.active and may_go_active(rules, craft)
    if verb == Verb.SILENCE:
        return bool(craft.active)
    if verb == Verb.EXTEND:
        return bool(klass.folding) and not craft.extended
    if verb == Verb.RETRACT:
        return bool(craft.extended)
    if verb == Verb.JAM_ON:
        return bool(klass.area_jammer) and not craft.jamming and can_jam(craft)
    return bool(craft.jamming)


@native
def status_possible(state: State, rules: Rules, side, verb):
    """Whether a status verb would change any craft of the round's task force."""
    for k in side_range(state.craft, side):
        if in_round(state, k, side) and status_applies(rules, state.craft[k], verb):
            return True
    return False


@native
def legal_status(state: State, rules: Rules, side, mask, first, last):
    """BR-DET-09, 10, BR-JAM-10, BR-PWR-02 Status verbs `first`..`last` that change a craft."""
    for k in side_range(state.craft, side):
        if in_round(state, k, side):
            for verb in range(first, last + 1):
                if status_applies(rules, state.craft[k], verb):
                    mask[verb] = 1


@native
def legal_status_subject(state: State, rules: Rules, side, mask):
    """BR-DET-09 All ships of the task force, or one."""
    mask[Verb.ALL] = 1
    verb = int(state.order[side].verb)
    if rules.delegated[side] & Delegate.SENSORS and not is_power_verb(verb):
        return
    for k in side_range(state.craft, side):
        if in_round(state, k, side) and status_applies(rules, state.craft[k], verb):
            mask[craft_action(state, k)] = 1


@native
def apply_status_subject(state: State, rules: Rules, action):
    """BR-DET-09, 10, BR-JAM-10, BR-AMB-20 Set the status for this round and until the next one."""
    side = int(state.seat)
    verb = int(state.order[side].verb)
    for k in side_range(state.craft, side):
        if not in_round(state, k, side) or not status_applies(rules, state.craft[k], verb):
            continue
        if action == Verb.ALL or craft_action(state, k) == action:
            if is_power_verb(verb):
                change_power(state, rules, k, verb)
            else:
                set_status(state.craft[k], verb)
    proceed(state, Step.ROUND)
    if is_power_verb(verb):  # logged ship by ship
        return
    event = log_event(state, Event.SENSORS, side)
    event.known = 1 << side
    event.target = state.round_tf
    event.a = verb


@native
def status_bit(verb):
    """BR-AMB-20 Bit of the equipment that a status verb sets for the round."""
    return 1 << ((int(verb) - Verb.ACTIVATE) // 2)


@native
def set_status(craft: Craft, verb):
    """Carry out a status verb on one craft."""
    craft.decided |= status_bit(verb)
    if verb == Verb.ACTIVATE:
        craft.active = 1
    elif verb == Verb.SILENCE:
        craft.active = 0
    elif verb == Verb.EXTEND:
        craft.extended = 1
    elif verb == Verb.RETRACT:
        craft.extended = 0
    elif verb == Verb.JAM_ON:
        craft.jamming = 1
    else:
        craft.jamming = 0
