"""Orders that bring the moving force to a hex: a burn, and the evasion that it leaves."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.ruleset import Games, Scenario

from ..model import AMOUNTS, NONE, Decision, ForceStatus, Verb, amount_action, direction_action
from ..movement.movement import coast_endpoint, maneuver_limit
from .coordinates import hex_of, shift_steps

ActionSequence = tuple[int, ...]


def plans(
    visible: Games, k: int, scenario: Scenario, seat: int, place: str
) -> list[ActionSequence]:
    """BR-MOV-04, BR-EVA-01 Orders whose move ends in a hex: without evasion, then with the most.

    The burn is the shortest possible; other restrictions of the rules are not checked.
    """
    state, rules = visible.states[k], scenario.table.rules[0]
    target = hex_of(place)
    start = _move_start(state, seat)
    if target is None or start is None:
        return []
    actions, tf, spent, endpoint = start
    steps = shift_steps(target[0] - endpoint[0], target[1] - endpoint[1])
    left = maneuver_limit(state, rules, tf) - spent - sum(n for _, n in steps)
    if left < 0:
        return []
    burn = tuple(
        int(direction_action(state, direction)) for direction, n in steps for _ in range(n)
    )
    evasions = (
        (int(Verb.EVADE), int(amount_action(state, n)))
        for n in range(min(left, AMOUNTS - 1), 0, -1)
    )
    return [(*actions, *burn, *end) for end in ((int(Verb.GO),), *evasions)]


def _move_start(state: Any, seat: int) -> tuple[ActionSequence, int, int, tuple[int, int]] | None:
    """Return how a move begins: its first actions, task force, Gs spent, endpoint.

    None where the seat is not to move, or the force is not on the map yet (BR-AMB-22).
    """
    order = state.order[seat]
    actions: ActionSequence = ()
    tf, spent, shift = int(order.tf), int(order.gs), (int(order.dq), int(order.dr))
    if state.decision == Decision.ROUND_MENU:
        actions, tf, spent, shift = (int(Verb.MOVE),), int(state.round_tf), 0, (0, 0)
    elif state.decision != Decision.THRUST:
        return None
    if tf == NONE or state.tf[tf].status != ForceStatus.ON_MAP:
        return None
    q, r = coast_endpoint(state, tf)
    return actions, tf, spent, (q + shift[0], r + shift[1])
