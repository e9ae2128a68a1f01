"""Functions for rule sets that have nothing of their own to do at a place of the driver."""

from spacecombat_env.core.engine.jit import jit

NOBODY = -1
"""No action: the seat decides."""


@jit
def settle_nothing(state):
    """For `settle`: nothing is judged between steps."""


@jit
def lay_out_nothing(state, rules):
    """For `lay_out`: the opening is complete."""


@jit
def nobody_delegates(state, rules):
    """For `is_delegated`: every seat answers for itself."""
    return False


@jit
def no_actions_alone(state, rules, visible, seat):
    """For `redact_action_fields`: a record is redacted whole, whatever has changed of it."""
    return False


@jit
def no_ready_action(state, rules):
    """For `ready_action`: there are no standing orders, or they all want the legal words."""
    return NOBODY


@jit
def no_standing_action(state, rules, mask):
    """For `standing_action`: there are no standing orders."""
    return NOBODY
