"""Levels of knowledge: which seats know a field."""

from enum import Enum


class InterceptLevel(Enum):
    """Which seats know a field; visibility/knowledge.py applies the levels to a state."""

    ALL = "both sides"
    OWNER = "its side"
    NOBODY = "neither side"
    DELIVERED = "each side its own version, as far as the event was delivered to it"
    TRACKED = "its side; the enemy while it tracks the unit (IC-SIG-02)"
    IDENTIFIED = "its side; the enemy once it has tracked the unit"
    SCANNER = "its side; an empty place in the ring of scans both"
    TO_ACT = "the side to act"
