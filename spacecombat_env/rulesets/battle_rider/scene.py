"""What one reader sees of one position, as the lines of the moving part of the picture."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from spacecombat_env.core.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.rulesets.battle_rider.board import HIGH, MARGIN, TOP, Board
from spacecombat_env.rulesets.battle_rider.constants import (
    NONE,
    BodyKind,
    CraftStatus,
    Event,
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
    shift_words,
)
from spacecombat_env.rulesets.battle_rider.shapes import (
    ARCS,
    BRIGHT,
    CYAN,
    DIM,
    GREEN,
    PALE,
    TEXT,
    TICK,
    arrow,
    asteroid,
    burst,
    dart,
    frame,
    large_body,
    line,
    number,
    pips,
    planet,
    ticks,
    wedge,
    words,
)
from spacecombat_env.rulesets.battle_rider.story import events
from spacecombat_env.rulesets.battle_rider.views import (
    emits,
    enemy_forces,
    enemy_spreads,
    members,
)

LINE = 11.5
"""Height of a line of a label."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


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


class Flight(NamedTuple):
    """Missile spreads of a side with one place and one vector."""

    side: int
    x: float
    y: float
    dx: float
    dy: float
    spreads: list[int]


class Line(NamedTuple):
    """A line of a label: a name, and a mark for each damage result."""

    text: str
    fill: str
    damage: tuple[int, ...] = ()
    bold: bool = False

    @property
    def width(self) -> float:
        """About how wide it is."""
        marks = 3 + TICK * len(self.damage) if self.damage else 0
        return (6.0 if self.bold else 5.05) * len(self.text) + marks

    def written(self, y: float, anchor: str) -> str:
        """Return it at a height, beginning, ending or centred at 0."""
        marks = 3 + TICK * len(self.damage) if self.damage else 0
        x = {"start": 0.0, "middle": -marks / 2, "end": -marks}[anchor]
        after = {"start": self.width - marks, "middle": (self.width - marks) / 2, "end": 0.0}
        size = 10.5 if self.bold else 10
        name = words(x, y, self.text, size, self.fill, anchor, bold=self.bold)
        return name + ticks(x + after[anchor] + 3, y, self.damage)


