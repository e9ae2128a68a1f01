"""The record sheets next to the map, as in the book: six blocks of armour around the inside.

Row 1 of a block is at the top, so every hit comes from above. Boxes left are filled, boxes gone are
hollow. Components on the armour stand over it. Components have the colour of their kind, a pale one
where they are disabled. The last row inside is Ship Destroyed. A block that was never seen is
hatched. Boxes are drawn by runs, not one by one: of a row, and of equal rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from spacecombat_env.core.presentation.perspective import without_side
from spacecombat_env.core.presentation.svg import (
    AMBER,
    BRIGHT,
    DIM,
    FINE,
    RED,
    number,
    svg_text,
)

from ...model import NONE, WIDTH, Comp, Facing, Morale, Status, Tow
from ..piece_names import Names
from ..texts import STATUS_TEXT, TOW_TEXT
from ..views.known_pieces import carried_by, craft_of, tonnage_text
from ..views.sheet_views import KnownBlock, KnownSheet, components_out, sheet_of
from .board import Board
from .shapes import ACROSS, BOX, TINTS, mesh

BETWEEN, OVER = 8, 13
"""Distance from block to block, and space above each one for its shield."""
HIDDEN_RATE = "?"
"""In place of the rate of an enemy's variable shield."""
LIFT = BOX + 2
"""Space that components on an armour block take above it."""
HEAD, FOOT = 22.0, 26.0
"""Height of the lines of text above and below the blocks."""
LETTERS = 6.2
"""Width of a letter of a sheet's text."""
ARMS, SHIELDS, AVIONICS, PEOPLE, DRIVE, POWER, STORES = range(7)
"""Rows of TINTS."""
KINDS: dict[int, int] = {
    **dict.fromkeys((Comp.WEAPON, Comp.HARDPOINT, Comp.AUTOLOADER, Comp.TOT_GEAR), ARMS),
    **dict.fromkeys((Comp.SHIELD, Comp.ECM, Comp.POINT_DEFENCE), SHIELDS),
    **dict.fromkeys(range(Comp.TRANSPONDER, Comp.HARDPOINT), AVIONICS),
    **dict.fromkeys((Comp.BRIDGE, Comp.COCKPIT, Comp.QUARTERS, Comp.LIFE_SUPPORT), PEOPLE),
    **dict.fromkeys((Comp.DCS, Comp.ACS, Comp.ENGINE, Comp.LINKAGE, Comp.FTL_DRIVE), DRIVE),
    **dict.fromkeys((Comp.ANTIGRAV, Comp.COMPENSATOR, Comp.FUEL), DRIVE),
    Comp.PLANT: POWER,
}
"""Colour of a kind of component; other kinds are stores."""


class Spot(NamedTuple):
    """The place of a block on its sheet, and the text above it."""

    block: KnownBlock
    x: float
    y: float
    caption: str
    facing: int
    """NONE unless it is armour of a facing."""


class BoxRun(NamedTuple):
    """Boxes side by side, in equal rows."""

    left: int
    right: int
    top: int
    low: int


# --- runs ----------------------------------------------------------------------------------------


def runs(rows: Iterable[int]) -> Iterator[BoxRun]:
    """Yield the runs of boxes in rows of bits; equal rows that follow each other are one."""
    open_runs: dict[tuple[int, int], int] = {}
    rows = [*rows, 0]
    for n, row in enumerate(rows):
        here = set(_spans(row))
        for span in [span for span in open_runs if span not in here]:
            yield BoxRun(*span, open_runs.pop(span), n)
        for span in here:
            open_runs.setdefault(span, n)


def _spans(row: int) -> Iterator[tuple[int, int]]:
    """Yield the first column and the one after the last of each run of a row, from 0."""
    start = NONE
    for column in range(WIDTH + 1):
        filled = column < WIDTH and bool(row >> (WIDTH - 1 - column) & 1)
        if filled and start == NONE:
            start = column
        if not filled and start != NONE:
            yield start, column
            start = NONE


def boxes(rows: Iterable[int], color: str, opacity: float = 1.0) -> str:
    """Return the boxes of some rows, a rectangle a run, all in one path."""
    svg = "".join(
        f"M{BOX * run.left} {BOX * run.top}h{BOX * (run.right - run.left)}"
        f"v{BOX * (run.low - run.top)}h-{BOX * (run.right - run.left)}z"
        for run in sorted(runs(rows))
    )
    pale = f' opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<path fill="{color}"{pale} d="{svg}"/>' if svg else ""


