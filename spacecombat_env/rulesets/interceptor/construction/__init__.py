"""Construction of ships (chapter 7): designs, their account, layout, variants, random designs.

A design is read (reading.py), its account drawn up step by step (account.py, steps/) and its boxes
laid out (layout.py). Nothing here plays: a legal design becomes the same kind of sheet as a shipped
ship.
"""

from .account import Account, evaluate
from .design import Design
from .parts import DesignStep, Refusal
from .reading import read_design, shipped_design

__all__ = [
    "Account",
    "Design",
    "Refusal",
    "DesignStep",
    "evaluate",
    "read_design",
    "shipped_design",
]
