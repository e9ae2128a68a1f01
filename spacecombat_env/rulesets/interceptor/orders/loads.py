"""Standing orders: what racks carry: 2 parts DAP, 2 SSS, 1 RIS, 1 Decoy of what is allowed."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.orders.estimates import first_word, word_after
from spacecombat_env.rulesets.interceptor.pieces.action_space import WORDS
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Load
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Chance, Verb
from spacecombat_env.rulesets.interceptor.pieces.dice import lot, pair
from spacecombat_env.rulesets.interceptor.pieces.lots import Lot
from spacecombat_env.rulesets.interceptor.pieces.words import first_of, load_word

MIX = tuple(map(int, (Load.DAP, Load.DAP, Load.SSS, Load.SSS, Load.RIS, Load.DECOY)))


@jit
def loads_word(state, mask):
    """The next ship or rack that can be loaded; a missile of the mix; as many as fit."""
    question = int(state.ask)
    if question == Ask.LOAD_KIND:
        return kind_word(state, mask)
    if question == Ask.LOAD_NUMBER:
        return last_word(mask)
    word = word_after(mask, first_of(state, WORDS.own_craft))
    return first_word(mask) if word == NONE else word


@jit
def kind_word(state, mask):
    """A missile of the mix by lot; `done` where none of them fits."""
    count = 0
    for load in MIX:
        count += int(mask[load_word(state, load)])
    if count == 0:
        return Verb.DONE | 0 if mask[Verb.DONE] else first_word(mask)
    left = lot(state, Chance.SETUP, pair(Lot.LOAD | 0, state.order[state.seat].rack), count)
    for load in MIX:
        if mask[load_word(state, load)]:
            if left == 0:
                return load_word(state, load)
            left -= 1
    return NONE


@jit
def last_word(mask):
    """The last legal word: of numbers the greatest."""
    found = NONE
    for word in range(len(mask)):
        if mask[word]:
            found = word
    return found
