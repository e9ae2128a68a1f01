"""How words are spoken and heard: one number a word, in the blocks of action_space.py.

Directions are spoken as the seat sees the board, with its own edge behind it. Own pieces stand at
their slot within the side; enemy pieces at their contact number, so that a slot tells nothing.
Numbers up to 23 are one word, larger ones tens, then units.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.battle_rider.pieces.action_space import WORDS
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import AMOUNTS, DIRECTIONS


@jit
def craft_slots(state):
    """Craft slots of one side."""
    return len(state.craft) // 2


@jit
def force_slots(state):
    """Task force slots of one side."""
    return len(state.tf) // 2


@jit
def spread_slots(state):
    """Missile spread slots of one side."""
    return len(state.spread) // 2


@jit
def first_of(state, block):
    """Where a block of words, or one of the observation, begins (a `Start` of core/layout.py)."""
    craft, forces, spreads = block.per
    slots = craft * craft_slots(state) + forces * force_slots(state) + spreads * spread_slots(state)
    return block.fixed + slots


@jit
def craft_word(state, index):
    """Word for an own craft."""
    return first_of(state, WORDS.own_craft) + index % craft_slots(state)


@jit
def force_word(state, index):
    """Word for an own task force."""
    return first_of(state, WORDS.own_forces) + index % force_slots(state)


@jit
def enemy_force_word(state, index):
    """Word for an enemy task force."""
    return first_of(state, WORDS.enemy_forces) + int(state.tf[index].contact)


@jit
def enemy_craft_word(state, index):
    """Word for a detected enemy craft."""
    return first_of(state, WORDS.enemy_craft) + int(state.craft[index].contact)


@jit
def spread_word(state, index):
    """Word for an own missile spread."""
    return first_of(state, WORDS.own_spreads) + index % spread_slots(state)


@jit
def enemy_spread_word(state, index):
    """Word for an enemy missile spread."""
    return first_of(state, WORDS.enemy_spreads) + int(state.spread[index].contact)


@jit
def first_direction(state):
    """First word of the six directions."""
    return first_of(state, WORDS.directions)


@jit
def turned(seat, direction):
    """Direction as a seat sees it: the board is turned so that N is ahead for both sides."""
    return direction if seat == 0 else (direction + 3) % DIRECTIONS


@jit
def direction_word(state, direction):
    """Word by which the seat to act speaks of one of the six directions of the map."""
    return first_direction(state) + turned(state.seat, direction)


@jit
def amount_word(state, amount):
    """Word for an amount 0..23."""
    return first_of(state, WORDS.amounts) + amount


@jit
def word_count(state):
    """Size of the action space."""
    return first_of(state, WORDS.end)


@jit
def spoken_craft(state, seat, word):
    """Own craft slot of a word."""
    return seat * craft_slots(state) + word - first_of(state, WORDS.own_craft)


@jit
def spoken_force(state, seat, word):
    """Own task force slot of a word."""
    return seat * force_slots(state) + word - first_of(state, WORDS.own_forces)


@jit
def spoken_enemy_force(state, seat, word):
    """Enemy task force slot of a word, or NONE when the word is of another block."""
    contact, slots = word - first_of(state, WORDS.enemy_forces), force_slots(state)
    if contact < 0 or contact >= slots:
        return NONE
    for k in half(state.tf, 1 - seat):
        if state.tf[k].status != 0 and state.tf[k].contact == contact:
            return k
    return NONE


@jit
def spoken_enemy_craft(state, seat, word):
    """Enemy craft slot of a word, or NONE when the word is of another block."""
    contact, slots = word - first_of(state, WORDS.enemy_craft), craft_slots(state)
    if contact < 0 or contact >= slots:
        return NONE
    for k in half(state.craft, 1 - seat):
        if state.craft[k].detected and state.craft[k].contact == contact:
            return k
    return NONE


@jit
def spoken_spread(state, seat, word):
    """Own missile spread slot of a word."""
    return seat * spread_slots(state) + word - first_of(state, WORDS.own_spreads)


@jit
def spoken_enemy_spread(state, seat, word):
    """Enemy missile spread slot of a word, or NONE when the word is of another block."""
    contact, slots = word - first_of(state, WORDS.enemy_spreads), spread_slots(state)
    if contact < 0 or contact >= slots:
        return NONE
    for k in half(state.spread, 1 - seat):
        if state.spread[k].count > 0 and state.spread[k].contact == contact:
            return k
    return NONE


@jit
def spoken_direction(state, word):
    """Direction 0..5 of the map that a word means when the seat to act speaks it."""
    return turned(state.seat, word - first_direction(state))


@jit
def number_word(state, order, number):
    """Word that speaks a number, or its next part."""
    if int(order.high) < AMOUNTS:
        return amount_word(state, number)
    if order.tens == NONE:
        return amount_word(state, number // 10)
    return amount_word(state, number % 10)
