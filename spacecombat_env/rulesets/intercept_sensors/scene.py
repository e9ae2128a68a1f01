"""What one reader sees of one position, as the lines of the moving part of the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from spacecombat_env.core.svg import (
    AMBER,
    BRIGHT,
    DIM,
    PALE,
    TEXT,
    Point,
    arrow,
    line,
    number,
    words,
)
from spacecombat_env.rulesets.intercept_sensors.board import LEFT, TOP, Area, Board, box_area, shade
from spacecombat_env.rulesets.intercept_sensors.constants import (
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
from spacecombat_env.rulesets.intercept_sensors.notation import (
    SIDES,
    UMPIRE,
    Names,
    area_words,
    outcome_words,
    phase_words,
    place_words,
    vector_words,
)
from spacecombat_env.rulesets.intercept_sensors.shapes import (
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
from spacecombat_env.rulesets.intercept_sensors.story import events
from spacecombat_env.rulesets.intercept_sensors.views import looks_out, scans, units

SCALE = 1.15
"""Of hulls."""
LINE = 11.5
"""Height of a line of a label."""
FADING = (0.6, 0.4, 0.22)
"""How clearly own scans of the last turns are still seen."""
SHORT = ("VIS", "IR", "RAD", "NEU", "MASS")
"""Kinds of scan, as they are written on the map."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Piece(NamedTuple):
    """A unit as it is drawn."""

    slot: int
    side: int
    x: float
    y: float
    own: bool
    """The reader is of its side, or the umpire."""


