"""Who may know a field: the levels of knowledge of this rule set."""

from enum import Enum


class Level(Enum):
    """Who knows a field. What a seat knows of a state is asked in visibility/knowledge.py."""

    ALL = "both sides"
    OWNER = "its side"
    NOBODY = "neither side"
    DELIVERED = "each side in its own words, as far as the event was told to it"
    TRACKED = "its side; the enemy while it tracks the unit (IC-SIG-02)"
    IDENTIFIED = "its side; the enemy once it has tracked the unit"
    SCANNER = "its side; an empty place in the ring of scans both"
    TO_ACT = "the side that is asked"
