"""The rule set's own names for the driver (core/kernels/driver.py); entry.py is generated."""

from spacecombat_env.core.kernels.defaults import lay_out_nothing as lay_out
from spacecombat_env.core.kernels.defaults import no_actions_alone as redact_action_fields
from spacecombat_env.core.kernels.defaults import no_ready_action as ready_action
from spacecombat_env.core.kernels.defaults import no_standing_action as standing_action
from spacecombat_env.core.kernels.defaults import nobody_delegates as is_delegated
from spacecombat_env.core.kernels.defaults import settle_nothing as settle

from .dispatch import apply, legal
from .model import (
    HIDDEN_INT64,
    LOG_LENGTH,
    action_count,
)
from .model import (
    InterceptDecision as Decision,
)
from .model import (
    InterceptReason as Reason,
)
from .model import (
    InterceptStep as Step,
)
from .turn import take_step
from .victory import end_game, margin
from .visibility.determinization import determinize_state
from .visibility.observe import observe, observe_action_fields
from .visibility.redaction import redact_event, redact_state

MARGIN_SCALE = 20.0  # ship-turns of tracks that equal a whole win in the margin reward
