"""Standing orders: how the engine decides what a seat has delegated.

A standing order reads only what its seat may know (its set-up also draws lots) and answers one
question with one legal word, as the seat itself would. Most ask the rules for the word they want
(`..._ready`); those that choose among all legal words have them listed (`..._choice`).
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.orders.beams import beams_choice, beams_ready
from spacecombat_env.rulesets.battle_rider.orders.estimates import first_word, word_by_lot
from spacecombat_env.rulesets.battle_rider.orders.fleets import fleets_word
from spacecombat_env.rulesets.battle_rider.orders.forces import forces_choice, forces_ready
from spacecombat_env.rulesets.battle_rider.orders.missiles import missiles_choice, missiles_ready
from spacecombat_env.rulesets.battle_rider.orders.missions import mission_order_word
from spacecombat_env.rulesets.battle_rider.orders.movement import movement_choice, movement_ready
from spacecombat_env.rulesets.battle_rider.orders.sensors import sensors_ready
from spacecombat_env.rulesets.battle_rider.pieces.asks import DELEGATION, ROOM_OF, Room
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask, Delegate
from spacecombat_env.rulesets.battle_rider.pieces.missions import has_missions


@jit
def is_delegated(state, rules):
    """Whether the engine answers the present question for its seat."""
    side = int(state.seat)
    mask = int(rules.delegated[side])
    question = int(state.ask)
    if mask & DELEGATION[question]:
        return True
    return bool(mask & Delegate.TASK_FORCES) and concerns_dummy(state, question)


@jit
def concerns_dummy(state, question):
    """Dummies sail under standing orders when task forces are delegated (see `give_round`)."""
    if question == Ask.ROUND_MENU or question == Ask.THRUST or question == Ask.EVADE_NUMBER:
        return state.tf[state.round_tf].strength == 0
    return False


@jit
def ready_word(state, rules):
    """The answer of a standing order that asks the rules for what it wants, best first.

    NONE where it draws a lot, or chooses among all legal words.
    """
    side, room = int(state.seat), ROOM_OF[state.ask]
    if room == Room.MISSILES:
        return missiles_ready(state, rules, side)
    if room == Room.FORCES:
        return forces_ready(state, rules, side)
    if room == Room.SENSORS:
        return sensors_ready(state, rules, side)
    if room == Room.BEAMS:
        return beams_ready(state, rules, side)
    if room == Room.MOVEMENT:
        return movement_ready(state, rules, side)
    return NONE


@jit
def standing_word(state, rules, mask):
    """Answer the present question for its seat; `mask` holds the legal words."""
    word = ready_word(state, rules)
    if word != NONE:
        return word
    side = int(state.seat)
    if has_missions(rules):
        word = mission_order_word(state, rules, side, mask)
        if word != NONE and mask[word]:
            return word
    return chosen_word(state, rules, side, mask)


@jit
def chosen_word(state, rules, side, mask):
    """The choice of a room's standing orders; the first legal word where it has none."""
    room = ROOM_OF[state.ask]
    if room == Room.MISSILES:
        return missiles_choice(state, rules, side, mask)
    if room == Room.FORCES:
        return forces_choice(state, rules, side, mask)
    if room == Room.MOVEMENT:
        return movement_choice(state, side, mask)
    if room == Room.BEAMS:
        return beams_choice(state, rules, side, mask)
    if room == Room.FLEETS:
        return fleets_word(state, rules, side, mask)
    if room == Room.VICTORY:
        return word_by_lot(state, mask)
    return first_word(mask, 0, len(mask))
