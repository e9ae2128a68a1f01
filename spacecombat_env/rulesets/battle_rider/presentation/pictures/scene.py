"""The moving part of the picture: one position for one reader, as lines of SVG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.hexmap import HIGH, MARGIN, TOP
from spacecombat_env.core.presentation.labels import (
    Box,
    Label,
    LabelLine,
    along,
    around,
    placed,
    unplaced,
)
from spacecombat_env.core.presentation.perspective import UMPIRE, is_own, without_side
from spacecombat_env.core.presentation.svg import (
    BRIGHT,
    DIM,
    PALE,
    Point,
    arrow,
    line,
    question_mark,
)

from ...model import NONE, BodyKind, Damage
from ..coordinates import hex_number, shift_text
from ..picture_keys import force_key
from ..piece_names import Names
from ..views.known_pieces import emits, enemy_forces, enemy_spreads, members
from .board import Board
from .rings import rings
from .shapes import ARCS, ROUND, asteroid, burst, dart, frame, large_body, pips, planet, wedge

MOST_LINES = 8
"""Of a label; a larger stack has one line per task force."""
HIGHEST, LOWEST = -5.5, 11.5
"""Offsets of counters and missiles from the centre of a hex that holds both."""
BESIDE, SMALLER = 9.0, 0.68
"""Offset and scale of the counters of a hex that holds both sides."""


class Counter(NamedTuple):
    """A task force as it is drawn."""

    slot: int
    side: int
    x: float
    y: float
    craft: list[int]
    """Ships that the reader knows."""
    own: bool
    """The reader knows all about it."""
    scale: float
    """Of its drawing."""


PLAIN, MARKED = (15.0, 13.0), (19.0, 19.0)
"""How far a counter extends, without and with the markers of its round or its thrust."""


class Flight(NamedTuple):
    """Missile spreads of a side with one place and one vector."""

    side: int
    x: float
    y: float
    dx: float
    dy: float
    spreads: list[int]
    scale: float


class Scene:
    """The view of one position by one reader."""

    def __init__(self, names: Names, board: Board) -> None:
        self.names, self.board, self.state = names, board, names.state
        self.flights = self._flights()
        self.stacks = self._stacks()
        self.places = {c.slot: (c.x, c.y) for stack in self.stacks for c in stack}
        self.marks: list[Box] = []
        """Boxes drawn so far, which names must not cover."""

    def _stacks(self) -> list[list[Counter]]:
        """Return the task forces on the map, hex by hex."""
        hexes: dict[tuple[int, int], list[int]] = {}
        for side in range(2):
            for index in enemy_forces(self.names, side):
                force = self.state.tf[index]
                hexes.setdefault((force.q, force.r), []).append(index)
        return [self._stack(*place, found) for place, found in sorted(hexes.items())]

    def _stack(self, q: int, r: int, found: list[int]) -> list[Counter]:
        """Return the counters of one hex: one deck per side, next to each other, above missiles."""
        x, y = self.board.at(q, r)
        spreads = self.state.spread
        under_fire = any(s.count > 0 and (s.q, s.r) == (q, r) for s in spreads)
        both = len({index // self.names.slots[1] for index in found}) > 1
        stack = []
        for side in range(2):
            deck = [index for index in found if index // self.names.slots[1] == side]
            shift = min(2.5, 7 / max(1, len(deck) - 1))
            for place, index in enumerate(deck):
                off = shift * (place - (len(deck) - 1) / 2)
                own = is_own(self.names.seat, side)
                left = x + off + (BESIDE * (2 * side - 1) if both else 0)
                top = y - off + (HIGHEST if under_fire else 0)
                craft = members(self.names, index)
                stack.append(Counter(index, side, left, top, craft, own, SMALLER if both else 1.0))
        return stack

    # -- terrain ---------------------------------------------------------------------------------

    def terrain(self) -> Iterator[str]:
        """Yield planets, asteroids and white-outs."""
        for index, body in enumerate(self.state.body):
            if body.kind:
                yield from self._body(index, body)
        for marker in self.state.whiteout:
            if marker.timer:
                x, y = self.board.at(marker.q, marker.r)
                yield self.burst(x, y, 19, 0.6 if marker.timer > 1 else 0.3)

    def _body(self, index: int, body: Any) -> Iterator[str]:
        """Yield a body, and its vector where it moves."""
        x, y = self.board.at(body.q, body.r)
        world = self.names.world(index)
        if body.kind == BodyKind.PLANET:
            self.marks.append(around(x, y, 17))
            yield planet(x, y)
        elif body.kind == BodyKind.ASTEROID:
            self.marks.append(around(x, y, 12))
            yield asteroid(x, y)
        else:
            radius = HIGH * max(0.5, world.radius)
            self.marks.append(around(x, y, radius + 1))
            yield large_body(x, y, radius, body.kind == BodyKind.STAR)
        if world.vq or world.vr:
            dx, dy = self.board.step(world.vq, world.vr)
            yield self._way((x, y), (x + dx, y + dy), DIM, 1.2, 0.5)

    def burst(self, x: float, y: float, size: float, opacity: float) -> str:
        """Return a star, and keep names off it."""
        self.marks.append(around(x, y, size))
        return burst(x, y, size, opacity)

    # -- vectors ---------------------------------------------------------------------------------

    def courses(self) -> Iterator[str]:
        """Yield the vector of each piece, and a trail where a task force has just moved."""
        for flight in self.flights:
            if flight.dx or flight.dy:
                end = (flight.x + flight.dx, flight.y + flight.dy)
                yield self._way((flight.x, flight.y), end, BRIGHT[flight.side], 0.8, 0.45)
        for stack in self.stacks:
            yield from self._courses_of(stack)

    def _courses_of(self, stack: list[Counter]) -> Iterator[str]:
        """Yield the vectors of a hex: one for all of a side with the same vector."""
        alike: dict[tuple[int, float, float], list[Counter]] = {}
        for counter in stack:
            force = self.state.tf[counter.slot]
            alike.setdefault((counter.side, *self.board.step(force.vq, force.vr)), []).append(
                counter
            )
        for (side, dx, dy), counters in alike.items():
            if dx == 0 and dy == 0:
                continue
            x = sum(counter.x for counter in counters) / len(counters)
            y = sum(counter.y for counter in counters) / len(counters)
            if any(self.state.tf[counter.slot].moved for counter in counters):
                yield line((x - dx, y - dy), (x, y), BRIGHT[side], 1.2, 0.35, "2 4")
            yield self._way((x, y), (x + dx, y + dy), BRIGHT[side], 1.6, 0.75)

    def _way(self, start: Point, end: Point, color: str, width: float, opacity: float) -> str:
        """Return a vector, and keep names off it."""
        self.marks += along(start, end, 3.5)
        return arrow(start, end, color, width, opacity)

    # -- counters --------------------------------------------------------------------------------

    def counters(self, for_page: bool = False) -> Iterator[str]:
        """Yield the task force counters with their markers; for a page with their ranges."""
        for stack in self.stacks:
            for counter in stack:
                yield self._counter(counter, rings(self.names, counter.craft) if for_page else "")

    def _counter(self, counter: Counter, ranges: str) -> str:
        """Return one counter with its markers."""
        force = self.state.tf[counter.slot]
        color = BRIGHT[counter.side]
        dummy = counter.own and not counter.craft
        hidden = not counter.own and not force.shadow_found
        parts = [f"<title>{escape(self._hover_text(counter))}</title>"]
        if self.state.round_tf == counter.slot:
            parts.append(ROUND)
        parts += self._thrust(force)
        dashed = dummy or (hidden and not counter.craft)
        parts.append(frame(counter.side, bool(counter.craft), dashed))
        parts += pips(len(counter.craft), hidden, PALE[counter.side])
        if hidden and not counter.craft:
            parts.append(question_mark(0, 0, 13, color))
        if emits(self.names, counter.slot):
            parts.append(ARCS)
        key = force_key(self.names, counter.slot) or ""
        marked = self.state.round_tf == counter.slot or force.thrust_side != NONE
        wide, high = MARKED if marked else PLAIN
        self.marks.append(around(counter.x, counter.y, wide * counter.scale, high * counter.scale))
        inner = "".join(parts)
        if counter.scale != 1:
            inner = f'<g transform="scale({counter.scale:g})">{inner}</g>'
        where = hex_number(force.q, force.r)
        return picture.piece(key, counter.x, counter.y, where, inner + ranges)

    def _thrust(self, force: Any) -> Iterator[str]:
        """Yield the Thrust marker, which turns with the board."""
        if force.thrust_side != NONE:
            side = force.thrust_side
            dx, dy = self.board.step(int(DIRECTION_Q[side]), int(DIRECTION_R[side]))
            yield f'<g class="turns">{wedge(dx / HIGH, dy / HIGH)}</g>'

    def _hover_text(self, counter: Counter) -> str:
        """Return the hover text of a counter."""
        force = self.state.tf[counter.slot]
        vector = shift_text(force.vq, force.vr, UMPIRE if self.board.sign > 0 else 1)
        ships = [self.names.craft(index) for index in counter.craft]
        if not ships:
            ships = ["dummy"] if counter.own else ["unknown"]
        where = hex_number(force.q, force.r)
        text = f"{self.names.force(counter.slot)} at {where}, vector {vector or '0'}"
        text += f", evade +{force.evade}" if force.evade else ""
        text += ", active" if emits(self.names, counter.slot) else ""
        return f"{text}: {', '.join(ships)}"

    # -- missiles --------------------------------------------------------------------------------

    def _flights(self) -> list[Flight]:
        """Return the missiles; spreads of a side that fly together are one flight."""
        found: dict[tuple[int, ...], list[int]] = {}
        for side in range(2):
            for index in enemy_spreads(self.names, side):
                spread = self.state.spread[index]
                place_and_vector = (spread.q, spread.r, spread.vq, spread.vr)
                found.setdefault((side, *place_and_vector), []).append(index)
        hexes: dict[tuple[int, int], int] = {}
        for _, q, r, *_ in found:
            hexes[q, r] = hexes.get((q, r), 0) + 1
        flights, placed_before = [], dict.fromkeys(hexes, 0)
        for (side, q, r, vq, vr), spreads in found.items():
            x, y = self.board.at(q, r)
            count, place = hexes[q, r], placed_before[q, r]
            placed_before[q, r] += 1
            left = x + min(9.0, 24 / count) * (place - (count - 1) / 2)
            scale = 0.75 if count < 4 else 0.5
            dx, dy = self.board.step(vq, vr)
            flights.append(Flight(side, left, y + LOWEST, dx, dy, spreads, scale))
        return flights

    def missiles(self) -> Iterator[str]:
        """Yield a dart for each flight."""
        for flight in self.flights:
            side = flight.side
            own = is_own(self.names.seat, side)
            first = self.state.spread[flight.spreads[0]]
            text = ", ".join(self.names.spread(index) for index in flight.spreads)
            key = f"m{side}.{flight.spreads[0] if own else first.contact}"
            self.marks.append(around(flight.x, flight.y, 8 * flight.scale))
            inner = (
                f"<title>{escape(text)}: {self._salvo(flight, in_full=True)}</title>"
                f'<g class="turns" transform="scale({flight.scale:g})">'
                f"{dart(flight.dx, flight.dy, side)}</g>"
            )
            cell = hex_number(first.q, first.r)
            yield picture.piece(key, flight.x, flight.y, cell, inner)

    def _salvo(self, flight: Flight, in_full: bool = False) -> str:
        """Return the number of missiles in a flight, or of spreads where that is unknown."""
        own = is_own(self.names.seat, flight.side)
        spreads = [self.state.spread[index] for index in flight.spreads]
        known = sum(int(s.count) for s in spreads if own or s.detected)
        unknown = sum(not (own or s.detected) for s in spreads)
        text = [f"{known} missiles" if in_full else str(known)] if known else []
        text += [f"{unknown} spread{'s' if unknown > 1 else ''}"] if unknown else []
        return " + ".join(text) + (" of unknown size" if in_full and unknown else "")

    # -- labels ----------------------------------------------------------------------------------

    def labels(self, for_page: bool) -> Iterator[str]:
        """Yield the names of task forces and known ships, and the numbers of missiles."""
        named = [*map(self._label, self.stacks), *map(self._flight_label, self.flights)]
        if for_page:
            return unplaced(named)
        bounds = (4.0, TOP - 6, self.board.across - 4, self.board.height - 20)
        return placed(named, self.marks, bounds)

    def _label(self, stack: list[Counter]) -> Label:
        """Return the label of one hex: each task force with its ships, or with their number."""
        force = self.state.tf[stack[0].slot]
        x, y = self.board.at(force.q, force.r)
        lines = [line for counter in stack for line in self._force_lines(counter)]
        if len(lines) > MOST_LINES and len(stack) > 1:
            lines = [self._short(counter) for counter in stack]
        if len(lines) > MOST_LINES:
            lines = [
                *lines[: MOST_LINES - 1],
                LabelLine(f"and {len(lines) - MOST_LINES + 1} more", "-"),
            ]
        brief = self._short(stack[0])
        if len(stack) > 1:
            brief = LabelLine(f"{len(stack)} task forces", brief.tone)
        return Label(x, y, 20.0, tuple(lines), brief)

    def _force_lines(self, counter: Counter) -> Iterator[LabelLine]:
        """Yield the lines about one task force."""
        force = self.state.tf[counter.slot]
        name = self._force_name(counter)
        name += " dummy" if counter.own and not counter.craft else ""
        yield LabelLine(name, str(counter.side))
        if force.evade:
            yield LabelLine(f"evade +{force.evade}", "g")
        for index in counter.craft:
            craft = self.state.craft[index]
            ship = without_side(self.names.craft(index), counter.side)
            dim = counter.own and not craft.detected
            hurt = "".join("p" if d == Damage.PERMANENT else "t" for d in craft.damage if d)
            yield LabelLine(ship, "-" if dim else ".", hurt)

    def _short(self, counter: Counter) -> LabelLine:
        """Return a task force with the number of its known ships."""
        ships = f" ({len(counter.craft)})" if counter.craft else ""
        return LabelLine(self._force_name(counter) + ships, str(counter.side))

    def _force_name(self, counter: Counter) -> str:
        """Return a task force's name without its side, which the colour shows."""
        return without_side(self.names.force(counter.slot), counter.side)

    def _flight_label(self, flight: Flight) -> Label:
        """Return the label of some missiles."""
        text = LabelLine(self._salvo(flight), "rb"[flight.side])
        return Label(flight.x, flight.y, 7.0, (text,), text)

    # -- caption ---------------------------------------------------------------------------------

    def caption(self) -> Iterator[str]:
        """Yield the headline."""
        yield picture.caption(picture.headline(self.names), MARGIN, 22, self.board.across)
