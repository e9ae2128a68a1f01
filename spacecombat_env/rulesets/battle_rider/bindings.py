"""The rule set's own names for the driver (core/kernels/driver.py); entry.py is generated."""

from spacecombat_env.core.native import native

from .dispatch import apply, legal, take_step
from .fleets.deployment import number_contacts
from .model import (
    HIDDEN_INT64,
    LOG_LENGTH,
    Decision,
    Reason,
    Step,
    action_count,
    player_to_act,
    settle,
)
from .model.record_types import Rules, State
from .orders.standing_orders import is_delegated, ready_action, standing_action
from .ships.fuel import deal_fuel
from .victory.ending import end_game, margin
from .visibility.determinization import determinize_state
from .visibility.observe import observe, observe_action_fields
from .visibility.redaction import redact_action_fields, redact_event, redact_state

MARGIN_SCALE = 100.0  # points of margin that count as a full win in the margin reward


@native
def lay_out(state: State, rules: Rules):
    """Contact numbers and fuel, at random."""
    number_contacts(state)
    deal_fuel(state, rules, 0, len(state.craft))


@native
def player(games, k):
    """Number of the player of the side to act to whom the decision belongs."""
    return player_to_act(games.states[k])
