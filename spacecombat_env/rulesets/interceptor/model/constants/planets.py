"""Planets: zones of the map, and how a ship flies in them."""

from enum import IntEnum


class Edge(IntEnum):
    """The edge of the map at which a planet lies, as Red sees the map."""

    NONE = 0  # no planet
    BOTTOM = 1
    TOP = 2


class Zone(IntEnum):
    """Rows of the map near a planet, from far to near (IN-PLN-01)."""

    SPACE = 0
    INTERFACE = 1
    ATMOSPHERE = 2
    GROUND = 3


class Mode(IntEnum):
    """How a ship flies below space (IN-PLN-11)."""

    SPACE = 0  # it has neither wings nor lifters, or is in space
    STREAMLINED = 1
    ANTIGRAV = 2


class Air(IntEnum):
    """Bits of `craft.air`: what a ship has done this turn below space."""

    TESTED = 1  # has rolled for its speed (IN-PLN-08)
    TURNED = 2  # has made its free turn (IN-ATM-05)
    HOVERS = 4  # IN-ATM-02
    SWITCHED = 8  # has changed its mode
    ENTERS = 16  # has rolled for the hex of the interface that it enters next


class Passage(IntEnum):
    """Results of a roll at the interface (IN-PLN-04, 06)."""

    ENTERS = 0
    BOUNCES = 1
    BURNS = 2


MISSED_ROWS = 9  # of the tables of failed rolls: missed by 0 (made) to 8 and more
