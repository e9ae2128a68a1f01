# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter MISSILES: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .decoys import apply_decoy_range, apply_decoy_side, legal_decoy_side
from .interception import apply_defence, legal_defence
from .loading import (
    apply_drop_rack,
    apply_load_craft,
    apply_load_kind,
    apply_load_number,
    apply_load_rack,
    legal_drop_rack,
    legal_load_craft,
    legal_load_kind,
    legal_load_rack,
)
from .lock_on import apply_launch_kind, apply_lay_speed, legal_launch_kind
from .point_defence import apply_guard, legal_guard


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 9:  # LOAD_CRAFT
        legal_load_craft(state, rules, seat, mask)
    elif decision == 10:  # LOAD_RACK
        legal_load_rack(state, rules, seat, mask)
    elif decision == 11:  # LOAD_KIND
        legal_load_kind(state, rules, seat, mask)
    elif decision == 17:  # DROP_RACK
        legal_drop_rack(state, rules, seat, mask)
    elif decision == 35:  # LAUNCH_KIND
        legal_launch_kind(state, rules, seat, mask)
    elif decision == 40:  # DEFENCE
        legal_defence(state, rules, seat, mask)
    elif decision == 41:  # DECOY_SIDE
        legal_decoy_side(state, rules, seat, mask)
    elif decision == 43:  # GUARD
        legal_guard(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 9:  # LOAD_CRAFT
        apply_load_craft(state, rules, seat, action)
    elif decision == 10:  # LOAD_RACK
        apply_load_rack(state, rules, seat, action)
    elif decision == 11:  # LOAD_KIND
        apply_load_kind(state, rules, seat, action)
    elif decision == 17:  # DROP_RACK
        apply_drop_rack(state, rules, seat, action)
    elif decision == 35:  # LAUNCH_KIND
        apply_launch_kind(state, rules, seat, action)
    elif decision == 40:  # DEFENCE
        apply_defence(state, rules, seat, action)
    elif decision == 41:  # DECOY_SIDE
        apply_decoy_side(state, rules, seat, action)
    elif decision == 43:  # GUARD
        apply_guard(state, rules, seat, action)


@native
def apply_number(state: State, rules: Rules, number):
    """Apply a complete number."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 12:  # LOAD_NUMBER
        apply_load_number(state, rules, seat, number)
    elif decision == 36:  # LAY_SPEED
        apply_lay_speed(state, rules, seat, number)
    elif decision == 42:  # DECOY_RANGE
        apply_decoy_range(state, rules, seat, number)
