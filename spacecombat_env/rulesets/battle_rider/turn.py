"""Chapter SEQ: the sequence of play, in phases and steps."""

from spacecombat_env.core.native import native

from .beams.fire import after_beam_lock, fire_next
from .beams.screens import damage_step, sand_step
from .beams.volleys import fire_volley
from .fleets.deployment import setup_step
from .forces.boarding import boarding_step
from .forces.operations import begin_round, end_round, next_round
from .forces.round_menu import round_step
from .missiles.attack import aim_step, begin_attacks, next_attack
from .missiles.control import next_spread
from .missiles.dampers import damper_step
from .missiles.defense import defense_step
from .missiles.flight import after_missile_lock, coast_spreads, move_spread
from .missiles.hits import end_attacks, missile_fire_step, missile_sand_step
from .missiles.locks import after_defense_lock
from .missiles.missile_launching import reset_spread
from .missiles.semi_independent import sim_next
from .model import (
    MAX_WHITEOUTS,
    NONE,
    WEAPON_ROWS,
    Chance,
    Decision,
    Event,
    ForceStatus,
    Phase,
    Side,
    Step,
    has_missions,
    log_event,
    pair_key,
    proceed,
    request_decision,
    turn_card,
)
from .model.record_types import Craft, Force, Rules, State
from .movement.facing import facing_step
from .movement.landing import end_ground_turn
from .sensors.detect_orders import detect_next
from .sensors.detection import after_detection, attempt_step, resolve_attempt
from .sensors.modifiers import switch_off_sensors
from .sensors.surprise import end_surprise, open_watches, readiness_step
from .ships.black_globes import switch_off_globes
from .ships.damage import end_temporary_damage
from .ships.life_support import end_missile_phases
from .victory.mission_deeds import check_invasion, end_missile_attacks
from .victory.scenario_verdicts import judge_turn


@native
def take_step(state: State, rules: Rules):
    """BR-SEQ-01 One step of the turn, in the order of the phases."""
    step = state.step
    if step == Step.SIM_NEXT:
        sim_next(state, rules)
    elif step == Step.READINESS:
        readiness_step(state, rules)
    elif step == Step.FACING:
        facing_step(state, rules)
    elif step <= Step.FORCES or step == Step.INITIATIVE:
        opening_steps(state, rules, step)
    elif step <= Step.END_ROUND:
        operations_phase(state, rules, step)
    elif step <= Step.COAST:
        missile_movement_phase(state, rules, step)
    elif step <= Step.ATTACK_END:
        missile_attack_phase(state, rules, step)
    elif step == Step.BOARDING:
        boarding_step(state, rules)
    else:
        turn_record_phase(state, rules)


@native
def opening_steps(state: State, rules: Rules, step):
    """BR-SEQ-02, 03 Set-up, then the Initiative Phase: cards, launching, reconfiguring."""
    if step == Step.SETUP:
        setup_step(state, rules)
    elif step == Step.TURN_START:
        begin_turn(state)
        if rules.option.surprise:
            end_surprise(state)
            open_watches(state)
            proceed(state, Step.READINESS)
    elif step == Step.INITIATIVE:
        decide_initiative(state, rules)
    elif step == Step.LAUNCH:
        request_decision(state, Decision.LAUNCH_MENU, state.mover)
    else:
        request_decision(state, Decision.FORCES_MENU, state.mover)


@native
def operations_phase(state: State, rules: Rules, step):
    """BR-SEQ-04, 05 Operation rounds: choose a task force; detect, move and fire with it."""
    if step == Step.NEXT_ROUND:
        next_round(state, rules)
    elif step == Step.BEGIN_ROUND:
        begin_round(state, rules)
    elif step == Step.ROUND:
        round_step(state, rules)
    elif step == Step.END_ROUND:
        end_round(state, rules)
    elif step <= Step.AFTER_DETECTION:
        sensor_steps(state, rules, step)
    else:
        fire_steps(state, rules, step)


@native
def sensor_steps(state: State, rules: Rules, step):
    """BR-SEQ-07 A detection or lock attempt: target, jamming, card, consequence."""
    if step == Step.DETECT_NEXT:
        detect_next(state, rules)
    elif step == Step.ATTEMPT:
        attempt_step(state, rules)
    elif step == Step.RESOLVE_ATTEMPT:
        resolve_attempt(state, rules)
    else:
        after_detection(state, rules)


@native
def fire_steps(state: State, rules: Rules, step):
    """BR-SEQ-08, BR-AMB-39 A volley: lock, weapons, hits, screens, damage."""
    if step == Step.FIRE_NEXT:
        fire_next(state, rules)
    elif step == Step.AFTER_BEAM_LOCK:
        after_beam_lock(state, rules)
    elif step == Step.VOLLEY:
        fire_volley(state, rules)
    elif step == Step.SAND:
        sand_step(state, rules)
    else:
        damage_step(state, rules)
        switch_off_sensors(state)
        switch_off_globes(state, rules)


