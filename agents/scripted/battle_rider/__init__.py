"""Battle Rider captains, compiled: what a sensible player does with what he knows.

`captain` keeps his emissions down until there is contact, finds the enemy with the right sensor,
stands off where missiles and long guns reach and little comes back, fires where it hurts most,
spends spare Gs on evasion, launches full salvoes to saturate defences, and runs when beaten.
`aggressive` switches everything on, drives at the nearest enemy and shoots at what is closest.
Both read redacted records only; questions of routine are answered by the standing orders.
"""

import numpy as np

from spacecombat_agents.scripted.battle_rider.boarding import BOARDING, captain_boards
from spacecombat_agents.scripted.battle_rider.buying import captain_buys
from spacecombat_agents.scripted.battle_rider.course import thrust_word
from spacecombat_agents.scripted.battle_rider.doctrine import AGGRESSIVE, DOCTRINES, PARAMETERS
from spacecombat_agents.scripted.battle_rider.fire import fire_target_word
from spacecombat_agents.scripted.battle_rider.launches import launch_number_word, launch_word
from spacecombat_agents.scripted.battle_rider.missions import mission_word
from spacecombat_agents.scripted.battle_rider.rounds import (
    choose_force_word,
    detect_target_word,
    round_word,
)
from spacecombat_agents.scripted.battle_rider.setup import setup_force_word
from spacecombat_agents.scripted.battle_rider.status import globe_word
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.orders.estimates import first_word
from spacecombat_env.rulesets.battle_rider.orders.standing import concerns_dummy, standing_word
from spacecombat_env.rulesets.battle_rider.pieces.asks import DELEGATION
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask, Delegate, Verb
from spacecombat_env.rulesets.battle_rider.pieces.missions import has_missions
from spacecombat_env.rulesets.battle_rider.pieces.words import number_word

__all__ = ["DOCTRINES", "LUCK", "PARAMETERS", "answer", "choose"]
LUCK = True
"""`choose` draws lots where a choice would tell something else (rounds.py)."""


@jit
def answer(state, rules, mask, doctrine, luck):
    """One word for the question of the seat to act."""
    if doctrine.number != AGGRESSIVE and has_missions(rules):
        word = mission_word(state, rules, mask)
        if word != NONE:
            return word
    question = int(state.ask)
    side = int(state.seat)
    if doctrine.dummy_orders and concerns_dummy(state, question):
        return standing_word(state, rules, mask)
    if question == Ask.CHOOSE_FORCE:
        return choose_force_word(state, side, mask, luck)
    if question == Ask.ROUND_MENU:
        return round_word(state, rules, side, mask, doctrine)
    if question == Ask.DETECT_TARGET:
        return detect_target_word(state, side, mask)
    if question == Ask.FIRE_TARGET:
        return fire_target_word(state, rules, side, mask, doctrine)
    if question == Ask.THRUST:
        return thrust_word(state, rules, side, mask, doctrine)
    if question == Ask.EVADE_NUMBER:
        return number_word(state, state.order[side], int(state.order[side].high))
    if question == Ask.LAUNCH_MENU:
        return launch_word(state, rules, side, mask, doctrine)
    if question == Ask.LAUNCH_NUMBER:
        return launch_number_word(state, rules, side, doctrine)
    if question == Ask.JAM and not doctrine.jamming:
        return Verb.NO_JAM
    if question == Ask.SETUP_FORCE:
        return setup_force_word(state, side, mask, doctrine)
    if question == Ask.STATUS_SUBJECT or question == Ask.DETECT_SUBJECT:
        return Verb.ALL
    if question == Ask.FIRE_SUBJECT:
        return Verb.ALL
    if BOARDING[question] and doctrine.number != AGGRESSIVE:
        return captain_boards(state, rules, side, mask, doctrine)
    if question == Ask.GLOBE_SHIP or question == Ask.GLOBE_SETTING:
        return globe_word(state, rules, side, mask, doctrine)
    if DELEGATION[question] == Delegate.BUYING:
        return captain_buys(state, rules, side, mask, doctrine)
    return standing_word(state, rules, mask)


@jit
def choose(seen, table, masks, doctrine, rows, tokens, luck):
    """Write a legal word into tokens[i] for each rows[i] of redacted records."""
    rules, style = table.rules[0], doctrine[0]
    used = np.zeros(len(seen.states[0].chance.uses), np.int64)
    for i in range(len(rows)):
        state, mask = seen.states[rows[i]], masks[rows[i]]
        for bucket in range(len(used)):
            used[bucket] = state.chance.uses[bucket]
        word = answer(state, rules, mask, style, luck[i])
        for bucket in range(len(used)):  # standing orders that draw lots count them
            state.chance.uses[bucket] = used[bucket]
        if word < 0 or not mask[word]:
            word = first_word(mask, 0, len(mask))
        tokens[i] = word
