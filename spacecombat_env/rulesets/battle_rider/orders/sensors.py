"""Standing orders for sensors: continue chains, jam when possible, keep readiness."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    IMPOSSIBLE,
    MAX_DIFFICULTY,
    NONE,
    CraftStatus,
    Decision,
    Verb,
    amount_action,
    craft_action,
)
from ..model.record_types import Rules, State
from ..sensors.jamming import jam_difficulty


@native
def sensors_ready(state: State, rules: Rules, side):
    """Continue chains; the best ties and jamming; keep readiness."""
    decision = int(state.decision)
    if decision == Decision.DETECT_CHAIN:
        return Verb.CONTINUE
    if decision == Decision.JAM:
        return jam_action(state, rules, side)
    if decision == Decision.EASIEST:
        return craft_action(state, int(state.attempt.target_craft))
    if decision == Decision.READINESS:
        return amount_action(state, int(state.watch[side].level))
    return NONE


@native
def jam_action(state: State, rules: Rules, side):
    """The jammer with the easiest task, if any can try."""
    best, action = IMPOSSIBLE, Verb.NO_JAM
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.attempt.target_tf:
            difficulty = jam_difficulty(state, rules, k, state.attempt)
            if difficulty <= MAX_DIFFICULTY and difficulty < best:
                best = difficulty
                action = craft_action(state, k)
    return action
