"""One reader's picture of one position, as the lines of its moving part."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.labels import (
    Box,
    Label,
    LabelLine,
    along,
    around,
    placed,
    text_width,
    unplaced,
)
from spacecombat_env.core.presentation.perspective import SIDES, UMPIRE, is_own
from spacecombat_env.core.presentation.svg import BRIGHT, TEXT, Point, arrow, line, number, svg_text

from ...model import (
    BOXES,
    NONE,
    TRACE,
    InterceptPhase,
    Power,
    Result,
    Status,
    Type,
    Victory,
)
from ..coordinates import place_text, vector_text
from ..piece_names import InterceptNames
from ..views.known_pieces import looks_out, units
from .board import CELL, LEFT_MARGIN, TOP, InterceptBoard, box_area, name_boxes, shade
from .shapes import COOL, CYAN, GLARE, WARM, antennas, ghost, hull, plume, reticle

SCALE = 0.85
"""Scale of hulls, so that each keeps to its square."""


class UnitMark(NamedTuple):
    """A unit as it is drawn."""

    slot: int
    side: int
    x: float
    y: float
    own: bool
    """Whether the reader is of its side, or the umpire."""
    scale: float
    """Scale of its drawing: units that share a square are smaller."""


class InterceptScene:
    """One reader's picture of one position."""

    def __init__(self, names: InterceptNames, board: InterceptBoard) -> None:
        self.names, self.board, self.state = names, board, names.state
        self.unit_marks = list(self._unit_marks())
        self.marks: list[Box] = name_boxes(board)
        """Boxes drawn so far that labels must not cover."""
        self.corners_named: list[Point] = []
        self.named: list[Label] = []
        """The labels of the pieces drawn so far."""

    def _unit_marks(self) -> Iterator[UnitMark]:
        """Yield the units on the map whose place the reader knows; units in one square share it."""
        squares: dict[tuple[int, int], list[int]] = {}
        for side in range(2):
            for index in units(self.names, side):
                unit = self.state.unit_of[index]
                own = is_own(self.names.seat, side)
                if unit.status == Status.ON_MAP and (own or unit.tracked):
                    squares.setdefault((unit.x, unit.y), []).append(index)
        for (column, row), found in squares.items():
            x, y = self.board.at(column, row)
            across = math.ceil(math.sqrt(len(found)))
            for place, index in enumerate(found):
                side = self.names.side(index)
                own = is_own(self.names.seat, side)
                left = CELL * ((place % across + 0.5) / across - 0.5)
                top = CELL * ((place // across + 0.5) / across - 0.5) if across > 1 else 0
                yield UnitMark(
                    index, side, x + left, y + top, own, 1.1 / across if across > 1 else 1
                )

    # -- the ground ------------------------------------------------------------------------------

    def corners(self) -> Iterator[str]:
        """Yield two empty marks at the map's corners.

        They keep the whole map in a front end's view, as scans may fall anywhere.
        """
        option = self.names.option
        for n, (x, y) in enumerate(((1, 1), (option.columns, option.rows))):
            px, py = self.board.at(x, y)
            yield f'<g data-k="corner{n}" transform="translate({number(px)} {number(py)})"></g>'

    def searched(self) -> Iterator[str]:
        """Yield the side's own map of its searches: quiet boxes cool, boxes with a trace warm."""
        seat = self.names.seat
        if seat == UMPIRE:
            return
        for box in range(BOXES):
            area = box_area(self.board, box)
            quiet, trace = self.state.quiet[seat][box], self.state.traces[seat][box]
            if area and (quiet or trace):
                color, strength = (WARM, trace) if trace else (COOL, quiet)
                yield shade(area, color, round(0.04 + 0.16 * strength / TRACE, 3))

    def zones(self) -> Iterator[str]:
        """Yield the set-up zones while ships are placed."""
        if self.state.phase != InterceptPhase.SETUP or self.state.turn:
            return
        for side in range(2):
            left, right, top, bottom = self.names.option.zone[side]
            area = self.board.area(left, top, right - left + 1, bottom - top + 1)
            if area:
                color = BRIGHT[side]
                edge = f' stroke="{color}" stroke-opacity="0.6" stroke-dasharray="3 4"'
                yield shade(area, color, 0.05, edge)
                x, y = area[0] + area[2] / 2, area[1] + area[3] - 6
                label = f"{SIDES[side]} starts here"
                half = text_width(label) / 2
                self.marks.append((x - half, y - 10, x + half, y + 3))
                yield svg_text(x, y, label, 10, color, "middle")

    def glare(self) -> Iterator[str]:
        """IC-QST-04 Yield the sunglare column above each own unit with sensors out in sunshine."""
        labelled = set()
        for piece in self.unit_marks:
            unit = self.state.unit_of[piece.slot]
            if not piece.own or not self.board.sunny or not looks_out(self.names, unit):
                continue
            area = self.board.area(unit.x, 1, 1, unit.y - 1)
            if area and (unit.x, unit.y) not in labelled:
                labelled.add((unit.x, unit.y))
                edge = f' stroke="{GLARE}" stroke-opacity="0.2" stroke-width="0.8"'
                yield shade(area, GLARE, 0.1, edge)

    # -- lost tracks -----------------------------------------------------------------------------

    def ghosts(self) -> Iterator[str]:
        """Yield lost tracks: where the unit was, where it would have coasted, how far it may be."""
        for side in range(2):
            if self.names.seat != 1 - side:
                continue
            for index in units(self.names, side):
                unit = self.state.unit_of[index]
                gone = unit.status == Status.GONE or unit.tracked
                if unit.last_turn and not gone:
                    yield from self._ghost(index, side, unit)

    def _ghost(self, index: int, side: int, unit: Any) -> Iterator[str]:
        """Yield one lost track."""
        turns = self.state.turn - unit.last_turn
        x, y = unit.last_x + turns * unit.last_vx, unit.last_y + turns * unit.last_vy
        thrust = self.names.rules.classes[unit.klass].thrust
        reach = thrust * turns * (turns + 1) // 2
        color = BRIGHT[side]
        area = self.board.area(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1)
        if area and reach < max(self.board.columns, self.board.rows):
            edge = f' stroke="{color}" stroke-opacity="0.45" stroke-dasharray="4 4"'
            yield shade(area, color, 0.035, edge)
        start, end = self.board.at(unit.last_x, unit.last_y), self.board.at(x, y)
        if start != end:
            yield line(start, end, color, 1, 0.4, "2 4")
        label = f"{self.names.unit(index)}: track lost on turn {unit.last_turn}"
        inner = f'<title>{escape(label)}</title><g opacity="0.8">{ghost(side)}</g>'
        yield picture.piece(f"g{index}", *start, place_text(unit.last_x, unit.last_y), inner)
        self.marks.append(around(*start, 11))
        lost = LabelLine(f"{self.names.unit_name(index)}, turn {unit.last_turn}", "-")
        self.named.append(Label(*start, 12.0, (lost,), lost))

    # -- units -----------------------------------------------------------------------------------

    def courses(self) -> Iterator[str]:
        """Yield the vector of each unit, and a trail where it has moved this turn."""
        for piece in self.unit_marks:
            unit = self.state.unit_of[piece.slot]
            if not (unit.vx or unit.vy):
                continue
            dx, dy = self.board.step(unit.vx, unit.vy)
            color = BRIGHT[piece.side]
            if self.state.phase == InterceptPhase.SENSORS or unit.moved:
                start = (piece.x - dx, piece.y - dy)
                yield line(start, (piece.x, piece.y), color, 1.2, 0.35, "2 4")
            end = (piece.x + dx, piece.y + dy)
            self.marks += along((piece.x, piece.y), end, 3.5)
            yield arrow((piece.x, piece.y), end, color, 1.6, 0.75)

    def hulls(self, for_page: bool = False) -> Iterator[str]:
        """Yield the units, their drives, sensors, trackers; for a page also the ranges of their
        scans.
        """
        for piece in self.unit_marks:
            yield self._hull(piece, for_page)

    def _hull(self, piece: UnitMark, for_page: bool) -> str:
        """Return one unit."""
        unit = self.state.unit_of[piece.slot]
        kind = self.names.rules.classes[unit.klass].type
        cold = kind != Type.VOLLEY and unit.power <= Power.BATTERIES
        inner = plume(kind, unit.thrust) if unit.thrust else ""
        inner += hull(kind, piece.side, cold)
        inner += antennas(bool(unit.popped)) if kind == Type.SHIP else ""
        parts = [f"<title>{escape(self._tooltip(piece))}</title>"]
        if self._is_decision_about(piece.slot):
            parts.append(f'<circle r="12" fill="{TEXT}" fill-opacity="0.1"/>')
            parts.append(f'<circle r="12" fill="none" stroke="{TEXT}" opacity="0.6"/>')
        turned = f"rotate({self.board.turn(unit.facing)}) scale({SCALE * piece.scale:.2f})"
        parts.append(f'<g class="turns"><g transform="{turned}">{inner}</g></g>')
        if for_page and kind == Type.SHIP:
            parts.append(self._reaches())
        if unit.tracked:
            parts.append(reticle(BRIGHT[1 - piece.side], 10.5 * piece.scale))
        self.marks.append(around(piece.x, piece.y, (16 if unit.thrust else 12) * piece.scale))
        cell = place_text(unit.x, unit.y)
        return picture.piece(f"u{piece.slot}", piece.x, piece.y, cell, "".join(parts))

    def _reaches(self) -> str:
        """IC-SCAN-07 Return how far scans of each size may reach, for the tooltip of a ship."""
        far = [area.reach for area in self.names.rules.area if area.reach <= self.names.columns]
        style = f'fill="none" stroke="{CYAN}" stroke-width="1.5" stroke-dasharray="3 5"'
        svg = "".join(
            f'<rect x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}" '
            f'opacity="{1 - 0.15 * n:.2f}" {style}/>'
            for n, half in enumerate(CELL * (reach + 0.5) for reach in far)
        )
        return f'<g class="arcs turns">{svg}</g>'

    def _is_decision_about(self, index: int) -> bool:
        """Return whether the current decision of a seat is about a unit."""
        seat = self.state.seat
        if seat == NONE or not is_own(self.names.seat, seat):
            return False
        return bool(index in (self.state.unit, self.state.order[seat].unit))

    def _tooltip(self, piece: UnitMark) -> str:
        """Return the tooltip of a unit."""
        unit = self.state.unit_of[piece.slot]
        sign = -1 if self.board.mirrored else 1
        where, vector = place_text(unit.x, unit.y), vector_text(sign * unit.vx, unit.vy)
        klass = self.names.klass(unit.klass)
        return f"{self.names.unit(piece.slot)} ({klass}) at {where}, {vector}"

    def labels(self, for_page: bool, more: list[Label]) -> Iterator[str]:
        """Yield the labels of the units and of lost tracks, then more."""
        named = [*self._unit_labels(), *self.named, *more]
        if for_page:
            return unplaced(named)
        bounds = (4.0, TOP - 8, self.board.width - 4, self.board.height - 20)
        return placed(named, self.marks, bounds)

    def _unit_labels(self) -> Iterator[Label]:
        """Yield the names of the units of each square, and their markers."""
        squares: dict[Point, list[UnitMark]] = {}
        for piece in self.unit_marks:
            unit = self.state.unit_of[piece.slot]
            squares.setdefault(self.board.at(unit.x, unit.y), []).append(piece)
        for spot, pieces in squares.items():
            lines = [line for piece in pieces for line in self._unit_lines(piece)]
            brief = lines[0]
            if len(pieces) > 1:
                brief = LabelLine(f"{brief.text} and {len(pieces) - 1} more", brief.tone)
            yield Label(*spot, 13.0, tuple(lines), brief)

    def _unit_lines(self, piece: UnitMark) -> Iterator[LabelLine]:
        """Yield the name of a unit, and whether it is tracked or a contact."""
        unit = self.state.unit_of[piece.slot]
        dim = piece.own and not unit.tracked
        yield LabelLine(self.names.unit_name(piece.slot), "-" if dim else "rb"[piece.side])
        needed = self.names.option.hold_turns
        if unit.tracked and needed and self._counts(piece):
            yield LabelLine(f"held {unit.held} of {needed}", "rb"[1 - piece.side])
        elif piece.own and not unit.tracked and unit.found:
            text = "position told" if unit.found == Result.POSITION else "heard as a contact"
            yield LabelLine(text, "a")

    def _counts(self, piece: UnitMark) -> bool:
        """Return whether holding a track of this unit decides the game."""
        option, unit = self.names.option, self.state.unit_of[piece.slot]
        is_ship = self.names.rules.classes[unit.klass].type == Type.SHIP
        if option.victory == Victory.CROSS:
            return bool(is_ship and option.runner == piece.side)
        return bool(is_ship)

    # -- caption ---------------------------------------------------------------------------------

    def headline(self) -> tuple[str, str, str]:
        """Return turn and phase, the seat to act, and the reader of the picture."""
        label = picture.headline(self.names)
        return (*label[:2], f"{label[2]}, mirrored" if self.board.mirrored else label[2])

    def caption(self) -> Iterator[str]:
        """Yield the headline."""
        yield picture.caption(self.headline(), LEFT_MARGIN, 24, self.board.width)
