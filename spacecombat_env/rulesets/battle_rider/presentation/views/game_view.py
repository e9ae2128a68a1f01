"""The view: a seat's knowledge as JSON-ready data; view.schema.json describes it.

Pieces have the names of action_text.py. Enemy pieces show only their contact numbers, in that
order, never a slot. Hexes come twice, as printed (`hex`, CCRR) and as the seat sees the board with
its own edge near it (`board_hex`, `board_vector`, `board_direction`); for Red both are the same.
The umpire (seat -1, from the true record) sees the pieces of both sides as its own.
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import (
    SEATS,
    UMPIRE,
    enemy_sides,
    is_own,
    own_sides,
    to_act,
)
from spacecombat_env.core.ruleset import Games, Scenario

from ...model import AMOUNTS, NONE, POINTS, TAKES_NUMBER, Side, Verdict, Victory
from ..decision_text import decision_text, player_name_to_act
from ..pictures.panels import status
from ..piece_names import Names
from ..texts import mission_name
from .force_views import enemy_force_view, enemy_spread_view, own_force_view, own_spread_view
from .known_pieces import craft_of, enemy_craft, enemy_forces, enemy_spreads, forces_of, spreads_of
from .place_views import body_view, place_keys
from .ship_views import enemy_ship_view, own_ship_view

SCHEMA = "spacecombat/battle_rider/view/1"
READINESS = ("cruising", "alert", "battle stations")
"""BR-SUR-07; the enemy's is not known and reads `cruising`."""


def view(visible: Games, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Return a seat's view of its redacted record; seat -1: everything, from the true one."""
    names = Names.of(visible, k, scenario, seat)
    state = names.state
    own, enemy = own_sides(seat), enemy_sides(seat)
    return {
        "schema": SCHEMA,
        **_game(names),
        "own_ships": [own_ship_view(names, c) for side in own for c in craft_of(names, side)],
        "own_forces": [own_force_view(names, f) for side in own for f in forces_of(names, side)],
        "own_spreads": [own_spread_view(names, s) for side in own for s in spreads_of(names, side)],
        "enemy_ships": [
            enemy_ship_view(names, c) for side in enemy for c in enemy_craft(names, side)
        ],
        "enemy_forces": [
            enemy_force_view(names, f) for side in enemy for f in enemy_forces(names, side)
        ],
        "enemy_spreads": [
            enemy_spread_view(names, s) for side in enemy for s in enemy_spreads(names, side)
        ],
        "white_outs": [
            {"turns": w.timer, **place_keys(names, w.q, w.r)} for w in state.whiteout if w.timer
        ],
        "bodies": [body_view(names, k) for k, body in enumerate(state.body) if body.kind],
        "invasion": _invasion(names),
        "question": _decision_view(visible, k, names),
        "status": status(names),
    }


def _game(names: Names) -> dict[str, Any]:
    """Return turn, phase, points and the seat to act."""
    state, option = names.state, names.option
    return {
        **names.game_keys(),
        "initiative": None if state.initiative == NONE else SEATS[state.initiative],
        "to_act": to_act(state, names.seat),
        "round": None if state.round_tf == NONE else names.force(state.round_tf),
        "attacked": None if state.attack_tf == NONE else names.force(state.attack_tf),
        "map": {
            "columns": option.columns,
            "rows": option.rows,
            "jump_line": option.jump_line or None,
        },
        "sides": {
            name: {
                "fleet_tactics": state.tactics[side] or None,
                "funds": state.funds[side]
                if state.buyer[side] and is_own(names.seat, side)
                else None,
                "mission": _mission(names, side),
                "points_lost": state.points_lost[side],
                "points_escaped": state.points_escaped[side],
                "readiness": READINESS[state.watch[side].level],
                "fatigue": state.watch[side].fatigue,
                **_players(names, side),
            }
            for side, name in enumerate(SEATS)
        },
    }


def _players(names: Names, side: int) -> dict[str, Any]:
    """BR-MPL-01, 02 Return the players of an own side, where there are several."""
    team = names.state.team[side]
    if team.count <= 1 or not is_own(names.seat, side):
        return {}
    tactics = list(team.tactics[: team.count])
    if team.commander != NONE:
        tactics[team.commander] = names.state.tactics[side]
    return {
        "players": [
            {
                "name": names.player(side, number),
                "fleet_tactics": skill or None,
                "commander": team.commander == number,
            }
            for number, skill in enumerate(tactics)
        ]
    }


def _mission(names: Names, side: int) -> dict[str, Any] | None:
    """BR-ASG-05 Return a side's mission, if the reader may know it."""
    mission = names.state.mission[side]
    if not mission.number:
        return None
    return {
        "name": mission_name(side, mission.number),
        "points": int(POINTS[side, mission.number]) * names.option.scale,
        "asteroid": mission.asteroid or None,
        "bombardments": mission.bombardments,
        "troops": mission.troops,
        "commandos_landed": mission.landing_turn or None,
        "team": names.craft(mission.team) if mission.team != NONE else None,
    }


def _invasion(names: Names) -> dict[str, int] | None:
    """BR-MIR-02, BR-AMB-61 Return what both sides see of the planet, in a pocket empire."""
    if names.option.victory != Victory.POCKET_EMPIRES:
        return None
    mission = names.state.mission[Side.RED]
    return {"bombardments": mission.bombardments, "troops": mission.troops}


def _decision_view(visible: Games, k: int, names: Names) -> dict[str, Any] | None:
    """Return the seat's decision; None when it is not to act."""
    state, seat = names.state, names.seat
    seat_to_act = state.seat if seat == UMPIRE else seat
    if state.verdict != Verdict.OPEN or state.seat != seat_to_act:
        return None
    order = state.order[seat_to_act]
    number = None
    if TAKES_NUMBER[state.decision]:
        tens = None if order.tens == NONE or order.high < AMOUNTS else 10 * order.tens
        number = {"low": order.low, "high": order.high, "tens_said": tens}
    text = decision_text(visible, k, names.scenario, seat_to_act)
    player = player_name_to_act(visible, k, names)
    fields = {"seat": SEATS[seat_to_act], "text": text, "number": number}
    return {**fields, "player": player} if player else fields
