"""The view: a seat's information state as JSON-ready data; view.schema.json describes it.

Ships go by their names (presentation/piece_names.py), enemy ones by contact number alone and in its
order: no slot of the enemy shows. Hexes come twice, as Red counts columns and rows (`hex`) and as
the seat does (`board_hex`; so directions), which is how its action texts count. A record sheet
shows own ships as they are, enemy ones as they were last seen, with the turn. The umpire (seat -1,
from the true record) sees the ships of both sides as its own.
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import (
    SEATS,
    enemy_sides,
    own_sides,
    to_act,
)
from spacecombat_env.core.ruleset import Games, Scenario

from ...model import NONE, Decision, Edge, Size
from ..decision_text import decision_text
from ..outcome import outcome
from ..pictures.panels import status
from ..piece_names import Names
from ..texts import SIZE_TEXT
from .known_pieces import adrift_of, craft_of, missiles_of, rocks
from .ship_views import enemy_ship_view, own_ship_view
from .unit_views import adrift_view, missile_view, rock_view, volley_view

SCHEMA = "spacecombat/interceptor/view/1"


def view(visible: Games, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Return a seat's view of a redacted record; seat -1: everything, from the true one."""
    names = Names.of(visible, k, scenario, seat)
    own, enemy = own_sides(seat), enemy_sides(seat)
    return {
        "schema": SCHEMA,
        **_game(names),
        "own_ships": [own_ship_view(names, c) for side in own for c in craft_of(names, side)],
        "enemy_ships": [enemy_ship_view(names, c) for side in enemy for c in craft_of(names, side)],
        "missiles": [missile_view(names, n) for side in range(2) for n in missiles_of(names, side)],
        "crews_in_space": [
            adrift_view(names, n) for side in range(2) for n in adrift_of(names, side)
        ],
        "asteroids": [rock_view(names, rock) for rock in rocks(names)],
        "fire": [volley_view(names, volley) for volley in _volleys(names)],
        "question": _decision_view(visible, k, names),
        "status": status(names),
    }


def _game(names: Names) -> dict[str, Any]:
    """Return turn, phase, points, the mover, and the seat to act."""
    state, option = names.state, names.option
    keys = names.game_keys()
    if keys["result"]:
        margin = state.points[0] - state.points[1] + state.edge
        name = outcome(names.scenario, state.verdict, state.reason, margin)
        keys["result"]["outcome"] = name or None
    return {
        **keys,
        "to_act": to_act(state, names.seat),
        "asked": Decision(state.decision).name.lower() if names.is_asked else None,
        "map": {"columns": option.columns, "rows": option.rows},
        "planet": None if state.sheet else _planet(option),
        "size_that_moves": SIZE_TEXT[Size(state.size_class)] if state.size_class else None,
        "mover": None if state.mover == NONE else names.craft(state.mover),
        "hexes_left": state.lane,
        "prize_aboard": None if state.prize_holder == NONE else names.craft(state.prize_holder),
        "sheets_laid": state.sheet,
        "sides": {
            name: {"name": names.resolved["sides"][side], "points": state.points[side]}
            for side, name in enumerate(SEATS)
        },
    }


def _planet(option: Any) -> dict[str, Any] | None:
    """IN-PLN-01, IN-GRV-02 Return the planet, and where it draws; None without one."""
    if not option.planet:
        return None
    return {
        "edge": Edge(option.planet).name.lower(),
        "ground": option.ground,
        "atmosphere": option.atmosphere,
        "interface": option.interface,
        "well": option.well if option.gravity else 0,
        "top": option.top,
    }


def _volleys(names: Names) -> list[Any]:
    """Return the fire that is being resolved."""
    exchange = names.state.exchange
    return [one for one in exchange.volley[: exchange.volleys] if one.firer != NONE]


def _decision_view(visible: Games, k: int, names: Names) -> dict[str, Any] | None:
    """Return the decision of the seat; None when it is not to act."""
    if not names.is_asked:
        return None
    seat = names.state.seat
    return {"seat": SEATS[seat], "text": decision_text(visible, k, names.scenario, seat)}
