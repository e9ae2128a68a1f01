"""Default functions for rule sets that have nothing to do at a point of the driver."""

from spacecombat_env.core.native import native

NOBODY = -1
"""No action: the seat decides."""


@native
def settle_nothing(state):
    """For `settle`: no work between steps."""


@native
def lay_out_nothing(state, rules):
    """For `lay_out`: the opening is complete."""


@native
def nobody_delegates(state, rules):
    """For `is_delegated`: every seat decides for itself."""
    return False


@native
def no_actions_alone(state, rules, visible, seat):
    """For `redact_action_fields`: records are always redacted as a whole."""
    return False


@native
def no_ready_action(state, rules):
    """For `ready_action`: there are no standing orders, or all need the mask."""
    return NOBODY


@native
def no_standing_action(state, rules, mask):
    """For `standing_action`: there are no standing orders."""
    return NOBODY
