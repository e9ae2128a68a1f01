"""Chapter SEQ-05..08: the activities of a task force in its round, and their order."""

from spacecombat_env.core.native import native

from ..beams.fire import may_fire
from ..beams.overpower import overpower_possible
from ..model import Decision, ForceStatus, Step, Surface, Verb, proceed, request_decision
from ..model.record_types import Force, Order, Rules, State
from ..movement.jump_line import jump, may_jump
from ..movement.landing import begin_landing, may_land, may_submerge, may_take_off, set_surface
from ..movement.movement import begin_move, place_thrust
from ..sensors.detect_orders import may_detect
from ..sensors.searching import survey_possible
from ..sensors.status import legal_status, status_possible
from ..ships.black_globes import globe_possible
from ..ships.power import is_power_verb, power_possible
from ..victory.mission_deeds import land_troops, may_extract, may_land_troops
from .operations import DETECT_OPEN, DETECT_OVER


@native
def round_step(state: State, rules: Rules):
    """BR-SEQ-05 Continue the round while its task force is there."""
    force = state.tf[state.round_tf]
    gone = force.status == ForceStatus.UNUSED
    if gone or (force.moved and state.order[state.mover].verb == Verb.END_ROUND):
        proceed(state, Step.END_ROUND)
    elif force.status == ForceStatus.WAITING and not any_status_possible(state, rules):
        begin_move(state, int(state.mover), int(state.round_tf))
    else:
        request_decision(state, Decision.ROUND_MENU, state.mover)


@native
def any_status_possible(state: State, rules: Rules):
    """BR-AMB-20, 59, BR-BGL-01 Whether the round's force could change sensors, power or globes."""
    if rules.option.powered_down and power_possible(state, rules):
        return True
    if globe_possible(state, rules, int(state.mover)):
        return True
    for verb in range(Verb.ACTIVATE, Verb.JAM_OFF + 1):
        if status_possible(state, rules, int(state.mover), verb):
            return True
    return False


@native
def fire_is_open(force: Force):
    """BR-SEQ-05, BR-FIR-01, BR-AMB-19 One fire step before the move and one after it."""
    return not force.fire_over


@native
def is_grounded(rules: Rules, force: Force):
    """BR-LND-03, 04 Whether a task force is on a planet's ground, or on its way there or back."""
    return bool(rules.option.landing) and force.surface != Surface.SPACE


@native
def may_move(rules: Rules, force: Force):
    """BR-SEQ-05 Whether a task force in space still has to move in its round."""
    return not force.moved and not is_grounded(rules, force)


@native
def legal_round_menu(state: State, rules: Rules, side, mask):
    """BR-SEQ-05 Move and detect once, fire before and after the move, in any order; or end."""
    force = state.tf[state.round_tf]
    if is_grounded(rules, force):
        legal_ground_menu(state, rules, side, mask)
        return
    mask[Verb.END_ROUND] = 1
    if rules.option.landing and round_is_fresh(state, side):
        if may_land(state, rules, int(state.round_tf)):
            mask[Verb.LAND] = 1
    if not force.settled:
        legal_status(state, rules, side, mask, Verb.ACTIVATE, Verb.JAM_OFF)
        if globe_possible(state, rules, side):
            mask[Verb.GLOBE] = 1
    if rules.option.powered_down:
        legal_power(state, rules, side, mask)
    if may_move(rules, force):
        mask[Verb.MOVE] = 1
    if rules.option.jump_line and may_jump(state, rules, int(state.round_tf)):
        mask[Verb.JUMP] = 1
    legal_detect_and_fire(state, rules, side, mask)
    if state.mission[side].number != 0:
        legal_deeds(state, rules, mask)


@native
def legal_deeds(state: State, rules: Rules, mask):
    """BR-MIR-02, 04 Landing troops and taking up commandos, in the round of a force in orbit."""
    if may_land_troops(state, rules, int(state.round_tf)):
        mask[Verb.LAND_TROOPS] = 1
    if may_extract(state, rules, int(state.round_tf)):
        mask[Verb.EXTRACT] = 1


@native
def round_is_fresh(state: State, side):
    """BR-PWR-03, BR-AMB-59, 93 Whether only power was changed so far in this round."""
    verb = state.order[side].verb
    return verb == Verb.DONE or is_power_verb(verb)


@native
def legal_power(state: State, rules: Rules, side, mask):
    """BR-PWR-02, 03, 04 Powering down and up, at the start of the round."""
    if round_is_fresh(state, side):
        legal_status(state, rules, side, mask, Verb.POWER_DOWN, Verb.CRASH_START)


