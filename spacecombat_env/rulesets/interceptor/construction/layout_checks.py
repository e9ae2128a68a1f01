"""DesignStep 15: check of a layout that the designer gives, as in data/icb_layouts.yaml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..model import NONE, WIDTH
from ..model.printed.bays import BAYS as BAY_KINDS
from ..model.printed.components import kind_of
from .design import Design
from .icb import AVIONICS, BAYS, PAIRED, boxes_of, internal_boxes, scale_of, turret_boxes
from .layout import DESTROYED, FREE, Grid, Layout, Spot, is_joined, lay_external
from .parts import DesignStep, Line, Part, Place, Refusal

FUEL_NAMES = ("fuel",)
ROOMY = 4
"""From this number of boxes on, each should be next to two of its own."""


def given_layout(design: Design, lines: Sequence[Line]) -> tuple[Layout | None, list[Refusal]]:
    """Return the design's own layout, and what is wrong with it."""
    layout = read_layout(design)
    if layout is None:
        reason = "rows and turrets are lists of rows of ten codes, legend a mapping"
        return None, [_refusal("ICB-06", reason)]
    refusals = [
        *size_refusals(design, lines, layout),
        *avionics_refusals(layout),
        *count_refusals(layout, lines),
        *block_refusals(layout),
        *bay_refusals(layout),
        *side_refusals(layout),
    ]
    layout.external, misfits = lay_external(design, layout.scale)
    layout.remarks = loose_boxes(layout)
    return layout, [*refusals, *misfits]


def read_layout(design: Design) -> Layout | None:
    """IN-ICB-13 Return the layout of a design, which stays as given; None if it is malformed."""
    source: Mapping[str, object] = design.layout or {}
    blocks, legend = [source.get("rows")], source.get("legend")
    turrets = source.get("turrets") or []
    if not isinstance(turrets, list) or not isinstance(legend, Mapping):
        return None
    grids: list[Grid] = []
    for block in (*blocks, *turrets):
        if not isinstance(block, list) or not block:
            return None
        grid = [str(row).split() for row in block]
        if any(len(row) != WIDTH for row in grid):
            return None
        grids.append(grid)
    named = {str(code): str(name) for code, name in legend.items()}
    return Layout(scale_of(design.tonnage), grids[0], grids[1:], named)


def _refusal(rule: str, reason: str, by: float = 0) -> Refusal:
    """Return a refusal of the layout."""
    return Refusal(DesignStep.SHEET, "layout", rule, reason, by)


def size_refusals(design: Design, lines: Sequence[Line], layout: Layout) -> Iterator[Refusal]:
    """IN-ICB-04, 05 Yield blocks of another size than theirs."""
    needed = [internal_boxes(design.tonnage, lines)]
    needed += [turret_boxes(design.tonnage, lines, n) for n in range(len(design.turrets))]
    given = [len(block) * WIDTH for block in (layout.rows, *layout.turrets)]
    if needed != given:
        yield _refusal("ICB-04", f"blocks of {given} boxes, {needed} needed")


def avionics_refusals(layout: Layout) -> Iterator[Refusal]:
    """IN-CON-43 Yield a last row that is not Ship Destroyed, and avionics without their box."""
    if layout.rows[-1] != [DESTROYED] * WIDTH:
        yield _refusal("ICB-06", "the last row is not Ship Destroyed (SD)")
    counts = Counter(code for row in layout.rows for code in row)
    for code, name in AVIONICS.items():
        if counts[code] != 1:
            yield _refusal("CON-43", f"{counts[code]} boxes of {name} ({code}), 1 needed")


def count_refusals(layout: Layout, lines: Sequence[Line]) -> Iterator[Refusal]:
    """IN-ICB-06 Yield parts that have no boxes, or other than theirs."""
    needed = Counter(_named_boxes(lines, layout.scale))
    found = Counter(_laid_boxes(layout))
    for (name, boxes), count in (needed - found).items():
        yield _refusal("ICB-06", f"{name}: {boxes} boxes in one code are missing", count)
    for (name, boxes), count in (found - needed).items():
        yield _refusal("ICB-06", f"{name}: {boxes} boxes are too many or too few", count)


