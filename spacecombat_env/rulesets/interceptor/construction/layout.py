"""DesignStep 15: the automatic layout of the internal blocks and of the systems on armour.

It is the rule by which the layouts of the fifteen ships were made. From the bottom: Ship Destroyed,
then the parts in two-row strips, each strip column by column, right and left in turn. Avionics
have a row a third of the way up. Directional control lies in columns 1 and 10.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..model import NONE, WIDTH, Facing
from .catalogue import accessories
from .design import Design
from .icb import (
    AVIONICS,
    BAYS,
    PAIRED,
    boxes_of,
    internal_boxes,
    outside_boxes,
    scale_of,
    turret_boxes,
)
from .parts import DesignStep, Line, Part, Place, Refusal

FREE, DESTROYED = "..", "SD"
CODES = {
    Part.ENGINE: "E",
    Part.LINKAGE: "K",
    Part.COMPENSATOR: "AC",
    Part.WEAPON: "W",
    Part.RACK: "H",
    Part.MAGAZINE: "M",
    Part.GUARD: "P",
    Part.SHIELD: "S",
    Part.FTL: "FTL",
    Part.ANTIGRAV: "AG",
    Part.ACCESSORY: "X",
    Part.BRIDGE: "BR",
    Part.COCKPIT: "C",
    Part.QUARTERS: "Q",
    Part.LIFE_SUPPORT: "L",
    Part.PLANT: "PP",
    Part.FUEL: "FU",
    Part.CARGO: "CB",
    Part.HANGAR: "HB",
}
"""Letters before the number of a part in the hull."""
TURRET_CODES = {
    Part.TURRET: "TS",
    Part.WEAPON: "TW",
    Part.RACK: "TH",
    Part.MAGAZINE: "TM",
    Part.COCKPIT: "TK",
}
ORDER = list(Part)
Spot = tuple[int, int]
"""Row from the top and column, from 0."""
Grid = list[list[str]]


class Piece(NamedTuple):
    """A part with its code and its boxes."""

    code: str
    boxes: int
    part: Part


@dataclass
class Layout:
    """Blocks of codes and their legend, as in data/icb_layouts.yaml."""

    scale: int
    rows: Grid
    """The internal block, row 1 outermost."""
    turrets: list[Grid]
    legend: dict[str, str]
    """Code -> name of the part."""
    external: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """Facing -> systems on its armour with their columns."""
    remarks: list[str] = field(default_factory=list)

    def as_file(self) -> dict[str, Any]:
        """Return the layout in the form of data/icb_layouts.yaml."""
        blocks = [[" ".join(row) for row in block] for block in (self.rows, *self.turrets)]
        found = {"scale": self.scale, "rows": blocks[0], "turrets": blocks[1:]}
        found["legend"] = dict(self.legend)
        return {**found, "external": self.external} if self.external else found


@dataclass
class Coder:
    """Gives codes to parts, numbered by their letters."""

    legend: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def code(self, letters: str, name: str) -> str:
        """Return the next code of some letters."""
        self.counts[letters] = self.counts.get(letters, 0) + 1
        code = f"{letters}{self.counts[letters]}"
        self.legend[code] = name
        return code


def automatic_layout(design: Design, lines: Sequence[Line]) -> tuple[Layout | None, list[Refusal]]:
    """Return the layout that the rule of this module gives.

    Where the boxes do not fit there is none but a refusal.
    """
    coder, scale = Coder(), scale_of(design.tonnage)
    height = internal_boxes(design.tonnage, lines) // WIDTH
    pieces, bays = _hull_pieces(coder, lines, scale)
    needed = _boxes_needed(lines, scale)
    given = (height - 2) * WIDTH
    if height < 3 or not has_room(needed, given):
        return None, [_too_many(needed, max(0, given))]
    grid = empty_grid(height)
    lay_fixed_rows(grid, coder)
    lay_sides(grid, coder, [line for line in lines if line.part in PAIRED], scale)
    fits = fill(grid, pieces) and lay_bays(grid, bays)
    coder.legend[FREE] = "free box"
    turrets = [
        turret_block(design, coder, lines, turret, scale) for turret in range(len(design.turrets))
    ]
    external, misfits = lay_external(design, scale)
    if not fits or any(block is None for block in turrets):
        misfits.append(_too_many(needed, given))
    blocks = [block for block in turrets if block is not None]
    return Layout(scale, grid, blocks, coder.legend, external), misfits


def has_room(needed: int, given: int) -> bool:
    """IN-AMB-125 Whether the boxes of all parts are there; spare ones are used first."""
    return needed <= given


def _too_many(needed: int, given: int) -> Refusal:
    """Return the refusal for parts with more boxes than their block."""
    reason = f"{needed} boxes wanted, {given} given"
    if needed <= given:
        reason += ", and the automatic layout finds no place for all parts in one block each"
    return Refusal(DesignStep.SHEET, "layout", "ICB-06", reason, max(0, needed - given))


def _boxes_needed(lines: Sequence[Line], scale: int) -> int:
    """Return the boxes that the parts of the hull take."""
    return sum(
        WIDTH if line.part in BAYS else boxes_of(line, scale)
        for line in lines
        if line.place is Place.HULL and line.part is not Part.STREAMLINING
    )


def _hull_pieces(
    coder: Coder, lines: Sequence[Line], scale: int
) -> tuple[list[Piece], list[Piece]]:
    """Return the parts of the hull in the order of placing, and the bays."""
    pieces, bays = [], []
    for line in lines:
        if line.place is not Place.HULL or line.part not in CODES:
            continue
        boxes = boxes_of(line, scale)
        if line.part in BAYS:
            code = coder.code(CODES[line.part], f"{line.item}: {boxes} boxes")
            bays.append(Piece(code, boxes, line.part))
        else:
            pieces.append(Piece(coder.code(CODES[line.part], line.item), boxes, line.part))
    return sorted(pieces, key=lambda piece: ORDER.index(piece.part)), bays


def empty_grid(height: int) -> Grid:
    """Return a block of free boxes."""
    return [[FREE] * WIDTH for _ in range(height)]


def avionics_row(height: int) -> int:
    """Return the row of the avionics, from the top: a third of the way up."""
    usable = height - 1
    return max(0, usable - 1 - usable // 3)


def lay_fixed_rows(grid: Grid, coder: Coder) -> None:
    """IN-CON-43 Write Ship Destroyed and the avionics, which come with the command facilities."""
    grid[-1] = [DESTROYED] * WIDTH
    coder.legend[DESTROYED] = "Ship Destroyed row"
    grid[avionics_row(len(grid))] = list(AVIONICS)
    coder.legend.update(AVIONICS)


def lay_sides(grid: Grid, coder: Coder, lines: Sequence[Line], scale: int) -> None:
    """IN-ICB-09 Write DCS and ACS in columns 1 and 10, as many boxes left as right."""
    row = len(grid) - 3
    for line in lines:
        letters = line.part.value
        for side, name in (("L", "left"), ("R", "right")):
            coder.legend[f"{letters}-{side}"] = f"{line.item} {name}"
        remaining = boxes_of(line, scale) // 2
        while remaining and row >= 0:
            if grid[row][0] == grid[row][-1] == FREE:
                grid[row][0], grid[row][-1] = f"{letters}-L", f"{letters}-R"
                remaining -= 1
            row -= 1


def strips(grid: Grid) -> list[Spot]:
    """IN-ICB-06 Return the free boxes in the order of filling: strips of two rows, upward."""
    rows = [row for row in reversed(range(len(grid))) if FREE in grid[row]]
    spots: list[Spot] = []
    backward = False
    while rows:
        strip = [rows.pop(0)]
        if rows and rows[0] == strip[0] - 1:
            strip.append(rows.pop(0))
        columns = range(WIDTH)[::-1] if backward else range(WIDTH)
        spots += [(row, column) for column in columns for row in strip if grid[row][column] == FREE]
        backward = not backward
    return spots


def fill(grid: Grid, pieces: Sequence[Piece]) -> bool:
    """IN-ICB-07 Write the parts into the strips, each in one block; whether all found a place.

    No part straddles the row of avionics: a smaller one is drawn forward, or boxes stay free.
    """
    spots, remaining, at = strips(grid), list(pieces), 0
    below = sum(row > avionics_row(len(grid)) for row, _ in spots)
    while remaining:
        chosen = _next_piece(remaining, spots, at, below)
        if chosen is None:
            at = below if at < below and min(p.boxes for p in remaining) > below - at else at + 1
            if at >= len(spots):
                return False
            continue
        piece = remaining.pop(chosen)
        if at + piece.boxes > len(spots):
            return False
        for row, column in spots[at : at + piece.boxes]:
            grid[row][column] = piece.code
        at += piece.boxes
    return True


def _next_piece(
    remaining: Sequence[Piece], spots: Sequence[Spot], at: int, below: int
) -> int | None:
    """Return which part comes next at a spot; None where the box stays free."""
    chosen: int | None = 0
    if at < below:
        chosen = next((k for k, p in enumerate(remaining) if p.boxes <= below - at), None)
    if chosen is None:
        return None
    piece = remaining[chosen]
    if piece.part is not Part.FUEL and not is_joined(spots[at : at + piece.boxes]):
        return next((k for k, p in enumerate(remaining) if p.boxes == 1), None)
    return chosen


def is_joined(spots: Sequence[Spot]) -> bool:
    """IN-ICB-07 Whether boxes form one block, touching by their sides."""
    left = set(spots)
    edge = [left.pop()] if left else []
    while edge:
        row, column = edge.pop()
        for spot in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if spot in left:
                left.remove(spot)
                edge.append(spot)
    return not left


def lay_bays(grid: Grid, bays: Sequence[Piece]) -> bool:
    """IN-ICB-10 Write each bay as one full row at the top; whether there were rows for all."""
    for bay in bays:
        row = next((row for row in grid[:-1] if set(row) == {FREE}), None)
        if row is None:
            return False
        row[:] = [bay.code] * WIDTH
    return True


def turret_block(
    design: Design, coder: Coder, lines: Sequence[Line], turret: int, scale: int
) -> Grid | None:
    """IN-ICB-05 Return the block of a turret: its systems, the structure last; None if too small.

    It has no Ship Destroyed row.
    """
    own = [line for line in lines if line.turret == turret != NONE]
    own.sort(key=lambda line: line.part is Part.TURRET)
    pieces = [
        Piece(
            coder.code(TURRET_CODES.get(line.part, "TW"), f"turret {turret + 1}: {line.item}"),
            boxes_of(line, scale),
            line.part,
        )
        for line in own
    ]
    grid = empty_grid(turret_boxes(design.tonnage, lines, turret) // WIDTH)
    spots = strips(grid)
    codes = [piece.code for piece in pieces for _ in range(piece.boxes)]
    if len(codes) > len(spots):
        return None
    for (row, column), code in zip(spots, codes, strict=False):
        grid[row][column] = code
    return grid


def outside_systems(design: Design, scale: int) -> Iterator[tuple[str, Facing, int, Any]]:
    """IN-ICB-11 Yield type, facing, boxes and given columns of each system on armour."""
    for arm in design.fixed:
        if arm.equipment.is_external:
            boxes = outside_boxes(arm.equipment.cost.tons, scale)
            for _ in range(arm.count):
                yield arm.type, arm.block, boxes, arm.columns
    for each in design.accessories:
        if each.type == "External RC":
            boxes = outside_boxes(accessories()[each.type][0].tons, scale)
            for _ in range(each.count):
                yield each.type, each.facing, boxes, each.columns


def lay_external(
    design: Design, scale: int
) -> tuple[dict[str, list[dict[str, Any]]], list[Refusal]]:
    """IN-ICB-11 Return the systems on each facing with their columns, and what does not fit."""
    external: dict[str, list[dict[str, Any]]] = {}
    refusals, taken = [], {side: set[int]() for side in Facing}
    for kind, side, boxes, given in outside_systems(design, scale):
        first = given[0] if given else max(taken[side], default=0) + 1
        columns = set(range(first, first + boxes))
        if max(columns) > WIDTH or columns & taken[side]:
            reason = f"{kind} needs {boxes} columns from {first} on, which are not free"
            refusals.append(Refusal(DesignStep.SHEET, f"armour.{side.name}", "ICB-11", reason))
            continue
        if not design.armour.sides[side]:
            reason = f"{kind} needs armour at {side.name} to lie on"
            refusals.append(Refusal(DesignStep.SHEET, f"armour.{side.name}", "ICB-11", reason))
        taken[side] |= columns
        placed = {"type": kind, "columns": [first, first + boxes - 1]}
        external.setdefault(side.name, []).append(placed)
    return external, refusals
