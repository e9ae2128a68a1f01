"""Pictures: the hex map as SVG and as text, from what a record shows and nothing else.

The SVG has a still part (space, grid, edges) and a moving one, `<g id="pieces">`, one element a
line, so that a page of many pictures can keep each line once. Pieces that move bear `data-k`.
Drawn for the umpire (seat -1) it shows the truth; for a seat, what it knows, with the board turned
so that its own edge is below (unless `turned` is False, which keeps Red's below).

    counter      task force: a dot a known ship; `?` where something may be hidden; dashed, a dummy
    arrow        vector: it ends where the task force will be if it does not thrust
    wedge        Thrust marker: the hexside that shows the exhaust
    arcs         Active marker
    E+1          Evade marker
    dart         missiles, with their number
    star         white-out
    lines        sensors (thin), beams (bright) and hits of what has just happened
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

import numpy as np

from spacecombat_env.core.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.rulesets.battle_rider.constants import (
    NONE,
    CraftStatus,
    Damage,
    Event,
    ForceStatus,
    Grade,
    Phase,
    Verdict,
)
from spacecombat_env.rulesets.battle_rider.notation import (
    SIDES,
    UMPIRE,
    Names,
    hex_number,
    outcome_words,
    phase_words,
    plain,
    shift_words,
)
from spacecombat_env.rulesets.battle_rider.story import events
from spacecombat_env.rulesets.battle_rider.views import (
    emits,
    enemy_forces,
    enemy_spreads,
    members,
    status,
)

LINE = 11.5
"""Height of a line of a label."""
RADIUS = 20.0
"""Of a hex, in units of the picture."""
ACROSS = 1.5 * RADIUS
HIGH = math.sqrt(3) * RADIUS
MARGIN, TOP = 28.0, 46.0

SPACE, GRID, DIM, TEXT = "#0b0f18", "#223048", "#8696ad", "#e2e9f3"
AMBER, CYAN, GREEN = "#f3b94f", "#6fdcd2", "#93d69a"
BRIGHT = ("#f07f83", "#6fb0f5")
DEEP = ("#57232c", "#1d3d63")
PALE = ("#ffdcdc", "#d9eaff")

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Board(NamedTuple):
    """Where the hexes of a map lie in the picture."""

    columns: int
    rows: int
    sign: int
    """-1 where the board is turned."""
    left: float
    top: float
    width: float
    height: float

    @classmethod
    def of(cls, scenario: Scenario, turned: bool) -> Board:
        """Return the board of a scenario."""
        option = plain(scenario.table.rules[0].option)
        return _board(option.columns, option.rows, -1 if turned else 1)

    def step(self, dq: float, dr: float) -> tuple[float, float]:
        """Return a displacement in units of the picture."""
        return self.sign * ACROSS * dq, -self.sign * HIGH * (dr + dq / 2)

    def at(self, q: float, r: float) -> tuple[float, float]:
        """Return the centre of a hex."""
        x, y = self.step(float(q), float(r))
        return x - self.left, y - self.top

    def hexes(self) -> Iterator[tuple[int, int]]:
        """Yield every hex of the map."""
        for q in range(1, self.columns + 1):
            for row in range(1, self.rows + 1):
                yield q, row - (q + 1) // 2


@lru_cache(maxsize=None)
def _board(columns: int, rows: int, sign: int) -> Board:
    """Lay out a map so that all its hexes and a margin are seen."""
    board = Board(columns, rows, sign, 0.0, 0.0, 0.0, 0.0)
    centres = [board.at(q, r) for q, r in board.hexes()]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    left, top = min(xs) - RADIUS - MARGIN, min(ys) - HIGH / 2 - TOP
    width = max(xs) + RADIUS + MARGIN - left
    height = max(ys) + HIGH / 2 + MARGIN - top
    return Board(columns, rows, sign, left, top, width, height)


def draw_svg(
    seen: Games,
    k: int,
    scenario: Scenario,
    seat: int,
    since: int | None = None,
    turned: bool = True,
) -> str:
    """Return the picture; beams and sightings are those since that event, or of this round."""
    board = Board.of(scenario, turned and seat == 1)
    scene = Scene(Names.of(seen, k, scenario, seat), board)
    lines = [
        *scene.terrain(),
        *scene.courses(),
        *scene.happenings(since),
        *scene.counters(),
        *scene.missiles(),
        *scene.labels(),
        *scene.caption(),
    ]
    pieces = "\n".join(lines)
    return f'{_still(board)}<g id="pieces">\n{pieces}\n</g></svg>'


# --- text ----------------------------------------------------------------------------------------


def draw_text(seen: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the map and the ships as text; rows in which nothing stands are left out.

    The cells hold T1 own task force, e5 enemy contact (R1, B2 for the umpire), s2 and m3 missiles,
    O planet, o asteroid, * white-out, + more than fits. Even columns stand half a hex higher.
    """
    names = Names.of(seen, k, scenario, seat)
    scene = Scene(names, Board.of(scenario, seat == 1))
    lines = [" | ".join(scene.headline()), *_text_map(scene)]
    for panel in status(names):
        figures = ", ".join(f"{label} {value}" for label, value in panel["figures"])
        lines += ["", f"{panel['title']}: {figures}"]
        lines += [_text_row(row) for row in panel["rows"]]
    return "\n".join(lines)