class Scene:
    """What one reader sees of one position."""

    def __init__(self, names: Names, board: Board) -> None:
        self.names, self.board, self.state = names, board, names.state
        self.stacks = self._stacks()
        self.flights = self._flights()
        self.places = {c.slot: (c.x, c.y) for stack in self.stacks for c in stack}

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
            stack.append(Counter(index, side, x + 21 * shift, y + 7 * shift, craft, own))
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
                yield burst(x, y, 26 if marker.timer > 1 else 22, 0.6 if marker.timer > 1 else 0.3)

    def _body(self, index: int, body: Any) -> Iterator[str]:
        """Yield a body, and its vector where it moves."""
        x, y = self.board.at(body.q, body.r)
        world = self.names.world(index)
        if body.kind == BodyKind.PLANET:
            yield planet(x, y)
        elif body.kind == BodyKind.ASTEROID:
            yield asteroid(x, y)
        else:
            yield large_body(x, y, HIGH * max(0.5, world.radius), body.kind == BodyKind.STAR)
        if world.vq or world.vr:
            dx, dy = self.board.step(world.vq, world.vr)
            yield arrow((x, y), (x + dx, y + dy), DIM, 1.2, 0.5)

    # -- vectors ---------------------------------------------------------------------------------

    def courses(self) -> Iterator[str]:
        """Yield the vector of each piece, and a trail where a task force has just moved."""
        for flight in self.flights:
            if flight.dx or flight.dy:
                end = (flight.x + flight.dx, flight.y + flight.dy)
                yield arrow((flight.x, flight.y), end, BRIGHT[flight.side], 0.8, 0.45)
        for stack in self.stacks:
            for counter in stack:
                force = self.state.tf[counter.slot]
                dx, dy = self.board.step(force.vq, force.vr)
                if dx == 0 and dy == 0:
                    continue
                color = BRIGHT[counter.side]
                x, y = counter.x, counter.y
                if force.moved:
                    yield line((x - dx, y - dy), (x, y), color, 1.2, 0.28, "2 4")
                yield arrow((x, y), (x + dx, y + dy), color, 1.6, 0.75)

    # -- counters --------------------------------------------------------------------------------

    def counters(self) -> Iterator[str]:
        """Yield the task force counters with their markers."""
        for stack in self.stacks:
            for counter in stack:
                yield self._counter(counter)

    def _counter(self, counter: Counter) -> str:
        """Return one counter."""
        force = self.state.tf[counter.slot]
        color = BRIGHT[counter.side]
        dummy = counter.own and not counter.craft
        hidden = not counter.own and not force.shadow_found
        parts = [f"<title>{escape(self._told(counter))}</title>"]
        if self.state.round_tf == counter.slot:
            parts.append('<circle r="24" fill="#fff" opacity="0.09"/>')
            parts.append(
                '<circle r="24" fill="none" stroke="#fff" stroke-width="1" opacity="0.7"/>'
            )
        dashed = dummy or (hidden and not counter.craft)
        parts.append(frame(counter.side, bool(counter.craft), dashed))
        parts += pips(len(counter.craft), hidden, PALE[counter.side])
        if hidden and not counter.craft:
            parts.append(words(0, 5, "?", 15, color, "middle", bold=True))
        parts += self._markers(counter, force)
        key = f"f{counter.side}.{counter.slot if counter.own else force.contact}"
        return (
            f'<g data-k="{key}" transform="translate({number(counter.x)} {number(counter.y)})">'
            f"{''.join(parts)}</g>"
        )

    def _markers(self, counter: Counter, force: Any) -> Iterator[str]:
        """Yield Thrust, Active and Evade markers."""
        if force.thrust_side != NONE:
            side = force.thrust_side
            dx, dy = self.board.step(int(DIRECTION_Q[side]), int(DIRECTION_R[side]))
            yield wedge(dx / HIGH, dy / HIGH)
        if emits(self.names, counter.slot):
            yield ARCS
        if force.evade:
            yield words(-17, 3.5, f"E+{force.evade}", 9.5, GREEN, "end", bold=True)

    def _told(self, counter: Counter) -> str:
        """Return what a pointer resting on a counter is told."""
        force = self.state.tf[counter.slot]
        course = shift_words(force.vq, force.vr, UMPIRE if self.board.sign > 0 else 1)
        ships = [self.names.craft(index) for index in counter.craft]
        if not ships:
            ships = ["dummy"] if counter.own else ["unknown"]
        where = hex_number(force.q, force.r)
        return f"{self.names.force(counter.slot)} at {where}, vector {course or '0'}: " + ", ".join(
            ships
        )

    # -- missiles --------------------------------------------------------------------------------

    def _flights(self) -> list[Flight]:
        """Return the missiles: those of a side that fly together as one."""
        found: dict[tuple[int, ...], list[int]] = {}
        for side in range(2):
            for index in enemy_spreads(self.names, side):
                spread = self.state.spread[index]
                course = (spread.q, spread.r, spread.vq, spread.vr)
                found.setdefault((side, *course), []).append(index)
        flights = []
        for (side, q, r, vq, vr), spreads in found.items():
            x, y = self.board.at(q, r)
            flights.append(Flight(side, x, y + 14, *self.board.step(vq, vr), spreads))
        return flights

    def missiles(self) -> Iterator[str]:
        """Yield a dart for each flight, with its number of missiles."""
        for flight in self.flights:
            side = flight.side
            own = self.names.seat in (UMPIRE, side)
            spreads = [self.state.spread[index] for index in flight.spreads]
            known = sum(s.count for s in spreads if own or s.detected)
            unknown = sum(not (own or s.detected) for s in spreads)
            said = " + ".join([str(known)] * bool(known) + ["?" * unknown] * bool(unknown))
            told = ", ".join(self.names.spread(index) for index in flight.spreads)
            known_as = flight.spreads[0] if own else spreads[0].contact
            yield (
                f'<g data-k="m{side}.{known_as}" transform="translate({number(flight.x)} '
                f'{number(flight.y)})"><title>{escape(told)}: {said} missiles</title>'
                f"{dart(flight.dx, flight.dy, side)}"
                f"{words(9, 3.5, said, 10, PALE[side], bold=True)}</g>"
            )

    # -- labels ----------------------------------------------------------------------------------

    def labels(self) -> Iterator[str]:
        """Yield the names of task forces and known ships, put where there is room."""
        taken: list[Box] = [*self._arrow_boxes()]
        taken += [(c.x - 15, c.y - 13, c.x + 15, c.y + 13) for stack in self.stacks for c in stack]
        taken += [(f.x - 8, f.y - 8, f.x + 20, f.y + 8) for f in self.flights]
        for stack in self.stacks:
            lines = [line for counter in stack for line in self._label(counter)]
            width, height = max(line.width for line in lines), LINE * len(lines)
            box, anchor = self._room(stack, width, height, taken)
            taken.append(box)
            x = {"start": box[0], "end": box[2], "middle": (box[0] + box[2]) / 2}[anchor]
            written = "".join(
                line.written(LINE * (n + 0.8) - height / 2, anchor) for n, line in enumerate(lines)
            )
            y = (box[1] + box[3]) / 2
            yield f'<g class="label" transform="translate({number(x)} {number(y)})">{written}</g>'

    def _label(self, counter: Counter) -> Iterator[Line]:
        """Yield the lines about one task force."""
        name = self.names.force(counter.slot).removeprefix(f"{SIDES[counter.side]} ")
        if counter.own and not counter.craft:
            name += " dummy"
        yield Line(name, BRIGHT[counter.side], bold=True)
        for index in counter.craft:
            craft = self.state.craft[index]
            ship = self.names.craft(index).removeprefix(f"{SIDES[counter.side]} ")
            dim = counter.own and not craft.detected
            levels = tuple(level for level in craft.damage if level)
            yield Line(ship, DIM if dim else TEXT, levels)

    def _arrow_boxes(self) -> Iterator[Box]:
        """Yield small boxes along the vectors of task forces."""
        for index, (x, y) in self.places.items():
            force = self.state.tf[index]
            dx, dy = self.board.step(force.vq, force.vr)
            count = int(math.hypot(dx, dy) / 14) + 1
            for n in range(1, count + 1):
                px, py = x + dx * n / count, y + dy * n / count
                yield px - 5, py - 5, px + 5, py + 5

    def _room(self, stack: list[Counter], w: float, h: float, taken: list[Box]) -> tuple[Box, str]:
        """Return the place for a label that hides least, and how its lines are anchored there."""
        x, y = self.board.at(self.state.tf[stack[0].slot].q, self.state.tf[stack[0].slot].r)
        reach = 19 + 10.5 * (len(stack) - 1)
        reach += 9 if any(self.state.round_tf == counter.slot for counter in stack) else 0
        corners = [
            (x + reach, y - h / 2, "start"),
            (x - reach - w, y - h / 2, "end"),
            (x + reach - 4, y + 8, "start"),
            (x + reach - 4, y - h - 8, "start"),
            (x - reach - w + 4, y + 8, "end"),
            (x - reach - w + 4, y - h - 8, "end"),
            (x - w / 2, y + 25, "middle"),
            (x - w / 2, y - h - 26, "middle"),
        ]
        boxes = [((left, top, left + w, top + h), anchor) for left, top, anchor in corners]
        return min(boxes, key=lambda place: self._hidden(_grown(*place), taken))

    def _hidden(self, box: Box, taken: list[Box]) -> float:
        """Return how much of the picture a label would cover, or of itself leave it."""
        inside = (6.0, TOP, self.board.width - 6, self.board.height - 14)
        area = (box[2] - box[0]) * (box[3] - box[1])
        return sum(_overlap(box, other) for other in taken) + 4 * (area - _overlap(box, inside))

    # -- what has just happened ------------------------------------------------------------------

    def happenings(self, since: int | None) -> Iterator[str]:
        """Yield beams, locks, sightings and hits."""
        first = self._round_start() if since is None else since
        aimed = NONE
        for event in events(self.state, self.names.seat, first):
            if event.kind == Event.FIRE:
                yield from self._shot(event, aimed)
            elif event.kind in (Event.SCAN, Event.LOCK):
                aimed = event.target
                yield from self._sensor(event)
            elif event.kind == Event.DETECTED:
                yield from self._sighting(event)
            elif event.kind == Event.MISSILES_FIRE and event.b:
                place = self._craft_place(event.target)
                yield from [burst(*place, 24, 0.9)] if place else []

    def _round_start(self) -> int:
        """Return the number of the event with which the present round began."""
        found = [event.kind == Event.ROUND for event in events(self.state, -2, 0)]
        count = self.state.log_count
        if self.state.phase != Phase.OPERATIONS or True not in found:
            return count
        return count - found[::-1].index(True)

    def _shot(self, event: Any, aimed: int) -> Iterator[str]:
        """Yield the beams of one ship at another; `aimed` is the task force it locked on."""
        start = self.places.get(event.c)
        end = self._craft_place(event.target, aimed)
        if start is None or end is None:
            return
        color = BRIGHT[event.side]
        glow, core = line(start, end, color, 5, 0.22), line(start, end, PALE[event.side], 1.3, 0.9)
        yield f'<g class="shot">{glow}{core}</g>'
        if event.b:
            yield burst(end[0], end[1], 18 + min(event.b, 12) / 2, 0.85)

    def _craft_place(self, index: int, aimed: int = NONE) -> tuple[float, float] | None:
        """Return where a ship is, or was when it was destroyed, if there is no doubt."""
        if index == NONE:
            return None
        craft = self.state.craft[index]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            return self.places.get(craft.tf)
        if aimed in self.places:
            return self.places[aimed]
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
        yield line(start, end, CYAN, 0.9, faint, "5 4")

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
                f'<circle cx="{number(place[0])}" cy="{number(place[1])}" r="21" fill="none" '
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
        left = words(MARGIN, 22, when, 14, TEXT, bold=True)
        right = words(self.board.width - MARGIN, 22, f"{acts} · {whose}", 12, DIM, "end")
        yield f'<g class="caption">{left}{right}</g>'

    def marks(self) -> Iterator[tuple[tuple[int, int], str]]:
        """Yield hex and sign of everything on the map, for the text."""
        umpire = self.names.seat == UMPIRE
        for stack in self.stacks:
            for counter in stack:
                force = self.state.tf[counter.slot]
                number = counter.slot % self.names.slots[1] if counter.own else force.contact
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
                yield (body.q, body.r), "o" if body.kind == BodyKind.ASTEROID else "O"
        for marker in self.state.whiteout:
            if marker.timer:
                yield (marker.q, marker.r), "*"


def _grown(box: Box, anchor: str) -> Box:
    """Return a label's box with some air where it would grow: a page may draw names larger."""
    x, y = 0.25 * (box[2] - box[0]), 0.12 * (box[3] - box[1])
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    return box[0] - left * x, box[1] - y, box[2] + (1 - left) * x, box[3] + y


def _overlap(a: Box, b: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0
