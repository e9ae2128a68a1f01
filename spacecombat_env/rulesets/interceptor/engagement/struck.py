"""Chapters CMB, DIR: arcs in one hex, and the facing struck in doubt.

Decisions: ARC, STRUCK.
"""

from spacecombat_env.core.native import native

from ..combat.attitude import facing_struck, in_doubt, is_exposed
from ..model import (
    DIRECTIONS,
    NONE,
    Arc,
    Delegate,
    Step,
    Target,
    decode_side,
    proceed,
    side_action,
    side_of,
)
from ..model.record_types import Rules, State


@native
def first_exposed(state: State, k, firer):
    """IN-DIR-08 The first facing of craft k that looks at craft `firer`: by geometry alone."""
    for facing in range(DIRECTIONS):
        if is_exposed(state, k, firer, facing):
            return facing
    return 0


@native
def seat_to_choose_facing(state: State, rules: Rules):
    """IN-DIR-08 Owner of a craft whose facing struck is in doubt and still to be chosen; NONE.

    With gunnery left to standing orders the better armoured facing is struck, without a decision.
    """
    for nth in range(int(state.exchange.volleys)):
        volley = state.exchange.volley[nth]
        if volley.target_kind != Target.CRAFT or volley.settled:
            continue
        owner = side_of(state, int(volley.target))
        delegated = int(rules.delegated[owner]) & Delegate.GUNNERY
        if not delegated and in_doubt(state, int(volley.target), int(volley.firer)):
            return owner
        volley.facing = facing_struck(state, rules, int(volley.target), int(volley.firer))
        volley.settled = 1
    return NONE


@native
def legal_arc(state: State, rules: Rules, side, mask):
    """IN-CMB-08, IN-AMB-98 The arcs; never requested: the default of combat/arcs.py applies."""
    for arc in range(Arc.TURRET):
        mask[side_action(state, arc)] = 1


@native
def apply_arc(state: State, rules: Rules, seat, action):
    """Proceed; Decision.ARC is never requested, as above."""
    proceed(state, Step.DECLARED)


@native
def volley_at(state: State, seat):
    """IN-DIR-08 The volley at a craft of a seat whose facing struck is still to be chosen; NONE."""
    for nth in range(int(state.exchange.volleys)):
        volley = state.exchange.volley[nth]
        if volley.target_kind != Target.CRAFT or volley.settled:
            continue
        if int(volley.target) // (len(state.craft) // 2) == seat:
            return nth
    return NONE


@native
def legal_struck(state: State, rules: Rules, side, mask):
    """IN-DIR-08 The facings that tie."""
    volley = state.exchange.volley[volley_at(state, side)]
    for facing in range(DIRECTIONS):
        if is_exposed(state, int(volley.target), int(volley.firer), facing):
            mask[side_action(state, facing)] = 1


@native
def apply_struck(state: State, rules: Rules, seat, action):
    """IN-DIR-08 That facing is struck."""
    volley = state.exchange.volley[volley_at(state, seat)]
    volley.facing = decode_side(state, action)
    volley.settled = 1
    proceed(state, Step.DECLARED)
