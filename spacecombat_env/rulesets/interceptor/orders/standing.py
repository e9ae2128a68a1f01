"""Standing orders: how the engine decides what a seat has delegated.

A standing order reads only what its seat may know (that of the set-up also draws lots) and answers
one question with one legal word, as the seat itself would.
"""

from spacecombat_env.core.jit import hot, jit
from spacecombat_env.rulesets.interceptor.pieces.asks import DELEGATION
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Chance, Verb
from spacecombat_env.rulesets.interceptor.pieces.dice import lot, pair
from spacecombat_env.rulesets.interceptor.pieces.lots import Lot


@jit
def is_delegated(state, rules):
    """Whether the engine answers the present question for its seat."""
    return int(rules.delegated[int(state.seat)]) & DELEGATION[int(state.ask)] != 0


@hot
def standing_word(state, rules, mask):
    """Answer the present question for its seat; `mask` holds the legal words."""
    question = int(state.ask)
    if question <= Ask.SETUP_SPEED:
        return word_by_lot(state, mask, Lot.PLACE | 0)
    if question <= Ask.LOAD_NUMBER:
        return loading_word(state, mask)
    if question <= Ask.COVER_SIDE or question == Ask.RAM:
        return first_of_two(mask, Verb.DONE, Verb.PASS)
    return first_word(mask)


@jit
def first_word(mask):
    """The first legal word."""
    for word in range(len(mask)):
        if mask[word]:
            return word
    return NONE


@jit
def first_of_two(mask, word, other):
    """A word if it is legal, else another one, else the first that is."""
    if mask[word]:
        return word | 0
    return other | 0 if mask[other] else first_word(mask)


@jit
def word_by_lot(state, mask, why):
    """A legal word by lot."""
    count = 0
    for word in range(len(mask)):
        count += int(mask[word])
    left = lot(state, Chance.SETUP, pair(why, state.seat), count)
    for word in range(len(mask)):
        if mask[word]:
            if left == 0:
                return word
            left -= 1
    return NONE


@jit
def loading_word(state, mask):
    """Racks are filled by lot: anything but `done`, while there is anything else."""
    done = mask[Verb.DONE]
    mask[Verb.DONE] = 0
    word = word_by_lot(state, mask, Lot.LOAD | 0)
    mask[Verb.DONE] = done
    return (Verb.DONE | 0) if word == NONE else word
