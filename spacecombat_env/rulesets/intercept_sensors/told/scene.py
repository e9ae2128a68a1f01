"""What one reader sees of one position, as the lines of the moving part of the picture."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from spacecombat_env.core.labels import (
    Box,
    Label,
    Line,
    along,
    around,
    placed,
    text_width,
    unplaced,
)
from spacecombat_env.core.svg import (
    AMBER,
    BRIGHT,
    DIM,
    TEXT,
    Point,
    arrow,
    line,
    number,
    question,
    words,
)
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    BOXES,
    NONE,
    TRACE,
    Event,
    Phase,
    Power,
    Result,
    Sensor,
    Status,
    Type,
    Verdict,
    Victory,
)
from spacecombat_env.rulesets.intercept_sensors.told.board import (
    CELL,
    LEFT,
    TOP,
    Area,
    Board,
    box_area,
    name_boxes,
    shade,
)
from spacecombat_env.rulesets.intercept_sensors.told.notation import (
    SIDES,
    UMPIRE,
    Names,
    area_words,
    outcome_words,
    phase_words,
    place_words,
    vector_words,
)
from spacecombat_env.rulesets.intercept_sensors.told.shapes import (
    COOL,
    GLARE,
    WARM,
    antennas,
    cross,
    ghost,
    hull,
    plume,
    reticle,
    ring,
)
from spacecombat_env.rulesets.intercept_sensors.told.story import events
from spacecombat_env.rulesets.intercept_sensors.told.views import looks_out, scans, units

SCALE = 0.85
"""Of hulls, so that each keeps to its square."""
FADING = (0.6, 0.4, 0.22)
"""How clearly own scans of the last turns are still seen."""
SHORT = ("VIS", "IR", "RAD", "NEU", "MASS")
"""Kinds of scan, as they are written on the map."""


class Piece(NamedTuple):
    """A unit as it is drawn."""

    slot: int
    side: int
    x: float
    y: float
    own: bool
    """The reader is of its side, or the umpire."""
    scale: float
    """Of its drawing: units that share a square are smaller."""


class Scene:
    """What one reader sees of one position."""

    def __init__(self, names: Names, board: Board) -> None:
        self.names, self.board, self.state = names, board, names.state
        self.pieces = list(self._pieces())
        self.marks: list[Box] = name_boxes(board)
        """What names must not cover, as far as it has been drawn."""
        self.corners_named: list[Point] = []
        self.named: list[Label] = []
        """The names of what has been drawn."""

    def _pieces(self) -> Iterator[Piece]:
        """Yield the units on the map whose place the reader knows; those of a square share it."""
        squares: dict[tuple[int, int], list[int]] = {}
        for side in range(2):
            for index in units(self.names, side):
                unit = self.state.unit_of[index]
                own = self.names.seat in (UMPIRE, side)
                if unit.status == Status.ON_MAP and (own or unit.tracked):
                    squares.setdefault((unit.x, unit.y), []).append(index)
        for (column, row), found in squares.items():
            x, y = self.board.at(column, row)
            across = math.ceil(math.sqrt(len(found)))
            for place, index in enumerate(found):
                side = self.names.side(index)
                own = self.names.seat in (UMPIRE, side)
                left = CELL * ((place % across + 0.5) / across - 0.5)
                top = CELL * ((place // across + 0.5) / across - 0.5) if across > 1 else 0
                yield Piece(index, side, x + left, y + top, own, 1.1 / across if across > 1 else 1)

    def _is_known(self, side: int) -> bool:
        """Whether the reader sees with the eyes of a side."""
        return self.names.seat in (UMPIRE, side)

    # -- the ground ------------------------------------------------------------------------------

    def corners(self) -> Iterator[str]:
        """Yield two empty marks at the map's corners: whoever follows the pieces of this game keeps
        the whole map in view, as scans may fall anywhere."""
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
        if self.state.phase != Phase.SETUP or self.state.turn:
            return
        for side in range(2):
            left, right, top, bottom = self.names.option.zone[side]
            area = self.board.area(left, top, right - left + 1, bottom - top + 1)
            if area:
                color = BRIGHT[side]
                edge = f' stroke="{color}" stroke-opacity="0.6" stroke-dasharray="3 4"'
                yield shade(area, color, 0.05, edge)
                x, y = area[0] + area[2] / 2, area[1] + area[3] - 6
                told = f"{SIDES[side]} starts here"
                half = text_width(told) / 2
                self.marks.append((x - half, y - 10, x + half, y + 3))
                yield words(x, y, told, 10, color, "middle")

    def glare(self) -> Iterator[str]:
        """IC-QST-04 Yield the sunglare column above each own unit that looks out in sunshine."""
        seen = set()
        for piece in self.pieces:
            unit = self.state.unit_of[piece.slot]
            if not piece.own or not self.board.sunny or not looks_out(self.names, unit):
                continue
            area = self.board.area(unit.x, 1, 1, unit.y - 1)
            if area and (unit.x, unit.y) not in seen:
                seen.add((unit.x, unit.y))
                edge = f' stroke="{GLARE}" stroke-opacity="0.2" stroke-width="0.8"'
                yield shade(area, GLARE, 0.1, edge)

    # -- scans -----------------------------------------------------------------------------------

    def earlier_scans(self) -> Iterator[str]:
        """Yield the outlines of the reader's own scans of the turns before."""
        if self.names.seat == UMPIRE:
            return
        for scan in scans(self.names, self.names.seat):
            age = self.state.turn - scan.turn
            if 1 <= age <= len(FADING):
                color = AMBER if scan.finds else BRIGHT[self.names.seat]
                yield from self._outline(scan, color, FADING[age - 1])

    def _outline(self, scan: Any, color: str, opacity: float) -> Iterator[str]:
        """Yield a scan's edge."""
        area = self.board.area(scan.left, scan.top, scan.side, scan.side)
        if area:
            more = f' stroke="{color}" stroke-dasharray="2 3" opacity="{opacity:g}"'
            yield shade(area, color, 0, more)

    def present_scans(self, since: int | None) -> Iterator[str]:
        """Yield the scans of this turn; those since that event are drawn more strongly."""
        fresh = self._fresh(since)
        for side, scan in self._scans_of_turn():
            is_fresh = since is None or (side, scan.sensor, scan.left, scan.top) in fresh
            yield from self._present_scan(side, scan, is_fresh)

    def _fresh(self, since: int | None) -> set[tuple[int, ...]]:
        """Return side, kind and corner of the scans announced since an event."""
        return {
            (event.side, event.a, event.b, event.c)
            for event in events(self.state, since or 0)
            if event.kind == Event.SCAN
        }

    def _present_scan(self, side: int, scan: Any, fresh: bool) -> Iterator[str]:
        """Yield a scan's area."""
        area = self.board.area(scan.left, scan.top, scan.side, scan.side)
        if area is None:
            return
        color = BRIGHT[side]
        opacity = 0.16 if fresh else 0.09
        edge = f' stroke="{color}" stroke-width="1.5" stroke-opacity="{0.95 if fresh else 0.6:g}"'
        told = f"<title>{escape(self._told_of_scan(side, scan))}</title>"
        yield f'<g class="shot">{told}{shade(area, color, opacity, edge)}</g>'

    def _told_of_scan(self, side: int, scan: Any) -> str:
        """Return what a pointer resting on a scan is told."""
        option = self.names.option
        who = SIDES[side] if scan.unit == NONE else self.names.unit(scan.unit)
        area = area_words(scan.left, scan.top, scan.side, option.columns, option.rows)
        return f"{who}: {Sensor(scan.sensor).name.lower()} scan of {area}"

    def findings(self) -> Iterator[str]:
        """Yield what the scans of this turn have found."""
        for side, scan in self._scans_of_turn():
            yield from self._marks(side, scan)

    def _scans_of_turn(self) -> Iterator[tuple[int, Any]]:
        """Yield the scans of this turn with their sides."""
        for side in range(2):
            for scan in scans(self.names, side):
                if scan.turn == self.state.turn and self.state.turn:
                    yield side, scan

    def _marks(self, side: int, scan: Any) -> Iterator[str]:
        """Yield a question mark for contacts, a cross for each position, a ring for each track."""
        area = self.board.area(scan.left, scan.top, scan.side, scan.side)
        found = scan.find[: scan.finds]
        contacts = [find for find in found if find.result == Result.CONTACT]
        if contacts and area:
            size = min(max(16.0, min(area[2], area[3]) * 0.4), 40.0)
            x, y = area[0] + area[2] / 2, area[1] + area[3] / 2
            self.marks.append(around(x, y, size * 0.35, size * 0.6))
            yield f'<g class="shot mark" opacity="0.7">{question(x, y, size, AMBER)}</g>'
        for find in found:
            if find.result != Result.CONTACT:
                x, y = self.board.at(find.x, find.y)
                tracked = find.result == Result.TRACKED
                mark = ring(BRIGHT[side], 14, 0.55) if tracked else cross(AMBER, 7)
                self.marks.append(around(x, y, 15 if tracked else 9))
                place = f"translate({number(x)} {number(y)})"
                yield f'<g class="shot mark" transform="{place}">{mark}</g>'

    def _scan_label(self, side: int, scan: Any) -> Iterator[Label]:
        """Yield kind, strength and outcome of a scan, at a corner of its area."""
        area = self.board.area(scan.left, scan.top, scan.side, scan.side)
        if area is None:
            return
        kind = f"{SHORT[scan.sensor]} {scan.strength:+d}"
        said = f"{kind} in glare" if scan.glare else kind
        results = result_words(scan)
        tone = "a" if results else "rb"[side]
        told = Line(f"{said}: {results}" if results else said, tone)
        yield Label(*self._corner(area), 0.0, (told,), Line(kind, tone))

    def _corner(self, area: Area) -> Point:
        """Return a corner of a scan's area at which no other scan is named, if there is one."""
        x, y, w, h = area
        corners = [(x + 5, y), (x + w - 5, y), (x + 5, y + h), (x + w - 5, y + h)]
        free = [corner for corner in corners if corner not in self.corners_named]
        self.corners_named.append((free or corners)[0])
        return self.corners_named[-1]

    # -- what is lost ----------------------------------------------------------------------------

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
        told = f"{self.names.unit(index)}: track lost on turn {unit.last_turn}"
        yield (
            f'<g data-k="g{index}" transform="translate({number(start[0])} {number(start[1])})" '
            f'data-cell="{place_words(unit.last_x, unit.last_y)}">'
            f'<title>{escape(told)}</title><g opacity="0.8">{ghost(side)}</g></g>'
        )
        self.marks.append(around(*start, 11))
        lost = Line(f"{self.names.bare(index)}, turn {unit.last_turn}", "-")
        self.named.append(Label(*start, 12.0, (lost,), lost))

    # -- units -----------------------------------------------------------------------------------

    def courses(self) -> Iterator[str]:
        """Yield the vector of each unit, and a trail where it has moved this turn."""
        for piece in self.pieces:
            unit = self.state.unit_of[piece.slot]
            if not (unit.vx or unit.vy):
                continue
            dx, dy = self.board.step(unit.vx, unit.vy)
            color = BRIGHT[piece.side]
            if self.state.phase == Phase.SENSORS or unit.moved:
                start = (piece.x - dx, piece.y - dy)
                yield line(start, (piece.x, piece.y), color, 1.2, 0.35, "2 4")
            end = (piece.x + dx, piece.y + dy)
            self.marks += along((piece.x, piece.y), end, 3.5)
            yield arrow((piece.x, piece.y), end, color, 1.6, 0.75)

    def hulls(self) -> Iterator[str]:
        """Yield the units, their drives, sensors, and who is tracked."""
        for piece in self.pieces:
            yield self._hull(piece)

    def _hull(self, piece: Piece) -> str:
        """Return one unit."""
        unit = self.state.unit_of[piece.slot]
        kind = self.names.rules.classes[unit.klass].type
        cold = kind != Type.VOLLEY and unit.power <= Power.BATTERIES
        inner = plume(kind, unit.thrust) if unit.thrust else ""
        inner += hull(kind, piece.side, cold)
        inner += antennas(bool(unit.popped)) if kind == Type.SHIP else ""
        parts = [f"<title>{escape(self._told(piece))}</title>"]
        if self._is_asked(piece.slot):
            parts.append(f'<circle r="12" fill="{TEXT}" fill-opacity="0.1"/>')
            parts.append(f'<circle r="12" fill="none" stroke="{TEXT}" opacity="0.6"/>')
        turned = f"rotate({self.board.turn(unit.facing)}) scale({SCALE * piece.scale:.2f})"
        parts.append(f'<g class="turns"><g transform="{turned}">{inner}</g></g>')
        if unit.tracked:
            parts.append(reticle(BRIGHT[1 - piece.side], 10.5 * piece.scale))
        self.marks.append(around(piece.x, piece.y, (16 if unit.thrust else 12) * piece.scale))
        return (
            f'<g data-k="u{piece.slot}" transform="translate({number(piece.x)} {number(piece.y)})" '
            f'data-cell="{place_words(unit.x, unit.y)}">{"".join(parts)}</g>'
        )

    def _is_asked(self, index: int) -> bool:
        """Whether a seat is being asked about a unit."""
        seat = self.state.seat
        if seat == NONE or self.names.seat not in (UMPIRE, seat):
            return False
        return bool(index in (self.state.unit, self.state.order[seat].unit))

    def _told(self, piece: Piece) -> str:
        """Return what a pointer resting on a unit is told."""
        unit = self.state.unit_of[piece.slot]
        sign = -1 if self.board.mirrored else 1
        where, course = place_words(unit.x, unit.y), vector_words(sign * unit.vx, unit.vy)
        klass = self.names.klass(unit.klass)
        return f"{self.names.unit(piece.slot)} ({klass}) at {where}, {course}"

    def labels(self, for_page: bool) -> Iterator[str]:
        """Yield the names of the units, then what the scans of this turn were."""
        named = [*self._unit_labels(), *self.named]
        named += [
            label for side, scan in self._scans_of_turn() for label in self._scan_label(side, scan)
        ]
        if for_page:
            return unplaced(named)
        return placed(
            named, self.marks, (4.0, TOP - 8, self.board.width - 4, self.board.height - 20)
        )

    def _unit_labels(self) -> Iterator[Label]:
        """Yield the names of the units of each square, and what counts about them."""
        squares: dict[Point, list[Piece]] = {}
        for piece in self.pieces:
            unit = self.state.unit_of[piece.slot]
            squares.setdefault(self.board.at(unit.x, unit.y), []).append(piece)
        for spot, pieces in squares.items():
            lines = [line for piece in pieces for line in self._unit_lines(piece)]
            brief = lines[0]
            if len(pieces) > 1:
                brief = Line(f"{brief.text} and {len(pieces) - 1} more", brief.tone)
            yield Label(*spot, 13.0, tuple(lines), brief)

    def _unit_lines(self, piece: Piece) -> Iterator[Line]:
        """Yield the name of a unit, and whether it is held or heard."""
        unit = self.state.unit_of[piece.slot]
        dim = piece.own and not unit.tracked
        yield Line(self.names.bare(piece.slot), "-" if dim else "rb"[piece.side])
        needed = self.names.option.hold_turns
        if unit.tracked and needed and self._counts(piece):
            yield Line(f"held {unit.held} of {needed}", "rb"[1 - piece.side])
        elif piece.own and not unit.tracked and unit.found:
            heard = "position told" if unit.found == Result.POSITION else "heard as a contact"
            yield Line(heard, "a")

    def _counts(self, piece: Piece) -> bool:
        """Whether holding a track of this unit decides the game."""
        option, unit = self.names.option, self.state.unit_of[piece.slot]
        is_ship = self.names.rules.classes[unit.klass].type == Type.SHIP
        if option.victory == Victory.CROSS:
            return bool(is_ship and option.runner == piece.side)
        return bool(is_ship)

    # -- caption ---------------------------------------------------------------------------------

    def headline(self) -> tuple[str, str, str]:
        """Return turn and phase, who is to act, and whose picture it is."""
        state, seat = self.state, self.names.seat
        over = state.verdict != Verdict.OPEN
        when = f"Turn {state.turn} · {phase_words(state)}" if state.turn else "Set-up"
        acts = outcome_words(state) if over else f"{SIDES[state.seat]} to act"
        whose = "the truth" if seat == UMPIRE else f"what {SIDES[seat]} knows"
        return when, acts, f"{whose}, mirrored" if self.board.mirrored else whose

    def caption(self) -> Iterator[str]:
        """Yield the headline."""
        when, acts, whose = self.headline()
        left = words(LEFT, 24, when, 14, TEXT, bold=True)
        right = words(self.board.width - LEFT, 24, f"{acts} · {whose}", 12, DIM, "end")
        yield f'<g class="caption">{left}{right}</g>'


def result_words(scan: Any) -> str:
    """Return the answers to a scan: `contact 3, tracked 12`, with their signals."""
    found = scan.find[: scan.finds]
    return ", ".join(f"{Result(find.result).name.lower()} {find.signal}" for find in found)
