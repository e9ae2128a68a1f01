"""Fallback actions of the hunter: the first legal one, or one at random."""

from spacecombat_env.core.model.rng import mix, pick
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.intercept_sensors.model import NONE


@native
def first_action(mask):
    """Return the first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return NONE


@native
def random_action(mask, random_bits):
    """Return a random legal action."""
    actions = 0
    for action in range(len(mask)):
        actions += mask[action]
    nth = pick(mix(random_bits), actions)
    for action in range(len(mask)):
        if mask[action]:
            if nth == 0:
                return action
            nth -= 1
    return NONE
