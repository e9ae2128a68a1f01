"""Chapter CMB: fire is declared, returned, resolved and applied."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.arcs import mirrored
from ..combat.shields import missile_penetrates
from ..crew.service import launcher_of
from ..damage.blasts.hell import destroy_missile, detonate
from ..damage.counters import lose_missile
from ..damage.hits import clear_exchange, queue_hit
from ..model import (
    MAX_VOLLEYS,
    NONE,
    Decision,
    Load,
    MissileStatus,
    Phase,
    Source,
    Step,
    Target,
    is_hull,
    proceed,
    relative,
    request_decision,
    side_of,
)
from ..model.geometry import opposite
from ..model.record_types import Rules, State
from .declaring import begin_fire, can_answer
from .shooting import shoot_volley
from .struck import seat_to_choose_facing

# --- declared, returned --------------------------------------------------------------------------


@native
def declared_step(state: State, rules: Rules):
    """IN-CMB-04 Step.DECLARED: the facing struck where it is in doubt, the answer, the flight.

    The owner of a craft fired at has RETURN once if it can fire: both before any dice. That it
    could not is not revealed: either way it counts as answered.
    """
    owner = seat_to_choose_facing(state, rules)
    if owner != NONE:
        request_decision(state, Decision.STRUCK, owner)
        return
    volley = state.exchange.volley[0]
    target = int(volley.target)
    may_answer = volley.target_kind == Target.CRAFT and not volley.answered
    if may_answer and can_answer(state, rules, target):
        begin_fire(state, rules, side_of(state, target), target)
        request_decision(state, Decision.RETURN, side_of(state, target))
        return
    volley.answered = volley.target_kind == Target.CRAFT
    proceed(state, Step.FLIGHT)


# --- resolved ------------------------------------------------------------------------------------


@native
def resolve_step(state: State, rules: Rules):
    """IN-CMB-04, 05 Step.RESOLVE: dice of both volleys on the state before, then missiles."""
    state.last.held = 0
    for nth in range(int(state.exchange.volleys)):
        shoot_volley(state, rules, nth)
    first = 0
    if state.exchange.volleys > 0:
        first = side_of(state, int(state.exchange.volley[0].firer))
    for turn in range(2):
        for n in side_range(state.missile, (first + turn) % 2):
            if state.missile[n].status == MissileStatus.ARRIVED:
                arrive(state, rules, n)
    proceed(state, Step.APPLY)


@native
def arrive(state: State, rules: Rules, n):
    """IN-MSL-01, 08, IN-DEF-15 A missile in its target's hex hits; a hit that penetrates is queued.

    The missile is removed after the exchange, because its kind still matters to a Firewall. A HELL
    is gone at once.
    """
    missile = state.missile[n]
    target, firer = int(missile.target), int(missile.craft)
    if missile.kind == Load.HELL:
        arrive_hell(state, rules, n)
    elif target != NONE and is_hull(state.craft[target]):
        facing = facing_met(state, rules, n)
        if missile_penetrates(state, rules, target, facing, firer):
            kind = rules.missile[int(missile.kind)]
            m = launcher_of(state, rules, firer)
            template, points = int(kind.template), int(kind.points)
            queue_hit(state, target, Source.MISSILE, facing, template, points, firer, m, NONE, n)
        elif state.exchange.volley[0].firer == firer:
            state.last.held = int(state.last.held) + 1


@native
def arrive_hell(state: State, rules: Rules, n):
    """IN-MSL-17..19 A HELL hits: it detonates, whether the shield holds it or not."""
    missile = state.missile[n]
    target, firer = int(missile.target), int(missile.craft)
    if target == NONE or not is_hull(state.craft[target]):
        destroy_missile(state, rules, n)
        return
    through = missile_penetrates(state, rules, target, facing_met(state, rules, n), firer)
    if not through and state.exchange.volley[0].firer == firer:
        state.last.held = int(state.last.held) + 1
    detonate(state, rules, n, target, through)


@native
def facing_met(state: State, rules: Rules, n):
    """IN-AMB-29 Facing of the target through which a missile came: against its last hex.

    Launched in the target's own hex: that of its volley, the target's choice (IN-DIR-08).
    """
    missile = state.missile[n]
    target, firer = int(missile.target), int(missile.craft)
    for nth in range(int(state.exchange.volleys)):
        volley = state.exchange.volley[nth]
        aimed = volley.target_kind == Target.CRAFT and volley.target == target
        if volley.firer == firer and aimed and volley.distance == 0:
            return int(volley.facing)
    craft = state.craft[target]
    return mirrored(craft, relative(opposite(missile.heading), craft.facing))


# --- after the exchange --------------------------------------------------------------------------


@native
def after_exchange_step(state: State, rules: Rules):
    """IN-AMB-76 Step.AFTER_EXCHANGE: the current move continues, if there is one, else the phase.

    An action of several hexes ends here, so that its seat sees the result.
    """
    for seat in range(2):
        state.order[seat].ahead = 0
    for n in range(len(state.missile)):
        if state.missile[n].status == MissileStatus.ARRIVED:
            lose_missile(state, n)
    clear_exchange(state)
    for nth in range(MAX_VOLLEYS):
        state.exchange.volley[nth].settled = 0
    state.moment = 0
    moving = state.phase == Phase.RANDOM or state.phase == Phase.MOVEMENT
    if moving and state.mover != NONE:
        proceed(state, Step.OPPORTUNITY)
    else:
        proceed(state, int(state.back))
