"""The loss that an action means for good: ships that leave the map, a shot that is not taken."""

from __future__ import annotations

from collections.abc import Sequence

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, on_map
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import CraftStatus, Decision, Surface, Verb, decode_direction
from ..movement.movement import coast_endpoint, maneuver_limit
from .piece_names import Names


def grave(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int, mask: Sequence[int]
) -> str:
    """Return what an action of a seat gives up, from its redacted record; empty for nothing."""
    names = Names(visible.states[k], scenario, seat)
    state, order = names.state, names.state.order[seat]
    if state.decision == Decision.ROUND_MENU:
        return _in_round(names, action, mask)
    if state.decision == Decision.EVADE_NUMBER or action in (Verb.GO, Verb.EVADE):
        return _leaving(names, int(order.tf), (int(order.dq), int(order.dr)))
    if state.decision == Decision.THRUST and _left(names, int(order.tf)) <= order.gs + 1:
        way = decode_direction(state, action)  # the last G: the force goes at once
        shift = int(order.dq + DIRECTION_Q[way]), int(order.dr + DIRECTION_R[way])
        return _leaving(names, int(order.tf), shift)
    return ""


def _in_round(names: Names, action: int, mask: Sequence[int]) -> str:
    """Return what an action of a task force's round gives up."""
    tf = int(names.state.round_tf)
    force = names.state.tf[tf]
    if action == Verb.JUMP:
        return f"{_force(names, tf)} jumps and leaves the map"
    if action == Verb.MOVE and _left(names, tf) == 0:
        return _leaving(names, tf, (0, 0))
    if action != Verb.END_ROUND:
        return ""
    lost = "" if force.moved else _leaving(names, tf, (0, 0))
    return lost or ("a target is in range, and the shot is not taken" if mask[Verb.FIRE] else "")


def _left(names: Names, tf: int) -> int:
    """Return the Gs that a task force may spend."""
    return int(maneuver_limit(names.state, names.scenario.table.rules[0], tf))


def _leaving(names: Names, tf: int, shift: tuple[int, int]) -> str:
    """BR-SCN-05 Return that a task force leaves the map if its endpoint is shifted so."""
    state, option = names.state, names.scenario.table.rules[0].option
    if option.landing and state.tf[tf].surface != Surface.SPACE:
        return ""
    q, r = coast_endpoint(state, tf)
    if on_map(q + shift[0], r + shift[1], int(option.columns), int(option.rows)):
        return ""
    return f"{_force(names, tf)} leaves the map for good"


def _force(names: Names, tf: int) -> str:
    """Return the name of a task force, and its ships."""
    ships = [
        names.craft(n)
        for n, craft in enumerate(names.state.craft)
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf
    ]
    return f"{names.force(tf)} ({', '.join(ships)})" if ships else names.force(tf)
