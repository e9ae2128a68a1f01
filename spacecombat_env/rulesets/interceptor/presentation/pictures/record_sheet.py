"""The record sheet of a design as an SVG page of A4, to print and to mark with a pencil.

Blocks are drawn as in the pictures of a game, in the colours of paper. Left are the blocks, right
are weapons, crew and moves, below is the legend. Sizes are in points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spacecombat_env.core.loading.tables import Column, read_csv
from spacecombat_env.core.presentation.svg import (
    AMBER,
    BRIGHT,
    CYAN,
    DIM,
    FINE,
    GREEN,
    RED,
    SPACE,
    TEXT,
    line,
    number,
    svg_text,
)

from ...construction.account import Account
from ...construction.design import Design, ShieldKind
from ...construction.icb import AVIONICS
from ...construction.layout import FREE, Grid
from ...construction.parts import Part
from ...construction.steps import power
from ...construction.steps.hull import class_labels
from ...model import NONE, WIDTH, Comp, Facing
from ...model.printed.components import TURRET_NAME, kind_of
from ...model.printed.doubtful_values import doubtful_values
from ...model.printed.tables import BAND_ENDS, DAMAGE_COLUMNS, DATA
from ..views.sheet_views import TRUTH, KnownBlock, KnownSheet
from .shapes import ACROSS, BOX, PURPLE, RUST, TINT_TEXT, TINTS, meshes
from .sheet_drawings import BETWEEN, Spot, block_svg, inside_svg, placed_blocks

PAGE = (595, 842)
"""Width and height of A4."""
EDGE, HEAD, FOOT = 28, 74, 96
"""Margins; height of the lines above the blocks and of the legend below them."""
BLOCKS_WIDE, GAP = 330, 16
"""Width of the blocks, and the gap to the column on the right."""
INK, GREY, PAPER = "#111111", "#555555", "#ffffff"
PRINT = {
    SPACE: GREY,
    FINE: PAPER,
    TEXT: "#dfe5ee",
    DIM: "#c4c9d1",
    RED: "#f0a9a9",
    AMBER: "#f7d9a0",
    CYAN: "#b5e3de",
    GREEN: "#bfe3c3",
    PURPLE: "#d3bfe6",
    RUST: "#e3c3ad",
    **dict.fromkeys(BRIGHT, "#e9ecf1"),
}
"""Colours of the screen, and those of paper."""
HITS, MOVES, ROW_HEIGHT = 4, 16, 13
"""Boxes of wounds of a crewman; rows of the table of moves, and their height."""
MOVE_COLUMNS = ("turn", "velocity", "heading", "facing", "thrust", "flicker")


class Pen(NamedTuple):
    """Lines of text below each other."""

    x: float
    y: float
    size: float = 8

    def text(self, text: str, bold: bool = False) -> tuple[str, Pen]:
        """Return a line of text, and the pen below it."""
        svg = svg_text(self.x, self.y, text, self.size, INK, bold=bold)
        return svg, self._replace(y=self.y + 1.35 * self.size)


def record_sheet_svg(account: Account) -> str:
    """Return the record sheet of a design; raise ValueError for one without a layout."""
    if account.layout is None:
        raise ValueError(f"{account.design.name} has no layout")
    width, height = PAGE
    parts = [*_head(account), *_blocks(account), *_column(account), *_legend(account)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="210mm" '
        'height="297mm" font-family="Helvetica, Arial, sans-serif">\n'
        "<style>@page { size: A4; margin: 0 }</style>\n"
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
        f"{printed(meshes())}\n" + "\n".join(parts) + "\n</svg>\n"
    )


def printed(svg: str) -> str:
    """Return a drawing in the colours of paper."""
    colors = "|".join(PRINT)
    return re.sub(f'="({colors})"', lambda found: f'="{PRINT[found[1]]}"', svg)


# -- head ----------------------------------------------------------------------------------------


def _head(account: Account) -> Iterator[str]:
    """Yield name, hull, engines, power and price."""
    yield svg_text(EDGE, EDGE + 14, account.design.name, 18, INK, bold=True)
    pen = Pen(EDGE, EDGE + 30)
    for text in head_texts(account):
        svg, pen = pen.text(text)
        yield svg


def head_texts(account: Account) -> list[str]:
    """Return the lines of the head of a sheet."""
    design, found = account.design, account.totals()
    labels = " or ".join(class_labels(design.tonnage))
    engines = " + ".join(map(str, design.engines)) or "none"
    drives = {"FTL drive": design.ftl, "streamlined": design.streamlined}
    drives["anti-grav lifters"] = design.antigrav
    allot = f", {found['allocatable_eps']:,} to allot" if found["power_switchable"] else ""
    needed = power.needed(design, account.lines)
    equipment = [f"compensator {design.compensator or 'none'}", f"DCS x {design.dcs_sets}"]
    equipment += [name for name, fitted in drives.items() if fitted]
    return [
        f"{design.nationality}, {', '.join(design.races)} - {design.tonnage:,} t, "
        f"{found['size_class']} ({labels})",
        f"Thrust {design.thrust} - engines {engines} = {design.power:,} - {', '.join(equipment)}",
        f"Powerplant {design.powerplant:,}, {needed:,} EPs needed{allot} - fuel "
        f"{found['fuel_tons']:g} t - price {account.talents:,} talents",
        f"Scale: one box inside is {found['icb_scale']} t",
    ]


# -- blocks --------------------------------------------------------------------------------------


def _blocks(account: Account) -> Iterator[str]:
    """Yield the blocks, fitted into the left of the page."""
    spots = list(placed_blocks(known_sheet(account), account.design.shields.rates))
    kinds_of = component_kinds(account)
    high = max(spot.y + BOX * spot.block.height for spot in spots)
    room = PAGE[1] - 2 * EDGE - HEAD - FOOT
    scale = min(BLOCKS_WIDE / (3 * ACROSS + 2 * BETWEEN), room / high)
    top = EDGE + HEAD
    yield f'<g transform="translate({EDGE} {top}) scale({scale:.3f})">'
    for spot in spots:
        yield _block(account, spot, kinds_of)
    yield "</g>"
    for spot in spots:
        yield from _captions(account, spot, scale, top)


def _block(account: Account, spot: Spot, kinds_of: dict[int, int]) -> str:
    """Return one block with its frame."""
    if spot.block.cells:
        inner = inside_svg(spot.block, kinds_of, 0) + seams(spot.block.cells)
    else:
        inner = block_svg(spot.block, 0, account.design.firewall)
    frame = (
        f'<rect width="{ACROSS}" height="{BOX * spot.block.height}" fill="none" '
        f'stroke="{GREY}" stroke-width="0.6"/>'
    )
    place = f"translate({number(spot.x)} {number(spot.y)})"
    return f'<g transform="{place}">{printed(inner)}{frame}</g>'


def seams(cells: Sequence[Sequence[int]]) -> str:
    """Return the lines between boxes of different parts."""
    strokes = []
    for row, parts in enumerate(cells):
        for column, part in enumerate(parts):
            if column + 1 < WIDTH and parts[column + 1] != part:
                strokes.append(f"M{BOX * (column + 1)} {BOX * row}v{BOX}")
            if row + 1 < len(cells) and cells[row + 1][column] != part:
                strokes.append(f"M{BOX * column} {BOX * (row + 1)}h{BOX}")
    return f'<path d="{"".join(strokes)}" fill="none" stroke="{INK}" stroke-width="0.7"/>'


def _captions(account: Account, spot: Spot, scale: float, top: float) -> Iterator[str]:
    """Yield the facing and shield over a block of armour, or the codes of parts inside."""
    x, y = EDGE + scale * spot.x, top + scale * spot.y
    variable = account.design.shields.kind is ShieldKind.VARIABLE
    if spot.caption:
        lift = scale * (BOX + 2) if spot.block.external else 0
        text = spot.caption.split()[0] + " ___" if variable else spot.caption
        text = spot.caption if spot.facing == NONE else text
        yield svg_text(x + scale * ACROSS / 2, y - lift - 2, text, 8, INK, "middle")
    if not spot.block.cells:
        return
    codes = list(account.layout.legend) if account.layout else []
    size = min(6.0, 0.62 * BOX * scale)
    for part, (row, column) in label_places(spot.block.cells).items():
        mid = (x + scale * BOX * (column + 0.5), y + scale * BOX * (row + 0.7))
        yield svg_text(*mid, codes[part].partition("-")[0], round(size, 1), INK, "middle")


def label_places(cells: Sequence[Sequence[int]]) -> dict[int, tuple[int, int]]:
    """Return for each part the row and column of its box nearest to its middle."""
    found: dict[int, list[tuple[int, int]]] = {}
    for row, parts in enumerate(cells):
        for column, part in enumerate(parts):
            if part != NONE:
                found.setdefault(part, []).append((row, column))
    return {part: _middle(spots) for part, spots in found.items()}


def _middle(spots: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the box that is nearest to the middle of some."""
    rows = sum(row for row, _ in spots) / len(spots)
    columns = sum(column for _, column in spots) / len(spots)
    return min(spots, key=lambda spot: (spot[0] - rows) ** 2 + (spot[1] - columns) ** 2)