def _text_map(scene: Scene) -> Iterator[str]:
    """Yield the column numbers and the rows that hold anything, with the row before and after."""
    board = scene.board
    columns = range(1, board.columns + 1)
    cells: dict[tuple[int, int], list[str]] = {}
    for (q, r), text in scene.marks():
        cells.setdefault((q, r + (q + 1) // 2), []).append(text)
    order = columns if board.sign > 0 else columns[::-1]
    yield "    " + "".join(f"{q:02d}  " for q in order)
    filled = {row for _, row in cells}
    shown = [r for r in range(1, board.rows + 1) if filled & {r - 1, r, r + 1}]
    before = 0
    for row in shown[:: -board.sign]:
        if before and abs(before - row) > 1:
            yield "    ..."
        before = row
        yield f"{row:02d}  " + "".join(_cell(cells.get((q, row), [])) for q in order).rstrip()


def _cell(found: list[str]) -> str:
    """Return four characters for what stands in a hex."""
    if not found:
        return ".   "
    return f"{found[0]}{'+' if len(found) > 1 else ''}".ljust(4)


def _text_row(row: dict[str, Any]) -> str:
    """Return the line of one ship."""
    figures = " ".join(f"{label} {value}" for label, value in row["figures"])
    hurt = ", ".join(
        f"{what}{'' if how == 'permanent' else ' (temporary)'}" for what, how in row["damage"]
    )
    notes = "; ".join(part for part in (row["state"], *row["marks"], hurt) if part)
    return f"  {row['name']:<18} {row['where']:<16} {figures:<28} {notes}"


# --- the still part ------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _still(board: Board) -> str:
    """Return the head of the picture, space, grid and edges."""
    w, h = _n(board.width), _n(board.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
        f'font-family="Inter, Segoe UI, Helvetica, Arial, sans-serif">',
        f'<rect width="{w}" height="{h}" fill="{SPACE}"/>',
        _stars(board),
        _grid(board),
        *_edges(board),
        *_numbers(board),
    ]
    return "\n".join(parts) + "\n"


def _stars(board: Board) -> str:
    """Return a few faint stars, always the same."""
    generator = np.random.default_rng(1994)
    spots = generator.random((150, 3)) * (board.width, board.height, 1.0)
    return "".join(
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(0.4 + 0.7 * z)}" fill="#b9c9e6" '
        f'opacity="{_n(0.12 + 0.35 * z)}"/>'
        for x, y, z in spots
    )


def _grid(board: Board) -> str:
    """Return the outlines of all hexes as one path, each side once."""
    corners = [
        (RADIUS * math.cos(math.pi * k / 3), RADIUS * math.sin(math.pi * k / 3)) for k in range(6)
    ]
    sides = set()
    for q, r in board.hexes():
        x, y = board.at(q, r)
        points = [(round(x + dx, 1), round(y + dy, 1)) for dx, dy in corners]
        for k in range(6):
            sides.add(tuple(sorted((points[k], points[(k + 1) % 6]))))
    path = "".join(f"M{_n(a[0])} {_n(a[1])}L{_n(b[0])} {_n(b[1])}" for a, b in sorted(sides))
    return f'<path d="{path}" fill="none" stroke="{GRID}" stroke-width="1"/>'


def _edges(board: Board) -> Iterator[str]:
    """Yield a coloured line along each entry edge."""
    low, high = board.height - MARGIN + 8, TOP - 8
    for side, y in enumerate((low, high) if board.sign > 0 else (high, low)):
        x1, x2 = _n(MARGIN), _n(board.width - MARGIN)
        yield (
            f'<line x1="{x1}" y1="{_n(y)}" x2="{x2}" y2="{_n(y)}" stroke="{BRIGHT[side]}" '
            f'stroke-width="2" opacity="0.55"/>'
        )


def _numbers(board: Board) -> Iterator[str]:
    """Yield column numbers below and row numbers beside the map, every fifth row."""
    style = f'fill="{DIM}" font-size="9" text-anchor="middle" opacity="0.8"'
    for q in range(1, board.columns + 1):
        x, _ = board.at(q, 0)
        yield f'<text x="{_n(x)}" y="{_n(board.height - 8)}" {style}>{q:02d}</text>'
    for row in range(1, board.rows + 1):
        if row % 5 == 0 or row == 1:
            q = 1 if board.sign > 0 else board.columns
            x, y = board.at(q, row - (q + 1) // 2)
            yield f'<text x="{_n(x - 33)}" y="{_n(y + 3)}" {style}>{row:02d}</text>'


# --- the moving part -----------------------------------------------------------------------------


class Counter(NamedTuple):
    """A task force as it is drawn."""

    index: int
    side: int
    x: float
    y: float
    craft: list[int]
    """Ships that the reader knows."""
    own: bool
    """The reader knows all about it."""


class Scene:
    """What one reader sees of one position."""

    def __init__(self, names: Names, board: Board) -> None:
        self.names, self.board, self.state = names, board, names.state
        self.stacks = self._stacks()
        self.places = {c.index: (c.x, c.y) for stack in self.stacks for c in stack}

    def _stacks(self) -> list[list[Counter]]:
        """Return the task forces on the map, hex by hex, fanned out."""
        hexes: dict[tuple[int, int], list[int]] = {}
        for side in range(2):
            for index in enemy_forces(self.names, side):
                force = self.state.tf[index]
                hexes.setdefault((force.q, force.r), []).append(index)
        return [self._stack(*place, found) for place, found in sorted(hexes.items())]

    def _stack(self, q: int, r: int, found: list[int]) -> list[Counter]:
        """Return the counters of one hex."""
        x, y = self.board.at(q, r)
        stack = []
        for place, index in enumerate(found):
            side = index // self.names.slots[1]
            shift = place - (len(found) - 1) / 2
            own = self.names.seat in (UMPIRE, side)
            craft = members(self.names, index)
            stack.append(Counter(index, side, x + 17 * shift, y + 6 * shift, craft, own))
        return stack

    # -- terrain ---------------------------------------------------------------------------------

    def terrain(self) -> Iterator[str]:
        """Yield planets, asteroids and white-outs."""
        for body in self.state.body:
            if body.kind:
                x, y = self.board.at(body.q, body.r)
                yield _planet(x, y) if body.kind == 1 else _asteroid(x, y)
        for marker in self.state.whiteout:
            if marker.timer:
                x, y = self.board.at(marker.q, marker.r)
                yield _burst(
                    x, y, 15 if marker.timer > 1 else 11, 0.75 if marker.timer > 1 else 0.4
                )

    # -- vectors ---------------------------------------------------------------------------------

    def courses(self) -> Iterator[str]:
        """Yield the vector of each task force, and a trail where it has just moved."""
        for stack in self.stacks:
            for counter in stack:
                force = self.state.tf[counter.index]
                dx, dy = self.board.step(force.vq, force.vr)
                if dx == 0 and dy == 0:
                    continue
                color = BRIGHT[counter.side]
                x, y = counter.x, counter.y
                if force.moved:
                    yield (
                        f'<line x1="{_n(x - dx)}" y1="{_n(y - dy)}" x2="{_n(x)}" y2="{_n(y)}" '
                        f'stroke="{color}" stroke-width="1.2" opacity="0.28" '
                        f'stroke-dasharray="2 4"/>'
                    )
                yield _arrow((x, y), (x + dx, y + dy), color, 1.6, 0.75)

    # -- counters --------------------------------------------------------------------------------

    def counters(self) -> Iterator[str]:
        """Yield the task force counters with their markers."""
        for stack in self.stacks:
            for counter in stack:
                yield self._counter(counter)

    def _counter(self, counter: Counter) -> str:
        """Return one counter."""
        force = self.state.tf[counter.index]
        color = BRIGHT[counter.side]
        dummy = counter.own and not counter.craft
        hidden = not counter.own and not force.shadow_found
        parts = [f"<title>{escape(self._told(counter))}</title>"]
        if self.state.round_tf == counter.index:
            parts.append('<circle r="24" fill="#fff" opacity="0.09"/>')
            parts.append(
                '<circle r="24" fill="none" stroke="#fff" stroke-width="1" opacity="0.7"/>'
            )
        dash = ' stroke-dasharray="3 2.5"' if dummy or (hidden and not counter.craft) else ""
        fill = DEEP[counter.side] if counter.craft else SPACE
        parts.append(
            f'<rect x="-14" y="-11" width="28" height="22" rx="5" fill="{fill}" stroke="{color}" '
            f'stroke-width="{1.6 if counter.craft else 1.2}"{dash}/>'
        )
        parts += _pips(len(counter.craft), hidden, PALE[counter.side])
        if hidden and not counter.craft:
            parts.append(_text(0, 5, "?", 15, color, "middle", bold=True))
        parts += self._markers(counter, force)
        key = f"f{counter.side}.{counter.index if counter.own else force.contact}"
        return (
            f'<g data-k="{key}" transform="translate({_n(counter.x)} {_n(counter.y)})">'
            f"{''.join(parts)}</g>"
        )

    def _markers(self, counter: Counter, force: Any) -> Iterator[str]:
        """Yield Thrust, Active and Evade markers."""
        if force.thrust_side != NONE:
            side = force.thrust_side
            dx, dy = self.board.step(int(DIRECTION_Q[side]), int(DIRECTION_R[side]))
            yield _wedge(dx / HIGH, dy / HIGH)
        if emits(self.names, counter.index):
            yield (
                f'<path d="M-5 -14Q0 -18 5 -14M-9 -17Q0 -24 9 -17" fill="none" '
                f'stroke="{CYAN}" stroke-width="1.4"/>'
            )
        if force.evade:
            yield _text(-17, 3.5, f"E+{force.evade}", 9.5, GREEN, "end", bold=True)

    def _told(self, counter: Counter) -> str:
        """Return what a pointer resting on a counter is told."""
        force = self.state.tf[counter.index]
        course = shift_words(force.vq, force.vr, UMPIRE if self.board.sign > 0 else 1)
        ships = [self.names.craft(index) for index in counter.craft]
        if not ships:
            ships = ["dummy"] if counter.own else ["unknown"]
        where = hex_number(force.q, force.r)
        return (
            f"{self.names.force(counter.index)} at {where}, vector {course or '0'}: "
            + ", ".join(ships)
        )

    # -- missiles --------------------------------------------------------------------------------

    def missiles(self) -> Iterator[str]:
        """Yield missiles: one dart for those of a side that fly together."""
        flights: dict[tuple[int, ...], list[int]] = {}
        for side in range(2):
            for index in enemy_spreads(self.names, side):
                spread = self.state.spread[index]
                course = (spread.q, spread.r, spread.vq, spread.vr)
                flights.setdefault((side, *course), []).append(index)
        for place, found in flights.items():
            yield self._flight(place, found)

    def _flight(self, place: tuple[int, ...], found: list[int]) -> str:
        """Return one dart with its vector and its number."""
        side, q, r, vq, vr = place
        x, y = self.board.at(q, r)
        dx, dy = self.board.step(vq, vr)
        y += 13
        color = BRIGHT[side]
        own = self.names.seat in (UMPIRE, side)
        spreads = [self.state.spread[index] for index in found]
        known = sum(s.count for s in spreads if own or s.detected)
        unknown = sum(not (own or s.detected) for s in spreads)
        text = " + ".join([str(known)] * bool(known) + ["?" * unknown] * bool(unknown))
        told = ", ".join(self.names.spread(index) for index in found)
        length = math.hypot(dx, dy)
        ux, uy = (dx / length, dy / length) if length else (0.0, -1.0)
        tip, back, wing = 8.0, -5.5, 4.2
        points = [(tip * ux, tip * uy), (back * ux - wing * uy, back * uy + wing * ux)]
        points += [(-2 * ux, -2 * uy), (back * ux + wing * uy, back * uy - wing * ux)]
        shape = " ".join(f"{_n(px)},{_n(py)}" for px, py in points)
        arrow = _arrow((0, 0), (dx, dy), color, 0.8, 0.45) if length else ""
        number = found[0] if own else spreads[0].contact
        return (
            f'<g data-k="m{side}.{number}" transform="translate({_n(x)} {_n(y)})">'
            f"<title>{escape(told)}: {text} missiles</title>{arrow}"
            f'<polygon points="{shape}" fill="{PALE[side]}" stroke="{color}" stroke-width="1"/>'
            f"{_text(9, 3.5, text, 10, PALE[side], bold=True)}</g>"
        )

    # -- labels ----------------------------------------------------------------------------------

    def labels(self) -> Iterator[str]:
        """Yield the names of task forces and known ships, put where there is room."""
        taken: list[Box] = [*self._arrow_boxes()]
        taken += [(c.x - 15, c.y - 13, c.x + 15, c.y + 13) for stack in self.stacks for c in stack]
        for stack in self.stacks:
            lines = [line for counter in stack for line in self._label(counter)]
            width = max(size for _, size in lines)
            box = self._room(stack, width, LINE * len(lines), taken)
            taken.append(box)
            for n, (line, _) in enumerate(lines):
                x, y = _n(box[0]), _n(box[1] + LINE * (n + 0.8))
                yield f'<g transform="translate({x} {y})">{line}</g>'

    def _label(self, counter: Counter) -> Iterator[tuple[str, float]]:
        """Yield the lines about one task force, each with its width."""
        name = self.names.force(counter.index).removeprefix(f"{SIDES[counter.side]} ")
        if counter.own and not counter.craft:
            name += " dummy"
        yield _text(0, 0, name, 10.5, BRIGHT[counter.side], bold=True), 6.2 * len(name)
        for index in counter.craft:
            craft = self.state.craft[index]
            ship = self.names.craft(index).removeprefix(f"{SIDES[counter.side]} ")
            dim = counter.own and not craft.detected
            width = 5.3 * len(ship)
            yield (
                _text(0, 0, ship, 10, DIM if dim else TEXT) + _ticks(width + 3, craft),
                width + 3 + 3.5 * sum(bool(level) for level in craft.damage),
            )

    def _arrow_boxes(self) -> Iterator[Box]:
        """Yield small boxes along the vectors of task forces."""
        for index, (x, y) in self.places.items():
            force = self.state.tf[index]
            dx, dy = self.board.step(force.vq, force.vr)
            count = int(math.hypot(dx, dy) / 14) + 1
            for n in range(1, count + 1):
                px, py = x + dx * n / count, y + dy * n / count
                yield px - 5, py - 5, px + 5, py + 5

    def _room(self, stack: list[Counter], w: float, h: float, taken: list[Box]) -> Box:
        """Return the place for a label that hides least."""
        x, y = self.board.at(self.state.tf[stack[0].index].q, self.state.tf[stack[0].index].r)
        reach = 19 + 8.5 * (len(stack) - 1)
        reach += 9 if any(self.state.round_tf == counter.index for counter in stack) else 0
        corners = [
            (x + reach, y - h / 2),
            (x - reach - w, y - h / 2),
            (x + reach - 4, y + 8),
            (x + reach - 4, y - h - 8),
            (x - reach - w + 4, y + 8),
            (x - reach - w + 4, y - h - 8),
            (x - w / 2, y + 17),
            (x - w / 2, y - h - 19),
        ]
        boxes = [(left, top, left + w, top + h) for left, top in corners]
        return min(boxes, key=lambda box: self._hidden(box, taken))

    def _hidden(self, box: Box, taken: list[Box]) -> float:
        """Return how much of the picture a label would cover, or of itself leave it."""
        inside = (6.0, TOP, self.board.width - 6, self.board.height - 14)
        area = (box[2] - box[0]) * (box[3] - box[1])
        return sum(_overlap(box, other) for other in taken) + 4 * (area - _overlap(box, inside))

    # -- what has just happened ------------------------------------------------------------------

    def happenings(self, since: int | None) -> Iterator[str]:
        """Yield beams, locks, sightings and hits."""
        first = self._round_start() if since is None else since
        for event in events(self.state, self.names.seat, first):
            if event.kind == Event.FIRE:
                yield from self._shot(event)
            elif event.kind in (Event.SCAN, Event.LOCK):
                yield from self._sensor(event)
            elif event.kind == Event.DETECTED:
                yield from self._sighting(event)
            elif event.kind == Event.MISSILES_FIRE and event.b:
                place = self._craft_place(event.target)
                yield from [_burst(*place, 13, 0.9)] if place else []

    def _round_start(self) -> int:
        """Return the number of the event with which the present round began."""
        found = [event.kind == Event.ROUND for event in events(self.state, -2, 0)]
        count = self.state.log_count
        if self.state.phase != Phase.OPERATIONS or True not in found:
            return count
        return count - found[::-1].index(True)

    def _shot(self, event: Any) -> Iterator[str]:
        """Yield the beams of one ship at another."""
        start, end = self.places.get(event.c), self._craft_place(event.target)
        if start is None or end is None:
            return
        color = BRIGHT[event.side]
        line = f'x1="{_n(start[0])}" y1="{_n(start[1])}" x2="{_n(end[0])}" y2="{_n(end[1])}"'
        yield (
            f'<g class="shot"><line {line} stroke="{color}" stroke-width="5" opacity="0.22"/>'
            f'<line {line} stroke="{PALE[event.side]}" stroke-width="1.3" opacity="0.9"/></g>'
        )
        if event.b:
            yield _burst(end[0], end[1], 9 + min(event.b, 8) / 2, 0.9)

    def _craft_place(self, index: int) -> tuple[float, float] | None:
        """Return where a ship is, or where its wreck burns if there is no doubt."""
        if index == NONE:
            return None
        craft = self.state.craft[index]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            return self.places.get(craft.tf)
        fresh = [marker for marker in self.state.whiteout if marker.timer == 2]
        return self.board.at(fresh[0].q, fresh[0].r) if len(fresh) == 1 else None

    def _sensor(self, event: Any) -> Iterator[str]:
        """Yield the line of a sensor attempt, where both of its ends are known."""
        told_in_full = self.names.seat in (UMPIRE, event.side)
        force = (
            self.state.craft[event.actor].tf if told_in_full and event.actor >= 0 else event.actor
        )
        start, end = self.places.get(force), self.places.get(event.target)
        if event.c != NONE and self.state.spread[event.c].count > 0:
            end = self.board.at(self.state.spread[event.c].q, self.state.spread[event.c].r)
        if start is None or end is None or force == NONE:
            return
        faint = 0.3 if event.b == Grade.FAILURE else 0.8
        yield (
            f'<line x1="{_n(start[0])}" y1="{_n(start[1])}" x2="{_n(end[0])}" y2="{_n(end[1])}" '
            f'stroke="{CYAN}" stroke-width="0.9" opacity="{faint}" stroke-dasharray="5 4"/>'
        )

    def _sighting(self, event: Any) -> Iterator[str]:
        """Yield a ring around what has been detected."""
        place = None
        if event.actor != NONE:
            place = self._craft_place(event.actor)
        elif self.state.spread[event.target].count > 0:
            spread = self.state.spread[event.target]
            place = self.board.at(spread.q, spread.r)
        if place is not None:
            yield (
                f'<circle cx="{_n(place[0])}" cy="{_n(place[1])}" r="21" fill="none" '
                f'stroke="{CYAN}" stroke-width="1.6" opacity="0.9"/>'
            )

    # -- caption ---------------------------------------------------------------------------------

    def headline(self) -> tuple[str, str, str]:
        """Return turn and phase, who is to act, and whose picture it is."""
        state, seat = self.state, self.names.seat
        over = state.verdict != Verdict.OPEN
        when = f"Turn {state.turn} · {phase_words(state)}" if state.turn else "Set-up"
        acts = outcome_words(state) if over else f"{SIDES[state.seat]} to act"
        return when, acts, "the truth" if seat == UMPIRE else f"what {SIDES[seat]} knows"

    def caption(self) -> Iterator[str]:
        """Yield the headline."""
        when, acts, whose = self.headline()
        yield _text(MARGIN, 22, when, 14, TEXT, bold=True)
        yield _text(self.board.width - MARGIN, 22, f"{acts} · {whose}", 12, DIM, "end")

    def marks(self) -> Iterator[tuple[tuple[int, int], str]]:
        """Yield hex and sign of everything on the map, for the text."""
        umpire = self.names.seat == UMPIRE
        for stack in self.stacks:
            for counter in stack:
                force = self.state.tf[counter.index]
                number = counter.index % self.names.slots[1] if counter.own else force.contact
                letter = "RB"[counter.side] if umpire else "T" if counter.own else "e"
                yield (force.q, force.r), f"{letter}{number + 1}"
        for side in range(2):
            for index in enemy_spreads(self.names, side):
                spread = self.state.spread[index]
                own = self.names.seat in (UMPIRE, side)
                number = index % self.names.slots[2] if own else spread.contact
                letter = "rb"[side] if umpire else "s" if own else "m"
                yield (spread.q, spread.r), f"{letter}{number + 1}"
        for body in self.state.body:
            if body.kind:
                yield (body.q, body.r), "O" if body.kind == 1 else "o"
        for marker in self.state.whiteout:
            if marker.timer:
                yield (marker.q, marker.r), "*"


# --- shapes --------------------------------------------------------------------------------------


def _n(number: float) -> str:
    """Return a number with at most one decimal."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _text(
    x: float, y: float, words: str, size: float, fill: str, anchor: str = "", bold: bool = False
) -> str:
    """Return a line of text."""
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += ' font-weight="600"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size:g}" fill="{fill}"{more}>'
        f"{escape(words)}</text>"
    )


def _pips(count: int, hidden: bool, fill: str) -> Iterable[str]:
    """Return a dot a ship in rows of four, and a small question mark where more may be hidden."""
    if count == 0:
        return []
    rows = [min(4, count)] + ([count - 4] if count > 4 else [])
    dots = []
    for row, wide in enumerate(rows):
        y = 5.6 * row - 2.8 * (len(rows) - 1)
        dots += [
            f'<circle cx="{_n(5.6 * (n - (wide - 1) / 2))}" cy="{_n(y)}" r="2.1" fill="{fill}"/>'
            for n in range(wide)
        ]
    return [*dots, _text(10, -8, "?", 11, AMBER, bold=True)] if hidden else dots


def _ticks(x: float, craft: Any) -> str:
    """Return a mark for each damage result: red for good, amber for a while."""
    levels = [level for level in craft.damage if level]
    return "".join(
        f'<rect x="{_n(x + 3.5 * n)}" y="-6" width="2.4" height="6.5" rx="0.6" '
        f'fill="{"#ff5d5d" if level == Damage.PERMANENT else AMBER}"/>'
        for n, level in enumerate(levels)
    )


def _arrow(
    start: tuple[float, float], end: tuple[float, float], color: str, width: float, opacity: float
) -> str:
    """Return a line with a head and an open circle at its end, the projected endpoint."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    neck = (end[0] - 9 * ux, end[1] - 9 * uy)
    head = [end, (neck[0] - 3.2 * uy, neck[1] + 3.2 * ux), (neck[0] + 3.2 * uy, neck[1] - 3.2 * ux)]
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in head)
    return (
        f'<g opacity="{opacity}"><line x1="{_n(start[0])}" y1="{_n(start[1])}" x2="{_n(neck[0])}" '
        f'y2="{_n(neck[1])}" stroke="{color}" stroke-width="{width}"/>'
        f'<polygon points="{points}" fill="{color}"/></g>'
    )


def _wedge(ux: float, uy: float) -> str:
    """Return the Thrust marker: a flame at a hexside."""
    near, far, wide = 14.0, 22.0, 5.5
    points = [
        (far * ux, far * uy),
        (near * ux - wide * uy, near * uy + wide * ux),
        (near * ux + wide * uy, near * uy - wide * ux),
    ]
    shape = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    return f'<polygon points="{shape}" fill="{AMBER}"/>'


def _burst(x: float, y: float, size: float, opacity: float) -> str:
    """Return a star of eight rays."""
    rays = []
    for k in range(16):
        reach = size if k % 2 == 0 else size * 0.38
        rays.append((x + reach * math.cos(math.pi * k / 8), y + reach * math.sin(math.pi * k / 8)))
    shape = " ".join(f"{_n(px)},{_n(py)}" for px, py in rays)
    return f'<polygon points="{shape}" fill="#ffe9b8" opacity="{opacity:g}"/>'


def _planet(x: float, y: float) -> str:
    """Return a planet."""
    return (
        f'<g transform="translate({_n(x)} {_n(y)})"><title>planet</title>'
        '<circle r="16" fill="#2c5f63"/><circle r="16" fill="none" stroke="#79c2bd" '
        'stroke-width="1.2" opacity="0.8"/><ellipse cx="-4" cy="-5" rx="7" ry="4" fill="#3f8581" '
        'opacity="0.7"/><ellipse cx="5" cy="6" rx="6" ry="3" fill="#3f8581" opacity="0.5"/></g>'
    )


def _asteroid(x: float, y: float) -> str:
    """Return an asteroid."""
    return (
        f'<g transform="translate({_n(x)} {_n(y)})"><title>asteroid</title>'
        '<polygon points="-10,-3 -5,-9 3,-10 9,-5 11,3 5,9 -3,8 -9,4" fill="#4a4742" '
        'stroke="#8d867a" stroke-width="1"/><circle cx="-2" cy="-3" r="2.2" fill="#37342f"/>'
        '<circle cx="4" cy="3" r="1.6" fill="#37342f"/></g>'
    )


def _overlap(a: Box, b: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0
