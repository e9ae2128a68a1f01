# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter CREW: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .takeover import apply_crew, apply_crew_weapon, legal_crew, legal_crew_weapon


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 15:  # CREW
        legal_crew(state, rules, seat, mask)
    elif decision == 16:  # CREW_WEAPON
        legal_crew_weapon(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 15:  # CREW
        apply_crew(state, rules, seat, action)
    elif decision == 16:  # CREW_WEAPON
        apply_crew_weapon(state, rules, seat, action)
