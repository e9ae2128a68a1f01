"""How words are spoken and heard: one number a word, in the blocks of action_space.py.

The board is turned for Blue, so that its own edge is behind it: directions, columns and rows are
spoken as the seat sees them. Own craft stand at their slot within the side, enemy craft and
missiles at their contact number. Numbers up to 23 are one word, larger ones tens, then units.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.interceptor.pieces.action_space import WORDS
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import MissileStatus, Side, Status
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import (
    AMOUNTS,
    BACK,
    DIRECTIONS,
    NONE,
)


@jit
def first_of(state, block):
    """Where a block of words, or one of the observation, begins (a `Start` of core/layout.py)."""
    craft, missiles, adrift = block.per
    slots = craft * (len(state.craft) // 2) + missiles * (len(state.missile) // 2)
    return block.fixed + slots + adrift * (len(state.adrift) // 2)


@jit
def word_count(state):
    """Size of the action space."""
    return first_of(state, WORDS.end)


# --- pieces --------------------------------------------------------------------------------------


@jit
def craft_word(state, k):
    """Word for an own craft."""
    return first_of(state, WORDS.own_craft) + int(k) % (len(state.craft) // 2)


@jit
def spoken_craft(state, seat, word):
    """Own craft slot of a word, or NONE when the word is of another block."""
    place, slots = word - first_of(state, WORDS.own_craft), len(state.craft) // 2
    return seat * slots + place if 0 <= place < slots else NONE


@jit
def enemy_craft_word(state, k):
    """Word for an enemy craft."""
    return first_of(state, WORDS.enemy_craft) + int(state.craft[k].contact)


@jit
def spoken_enemy_craft(state, seat, word):
    """Enemy craft slot of a word, or NONE when the word is of another block."""
    contact, slots = word - first_of(state, WORDS.enemy_craft), len(state.craft) // 2
    if contact < 0 or contact >= slots:
        return NONE
    for k in half(state.craft, 1 - seat):
        if state.craft[k].status != Status.UNUSED and state.craft[k].contact == contact:
            return k
    return NONE


@jit
def missile_word(state, n):
    """Word for an enemy missile."""
    return first_of(state, WORDS.missiles) + int(state.missile[n].contact)


@jit
def spoken_missile(state, seat, word):
    """Enemy missile slot of a word, or NONE when the word is of another block."""
    contact, slots = word - first_of(state, WORDS.missiles), len(state.missile) // 2
    if contact < 0 or contact >= slots:
        return NONE
    for n in half(state.missile, 1 - seat):
        if state.missile[n].status != MissileStatus.NONE and state.missile[n].contact == contact:
            return n
    return NONE


@jit
def adrift_word(state, seat, n):
    """Word for a crew in space; the own ones come first."""
    slots = len(state.adrift) // 2
    own = int(n) // slots == seat
    return first_of(state, WORDS.adrift) + int(n) % slots + (0 if own else slots)


@jit
def spoken_adrift(state, seat, word):
    """Slot of a crew in space, or NONE when the word is of another block."""
    place, slots = word - first_of(state, WORDS.adrift), len(state.adrift) // 2
    if place < 0 or place >= 2 * slots:
        return NONE
    side = seat if place < slots else 1 - seat
    return side * slots + place % slots


@jit
def weapon_word(state, row):
    """Word for a weapon row of the ship spoken of."""
    return first_of(state, WORDS.weapons) + int(row)


@jit
def spoken_weapon(state, word):
    """Weapon row of a word, or NONE when the word is of another block."""
    row = word - first_of(state, WORDS.weapons)
    return row if 0 <= row < WORDS.loads.fixed - WORDS.weapons.fixed else NONE


@jit
def load_word(state, load):
    """Word for a missile or a pod."""
    return first_of(state, WORDS.loads) + int(load)


@jit
def spoken_load(state, word):
    """Load of a word, or NONE when the word is of another block."""
    load = word - first_of(state, WORDS.loads)
    return load if 0 <= load < WORDS.sides.fixed - WORDS.loads.fixed else NONE


@jit
def crewman_word(state, place):
    """Word for a crewman by his place in the crew."""
    return first_of(state, WORDS.crewmen) + int(place)


@jit
def spoken_crewman(state, word):
    """Place in the crew of a word, or NONE when the word is of another block."""
    place = word - first_of(state, WORDS.crewmen)
    return place if 0 <= place < WORDS.amounts.fixed - WORDS.crewmen.fixed else NONE


# --- directions and places -----------------------------------------------------------------------


@jit
def turned(seat, direction):
    """Direction as a seat sees it, and back: the board is turned for Blue."""
    return int(direction) if seat == Side.RED else (int(direction) + BACK) % DIRECTIONS


@jit
def direction_word(state, direction):
    """Word by which the seat to act speaks of a direction of the map."""
    return first_of(state, WORDS.sides) + turned(state.seat, direction)


@jit
def side_word(state, side):
    """Word of a hexside counted from a facing or a heading: not turned."""
    return first_of(state, WORDS.sides) + int(side)


@jit
def spoken_direction(state, word):
    """Direction of the map that a word means when the seat to act speaks it."""
    return turned(state.seat, word - first_of(state, WORDS.sides))


@jit
def spoken_side(state, word):
    """Hexside of a word, counted from a facing or a heading."""
    return word - first_of(state, WORDS.sides)


@jit
def seen_column(rules, seat, column):
    """Column as a seat counts it, and back."""
    return int(column) if seat == Side.RED else int(rules.option.columns) + 1 - int(column)


@jit
def seen_row(rules, seat, row):
    """Row as a seat counts it, and back."""
    return int(row) if seat == Side.RED else int(rules.option.rows) + 1 - int(row)


# --- numbers -------------------------------------------------------------------------------------


@jit
def amount_word(state, amount):
    """Word for an amount 0..23."""
    return first_of(state, WORDS.amounts) + int(amount)


@jit
def spoken_amount(state, word):
    """Amount of a word, or NONE when the word is of another block."""
    amount = word - first_of(state, WORDS.amounts)
    return amount if 0 <= amount < AMOUNTS else NONE
