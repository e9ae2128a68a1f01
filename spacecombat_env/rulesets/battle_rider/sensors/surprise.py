"""Chapter SUR: surprise, battle stations, and the fatigue of crews that stand by."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    MAX_DIFFICULTY,
    NONE,
    Chance,
    CraftStatus,
    Decision,
    Event,
    Grade,
    Readiness,
    Step,
    TaskDM,
    amount_action,
    attempt_task,
    craft_slots,
    detecting_tactics,
    log_event,
    log_modifier,
    pair_key,
    proceed,
    request_decision,
)
from ..model.record_types import Rules, State, Watch

PERIOD = 8  # Turns: four hours (BR-SUR-04).
ENDURANCE = 3 * PERIOD  # Turns that a crew stands by, or rests, before it counts.
STATIONS_DIFFICULTY = 4  # BR-SUR-02
TRIED, CAUGHT = 1, 2  # Bits of state.surprise_over; CAUGHT for Red, twice that for Blue.
UNTRIED, STUNNED = 1, 2  # Values of craft.stunned: battle stations not tried, or failed.

# --- readiness -----------------------------------------------------------------------------------


@native
def readiness_step(state: State, rules: Rules):
    """BR-SUR-07 Each side orders its readiness for the turn; then the watches continue."""
    for side in range(2):
        if not state.watch[side].ordered:
            request_decision(state, Decision.READINESS, side)
            return
    for side in range(2):
        keep_watch(state, side)
    proceed(state, Step.INITIATIVE)


@native
def legal_readiness(state: State, mask):
    """BR-SUR-07 0 normal cruising, 1 alert, 2 battle stations."""
    for level in range(Readiness.BATTLE_STATIONS + 1):
        mask[amount_action(state, level)] = 1


@native
def apply_readiness(state: State, rules: Rules, action):
    """BR-SUR-06, 07 The order; a crew that stands down is harder to call back."""
    watch = state.watch[state.seat]
    level = action - amount_action(state, 0)
    if level == Readiness.CRUISING and watch.level != Readiness.CRUISING:
        watch.stale += int(watch.stations) // PERIOD + int(watch.alert) // (2 * PERIOD)
        watch.stations = 0
        watch.alert = 0
    watch.level = level
    watch.ordered = 1
    proceed(state, Step.READINESS)


@native
def keep_watch(state: State, side):
    """BR-SUR-04, 05 One more turn at its readiness: fatigue from the 25th, until 24 at rest.

    Called at the start of the turn: `rest` counts the finished turns of rest.
    """
    watch = state.watch[side]
    watch.ordered = 0
    if watch.rest >= ENDURANCE:
        watch.fatigue = 0
    if watch.level == Readiness.CRUISING:
        watch.rest += 1
    else:
        watch.stale = stale_left(watch, int(watch.rest))
        watch.rest = 0
        if watch.level == Readiness.ALERT:
            watch.alert += 1
        else:
            watch.stations += 1
        beyond = int(watch.alert) + int(watch.stations) - ENDURANCE
        if beyond > 0 and beyond % PERIOD == 1:
            watch.fatigue += 1
    for k in side_range(state.craft, side):
        state.craft[k].fatigue = watch.fatigue


@native
def stale_left(watch: Watch, rest):
    """BR-SUR-06 Penalty on manning battle stations after `rest` turns of rest."""
    return max(0, int(watch.stale) - max(0, rest) // PERIOD)


@native
def call_modifier(watch: Watch):
    """BR-SUR-03, 06 On the task of manning battle stations: alert -1, a stale crew more."""
    stale = stale_left(watch, int(watch.rest) - 1)
    return stale - 1 if watch.level == Readiness.ALERT else stale


# --- surprise ------------------------------------------------------------------------------------


@native
def test_surprise(state: State, rules: Rules, index):
    """BR-SUR-01, BR-AMB-79 Once a game: the side that first detects an enemy tries for surprise."""
    if state.surprise_over or rules.classes[state.craft[index].klass].drone:
        return
    state.surprise_over = TRIED
    enemy = index // craft_slots(state)
    side = 1 - enemy
    tactics, fatigue = detecting_tactics(state, side), int(state.watch[side].fatigue)
    difficulty = MAX_DIFFICULTY - tactics + fatigue
    grade = attempt_task(state, rules, Chance.SURPRISE, pair_key(side, 0), difficulty)
    log_modifier(state, Chance.SURPRISE, TaskDM.BASE, MAX_DIFFICULTY)
    log_modifier(state, Chance.SURPRISE, TaskDM.TACTICS, -tactics)
    log_modifier(state, Chance.SURPRISE, TaskDM.READINESS, fatigue)
    if grade != Grade.FAILURE:
        surprise(state, enemy)


@native
def surprise(state: State, side):
    """BR-SUR-02, 07, BR-AMB-79 A side is caught, unless it is at battle stations already."""
    state.surprise_over = int(state.surprise_over) | TRIED
    if state.watch[side].level == Readiness.BATTLE_STATIONS:
        return
    state.surprise_over = int(state.surprise_over) | CAUGHT << side
    event = log_event(state, Event.SURPRISE, side)
    event.a = state.turn
    for k in side_range(state.craft, side):
        state.craft[k].stunned = UNTRIED


@native
def man_stations(state: State, rules: Rules, index):
    """BR-SUR-02, 03, 06 One task a ship, with only these modifiers and those of the crew."""
    craft = state.craft[index]
    if craft.stunned != UNTRIED or craft.status != CraftStatus.IN_FORCE:
        return
    side = index // craft_slots(state)
    difficulty = STATIONS_DIFFICULTY + call_modifier(state.watch[side]) + int(craft.fatigue)
    grade = attempt_task(state, rules, Chance.STATIONS, pair_key(index, 0), difficulty)
    log_modifier(state, Chance.STATIONS, TaskDM.BASE, STATIONS_DIFFICULTY)
    log_modifier(state, Chance.STATIONS, TaskDM.READINESS, difficulty - STATIONS_DIFFICULTY)
    craft.stunned = STUNNED if grade == Grade.FAILURE else 0
    event = log_event(state, Event.STATIONS, side)
    event.known = 1 << side
    event.actor = index
    event.a = grade != Grade.FAILURE


@native
def man_force(state: State, rules: Rules, tf):
    """BR-SUR-02, BR-AMB-79 The ships of a task force at their first chance; NONE: all of them."""
    for k in range(len(state.craft)):
        if state.craft[k].stunned == UNTRIED and (tf == NONE or state.craft[k].tf == tf):
            man_stations(state, rules, k)


@native
def end_surprise(state: State):
    """BR-SUR-02 On the first full turn after it all battle stations are manned."""
    for side in range(2):
        if int(state.surprise_over) & CAUGHT << side:
            state.surprise_over = int(state.surprise_over) & ~(CAUGHT << side)
            state.watch[side].level = Readiness.BATTLE_STATIONS
            for k in side_range(state.craft, side):
                state.craft[k].stunned = 0


@native
def open_watches(state: State):
    """BR-SUR-01, 02, 07 A scenario's surprise applies from the first turn on.

    A surprised side does not order its readiness for that turn.
    """
    for side in range(2):
        if state.watch[side].caught:
            state.watch[side].caught = 0
            state.watch[side].ordered = state.watch[side].level != Readiness.BATTLE_STATIONS
            surprise(state, side)
