"""Chapter SEQ: the turn as a table of steps (at the end); each chapter decides the next step."""

from spacecombat_env.core.native import native

from .cases.departing import depart_step
from .cases.rescue import rescue_step
from .combat.cover import keep_covers
from .damage.collapse import collapse_step
from .damage.engines.engineering import settle_thrust
from .damage.explosions import blasts_step
from .damage.hits import apply_step, clear_exchange
from .damage.large_ships.tows import keep_tows
from .damage.life_support import command_step
from .engagement.exchange import after_exchange_step, declared_step, resolve_step
from .engagement.opportunity import last_shots_step, opportunity_step
from .missiles.flight import flight_step
from .missiles.transponder import locks_step
from .model import (
    NONE,
    Event,
    Size,
    Status,
    Step,
    is_active,
    note,
    proceed,
    reset_uses,
    side_of,
)
from .model.record_types import Craft, Rules, State
from .movement.asteroid_field import field_step
from .movement.asteroids import after_crash, meet_rock
from .movement.collisions import collide_step
from .movement.drifting import drift_step
from .movement.moving import end_move_step, move_step, speed_step
from .movement.random_movement import recovery_step
from .planet.gravity import begin_well, well_step
from .planet.interface import meet_zone
from .turn.decision_phase import decision_step
from .turn.initiative import initiative_step
from .turn.morale import check_morale
from .turn.pursuit import sheets_step
from .turn.setup import setup_step
from .turn.tailing import next_go_step
from .victory import judge_turn
from .visibility.intelligence import learn, learn_all


@native
def score_step(state: State, rules: Rules):
    """IN-SEQ-09 The end of the turn: what was disclosed, and whether the game is over."""
    learn_all(state, rules)
    judge_turn(state, rules)


@native
def after_step(state: State, rules: Rules):
    """IN-AMB-73 Effects of a hex, a turn, a roll or a change of velocity, in their order."""
    k = int(state.mover)
    keep_tows(state, rules)
    if k == NONE or not is_active(state.craft[k]):
        proceed(state, Step.END_MOVE)
        return
    keep_covers(state, rules)
    if learn(state, rules, k):
        state.order[side_of(state, k)].ahead = 0
    if rules.option.planet and meet_zone(state, rules, k):
        state.order[side_of(state, k)].ahead = 0
        proceed(state, Step.APPLY)
    elif not is_active(state.craft[k]):
        proceed(state, Step.END_MOVE)
    elif meet_rock(state, rules, k):
        state.order[side_of(state, k)].ahead = 0
        proceed(state, Step.APPLY)
    else:
        proceed(state, Step.OPPORTUNITY)


@native
def end_exchange(state: State, rules: Rules):
    """IN-AST-05, IN-DES-06 A ship that has hit an asteroid rolls again; then move or phase
    continue.

    A hull that fails at that roll may explode: its blast comes first.
    """
    crashed = int(state.exchange.crash)
    if crashed != NONE:
        state.exchange.crash = NONE
        after_crash(state, rules, crashed)
    if state.blasts > 0:
        proceed(state, Step.BLASTS)
    else:
        check_morale(state, rules)
        after_exchange_step(state, rules)


# --- a new turn ----------------------------------------------------------------------------------


@native
def begin_turn(state: State, rules: Rules):
    """IN-SEQ-01, IN-CMB-01 A new turn: deeds and shots of the last one are cleared."""
    state.turn += 1
    state.cursor = 0
    state.mover = NONE
    state.picked = NONE
    state.size_class = Size.NONE
    state.goer = NONE
    state.loser = NONE
    reset_uses(state)
    clear_exchange(state)
    for k in range(len(state.craft)):
        if state.craft[k].status != Status.UNUSED:
            begin_craft_turn(state.craft[k])
    for n in range(len(state.rack)):
        state.rack[n].barred = 0
    for m in range(len(state.crew)):
        state.crew[m].engaged = 0
        state.crew[m].engaged_gone = 0
    for n in range(len(state.adrift)):
        state.adrift[n].moved = 0
    for side in range(2):
        state.goes[side] = 0
        state.order[side].done = 0
        state.order[side].ahead = 0
    if rules.option.variable_mass:
        settle_masses(state, rules)
    event = note(state, Event.TURN, NONE)
    event.a = state.turn
    if rules.option.planet:
        begin_well(state, rules)
    proceed(state, Step.INITIATIVE)


@native
def settle_masses(state: State, rules: Rules):
    """IN-MAS-01, IN-AMB-166 Thrust by what each ship still carries, once a turn."""
    for k in range(len(state.craft)):
        if is_active(state.craft[k]):
            settle_thrust(state, rules, k)


@native
def begin_craft_turn(craft: Craft):
    """IN-MOV-15, IN-CMB-01, IN-SEQ-09, IN-LOS-06 Clear the values that last for one turn."""
    craft.spent = 0
    craft.pushed = 0
    craft.hexes = 0
    craft.acted = 0
    craft.tailing = NONE
    craft.deeds = 0
    craft.ram = NONE
    craft.stopped = 0
    craft.guard = 0
    craft.guarded = 0
    craft.decoyed = 0
    craft.defended = 0
    craft.fired = 0
    craft.sendable = 0
    craft.collapse_due = 0
    craft.cover = NONE
    craft.lowered = 0
    craft.bays_used = 0
    craft.air = 0
    craft.worked = 0


STEPS = {
    # IN-SEQ-01, 09 set-up, initiative, decisions, dormant missiles, random movement
    Step.SETUP: setup_step,
    Step.TURN_START: begin_turn,
    Step.INITIATIVE: initiative_step,
    Step.DECISION: decision_step,
    Step.LOCKS: locks_step,
    Step.RECOVERY: recovery_step,
    # IN-SEQ-03, 09 ships move by size and initiative; after each step others may fire
    Step.NEXT_GO: next_go_step,
    Step.SPEED: speed_step,
    Step.MOVE: move_step,
    Step.AFTER_STEP: after_step,
    Step.OPPORTUNITY: opportunity_step,
    Step.END_MOVE: end_move_step,
    # IN-CMB-03, 04, 05 fire is declared, returned, resolved and applied
    Step.DECLARED: declared_step,
    Step.FLIGHT: flight_step,
    Step.RESOLVE: resolve_step,
    Step.APPLY: apply_step,
    Step.BLASTS: blasts_step,
    Step.AFTER_EXCHANGE: end_exchange,
    # IN-SEQ-09, data/sequence.yaml the end of the phase and of the turn
    Step.LAST_SHOTS: last_shots_step,
    Step.FIELD: field_step,
    Step.DRIFT: drift_step,
    Step.WELL: well_step,
    Step.COLLIDE: collide_step,
    Step.COMMAND: command_step,
    Step.COLLAPSE: collapse_step,
    Step.RESCUE: rescue_step,
    Step.DEPART: depart_step,
    Step.SHEETS: sheets_step,
    Step.SCORE: score_step,
}
"""IN-SEQ-01 The turn, and the function that carries out each step; see dispatch.py."""
