# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter SCANS: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .declaring import (
    apply_box,
    apply_scan,
    apply_sensor,
    apply_size,
    apply_square,
    legal_box,
    legal_scan,
    legal_sensor,
    legal_size,
    legal_square,
)


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 6:  # SCAN
        legal_scan(state, rules, seat, mask)
    elif decision == 7:  # SENSOR
        legal_sensor(state, rules, seat, mask)
    elif decision == 8:  # SIZE
        legal_size(state, mask)
    elif decision == 9:  # BOX
        legal_box(state, rules, seat, mask)
    elif decision == 10:  # SQUARE
        legal_square(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 6:  # SCAN
        apply_scan(state, seat, action)
    elif decision == 7:  # SENSOR
        apply_sensor(state, seat, action)
    elif decision == 8:  # SIZE
        apply_size(state, seat, action)
    elif decision == 9:  # BOX
        apply_box(state, rules, seat, action)
    elif decision == 10:  # SQUARE
        apply_square(state, rules, seat, action)
