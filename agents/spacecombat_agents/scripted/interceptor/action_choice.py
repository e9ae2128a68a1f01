"""Actions of the ace's moves: numbers, and an action that is legal."""

from spacecombat_env.core.kernels.numbers import TEN
from spacecombat_env.core.model.rng import mix, pick
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import AMOUNTS, NONE, amount_action
from spacecombat_env.rulesets.interceptor.orders.estimates import first_action

__all__ = ["legal_or", "number_action", "random_action"]


@native
def number_action(state, order, number):
    """Return the next action of a number in progress, brought within its bounds."""
    number = max(int(order.low), min(int(order.high), number))
    if int(order.high) < AMOUNTS:
        return amount_action(state, number)
    if order.tens == NONE:
        return amount_action(state, number // TEN)
    return amount_action(state, number % TEN)


@native
def legal_or(mask, action, other):
    """Return an action if it is legal, else another one, else the first legal one."""
    if 0 <= action < len(mask) and mask[action]:
        return action
    if 0 <= other < len(mask) and mask[other]:
        return other
    return first_action(mask)


@native
def random_action(mask, random_bits):
    """Return a random legal action."""
    actions = 0
    for action in range(len(mask)):
        actions += int(mask[action])
    nth = pick(mix(random_bits), actions)
    for action in range(len(mask)):
        if mask[action]:
            if nth == 0:
                return action
            nth -= 1
    return NONE
