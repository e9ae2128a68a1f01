# Generated from decisions.py, sequence.py by python -m spacecombat_env.core.kernels.generate
"""Dispatch of decisions to the chapters that handle them, and of steps to functions."""

from spacecombat_env.core.kernels.numbers import apply_number, legal_number
from spacecombat_env.core.native import native

from .beams import beams_decisions as beams
from .beams.fire import after_beam_lock, fire_next
from .beams.screens import sand_step
from .beams.volleys import fire_volley
from .fleets import fleets_decisions as fleets
from .fleets.deployment import setup_step
from .forces import forces_decisions as forces
from .forces.boarding import boarding_step
from .forces.operations import begin_round, end_round, next_round
from .forces.round_menu import round_step
from .missiles import missiles_decisions as missiles
from .missiles.attack import aim_step, next_attack
from .missiles.control import next_spread
from .missiles.dampers import damper_step
from .missiles.defense import defense_step
from .missiles.flight import after_missile_lock, move_spread
from .missiles.hits import missile_fire_step, missile_sand_step
from .missiles.locks import after_defense_lock
from .missiles.semi_independent import sim_next
from .model import AMOUNTS, CHAPTER_OF, NONE, TAKES_NUMBER, Chapter, Step, amount_action
from .model.record_types import Rules, State
from .movement import movement_decisions as movement
from .movement.facing import facing_step
from .sensors import sensors_decisions as sensors
from .sensors.detect_orders import detect_next
from .sensors.detection import after_detection, attempt_step, resolve_attempt
from .sensors.surprise import readiness_step
from .sequence import (
    coast_step,
    end_attacks_step,
    end_damage_step,
    forces_step,
    initiative_step,
    launch_step,
    turn_record_phase,
    turn_start_step,
)
from .ships import ships_decisions as ships
from .victory import victory_decisions as victory


@native
def legal(state: State, rules: Rules, mask):
    """Write the legal actions of the seat to act; none without a decision."""
    mask[:] = 0
    side = int(state.seat)
    chapter = int(CHAPTER_OF[state.decision])
    if TAKES_NUMBER[state.decision]:
        legal_number(state.order[side], amount_action(state, 0), AMOUNTS, mask)
    elif chapter == Chapter.SHIPS:
        ships.legal(state, rules, side, mask)
    elif chapter == Chapter.MOVEMENT:
        movement.legal(state, rules, side, mask)
    elif chapter == Chapter.SENSORS:
        sensors.legal(state, rules, side, mask)
    elif chapter == Chapter.BEAMS:
        beams.legal(state, rules, side, mask)
    elif chapter == Chapter.MISSILES:
        missiles.legal(state, rules, side, mask)
    elif chapter == Chapter.FORCES:
        forces.legal(state, rules, side, mask)
    elif chapter == Chapter.FLEETS:
        fleets.legal(state, rules, side, mask)
    elif chapter == Chapter.VICTORY:
        victory.legal(state, rules, side, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    chapter = int(CHAPTER_OF[state.decision])
    if TAKES_NUMBER[state.decision]:
        number = apply_number(state.order[state.seat], action - amount_action(state, 0), AMOUNTS)
        if number != NONE:
            apply_whole_number(state, rules, number)
    elif chapter == Chapter.SHIPS:
        ships.apply(state, rules, action)
    elif chapter == Chapter.MOVEMENT:
        movement.apply(state, rules, action)
    elif chapter == Chapter.SENSORS:
        sensors.apply(state, rules, action)
    elif chapter == Chapter.BEAMS:
        beams.apply(state, rules, action)
    elif chapter == Chapter.MISSILES:
        missiles.apply(state, rules, action)
    elif chapter == Chapter.FORCES:
        forces.apply(state, rules, action)
    elif chapter == Chapter.FLEETS:
        fleets.apply(state, rules, action)
    elif chapter == Chapter.VICTORY:
        victory.apply(state, rules, action)


@native
def apply_whole_number(state: State, rules: Rules, number):
    """Apply a complete number, units included."""
    chapter = int(CHAPTER_OF[state.decision])
    if chapter == Chapter.MOVEMENT:
        movement.apply_number(state, rules, number)
    elif chapter == Chapter.BEAMS:
        beams.apply_number(state, rules, number)
    elif chapter == Chapter.MISSILES:
        missiles.apply_number(state, rules, number)
    elif chapter == Chapter.FLEETS:
        fleets.apply_number(state, rules, number)


@native
def take_step(state: State, rules: Rules):
    """Carry out the next step of the turn."""
    step = int(state.step)
    if step == Step.SETUP:
        setup_step(state, rules)
    elif step == Step.TURN_START:
        turn_start_step(state, rules)
    elif step == Step.READINESS:
        readiness_step(state, rules)
    elif step == Step.INITIATIVE:
        initiative_step(state, rules)
    elif step == Step.LAUNCH:
        launch_step(state)
    elif step == Step.FORCES:
        forces_step(state)
    elif step == Step.BOARDING:
        boarding_step(state, rules)
    elif step == Step.NEXT_ROUND:
        next_round(state, rules)
    elif step == Step.BEGIN_ROUND:
        begin_round(state, rules)
    elif step == Step.ROUND:
        round_step(state, rules)
    elif step == Step.FACING:
        facing_step(state, rules)
    elif step == Step.END_ROUND:
        end_round(state, rules)
    elif step == Step.DETECT_NEXT:
        detect_next(state, rules)
    elif step == Step.ATTEMPT:
        attempt_step(state, rules)
    elif step == Step.RESOLVE_ATTEMPT:
        resolve_attempt(state, rules)
    elif step == Step.AFTER_DETECTION:
        after_detection(state, rules)
    elif step == Step.FIRE_NEXT:
        fire_next(state, rules)
    elif step == Step.AFTER_BEAM_LOCK:
        after_beam_lock(state, rules)
    elif step == Step.VOLLEY:
        fire_volley(state, rules)
    elif step == Step.SAND:
        sand_step(state, rules)
    elif step == Step.DAMAGE:
        end_damage_step(state, rules)
    elif step == Step.NEXT_SPREAD:
        next_spread(state, rules)
    elif step == Step.AFTER_MISSILE_LOCK:
        after_missile_lock(state, rules)
    elif step == Step.SPREAD_MOVE:
        move_spread(state, rules)
    elif step == Step.COAST:
        coast_step(state, rules)
    elif step == Step.NEXT_ATTACK:
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
    elif step == Step.SIM_NEXT:
        sim_next(state, rules)
    elif step == Step.ATTACK_END:
        end_attacks_step(state, rules)
    elif step == Step.TURN_RECORD:
        turn_record_phase(state, rules)
