"""The set-up, at random within reason; ships that enter; the order of moves."""

from spacecombat_agents.scripted.interceptor.action_choice import (
    legal_or,
    number_action,
    random_action,
)
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import fold, pick
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    NONE,
    Decision,
    Phase,
    Verb,
    craft_action,
    direction_action,
    first_of,
    nearest_enemy,
    steps_between,
)
from spacecombat_env.rulesets.interceptor.orders.estimates import action_after, inward

__all__ = ["START_SPEED", "choose_action", "claim_action", "setup_action"]

START_SPEED = 5


@native
def setup_action(state, rules, mask, random_bits):
    """Choose random places, nearer the middle of the zone than its ends; nose and course ahead.

    IN-SCN-08 A ship enters as early as it may.
    """
    decision = int(state.decision)
    if decision == Decision.ENTRY:
        return claim_action(state, mask)
    order = state.order[int(state.seat)]
    if decision == Decision.SETUP_COLUMN:
        room = int(order.high) - int(order.low) + 1
        one, other = pick(fold(random_bits, 1), room), pick(fold(random_bits, 2), room)
        number = int(order.low) + (one + other) // 2
        if order.tens != NONE:
            return random_action(mask, random_bits)
        return number_action(state, order, number)
    if decision == Decision.SETUP_SPEED:
        return number_action(state, order, START_SPEED)
    turns = decision == Decision.SETUP_HEADING or decision == Decision.SETUP_FACING
    if turns and state.phase != Phase.SETUP:
        return legal_or(mask, direction_action(state, inward(state, rules, int(order.craft))), NONE)
    if turns:
        return legal_or(mask, first_of(state, ACTIONS.sides), NONE)
    return random_action(mask, random_bits)


@native
def claim_action(state, mask):
    """IN-SEQ-07 Claim every tail: the ship that moves later sees more."""
    action = action_after(mask, first_of(state, ACTIONS.own_craft))
    return legal_or(mask, action, legal_or(mask, Verb.PASS | 0, Verb.DONE | 0))


@native
def choose_action(state, mask):
    """IN-SEQ-04 Move the ship farthest from the enemy first: it has least to learn."""
    found, most = NONE, -1
    for k in side_range(state.craft, int(state.seat)):
        if not mask[craft_action(state, k)]:
            continue
        enemy, away = nearest_enemy(state, k), 0
        if enemy != NONE:
            away = int(steps_between(state.craft[k], state.craft[enemy]))
        if away > most:
            found, most = k, away
    return legal_or(mask, craft_action(state, found) if found != NONE else NONE, NONE)
