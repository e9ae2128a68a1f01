"""Persons, hulls and dice of campaigns."""

from dataclasses import dataclass, field, replace

from spacecombat_env.rulesets.interceptor.campaign import Damage, Dice, Hull, Person
from spacecombat_env.rulesets.interceptor.campaign.day import travel
from spacecombat_env.rulesets.interceptor.campaign.muster import begin
from spacecombat_env.rulesets.interceptor.campaign.orders import refusals, seal
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.state import Skills, Trade
from spacecombat_env.rulesets.interceptor.campaign.war import (
    Order,
    with_hulls,
    with_persons,
)
from spacecombat_env.rulesets.interceptor.model import (
    Nation,
    Race,
    Side,
    class_names,
    component_name,
    printed_rules,
)

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


def broken(name, kind, count=1):
    """Damage that disables the first components of a kind of a class."""
    klass = printed_rules()[0].classes[class_names().index(name)]
    kinds = klass.component["kind"][: klass.components].tolist()
    rows = [row for row, each in enumerate(kinds) if each == kind][:count]
    return tuple(Damage(component_name(klass, row), kind, (row,)) for row in rows)


def small_war(**changes):
    """A war of two hulls a side over one area, on its first morning."""
    base = {"facilities": 1, "bay_tons": 500, "depot": True, "hospital": True}
    content = {
        "campaign": "interceptor",
        "name": "small",
        "seed": 5,
        "days": 3,
        "sides": {
            "red": {
                "name": "Commonwealth",
                "nation": "CW/RL",
                "bases": ["North"],
                "hulls": [{"class": "CHEETAH", "count": 2}],
            },
            "blue": {
                "name": "TOG",
                "nation": "TOG",
                "crew_ratio": 2,
                "bases": ["South"],
                "hulls": [{"class": "LANCEA", "count": 2}],
            },
        },
        "areas": [
            {"name": "Belt", "terrain": "asteroids", "days": 0.5, "value": 3},
            {"name": "North", "control": "red", "value": 5, "base": base},
            {"name": "South", "control": "blue", "value": 5, "base": base},
        ],
        "rules": {"contact": 10, "spare_parts": {"armour": 99, "boxes": 99}},
        **changes,
    }
    return begin(read_war(content))


def ordered(state, red=(), blue=()):
    """The state after both sides have given orders and their hulls have set out."""
    state = seal(state, Side.RED, [Order(*order) for order in red])
    state = seal(state, Side.BLUE, [Order(*order) for order in blue])
    return travel(state)[0]


def changed(state, number, **changes):
    """The state with one hull changed."""
    return with_hulls(state, [replace(state.hulls[number], **changes)])


def person(state, number, **changes):
    """The state with one person changed."""
    return with_persons(state, [replace(state.persons[number], **changes)])


def reason(state, side, *order):
    """Why an order is refused."""
    return [text for _, text in refusals(state, side, Order(*order))]
