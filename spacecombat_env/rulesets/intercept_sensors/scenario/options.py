"""Map, sun, settings of the switches, and victory."""

from __future__ import annotations

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.scenarios import SIDES, check_section, set_switches

from ..model import (
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    NONE,
    SWITCHES,
    InterceptVerdict,
    Victory,
    sunfactors,
)
from .draft import InterceptDraft

MAX_TURNS = 200
VERDICTS = {
    "points": InterceptVerdict.OPEN,
    "draw": InterceptVerdict.DRAW,
    "red": InterceptVerdict.A,
    "blue": InterceptVerdict.B,
}


def fill_map(draft: InterceptDraft, parts: dict[str, ConfigNode]) -> None:
    """Set map, sun and switches."""
    option = draft.rules.option
    keys = check_section(parts["map"], ("columns", "rows"))
    columns = keys["columns"].integer(2, BOX_COLUMNS, BOX_COLUMNS) if keys else BOX_COLUMNS
    rows = keys["rows"].integer(2, BOX_ROWS, BOX_ROWS) if keys else BOX_ROWS
    option.columns, option.rows = BOX * columns, BOX * rows
    sun = parts["sun"]
    if isinstance(sun.value, str):
        option.sunfactor = sunfactors()[sun.choice(sunfactors())]
    else:
        option.sunfactor = sun.integer(0, 12, 6)
    set_switches(option, SWITCHES, check_section(parts["rules"], SWITCHES))


def fill_victory(draft: InterceptDraft, parts: dict[str, ConfigNode]) -> None:
    """Set how the game is won, and when it ends."""
    option = draft.rules.option
    option.turn_limit = parts["turn_limit"].integer(1, MAX_TURNS, 20)
    limit = parts["turn_limit_verdict"].choice(VERDICTS, "points")
    option.limit_verdict = VERDICTS[limit]
    option.runner, option.hold_turns = NONE, 0
    node = parts["victory"]
    keys = {"kind": ConfigNode(node.file, "victory.kind", "points")}
    if not node.missing():
        keys = node.keys(("kind", "turns", "side", "goal"), required=("kind",))
    kind = keys["kind"].choice([victory.name.lower() for victory in Victory])
    option.victory = Victory[kind.upper()]
    if option.victory == Victory.POINTS:
        for key in ("turns", "side", "goal"):
            if key in keys and not keys[key].missing():
                raise keys[key].error("points need none")
        return
    option.hold_turns = keys["turns"].integer(1, 20, 3)
    if option.victory == Victory.CROSS:
        option.runner = SIDES.index(keys["side"].choice(SIDES))
        if keys["goal"].missing():
            raise keys["goal"].error("missing")
        option.goal[:] = zone_of(draft, keys["goal"])


def zone_of(draft: InterceptDraft, node: ConfigNode) -> list[int]:
    """Return a zone as first and last column, first and last row; the whole map by default."""
    columns, rows = int(draft.rules.option.columns), int(draft.rules.option.rows)
    if node.missing():
        return [1, columns, 1, rows]
    keys = node.keys(("columns", "rows"))
    return [*_span(keys["columns"], columns), *_span(keys["rows"], rows)]


def _span(node: ConfigNode, last: int) -> list[int]:
    """Return two numbers in order, or the whole map."""
    if node.missing():
        return [1, last]
    first, end = pair_of(node, 1, last)
    if first > end:
        raise node.error(f"{first} is above {end}")
    return [first, end]


def pair_of(node: ConfigNode, low: int, high: int) -> tuple[int, int]:
    """Return two whole numbers."""
    items = node.items()
    if len(items) != 2:
        raise node.error(f"two numbers are required, not {len(items)}")
    return items[0].integer(low, high), items[1].integer(low, high)
