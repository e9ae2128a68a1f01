# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter MOVEMENT: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .deployment import apply_place_box, apply_place_square, legal_place_box, legal_place_square
from .plotting import apply_launch, apply_plot, apply_thrust, legal_launch, legal_plot, legal_thrust


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 1:  # PLACE_BOX
        legal_place_box(state, rules, mask)
    elif decision == 2:  # PLACE_SQUARE
        legal_place_square(state, rules, seat, mask)
    elif decision == 3:  # PLOT
        legal_plot(state, rules, seat, mask)
    elif decision == 4:  # THRUST
        legal_thrust(state, rules, seat, mask)
    elif decision == 5:  # LAUNCH
        legal_launch(state, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 1:  # PLACE_BOX
        apply_place_box(state, rules, seat, action)
    elif decision == 2:  # PLACE_SQUARE
        apply_place_square(state, rules, seat, action)
    elif decision == 3:  # PLOT
        apply_plot(state, rules, seat, action)
    elif decision == 4:  # THRUST
        apply_thrust(state, rules, seat, action)
    elif decision == 5:  # LAUNCH
        apply_launch(state, seat, action)
