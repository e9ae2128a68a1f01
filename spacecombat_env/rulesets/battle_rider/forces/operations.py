"""Chapter SEQ-04..08: operation rounds, one task force at a time, and what may be done in them."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.beams.fire import may_fire
from spacecombat_env.rulesets.battle_rider.beams.overpower import overpower_possible
from spacecombat_env.rulesets.battle_rider.beams.screens import renew_sandcasters
from spacecombat_env.rulesets.battle_rider.movement.astrographics import (
    move_bodies,
    pull_force,
    pull_spreads,
)
from spacecombat_env.rulesets.battle_rider.movement.jump_line import jump, may_jump
from spacecombat_env.rulesets.battle_rider.movement.landing import (
    begin_landing,
    carry_landed,
    may_land,
    may_submerge,
    may_take_off,
    set_surface,
)
from spacecombat_env.rulesets.battle_rider.movement.movement import begin_move, place_thrust
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    NONE,
    Ask,
    Chance,
    CraftStatus,
    Delegate,
    Event,
    ForceStatus,
    Phase,
    Power,
    Step,
    Surface,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.pieces.tasks import ask, luck, note, pair, proceed
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    force_slots,
    force_word,
    spoken_force,
)
from spacecombat_env.rulesets.battle_rider.sensors.orders import may_detect, status_possible
from spacecombat_env.rulesets.battle_rider.sensors.searching import survey_possible
from spacecombat_env.rulesets.battle_rider.sensors.surprise import man_force
from spacecombat_env.rulesets.battle_rider.ships.batteries import begin_batteries
from spacecombat_env.rulesets.battle_rider.ships.black_globes import globe_possible, wear_capacitors
from spacecombat_env.rulesets.battle_rider.ships.life_support import (
    begin_missile_phases,
    end_missed_rounds,
)
from spacecombat_env.rulesets.battle_rider.ships.power import (
    end_start_up,
    is_power_verb,
    power_possible,
)
from spacecombat_env.rulesets.battle_rider.victory.deeds import (
    land_troops,
    may_extract,
    may_land_troops,
    share_database,
)

DETECT_TO_COME, DETECT_OPEN, DETECT_OVER = 0, 1, 2


@jit
def may_act(state, tf):
    """BR-SEQ-04, BR-AMB-18 On the map, or due to enter, and not yet used this turn."""
    force = state.tf[tf]
    if force.acted:
        return False
    due = force.status == ForceStatus.WAITING and force.entry_turn <= state.turn
    return force.status == ForceStatus.ON_MAP or due


@jit
def side_may_act(state, side):
    """Whether a side has a task force left to use."""
    for k in half(state.tf, side):
        if may_act(state, k):
            return True
    return False


@jit
def next_round(state, rules):
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


@jit
def give_round(state, rules, side):
    """BR-SEQ-04, BR-AMB-88 A side says which task force is next.

    Where dummies sail under standing orders it is a lot among all that wait whether the round is
    a dummy's, so that the order of rounds tells none; which of its ships is next the seat says.
    """
    if int(rules.delegated[side]) & Delegate.TASK_FORCES:
        tf = force_by_lot(state, side)
        if sails_by_itself(state, rules, tf):
            state.round_tf = tf
            proceed(state, Step.BEGIN_ROUND)
            return
    ask(state, Ask.CHOOSE_FORCE, side)


@jit
def sails_by_itself(state, rules, tf):
    """Whether a task force is a dummy under standing orders."""
    delegated = int(rules.delegated[tf // force_slots(state)]) & Delegate.TASK_FORCES
    return delegated != 0 and state.tf[tf].strength == 0


@jit
def force_by_lot(state, side):
    """An even lot among a side's task forces that have not had their round."""
    found, lots = NONE, 0
    for k in half(state.tf, side):
        lots += 1 if may_act(state, k) else 0
    nth = pick(luck(state, Chance.ROUND, pair(side, 0)), lots)
    for k in half(state.tf, side):
        if may_act(state, k):
            if nth == 0:
                found = k
            nth -= 1
    return found


