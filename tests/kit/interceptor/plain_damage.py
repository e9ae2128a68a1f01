"""Damage in its plainest form: boxes with the hits they still take, flood fill. Slow; an oracle.

A ship is blocks of boxes: what lies on the armour, the armour of each facing, each turret's armour
and block, the internal block. Rows and columns count from 1, row 1 outermost. A box that is gone is
not in its block. A bay is a row of ten boxes; its hits are counted together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from spacecombat_env.rulesets.interceptor.model import Facing, yaml_of
from spacecombat_env.rulesets.interceptor.model.printed.components import (
    SINGLE,
    TURRET_NAME,
    kind_of,
)
from spacecombat_env.rulesets.interceptor.model.printed.designs import ShipDesign

Box = tuple[int, int]
Block = dict[Box, int]
"""Hits that each box still takes."""
COLUMNS = range(1, 11)
EMPTY = -1
"""In place of the hits that a bay takes: it holds nothing."""


def block(rows: int) -> Block:
    """Return a whole block of armour."""
    return {(row, column): 1 for row in range(1, rows + 1) for column in COLUMNS}


def inner_block(sheet: ShipDesign, rows: list[list[str]]) -> Block:
    """Return a whole internal block: avionics and cockpits take a hit, others as the scale says."""
    legend, scale = sheet.layout["legend"], sheet.layout["scale"]
    single = {code for code in legend if kind_of(TURRET_NAME.sub("", legend[code])) in SINGLE}
    return {
        (row, column): 1 if code in single else scale
        for row, codes in enumerate(rows, start=1)
        for column, code in enumerate(codes, start=1)
    }


def shipped(name: str) -> ShipDesign:
    """Return one of the fifteen ships from its files."""
    ship = yaml_of("ships.yaml")["ships"][name]
    return ShipDesign(name, ship, yaml_of("icb_layouts.yaml")[name])


def bays_of(sheet: ShipDesign) -> dict[int, int]:
    """Return the rows of bays with the hits that they take; EMPTY for an empty one."""
    found = {}
    design, legend = sheet.design, sheet.layout["legend"]
    holds = bool(design.get("supplies_months") or design.get("contents"))
    for row, codes in enumerate(sheet.blocks[0], start=1):
        name = legend.get(codes[0], "")
        if name.endswith(" boxes"):
            count = int(name.split()[-2]) * sheet.layout["scale"]
            found[row] = count if holds and name.startswith("cargo") else EMPTY
    return found


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

    armour: dict[int, Block]
    heights: dict[int, int]
    outside: dict[int, Block]
    inside: Block
    depth: int
    bays: dict[int, int]
    """Hits that the bay of a row still takes; EMPTY: hits pass it."""
    scale: int
    turrets: list[tuple[Block, int, Block, int]] = field(default_factory=list)

    @staticmethod
    def of(sheet: ShipDesign) -> PlainShip:
        """Return a whole ship from design and layout."""
        layout, design, scale = sheet.layout, sheet.design, sheet.layout["scale"]
        heights = {side: design["armour"][side.name] // 10 for side in Facing}
        outside: dict[int, Block] = {side: {} for side in Facing}
        for side, items in (layout.get("external") or {}).items():
            for item in items:
                left, right = item["columns"]
                outside[Facing[side]] |= {(0, n): scale for n in range(left, right + 1)}
        turrets = []
        for n, rows in enumerate(sheet.blocks[1:]):
            height = design["armour"]["turrets"][n] // 10
            turrets.append((block(height), height, inner_block(sheet, rows), len(rows)))
        inside = inner_block(sheet, sheet.blocks[0])
        armour = {side: block(height) for side, height in heights.items()}
        depth, bays = len(layout["rows"]), bays_of(sheet)
        return PlainShip(armour, heights, outside, inside, depth, bays, scale, turrets)

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
        solid = [n for n in range(len(tower)) if not self._is_passed(tower[n], places[n])]
        tower, places = [tower[n] for n in solid], [places[n] for n in solid]
        self._lay(tower, places, column, rows, lambda: False)

    def _is_passed(self, boxes: Block, row: int) -> bool:
        """Return whether a row is an empty bay."""
        return boxes is self.inside and self.bays.get(row) == EMPTY

    def _dig(self, facing: int, turret: int | None, column: int | None, points: int) -> None:
        """Finish a box that is there before the next: of one column, or of whole rows."""
        if turret is not None:
            armour, _, inner, _ = self.turrets[turret]
            points = self._dig_blocks([armour, inner], column, points)
            if inner:
                return
        self._dig_blocks([self.outside[facing], self.armour[facing], self.inside], column, points)

    def _dig_blocks(self, blocks: list[Block], column: int | None, points: int) -> int:
        """Take boxes from outside in, from left to right; return the points left."""
        for boxes in blocks:
            met = sorted(box for box in boxes if column is None or box[1] == column)
            started: set[int] = set()
            for box in met:
                if self._is_passed(boxes, box[0]):
                    continue
                if boxes is self.inside and box[0] in self.bays:
                    points = self._dig_bay(box[0], points, started)
                    continue
                used = min(points, boxes[box])
                for _ in range(used):
                    self._take(boxes, box)
                points -= used
        return points

    def _dig_bay(self, row: int, points: int, started: set[int]) -> int:
        """Finish one box of a bay, the first one that was begun; return the points left."""
        most = self.scale
        if row not in started:
            most -= -self.bays[row] % self.scale
            started.add(row)
        for _ in range(min(points, most, self.bays[row])):
            self._take(self.inside, (row, 1))
            points -= 1
        return points

    def _take(self, boxes: Block, box: Box) -> None:
        """One hit on a box, if it is there."""
        if box not in boxes:
            return
        if boxes is self.inside and box[0] in self.bays:
            self.bays[box[0]] -= 1
            if self.bays[box[0]] == 0:
                for column in COLUMNS:
                    del boxes[box[0], column]
            return
        boxes[box] -= 1
        if boxes[box] == 0:
            del boxes[box]

    def _begins_outside(self, facing: int, centre: int) -> bool:
        """Return whether the first box of the damage lies on the armour."""
        return (0, centre) in self.outside[facing]

    def _lay(
        self,
        tower: list[Block],
        places: list[int],
        centre: int,
        rows: list[list[int]],
        end: Any,
    ) -> list[list[int]]:
        """Lower the arrow to the highest box, hit what lies under the rows; return those left."""

        def is_met(n: int) -> bool:
            return (places[n], centre) in tower[n]

        start = next((n for n in range(len(tower)) if is_met(n)), len(tower))
        for n in range(start, len(tower)):
            if not rows:
                break
            for column in rows[0]:
                self._take(tower[n], (places[n], column))
            rows = rows[1:]
            if end():
                break
        return rows

    def widow(self, facing: int) -> set[Box]:
        """Remove the armour of a facing that is cut off from its bottom row; return it."""
        cut = cut_off(self.armour[facing], self.heights[facing])
        for row, column in cut:
            del self.armour[facing][row, column]
            self.outside[facing].pop((0, column), None)
        return cut

    def widow_turret(self, turret: int) -> None:
        """The same of a turret."""
        armour, height, _, _ = self.turrets[turret]
        for box in cut_off(armour, height):
            del armour[box]


def cut_off(boxes: Block, bottom: int) -> set[Box]:
    """Return boxes without a path by sides to the bottom row: a flood from there."""
    found = {box for box in boxes if box[0] == bottom}
    frontier = list(found)
    while frontier:
        row, column = frontier.pop()
        for box in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if box in boxes and box not in found:
                found.add(box)
                frontier.append(box)
    return set(boxes) - found


# --- the same of a state -------------------------------------------------------------------------


def boxes_of(state: Any, rules: Any, k: int) -> PlainShip:
    """Return what is left of a craft of a state."""
    craft = state.craft[k]
    klass = rules.classes[craft.klass]
    pool, first = state.rows[k // (len(state.craft) // 2)], int(craft.first_row)
    scale, cells = int(klass.scale), int(klass.cells)

    def hits_left(row: int, n: int, column: int) -> int:
        """Hits that a box of a scaled row takes: the scale, less the bits in its planes."""
        if n < cells and int(klass.unscaled[n]) >> (10 - column) & 1:
            return 1
        planes = [first + int(klass.plane_row) + p * (cells + 6) + n for p in range(klass.planes)]
        bits = [int(pool[plane]) >> (10 - column) & 1 for plane in planes]
        return scale - sum(bit << p for p, bit in enumerate(bits))

    def boxes(row: int, count: int, least: int = 1, n: int | None = None) -> Block:
        return {
            (at + least, column): 1 if n is None else hits_left(row + at, n + at, column)
            for at in range(count)
            for column in COLUMNS
            if int(pool[first + row + at]) >> (10 - column) & 1
        }

    heights = {side: int(klass.armour_rows[side]) for side in Facing}
    armour = {side: boxes(int(klass.armour_row[side]), heights[side]) for side in Facing}
    outside: dict[int, Block] = {side: {} for side in Facing}
    for side in Facing:
        if klass.external_row[side] >= 0:
            outside[side] = boxes(int(klass.external_row[side]), 1, 0, cells + side)
    turrets = []
    for n in range(int(klass.turrets)):
        height, depth = int(klass.turret_rows[n]), int(klass.turret_depth[n])
        top = boxes(int(klass.turret_row[n]), height)
        inner = boxes(int(klass.turret_inner[n]), depth, 1, int(klass.turret_cell[n]))
        turrets.append((top, height, inner, depth))
    depth, bays = int(klass.depth), {}
    for n in range(int(klass.bays)):
        bay = klass.bay[n]
        left = int(bay.boxes) * scale - int(craft.bay_hits[n])
        bays[int(bay.cell) + 1] = left if bay.loaded else EMPTY
    inside = boxes(int(klass.inner), depth, 1, 0)
    return PlainShip(armour, heights, outside, inside, depth, bays, scale, turrets)


def components_out(sheet: ShipDesign, ship: PlainShip) -> set[str]:
    """Return the codes of the layout that have lost more than half of their boxes."""
    out = set()
    blocks = [ship.inside, *(turret[2] for turret in ship.turrets)]
    for rows, left in zip(sheet.blocks, blocks, strict=True):
        cells: dict[str, list[Box]] = {}
        for n, row in enumerate(rows, start=1):
            for column, code in enumerate(row, start=1):
                cells.setdefault(code, []).append((n, column))
        for code, boxes in cells.items():
            lost, count = sum(box not in left for box in boxes), len(boxes)
            if left is ship.inside and ship.bays.get(boxes[0][0], EMPTY) >= 0:
                whole = bays_of(sheet)[boxes[0][0]]
                count, lost = whole // ship.scale, (whole - ship.bays[boxes[0][0]]) // ship.scale
            if lost > count / 2:
                out.add(code)
    free = {"..", *({"FN"} if not sheet.design["ftl"] else ())}
    return out - free


def codes_out(state: Any, rules: Any, k: int, sheet: ShipDesign) -> set[str]:
    """Return the same of a state, from craft.disabled."""
    klass = rules.classes[state.craft[k].klass]
    bases = [0, *(int(klass.turret_cell[n]) for n in range(int(klass.turrets)))]
    out = set()
    for rows, base in zip(sheet.blocks, bases, strict=True):
        for n, row in enumerate(rows):
            for column, code in enumerate(row):
                component = int(klass.cell[base + n, column])
                if component >= 0 and int(state.craft[k].disabled) >> component & 1:
                    out.add(code)
    return out
