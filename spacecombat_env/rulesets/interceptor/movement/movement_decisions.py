# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter MOVEMENT: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .drifting import apply_drift_move, legal_drift_move
from .moving import apply_move, apply_push, legal_move
from .ramming import apply_ram, legal_ram
from .turning_points import apply_store, legal_store
from .velocity import apply_speed


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 24:  # RAM
        legal_ram(state, rules, seat, mask)
    elif decision == 25:  # MOVE
        legal_move(state, rules, seat, mask)
    elif decision == 26:  # STORE
        legal_store(state, rules, seat, mask)
    elif decision == 27:  # DRIFT_MOVE
        legal_drift_move(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 24:  # RAM
        apply_ram(state, rules, seat, action)
    elif decision == 25:  # MOVE
        apply_move(state, rules, seat, action)
    elif decision == 26:  # STORE
        apply_store(state, rules, seat, action)
    elif decision == 27:  # DRIFT_MOVE
        apply_drift_move(state, rules, seat, action)


@native
def apply_number(state: State, rules: Rules, number):
    """Apply a complete number."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 22:  # SPEED
        apply_speed(state, rules, seat, number)
    elif decision == 23:  # PUSH
        apply_push(state, rules, seat, number)
