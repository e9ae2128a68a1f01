# Generated from decisions.py, sequence.py by python -m spacecombat_env.core.kernels.generate
"""Dispatch of decisions to the chapters that handle them, and of steps to functions."""

from spacecombat_env.core.kernels.numbers import apply_number, legal_number
from spacecombat_env.core.native import native

from .cases import cases_decisions as cases
from .cases.departing import depart_step
from .cases.rescue import rescue_step
from .combat import combat_decisions as combat
from .crew import crew_decisions as crew
from .damage.collapse import collapse_step
from .damage.explosions import blasts_step
from .damage.hits import apply_step
from .damage.life_support import command_step
from .engagement import engagement_decisions as engagement
from .engagement.exchange import declared_step, resolve_step
from .engagement.opportunity import last_shots_step, opportunity_step
from .missiles import missiles_decisions as missiles
from .missiles.flight import flight_step
from .missiles.transponder import locks_step
from .model import AMOUNTS, CHAPTER_OF, NONE, TAKES_NUMBER, Chapter, Step, amount_action
from .model.record_types import Rules, State
from .movement import movement_decisions as movement
from .movement.asteroid_field import field_step
from .movement.collisions import collide_step
from .movement.drifting import drift_step
from .movement.moving import end_move_step, move_step, speed_step
from .movement.random_movement import recovery_step
from .planet import planet_decisions as planet
from .planet.gravity import well_step
from .sequence import after_step, begin_turn, end_exchange, score_step
from .turn import turn_decisions as turn
from .turn.decision_phase import decision_step
from .turn.initiative import initiative_step
from .turn.pursuit import sheets_step
from .turn.setup import setup_step
from .turn.tailing import next_go_step


@native
def legal(state: State, rules: Rules, mask):
    """Write the legal actions of the seat to act; none without a decision."""
    mask[:] = 0
    side = int(state.seat)
    chapter = int(CHAPTER_OF[state.decision])
    if TAKES_NUMBER[state.decision]:
        legal_number(state.order[side], amount_action(state, 0), AMOUNTS, mask)
    elif chapter == Chapter.TURN:
        turn.legal(state, rules, side, mask)
    elif chapter == Chapter.CREW:
        crew.legal(state, rules, side, mask)
    elif chapter == Chapter.COMBAT:
        combat.legal(state, rules, side, mask)
    elif chapter == Chapter.MISSILES:
        missiles.legal(state, rules, side, mask)
    elif chapter == Chapter.ENGAGEMENT:
        engagement.legal(state, rules, side, mask)
    elif chapter == Chapter.MOVEMENT:
        movement.legal(state, rules, side, mask)
    elif chapter == Chapter.CASES:
        cases.legal(state, rules, side, mask)
    elif chapter == Chapter.PLANET:
        planet.legal(state, rules, side, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    chapter = int(CHAPTER_OF[state.decision])
    if TAKES_NUMBER[state.decision]:
        number = apply_number(state.order[state.seat], action - amount_action(state, 0), AMOUNTS)
        if number != NONE:
            apply_whole_number(state, rules, number)
    elif chapter == Chapter.TURN:
        turn.apply(state, rules, action)
    elif chapter == Chapter.CREW:
        crew.apply(state, rules, action)
    elif chapter == Chapter.COMBAT:
        combat.apply(state, rules, action)
    elif chapter == Chapter.MISSILES:
        missiles.apply(state, rules, action)
    elif chapter == Chapter.ENGAGEMENT:
        engagement.apply(state, rules, action)
    elif chapter == Chapter.MOVEMENT:
        movement.apply(state, rules, action)
    elif chapter == Chapter.CASES:
        cases.apply(state, rules, action)
    elif chapter == Chapter.PLANET:
        planet.apply(state, rules, action)


@native
def apply_whole_number(state: State, rules: Rules, number):
    """Apply a complete number, units included."""
    chapter = int(CHAPTER_OF[state.decision])
    if chapter == Chapter.TURN:
        turn.apply_number(state, rules, number)
    elif chapter == Chapter.MISSILES:
        missiles.apply_number(state, rules, number)
    elif chapter == Chapter.ENGAGEMENT:
        engagement.apply_number(state, rules, number)
    elif chapter == Chapter.MOVEMENT:
        movement.apply_number(state, rules, number)
    elif chapter == Chapter.CASES:
        cases.apply_number(state, rules, number)


@native
def take_step(state: State, rules: Rules):
    """Carry out the next step of the turn."""
    step = int(state.step)
    if step == Step.SETUP:
        setup_step(state, rules)
    elif step == Step.TURN_START:
        begin_turn(state, rules)
    elif step == Step.INITIATIVE:
        initiative_step(state, rules)
    elif step == Step.DECISION:
        decision_step(state, rules)
    elif step == Step.LOCKS:
        locks_step(state, rules)
    elif step == Step.RECOVERY:
        recovery_step(state, rules)
    elif step == Step.NEXT_GO:
        next_go_step(state, rules)
    elif step == Step.SPEED:
        speed_step(state, rules)
    elif step == Step.MOVE:
        move_step(state, rules)
    elif step == Step.AFTER_STEP:
        after_step(state, rules)
    elif step == Step.OPPORTUNITY:
        opportunity_step(state, rules)
    elif step == Step.END_MOVE:
        end_move_step(state, rules)
    elif step == Step.DECLARED:
        declared_step(state, rules)
    elif step == Step.FLIGHT:
        flight_step(state, rules)
    elif step == Step.RESOLVE:
        resolve_step(state, rules)
    elif step == Step.APPLY:
        apply_step(state, rules)
    elif step == Step.BLASTS:
        blasts_step(state, rules)
    elif step == Step.AFTER_EXCHANGE:
        end_exchange(state, rules)
    elif step == Step.LAST_SHOTS:
        last_shots_step(state, rules)
    elif step == Step.FIELD:
        field_step(state, rules)
    elif step == Step.DRIFT:
        drift_step(state, rules)
    elif step == Step.WELL:
        well_step(state, rules)
    elif step == Step.COLLIDE:
        collide_step(state, rules)
    elif step == Step.COMMAND:
        command_step(state, rules)
    elif step == Step.COLLAPSE:
        collapse_step(state, rules)
    elif step == Step.RESCUE:
        rescue_step(state, rules)
    elif step == Step.DEPART:
        depart_step(state, rules)
    elif step == Step.SHEETS:
        sheets_step(state, rules)
    elif step == Step.SCORE:
        score_step(state, rules)
