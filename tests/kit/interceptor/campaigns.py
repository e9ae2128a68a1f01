"""Persons, hulls and dice of campaigns."""

from dataclasses import dataclass, field, replace

from spacecombat_env.rulesets.interceptor.campaign import Dice, Hull, Person
from spacecombat_env.rulesets.interceptor.campaign.state import Skills, Trade
from spacecombat_env.rulesets.interceptor.model import Nation, Race, Side

PILOT = Person(
    id=1,
    name="Aldo",
    side=Side.RED,
    nation=Nation.COMMONWEALTH,
    race=Race.HUMAN,
    trade=Trade.PILOT,
    skills=Skills(5, 4),
    initial=Skills(5, 4),
)
CHEETAH = Hull(id=7, name="CHEETAH 1", side=Side.RED, ship_class="CHEETAH", tons=73, thrust=10)


@dataclass(frozen=True)
class Rolls(Dice):
    """Dice that fall as given, one after the other."""

    given: list[int] = field(default_factory=list)

    def roll(self, purpose, who, nth=0):
        """Return the next one."""
        return self.given.pop(0)


def rolls(*given):
    """Dice that fall so."""
    return Rolls(0, given=list(given))


def pilot(**changes):
    """The pilot, changed."""
    return replace(PILOT, **changes)


def hull(**changes):
    """The hull, changed."""
    return replace(CHEETAH, **changes)
