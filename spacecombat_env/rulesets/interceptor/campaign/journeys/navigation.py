"""6.5: what a journey faster than light needs, and its misdirection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from spacecombat_env.core.loading.tables import read_csv

from ...model import DATA, DIE, NUMBER, TEXT, Comp, Side
from ..condition import class_of, present_thrust
from ..dice import Dice, Purpose
from ..state import DAY, Area, CampaignEvent, EventKind, Fate, Hull, Person, Trade

STRAIGHT_MOST = 5
"""Straight turns beyond which a journey is never misdirected."""
DAYS_MOST = 10
"""Last row of data/ftl_course_adjustment_hours.csv."""
NUMBERS = {"never": 0, "always": DIE}
COMPUTERS = {Comp.FTL_DRIVE: "FTL drive", Comp.FTL_NAVIGATION: "FTL navigation computer"}
TRADES = (Trade.PILOT, Trade.NAVIGATOR, Trade.ENGINEER)
"""Crewmen without whom nobody enters T-space."""


# -- what it needs -------------------------------------------------------------------------------


def jump_days(here: Area, there: Area) -> int:
    """Return the days faster than light between two areas."""
    return 0 if here.name == there.name else here.jump + there.jump


def lacking(hull: Hull, crew: Sequence[Person]) -> Iterator[str]:
    """IN-CAM-20, 24, IN-IDE-17, 31 Yield what a hull lacks to enter T-space.

    Without thrust it does not reach the velocity. A hull without any crew is brought home by
    others (aftermath.py).
    """
    if not class_of(hull).ftl:
        yield "it has no FTL drive"
        return
    for kind, name in COMPUTERS.items():
        if hull.disabled(kind):
            yield f"its {name} is disabled"
    if not present_thrust(hull):
        yield "it has no thrust"
    fit = {person.trade for person in crew if person.fate is Fate.FIT}
    for trade in TRADES if crew else ():
        if trade not in fit:
            yield f"it has no fit {trade.value}"


# -- misdirection --------------------------------------------------------------------------------


@cache
def misdirection_rows() -> tuple[int, ...]:
    """IN-CAM-22 Return the numbers on or below which misdirection is avoided, by straight turns.

    The last entry holds for every greater number of turns.
    """
    rows = read_csv(DATA / "ftl_misdirection.csv", {"avoid_on_or_below": TEXT})
    cells = [str(row["avoid_on_or_below"]) for row in rows]
    return tuple(NUMBERS[cell] if cell in NUMBERS else int(cell) for cell in cells)


def is_misdirected(straight: int, die: int) -> bool:
    """IN-CAM-22 Whether a ship misses its destination, by straight turns and a natural die."""
    return die > misdirection_rows()[min(straight, STRAIGHT_MOST + 1)]


@cache
def adjustment_rows() -> dict[int, tuple[int, ...]]:
    """IN-CAM-23 Return the hours by planned days, each for 0 to 5 straight turns."""
    names = [f"turns_{turns}" for turns in range(STRAIGHT_MOST + 1)]
    columns = dict.fromkeys(("original_days", *names), NUMBER)
    rows = read_csv(DATA / "ftl_course_adjustment_hours.csv", columns)
    return {int(row["original_days"]): tuple(int(row[name]) for name in names) for row in rows}


def adjustment_hours(days: int, straight: int) -> int:
    """IN-AMB-53 Return the hours to the destination after misdirection: looked up, not rolled.

    Raises ValueError for a journey that the table does not have: it ends at ten days.
    """
    if days not in adjustment_rows() or not 0 <= straight <= STRAIGHT_MOST:
        raise ValueError(f"{days} days, {straight} straight turns: 1 to 10 and 0 to 5 are known")
    return adjustment_rows()[days][straight]


def journey_hours(days: int, straight: int, die: int) -> int:
    """IN-CAM-23 Return the hours of a journey of some planned days.

    The adjustment of a misdirected ship follows the planned time: some entries of the table are
    shorter than that, so they cannot include it (this project's reading).
    """
    late = adjustment_hours(days, straight) if is_misdirected(straight, die) else 0
    return DAY * days + late


def misdirection(
    dice: Dice, hull: Hull, days: int, straight: int, nth: int = 0
) -> tuple[int, list[CampaignEvent]]:
    """IN-CAM-22 Return the hours by which a hull is late, and the event of misdirection.

    `nth` tells several journeys of a day apart.
    """
    die = dice.roll(Purpose.MISDIRECTION, hull.id, nth)
    late = journey_hours(days, straight, die) - DAY * days
    if not is_misdirected(straight, die):
        return late, []
    return late, [CampaignEvent(EventKind.MISDIRECTED, Side(hull.side), hull.id, late)]