@jit
def legal_choose_force(state, rules, side, mask):
    """BR-SEQ-04 Any own task force that has not had its round, but dummies that sail alone."""
    count = 0
    for k in half(state.tf, side):
        if may_act(state, k) and not sails_by_itself(state, rules, k):
            mask[force_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_choose_force(state, rules, word):
    """BR-SEQ-04 Its round begins."""
    state.round_tf = spoken_force(state, int(state.seat), word)
    proceed(state, Step.BEGIN_ROUND)


@jit
def begin_round(state, rules):
    """BR-EVA-03, BR-SCR-07, BR-DET-03, BR-AMB-32 A fresh round: old evasion ends, sensors renew."""
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
    renew_sandcasters(state, 1 - side)
    begin_batteries(state, rules, side)
    state.order[side].hexside = NONE
    if rules.option.surprise:
        man_force(state, rules, int(state.round_tf))
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf:
            renew_sensors(craft)
            if craft.power == Power.STARTING:
                end_start_up(state, k)
    if rules.option.gravity:
        pull_force(state, rules, int(state.round_tf))
    event = note(state, Event.ROUND, side)
    event.actor = force.contact
    event.target = state.round_tf
    event.known = 3 if force.status == ForceStatus.ON_MAP else 1 << side
    proceed(state, Step.ROUND)


@jit
def renew_sensors(craft):
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


@jit
def round_step(state, rules):
    """BR-SEQ-05 Go on with the round while its task force is there."""
    force = state.tf[state.round_tf]
    gone = force.status == ForceStatus.UNUSED
    if gone or (force.moved and state.order[state.mover].verb == Verb.END_ROUND):
        proceed(state, Step.END_ROUND)
    elif force.status == ForceStatus.WAITING and not any_status_possible(state, rules):
        begin_move(state, int(state.mover), int(state.round_tf))
    else:
        ask(state, Ask.ROUND_MENU, state.mover)


@jit
def any_status_possible(state, rules):
    """BR-AMB-20, 59, BR-BGL-01 Whether the round's force could change sensors, power or globes."""
    if rules.option.powered_down and power_possible(state, rules):
        return True
    if globe_possible(state, rules, int(state.mover)):
        return True
    for verb in range(Verb.ACTIVATE, Verb.JAM_OFF + 1):
        if status_possible(state, rules, int(state.mover), verb):
            return True
    return False


@jit
def fire_is_open(force):
    """BR-SEQ-05, BR-FIR-01, BR-AMB-19 One fire step before the move and one after it."""
    return not force.fire_over


@jit
def legal_round_menu(state, rules, side, mask):
    """BR-SEQ-05 Move and detect once, fire before and after the move, in any order; or end."""
    force = state.tf[state.round_tf]
    if rules.option.landing and force.surface != Surface.SPACE:
        return legal_ground_menu(state, rules, side, mask)
    mask[Verb.END_ROUND] = 1
    count = 1
    if rules.option.landing and round_is_fresh(state, side):
        if may_land(state, rules, int(state.round_tf)):
            mask[Verb.LAND] = 1
            count += 1
    if not force.settled:
        for verb in range(Verb.ACTIVATE, Verb.JAM_OFF + 1):
            if status_possible(state, rules, side, verb):
                mask[verb] = 1
                count += 1
        if globe_possible(state, rules, side):
            mask[Verb.GLOBE] = 1
            count += 1
    if rules.option.powered_down:
        count += legal_power(state, rules, side, mask)
    if not force.moved:
        mask[Verb.MOVE] = 1
        count += 1
    if rules.option.jump_line and may_jump(state, rules, int(state.round_tf)):
        mask[Verb.JUMP] = 1
        count += 1
    count += legal_detect_and_fire(state, rules, side, mask)
    if state.mission[side].number != 0:
        count += legal_deeds(state, rules, mask)
    return count


@jit
def legal_deeds(state, rules, mask):
    """BR-MIR-02, 04 Landing troops and taking up commandos, in the round of a force in orbit."""
    count = 0
    if may_land_troops(state, rules, int(state.round_tf)):
        mask[Verb.LAND_TROOPS] = 1
        count += 1
    if may_extract(state, rules, int(state.round_tf)):
        mask[Verb.EXTRACT] = 1
        count += 1
    return count


@jit
def round_is_fresh(state, side):
    """BR-PWR-03, BR-AMB-59, 93 Whether nothing but power was spoken of in this round."""
    verb = state.order[side].verb
    return verb == Verb.DONE or is_power_verb(verb)


@jit
def legal_power(state, rules, side, mask):
    """BR-PWR-02, 03, 04 Powering down and up, at the start of the round."""
    count = 0
    if not round_is_fresh(state, side):
        return count
    for verb in range(Verb.POWER_DOWN, Verb.CRASH_START + 1):
        if status_possible(state, rules, side, verb):
            mask[verb] = 1
            count += 1
    return count


@jit
def legal_ground_menu(state, rules, side, mask):
    """BR-LND-03, 04, BR-AMB-61 A landed task force stays, takes off or submerges; and power."""
    mask[Verb.END_ROUND] = 1
    count = 1
    if rules.option.powered_down:
        count += legal_power(state, rules, side, mask)
    if round_is_fresh(state, side):
        if may_take_off(state, rules, int(state.round_tf)):
            mask[Verb.TAKE_OFF] = 1
            count += 1
        if may_submerge(state, rules, int(state.round_tf)):
            mask[Verb.SUBMERGE] = 1
            count += 1
    return count


@jit
def legal_detect_and_fire(state, rules, side, mask):
    """BR-SEQ-05, 07, 08 Detecting and firing, where there is a target and the step is open."""
    force = state.tf[state.round_tf]
    count = 0
    if force.strength == 0:  # BR-AMB-30 dummies have no sensors and no fire
        return 0
    if force.status == ForceStatus.WAITING:  # BR-AMB-56 not on the map before it has moved
        return 0
    if force.detecting != DETECT_OVER and may_detect(state, rules, side):
        mask[Verb.DETECT] = 1
        count += 1
    if survey_possible(state, rules, side):
        mask[Verb.SURVEY] = 1
        count += 1
    if not fire_is_open(force):
        return count
    if may_fire(state, rules, side):
        mask[Verb.FIRE] = 1
        count += 1
    if overpower_possible(state, rules, side):
        mask[Verb.OVERPOWER] = 1
        count += 1
    return count


@jit
def hear_round_menu(state, rules, word):
    """BR-SEQ-05 One activity; beginning another closes the step that was open."""
    side = int(state.seat)
    force = state.tf[state.round_tf]
    order = state.order[side]
    order.verb = word
    close_steps(force, word)
    if word == Verb.END_ROUND:
        end_or_coast(state, rules, order)
    elif word == Verb.MOVE:
        begin_move(state, side, int(state.round_tf))
    elif word == Verb.DETECT:
        force.detecting = DETECT_OPEN
        ask(state, Ask.DETECT_TARGET, side)
    elif word == Verb.FIRE:
        force.firing = 1
        ask(state, Ask.FIRE_TARGET, side)
    elif word >= Verb.LAND and word <= Verb.SUBMERGE:
        hear_ground_word(state, rules, word)
    elif word == Verb.LAND_TROOPS:
        land_troops(state, rules, int(state.round_tf))
    elif word == Verb.EXTRACT:
        ask(state, Ask.EXTRACT_SHIP, side)
    elif word == Verb.OVERPOWER:
        ask(state, Ask.OVERPOWER_SHIP, side)
    elif word == Verb.GLOBE:
        ask(state, Ask.GLOBE_SHIP, side)
    elif word == Verb.JUMP:
        jump(state, rules, int(state.round_tf))
    elif word == Verb.SURVEY:
        ask(state, Ask.SURVEY_SHIP, side)
    else:
        ask(state, Ask.STATUS_SUBJECT, side)


@jit
def hear_ground_word(state, rules, word):
    """BR-LND-01, 03, 04 Landing and taking off take the whole turn: the round ends."""
    tf = int(state.round_tf)
    order = state.order[state.seat]
    if word == Verb.SUBMERGE:
        set_surface(state, tf, Surface.UNDER_WATER)
        proceed(state, Step.ROUND)
        return
    if word == Verb.LAND:
        begin_landing(state, rules, tf)
    else:
        set_surface(state, tf, Surface.TAKING_OFF)
    order.verb = Verb.END_ROUND
    end_or_coast(state, rules, order)


@jit
def close_steps(force, word):
    """BR-SEQ-05 All ships conduct each activity together: a step left is over."""
    if word > Verb.JAM_OFF and word != Verb.GLOBE and not is_power_verb(word):
        force.settled = 1
    if force.detecting == DETECT_OPEN and word != Verb.DETECT:
        force.detecting = DETECT_OVER
    if force.firing and word != Verb.FIRE and word != Verb.OVERPOWER:
        force.firing = 0
        force.fire_over = 1


@jit
def end_or_coast(state, rules, order):
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


@jit
def end_round(state, rules):
    """BR-SEQ-04 The task force has had its round; the other side is next."""
    if rules.option.suits_up[state.round_tf // force_slots(state)]:
        end_missed_rounds(state)
    begin_batteries(state, rules, NONE)
    if rules.option.black_globes:
        wear_capacitors(state)
    state.tf[state.round_tf].acted = 1
    state.round_tf = NONE
    state.mover = 1 - state.mover
    proceed(state, Step.NEXT_ROUND)
