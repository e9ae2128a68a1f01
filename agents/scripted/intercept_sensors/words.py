"""A word where the hunter has no wish: the first legal one, or one by lot."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.rng import mix, pick
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import NONE


@jit
def first_word(mask):
    """The first legal word."""
    for word in range(len(mask)):
        if mask[word]:
            return word
    return NONE


@jit
def drawn_word(mask, luck):
    """A legal word by lot."""
    words = 0
    for word in range(len(mask)):
        words += mask[word]
    nth = pick(mix(luck), words)
    for word in range(len(mask)):
        if mask[word]:
            if nth == 0:
                return word
            nth -= 1
    return NONE
