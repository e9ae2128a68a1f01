"""Chapter S2-03: crews that must suit up after a Life Support result."""

from spacecombat_env.core.native import native

from ..model import CraftStatus
from ..model.record_types import Craft, Rules, State

MISSES_ROUND = 1  # cannot act in the ship's next operation round
MISSILES_NEXT = 2  # cannot control missiles from the next Missile Movement Phase on
MISSILES_NOW = 4  # cannot control missiles in these missile phases


@native
def suit_up(craft: Craft):
    """BR-S2-03, BR-AMB-95 Besides its damage, the result stops the crew for a round."""
    craft.suiting = int(craft.suiting) | MISSES_ROUND | MISSILES_NEXT


@native
def misses_round(craft: Craft):
    """BR-S2-03 Whether a ship does nothing in its round: no fire, maneuver or detection."""
    return int(craft.suiting) & MISSES_ROUND != 0


@native
def controls_no_missiles(craft: Craft):
    """BR-S2-03 Whether a ship's missiles must coast."""
    return int(craft.suiting) & MISSILES_NOW != 0


@native
def end_missed_rounds(state: State):
    """BR-S2-03 The ships of the task force whose round ends have missed theirs."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf:
            craft.suiting = int(craft.suiting) & ~MISSES_ROUND


@native
def begin_missile_phases(state: State, rules: Rules):
    """BR-S2-03 Ships hit before the Missile Movement Phase control nothing in it."""
    if not rules.option.suits_up[0] and not rules.option.suits_up[1]:
        return
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if int(craft.suiting) & MISSILES_NEXT:
            craft.suiting = int(craft.suiting) & ~MISSILES_NEXT | MISSILES_NOW


@native
def end_missile_phases(state: State, rules: Rules):
    """BR-S2-03 Ships hit in the Missile Attack Phase miss the missile phases of the next turn."""
    if not rules.option.suits_up[0] and not rules.option.suits_up[1]:
        return
    for k in range(len(state.craft)):
        craft = state.craft[k]
        craft.suiting = int(craft.suiting) & ~MISSILES_NOW
