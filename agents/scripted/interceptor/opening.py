"""The set-up, by lot within reason; who moves first; decisions."""

from spacecombat_agents.scripted.interceptor.doctrine import FRAIL
from spacecombat_agents.scripted.interceptor.words import drawn_word, legal_or, number_word
from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import fold, pick
from spacecombat_env.rulesets.interceptor.orders.estimates import word_after
from spacecombat_env.rulesets.interceptor.pieces.action_space import WORDS
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Verb
from spacecombat_env.rulesets.interceptor.pieces.places import steps_between
from spacecombat_env.rulesets.interceptor.pieces.ships import nearest_enemy
from spacecombat_env.rulesets.interceptor.pieces.words import craft_word, first_of

START_SPEED = 5


@jit
def setup_word(state, mask, luck):
    """Places by lot, nearer the middle of the zone than its ends; nose and course ahead."""
    question = int(state.ask)
    order = state.order[int(state.seat)]
    if question == Ask.SETUP_COLUMN:
        room = int(order.high) - int(order.low) + 1
        one, other = pick(fold(luck, 1), room), pick(fold(luck, 2), room)
        number = int(order.low) + (one + other) // 2
        if order.tens != NONE:
            return drawn_word(mask, luck)
        return number_word(state, order, number)
    if question == Ask.SETUP_SPEED:
        return number_word(state, order, START_SPEED)
    if question == Ask.SETUP_HEADING or question == Ask.SETUP_FACING:
        return legal_or(mask, first_of(state, WORDS.sides), NONE)
    return drawn_word(mask, luck)


@jit
def claim_word(state, mask):
    """IN-SEQ-07 Every tail is claimed: who moves later sees more."""
    return legal_or(mask, word_after(mask, first_of(state, WORDS.own_craft)), Verb.PASS | 0)


@jit
def choose_word(state, mask):
    """IN-SEQ-04 The ship farthest from the enemy moves first: it has least to learn."""
    found, most = NONE, -1
    for k in half(state.craft, int(state.seat)):
        if not mask[craft_word(state, k)]:
            continue
        enemy, away = nearest_enemy(state, k), 0
        if enemy != NONE:
            away = int(steps_between(state.craft[k], state.craft[enemy]))
        if away > most:
            found, most = k, away
    return legal_or(mask, craft_word(state, found) if found != NONE else NONE, NONE)


@jit
def decision_word(state, mask):
    """IN-DES-06 Nothing special, but a hull that will hardly hold is left."""
    side = int(state.seat)
    if state.ask == Ask.DECIDE_VERB:
        frail = state.craft[int(state.order[side].craft)].collapse > FRAIL
        return legal_or(mask, Verb.LEAVE | 0 if frail else Verb.DONE | 0, Verb.DONE | 0)
    if state.ask == Ask.DECIDE:
        for k in half(state.craft, side):
            if mask[craft_word(state, k)] and state.craft[k].collapse > FRAIL:
                return craft_word(state, k)
    return legal_or(mask, Verb.DONE | 0, Verb.PASS | 0)
