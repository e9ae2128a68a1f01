"""2.1: initial skills of trained recruits."""

from __future__ import annotations

from functools import cache

from spacecombat_env.core.loading.tables import read_csv

from ...model import DATA, DIE, NUMBER, TEXT, Nation, Race, Side
from ..dice import Dice, Purpose
from ..forces import UnitQuality, draw_race, elite_modifier
from ..state import CampaignEvent, EventKind, Person, Skills, Trade

NATIONS = {
    Nation.TOG: "TOG",
    Nation.COMMONWEALTH: "Commonwealth/Renegade",
    Nation.KESSRITH: "KessRith Empire",
}
RACES = {
    Race.HUMAN: "Human",
    Race.BAUFRIN: "Baufrin",
    Race.VAUVAUSAR: "Vauvausar",
    Race.KESSRITH: "KessRith",
}
INSTALLATION_MODIFIER = 1
GUNNERS = (Trade.GUNNER, Trade.INSTALLATION_GUNNER)


@cache
def skill_rows() -> dict[tuple[str, int], Skills]:
    """IN-CRW-03 Return the initial skills by table and modified roll."""
    columns = {"role": TEXT, **dict.fromkeys(("modified_roll", "piloting", "gunnery"), NUMBER)}
    return {
        (str(row["role"]), int(row["modified_roll"])): Skills(
            int(row["piloting"]), int(row["gunnery"])
        )
        for row in read_csv(DATA / "initial_skills.csv", columns)
    }


@cache
def race_modifiers() -> dict[tuple[str, str], tuple[int, int]]:
    """IN-CRW-03 Return the modifiers of Piloting and Gunnery by nationality and race."""
    columns = {"nationality": TEXT, "race": TEXT, "piloting_drm": NUMBER, "gunnery_drm": NUMBER}
    return {
        (str(row["nationality"]), str(row["race"])): (
            int(row["piloting_drm"]),
            int(row["gunnery_drm"]),
        )
        for row in read_csv(DATA / "initial_skill_drm.csv", columns)
    }


def modified(die: int, modifier: int) -> int:
    """IN-AMB-05 Return a modified roll, limited to the rows of the table."""
    return max(1, min(DIE, die + modifier))


def modifiers_of(nation: Nation, race: Race) -> tuple[int, int]:
    """IN-CRW-03 Return a crewman's modifiers; raise ValueError for a race that does not serve."""
    found = race_modifiers().get((NATIONS[nation], RACES[race]))
    if found is None:
        raise ValueError(f"{NATIONS[nation]} has no {RACES[race]} crewmen")
    return found


def initial_skills(
    trade: Trade,
    nation: Nation,
    race: Race,
    dice: tuple[int, int],
    unit: UnitQuality = UnitQuality.LINE,
) -> Skills:
    """IN-CRW-03 Return the skills of a recruit by two natural dice, Piloting's and Gunnery's.

    Only pilots and gunners have any (IN-CRW-04).
    """
    if trade is not Trade.PILOT and trade not in GUNNERS:
        return Skills()
    table = Trade.PILOT.value if trade is Trade.PILOT else Trade.GUNNER.value
    piloting, gunnery = (each + elite_modifier(unit) for each in modifiers_of(nation, race))
    gunnery += gunnery_modifier(trade)
    return Skills(
        piloting_of(trade, skill_rows()[table, modified(dice[0], piloting)]),
        skill_rows()[table, modified(dice[1], gunnery)].gunnery,
    )


def gunnery_modifier(trade: Trade) -> int:
    """IN-CRW-05 Return a further modifier of Gunnery: that of gunners of installations."""
    return INSTALLATION_MODIFIER if trade is Trade.INSTALLATION_GUNNER else 0


def piloting_of(trade: Trade, skills: Skills) -> int | None:
    """IN-CRW-05 Return the Piloting of a row; gunners of installations have none."""
    return None if trade is Trade.INSTALLATION_GUNNER else skills.piloting


def recruit(
    dice: Dice,
    person: int,
    side: Side,
    nation: Nation,
    trade: Trade,
    unit: UnitQuality = UnitQuality.LINE,
    race: Race | None = None,
) -> tuple[Person, CampaignEvent]:
    """IN-CRW-03 Return a new person (id), and the event; without a race, of one at random."""
    race = draw_race(dice, nation, person) if race is None else race
    rolls = dice.roll(Purpose.PILOTING, person), dice.roll(Purpose.GUNNERY, person)
    skills = initial_skills(trade, nation, race, rolls, unit)
    name = f"{trade.value} {person}"
    fresh = Person(person, name, side, nation, race, trade, skills=skills, initial=skills)
    return fresh, CampaignEvent(EventKind.RECRUITED, side, person)