class Scene:
    """What one reader sees of one position."""

    def __init__(self, names: Names, board: Board) -> None:
        self.names, self.board, self.state = names, board, names.state
        self.pieces = list(self._pieces())
        self.taken: list[Box] = [(p.x - 16, p.y - 16, p.x + 16, p.y + 16) for p in self.pieces]
        self.taken += [(x - 10, y - 10, x + 10, y + 10) for x, y in self._positions()]

    def _pieces(self) -> Iterator[Piece]:
        """Yield the units on the map whose place the reader knows; those of a square fan out."""
        squares: dict[tuple[int, int], list[int]] = {}
        for side in range(2):
            for index in units(self.names, side):
                unit = self.state.unit_of[index]
                own = self.names.seat in (UMPIRE, side)
                if unit.status == Status.ON_MAP and (own or unit.tracked):
                    squares.setdefault((unit.x, unit.y), []).append(index)
        for (column, row), found in squares.items():
            x, y = self.board.at(column, row)
            for place, index in enumerate(found):
                shift = 16 * (place - (len(found) - 1) / 2)
                side = self.names.side(index)
                own = self.names.seat in (UMPIRE, side)
                yield Piece(index, side, x + shift, y, own)

    def _is_known(self, side: int) -> bool:
        """Whether the reader sees with the eyes of a side."""
        return self.names.seat in (UMPIRE, side)

    def _positions(self) -> Iterator[Point]:
        """Yield the positions told this turn."""
        for _, scan in self._scans_of_turn():
            for find in scan.find[: scan.finds]:
                if find.result == Result.POSITION:
                    yield self.board.at(find.x, find.y)

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
                said = words(x, y, f"{SIDES[side]} starts here", 10, color, "middle")
                yield f'<g opacity="0.8">{said}</g>'

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

    def scan_labels(self) -> Iterator[str]:
        """Yield kind, strength and outcome of the scans of this turn."""
        for side, scan in self._scans_of_turn():
            yield from self._scan_label(side, scan)

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
            size = min(max(16.0, min(area[2], area[3]) * 0.45), 46.0)
            x, y = area[0] + area[2] / 2, area[1] + area[3] / 2 + size * 0.35
            said = words(x, y, "?", size, AMBER, "middle", bold=True)
            yield f'<g class="shot" opacity="0.6">{said}</g>'
        for find in found:
            if find.result != Result.CONTACT:
                x, y = self.board.at(find.x, find.y)
                tracked = find.result == Result.TRACKED
                mark = ring(BRIGHT[side], 23, 0.55) if tracked else cross(AMBER, 9)
                yield (f'<g class="shot" transform="translate({number(x)} {number(y)})">{mark}</g>')

    def _scan_label(self, side: int, scan: Any) -> Iterator[str]:
        """Yield kind, strength and outcome of a scan, at a corner of its area."""
        area = self.board.area(scan.left, scan.top, scan.side, scan.side)
        if area is None:
            return
        said = f"{SHORT[scan.sensor]} {scan.strength:+d}"
        said += " in glare" if scan.glare else ""
        results = result_words(scan)
        said += f": {results}" if results else ""
        wide = 5.5 * len(said) + 6
        x, y = self._scan_corner(area, wide)
        self.taken.append((x, y - 11, x + wide, y + 3))
        color = AMBER if results else PALE[side]
        ground = shade((x - 3, y - 9.5, wide, 13), "#0b0f18", 0.75, ' rx="3"')
        yield f"<g>{ground}{words(x, y, said, 10, color, bold=True)}</g>"

    def _scan_corner(self, area: Area, wide: float) -> Point:
        """Return where a scan's label stands: inside a large area, beside a small one."""
        x, y, w, h = area
        left, right, low = x + 5, x + w - wide - 1, y + h - 5
        spots = [(left, y + 12), (right, y + 12), (left, low), (right, low), (left, y + 26)]
        if w < wide + 8 or h < 40:
            spots = [(x, y - 5), (x, y + h + 13), (x + w + 5, y + 11), (x - wide, y + 11)]
        limit = self.board.width - 6
        fitting = [(min(max(a, 6.0), limit - wide), max(b, TOP + 10)) for a, b in spots]
        return min(fitting, key=lambda p: self._hidden((p[0], p[1] - 11, p[0] + wide, p[1] + 3)))

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
            f'<g data-k="g{index}" transform="translate({number(start[0])} {number(start[1])})">'
            f'<title>{escape(told)}</title><g opacity="0.8">{ghost(side)}</g></g>'
        )
        label = f"{self.names.bare(index)}, turn {unit.last_turn}"
        yield self._label(start, [(label, DIM, False)])

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
            yield arrow((piece.x, piece.y), (piece.x + dx, piece.y + dy), color, 1.6, 0.75)

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
            parts.append('<circle r="18" fill="#fff" fill-opacity="0.1"/>')
            parts.append('<circle r="18" fill="none" stroke="#fff" opacity="0.6"/>')
        turned = f"rotate({self.board.turn(unit.facing)}) scale({SCALE})"
        parts.append(f'<g transform="{turned}">{inner}</g>')
        if unit.tracked:
            parts.append(reticle(BRIGHT[1 - piece.side], 16 if kind == Type.SHIP else 12))
        return (
            f'<g data-k="u{piece.slot}" transform="translate({number(piece.x)} '
            f'{number(piece.y)})">{"".join(parts)}</g>'
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

    def labels(self) -> Iterator[str]:
        """Yield the names of the units, put where there is room."""
        for piece in self.pieces:
            unit = self.state.unit_of[piece.slot]
            dim = piece.own and not unit.tracked
            lines = [(self.names.bare(piece.slot), DIM if dim else TEXT, not dim)]
            needed = self.names.option.hold_turns
            if unit.tracked and needed and self._counts(piece):
                lines.append((f"held {unit.held} of {needed}", BRIGHT[1 - piece.side], False))
            elif piece.own and not unit.tracked and unit.found:
                heard = "position told" if unit.found == Result.POSITION else "heard as a contact"
                lines.append((heard, AMBER, False))
            yield self._label((piece.x, piece.y), lines)

    def _counts(self, piece: Piece) -> bool:
        """Whether holding a track of this unit decides the game."""
        option, unit = self.names.option, self.state.unit_of[piece.slot]
        is_ship = self.names.rules.classes[unit.klass].type == Type.SHIP
        if option.victory == Victory.CROSS:
            return bool(is_ship and option.runner == piece.side)
        return bool(is_ship)

    def _label(self, spot: Point, lines: list[tuple[str, str, bool]]) -> str:
        """Return lines of text beside a spot."""
        wide = max((6.1 if bold else 5.3) * len(text) for text, _, bold in lines)
        high = LINE * len(lines)
        box, anchor = self._room(spot, wide, high)
        self.taken.append(box)
        x = {"start": box[0], "end": box[2], "middle": (box[0] + box[2]) / 2}[anchor]
        written = "".join(
            words(0, LINE * (n + 0.8) - high / 2, text, 10.5 if bold else 10, fill, anchor, bold)
            for n, (text, fill, bold) in enumerate(lines)
        )
        y = (box[1] + box[3]) / 2
        return f'<g class="label" transform="translate({number(x)} {number(y)})">{written}</g>'

    def _room(self, spot: Point, wide: float, high: float) -> tuple[Box, str]:
        """Return the place for a label that hides least, and how its lines are anchored there."""
        x, y = spot
        places = [
            (x + 21, y - high / 2, "start"),
            (x - 21 - wide, y - high / 2, "end"),
            (x + 15, y + 17, "start"),
            (x + 15, y - 17 - high, "start"),
            (x - 15 - wide, y + 17, "end"),
            (x - 15 - wide, y - 17 - high, "end"),
            (x - wide / 2, y + 20, "middle"),
            (x - wide / 2, y - 20 - high, "middle"),
        ]
        boxes = [((a, b, a + wide, b + high), anchor) for a, b, anchor in places]
        return min(boxes, key=lambda place: self._hidden(place[0]))

    def _hidden(self, box: Box) -> float:
        """Return how much of the picture a label would cover, or of itself leave it."""
        inside = (6.0, TOP - 6, self.board.width - 6, self.board.height - 20)
        area = (box[2] - box[0]) * (box[3] - box[1])
        taken = [*self.taken, *self._arrow_boxes()]
        return sum(_overlap(box, other) for other in taken) + 4 * (area - _overlap(box, inside))

    def _arrow_boxes(self) -> Iterator[Box]:
        """Yield small boxes along the vectors of units."""
        for piece in self.pieces:
            unit = self.state.unit_of[piece.slot]
            dx, dy = self.board.step(unit.vx, unit.vy)
            for n in range(1, 6):
                x, y = piece.x + dx * n / 5, piece.y + dy * n / 5
                yield x - 5, y - 5, x + 5, y + 5

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


def _overlap(a: Box, b: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0
