"""6.3: time to and from a battle, and finding the way with damaged sensors or computer.

The book wants travel times by thrust and leaves the numbers to the campaign: `travel_hours` is this
project's.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cache

from spacecombat_env.core.loading.tables import read_csv

from ...model import DATA, DIE, LOAD_NAMES, TEXT, Comp, Load, Side
from ..dice import Dice, Purpose
from ..state import DAY, CampaignEvent, EventKind, Hull

BASE_THRUST = 10
"""The thrust that halves the time (this project's number)."""
ELS_POD, ELS_HOURS = LOAD_NAMES[Load.ELS_POD], 24
"""Hours of air in a pod: reconstructed (data/pods.csv)."""
AUTOMATIC = "auto"
STATE_NAMES = {False: "ok", True: "disabled"}
"""Names in data/find_target.csv, by whether the system is disabled."""


class Target(Enum):
    """Places to find (columns of data/find_target.csv)."""

    STATIC = "static_target"
    """A base or installation whose place is known."""
    MOVING = "moving_target"
    """A ship whose place and performance were known a short time ago, such as the carrier."""


# -- time and endurance --------------------------------------------------------------------------


def travel_hours(days: float, thrust: int) -> int:
    """IN-CAM-13 Return the hours of a journey of some days by present thrust; half at 10.

    The formula is this project's: 24 x days x 10 / (10 + thrust), up to a full hour. A hull
    without thrust drifts for all the days.
    """
    return -(-int(DAY * days * BASE_THRUST) // (BASE_THRUST + thrust))


def fuel_hours(hull: Hull) -> int:
    """IN-CAM-13 Return the hours that a hull's fuel lasts, fewer by the share of lost boxes."""
    if not hull.fuel_boxes:
        return hull.fuel_hours
    left = hull.fuel_boxes - hull.lost(Comp.FUEL)
    return hull.fuel_hours * left // hull.fuel_boxes


def air_hours(hull: Hull) -> int:
    """IN-CAM-13 Return the hours that its crew can breathe.

    A crew without life support lives in its suits: the book gives ships with long-duration life
    support a day, others 30 turns, which are no hour here. Pods extend short-duration life
    support that works (IN-IDE-39).
    """
    is_long = hull.air_hours > DAY
    if hull.disabled(Comp.LIFE_SUPPORT):
        return DAY if is_long else 0
    pods = sum(rack.split("+").count(ELS_POD) for rack in hull.loads)
    return hull.air_hours + (0 if is_long else ELS_HOURS * pods)


def can_reach(hull: Hull, hours: int) -> bool:
    """IN-CAM-13 Whether fuel and air last for a journey of some hours."""
    return hull.away + hours <= min(fuel_hours(hull), air_hours(hull))


# -- finding the way -----------------------------------------------------------------------------


@cache
def find_rows() -> dict[tuple[str, str], dict[Target, int]]:
    """IN-CAM-16 Return the numbers on or below which a target is found, by sensors and computer."""
    names = ("long_range_sensors", "navigation_computer")
    columns = dict.fromkeys((*names, *(target.value for target in Target)), TEXT)
    return {
        (str(row[names[0]]), str(row[names[1]])): {
            target: DIE if row[target.value] == AUTOMATIC else int(row[target.value])
            for target in Target
        }
        for row in read_csv(DATA / "find_target.csv", columns)
    }


def find_chance(hull: Hull, target: Target) -> int:
    """IN-CAM-16 Return the number on or below which a hull finds a target."""
    return find_rows()[lost_senses(hull)][target]


def lost_senses(hull: Hull) -> tuple[str, str]:
    """IN-IDE-15 Return the states of long-range sensors and navigation computer."""
    systems = Comp.LONG_RANGE_SENSORS, Comp.NAVIGATION
    sensors, computer = (STATE_NAMES[hull.disabled(kind)] for kind in systems)
    return sensors, computer


def always_finds(hull: Hull) -> bool:
    """IN-CAM-14 Whether both systems work: it finds known targets of either kind without a roll."""
    return lost_senses(hull) == (STATE_NAMES[False], STATE_NAMES[False])


def finds(hull: Hull, target: Target, die: int) -> bool:
    """IN-CAM-14 Whether a hull finds a target by itself, with a natural die."""
    return always_finds(hull) or die <= find_chance(hull, target)


def find_way(
    dice: Dice, hull: Hull, target: Target, friends: Iterable[Hull] = (), nth: int = 0
) -> tuple[bool, CampaignEvent]:
    """IN-CAM-15 Return whether a hull arrives: by itself, or led by a friend that stays with it.

    `nth` tells several journeys of a day apart.
    """
    alone = finds(hull, target, dice.roll(Purpose.FIND, hull.id, nth))
    there = alone or is_led(dice, target, friends, nth)
    kind = EventKind.FOUND if there else EventKind.LOST_WAY
    return there, CampaignEvent(kind, Side(hull.side), hull.id, what=target.value)


def is_led(dice: Dice, target: Target, friends: Iterable[Hull], nth: int = 0) -> bool:
    """IN-CAM-15 Whether a friend in company finds the target."""
    return any(finds(each, target, dice.roll(Purpose.FIND, each.id, nth)) for each in friends)
