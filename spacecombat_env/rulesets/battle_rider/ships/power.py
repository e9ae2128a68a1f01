"""Chapter PWR: ships powered down, powering up, and crash starts."""

from spacecombat_env.core.native import native

from ..model import (
    CRASH_START_DIFFICULTY,
    MAX_DIFFICULTY,
    Chance,
    CraftStatus,
    Event,
    Grade,
    Power,
    TaskDM,
    Verb,
    attempt_task,
    craft_slots,
    log_event,
    log_modifier,
    pair_key,
    task_penalty,
)
from ..model.record_types import Craft, Rules, State
from .black_globes import switch_off

POWER_DECIDED = 8  # in craft.decided


@native
def is_power_verb(verb):
    """Whether a verb is about the power plant."""
    return Verb.POWER_DOWN <= verb <= Verb.CRASH_START


@native
def crash_difficulty(craft: Craft):
    """BR-PWR-04 Difficulty 4, and the ship's own penalties."""
    return CRASH_START_DIFFICULTY + task_penalty(craft)


@native
def power_applies(rules: Rules, craft: Craft, verb):
    """BR-PWR-02, 03, 04, BR-AMB-93 Whether a power verb is possible for a ship, once a round."""
    if rules.classes[craft.klass].drone or int(craft.decided) & POWER_DECIDED:
        return False
    if verb == Verb.POWER_DOWN:
        return craft.power == Power.UP
    if verb == Verb.CRASH_START and crash_difficulty(craft) > MAX_DIFFICULTY:
        return False
    return craft.power == Power.DOWN


@native
def power_possible(state: State, rules: Rules):
    """BR-AMB-59 Whether any ship of the round's task force may power down or up."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf:
            for verb in range(Verb.POWER_DOWN, Verb.CRASH_START + 1):
                if power_applies(rules, craft, verb):
                    return True
    return False


@native
def change_power(state: State, rules: Rules, index, verb):
    """BR-PWR-02, 03, 04, BR-AMB-59 Down at once; up in a turn, or at once by a crash start.

    Active sensor, area jammer and black globe go off with the power.
    """
    craft = state.craft[index]
    craft.decided |= POWER_DECIDED
    if verb == Verb.POWER_DOWN:
        craft.power = Power.DOWN
        craft.active = 0
        craft.jamming = 0
        switch_off(craft)
    elif verb == Verb.POWER_UP:
        craft.power = Power.STARTING
    else:
        craft.power = crash_start(state, rules, index)
    log_power(state, index, verb)


@native
def crash_start(state: State, rules: Rules, index):
    """BR-PWR-04 A card: power at once, or the wait of a full turn."""
    difficulty = crash_difficulty(state.craft[index])
    grade = attempt_task(state, rules, Chance.CRASH_START, pair_key(index, 0), difficulty)
    log_modifier(state, Chance.CRASH_START, TaskDM.BASE, CRASH_START_DIFFICULTY)
    log_modifier(state, Chance.CRASH_START, TaskDM.OWN, task_penalty(state.craft[index]))
    return Power.STARTING if grade == Grade.FAILURE else Power.UP


@native
def end_start_up(state: State, index):
    """BR-PWR-03 The Powering Up marker comes off at the start of the ship's next round."""
    state.craft[index].power = Power.UP
    log_power(state, index, Verb.DONE)


@native
def log_power(state: State, index, verb):
    """BR-AMB-88 The marker of a detected ship is public."""
    side = index // craft_slots(state)
    event = log_event(state, Event.POWER, side)
    event.actor = index
    event.a = verb
    event.b = state.craft[index].power
    event.known = 3 if state.craft[index].detected else 1 << side
