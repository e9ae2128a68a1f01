"""Map, sun and switches of a scenario, and how it is won."""

from __future__ import annotations

from typing import NamedTuple

from spacecombat_env.core.reading import Node
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    NONE,
    Verdict,
    Victory,
)
from spacecombat_env.rulesets.intercept_sensors.pieces.tables import sunfactors
from spacecombat_env.rulesets.intercept_sensors.scenario.draft import SIDES, Draft, read_zone

MAX_TURNS = 200
VERDICTS = {
    "points": Verdict.OPEN,
    "draw": Verdict.DRAW,
    "red": Verdict.A,
    "blue": Verdict.B,
}


class Switch(NamedTuple):
    """A switch of the `rules:` section."""

    default: bool
    doc: str


SWITCHES = {
    "planets": Switch(True, "planets and asteroids cast shadows and block sight (IC-AMB-02)"),
    "same_sensor": Switch(False, "a sensor may scan twice in a turn (IC-AMB-09)"),
    "repeat_bonus": Switch(False, "+1 for each repetition of a scan, at most +3 (IC-AMB-13)"),
}


def fill_map(draft: Draft, parts: dict[str, Node]) -> None:
    """Map, sun and switches."""
    option = draft.rules.option
    size = parts["map"]
    keys = {} if size.missing() else size.keys(("columns", "rows"))
    columns = keys["columns"].integer(2, BOX_COLUMNS, BOX_COLUMNS) if keys else BOX_COLUMNS
    rows = keys["rows"].integer(2, BOX_ROWS, BOX_ROWS) if keys else BOX_ROWS
    option.columns, option.rows = BOX * columns, BOX * rows
    sun = parts["sun"]
    if isinstance(sun.value, str):
        option.sunfactor = sunfactors()[sun.choice(sunfactors())]
    else:
        option.sunfactor = sun.integer(0, 12, 6)
    rules = parts["rules"]
    switches = {} if rules.missing() else rules.keys(SWITCHES)
    for name, switch in SWITCHES.items():
        node = switches.get(name)
        option[name] = node.flag(switch.default) if node is not None else switch.default


def fill_victory(draft: Draft, parts: dict[str, Node]) -> None:
    """How the game is won, and when it ends."""
    option = draft.rules.option
    option.turn_limit = parts["turn_limit"].integer(1, MAX_TURNS, 20)
    limit = parts["turn_limit_verdict"].choice(VERDICTS, "points")
    option.limit_verdict = VERDICTS[limit]
    option.runner, option.hold_turns = NONE, 0
    node = parts["victory"]
    keys = {"kind": Node(node.file, "victory.kind", "points")}
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
        option.goal[:] = read_zone(draft, keys["goal"])
