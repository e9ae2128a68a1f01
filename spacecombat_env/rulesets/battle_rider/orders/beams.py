"""Standing orders for beams and screens: everything that bears, sand where it saves most."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.beams.gunnery import target_range
from spacecombat_env.rulesets.battle_rider.beams.screens import sand_points
from spacecombat_env.rulesets.battle_rider.orders.estimates import first_word, lock_word
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import Beam
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE, WEAPON_ROWS
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import DIRECTIONS, Ask, Verb
from spacecombat_env.rulesets.battle_rider.pieces.words import direction_word, number_word
from spacecombat_env.rulesets.battle_rider.ships.batteries import row_needs_hexside, side_room


@jit
def beams_ready(state, rules, side):
    """The easier lock, all weapons that bear, and sand against hits that would hurt."""
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.FIRE_SENSOR:
        index = int(order.craft)
        away = target_range(state, index, order)
        return lock_word(state, rules, index, int(order.target_craft), away)
    if question == Ask.WEAPONS:
        return Verb.ALL
    if question == Ask.SAND_NUMBER:
        return number_word(state, order, min(int(order.high), sand_wanted(state, rules)))
    return NONE


@jit
def beams_choice(state, rules, side, mask):
    """The hexside with most weapons left."""
    if state.ask == Ask.FIRE_HEXSIDE:
        return hexside_word(state, rules, state.order[side], mask)
    return first_word(mask, 0, len(mask))


@jit
def hexside_word(state, rules, order, mask):
    """The hexside through which most weapons can still fire."""
    most, word = -1, NONE
    for side in range(DIRECTIONS):
        if mask[direction_word(state, side)]:
            room = 0
            for row in range(1, WEAPON_ROWS):
                if row_needs_hexside(rules, state.craft[order.craft], row):
                    room += side_room(state, rules, int(order.craft), row, side)
            if room > most:
                most = room
                word = direction_word(state, side)
    return word


@jit
def sand_wanted(state, rules):
    """Three casters for every two points that a hit would have to lose to do nothing."""
    volley = state.volley
    klass = rules.classes[state.craft[volley.target].klass]
    hit = volley.hit[volley.next_hit]
    armor = int(klass.armor) // 10 if hit.kind == Beam.LASER else int(klass.armor)
    excess = int(hit.value) - armor + int(klass.size_mod) + 1
    each = sand_points(rules, state.craft[volley.target])
    return max(0, (3 * excess + 2 * each - 1) // (2 * each))
