"""The rule set's own names for the driver (core/kernels/driver.py); entry.py is generated."""

from spacecombat_env.core.kernels.defaults import no_actions_alone as redact_action_fields
from spacecombat_env.core.kernels.defaults import no_ready_action as ready_action
from spacecombat_env.core.kernels.defaults import settle_nothing as settle

from .dispatch import apply, legal
from .model import HIDDEN_INT64, Decision, Reason, Step, action_count
from .model.constants.log import LOG_LENGTH
from .orders.standing_orders import is_delegated, standing_action
from .turn.dealing import deal as lay_out
from .turn.sequence import take_step
from .victory import end_game, margin
from .visibility.determinization import determinize_state
from .visibility.observe import observe, observe_action_fields
from .visibility.redaction import redact_event, redact_state

MARGIN_SCALE = 40.0  # points that equal a whole win in the margin reward
