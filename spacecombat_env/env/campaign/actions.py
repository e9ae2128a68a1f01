"""The action space of a campaign: one Discrete of 177 actions, each used by some decisions."""

from __future__ import annotations

from enum import IntEnum

from spacecombat_env.rulesets.interceptor.campaign.state import Mission, Skill
from spacecombat_env.rulesets.interceptor.campaign.war import HULLS_OF_A_SIDE

HULLS, PERSONS, AREAS, SYSTEMS = HULLS_OF_A_SIDE, 48, 8, 24
"""Places in the action space; hulls and persons of a side are numbered by their ids."""
LOADS, CLASSES = 8, 24
"""Further places: kinds of missile by their number, classes by theirs, from 1."""
JOURNEYS = (Mission.PATROL, Mission.RAID, Mission.RESCUE, Mission.HOLD, Mission.TRANSFER)
SKILLS = (Skill.PILOTING, Skill.GUNNERY)


class SideDecision(IntEnum):
    """Decisions of a side."""

    RAISE = 0
    """A skill of a person who has gained a level."""
    LOSE = 1
    """A skill of a person who has lost one."""
    HULL = 2
    """The hull that gets an order next, or the end of the orders."""
    TASK = 3
    """Its mission, or a change of its crew or repairs first."""
    CREW = 4
    """The person for its next seat."""
    REPAIR = 5
    """The system that is repaired first."""
    ANSWER = 6
    """Whether to fight or to avoid a battle."""
    LOAD = 7
    """The missiles in all its racks."""


DONE = 0
FIGHT = 1
AVOID = 2
SKILL = 3
"""First of two."""
REST = 5
JOURNEY = 6
"""First of five missions by eight areas."""
CHANGE_CREW = JOURNEY + len(JOURNEYS) * AREAS
REORDER_REPAIRS = CHANGE_CREW + 1
HULL = REORDER_REPAIRS + 1
PERSON = HULL + HULLS
SYSTEM = PERSON + PERSONS
RELOAD = SYSTEM + SYSTEMS
LOAD = RELOAD + 1
BUY = LOAD + LOADS
ACTIONS = BUY + CLASSES


def journey_action(mission: Mission, area: int) -> int:
    """Return the action of a mission in an area, by its number in the war."""
    return JOURNEY + JOURNEYS.index(mission) * AREAS + area


def journey_of(action: int) -> tuple[Mission, int]:
    """Return mission and area of such an action."""
    mission, area = divmod(action - JOURNEY, AREAS)
    return JOURNEYS[mission], area
