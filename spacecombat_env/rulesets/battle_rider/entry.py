"""The doors of the rule set: its rooms, named to the driver (core/kernels/driver.py)."""

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.kernels import driver
from spacecombat_env.rulesets.battle_rider.beams import beams_decisions as beams
from spacecombat_env.rulesets.battle_rider.dispatch import apply, legal
from spacecombat_env.rulesets.battle_rider.fleets import fleets_decisions as fleets
from spacecombat_env.rulesets.battle_rider.fleets.deployment import number_contacts
from spacecombat_env.rulesets.battle_rider.forces import forces_decisions as forces
from spacecombat_env.rulesets.battle_rider.missiles import missiles_decisions as missiles
from spacecombat_env.rulesets.battle_rider.model.actions import action_count
from spacecombat_env.rulesets.battle_rider.model.constants.kinds import Reason
from spacecombat_env.rulesets.battle_rider.model.constants.log import LOG_LENGTH
from spacecombat_env.rulesets.battle_rider.model.constants.turn import Decision, Step
from spacecombat_env.rulesets.battle_rider.model.event_contacts import settle
from spacecombat_env.rulesets.battle_rider.model.players import player_to_act
from spacecombat_env.rulesets.battle_rider.model.state import HIDDEN_INT64
from spacecombat_env.rulesets.battle_rider.movement import movement_decisions as movement
from spacecombat_env.rulesets.battle_rider.orders.standing_orders import (
    is_delegated,
    ready_action,
    standing_action,
)
from spacecombat_env.rulesets.battle_rider.sensors import sensors_decisions as sensors
from spacecombat_env.rulesets.battle_rider.ships import ships_decisions as ships
from spacecombat_env.rulesets.battle_rider.ships.fuel import deal_fuel
from spacecombat_env.rulesets.battle_rider.turn import (
    boarding_step,
    fire_steps,
    missile_attack_phase,
    missile_movement_phase,
    sensor_steps,
    take_step,
    turn_record_phase,
)
from spacecombat_env.rulesets.battle_rider.victory.ending import end_game, margin
from spacecombat_env.rulesets.battle_rider.visibility.determinization import determinize_state
from spacecombat_env.rulesets.battle_rider.visibility.observe import observe, observe_action_fields
from spacecombat_env.rulesets.battle_rider.visibility.redaction import (
    redact_action_fields,
    redact_event,
    redact_state,
)

MARGIN_SCALE = 100.0  # points of margin that count as a whole win in the margin reward


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


def compiled_beside(games, mask, row, table):
    """What a second process compiles, with arguments: what the first one needs last comes first."""
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
