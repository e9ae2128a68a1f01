# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter SHIPS: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .black_globes import (
    apply_globe_setting,
    apply_globe_ship,
    legal_globe_setting,
    legal_globe_ship,
)


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 70:  # GLOBE_SHIP
        legal_globe_ship(state, rules, seat, mask)
    elif decision == 71:  # GLOBE_SETTING
        legal_globe_setting(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    decision = int(state.decision)
    if decision == 70:  # GLOBE_SHIP
        apply_globe_ship(state, rules, action)
    elif decision == 71:  # GLOBE_SETTING
        apply_globe_setting(state, rules, action)