@native
def missile_movement_phase(state: State, rules: Rules, step):
    """BR-SEQ-09 Sides alternate controlled spreads; then the others coast."""
    if step == Step.NEXT_SPREAD:
        next_spread(state, rules)
    elif step == Step.AFTER_MISSILE_LOCK:
        after_missile_lock(state, rules)
    elif step == Step.SPREAD_MOVE:
        move_spread(state, rules)
    else:
        coast_spreads(state, rules)
        state.phase = Phase.MISSILE_ATTACK
        begin_attacks(state, rules)


@native
def missile_attack_phase(state: State, rules: Rules, step):
    """BR-SEQ-10, BR-MIS-19 Force by force: aim, locks and beams, dampers, sand, missile fire."""
    if step == Step.NEXT_ATTACK:
        next_attack(state, rules)
    elif step == Step.AIM:
        aim_step(state, rules)
    elif step == Step.DEFENSE:
        defense_step(state, rules)
    elif step == Step.AFTER_DEFENSE_LOCK:
        after_defense_lock(state, rules)
    elif step == Step.DAMPERS:
        damper_step(state, rules)
    elif step == Step.MISSILE_SAND:
        missile_sand_step(state, rules)
    elif step == Step.MISSILE_FIRE:
        missile_fire_step(state, rules)
    else:
        end_attacks(state, rules)
        if has_missions(rules):
            end_missile_attacks(state, rules)
        end_missile_phases(state, rules)
        switch_off_sensors(state)
        switch_off_globes(state, rules)


@native
def turn_record_phase(state: State, rules: Rules):
    """BR-SEQ-11, BR-MOV-02 Markers come off or turn over; every force gets its new PEM."""
    state.phase = Phase.TURN_RECORD
    age_whiteouts(state)
    end_temporary_damage(state)
    for k in range(len(state.craft)):
        if state.craft[k].overload > 0:
            state.craft[k].overload -= 1
    for k in range(len(state.tf)):
        end_thrust(state.tf[k])
    if rules.option.landing:
        end_ground_turn(state)
    proceed(state, Step.TURN_START)
    judge_turn(state, rules)


@native
def age_whiteouts(state: State):
    """BR-SEQ-11 White Out-1 is removed, White Out-2 becomes 1."""
    for k in range(MAX_WHITEOUTS):
        if state.whiteout[k].timer > 0:
            state.whiteout[k].timer -= 1


@native
def end_thrust(force: Force):
    """BR-AMB-21 A Thrust marker lasts for its turn; the force has not acted in the next."""
    if force.status == ForceStatus.UNUSED:
        return
    force.spent_g = 0
    force.gs = 0
    force.thrust_side = NONE
    force.acted = 0
    force.moved = 0


@native
def begin_turn(state: State):
    """BR-GEN-05, 12 A new turn: marks of firing, launching and control are reset."""
    state.turn += 1
    state.phase = Phase.INITIATIVE
    for bucket in range(len(state.chance.uses)):
        state.chance.uses[bucket] = 0
    for k in range(len(state.craft)):
        begin_craft_turn(state.craft[k])
    for k in range(len(state.spread)):
        if state.spread[k].count > 0:
            reset_spread(state.spread[k])
    event = log_event(state, Event.TURN, NONE)
    event.a = state.turn
    proceed(state, Step.INITIATIVE)


@native
def begin_craft_turn(craft: Craft):
    """BR-FIR-08, 13, BR-MIS-02, 03 Reset what a craft has used in a turn."""
    for row in range(WEAPON_ROWS):
        craft.fired[row] = 0
        craft.fired_before[row] = 0
        craft.overpowered[row] = 0
    craft.overpower = 0
    craft.forgone_g = 0
    craft.launched = 0
    craft.controlled = 0
    craft.party_sent = 0


@native
def decide_initiative(state: State, rules: Rules):
    """BR-SEQ-02, 03, BR-AMB-17 The higher card number has the initiative; ties turn again."""
    red = turn_card(state, rules, Chance.INITIATIVE, pair_key(0, 0))
    blue = turn_card(state, rules, Chance.INITIATIVE, pair_key(1, 0))
    if red == blue:
        return
    state.initiative = Side.RED if red > blue else Side.BLUE
    state.mover = 1 - state.initiative
    if has_missions(rules):
        check_invasion(state)
    event = log_event(state, Event.INITIATIVE, state.initiative)
    event.a = red + 1
    event.b = blue + 1
    proceed(state, Step.LAUNCH)