def _hatched(height: int) -> str:
    """Return lines over an unknown block, or over a Firewall row."""
    low, strokes = BOX * height, []
    for start in range(-low, ACROSS, 2 * BOX):
        a, b = max(start, 0), min(start + low, ACROSS)
        strokes.append(f"M{a} {low - (a - start)}L{b} {low - (b - start)}")
    return f'<path d="{"".join(strokes)}" fill="none" stroke="{DIM}" stroke-width="0.8"/>'


# --- blocks --------------------------------------------------------------------------------------


def block_svg(block: KnownBlock, side: int, firewall: bool = False) -> str:
    """Return a block of armour."""
    parts = [_ground(block.height)]
    if block.external:
        parts.append(f'<g transform="translate(0 {-BOX - 1})">')
        parts += [boxes((block.external,), FINE), boxes((block.external_left,), AMBER)]
        parts += [mesh(1), "</g>"]
    if block.rows is None:
        return "".join([*parts, _hatched(block.height)])
    parts += [boxes(block.rows, BRIGHT[side]), mesh(block.height)]
    return "".join([*parts, _hatched(1) if firewall and block.rows[:1] > (0,) else ""])


def inside_svg(block: KnownBlock, component_kinds: dict[int, int], out: int) -> str:
    """Return an internal block; `component_kinds` gives the kind of each component."""
    if block.rows is None:
        return _ground(block.height) + _hatched(block.height)
    layers: dict[tuple[str, bool], list[int]] = {}
    for n, (row, cells) in enumerate(zip(block.rows, block.cells, strict=True)):
        for column, component in enumerate(cells):
            bit = 1 << (WIDTH - 1 - column)
            if row & bit:
                key = (
                    _tint(component_kinds.get(component, Comp.FREE)),
                    bool(out >> max(component, 0) & 1),
                )
                key = key if component != NONE else (key[0], False)
                layers.setdefault(key, [0] * block.height)[n] |= bit
    svg = (
        boxes(rows, color, 0.4 if is_out else 1.0)
        for (color, is_out), rows in sorted(layers.items())
    )
    return "".join([_ground(block.height), *svg, mesh(block.height)])


def _ground(height: int) -> str:
    """Return the boxes of a block as if all were gone."""
    return f'<rect width="{ACROSS}" height="{BOX * height}" fill="{FINE}"/>'


def _tint(kind: int) -> str:
    """Return the colour of a kind of component."""
    return RED if kind == Comp.SHIP_DESTROYED else TINTS[KINDS.get(Comp(kind), STORES)]


def spot_svg(names: Names, sheet: KnownSheet, spot: Spot, side: int, more: str = "") -> str:
    """Return a block at its place on the sheet."""
    klass, block = names.printed(sheet.row), spot.block
    if block.cells:
        component_kinds = {c: klass.component[c].kind for c in range(klass.components)}
        named, inner = "inside", inside_svg(block, component_kinds, sheet.out)
    else:
        named = "turret" if spot.facing == NONE else Facing(spot.facing).name
        inner = block_svg(block, side, bool(klass.firewall))
    place = f"translate({number(spot.x)} {number(spot.y)})"
    return f'<g {more}data-block="{named}" transform="{place}">{inner}</g>'


# --- sheets --------------------------------------------------------------------------------------


