"""The view: a seat's information state as JSON-ready data; view.schema.json describes it.

Places come twice. `square` (column and row from the top left) and `box` are those of the true map,
which texts, log and pictures use. The map of the seat's actions and observations has
`board_square`, `board_box`, `board_vector` and `board_facing`. For Red both are the same, for Blue
the second is a mirror. The umpire (seat -1, from the true record) sees the units of both sides as
its own.
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import (
    SEATS,
    UMPIRE,
    enemy_sides,
    own_sides,
    to_act,
)
from spacecombat_env.core.ruleset import Games, Scenario

from ...model import NONE, InterceptDecision, InterceptVerdict, Victory
from ..coordinates import mirrored_column
from ..decision_text import decision_text
from ..pictures.panels import first_to_scan, status
from ..piece_names import InterceptNames
from .known_pieces import scans, units
from .place_views import body_view
from .scan_views import scan_view, search_map
from .unit_views import enemy_unit_view, own_unit_view

SCHEMA = "spacecombat/intercept_sensors/view/1"


def view(visible: Games, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Return a seat's view of a redacted record; seat -1: everything, from the true one."""
    names = InterceptNames.of(visible, k, scenario, seat)
    own, enemy = own_sides(seat), enemy_sides(seat)
    return {
        "schema": SCHEMA,
        **_game(names),
        "own_units": [own_unit_view(names, unit) for side in own for unit in units(names, side)],
        "enemy_units": [
            enemy_unit_view(names, unit) for side in enemy for unit in units(names, side)
        ],
        "own_scans": [scan_view(names, side, scan) for side in own for scan in scans(names, side)],
        "enemy_scans": [
            scan_view(names, side, scan) for side in enemy for scan in scans(names, side)
        ],
        "search_map": [row for side in own for row in search_map(names, side)],
        "bodies": [body_view(names, body) for body in names.state.body if body.side],
        "question": _decision_view(visible, k, names),
        "status": status(names),
    }


def _game(names: InterceptNames) -> dict[str, Any]:
    """Return turn, phase, points, how the game is won, and the seat to act."""
    state, seat, option = names.state, names.seat, names.option
    return {
        **names.game_keys(),
        "scans_first": SEATS[first_to_scan(state)],
        "to_act": to_act(state, names.seat),
        "asked": _decision_kind(state, seat),
        "map": {"columns": option.columns, "rows": option.rows},
        "sunfactor": option.sunfactor,
        "victory": _victory(names),
        "sides": {
            name: {"points": state.points[side], "scans_declared": state.declared[side]}
            for side, name in enumerate(SEATS)
        },
    }


def _decision_kind(state: Any, seat: int) -> str | None:
    """Return the kind of a seat's decision; None when it is not to act."""
    if state.verdict != InterceptVerdict.OPEN or seat not in (UMPIRE, state.seat):
        return None
    return InterceptDecision(state.decision).name.lower()


def _victory(names: InterceptNames) -> dict[str, Any]:
    """Return how the game is won."""
    option = names.option
    runs = option.runner != NONE
    return {
        "kind": Victory(option.victory).name.lower(),
        "turns": option.hold_turns,
        "runner": SEATS[option.runner] if runs else None,
        "goal": _zone(names, option.goal) if runs else None,
    }


def _zone(names: InterceptNames, edges: list[int]) -> dict[str, list[int]]:
    """Return a zone of the map by its first and last columns and rows."""
    left, right, top, bottom = edges
    columns = sorted(mirrored_column(names.columns, names.seat, x) for x in (left, right))
    return {"columns": [left, right], "rows": [top, bottom], "board_columns": columns}


def _decision_view(visible: Games, k: int, names: InterceptNames) -> dict[str, Any] | None:
    """Return the decision of the seat; None when it is not to act."""
    state, seat = names.state, names.seat
    if _decision_kind(state, seat) is None:
        return None
    return {
        "seat": SEATS[state.seat],
        "text": decision_text(visible, k, names.scenario, state.seat),
    }
