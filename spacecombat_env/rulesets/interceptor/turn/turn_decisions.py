# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter TURN: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .decision_phase import apply_decide, apply_decide_verb, legal_decide, legal_decide_verb
from .entering import apply_entry, apply_entry_hex, legal_entry
from .power import (
    apply_power,
    apply_power_engine,
    apply_power_head,
    apply_power_rate,
    apply_power_side,
    legal_power,
    legal_power_head,
    legal_power_side,
)
from .setup import (
    apply_rock_column,
    apply_rock_row,
    apply_setup_column,
    apply_setup_craft,
    apply_setup_facing,
    apply_setup_heading,
    apply_setup_row,
    apply_setup_speed,
    legal_setup_craft,
    legal_setup_facing,
    legal_setup_heading,
)
from .tailing import (
    apply_choose_craft,
    apply_force,
    apply_tail,
    legal_choose_craft,
    legal_force,
    legal_tail,
)


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 3:  # SETUP_CRAFT
        legal_setup_craft(state, rules, seat, mask)
    elif decision == 6:  # SETUP_HEADING
        legal_setup_heading(state, rules, seat, mask)
    elif decision == 7:  # SETUP_FACING
        legal_setup_facing(state, rules, seat, mask)
    elif decision == 13:  # DECIDE
        legal_decide(state, rules, seat, mask)
    elif decision == 14:  # DECIDE_VERB
        legal_decide_verb(state, rules, seat, mask)
    elif decision == 47:  # ENTRY
        legal_entry(state, rules, seat, mask)
    elif decision == 20:  # TAIL
        legal_tail(state, rules, seat, mask)
    elif decision == 46:  # FORCE
        legal_force(state, rules, seat, mask)
    elif decision == 21:  # CHOOSE_CRAFT
        legal_choose_craft(state, rules, seat, mask)
    elif decision == 49:  # POWER
        legal_power(state, rules, seat, mask)
    elif decision == 50:  # POWER_HEAD
        legal_power_head(state, rules, seat, mask)
    elif decision == 52:  # POWER_SIDE
        legal_power_side(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 3:  # SETUP_CRAFT
        apply_setup_craft(state, rules, seat, action)
    elif decision == 6:  # SETUP_HEADING
        apply_setup_heading(state, rules, seat, action)
    elif decision == 7:  # SETUP_FACING
        apply_setup_facing(state, rules, seat, action)
    elif decision == 13:  # DECIDE
        apply_decide(state, rules, seat, action)
    elif decision == 14:  # DECIDE_VERB
        apply_decide_verb(state, rules, seat, action)
    elif decision == 47:  # ENTRY
        apply_entry(state, rules, seat, action)
    elif decision == 20:  # TAIL
        apply_tail(state, rules, seat, action)
    elif decision == 46:  # FORCE
        apply_force(state, rules, seat, action)
    elif decision == 21:  # CHOOSE_CRAFT
        apply_choose_craft(state, rules, seat, action)
    elif decision == 49:  # POWER
        apply_power(state, rules, seat, action)
    elif decision == 50:  # POWER_HEAD
        apply_power_head(state, rules, seat, action)
    elif decision == 52:  # POWER_SIDE
        apply_power_side(state, rules, seat, action)


@native
def apply_number(state: State, rules: Rules, number):
    """Apply a complete number."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 1:  # ROCK_COLUMN
        apply_rock_column(state, rules, seat, number)
    elif decision == 2:  # ROCK_ROW
        apply_rock_row(state, rules, seat, number)
    elif decision == 4:  # SETUP_COLUMN
        apply_setup_column(state, rules, seat, number)
    elif decision == 5:  # SETUP_ROW
        apply_setup_row(state, rules, seat, number)
    elif decision == 8:  # SETUP_SPEED
        apply_setup_speed(state, rules, seat, number)
    elif decision == 48:  # ENTRY_HEX
        apply_entry_hex(state, rules, seat, number)
    elif decision == 51:  # POWER_ENGINE
        apply_power_engine(state, rules, seat, number)
    elif decision == 53:  # POWER_RATE
        apply_power_rate(state, rules, seat, number)
