"""Standing orders: the engine's choices for delegated decisions (paper 2.4).

A standing order reads only its seat's information state (that of the set-up also draws random
numbers). It chooses one legal action for one decision, as the seat itself would.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..cases.small_craft import may_launch
from ..missiles.defensive_fire import has_only_hell
from ..model import (
    ACTIONS,
    CHAPTER_OF,
    DELEGATION,
    NONE,
    Chance,
    Chapter,
    Decision,
    Delegate,
    Phase,
    RandomStream,
    Verb,
    craft_action,
    direction_action,
    first_of,
    own_index,
    pair,
    steps_between,
)
from ..model.record_types import Rules, State
from .estimates import action_after, action_or, first_action, inward
from .flight import flight_action, is_decided_by_flight, is_flight
from .gunnery import gunnery_action
from .loads import last_action, loads_action

FRAIL = 4
"""A hull is left if it fails its next roll more often than this many times in ten."""
DECOY_AT = 1
"""Hexes that a missile has to go when a Decoy is launched: Intelligence is least then."""


@native
def is_delegated(state: State, rules: Rules):
    """Return whether the engine makes the present decision for its seat.

    IN-CAM-04 It does so for a ship that flees.
    """
    if is_decided_by_flight(state, rules):
        return True
    return int(rules.delegated[int(state.seat)]) & DELEGATION[int(state.decision)] != 0


@native
def standing_action(state: State, rules: Rules, mask):
    """Return the action for the present decision; `mask` holds the legal actions."""
    side, decision = int(state.seat), int(state.decision)
    chapter, kind = CHAPTER_OF[decision], DELEGATION[decision]
    if decision == Decision.ENTRY:
        return claim_action(state, mask)
    if decision == Decision.SETUP_HEADING or decision == Decision.SETUP_FACING:
        if state.phase != Phase.SETUP:
            return direction_action(state, inward(state, rules, int(state.order[side].craft)))
    if is_flight(state, rules):
        return flight_action(state, rules, side, mask)
    if kind == Delegate.TERRAIN or kind == Delegate.SETUP:
        return random_action(state, mask, RandomStream.PLACE | 0)
    if kind == Delegate.LOADS and decision != Decision.DROP_RACK:
        return loads_action(state, mask)
    if chapter == Chapter.ENGAGEMENT or decision == Decision.LAUNCH_KIND:
        return gunnery_action(state, rules, side, mask)
    if decision == Decision.TAIL or decision == Decision.FORCE:
        return claim_action(state, mask)
    if decision == Decision.DEFENCE:
        return defence_action(state, rules, side, mask)
    if decision == Decision.DECIDE or decision == Decision.DECIDE_VERB:
        return decision_action(state, rules, side, mask)
    if decision == Decision.BAY or is_launch(decision):
        return bay_action(state, rules, side, mask)
    if decision == Decision.RESCUE:
        return rescue_action(state, mask)
    if decision == Decision.GUARD:
        return action_or(mask, Verb.GUARD, Verb.PASS)
    if kind == Delegate.POWER:
        return power_action(state, mask)
    return action_or(mask, Verb.DONE, Verb.PASS)


@native
def random_action(state: State, mask, why):
    """Return a random legal action."""
    count = 0
    for action in range(len(mask)):
        count += int(mask[action])
    seat = int(state.seat)
    left = own_index(state, Chance.SETUP, pair(why, seat), seat, count)
    for action in range(len(mask)):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return NONE


@native
def claim_action(state: State, mask):
    """Claim every tail, and enter as early as may be: the first ship that can."""
    action = action_after(mask, first_of(state, ACTIONS.own_craft))
    return first_action(mask) if action == NONE else action


@native
def rescue_action(state: State, mask):
    """IN-ABN-08 Pick up the first crew that may be: for this the ship lowered its shields."""
    action = action_after(mask, first_of(state, ACTIONS.adrift))
    return action_or(mask, Verb.PASS, Verb.DONE) if action == NONE else action


@native
def defence_action(state: State, rules: Rules, side, mask):
    """Launch a Decoy in the last hex, else fire with the first ship that can, else pass.

    A HELL is never used: it may hurt friends.
    """
    missile = state.missile[int(state.order[side].missile)]
    if mask[Verb.DECOY] and missile.target != NONE:
        if steps_between(missile, state.craft[int(missile.target)]) <= DECOY_AT:
            return Verb.DECOY | 0
    n = int(state.order[side].missile)
    for k in side_range(state.craft, side):
        if mask[craft_action(state, k)] and not has_only_hell(state, rules, k, n):
            return craft_action(state, k)
    return action_or(mask, Verb.PASS, Verb.HOLD)


@native
def power_action(state: State, mask):
    """IN-POW-01 Allot the power of each ship that can switch it: all by the standing order."""
    if state.decision == Decision.POWER:
        action = action_after(mask, first_of(state, ACTIONS.own_craft))
        return action_or(mask, Verb.DONE, Verb.PASS) if action == NONE else action
    return action_or(mask, Verb.ALL, Verb.DONE)


@native
def decision_action(state: State, rules: Rules, side, mask):
    """IN-DES-06, IN-TSK-03 Launch the craft in bays, and leave a hull that will hardly hold."""
    if state.decision == Decision.DECIDE_VERB:
        frail = state.craft[int(state.order[side].craft)].collapse > FRAIL
        other = action_or(mask, Verb.LEAVE if frail else Verb.DONE, Verb.DONE)
        return action_or(mask, Verb.LAUNCH, other)
    for k in side_range(state.craft, side):
        frail = state.craft[k].collapse > FRAIL
        if mask[craft_action(state, k)] and (frail or may_launch(state, rules, k)):
            return craft_action(state, k)
    return action_or(mask, Verb.DONE, Verb.PASS)


@native
def is_launch(decision):
    """Return whether a decision is about the course of a craft from an installation."""
    return decision == Decision.LAUNCH_SIDE or decision == Decision.LAUNCH_SPEED


@native
def bay_action(state: State, rules: Rules, side, mask):
    """IN-TSK-03, 06 The first craft in a bay; from an installation inward, as fast as may be."""
    if state.decision == Decision.BAY:
        return claim_action(state, mask)
    if state.decision == Decision.LAUNCH_SIDE:
        return direction_action(state, inward(state, rules, int(state.order[side].craft)))
    return last_action(mask)
