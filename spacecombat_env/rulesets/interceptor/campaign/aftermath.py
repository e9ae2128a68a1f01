"""Aftermath of a battle: what its true record does to hulls and persons.

Rows of boxes become damage by system (`damage_of`), and back (`rows_of`), so that a hull can fight
on as it is. Kills, service and wounds of the record become experience and fates. The book leaves
open what becomes of hulls without a crew: here the side that holds the field takes them home, and
those of the other side are lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..cases.t_space import straight_turns
from ..crew.service import MISSION
from ..model import (
    DIRECTIONS,
    FULL_ROW,
    NONE,
    WIDTH,
    Comp,
    CrewStatus,
    Facing,
    Side,
    Status,
    column_bit,
    component_name,
)
from .crews.experience import credit, fly_combat, fly_idle, forget_hull
from .state import CampaignEvent, Damage, EventKind, Fate, Hull, Outcome, Person, SystemKind
from .war import ship_class

GONE_HULLS = (Status.DESTROYED, Status.WRECK)
EMPTY_HULLS = (Status.ABANDONED, Status.DERELICT)
NO_SYSTEM = "free boxes"


@dataclass(frozen=True)
class DriftingCrew:
    """A crew that drifts in space after the battle."""

    side: Side
    crew: tuple[int, ...]
    """Ids of persons."""
    velocity: int


# -- damage --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """Rows of a hull's tower that belong together."""

    first: int
    rows: int
    armour: str = ""
    """Name of the armour; empty for a block of components."""
    cells: int = 0
    """First row of it in `klass.cell`."""
    firewall: bool = False
    """Whether its first row is a Firewall."""


def blocks_of(klass: Any) -> Iterator[Block]:
    """Yield the rows of a class record: armour of facings, turrets, the internal block."""
    firewall = bool(klass.firewall)
    for side in Facing:
        first, rows = int(klass.armour_row[side]), int(klass.armour_rows[side])
        yield Block(first, rows, f"armour {side.name}", firewall=firewall)
    for n in range(int(klass.turrets)):
        armour = f"armour turret {n + 1}"
        yield Block(int(klass.turret_row[n]), int(klass.turret_rows[n]), armour, firewall=firewall)
        cells = int(klass.turret_cell[n])
        yield Block(int(klass.turret_inner[n]), int(klass.turret_depth[n]), cells=cells)
    yield Block(int(klass.inner), int(klass.depth))


def damage_of(klass: Any, rows: np.ndarray, disabled: int) -> tuple[Damage, ...]:
    """Return the damage of a hull by system.

    `klass` is its class record; `rows`, shape (klass.rows,), are its boxes left, ten bits a row;
    `disabled` has a bit for each component that is out.
    """
    lost: dict[str, list[int]] = {}
    walls: dict[str, list[int]] = {}
    for block in blocks_of(klass):
        for row in range(block.rows):
            for column in _lost_columns(int(rows[block.first + row]), FULL_ROW):
                name = block.armour or _component(klass, int(klass.cell[block.cells + row, column]))
                found = walls if block.firewall and block.armour and row == 0 else lost
                found.setdefault(name, []).append((block.first + row) * WIDTH + column)
    for name, box in _lost_outside(klass, rows):
        lost.setdefault(name, []).append(box)
    names = dict.fromkeys((*lost, *walls))
    return tuple(
        _damage(klass, name, tuple(lost.get(name, ())), tuple(walls.get(name, ())), disabled)
        for name in names
    )


def _lost_columns(left: int, whole: int) -> list[int]:
    """Return the columns of a row, from 0, whose boxes are lost."""
    return [n for n in range(WIDTH) if (whole & ~left) & column_bit(n + 1)]


def _lost_outside(klass: Any, rows: np.ndarray) -> Iterator[tuple[str, int]]:
    """Yield the lost boxes of what lies on the armour, with the component's name."""
    for side in range(DIRECTIONS):
        row = int(klass.external_row[side])
        if row != NONE:
            for column in _lost_columns(int(rows[row]), int(klass.external[side])):
                component = int(klass.external_cell[side, column])
                yield _component(klass, component), row * WIDTH + column


def _component(klass: Any, row: int) -> str:
    """Return the name of a component by its row: its kind, and that row."""
    if row == NONE:
        return NO_SYSTEM
    return component_name(klass, row)


def _damage(
    klass: Any, name: str, boxes: tuple[int, ...], firewall: tuple[int, ...], disabled: int
) -> Damage:
    """Return the damage of one system by its name."""
    if name.startswith("armour "):
        return Damage(name, SystemKind.ARMOUR, boxes, firewall, disabled=False)
    if name == NO_SYSTEM:
        return Damage(name, Comp.FREE, boxes, disabled=False)
    row = int(name.rpartition(" ")[2])
    kind = Comp(int(klass.component[row].kind))
    return Damage(name, kind, boxes, disabled=bool(disabled >> row & 1))


