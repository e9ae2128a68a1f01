"""Battle Rider captains, compiled: sensible play from what the seat knows.

`captain` keeps its emissions down until there is contact and finds the enemy with the right sensor.
It stands off where missiles and long guns reach and little comes back, and fires where it hurts
most. It spends spare Gs on evasion, launches full salvoes to saturate defences, and runs when
beaten. `aggressive` switches everything on, drives at the nearest enemy and shoots at what is
closest. Both read redacted records only; standing orders make the routine decisions.
"""

import numpy as np

from spacecombat_agents.scripted.battle_rider.boarding import BOARDING, captain_boards
from spacecombat_agents.scripted.battle_rider.doctrines import AGGRESSIVE, DOCTRINES, PARAMETERS
from spacecombat_agents.scripted.battle_rider.fire import fire_target_action
from spacecombat_agents.scripted.battle_rider.launches import launch_action, launch_number_action
from spacecombat_agents.scripted.battle_rider.missions import mission_action
from spacecombat_agents.scripted.battle_rider.purchase import captain_buys
from spacecombat_agents.scripted.battle_rider.rounds import (
    choose_force_action,
    detect_target_action,
    round_action,
)
from spacecombat_agents.scripted.battle_rider.setup import setup_force_action
from spacecombat_agents.scripted.battle_rider.status import globe_action
from spacecombat_agents.scripted.battle_rider.thrust import thrust_action
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import (
    DELEGATION,
    NONE,
    Decision,
    Delegate,
    Verb,
    has_missions,
    number_action,
)
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import first_action
from spacecombat_env.rulesets.battle_rider.orders.standing_orders import (
    concerns_dummy,
    standing_action,
)

__all__ = ["DOCTRINES", "NEEDS_RANDOM_BITS", "PARAMETERS", "choose_action", "choose"]
NEEDS_RANDOM_BITS = True
"""`choose` chooses at random where a fixed choice would reveal something (rounds.py)."""


@native
def choose_action(state, rules, mask, doctrine, random_bits):
    """Return an action for the present decision."""
    if doctrine.number != AGGRESSIVE and has_missions(rules):
        action = mission_action(state, rules, mask)
        if action != NONE:
            return action
    decision = int(state.decision)
    side = int(state.seat)
    if doctrine.dummy_orders and concerns_dummy(state, decision):
        return standing_action(state, rules, mask)
    if decision == Decision.CHOOSE_FORCE:
        return choose_force_action(state, side, mask, random_bits)
    if decision == Decision.ROUND_MENU:
        return round_action(state, rules, side, mask, doctrine)
    if decision == Decision.DETECT_TARGET:
        return detect_target_action(state, side, mask)
    if decision == Decision.FIRE_TARGET:
        return fire_target_action(state, rules, side, mask, doctrine)
    if decision == Decision.THRUST:
        return thrust_action(state, rules, side, mask, doctrine)
    if decision == Decision.EVADE_NUMBER:
        return number_action(state, state.order[side], int(state.order[side].high))
    if decision == Decision.LAUNCH_MENU:
        return launch_action(state, rules, side, mask, doctrine)
    if decision == Decision.LAUNCH_NUMBER:
        return launch_number_action(state, rules, side, doctrine)
    if decision == Decision.JAM and not doctrine.jamming:
        return Verb.NO_JAM
    if decision == Decision.SETUP_FORCE:
        return setup_force_action(state, side, mask, doctrine)
    if decision == Decision.STATUS_SUBJECT or decision == Decision.DETECT_SUBJECT:
        return Verb.ALL
    if decision == Decision.FIRE_SUBJECT:
        return Verb.ALL
    if BOARDING[decision] and doctrine.number != AGGRESSIVE:
        return captain_boards(state, rules, side, mask, doctrine)
    if decision == Decision.GLOBE_SHIP or decision == Decision.GLOBE_SETTING:
        return globe_action(state, rules, side, mask, doctrine)
    if DELEGATION[decision] == Delegate.BUYING:
        return captain_buys(state, rules, side, mask, doctrine)
    return standing_action(state, rules, mask)


@native
def choose(visible, table, masks, doctrine, rows, actions, random_bits):
    """Write a legal action into actions[i] for each rows[i] of redacted records."""
    rules, style = table.rules[0], doctrine[0]
    used = np.zeros(len(visible.states[0].chance.uses), np.int64)
    for i in range(len(rows)):
        state, mask = visible.states[rows[i]], masks[rows[i]]
        for bucket in range(len(used)):
            used[bucket] = state.chance.uses[bucket]
        seed = int(state.chance.seed_lo)
        state.chance.seed_lo = random_bits[i]  # random standing orders draw from it
        action = choose_action(state, rules, mask, style, random_bits[i])
        state.chance.seed_lo = seed
        for bucket in range(len(used)):  # and count their draws
            state.chance.uses[bucket] = used[bucket]
        if action < 0 or not mask[action]:
            action = first_action(mask, 0, len(mask))
        actions[i] = action
