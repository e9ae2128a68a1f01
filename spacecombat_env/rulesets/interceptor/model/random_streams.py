"""Random streams of the set-up: the second half of the key, after a side or a slot.

Each value has its own stream: to change one is to change every game of its seed.
"""

from enum import IntEnum


class RandomStream(IntEnum):
    """Random streams of the set-up."""

    SLOT = 1  # The slot of a card in its size class.
    CONTACT = 2  # Its contact number for the enemy.
    ROCK = 4  # The place of an asteroid.
    LOAD = 5  # The load of a rack, under standing orders.
    PLACE = 6  # The start of a craft, under standing orders.


class DeterminizationStream(IntEnum):
    """Random streams of determinization: seeded separately, so values may repeat those above."""

    CARD = 1
    LOAD = 2
    HITS = 3
    AIR = 4
    CONTACT = 5
    LAUNCHED = 6
    RACK = 7
