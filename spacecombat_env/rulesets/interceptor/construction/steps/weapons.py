"""DesignStep 5: weapons, racks and Safeguards, fixed or in turrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil

from ...model import NONE
from ..catalogue import Cost
from ..design import ALL_AROUND, ARCS, NOBODY, SIDES_OF_INSTALLATIONS, Arm, Design
from ..parts import DesignStep, Line, Part, Place, Refusal, up
from .hull import is_available

TURRET_WEAPONS = 5
"""The most weapons in a turret, and the most that a crewman fires without penalty."""
STRUCTURE_SHARE = Fraction(5, 100)
STRUCTURE_PRICE = 10_000
MDC_G = "MDC-G"
LAUNCHER = "Autoloader"
MAGAZINE_TONS = 30


def lines(design: Design) -> Iterator[Line]:
    """Yield fixed weapons, then each turret with its structure."""
    yield from fixed_lines(design)
    for turret, arms in enumerate(design.turrets):
        inside = [line for arm in arms for line in _arm_lines(arm, turret)]
        yield from inside
        item = f"turret {turret + 1} structure"
        cost = structure(sum(line.tons for line in inside))
        yield Line(DesignStep.WEAPONS, Part.TURRET, item, *cost, Place.TURRET, turret)


def fixed_lines(design: Design) -> Iterator[Line]:
    """IN-CON-10 Yield the fixed weapons, of which there may be any number."""
    for arm in design.fixed:
        yield from _arm_lines(arm, NONE)


def _arm_lines(arm: Arm, turret: int) -> Iterator[Line]:
    """Yield the weapons of one entry."""
    kind = arm.equipment
    place = Place.OUTSIDE if kind.is_external else Place.HULL if turret == NONE else Place.TURRET
    for _ in range(arm.count):
        if arm.type == LAUNCHER:
            yield from launcher_lines(kind.cost, place, turret)
        else:
            yield Line(DesignStep.WEAPONS, kind.part, arm.type, *kind.cost, place, turret)


def launcher_lines(cost: Cost, place: Place, turret: int) -> Iterator[Line]:
    """IN-IDE-23 Yield the two sections of an Autoloader: the launcher, and its magazine of 30 t."""
    launcher = cost._replace(tons=cost.tons - MAGAZINE_TONS)
    yield Line(DesignStep.WEAPONS, Part.RACK, LAUNCHER, *launcher, place, turret)
    magazine = f"{LAUNCHER} magazine"
    yield Line(DesignStep.WEAPONS, Part.MAGAZINE, magazine, MAGAZINE_TONS, 0, 0, place, turret)


def structure(weapon_tons: float) -> Cost:
    """IN-CON-12 Return the cost of a turret's structure for the tons of its weapons."""
    tons = int(up(STRUCTURE_SHARE * Fraction(weapon_tons)))
    return Cost(tons, ceil((weapon_tons + tons) / 10), STRUCTURE_PRICE * tons)


