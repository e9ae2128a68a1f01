"""Chapter DEF: fire at missiles. Decision: DEFENCE (pass, hold, decoy, own craft).

A seat decides when a missile has locked on, in the last hex before its target, and between them
where a better interception is open than any it has passed (paper 2.3). That depends on its own
record and public facts alone. The kind of missile stays unknown; every one that flies may be shot
down.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.arcs import in_front, looks_elsewhere
from ..combat.to_hit import number_as_known
from ..combat.weapons import NO_GUN, gun_row
from ..model import (
    DIE,
    NONE,
    Decision,
    Load,
    MissileStatus,
    Step,
    Target,
    Verb,
    class_of,
    craft_action,
    decode_craft,
    is_active,
    proceed,
    request_decision,
    side_of,
    steps_between,
)
from ..model.record_types import Rules, State
from .dead_fire import cluster_as_known
from .decoys import may_decoy
from .defensive_fire import ALWAYS, any_may_shoot, may_shoot_at, may_use_hell, shoot
from .launch_conditions import is_launchable

__all__ = ["may_shoot_at", "shoot"]

BETTER = 8  # an interception must be better than one passed by more than one part in this many
HELD = (1 << 15) - 1  # order.passed_defence of a seat that passes for the rest of this flight
LAST_HEX = 1


@native
def defender_of(state: State, n):
    """IN-DEF-03 Seat that may act against missile n: the owner of its target."""
    missile = state.missile[n]
    if missile.target_missile != NONE:
        return int(missile.target_missile) // (len(state.missile) // 2)
    return side_of(state, int(missile.target))


# --- decisions ---------------------------------------------------------------------------------


@native
def is_key_moment(state: State, n):
    """Return whether missile n has just locked on, or is in the last hex before its target."""
    missile = state.missile[n]
    if missile.status == MissileStatus.LOCKED:
        return True
    if missile.target_missile != NONE:
        return steps_between(missile, state.missile[int(missile.target_missile)]) == LAST_HEX
    return steps_between(missile, state.craft[int(missile.target)]) == LAST_HEX


@native
def is_to_act(state: State, rules: Rules, seat, n):
    """Return whether a seat has a decision about missile n in this hex.

    It depends on its own record and public facts alone (paper 2.3).
    """
    order = state.order[seat]
    if (int(state.missile[n].tried) >> seat) & 1 or order.passed_defence == HELD:
        return False
    value = defence_value(state, rules, seat, n)
    if is_key_moment(state, n):
        return value > 0 or may_decoy(state, rules, int(state.missile[n].target), n)
    return value * BETTER > int(order.passed_defence) * (BETTER + 1)


@native
def defence_value(state: State, rules: Rules, seat, n):
    """Return the best interception open now, by one craft's whole fire, in hundredths."""
    best = 0
    for k in side_range(state.craft, seat):
        if is_active(state.craft[k]):
            best = max(best, craft_value(state, rules, k, n))
    return best


@native
def craft_value(state: State, rules: Rules, k, n):
    """Return the sum of the chances of a craft's weapons against missile n, in hundredths."""
    value, klass = 0, class_of(state, rules, k)
    ahead = in_front(state.craft[k], state.missile[n])
    for w in range(int(klass.weapons)):
        if not looks_elsewhere(klass.weapon[w], ahead) and may_shoot_at(state, rules, k, w, n):
            value += DIE * chance_at(state, rules, k, w, n)
    return value


@native
def chance_at(state: State, rules: Rules, k, w, n):
    """Return the chance of a weapon row against missile n in tenths, as its side may know it."""
    number = int(rules.missile[Load.DAP].intelligence)
    if gun_row(state, rules, k, w) != NO_GUN:
        number = number_as_known(state, rules, k, w, Target.MISSILE, n)
    elif may_use_hell(state, rules, k, w, n):
        number = int(rules.missile[Load.HELL].intelligence)
    elif not is_launchable(state, rules, k, w, Load.DAP | 0, Target.MISSILE, n):
        number = cluster_as_known(state, rules, k, w, Target.MISSILE, n)
    return min(max(number, ALWAYS), DIE - 1)


# --- the decision --------------------------------------------------------------------------------


@native
def legal_defence(state: State, rules: Rules, side, mask):
    """IN-DEF-01..05 Pass, hold, decoy, own craft that may shoot at order.missile."""
    n = int(state.order[side].missile)
    mask[Verb.PASS] = 1
    mask[Verb.HOLD] = 1
    if may_decoy(state, rules, int(state.missile[n].target), n):
        mask[Verb.DECOY] = 1
    for k in side_range(state.craft, side):
        if is_active(state.craft[k]) and any_may_shoot(state, rules, k, n):
            mask[craft_action(state, k)] = 1


@native
def apply_defence(state: State, rules: Rules, seat, action):
    """Pass, hold: order.passed_defence, then FLIGHT; decoy: request DECOY_SIDE; a craft fires.

    An own craft sets order.craft and target_kind MISSILE, and requests FIRE_WEAPONS.
    """
    order = state.order[seat]
    n, k = int(order.missile), decode_craft(state, seat, action)
    if k != NONE:
        order.craft = k
        order.target_kind = Target.MISSILE
        order.target = n
        order.weapons = 0
        order.locks = 0
        order.laid = False
        request_decision(state, Decision.FIRE_WEAPONS, seat)
    elif action == Verb.DECOY:
        order.craft = state.missile[n].target
        request_decision(state, Decision.DECOY_SIDE, seat)
    else:
        pass_it(state, rules, seat, n, action == Verb.HOLD)
        proceed(state, Step.FLIGHT)


@native
def pass_it(state: State, rules: Rules, seat, n, hold):
    """Let a missile fly on; `hold`: for the rest of this flight."""
    missile, order = state.missile[n], state.order[seat]
    missile.tried = int(missile.tried) | (1 << seat)
    value = min(defence_value(state, rules, seat, n), HELD - 1)
    fresh = missile.status == MissileStatus.LOCKED
    order.passed_defence = value if fresh else max(int(order.passed_defence), value)
    if hold:
        order.passed_defence = HELD
