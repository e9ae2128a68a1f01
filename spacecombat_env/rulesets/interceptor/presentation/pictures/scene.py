"""One reader's picture of one position, as the lines of its moving part."""

from __future__ import annotations

import math
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
from spacecombat_env.core.presentation.perspective import without_side
from spacecombat_env.core.presentation.svg import (
    BRIGHT,
    PALE,
    arrow,
    number,
    question_mark,
    svg_text,
)

from ...model import ROCK_HITS, MissileStatus, Rock, Status
from ..coordinates import direction_text
from ..picture_keys import craft_key
from ..piece_names import Names
from ..texts import STATUS_TEXT
from ..views.known_pieces import (
    adrift_of,
    craft_of,
    is_adrift,
    is_on_map,
    is_out_of_control,
    longest_range,
    missiles_of,
    rocks,
    tonnage_text,
)
from .board import Board
from .shapes import bar, dart, ghost_sign, hull_sign, sign, station, suit, wreck

HULL, MARKED = 15.0, 20.0
"""Radius of a hull, without and with the ring of the mover or the spiral."""
A_VELOCITY = 0.35 * HIGH
"""Length of a heading for each hex of velocity."""
BESIDE, SMALLER = 11.0, 0.72
"""Places of ships that share a hex, and their scale."""
LOWEST = 12.0
"""Places of missiles and crews in their hex, from its centre."""


class Counter(NamedTuple):
    """A ship as it is drawn."""

    k: int
    side: int
    x: float
    y: float
    scale: float