def turrets_most(tons: int) -> int:
    """IN-CON-11 Return how many turrets a ship may have: one for each full thousand tons."""
    return max(1, tons // 1000)


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """Yield what is wrong with the weapons."""
    for field, arm, turret in _entries(design):
        yield from nation_refusals(design, field, arm)
        yield from turret_refusals(field, arm, turret)
        yield from _place_refusals(design, field, arm, turret)
    yield from _turret_counts(design)
    yield from _single_systems(design)


def _entries(design: Design) -> Iterator[tuple[str, Arm, int]]:
    """Yield each entry with its field and its turret."""
    for n, arm in enumerate(design.fixed, start=1):
        yield f"fixed[{n}]", arm, NONE
    for turret, arms in enumerate(design.turrets):
        for n, arm in enumerate(arms, start=1):
            yield f"turrets[{turret + 1}].weapons[{n}]", arm, turret


def nation_refusals(design: Design, field: str, arm: Arm) -> Iterator[Refusal]:
    """IN-CON-13 Yield a refusal for a weapon that another nation builds."""
    if not is_available(design.nationality, arm.equipment.nation):
        reason = f"{arm.type} is built by {arm.equipment.nation}, not by {design.nationality}"
        yield Refusal(DesignStep.WEAPONS, f"{field}.type", "CON-13", reason)


def turret_refusals(field: str, arm: Arm, turret: int) -> Iterator[Refusal]:
    """IN-CON-14 Yield a refusal for a weapon that cannot stand in a turret, or only there."""
    if turret != NONE and not arm.equipment.turret:
        reason = f"{arm.type} cannot be in a turret"
        yield Refusal(DesignStep.WEAPONS, f"{field}.type", "CON-14", reason)
    if turret == NONE and arm.type == "Turret Hardpoint":
        reason = f"{arm.type} can only be in a turret"
        yield Refusal(DesignStep.WEAPONS, f"{field}.type", "CON-14", reason)


def _place_refusals(design: Design, field: str, arm: Arm, turret: int) -> Iterator[Refusal]:
    """Yield a refusal for a weapon without crewman, or in an arc that the hull has not."""
    is_guard = arm.equipment.part is Part.GUARD
    if arm.crew not in ((NOBODY,) if is_guard else design.persons):
        reason = f"no crewman is called {arm.crew!r}; there are: {', '.join(design.persons)}"
        reason = "a Safeguard is worked by nobody: crew: none" if is_guard else reason
        yield Refusal(DesignStep.WEAPONS, f"{field}.crew", "CON-10", reason)
    arcs = SIDES_OF_INSTALLATIONS if design.installation else ARCS
    arcs = (ALL_AROUND,) if is_guard else arcs
    if turret == NONE and arm.arc not in arcs:
        reason = f"arc {arm.arc!r}; there are: {', '.join(arcs)}"
        yield Refusal(DesignStep.WEAPONS, f"{field}.arc", "CON-10", reason)


def _turret_counts(design: Design) -> Iterator[Refusal]:
    """IN-CON-11 Yield a refusal for too many turrets, or too many weapons in one."""
    most = turrets_most(design.tonnage)
    if len(design.turrets) > most:
        reason = f"{len(design.turrets)} turrets, {most} allowed"
        yield Refusal(DesignStep.WEAPONS, "turrets", "CON-11", reason, len(design.turrets) - most)
    for number, arms in enumerate(design.turrets, start=1):
        count = sum(arm.count for arm in arms)
        if count > TURRET_WEAPONS:
            reason = f"{count} weapons, {TURRET_WEAPONS} allowed"
            field = f"turrets[{number}].weapons"
            yield Refusal(DesignStep.WEAPONS, field, "CON-11", reason, count - TURRET_WEAPONS)


def _single_systems(design: Design) -> Iterator[Refusal]:
    """IN-CON-13 Yield a refusal for a second MDC-G in an arc, or a second Safeguard."""
    arcs = Counter(arm.arc for arm, _ in design.arms() if arm.type == MDC_G)
    for arc, count in arcs.items():
        if count > 1:
            reason = f"{count} MDC-G bear {arc}, 1 allowed"
            yield Refusal(DesignStep.WEAPONS, "fixed", "CON-13", reason, count - 1)
    guards = sum(arm.equipment.part is Part.GUARD for arm, _ in design.arms())
    if guards > 1:
        reason = f"{guards} Safeguards, 1 allowed"
        yield Refusal(DesignStep.WEAPONS, "fixed", "CON-13", reason, guards - 1)


def overloads(design: Design) -> Iterator[str]:
    """IN-DIR-21 Yield a remark for each crewman with more weapons than he fires well.

    A group under TOT counts as one. In play more may be fired, with modifiers (IN-OVL-01).
    """
    guns = [arm for arm, _ in design.arms() if arm.equipment.part is not Part.GUARD]
    groups = [rows for each in design.accessories for rows in each.rows]
    linked = {row: number for number, rows in enumerate(groups) for row in rows}
    fired: dict[str, set[tuple[str, int]]] = {}
    for row, arm in enumerate(guns, start=1):
        one = ("group", linked[row]) if row in linked else ("weapon", row)
        fired.setdefault(arm.crew, set()).add(one)
    for crewman, weapons in fired.items():
        if len(weapons) > TURRET_WEAPONS:
            yield f"{crewman} works {len(weapons)} weapons; over {TURRET_WEAPONS} a turn are hard"
