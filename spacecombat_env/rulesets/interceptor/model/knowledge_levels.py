"""Levels of knowledge: which seats know a field."""

from enum import Enum


class Level(Enum):
    """Which seats know a field; visibility/knowledge.py applies the levels to a state."""

    ALL = "both sides"
    OWNER = "its side"
    NOBODY = "neither side"
    CREDITED = "the side of the crewman that it names (IN-CRW-07)"
    DELIVERED = "each side its own version, as far as the event was delivered to it"
    TO_ACT = "the side to act"
    PLACED = "its side; the enemy once it has entered the map"
    CLASS = "its side; the enemy once its class was disclosed (IN-LOS-02, 04)"
    FIRED = "its side; the enemy of weapons that were disclosed"
    BEHAVED = "its side; the enemy once its behaviour reveals it (IN-DEF-04)"
    DECLARED = "its side; the enemy once it is declared aloud"
