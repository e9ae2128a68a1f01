"""The rule set's own names for the driver (core/kernels/driver.py); entry.py is generated."""

from spacecombat_env.core.kernels.defaults import no_actions_alone as redact_action_fields
from spacecombat_env.core.kernels.defaults import no_ready_action as ready_action
from spacecombat_env.core.kernels.defaults import settle_nothing as settle

from .crew import crew_decisions as crew
from .dispatch import apply, legal
from .engagement import engagement_decisions as engagement
from .missiles import missiles_decisions as missiles
from .model import HIDDEN_INT64, Decision, Reason, Step, action_count
from .model.constants.log import LOG_LENGTH
from .movement import movement_decisions as movement
from .orders.standing_orders import is_delegated, standing_action
from .turn.dealing import deal as lay_out
from .turn.sequence import closing_steps, exchange_steps, movement_steps, take_step
from .victory import end_game, margin
from .visibility.determinization import determinize_state
from .visibility.observe import observe, observe_action_fields
from .visibility.redaction import redact_event, redact_state

MARGIN_SCALE = 40.0  # points that equal a whole win in the margin reward


def compiled_beside(games, mask, row, table):
    """Compile functions with arguments in a second process; those needed last come first."""
    state, rules = games.states[0], table.rules[0]
    return (
        (observe_action_fields, (state, rules, 0, row)),
        (observe, (state, rules, 0, row)),
        (redact_state, (state, 0)),
        (standing_action, (state, rules, mask)),
        (legal, (state, rules, mask)),
        *((chapter.apply, (state, rules, 0)) for chapter in (crew, missiles, engagement, movement)),
        (closing_steps, (state, rules, 0)),
        (exchange_steps, (state, rules, 0)),
        (movement_steps, (state, rules, 0)),
    )
