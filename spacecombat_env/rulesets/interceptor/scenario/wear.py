"""The wear of a ship in a scenario file: what earlier battles have left of it (campaigns).

    wear:
      boxes: [120, 121, 305]      # boxes lost, by their place in the ship's rows: 10 x row + column
      rows: [14]                  # whole rows lost
      disabled: [engine 12]       # components that are out: kind and row of the class
      plant_lost: 1               # quarters of the plant lost by pushing (IN-AMB-16)
      hits: [0, 1]                # wounds of the crew, by place in the class's crew

Rows are those of the class record (model/towers.py), rows and columns count from 0. A component
that has lost too many of its boxes is out even if it is not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.loading.reading import ConfigNode

from ..model import (
    COCKPIT_BOXES,
    DIRECTIONS,
    FULL_ROW,
    NONE,
    WIDTH,
    Comp,
    Where,
    column_bit,
    component_name,
    whole_rows,
)

WEAR_KEYS = ("boxes", "rows", "disabled", "plant_lost", "hits")
MOST_WOUNDS = COCKPIT_BOXES // 2
"""With more a crewman cannot act (IN-IDE-08)."""
MOST_QUARTERS = 3


def lay_wear(wear: Any, klass: Any, node: ConfigNode) -> None:
    """Read the wear of one ship of a class into its record; raise ScenarioError."""
    if node.missing():
        return
    keys = node.keys(WEAR_KEYS)
    wear.worn = True
    for item in keys["boxes"].items():
        box = item.integer(0, int(klass.rows) * WIDTH - 1)
        wear.lost[box // WIDTH] |= column_bit(box % WIDTH + 1)
    for item in keys["rows"].items():
        wear.lost[item.integer(0, int(klass.rows) - 1)] = FULL_ROW
    wear.plant_lost = keys["plant_lost"].integer(0, MOST_QUARTERS, 0)
    hits = keys["hits"].items()
    if len(hits) > klass.crew:
        raise keys["hits"].error(f"{len(hits)} crewmen; it has {int(klass.crew)}")
    for place, item in enumerate(hits):
        wear.hits[place] = item.integer(0, MOST_WOUNDS)
    _lay_components(wear, klass, keys["disabled"])
    _check_ship(wear, klass, node)


def _lay_components(wear: Any, klass: Any, node: ConfigNode) -> None:
    """IN-DMG-09 Write the components that are out, and the lost boxes of cockpits."""
    names = [component_name(klass, row) for row in range(int(klass.components))]
    disabled = 0
    for item in node.items():
        disabled |= 1 << names.index(item.choice(names))
    for row, lost in enumerate(_lost(wear, klass)):
        part = klass.component[row]
        if part.fatal and lost >= part.fatal:
            disabled |= 1 << row
        if part.kind == Comp.COCKPIT:
            wear.cockpit[part.crewman] = lost
    wear.disabled = disabled


def _lost(wear: Any, klass: Any) -> list[int]:
    """Return the boxes lost of each component."""
    lost = [0] * int(klass.components)
    for component, row, column in _boxes(klass):
        if component != NONE and int(wear.lost[row]) & column_bit(column + 1):
            lost[component] += 1
    return lost


def _boxes(klass: Any) -> Iterator[tuple[int, int, int]]:
    """Yield component, row and column, from 0, of all boxes of components."""
    blocks = [(int(klass.inner), int(klass.depth), 0)]
    for turret in range(int(klass.turrets)):
        first, depth = int(klass.turret_inner[turret]), int(klass.turret_depth[turret])
        blocks.append((first, depth, int(klass.turret_cell[turret])))
    for first, depth, cells in blocks:
        for row in range(depth):
            for column in range(WIDTH):
                yield int(klass.cell[cells + row, column]), first + row, column
    for side in range(DIRECTIONS):
        if klass.external_row[side] != NONE:
            for column in range(WIDTH):
                yield int(klass.external_cell[side, column]), int(klass.external_row[side]), column


def _check_ship(wear: Any, klass: Any, node: ConfigNode) -> None:
    """Check that the ship still holds together and its crew can act."""
    wear.lost[: int(klass.rows)] &= whole_rows(klass)
    lost = _lost(wear, klass)
    last = int(wear.lost[int(klass.inner) + int(klass.depth) - 1])
    for row, part in enumerate(klass.component[: int(klass.components)]):
        gone = part.boxes and part.where != Where.ARMOUR and lost[row] >= part.boxes
        if part.kind == Comp.PLANT and gone:
            raise node.error("a ship without a plant explodes (IN-IDE-30)")
        if part.kind == Comp.COCKPIT and lost[row] > MOST_WOUNDS:
            reason = f"{component_name(klass, row)} is disabled: nobody serves there"
            raise node.error(reason)
    if last == FULL_ROW:
        raise node.error("a ship without its last row breaks up (IN-DES-06)")
