"""Chapter SEQ: the sequence of play, as a table of steps (at the end)."""

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
def launch_step(state: State):
    """BR-SEQ-03 Launching: the mover decides."""
    request_decision(state, Decision.LAUNCH_MENU, state.mover)


@native
def forces_step(state: State):
    """BR-SEQ-03 Reconfiguring task forces: the mover decides."""
    request_decision(state, Decision.FORCES_MENU, state.mover)


@native
def end_damage_step(state: State, rules: Rules):
    """BR-SEQ-08, BR-AMB-39 The end of a volley: damage, and what it switches off."""
    damage_step(state, rules)
    switch_off_sensors(state)
    switch_off_globes(state, rules)


@native
def coast_step(state: State, rules: Rules):
    """BR-SEQ-09 After the controlled spreads the others coast; then the attacks begin."""
    coast_spreads(state, rules)
    state.phase = Phase.MISSILE_ATTACK
    begin_attacks(state, rules)


@native
def end_attacks_step(state: State, rules: Rules):
    """BR-SEQ-10 The end of the Missile Attack Phase."""
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
def turn_start_step(state: State, rules: Rules):
    """BR-SEQ-01, 02 A new turn begins; with surprise, with the readiness of crews."""
    begin_turn(state)
    if rules.option.surprise:
        end_surprise(state)
        open_watches(state)
        proceed(state, Step.READINESS)


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
def initiative_step(state: State, rules: Rules):
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


STEPS = {
    Step.SETUP: setup_step,
    # BR-SEQ-02, 03 the Initiative Phase: cards, launching, reconfiguring
    Step.TURN_START: turn_start_step,
    Step.READINESS: readiness_step,
    Step.INITIATIVE: initiative_step,
    Step.LAUNCH: launch_step,
    Step.FORCES: forces_step,
    Step.BOARDING: boarding_step,
    # BR-SEQ-04, 05 the Operations Phase, in rounds: choose a task force; detect, move and fire
    Step.NEXT_ROUND: next_round,
    Step.BEGIN_ROUND: begin_round,
    Step.ROUND: round_step,
    Step.FACING: facing_step,
    Step.END_ROUND: end_round,
    # BR-SEQ-07 a detection or lock attempt: target, jamming, card, consequence
    Step.DETECT_NEXT: detect_next,
    Step.ATTEMPT: attempt_step,
    Step.RESOLVE_ATTEMPT: resolve_attempt,
    Step.AFTER_DETECTION: after_detection,
    # BR-SEQ-08, BR-AMB-39 a volley: lock, weapons, hits, screens, damage
    Step.FIRE_NEXT: fire_next,
    Step.AFTER_BEAM_LOCK: after_beam_lock,
    Step.VOLLEY: fire_volley,
    Step.SAND: sand_step,
    Step.DAMAGE: end_damage_step,
    # BR-SEQ-09 the Missile Movement Phase: sides alternate controlled spreads; the others coast
    Step.NEXT_SPREAD: next_spread,
    Step.AFTER_MISSILE_LOCK: after_missile_lock,
    Step.SPREAD_MOVE: move_spread,
    Step.COAST: coast_step,
    # BR-SEQ-10, BR-MIS-19 the Missile Attack Phase, force by force
    Step.NEXT_ATTACK: next_attack,
    Step.AIM: aim_step,
    Step.DEFENSE: defense_step,
    Step.AFTER_DEFENSE_LOCK: after_defense_lock,
    Step.DAMPERS: damper_step,
    Step.MISSILE_SAND: missile_sand_step,
    Step.MISSILE_FIRE: missile_fire_step,
    Step.SIM_NEXT: sim_next,
    Step.ATTACK_END: end_attacks_step,
    # BR-SEQ-11
    Step.TURN_RECORD: turn_record_phase,
}
"""BR-SEQ-01 The turn by phases, and what carries out each step; see dispatch.py."""
