"""Map, asteroids, switches, points, and when the game ends."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.scenarios import check_section, set_switches

from ..model import (
    MAX_COLUMNS,
    MAX_MAP_ROWS,
    MAX_ROCKS,
    MAX_SCORE_STEPS,
    SHEET_ROWS,
    SWITCHES,
    Verdict,
)
from .draft import Draft

MAX_TURNS = 200
MAX_POINTS = 1000
SHEET_COLUMNS = 26
"""Columns of a printed map sheet (data/geometry.yaml)."""
VICTORY_KEYS = (
    *("destroyed", "broke_off", "sensor_pod", "landed", "destroyed_means", "prize", "tie"),
    *("outcome", "outcome_red", "outcome_blue"),
)
VERDICTS = {"draw": Verdict.DRAW, "red": Verdict.RED, "blue": Verdict.BLUE}
PLACED = ("alternately", "by lot")


def fill_map(draft: Draft, parts: dict[str, ConfigNode]) -> int:
    """Read map, asteroids and switches; return the number of printed sheets, 0 for none."""
    option = draft.rules.option
    keys = check_section(parts["map"], ("sheets", "columns", "rows"))
    sheets = 0
    if not keys or keys["columns"].missing():
        sheets = keys["sheets"].integer(1, 2, 2) if keys else 2
        option.columns, option.rows = SHEET_COLUMNS, sheets * SHEET_ROWS
    else:
        option.columns = keys["columns"].integer(6, MAX_COLUMNS)
        option.rows = keys["rows"].integer(6, MAX_MAP_ROWS)
        if option.columns % 2:
            raise keys["columns"].error("an even number is required: the map is turned for Blue")
    rocks = check_section(parts["asteroids"], ("count", "placed", "move"))
    if rocks:
        option.rocks = rocks["count"].integer(0, MAX_ROCKS)
        option.rocks_by = PLACED.index(rocks["placed"].choice(PLACED, PLACED[0]))
        option.field_moves = rocks["move"].flag(False)
    set_switches(option, SWITCHES, check_section(parts["rules"], SWITCHES))
    return sheets


def fill_victory(draft: Draft, parts: dict[str, ConfigNode]) -> None:
    """IN-SCN-03, 06, 14, IN-AMB-67 Points, the outcome table, and the last turn."""
    option = draft.rules.option
    option.turn_limit = parts["turn_limit"].integer(1, MAX_TURNS, 40)
    option.pursuit = parts["pursuit"].flag(False)
    keys = check_section(parts["victory"], VICTORY_KEYS)
    if not keys:
        option.destroyed[:], option.tie = 20, Verdict.DRAW
        return
    _fill_destroyed(option, keys["destroyed"])
    option.prize = keys["prize"].integer(0, MAX_POINTS, 0)
    option.broke_off[:] = keys["broke_off"].integer(0, MAX_POINTS, 0)
    for key, points in (("sensor_pod", option.pod), ("landed", option.landed)):
        sides = check_section(keys[key], ("red", "blue"))
        for side, name in enumerate(("red", "blue")):
            points[side] = sides[name].integer(0, MAX_POINTS, 0) if sides else 0
    means = keys["destroyed_means"].choice(("usual", "wide"), "usual")
    option.wide_loss = means == "wide"
    option.tie = VERDICTS[keys["tie"].choice(VERDICTS, "draw")]
    for side, name in enumerate(("red", "blue")):
        own = keys[f"outcome_{name}"]
        _fill_outcome(option.outcome[side], keys["outcome"] if own.missing() else own)


def _fill_destroyed(option: Any, node: ConfigNode) -> None:
    """IN-SCN-13 Points for an enemy lost: one number, or one for each side."""
    if not isinstance(node.value, dict):
        option.destroyed[:] = node.integer(0, MAX_POINTS, 20)
        return
    sides = node.keys(("red", "blue"), required=("red", "blue"))
    option.destroyed[:] = [sides[name].integer(0, MAX_POINTS) for name in ("red", "blue")]


def _fill_outcome(table: Any, node: ConfigNode) -> None:
    """IN-SCN-14 Read the least margins of an outcome table."""
    steps = node.items()
    if len(steps) > MAX_SCORE_STEPS:
        raise node.error(f"over {MAX_SCORE_STEPS} steps")
    for place, step in enumerate(steps):
        items = step.items()
        if len(items) != 2:
            raise step.error("a least margin and a name are required")
        table[place] = items[0].integer(0, MAX_POINTS)


def outcome_names(parts: dict[str, ConfigNode]) -> list[list[str]]:
    """Return the names of the steps of each side's outcome table, outermost first."""
    victory = parts["victory"].value or {}
    both = victory.get("outcome", [])
    tables = (victory.get(f"outcome_{name}", both) for name in ("red", "blue"))
    return [[str(name) for _, name in table] for table in tables]
