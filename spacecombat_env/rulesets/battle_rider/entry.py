"""The doors of the rule set: its rooms, named to the driver (core/driver.py)."""

from spacecombat_env.core import driver
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.actions import hear, legal
from spacecombat_env.rulesets.battle_rider.beams import answers as beams
from spacecombat_env.rulesets.battle_rider.fleets import answers as fleets
from spacecombat_env.rulesets.battle_rider.fleets.deployment import number_contacts
from spacecombat_env.rulesets.battle_rider.forces import answers as forces
from spacecombat_env.rulesets.battle_rider.missiles import answers as missiles
from spacecombat_env.rulesets.battle_rider.movement import answers as movement
from spacecombat_env.rulesets.battle_rider.orders.standing import (
    is_delegated,
    ready_word,
    standing_word,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import Reason
from spacecombat_env.rulesets.battle_rider.pieces.constants.log import LOG_LENGTH
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask, Step
from spacecombat_env.rulesets.battle_rider.pieces.numbers import settle
from spacecombat_env.rulesets.battle_rider.pieces.players import player_asked
from spacecombat_env.rulesets.battle_rider.pieces.state import UNSEEN_WORDS
from spacecombat_env.rulesets.battle_rider.pieces.words import word_count
from spacecombat_env.rulesets.battle_rider.sensors import answers as sensors
from spacecombat_env.rulesets.battle_rider.ships import answers as ships
from spacecombat_env.rulesets.battle_rider.ships.fuel import deal_fuel
from spacecombat_env.rulesets.battle_rider.sight.observe import observe, observe_words
from spacecombat_env.rulesets.battle_rider.sight.redaction import hide, hide_event, see_words
from spacecombat_env.rulesets.battle_rider.sight.resampling import imagine
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

MARGIN_SCALE = 100.0  # points of margin that count as a whole win in the margin reward


@jit
def lay_out(state, rules):
    """Contact numbers and fuel, by lot."""
    number_contacts(state)
    deal_fuel(state, rules, 0, len(state.craft))


@jit
def player(games, k):
    """Number of the player of the side asked to whom the question belongs."""
    return player_asked(games.states[k])


KERNELS = driver.bind(globals(), player)


def compiled_beside(games, mask, row, table):
    """What a second process compiles, with arguments: what the first one needs last comes first."""
    state, rules = games.states[0], table.rules[0]
    answers = (fleets, beams, ships, movement, sensors, missiles, forces)
    return (
        (observe_words, (state, rules, 0, row)),
        (observe, (state, rules, 0, row)),
        (hide, (state, 0)),
        (standing_word, (state, rules, mask)),
        (legal, (state, rules, mask)),
        *((room.hear, (state, rules, 0)) for room in answers),
        (turn_record_phase, (state, rules)),
        (boarding_step, (state, rules)),
        (missile_attack_phase, (state, rules, 0)),
        (missile_movement_phase, (state, rules, 0)),
        (fire_steps, (state, rules, 0)),
        (sensor_steps, (state, rules, 0)),
    )
