"""Words of the ace's moves: numbers, and a word that is legal."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.numbers import TEN
from spacecombat_env.core.rng import mix, pick
from spacecombat_env.rulesets.interceptor.orders.estimates import first_word
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import AMOUNTS, NONE
from spacecombat_env.rulesets.interceptor.pieces.words import amount_word


@jit
def number_word(state, order, number):
    """The next word of a number that is being spoken, brought within its bounds."""
    number = max(int(order.low), min(int(order.high), number))
    if int(order.high) < AMOUNTS:
        return amount_word(state, number)
    if order.tens == NONE:
        return amount_word(state, number // TEN)
    return amount_word(state, number % TEN)


@jit
def legal_or(mask, word, other):
    """A word if it is legal, else another one, else the first that is."""
    if 0 <= word < len(mask) and mask[word]:
        return word
    if 0 <= other < len(mask) and mask[other]:
        return other
    return first_word(mask)


@jit
def drawn_word(mask, luck):
    """A legal word by lot."""
    words = 0
    for word in range(len(mask)):
        words += int(mask[word])
    nth = pick(mix(luck), words)
    for word in range(len(mask)):
        if mask[word]:
            if nth == 0:
                return word
            nth -= 1
    return NONE
