"""Dice of a campaign: each roll is keyed by seed, day, purpose and person or hull.

Two campaigns on one seed that differ in one decision share the dice of everything else, as battles
do (core/model/rng.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from spacecombat_env.core.model.rng import MASK, fold, keyed, pick, shared_half

from ..model import DIE

HALF = 32
PERCENT = 100


class Purpose(IntEnum):
    """Purposes of a roll. The values are part of the key: new ones are added at the end."""

    PILOTING = 1
    GUNNERY = 2
    RACE = 3
    FAMILIARITY = 4
    RECOVERY = 5
    SURVIVAL = 6
    ABSENCE = 7
    FIND = 8
    MISDIRECTION = 9
    CONTACT = 10
    BATTLE = 11
    LANDING = 12
    BELIEF = 13


@dataclass(frozen=True)
class Dice:
    """The dice of one day of a campaign."""

    seed: int
    """Of the campaign, below 2**63."""
    day: int = 0

    def bits(self, purpose: Purpose, who: int, nth: int = 0) -> int:
        """Return 32 random bits; `who` is a person, hull or area, `nth` tells repeats apart."""
        low, high = self.seed & MASK, shared_half(self.seed >> HALF)
        return int(fold(keyed(low, high, purpose, who, self.day), nth))

    def roll(self, purpose: Purpose, who: int, nth: int = 0) -> int:
        """Return one die, 1 to 10."""
        return 1 + int(pick(self.bits(purpose, who, nth), DIE))

    def percent(self, purpose: Purpose, who: int, nth: int = 0) -> int:
        """Return two dice read as 1 to 100."""
        return 1 + int(pick(self.bits(purpose, who, nth), PERCENT))
