"""Requests of decisions, and the next step of the engine."""

from spacecombat_env.core.native import native

NO_DECISION = 0
"""The value of `decision` while no seat is to act, in every rule set."""


@native
def request_decision(state, decision, seat):
    """Request a decision of a seat; the engine stops until it is made."""
    state.decision = decision
    state.seat = seat


@native
def proceed(state, step):
    """Set the engine's next step."""
    state.decision = NO_DECISION
    state.step = step
