"""The rule set's own names for the driver (core/kernels/driver.py); entry.py is generated."""

from spacecombat_env.core.native import native

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
from .model.record_types import Rules, State
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


@native
def lay_out(state: State, rules: Rules):
    """Contact numbers and fuel, at random."""
    number_contacts(state)
    deal_fuel(state, rules, 0, len(state.craft))


@native
def player(games, k):
    """Number of the player of the side to act to whom the decision belongs."""
    return player_to_act(games.states[k])


def compiled_beside(games, mask, row, table):
    """Functions for a second process to compile, with arguments, in reverse order of need."""
    state, rules = games.states[0], table.rules[0]
    answers = (fleets, beams, ships, movement, sensors, missiles, forces)
    return (
        (observe_action_fields, (state, rules, 0, row)),
        (observe, (state, rules, 0, row)),
        (redact_state, (state, 0)),
        (standing_action, (state, rules, mask)),
        (legal, (state, rules, mask)),
        *((chapter.apply, (state, rules, 0)) for chapter in answers),
        (turn_record_phase, (state, rules)),
        (boarding_step, (state, rules)),
        (missile_attack_phase, (state, rules, 0)),
        (missile_movement_phase, (state, rules, 0)),
        (fire_steps, (state, rules, 0)),
        (sensor_steps, (state, rules, 0)),
    )