def known_sheet(account: Account) -> KnownSheet:
    """Return the blocks of a whole ship, as the pictures of a game take them."""
    assert account.layout is not None
    armour, layout = account.design.armour, account.layout
    external = dict.fromkeys(Facing, 0)
    for name, systems in layout.external.items():
        for each in systems:
            for column in range(each["columns"][0], each["columns"][1] + 1):
                external[Facing[name]] |= 1 << (WIDTH - column)
    plates = [_armour_block(armour.sides[side], external[side]) for side in Facing]
    turrets = (*armour.turrets, *(0,) * len(layout.turrets))[: len(layout.turrets)]
    inner = [_inner_block(block, list(layout.legend)) for block in (layout.rows, *layout.turrets)]
    pairs = zip((_armour_block(boxes) for boxes in turrets), inner[1:], strict=True)
    return KnownSheet(0, True, tuple(plates), tuple(pairs), inner[0], 0)


def _armour_block(boxes: int, external: int = 0) -> KnownBlock:
    """Return a whole block of armour."""
    rows = ((1 << WIDTH) - 1,) * (boxes // WIDTH)
    return KnownBlock(len(rows), rows, TRUTH, (), external, external)


def _inner_block(block: Grid, codes: list[str]) -> KnownBlock:
    """Return a whole block of components; a component is the place of its code in the legend."""
    cells = tuple(
        tuple(NONE if code == FREE else codes.index(code) for code in row) for row in block
    )
    return KnownBlock(len(block), ((1 << WIDTH) - 1,) * len(block), TRUTH, cells)


def component_kinds(account: Account) -> dict[int, int]:
    """Return the kind of each component, by the place of its code in the legend."""
    assert account.layout is not None
    arms = {arm.type for arm, _ in account.design.arms() if arm.equipment.part is not Part.GUARD}
    found = {}
    for place, name in enumerate(account.layout.legend.values()):
        part_name = TURRET_NAME.sub("", name)
        found[place] = int(Comp.WEAPON if part_name in arms else kind_of(part_name))
    return found


# -- right column --------------------------------------------------------------------------------


def _column(account: Account) -> Iterator[str]:
    """Yield weapons, crew and the table of moves."""
    pen = Pen(EDGE + BLOCKS_WIDE + GAP, EDGE + HEAD + 8, 7)
    for title, rows in (
        ("Weapons (damage at 0-1, 2-3, 4-6, 7-10, 11-15)", weapon_texts(account.design)),
        ("Crew (skills, wounds)", crew_texts(account.design)),
        ("Accessories", accessory_texts(account.design)),
    ):
        if not rows:
            continue
        svg, pen = pen.text(title, bold=True)
        yield svg
        for row in rows:
            svg, pen = pen.text(row)
            yield svg
        pen = pen._replace(y=pen.y + 6)
    yield from _moves(pen)


def weapon_texts(design: Design) -> list[str]:
    """Return the weapons in the order of the sheet, equal ones in one line."""
    bands, found, first = damage_by_band(), [], 1
    entries = [(arm, arm.arc) for arm in design.fixed]
    entries += [
        (arm, f"turret {n}") for n, arms in enumerate(design.turrets, start=1) for arm in arms
    ]
    for arm, place in entries:
        last = first + arm.count - 1
        rows = str(first) if arm.count == 1 else f"{first}-{last}"
        is_guard = arm.equipment.part is Part.GUARD
        bands_text = " ".join(bands.get(arm.type, ()))
        damage = f": {bands_text}" if bands_text else ""
        eps = f", {arm.equipment.cost.eps} EP" if arm.equipment.cost.eps else ""
        crew = "" if is_guard else f", {arm.crew}"
        found.append(f"{'-' if is_guard else rows} {arm.type}, {place}{crew}{eps}{damage}")
        first += 0 if is_guard else arm.count
    return found


def damage_by_band() -> dict[str, tuple[str, ...]]:
    """Return the damage of each gun by band of range, as its table prints it."""
    assert len(DAMAGE_COLUMNS) == len(BAND_ENDS)
    columns = dict.fromkeys(("id", *DAMAGE_COLUMNS), Column(str))
    rows = read_csv(DATA / "weapons.csv", columns)
    return {str(row["id"]): tuple(str(row[name]) for name in DAMAGE_COLUMNS) for row in rows}


def crew_texts(design: Design) -> list[str]:
    """Return a line with boxes for each crewman with a task, and one for the others."""
    wounds = "[ ]" * HITS
    found = [f"{name}: Pil __ Gun __  {wounds}" for name in design.persons]
    others = design.people - len(design.persons)
    found = [text.replace("_engineer", " engineer") for text in found]
    return [*found, f"others aboard: {others}"] if others else found


def accessory_texts(design: Design) -> list[str]:
    """Return the accessories, and what is in the cargo bay."""
    found = []
    for each in design.accessories:
        more = each.group or ", ".join(craft.name for craft in each.carries)
        number = f"{each.count} x " if each.count > 1 else ""
        found.append(f"{number}{each.type}{f' ({more})' if more else ''}"[:52])
    found += [f"{count} x {kind} in the bay" for kind, count in design.cargo.reloads]
    return found


def _moves(pen: Pen) -> Iterator[str]:
    """Yield the table in which velocity, heading, facing and thrust of each turn are written."""
    right, low = PAGE[0] - EDGE, PAGE[1] - EDGE - FOOT
    step = (right - pen.x) / len(MOVE_COLUMNS)
    for n, title in enumerate(MOVE_COLUMNS):
        yield svg_text(pen.x + n * step + 1, pen.y, title, 6, INK, bold=True)
    rows = min(MOVES, int((low - pen.y - 4) / ROW_HEIGHT))
    for n in range(rows + 1):
        y = pen.y + 4 + ROW_HEIGHT * n
        yield line((pen.x, y), (right, y), GREY, 0.4)
    for n in range(len(MOVE_COLUMNS) + 1 if rows > 0 else 0):
        x = pen.x + n * step
        yield line((x, pen.y + 4), (x, pen.y + 4 + ROW_HEIGHT * rows), GREY, 0.4)


# -- legend --------------------------------------------------------------------------------------


def _legend(account: Account) -> Iterator[str]:
    """Yield the colours, the codes of parts and the marks of doubt."""
    top = PAGE[1] - EDGE - FOOT + 14
    for n, (text, tint) in enumerate(zip(TINT_TEXT, TINTS, strict=True)):
        x, y = EDGE + 180 * (n % 3), top + 10 * (n // 3)
        yield printed(f'<rect x="{x}" y="{y - 6}" width="10" height="7" fill="{tint}"/>')
        yield svg_text(x + 14, y, text, 7, INK)
    pen = Pen(EDGE, top + 34, 6)
    for text in (*wrapped(code_texts(account), 165), *doubt_texts(account)):
        svg, pen = pen.text(text)
        yield svg


def code_texts(account: Account) -> list[str]:
    """Return code and name of each part, without avionics and free boxes."""
    legend = account.layout.legend if account.layout else {}
    names: dict[str, list[str]] = {}
    for code, name in legend.items():
        if code not in (FREE, "SD", *AVIONICS):
            names.setdefault(TURRET_NAME.sub("", name), []).append(code)
    return [f"{' '.join(codes)} {name}" for name, codes in names.items()]


def wrapped(texts: Sequence[str], width: int) -> list[str]:
    """Return texts in lines of at most a number of letters."""
    lines = [""]
    for text in texts:
        longer = f"{lines[-1]}; {text}" if lines[-1] else text
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(text)
    return lines


def doubt_texts(account: Account) -> list[str]:
    """Return a line about the parts whose numbers are reconstructed or suspect."""
    design = account.design
    used = {design.name, *(arm.type for arm, _ in design.arms())}
    used |= {each.type for each in design.accessories}
    doubts = dict.fromkeys(
        "layout" if mark.file == "icb_layouts.yaml" else mark.name
        for mark in doubtful_values()
        if mark.name in used
    )
    return [f"Reconstructed or suspect: {', '.join(doubts)}."] if doubts else []