class Scene:
    """One reader's picture of one position."""

    def __init__(self, names: Names, board: Board) -> None:
        self.names, self.board = names, board
        self.state: Any = names.state
        self.marks: list[Box] = []
        """Boxes that labels must not cover."""
        self.counters = [*self._counters()]

    def _counters(self) -> Iterator[Counter]:
        """Yield the ships on the map; those of one hex stand side by side."""
        hexes: dict[tuple[int, int], list[int]] = {}
        for side in range(2):
            for k in craft_of(self.names, side):
                craft = self.state.craft[k]
                if is_on_map(craft):
                    hexes.setdefault((craft.q, craft.r), []).append(k)
        for place, found in hexes.items():
            x, y = self.board.at(*place)
            for n, k in enumerate(found):
                turn = 2 * math.pi * n / len(found)
                away = BESIDE if len(found) > 1 else 0.0
                scale = SMALLER if len(found) > 1 else 1.0
                left, top = x - away * math.cos(turn), y - away * math.sin(turn)
                yield Counter(k, self.names.side(k), left, top, scale)

    # -- terrain ---------------------------------------------------------------------------------

    def terrain(self) -> Iterator[str]:
        """Yield asteroids and wrecks: those at rest as one, then the signs of damage."""
        still = []
        for n, rock in enumerate(self.state.rock):
            if rock.kind == Rock.NONE:
                continue
            x, y = self.board.at(rock.q, rock.r)
            self.marks.append(around(x, y, 12))
            is_stone = rock.kind == Rock.ASTEROID
            svg = sign("stone") if is_stone else wreck()
            inner = f"<title>{'asteroid' if is_stone else 'wreck'}</title>{svg}"
            cell = self.board.name(rock.q, rock.r)
            place = f"translate({number(x)} {number(y)})"
            if rock.moving:
                yield picture.piece(f"r{n}", x, y, cell, inner)
            else:
                mark = f'<g class="mark" transform="{place}" data-cell="{cell}">{inner}</g>'
                still.append(mark)
        yield f"<g>{''.join(still)}</g>"
        for rock in rocks(self.names):
            if rock.kind == Rock.ASTEROID and rock.hits < ROCK_HITS:
                x, y = self.board.at(rock.q, rock.r)
                mark = f"<title>{rock.hits} hits left</title>{sign('crack')}"
                yield f'<g transform="translate({number(x)} {number(y)})">{mark}</g>'

    # -- courses ---------------------------------------------------------------------------------

    def courses(self) -> Iterator[str]:
        """Yield the heading of each ship, its velocity, and where it will be unless it turns."""
        for counter in self.counters:
            craft = self.state.craft[counter.k]
            if not craft.velocity:
                continue
            turn = math.radians(self.board.turn(craft.heading))
            ux, uy = math.sin(turn), -math.cos(turn)
            length = HULL * counter.scale + A_VELOCITY * craft.velocity
            start, end = (counter.x, counter.y), (counter.x + length * ux, counter.y + length * uy)
            self.marks += along(start, end, 3.5)
            x, y = end[0] + 9 * ux, end[1] + 9 * uy
            self.marks.append(around(x, y, 7))
            mark = svg_text(
                x, y + 4, str(craft.velocity), 11, PALE[counter.side], "middle", bold=True
            )
            way = arrow(start, end, BRIGHT[counter.side], 1.6, 1)
            yield way.removesuffix("</g>") + mark + self._ghost(counter) + "</g>"

    def _ghost(self, counter: Counter) -> str:
        """Return the outline of a ship in the hex that it reaches if it flies straight on."""
        craft = self.state.craft[counter.k]
        left = craft.velocity
        if self.state.mover == counter.k and self.state.lane > 0:
            left = self.state.lane
        q = craft.q + left * int(DIRECTION_Q[craft.heading])
        r = craft.r + left * int(DIRECTION_R[craft.heading])
        if not self.board.has(q, r):
            return ""
        x, y = self.board.at(q, r)
        turn = self.board.turn(craft.facing)
        place = f' transform="translate({number(x)} {number(y)}) rotate({turn})"'
        return ghost_sign(craft.size_class, counter.side, place)

    # -- ships -----------------------------------------------------------------------------------

    def hulls(self) -> Iterator[str]:
        """Yield the ships."""
        for counter in self.counters:
            yield self._hull(counter)

    def _hull(self, counter: Counter) -> str:
        """Return one ship, turned to its facing."""
        craft, side = self.state.craft[counter.k], counter.side
        parts = [f"<title>{escape(self._tooltip(counter.k))}</title>"]
        if self.state.mover == counter.k:
            parts.append(sign("mover"))
        turned = hull_sign(craft.size_class, side, is_adrift(craft))
        turned = station(side, is_adrift(craft)) if craft.installation else turned
        turned += bar(side) if craft.rolled else ""
        turn = self.board.turn(craft.facing)
        fields = self._field(counter.k, "arcs")
        parts.append(f'<g class="turns" transform="rotate({turn})">{fields}{turned}</g>')
        if is_out_of_control(craft):
            parts.append(sign("spiral"))
        if not craft.klass:
            parts.append(question_mark(0, 1, 11, PALE[side]))
        key = craft_key(self.names, counter.k)
        self.marks.append(around(counter.x, counter.y, self._reach(counter)))
        inner = "".join(parts)
        if counter.scale != 1:
            inner = f'<g transform="scale({counter.scale:g})">{inner}</g>'
        cell = self.board.name(craft.q, craft.r)
        return picture.piece(key, counter.x, counter.y, cell, inner)

    def _reach(self, counter: Counter) -> float:
        """Return the radius of the drawing of a ship."""
        craft = self.state.craft[counter.k]
        marked = self.state.mover == counter.k or is_out_of_control(craft)
        return (MARKED if marked else HULL) * counter.scale

    def _field(self, k: int, kind: str) -> str:
        """Return the fields of fire of a ship up to its range, facing upward."""
        reach = longest_range(self.names, k)
        if not reach or self.state.craft[k].status != Status.ON_MAP:
            return ""
        return sign("arcs", f' class="{kind}" transform="scale({reach})"')

    def fields(self, arcs: int | None) -> Iterator[str]:
        """IN-CMB-06 Yield the fields of fire of one ship, if requested."""
        for counter in self.counters:
            if counter.k == arcs:
                turn = self.board.turn(self.state.craft[counter.k].facing)
                place = f"translate({number(counter.x)} {number(counter.y)}) rotate({turn})"
                yield f'<g transform="{place}">{self._field(counter.k, "field")}</g>'

    def _tooltip(self, k: int) -> str:
        """Return the tooltip of a ship."""
        craft = self.state.craft[k]
        where = self.board.name(craft.q, craft.r)
        heading, facing = (
            direction_text(self.names.seat, way) for way in (craft.heading, craft.facing)
        )
        name = without_side(self.names.craft(k), self.names.side(k))
        where += f", level {craft.altitude}" if self.names.option.altitude else ""
        text = f"{name} at {where}, velocity {craft.velocity} {heading}"
        text += f", faces {facing}" if craft.facing != craft.heading else ""
        text += ", rolled" if craft.rolled else ""
        text += ", orbital installation" if craft.installation else ""
        text += ", out of control" if is_out_of_control(craft) else ""
        text += f", {STATUS_TEXT[Status(craft.status)]}" if is_adrift(craft) else ""
        tons = "" if craft.klass else tonnage_text(craft)
        return text + (f", {tons}" if tons else "")

    # -- missiles and crews ----------------------------------------------------------------------

    def missiles(self) -> Iterator[str]:
        """Yield the missiles that fly or wait."""
        for side in range(2):
            for n in missiles_of(self.names, side):
                missile = self.state.missile[n]
                x, y = self.board.at(missile.q, missile.r)
                y += LOWEST
                turn = self.board.turn(missile.heading)
                dormant = missile.status == MissileStatus.DORMANT
                self.marks.append(around(x, y, 7))
                inner = (
                    f"<title>{escape(self.names.missile(n))}{', dormant' * dormant}</title>"
                    f'<g class="turns" transform="rotate({turn})">{dart(side, dormant)}</g>'
                )
                cell = self.board.name(missile.q, missile.r)
                yield picture.piece(f"m{side}.{missile.contact}", x, y, cell, inner)

    def adrift(self) -> Iterator[str]:
        """Yield the crews that drift in space."""
        for side in range(2):
            for n in adrift_of(self.names, side):
                crew = self.state.adrift[n]
                x, y = self.board.at(crew.q, crew.r)
                self.marks.append(around(x, y - LOWEST, 6))
                inner = f"<title>{escape(self.names.adrift(n))}</title>{suit(side)}"
                cell = self.board.name(crew.q, crew.r)
                yield picture.piece(f"a{n}", x, y - LOWEST, cell, inner)

    # -- labels ----------------------------------------------------------------------------------

    def labels(self, for_page: bool) -> Iterator[str]:
        """Yield the names of ships and missiles."""
        named = [*map(self._label, self.counters), *self._missile_labels()]
        if for_page:
            return unplaced(named)
        bounds = (4.0, TOP - 6, self.board.across - 4, self.board.height - 20)
        return placed(named, self.marks, bounds)

    def _label(self, counter: Counter) -> Label:
        """Return the label of a ship."""
        craft = self.state.craft[counter.k]
        name = LabelLine(without_side(self.names.craft(counter.k), counter.side), str(counter.side))
        lines = [name]
        if self.names.option.altitude:
            lines.append(LabelLine(f"level {craft.altitude}", "-"))
        if is_out_of_control(craft):
            lines.append(LabelLine("out of control", "a"))
        if is_adrift(craft):
            lines.append(LabelLine(STATUS_TEXT[Status(craft.status)], "-"))
        if not craft.klass and tonnage_text(craft):
            lines.append(LabelLine(tonnage_text(craft), "-"))
        return Label(counter.x, counter.y, self._reach(counter) + 2, tuple(lines), name)

    def _missile_labels(self) -> Iterator[Label]:
        """Yield the labels of missiles."""
        for side in range(2):
            for n in missiles_of(self.names, side):
                missile = self.state.missile[n]
                x, y = self.board.at(missile.q, missile.r)
                text = LabelLine(without_side(self.names.missile(n), side), "rb"[side])
                yield Label(x, y + LOWEST, 7.0, (text,), text)

    # -- caption ---------------------------------------------------------------------------------

    def caption(self) -> Iterator[str]:
        """Yield the headline."""
        yield picture.caption(picture.headline(self.names), MARGIN, 22, self.board.across)

    def stones(self) -> list[Any]:
        """Return the terrain on the map, for the text."""
        return [*rocks(self.names)]
