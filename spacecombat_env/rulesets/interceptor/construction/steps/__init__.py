"""The steps of chapter 7, one a module.

Each module has `lines(design)`, what the step adds to the account, and `refusals(design, lines)`,
what makes the design illegal; `lines` are those of all steps so far.
"""

from . import (
    accessories,
    armour,
    balance,
    cargo,
    compensators,
    crew,
    drives,
    engines,
    hull,
    life_support,
    power,
    shields,
    weapons,
)

STEPS = (
    *(hull, engines, compensators, weapons, shields, drives, armour, accessories, crew),
    *(life_support, power, cargo, balance),
)
"""The modules in the order of the steps."""
