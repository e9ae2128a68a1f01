"""Cards are dealt into slots at random, so that a slot tells nothing (IN-LOS-02, paper 4.2).

The opening has given each slot the room of the largest card of its size class; which card lies in
which slot of the class, and under which number the enemy knows it, is drawn here.
"""

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.model.record import side_range

from ..model import (
    NONE,
    SIZE_CLASSES,
    Chance,
    RandomStream,
    Status,
    lay_card,
    pair,
    random_index,
    slots,
)


@jit
def deal(state, rules):
    """Cards by size class, contact numbers; the whole ships are laid down."""
    for side in range(2):
        for size in range(1, SIZE_CLASSES + 1):
            shuffle_cards(state, side, size)
        number_contacts(state, side)
        for k in side_range(state.craft, side):
            if state.craft[k].status != Status.UNUSED:
                lay_card(state, rules, k, int(state.craft[k].card))
    state.rocks = rules.option.rocks


@jit
def nth_of(state, side, size, nth):
    """The nth slot of a size class of a side, or NONE."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status != Status.UNUSED and craft.size_class == size:
            if nth == 0:
                return k
            nth -= 1
    return NONE


@jit
def shuffle_cards(state, side, size):
    """The cards of a size class change places at random."""
    count = 0
    while nth_of(state, side, size, count) != NONE:
        count += 1
    for last in range(count - 1, 0, -1):
        other = random_index(
            state, Chance.SETUP, pair(RandomStream.SLOT, size * 2 + side), last + 1
        )
        a, b = nth_of(state, side, size, last), nth_of(state, side, size, other)
        card = int(state.craft[a].card)
        state.craft[a].card = state.craft[b].card
        state.craft[b].card = card


@jit
def number_contacts(state, side):
    """Contact numbers of a side at random."""
    first, count = side * slots(state), 0
    for k in side_range(state.craft, side):
        if state.craft[k].status != Status.UNUSED:
            state.craft[k].contact = count
            count += 1
    for last in range(count - 1, 0, -1):
        other = random_index(state, Chance.SETUP, pair(RandomStream.CONTACT, side), last + 1)
        number = int(state.craft[first + last].contact)
        state.craft[first + last].contact = state.craft[first + other].contact
        state.craft[first + other].contact = number