class SheetDrawing:
    """One ship's record sheet in its place next to the map."""

    def __init__(self, names: Names, board: Board, k: int, place: int) -> None:
        self.names, self.board, self.k = names, board, k
        self.side = names.side(k)
        self.craft = names.state.craft[k]
        self.sheet: KnownSheet | None = sheet_of(names, k)
        self.x, self.y = board.sheet_at(place)
        self.key = f"s{place}"
        self.spots = [*spots_of(names, k, self.sheet)] if self.sheet else []
        self.scale, self.left, self.top = self._fitted()

    def _fitted(self) -> tuple[float, float, float]:
        """Return the scale of the blocks, and where their corner lies, from the place's centre."""
        cell = self.board.cell
        height = cell - HEAD - FOOT
        if not self.spots:
            return 1.0, 0.0, 0.0
        wide = 3 * ACROSS + 2 * BETWEEN
        high = max(spot.y + BOX * spot.block.height for spot in self.spots)
        scale = min((cell - 24) / wide, height / high)
        return scale, -scale * wide / 2, -cell / 2 + HEAD + (height - scale * high) / 2

    def lines(self) -> Iterator[str]:
        """Yield the drawing of the sheet: armour, inside."""
        if self.sheet is not None:
            yield self._layer("a", [spot for spot in self.spots if not spot.block.cells])
            yield self._layer("i", [spot for spot in self.spots if spot.block.cells])
        else:
            size = number(self.board.cell / 2 - 10)
            yield self._group("a", f'<path d="M0 -{size}V{size}" stroke="none"/>')

    def _group(self, layer: str, inner: str) -> str:
        """Return a part of the sheet at its place."""
        place = f"translate({number(self.x)} {number(self.y)})"
        return f'<g data-k="{self.key}{layer}" transform="{place}">{inner}</g>'

    def _layer(self, layer: str, spots: list[Spot]) -> str:
        """Return some of the blocks."""
        assert self.sheet is not None
        inner = "".join(spot_svg(self.names, self.sheet, spot, self.side) for spot in spots)
        fit = f"translate({number(self.left)} {number(self.top)}) scale({self.scale:.3f})"
        dim = ' opacity="0.45"' if self.craft.status >= Status.DESTROYED else ""
        return self._group(layer, f'<g transform="{fit}"{dim}>{inner}</g>')

    # -- text: in the picture's own units, so that a page can keep it legible --------------------

    def labels(self) -> str:
        """Return the shield of each facing over its block; over a turret, its number.

        There are none where sheets stand side by side: letters would cover the boxes.
        """
        parts: list[str] = []
        if self.board.files > 1:
            return ""
        for spot in self.spots:
            x = self.x + self.left + self.scale * (spot.x + ACROSS / 2)
            lift = LIFT if spot.block.external else 0
            y = self.y + self.top + self.scale * (spot.y - lift) - 2
            if spot.caption:
                parts.append(svg_text(x, y, spot.caption, 10, DIM, "middle"))
        return "".join(parts)

    def name(self) -> str:
        """Return the ship's name and state: of an enemy, when it was seen.

        Where sheets stand side by side the state goes below, and the name may be cut.
        """
        left, top = self.x - self.board.cell / 2 + 8, self.y - self.board.cell / 2
        caption = f"{self.names.craft(self.k)} · {state_of(self.names, self.k, self.sheet)}"
        if self.board.files > 1:
            caption = _abridged(without_side(self.names.craft(self.k), self.side), self._letters())
        return svg_text(
            left, top + 13, _cut(caption, self._letters()), 11, BRIGHT[self.side], bold=True
        )

    def losses(self) -> str:
        """Return the disabled parts of the ship; or its state, where sheets stand side by side."""
        left, low = self.x - self.board.cell / 2 + 8, self.y + self.board.cell / 2
        if self.board.files > 1:
            caption = state_of(self.names, self.k, self.sheet)
            return svg_text(left, low - 14, _cut(caption, self._letters()), 10, DIM)
        out = components_out(self.names, self.sheet) if self.sheet else []
        text = _cut(f"out: {', '.join(out)}", self._letters())
        return svg_text(left, low - 14, text, 10, RED) if out else ""

    def _letters(self) -> int:
        """Return how many letters fit in a line of the sheet."""
        return int((self.board.cell - 12) / LETTERS)


def state_of(names: Names, k: int, sheet: KnownSheet | None) -> str:
    """Return the text after the name of a sheet."""
    craft = names.state.craft[k]
    if sheet is not None and sheet.own:
        if craft.status == Status.ABOARD:
            return f"in a bay of {names.craft(craft.carrier)}"
        if craft.status != Status.ON_MAP:
            return STATUS_TEXT[Status(craft.status)]
        return ", ".join([f"thrust {craft.thrust}", *_condition(names, k), *_hurt_crew(names, k)])
    if craft.status > Status.ON_MAP:
        gone = STATUS_TEXT[Status(craft.status)]
        return (
            f"{gone}, {sheet.sighting_text}" if sheet is not None and sheet.sighting_text else gone
        )
    if sheet is not None:
        return sheet.sighting_text
    tons = tonnage_text(craft)
    return f"class not known{f', {tons}' if tons else ''}"