def rows_of(klass: Any, damage: Sequence[Damage]) -> np.ndarray:
    """Return the boxes left of a hull, shape (klass.rows,) int16: the reverse of `damage_of`."""
    rows = np.full(int(klass.rows), FULL_ROW, np.int16)
    for side in range(DIRECTIONS):
        if klass.external_row[side] != NONE:
            rows[klass.external_row[side]] = klass.external[side]
    for each in damage:
        for box in (*each.boxes, *each.firewall):
            rows[box // WIDTH] &= ~column_bit(box % WIDTH + 1)
    return rows


def disabled_of(damage: Sequence[Damage]) -> int:
    """Return the components that are out, a bit each by their row of the class."""
    rows = (each.system.rpartition(" ")[2] for each in damage if each.disabled)
    return sum(1 << int(row) for row in rows)


# -- hulls ---------------------------------------------------------------------------------------


def is_lost(status: Status, outcome: Outcome) -> bool:
    """Whether a hull is lost: destroyed, or without a crew where its side does not stay."""
    return status in GONE_HULLS or (status in EMPTY_HULLS and outcome is not Outcome.WON_STAYED)


def hull_after(state: Any, rules: Any, k: int, hull: Hull, outcome: Outcome) -> Hull:
    """Return a hull after its battle; `k` is its slot in the true record."""
    craft = state.craft[k]
    status = Status(int(craft.status))
    if is_lost(status, outcome):
        return replace(hull, destroyed=True, damage=(), queue=(), crew=())
    klass = rules.classes[int(craft.klass)]
    first = int(craft.first_row)
    rows = state.rows[k // (len(state.craft) // 2)][first : first + int(klass.rows)]
    damage = carried_on(hull, damage_of(klass, rows, int(craft.disabled)))
    gone = status == Status.BROKEN_OFF and craft.transit
    return replace(
        hull,
        damage=damage,
        plant_lost=int(craft.plant_lost),
        straight=int(straight_turns(craft)) if gone else NONE,
    )


def carried_on(hull: Hull, after: Sequence[Damage]) -> tuple[Damage, ...]:
    """Return the new damage of a hull, with modules and the work already done on a system."""
    minutes = {each.system: each.minutes for each in hull.damage}
    modules = ship_class(hull.ship_class).modules
    return tuple(
        replace(each, multiracial=each.system in modules, minutes=minutes.get(each.system, 0))
        for each in after
    )


# -- persons -------------------------------------------------------------------------------------


def counters_of(state: Any, crew: Mapping[int, int]) -> list[DriftingCrew]:
    """Return the crews that drift in space; `crew` gives persons by their slot in the record."""
    people = len(state.crew) // 2
    counters = []
    for n, adrift in enumerate(state.adrift):
        side = Side(n // (len(state.adrift) // 2))
        slots = (side * people + m for m in range(people) if int(adrift.crew) >> m & 1)
        ids = tuple(crew[slot] for slot in slots if slot in crew)
        if adrift.people and ids:
            counters.append(DriftingCrew(side, ids, int(adrift.velocity)))
    return counters


def person_after(member: Any, person: Person, hull: Hull) -> tuple[Person, list[CampaignEvent]]:
    """Return a person after a battle in `hull` (as it is now): kills, service, wounds, fate.

    `member` is the person in the true record. Those who have left their craft are missing; those
    in a lost hull are captured.
    """
    person, events = credit(person, int(member.kills))
    person, more = _served(person, hull, int(member.service), int(member.kills))
    if hull.destroyed:
        person = replace(forget_hull(person, hull.id), hull=NONE)
    person = replace(person, hits=int(member.hits))
    status = CrewStatus(int(member.status))
    if status is CrewStatus.DEAD:
        died = [CampaignEvent(EventKind.DIED, person.side, person.id)]
        return replace(person, fate=Fate.DEAD, hull=NONE), [*events, *more, *died]
    if status is CrewStatus.GONE:
        return replace(person, fate=Fate.MISSING, hull=NONE), [*events, *more]
    fate = Fate.CAPTURED if hull.destroyed else person.fate
    return replace(person, fate=fate), [*events, *more]


def _served(
    person: Person, hull: Hull, service: int, kills: int
) -> tuple[Person, list[CampaignEvent]]:
    """IN-CRW-10 Count the mission: combat for who fired and was fired at, or shot a ship down."""
    if service == MISSION or kills:
        return fly_combat(person, hull.id), []
    return fly_idle(person, hull.id)


# -- a battle ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Aftermath:
    """Hulls and persons after a battle."""

    hulls: tuple[Hull, ...]
    persons: tuple[Person, ...]
    counters: tuple[DriftingCrew, ...]
    events: tuple[CampaignEvent, ...]


def aftermath(
    state: Any,
    rules: Any,
    hulls: Mapping[int, Hull],
    persons: Mapping[int, Person],
    outcomes: Mapping[Side, Outcome],
) -> Aftermath:
    """Return what a finished battle has done.

    `state` and `rules` are its true records, `hulls` the ships by their card (row of
    `rules.cards`), `persons` everybody by id.
    """
    after: list[Hull] = []
    people: dict[int, Person] = {}
    events: list[CampaignEvent] = []
    crew: dict[int, int] = {}
    for k, craft in enumerate(state.craft):
        hull = hulls.get(int(craft.card))
        if hull is None:
            continue
        changed = hull_after(state, rules, k, hull, outcomes[hull.side])
        after.append(changed)
        if changed.destroyed:
            events.append(CampaignEvent(EventKind.HULL_LOST, hull.side, hull.id))
        for place, person in enumerate(hull.crew):
            slot = int(craft.first_crew) + place
            crew[slot] = person
            people[person], more = person_after(state.crew[slot], persons[person], changed)
            events += more
    counters = counters_of(state, crew)
    return Aftermath(tuple(after), tuple(people.values()), tuple(counters), tuple(events))
