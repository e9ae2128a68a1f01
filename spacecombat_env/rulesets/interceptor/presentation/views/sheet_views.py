"""Record sheets as data: the boxes left of a ship, block by block, and as of which turn.

A block is as many rows of ten boxes as its class has, row 1 outermost. Own ships are shown as they
are, enemy ones as they were last seen (IN-LOS-02): a block that was never seen has no rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from spacecombat_env.core.presentation.perspective import is_own

from ...model import NONE, WIDTH, Comp, Facing, Where
from ..piece_names import Names
from ..texts import COMPONENT_TEXT, FACING_TEXT

ARMS = (Comp.WEAPON, Comp.HARDPOINT, Comp.AUTOLOADER)
TRUTH = NONE
"""In place of the turn at which a block was seen: the block is up to date."""
NEVER = 0


class KnownBlock(NamedTuple):
    """A block of boxes."""

    height: int
    """Rows of it when whole."""
    rows: tuple[int, ...] | None
    """Boxes left, a bit each, bit 9 column 1; None where they were never seen."""
    turn: int
    """Turn at which it was seen, NEVER or TRUTH."""
    cells: tuple[tuple[int, ...], ...] = ()
    """Component under each box, NONE for none; armour has no components."""
    external: int = 0
    """Boxes of components on it when whole, as bits."""
    external_left: int = 0
    hits: tuple[tuple[int, ...], ...] = ()
    """Hits that its boxes have taken, where the class is scaled (IN-DMG-14)."""

    @property
    def left(self) -> int:
        """Boxes left."""
        return sum(row.bit_count() for row in self.rows or ())

    @property
    def components_left(self) -> int:
        """Boxes left that have a component."""
        return sum(
            row >> (len(cells) - 1 - column) & 1
            for row, cells in zip(self.rows or (), self.cells, strict=False)
            for column, component in enumerate(cells)
            if component != NONE
        )


class KnownSheet(NamedTuple):
    """The record sheet of a ship."""

    row: int
    """Row of its class."""
    own: bool
    armour: tuple[KnownBlock, ...]
    """By facing."""
    turrets: tuple[tuple[KnownBlock, KnownBlock], ...]
    """Armour and block of each."""
    inside: KnownBlock
    out: int
    """Components disabled, as bits."""

    @property
    def sighting_text(self) -> str:
        """When it was seen; empty for an own ship."""
        armour, inside = self.armour[0].turn, self.inside.turn
        if armour == TRUTH:
            return ""
        if armour == NEVER:
            return "state never seen"
        text = f"seen turn {armour}"
        if inside == armour:
            return text
        return f"{text}, inside {f'turn {inside}' if inside else 'never'}"


def sheet_of(names: Names, k: int) -> KnownSheet | None:
    """Return the record sheet of a craft; None as long as its class is unknown."""
    craft, side = names.state.craft[k], names.side(k)
    if not craft.klass:
        return None
    own, klass = is_own(names.seat, side), names.printed(craft.klass)
    pool = (names.state.rows if own else names.state.last_seen_rows)[side]
    armour_turn, inside_turn = (
        (TRUTH, TRUTH) if own else (int(craft.armour_turn), int(craft.inside_turn))
    )

    def block(first: int, height: int, turn: int, cells: int = NONE) -> KnownBlock:
        start = craft.first_row + first
        rows = None if turn == NEVER else tuple(pool[start : start + height])
        under = () if cells == NONE else tuple(map(tuple, klass.cell[cells : cells + height]))
        hits: tuple[tuple[int, ...], ...] = ()
        if under and rows is not None:
            hits = hits_taken(klass, pool, int(craft.first_row), cells, height)
        return KnownBlock(height, rows, turn, under, hits=hits)

    armour = []
    for facing in Facing:
        plain = block(klass.armour_row[facing], klass.armour_rows[facing], armour_turn)
        row, whole = klass.external_row[facing], klass.external[facing]
        is_seen = row != NONE and armour_turn != NEVER
        left = pool[craft.first_row + row] if is_seen else 0
        armour.append(plain._replace(external=whole, external_left=left))
    turrets = tuple(
        (
            block(klass.turret_row[n], klass.turret_rows[n], armour_turn),
            block(klass.turret_inner[n], klass.turret_depth[n], inside_turn, klass.turret_cell[n]),
        )
        for n in range(klass.turrets)
    )
    inside = block(klass.inner, klass.depth, inside_turn, 0)
    out = craft.disabled if own else craft.last_seen_disabled
    return KnownSheet(int(craft.klass), own, tuple(armour), turrets, inside, int(out))


def hits_taken(
    klass: Any, pool: Any, start: int, first: int, height: int
) -> tuple[tuple[int, ...], ...]:
    """Return the hits on the boxes of some rows of klass.cell; none for a class of scale 1."""
    if klass.planes == 0:
        return ()
    step = klass.cells + len(Facing)
    planes = [start + klass.plane_row + p * step for p in range(klass.planes)]
    return tuple(
        tuple(
            sum(
                (int(pool[plane + n]) >> (WIDTH - column) & 1) << p
                for p, plane in enumerate(planes)
            )
            for column in range(1, WIDTH + 1)
        )
        for n in range(first, first + height)
    )


# --- components ----------------------------------------------------------------------------------


def component_name(names: Names, row: int, component: int) -> str:
    """Return the name of a component of a class: `EPC 9`, `front shield`, `engine 2`."""
    klass = names.printed(row)
    part = klass.component[component]
    kind = Comp(part.kind)
    if kind in ARMS:
        return names.weapon_of(row, part.weapon)
    action = COMPONENT_TEXT[kind]
    if kind == Comp.SHIELD:
        return f"{FACING_TEXT[Facing(part.side)]} {action}"
    if kind == Comp.COCKPIT:
        return f"{action} of {names.crewman(klass, part.crewman)}"
    if kind in (Comp.DCS, Comp.ACS):
        return f"{action} {'left' if part.side else 'right'}"
    alike = sum(other.kind == kind for other in klass.component[: klass.components])
    return f"{action} {part.number}" if alike > 1 else action


def components_out(names: Names, sheet: KnownSheet) -> list[str]:
    """Return the components that are disabled, like ones counted: `2 Laser 5/1`."""
    klass = names.printed(sheet.row)
    found = [
        component_name(names, sheet.row, c) for c in range(klass.components) if sheet.out >> c & 1
    ]
    counted = {name: found.count(name) for name in found}
    return [f"{n} {name}" if n > 1 else name for name, n in counted.items()]


# --- views of sheets -----------------------------------------------------------------------------


def rows_as_text(rows: tuple[int, ...] | None) -> list[str] | None:
    """Return rows as text: `#` a box left, `.` one gone."""
    if rows is None:
        return None
    return [
        "".join("#" if row >> (WIDTH - 1 - n) & 1 else "." for n in range(WIDTH)) for row in rows
    ]


def sheet_view(names: Names, k: int) -> dict[str, Any] | None:
    """Return the record sheet of a craft for a view."""
    sheet = sheet_of(names, k)
    if sheet is None:
        return None
    klass, craft = names.printed(sheet.row), names.state.craft[k]
    return {
        "armour_seen": _date(sheet.armour[0].turn),
        "inside_seen": _date(sheet.inside.turn),
        "armour": [
            {
                "facing": FACING_TEXT[facing],
                "shield": craft.shield[facing] if sheet.own else None,
                "printed_shield": klass.shield[facing],
                "boxes": klass.armour[facing],
                "outside": rows_as_text((block.external_left,)) if block.external else None,
                "rows": rows_as_text(block.rows),
            }
            for facing, block in zip(Facing, sheet.armour, strict=True)
        ],
        "turrets": [
            {
                "armour": rows_as_text(armour.rows),
                "inside": rows_as_text(block.rows),
                **_hits_view(block),
            }
            for armour, block in sheet.turrets
        ],
        "inside": rows_as_text(sheet.inside.rows),
        **_hits_view(sheet.inside),
        "components": [_component_view(names, sheet, c) for c in range(klass.components)],
    }


def _hits_view(block: KnownBlock) -> dict[str, list[str]]:
    """Return the hits on scaled boxes as digits, a text a row; nothing for other classes."""
    return {"hits": ["".join(map(str, row)) for row in block.hits]} if block.hits else {}


def _date(turn: int) -> int | None:
    """Return when a block was seen; None for an own ship."""
    return None if turn == TRUTH else turn


def _component_view(names: Names, sheet: KnownSheet, c: int) -> dict[str, Any]:
    """Return a component and where it lies."""
    part = names.printed(sheet.row).component[c]
    return {
        "name": component_name(names, sheet.row, c),
        "where": Where(part.where).name.lower(),
        "boxes": part.boxes,
        "out": bool(sheet.out >> c & 1),
    }