def _condition(names: Names, k: int) -> Iterator[str]:
    """Yield what else an own ship does or has: EPs left, a tow, craft in its bays, morale."""
    craft = names.state.craft[k]
    if names.class_of(k).switches:
        yield f"{craft.eps} EPs left"
    if craft.tow != NONE:
        stage = TOW_TEXT[Tow(craft.tow_state)]
        turns = f", {craft.tow_turns} turns" if craft.tow_turns else ""
        part = "in tow of" if craft.towed else "tug of"
        yield f"{part} {names.craft(craft.tow)} ({stage}{turns})"
    aboard = [without_side(names.craft(c), names.side(k)) for c in carried_by(names, k)]
    if aboard:
        yield f"in its bays: {' and '.join(aboard)}"
    if craft.morale == Morale.BROKEN and names.option.morale:
        yield "its crew flees"


def _hurt_crew(names: Names, k: int) -> Iterator[str]:
    """Yield the wounded members of an own crew."""
    craft, klass = names.state.craft[k], names.class_of(k)
    for place in range(int(klass.crew)):
        member = names.state.crew[craft.first_crew + place]
        if member.hits:
            yield f"{names.crewman(klass, place)} {member.hits} hits"


def spots_of(names: Names, k: int, sheet: KnownSheet) -> Iterator[Spot]:
    """Yield the blocks of a sheet at their places: flanks left and right of the inside.

    The front is above it.
    """
    klass = names.printed(sheet.row)
    if not klass.variable:
        return placed_blocks(sheet, [int(rate) for rate in klass.shield])
    rates = [int(rate) for rate in names.state.craft[k].shield]
    return placed_blocks(sheet, rates if sheet.own else [HIDDEN_RATE] * len(Facing))


def placed_blocks(sheet: KnownSheet, rates: Sequence[int | str]) -> Iterator[Spot]:
    """Yield the blocks of a sheet at their places, with the flicker rate of each facing."""
    column = ACROSS + BETWEEN
    over = [OVER + (LIFT if block.external else 0) for block in sheet.armour]
    high = [over[n] + BOX * block.height for n, block in enumerate(sheet.armour)]
    inside = OVER + BOX * sheet.inside.height
    middle = (high[Facing.F] + inside + high[Facing.A]) / 2
    top = max(0.0, high[Facing.LF] - middle, high[Facing.RF] - middle)
    places = {
        Facing.F: (column, top),
        Facing.A: (column, top + high[Facing.F] + inside),
        Facing.LF: (0, top + middle - high[Facing.LF]),
        Facing.RF: (2 * column, top + middle - high[Facing.RF]),
        Facing.LA: (0, top + middle),
        Facing.RA: (2 * column, top + middle),
    }
    for facing, (x, y) in places.items():
        caption = f"{facing.name} {rates[facing]}"
        yield Spot(sheet.armour[facing], x, y + over[facing], caption, facing)
    yield Spot(sheet.inside, column, top + high[Facing.F] + OVER, "", NONE)
    low = [top + middle + high[Facing.LA], top + middle + high[Facing.RA]]
    for n, (armour, block) in enumerate(sheet.turrets):
        x, y = 2 * column * (n % 2), low[n % 2] + OVER
        yield Spot(armour, x, y, f"turret {n + 1}", NONE)
        yield Spot(block, x, y + BOX * armour.height + 3, "", NONE)
        low[n % 2] = y + BOX * (armour.height + block.height) + 3


def _abridged(name: str, letters: int) -> str:
    """Return a name, or its beginning and its number."""
    if len(name) <= letters:
        return name
    start, _, number = name.rpartition(" ")
    return f"{start[: letters - len(number) - 3]}.. {number}"


def _cut(text: str, letters: int) -> str:
    """Return a text, cut to its length."""
    return text if len(text) <= letters else f"{text[: letters - 2].rstrip(' ,')} .."


def record_sheets(names: Names, board: Board) -> Iterator[str]:
    """Yield the record sheets of all ships that the reader knows, Red's first."""
    known = [k for side in range(2) for k in craft_of(names, side)]
    sheets = [SheetDrawing(names, board, k, place) for place, k in enumerate(known)]
    yield f'<g class="sheet">{"".join(sheet.name() for sheet in sheets)}</g>'
    for sheet in sheets:
        yield from sheet.lines()
    yield f'<g class="sheet">{"".join(sheet.losses() for sheet in sheets)}</g>'
    yield f'<g class="sheet">{"".join(sheet.labels() for sheet in sheets)}</g>'
