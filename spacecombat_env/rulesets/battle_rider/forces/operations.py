"""Chapter SEQ-04: operation rounds, one task force at a time, and how they begin and end."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..beams.screens import renew_sandcasters
from ..model import (
    NONE,
    Chance,
    CraftStatus,
    Decision,
    Delegate,
    Event,
    ForceStatus,
    Phase,
    Power,
    Step,
    Verb,
    decode_force,
    force_action,
    force_slots,
    log_event,
    pair_key,
    proceed,
    random_bits,
    request_decision,
)
from ..model.record_types import Craft, Rules, State
from ..movement.astrographics import move_bodies, pull_force, pull_spreads
from ..movement.landing import carry_landed
from ..sensors.surprise import man_force
from ..ships.batteries import begin_batteries
from ..ships.black_globes import wear_capacitors
from ..ships.life_support import begin_missile_phases, end_missed_rounds
from ..ships.power import end_start_up
from ..victory.mission_deeds import share_database

DETECT_TO_COME, DETECT_OPEN, DETECT_OVER = 0, 1, 2


@native
def may_act(state: State, tf):
    """BR-SEQ-04, BR-AMB-18 On the map, or due to enter, and not yet used this turn."""
    force = state.tf[tf]
    if force.acted:
        return False
    due = force.status == ForceStatus.WAITING and force.entry_turn <= state.turn
    return force.status == ForceStatus.ON_MAP or due


@native
def side_may_act(state: State, side):
    """Whether a side has a task force left to use."""
    for k in side_range(state.tf, side):
        if may_act(state, k):
            return True
    return False


@native
def next_round(state: State, rules: Rules):
    """BR-SEQ-04, BR-AMB-17, BR-DSN-01 Sides alternate; when one is done the other uses the rest."""
    if state.phase != Phase.OPERATIONS:
        move_bodies(state, rules)
        if rules.option.landing:
            carry_landed(state, rules)
        share_database(state)
    state.phase = Phase.OPERATIONS
    if not side_may_act(state, state.mover):
        state.mover = 1 - state.mover
    if side_may_act(state, state.mover):
        give_round(state, rules, int(state.mover))
        return
    state.phase = Phase.MISSILE_MOVEMENT
    begin_missile_phases(state, rules)
    if rules.option.surprise:
        man_force(state, rules, NONE)
    state.mover = 1 - state.initiative
    state.passed[0] = 0
    state.passed[1] = 0
    if rules.option.gravity:
        pull_spreads(state, rules)
    proceed(state, Step.NEXT_SPREAD)


@native
def give_round(state: State, rules: Rules, side):
    """BR-SEQ-04, BR-AMB-88 A side chooses the next task force.

    Where dummies move under standing orders, one of the waiting task forces is drawn at random. If
    it is a dummy, the round is the dummy's, so that the order of rounds reveals none; else the seat
    chooses among its ships.
    """
    if int(rules.delegated[side]) & Delegate.TASK_FORCES:
        tf = random_force(state, side)
        if moves_automatically(state, rules, tf):
            state.round_tf = tf
            proceed(state, Step.BEGIN_ROUND)
            return
    request_decision(state, Decision.CHOOSE_FORCE, side)


@native
def moves_automatically(state: State, rules: Rules, tf):
    """Whether a task force is a dummy under standing orders."""
    delegated = int(rules.delegated[tf // force_slots(state)]) & Delegate.TASK_FORCES
    return delegated != 0 and state.tf[tf].strength == 0


@native
def random_force(state: State, side):
    """A uniformly random task force of a side that has not had its round."""
    found, candidates = NONE, 0
    for k in side_range(state.tf, side):
        candidates += 1 if may_act(state, k) else 0
    nth = pick(random_bits(state, Chance.ROUND, pair_key(side, 0)), candidates)
    for k in side_range(state.tf, side):
        if may_act(state, k):
            if nth == 0:
                found = k
            nth -= 1
    return found


@native
def legal_choose_force(state: State, rules: Rules, side, mask):
    """BR-SEQ-04 Any own task force that has not had its round, except automatic dummies."""
    for k in side_range(state.tf, side):
        if may_act(state, k) and not moves_automatically(state, rules, k):
            mask[force_action(state, k)] = 1


@native
def apply_choose_force(state: State, rules: Rules, action):
    """BR-SEQ-04 Its round begins."""
    state.round_tf = decode_force(state, int(state.seat), action)
    proceed(state, Step.BEGIN_ROUND)


@native
def begin_round(state: State, rules: Rules):
    """BR-EVA-03, BR-DET-03, BR-AMB-32 A new round: old evasion ends, sensors renew."""
    side = int(state.mover)
    force = state.tf[state.round_tf]
    force.evade = 0
    force.moved = 0
    force.settled = 0
    force.fire_over = 0
    force.firing = 0
    force.detecting = DETECT_TO_COME
    force.flickering = 0
    state.order[side].together = 0
    state.order[side].verb = Verb.DONE
    begin_batteries(state, rules, side)
    state.order[side].hexside = NONE
    if rules.option.surprise:
        man_force(state, rules, int(state.round_tf))
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf:
            renew_sensors(craft)
            if craft.power == Power.STARTING:
                end_start_up(state, k)
    if rules.option.gravity:
        pull_force(state, rules, int(state.round_tf))
    event = log_event(state, Event.ROUND, side)
    event.actor = force.contact
    event.target = state.round_tf
    event.known = 3 if force.status == ForceStatus.ON_MAP else 1 << side
    proceed(state, Step.ROUND)


@native
def renew_sensors(craft: Craft):
    """BR-DET-03, BR-AMB-20, 32 Status, attempts and locks of the last round are forgotten."""
    craft.decided = 0
    craft.tried[0] = 0
    craft.tried[1] = 0
    craft.tried_spreads[0] = 0
    craft.tried_spreads[1] = 0
    craft.lock_tried = 0
    craft.lock = 0
    craft.lock_spread_tried = 0
    craft.lock_spread = 0


@native
def end_round(state: State, rules: Rules):
    """BR-SEQ-04, BR-SCR-07 The task force has had its round; the other side is next.

    Sandcasters used against it are ready again at once, so that the start of another round reveals
    nothing about an unseen force (BR-REF-01).
    """
    renew_sandcasters(state, 1 - int(state.mover))
    if rules.option.suits_up[state.round_tf // force_slots(state)]:
        end_missed_rounds(state)
    begin_batteries(state, rules, NONE)
    if rules.option.black_globes:
        wear_capacitors(state)
    state.tf[state.round_tf].acted = 1
    state.round_tf = NONE
    state.mover = 1 - state.mover
    proceed(state, Step.NEXT_ROUND)
