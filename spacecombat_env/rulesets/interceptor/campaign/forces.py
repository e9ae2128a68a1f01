"""6.1, 6.2: elite units, numbers of crewmen, races, replacements.

That the first of TOG's two equal rows is GLADIUS 1 (IN-AMB-79) stands in deep_space.yaml alone.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from math import ceil

from spacecombat_env.core.loading.tables import read_csv

from ..model import DATA, NUMBER, TEXT, Nation, Race, yaml_of
from .dice import PERCENT, Dice, Purpose
from .state import Base

TOG_RATIO = (2.0, 3.0)
"""Least and greatest number of TOG's crewmen for each of its enemy's."""
NEWEST = 1
"""The die with which a pilot of an elite unit is a new one (this project's number)."""
SEASONED = 10
"""Missions to which the die is added for the others: familiarity +2, +1 (this project's)."""
FORCES = {Nation.TOG: "TOG", Nation.KESSRITH: "KessRith Empire", Nation.COMMONWEALTH: "CW/RL"}
"""Names of nations in data/personnel_mix.csv."""
RACES = {
    "Human (few Naram, Ssora)": Race.HUMAN,
    "Human and Naram": Race.HUMAN,
    "Baufrin": Race.BAUFRIN,
    "KessRith": Race.KESSRITH,
    "Vauvausar, Ssora, others": Race.VAUVAUSAR,
}
"""Races by their rows; those of the row of others play as Vauvausar (this project's reading)."""


class UnitQuality(IntEnum):
    """Quality of a unit, in the order of data/campaign.yaml."""

    LINE = 0
    ELITE = 1
    TOP_ELITE = 2


def elite_modifier(unit: UnitQuality) -> int:
    """IN-CAM-01 Return the modifier of the rolls for initial skills; lower is better."""
    if unit is UnitQuality.LINE:
        return 0
    return int([*yaml_of("campaign.yaml")["elite_drm"].values()][unit - 1])


def missions_at_start(unit: UnitQuality, die: int) -> int:
    """IN-CAM-01 Return the combat missions that a new person has flown in his hull.

    The book gives elite units high familiarity, except their newest pilots; the numbers are this
    project's.
    """
    return 0 if unit is UnitQuality.LINE or die <= NEWEST else SEASONED + die


def crew_total(nation: Nation, enemy: int, ratio: float, unusual: bool = False) -> int:
    """IN-CAM-06 Return the crewmen of a side by its enemy's number.

    TOG has two to three times as many. Raises ValueError for another ratio of TOG's, unless the
    situation is unusual.
    """
    if nation is Nation.TOG and not unusual and not TOG_RATIO[0] <= ratio <= TOG_RATIO[1]:
        raise ValueError(f"TOG has 2 to 3 times its enemy's crewmen, not {ratio:g}")
    return ceil(ratio * enemy)


def has_replacements(base: Base | None, arranged: bool = False) -> bool:
    """IN-CAM-06 Whether spare crewmen are at hand: at a rear base, or by special arrangement."""
    return arranged or (base is not None and base.depot)


@cache
def race_shares(nation: Nation) -> tuple[tuple[Race, int], ...]:
    """IN-CAM-07 Return the races of a nation's personnel with their percentages."""
    columns = {"force": TEXT, "race": TEXT, "pct": NUMBER}
    rows = read_csv(DATA / "personnel_mix.csv", columns)
    own = [row for row in rows if row["force"] == FORCES[nation]]
    return tuple((RACES[str(row["race"])], int(row["pct"])) for row in own)


def race_of(nation: Nation, percent: int) -> Race:
    """IN-CAM-07 Return the race of a crewman by a die of 1 to 100."""
    for race, share in race_shares(nation):
        percent -= share
        if percent <= 0:
            return race
    raise ValueError(f"{percent} above {PERCENT}")


def draw_race(dice: Dice, nation: Nation, person: int) -> Race:
    """IN-CAM-07 Return the race of a person (id) at random."""
    return race_of(nation, dice.percent(Purpose.RACE, person))
