"""What a lot of the set-up is for: the second half of its key, after a side or a slot.

Each value keeps its own luck: to change one is to change every game of its seed.
"""

from enum import IntEnum


class RandomStream(IntEnum):
    """Lots of the set-up."""

    SLOT = 1  # which card lies in which slot of its size class
    CONTACT = 2  # under which number the enemy knows it
    WORD = 3  # one of the legal words
    ROCK = 4  # where an asteroid lies
    LOAD = 5  # what a rack carries, under standing orders
    PLACE = 6  # where a craft starts, under standing orders


class DeterminizationStream(IntEnum):
    """Lots of determinized games: their luck is another's, so these may meet those above."""

    CARD = 1
    LOAD = 2
    HITS = 3
    AIR = 4
