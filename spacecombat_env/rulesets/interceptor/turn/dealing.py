"""Cards are dealt into slots at random, so that a slot reveals nothing (IN-LOS-02, paper 4.2).

The opening has sized each slot for the largest card of its size class. This module draws the slot
of each card within its class, and its contact number for the enemy.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..damage.wear import lay_ship
from ..model import (
    NONE,
    SIZE_CLASSES,
    Chance,
    RandomStream,
    Status,
    pair,
    random_index,
    slots,
)
from ..model.record_types import Rules, State


@native
def deal(state: State, rules: Rules):
    """Deal cards by size class and contact numbers; write the whole ships."""
    for side in range(2):
        for size in range(1, SIZE_CLASSES + 1):
            shuffle_cards(state, side, size)
        number_contacts(state, side)
        for k in side_range(state.craft, side):
            if state.craft[k].status != Status.UNUSED:
                lay_ship(state, rules, k, int(state.craft[k].card))
        stow(state, rules, side)
    state.rocks = rules.option.rocks


@native
def stow(state: State, rules: Rules, side):
    """IN-TSK-03 Ships that begin in a bay lie in that of the slot where their carrier's card is."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        carrier = 0 if craft.status == Status.UNUSED else int(rules.cards[int(craft.card)].carrier)
        for other in side_range(state.craft, side):
            if carrier > 0 and state.craft[other].card == carrier:
                craft.carrier = other
                craft.bay = rules.cards[int(craft.card)].bay
                craft.status = Status.ABOARD


@native
def nth_of(state: State, side, size, nth):
    """Return the nth slot of a size class of a side, or NONE."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status != Status.UNUSED and craft.size_class == size:
            if nth == 0:
                return k
            nth -= 1
    return NONE


@native
def shuffle_cards(state: State, side, size):
    """Shuffle the cards of a size class."""
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


@native
def number_contacts(state: State, side):
    """Draw the contact numbers of a side."""
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
