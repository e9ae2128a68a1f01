# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter CASES: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .airlocks import apply_escape, legal_escape
from .ejecting import apply_eject_range, apply_eject_side, legal_eject_side
from .rescue import apply_rescue, legal_rescue
from .self_destruction import apply_fuse
from .small_craft import (
    apply_bay,
    apply_launch_side,
    apply_launch_speed,
    legal_bay,
    legal_launch_side,
)
from .towing import apply_tow, legal_tow


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 44:  # EJECT_SIDE
        legal_eject_side(state, rules, seat, mask)
    elif decision == 54:  # BAY
        legal_bay(state, rules, seat, mask)
    elif decision == 55:  # LAUNCH_SIDE
        legal_launch_side(state, rules, seat, mask)
    elif decision == 58:  # ESCAPE
        legal_escape(state, rules, seat, mask)
    elif decision == 61:  # RESCUE
        legal_rescue(state, rules, seat, mask)
    elif decision == 62:  # TOW
        legal_tow(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 44:  # EJECT_SIDE
        apply_eject_side(state, rules, seat, action)
    elif decision == 54:  # BAY
        apply_bay(state, rules, seat, action)
    elif decision == 55:  # LAUNCH_SIDE
        apply_launch_side(state, rules, seat, action)
    elif decision == 58:  # ESCAPE
        apply_escape(state, rules, seat, action)
    elif decision == 61:  # RESCUE
        apply_rescue(state, rules, seat, action)
    elif decision == 62:  # TOW
        apply_tow(state, rules, seat, action)


@native
def apply_number(state: State, rules: Rules, number):
    """Apply a complete number."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 45:  # EJECT_RANGE
        apply_eject_range(state, rules, seat, number)
    elif decision == 56:  # LAUNCH_SPEED
        apply_launch_speed(state, rules, seat, number)
    elif decision == 57:  # FUSE
        apply_fuse(state, rules, seat, number)
