"""The ace of the fighter rules, compiled: he knows what turns, facings and tails are worth.

`ace` lays every plot that its thrust allows, reckons what each end can do to the enemies it knows
of and they to it, where they may be by then, and follows the best for a second turn and through
the replies of those that have still to move; it shows them its strongest side, fires when a shot
brings more than its plot loses by it, and at worn enemies first, carries missiles for short range,
meets those of the enemy with Decoys, keeps its worn ships back, and sends the hurt home where that
is cheap. `ace:plain` follows nothing, believes that everybody coasts, minds no wear, loads by lot,
holds its fire for the best shot of its plot and sends all who are hurt home. Both read redacted
records alone.
"""

from spacecombat_agents.scripted.interceptor.desk import new_desks
from spacecombat_agents.scripted.interceptor.doctrine import DOCTRINES, PARAMETERS
from spacecombat_agents.scripted.interceptor.fire import fire_word, struck_word
from spacecombat_agents.scripted.interceptor.missiles import (
    decoy_word,
    defence_word,
    guard_word,
    loads_word,
)
from spacecombat_agents.scripted.interceptor.moving import move_word, speed_word, store_word
from spacecombat_agents.scripted.interceptor.opening import (
    choose_word,
    claim_word,
    decision_word,
    setup_word,
)
from spacecombat_agents.scripted.interceptor.words import legal_or
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.orders.estimates import first_word
from spacecombat_env.rulesets.interceptor.orders.gunnery import launch_word
from spacecombat_env.rulesets.interceptor.orders.loads import last_word
from spacecombat_env.rulesets.interceptor.pieces.asks import DELEGATION, ROOM_OF, Room
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Delegate, Verb

__all__ = ["DOCTRINES", "LUCK", "PARAMETERS", "answer", "choose"]
LUCK = True
"""`choose` takes a number a row, drawn afresh: the set-up, and taste between equal plots."""


@jit
def answer(state, rules, desk, mask, doctrine, luck):
    """One word for the question of the seat to act."""
    question = int(state.ask)
    if question == Ask.MOVE:
        return move_word(state, rules, desk, mask, doctrine, luck)
    if question == Ask.SPEED:
        return speed_word(state, rules, desk, doctrine, luck)
    if question == Ask.STORE:
        return store_word(state, mask)
    if question == Ask.STRUCK:
        return struck_word(state, int(state.seat), mask)
    if ROOM_OF[question] == Room.ENGAGEMENT:
        return fire_word(state, rules, desk, mask, doctrine, luck)
    if ROOM_OF[question] == Room.MISSILES:
        return missile_word(state, rules, mask, doctrine, luck)
    kind = DELEGATION[question]
    if kind == Delegate.TERRAIN or kind == Delegate.SETUP:
        return setup_word(state, mask, luck)
    if question == Ask.CHOOSE_CRAFT:
        return choose_word(state, mask)
    if question == Ask.TAIL or question == Ask.FORCE:
        return claim_word(state, mask)
    if kind == Delegate.DECISIONS:
        return decision_word(state, mask)
    if question == Ask.EJECT_RANGE:
        return last_word(mask)
    return legal_or(mask, Verb.DONE | 0, Verb.PASS | 0)


@jit
def missile_word(state, rules, mask, doctrine, luck):
    """The answer to a question of missiles."""
    question = int(state.ask)
    if question == Ask.DEFENCE:
        return defence_word(state, rules, mask)
    if question == Ask.GUARD:
        return guard_word(state, mask)
    if question == Ask.LAUNCH_KIND:
        return launch_word(state, mask)
    if question == Ask.DECOY_SIDE:
        return decoy_word(mask, luck)
    if DELEGATION[question] == Delegate.LOADS and question != Ask.DROP_RACK:
        return loads_word(state, rules, mask, doctrine, luck)
    return legal_or(mask, Verb.DONE | 0, NONE)


@jit
def choose(seen, table, masks, doctrine, rows, tokens, luck):
    """Write a legal word into tokens[i] for each rows[i] of redacted records."""
    rules, style = table.rules[0], doctrine[0]
    desks = new_desks()
    for i in range(len(rows)):
        mask, state = masks[rows[i]], seen.states[rows[i]]
        tokens[i] = NONE
        if state.ask == Ask.NOTHING:
            continue
        word = answer(state, rules, desks[0], mask, style, luck[i])
        if word < 0 or word >= len(mask) or not mask[word]:
            word = first_word(mask)
        tokens[i] = word
