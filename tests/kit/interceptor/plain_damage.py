"""Damage in its plainest form: sets of (row, column), flood fill. Slow; the kernels' oracle.

A ship is blocks of boxes: what lies on the armour, the armour of each facing, each turret's armour
and block, the internal block. Rows and columns count from 1, row 1 outermost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from spacecombat_env.rulesets.interceptor.model import Facing, class_names, yaml_of

Box = tuple[int, int]
COLUMNS = range(1, 11)


def block(rows: int) -> set[Box]:
    """Return a whole block."""
    return {(row, column) for row in range(1, rows + 1) for column in COLUMNS}


def shape_rows(template: str) -> list[list[int]]:
    """Return a template as offsets from the arrow's column, row by row.

    The cells are those of the data file, not its row widths.
    """
    cells = yaml_of("damage_templates.yaml")["templates"][template]["cells"]
    depth = max(row for _, row in cells) + 1
    return [[column for column, at in cells if at == row] for row in range(depth)]


@dataclass
class PlainShip:
    """What is left of a ship."""

    armour: dict[int, set[Box]]
    heights: dict[int, int]
    outside: dict[int, set[Box]]
    inside: set[Box]
    depth: int
    turrets: list[tuple[set[Box], int, set[Box], int]] = field(default_factory=list)

    @staticmethod
    def of(name: str) -> PlainShip:
        """Return a whole ship from its files."""
        layout, design = (
            yaml_of("icb_layouts.yaml")[name],
            yaml_of("ships.yaml")["ships"][name]["design"],
        )
        heights = {side: design["armour"][side.name] // 10 for side in Facing}
        outside: dict[int, set[Box]] = {side: set() for side in Facing}
        for side, items in (layout.get("external") or {}).items():
            for item in items:
                left, right = item["columns"]
                outside[Facing[side]] |= {(0, column) for column in range(left, right + 1)}
        turrets = []
        for n, rows in enumerate(layout["turrets"]):
            height = design["armour"]["turrets"][n] // 10
            turrets.append((block(height), height, block(len(rows)), len(rows)))
        depth = len(layout["rows"])
        armour = {side: block(height) for side, height in heights.items()}
        return PlainShip(armour, heights, outside, block(depth), depth, turrets)

    def hit(self, facing: int, turret: int | None, column: int, template: str, points: int) -> None:
        """Apply one hit; what a dying turret leaves of it goes on in the hull."""
        if template in ("laser", "rows"):
            self._dig(facing, turret, None if template == "rows" else column, points)
            return
        rows = [[column + n for n in row] for row in shape_rows(template)]
        if turret is not None:
            armour, height, inner, depth = self.turrets[turret]
            tower = [armour] * height + [inner] * depth
            places = [*range(1, height + 1), *range(1, depth + 1)]
            rows = self._lay(tower, places, column, rows, lambda: not inner)
            if inner:
                return
        tower = [self.outside[facing]] + [self.armour[facing]] * self.heights[facing]
        tower += [self.inside] * self.depth
        places = [0, *range(1, self.heights[facing] + 1), *range(1, self.depth + 1)]
        if not self._begins_outside(facing, column):
            tower, places = tower[1:], places[1:]
        self._lay(tower, places, column, rows, lambda: False)

    def _dig(self, facing: int, turret: int | None, column: int | None, points: int) -> None:
        """Take a box that is there for each point: of one column, or of whole rows."""
        if turret is not None:
            armour, _, inner, _ = self.turrets[turret]
            points = dig([armour, inner], column, points)
            if inner:
                return
        dig([self.outside[facing], self.armour[facing], self.inside], column, points)

    def _begins_outside(self, facing: int, centre: int) -> bool:
        """Return whether the first box of the damage lies on the armour."""
        return (0, centre) in self.outside[facing]

    @staticmethod
    def _lay(
        tower: list[set[Box]],
        places: list[int],
        centre: int,
        rows: list[list[int]],
        end: Any,
    ) -> list[list[int]]:
        """Lower the arrow to the highest box, take what lies under the rows; return those left."""

        def is_met(n: int) -> bool:
            return (places[n], centre) in tower[n]

        start = next((n for n in range(len(tower)) if is_met(n)), len(tower))
        for n in range(start, len(tower)):
            if not rows:
                break
            for column in rows[0]:
                tower[n].discard((places[n], column))
            rows = rows[1:]
            if end():
                break
        return rows

    def widow(self, facing: int) -> set[Box]:
        """Remove the armour of a facing that is cut off from its bottom row; return it."""
        cut = cut_off(self.armour[facing], self.heights[facing])
        self.armour[facing] -= cut
        self.outside[facing] -= {(0, column) for _, column in cut}
        return cut

    def widow_turret(self, turret: int) -> None:
        """The same of a turret."""
        armour, height, _, _ = self.turrets[turret]
        armour -= cut_off(armour, height)


def dig(blocks: list[set[Box]], column: int | None, points: int) -> int:
    """Take boxes from outside in, from left to right, a point each; return the points left."""
    for boxes in blocks:
        met = sorted(box for box in boxes if column is None or box[1] == column)
        boxes -= set(met[:points])
        points -= len(met[:points])
    return points


def cut_off(boxes: set[Box], bottom: int) -> set[Box]:
    """Return boxes without a path by sides to the bottom row: a flood from there."""
    found = {box for box in boxes if box[0] == bottom}
    frontier = list(found)
    while frontier:
        row, column = frontier.pop()
        for box in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if box in boxes and box not in found:
                found.add(box)
                frontier.append(box)
    return boxes - found


# --- the same of a state -------------------------------------------------------------------------


def boxes_of(state: Any, rules: Any, k: int) -> PlainShip:
    """Return what is left of a craft of a state."""
    craft = state.craft[k]
    klass = rules.classes[craft.klass]
    pool, first = state.rows[k // (len(state.craft) // 2)], int(craft.first_row)

    def boxes(row: int, count: int, least: int = 1) -> set[Box]:
        return {
            (n + least, column)
            for n in range(count)
            for column in COLUMNS
            if int(pool[first + row + n]) >> (10 - column) & 1
        }

    heights = {side: int(klass.armour_rows[side]) for side in Facing}
    armour = {side: boxes(int(klass.armour_row[side]), heights[side]) for side in Facing}
    outside: dict[int, set[Box]] = {side: set() for side in Facing}
    for side in Facing:
        if klass.external_row[side] >= 0:
            outside[side] = boxes(int(klass.external_row[side]), 1, least=0)
    turrets = []
    for n in range(int(klass.turrets)):
        height, depth = int(klass.turret_rows[n]), int(klass.turret_depth[n])
        top = boxes(int(klass.turret_row[n]), height)
        turrets.append((top, height, boxes(int(klass.turret_inner[n]), depth), depth))
    depth = int(klass.depth)
    return PlainShip(armour, heights, outside, boxes(int(klass.inner), depth), depth, turrets)


def components_out(name: str, ship: PlainShip) -> set[str]:
    """Return the codes of the layout that have lost more than half of their boxes."""
    layout = yaml_of("icb_layouts.yaml")[name]
    out = set()
    blocks = [(layout["rows"], ship.inside)]
    blocks += [(rows, ship.turrets[n][2]) for n, rows in enumerate(layout["turrets"])]
    for rows, left in blocks:
        cells: dict[str, list[Box]] = {}
        for n, row in enumerate(rows, start=1):
            for column, code in enumerate(row.split(), start=1):
                cells.setdefault(code, []).append((n, column))
        for code, boxes in cells.items():
            lost = sum(box not in left for box in boxes)
            if lost > len(boxes) / 2:
                out.add(code)
    free = {"..", *({"FN"} if not yaml_of("ships.yaml")["ships"][name]["design"]["ftl"] else ())}
    return out - free


def codes_out(state: Any, rules: Any, k: int) -> set[str]:
    """Return the same of a state, from craft.disabled."""
    name = class_names()[state.craft[k].klass]
    layout = yaml_of("icb_layouts.yaml")[name]
    klass = rules.classes[state.craft[k].klass]
    blocks = [(layout["rows"], 0)]
    blocks += [(r, int(klass.turret_cell[n])) for n, r in enumerate(layout["turrets"])]
    out = set()
    for rows, base in blocks:
        for n, row in enumerate(rows):
            for column, code in enumerate(row.split()):
                component = int(klass.cell[base + n, column])
                if component >= 0 and int(state.craft[k].disabled) >> component & 1:
                    out.add(code)
    return out
