"""The entry points of the rule set for the driver (core/kernels/driver.py)."""

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.kernels import driver

from .beams import beams_decisions as beams
from .dispatch import apply, legal
from .fleets import fleets_decisions as fleets
from .fleets.deployment import number_contacts
from .forces import forces_decisions as forces
from .missiles import missiles_decisions as missiles
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
from .movement import movement_decisions as movement
from .orders.standing_orders import is_delegated, ready_action, standing_action
from .sensors import sensors_decisions as sensors
from .ships import ships_decisions as ships
from .ships.fuel import deal_fuel
from .turn import (
    boarding_step,
    fire_steps,
    missile_attack_phase,
    missile_movement_phase,
    sensor_steps,
    take_step,
    turn_record_phase,
)
from .victory.ending import end_game, margin
from .visibility.determinization import determinize_state
from .visibility.observe import observe, observe_action_fields
from .visibility.redaction import redact_action_fields, redact_event, redact_state

MARGIN_SCALE = 100.0  # points of margin that count as a full win in the margin reward


@jit
def lay_out(state, rules):
    """Contact numbers and fuel, at random."""
    number_contacts(state)
    deal_fuel(state, rules, 0, len(state.craft))


@jit
def player(games, k):
    """Number of the player of the side to act to whom the decision belongs."""
    return player_to_act(games.states[k])


KERNELS = driver.bind(globals(), player)