def _named_boxes(lines: Sequence[Line], scale: int) -> Iterator[tuple[str, int]]:
    """Yield name and boxes of each part that lies in a block."""
    for line in lines:
        boxes = boxes_of(line, scale)
        if line.part is Part.STREAMLINING or line.place not in (Place.HULL, Place.TURRET):
            continue
        if line.turret != NONE:
            yield f"turret {line.turret + 1}: {line.item}", boxes
        elif line.part in BAYS:
            yield f"{line.item}: {boxes} boxes", WIDTH
        elif line.part not in PAIRED:
            yield line.item, boxes
    for part in PAIRED:
        yield from _halves([line for line in lines if line.part is part], scale)


def _halves(lines: Sequence[Line], scale: int) -> Iterator[tuple[str, int]]:
    """Yield name and boxes of each side of DCS or ACS; all sets share the code of the last."""
    boxes = sum(boxes_of(line, scale) for line in lines)
    if lines:
        yield from ((f"{lines[-1].item} {side}", boxes // 2) for side in ("left", "right"))


def _laid_boxes(layout: Layout) -> Iterator[tuple[str, int]]:
    """Yield name and boxes of each code."""
    for code, spots in spots_of(layout).items():
        yield layout.legend.get(code, code), len(spots)


def spots_of(layout: Layout) -> dict[str, list[Spot]]:
    """Return the boxes of each code but free ones, avionics and Ship Destroyed."""
    found: dict[str, list[Spot]] = {}
    below = 0
    for block in (layout.rows, *layout.turrets):
        for row, codes in enumerate(block):
            for column, code in enumerate(codes):
                if code not in (FREE, DESTROYED, *AVIONICS):
                    found.setdefault(code, []).append((below + row, column))
        below += len(block) + 1  # no block touches the next
    return found


def block_refusals(layout: Layout) -> Iterator[Refusal]:
    """IN-ICB-07 Yield parts that do not lie in one block; fuel may be spread."""
    for code, spots in spots_of(layout).items():
        name = layout.legend.get(code, code)
        sided = name.startswith(("DCS", "ACS"))
        if not name.startswith(FUEL_NAMES) and not sided and not is_joined(spots):
            yield _refusal("ICB-07", f"{name} ({code}) does not lie in one block")


def bay_refusals(layout: Layout) -> Iterator[Refusal]:
    """IN-ICB-10 Yield bays that are not drawn as one full row."""
    for code, spots in spots_of(layout).items():
        name = layout.legend.get(code, code)
        if kind_of(name) in BAY_KINDS and len({row for row, _ in spots}) > 1:
            yield _refusal("ICB-10", f"{name} ({code}) is not one full row")


def side_refusals(layout: Layout) -> Iterator[Refusal]:
    """IN-ICB-09 Yield DCS and ACS whose halves do not lie on their sides."""
    for code, spots in spots_of(layout).items():
        name = layout.legend.get(code, code)
        if not name.startswith(("DCS", "ACS")):
            continue
        left = name.endswith("left")
        if any((column < WIDTH // 2) is not left for _, column in spots):
            yield _refusal("ICB-09", f"{name} ({code}) is not on its side")


def loose_boxes(layout: Layout) -> list[str]:
    """IN-ICB-07 Return a remark that names the parts with a box next to fewer than two of its own.

    The book asks for two "if at all possible", so this is no refusal.
    """
    loose = []
    for code, spots in spots_of(layout).items():
        name = layout.legend.get(code, code)
        if len(spots) < ROOMY or name.startswith((*FUEL_NAMES, "DCS", "ACS")):
            continue
        own = set(spots)
        around = [{(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} for r, c in spots]
        if any(len(own & near) < 2 for near in around):
            loose.append(code)
    parts = ", ".join(loose)
    return [f"parts with a box next to fewer than two of its own: {parts}"] if loose else []
