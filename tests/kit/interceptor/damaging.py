"""Hits and losses laid down by hand, for tests of damage."""

from __future__ import annotations

from typing import Any

from kit.interceptor.scenes import Scene
from spacecombat_env.rulesets.interceptor.damage.armour import strike
from spacecombat_env.rulesets.interceptor.damage.hits import clear_exchange, queue_hit
from spacecombat_env.rulesets.interceptor.damage.internals import settle_components
from spacecombat_env.rulesets.interceptor.model import NONE, Comp, Source, Where, template_names


def row_of(shape: str) -> int:
    """Return the row of rules.template of a name: `laser`, `rows`, `MDC_10`."""
    return template_names().index(shape)


def queue(
    table: Scene,
    k: int,
    shape: str,
    points: int = 1,
    facing: int = 0,
    source: int = Source.FIRE,
    firer: int = NONE,
    crewman: int = NONE,
    weapon: int = NONE,
    missile: int = NONE,
) -> Any:
    """Queue a hit; return its record."""
    n = int(table.state.exchange.hits)
    queue_hit(
        *(table.state, k, source, facing, row_of(shape), points, firer, crewman, weapon, missile)
    )
    return table.state.exchange.hit[n]


def hit(
    table: Scene,
    k: int,
    shape: str,
    points: int = 1,
    column: int = 1,
    facing: int = 0,
    turret: int = NONE,
) -> None:
    """Apply one hit whose place is given; its components are settled, armour is not widowed."""
    clear_exchange(table.state)
    one = queue(table, k, shape, points, facing)
    one.turret, one.column = turret, column
    strike(table.state, table.rules, k, 0)
    settle_components(table.state, table.rules, k)


def class_of(table: Scene, k: int) -> Any:
    """Return the class of a craft."""
    return table.rules.classes[table.state.craft[k].klass]


def parts(table: Scene, k: int, kind: int) -> list[int]:
    """Return the components of a kind."""
    klass = class_of(table, k)
    return [c for c in range(klass.components) if klass.component[c].kind == kind]


def lose_boxes(table: Scene, k: int, component: int, boxes: int) -> None:
    """Take some boxes of a component inside or in a turret, and settle what that does."""
    klass, craft = class_of(table, k), table.state.craft[k]
    part = klass.component[component]
    assert part.where != Where.ARMOUR
    turret = int(part.turret)
    cells = 0 if turret == NONE else int(klass.turret_cell[turret])
    first = int(craft.first_row)
    first += int(klass.inner if turret == NONE else klass.turret_inner[turret])
    rows = table.state.rows[k // table.capacity.craft]
    for row in range(int(part.first), int(part.last) + 1):
        for column in range(10):
            bit = 1 << (9 - column)
            if boxes and klass.cell[cells + row, column] == component and rows[first + row] & bit:
                rows[first + row] &= ~bit
                craft.inside += 1
                boxes -= 1
    craft.struck |= 1 << component
    settle_components(table.state, table.rules, k)


def lose(table: Scene, k: int, kind: int, which: int = 0) -> int:
    """Disable a component of a kind by just as many boxes as it takes; return it."""
    component = parts(table, k, kind)[which]
    lose_boxes(table, k, component, int(class_of(table, k).component[component].fatal))
    return component


def lose_plant(table: Scene, k: int) -> None:
    """Take every box of a plant."""
    plant = parts(table, k, Comp.PLANT)[0]
    lose_boxes(table, k, plant, int(class_of(table, k).plant_boxes))