@native
def legal_ground_menu(state: State, rules: Rules, side, mask):
    """BR-LND-03, 04, BR-AMB-61 A landed task force stays, takes off or submerges; and power."""
    mask[Verb.END_ROUND] = 1
    if rules.option.powered_down:
        legal_power(state, rules, side, mask)
    if round_is_fresh(state, side):
        if may_take_off(state, rules, int(state.round_tf)):
            mask[Verb.TAKE_OFF] = 1
        if may_submerge(state, rules, int(state.round_tf)):
            mask[Verb.SUBMERGE] = 1


@native
def legal_detect_and_fire(state: State, rules: Rules, side, mask):
    """BR-SEQ-05, 07, 08 Detecting and firing, where there is a target and the step is open."""
    force = state.tf[state.round_tf]
    if force.strength == 0:  # BR-AMB-30 dummies have no sensors and no fire
        return
    if force.status == ForceStatus.WAITING:  # BR-AMB-56 not on the map before it has moved
        return
    if force.detecting != DETECT_OVER and may_detect(state, rules, side):
        mask[Verb.DETECT] = 1
    if survey_possible(state, rules, side):
        mask[Verb.SURVEY] = 1
    if not fire_is_open(force):
        return
    if may_fire(state, rules, side):
        mask[Verb.FIRE] = 1
    if overpower_possible(state, rules, side):
        mask[Verb.OVERPOWER] = 1


@native
def apply_round_menu(state: State, rules: Rules, action):
    """BR-SEQ-05 One activity; beginning another closes the step that was open."""
    side = int(state.seat)
    force = state.tf[state.round_tf]
    order = state.order[side]
    order.verb = action
    close_steps(force, action)
    if action == Verb.END_ROUND:
        end_or_coast(state, rules, order)
    elif action == Verb.MOVE:
        begin_move(state, side, int(state.round_tf))
    elif action == Verb.DETECT:
        force.detecting = DETECT_OPEN
        request_decision(state, Decision.DETECT_TARGET, side)
    elif action == Verb.FIRE:
        force.firing = 1
        request_decision(state, Decision.FIRE_TARGET, side)
    elif action >= Verb.LAND and action <= Verb.SUBMERGE:
        apply_ground_action(state, rules, action)
    elif action == Verb.LAND_TROOPS:
        land_troops(state, rules, int(state.round_tf))
    elif action == Verb.EXTRACT:
        request_decision(state, Decision.EXTRACT_SHIP, side)
    elif action == Verb.OVERPOWER:
        request_decision(state, Decision.OVERPOWER_SHIP, side)
    elif action == Verb.GLOBE:
        request_decision(state, Decision.GLOBE_SHIP, side)
    elif action == Verb.JUMP:
        jump(state, rules, int(state.round_tf))
    elif action == Verb.SURVEY:
        request_decision(state, Decision.SURVEY_SHIP, side)
    else:
        request_decision(state, Decision.STATUS_SUBJECT, side)


@native
def apply_ground_action(state: State, rules: Rules, action):
    """BR-LND-01, 03, 04 Landing and taking off take the whole turn: the round ends."""
    tf = int(state.round_tf)
    order = state.order[state.seat]
    if action == Verb.SUBMERGE:
        set_surface(state, tf, Surface.UNDER_WATER)
        proceed(state, Step.ROUND)
        return
    if action == Verb.LAND:
        begin_landing(state, rules, tf)
    else:
        set_surface(state, tf, Surface.TAKING_OFF)
    order.verb = Verb.END_ROUND
    end_or_coast(state, rules, order)


@native
def close_steps(force: Force, action):
    """BR-SEQ-05 All ships conduct each activity together: a step once left is closed."""
    if action > Verb.JAM_OFF and action != Verb.GLOBE and not is_power_verb(action):
        force.settled = 1
    if force.detecting == DETECT_OPEN and action != Verb.DETECT:
        force.detecting = DETECT_OVER
    if force.firing and action != Verb.FIRE and action != Verb.OVERPOWER:
        force.firing = 0
        force.fire_over = 1


@native
def end_or_coast(state: State, rules: Rules, order: Order):
    """BR-AMB-18, BR-MOV-06 A task force that has not moved follows its vector, then is done."""
    force = state.tf[state.round_tf]
    if force.surface >= Surface.LANDED:  # the planet has carried it
        force.moved = 1
    if force.moved:
        proceed(state, Step.END_ROUND)
        return
    order.tf = state.round_tf
    order.dq = 0
    order.dr = 0
    order.gs = 0
    order.evasion = 0
    place_thrust(state, rules, order)
