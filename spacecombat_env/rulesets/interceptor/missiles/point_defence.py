"""Chapter DEF: MDC-G, Safeguard. Decision: GUARD."""

from spacecombat_env.core.native import native

from ..combat.arcs import in_arc, mirrored
from ..combat.installations import is_before_side, side_of_weapon
from ..combat.weapons import is_usable
from ..model import (
    NONE,
    POINT_SHOTS,
    Arc,
    Chance,
    Comp,
    Deed,
    Event,
    Facing,
    Family,
    Load,
    MissileStatus,
    Step,
    Verb,
    class_of,
    has_pod,
    is_active,
    is_broken,
    is_installation,
    is_silent,
    note_craft,
    pair,
    proceed,
    relative,
    roll,
    works,
)
from ..model.geometry import opposite
from ..model.record_types import Craft, Missile, Rules, State, Weapon

MDC_G, SAFEGUARD_1 = range(2)
"""Rows of rules.point_defence."""
NOTHING = 0  # of that table: this one may no longer be met


@native
def arc_of_side(side):
    """IN-DEF-09 The field of a hexside of the sheet: sides see 120 degrees."""
    if side == Facing.F:
        return Arc.FORWARD | 0
    if side == Facing.A:
        return Arc.AFT | 0
    return Arc.RIGHT | 0 if side < Facing.A else Arc.LEFT | 0


@native
def is_in_field(state: State, k, weapon: Weapon, n):
    """IN-DEF-09, IN-OIN-04, IN-AMB-36 Whether the last hex of missile n lay in the arc of an MDC-G.

    For one launched in the craft's own hex the arcs that apply there count (IN-CMB-08).
    """
    missile, craft, arc = state.missile[n], state.craft[k], int(weapon.arc)
    if is_installation(craft):
        return is_met_on_side(craft, weapon, missile)
    if missile.status == MissileStatus.LOCKED:
        return in_arc(state, k, arc, missile)
    side = mirrored(craft, relative(opposite(int(missile.heading)), int(craft.facing)))
    return arc_of_side(side) == arc


@native
def is_met_on_side(craft: Craft, weapon: Weapon, missile: Missile):
    """IN-OIN-04 Whether a missile has come through the side of an installation's MDC-G."""
    if missile.status == MissileStatus.LOCKED:
        return is_before_side(craft, weapon, missile)
    return relative(opposite(int(missile.heading)), int(craft.facing)) == side_of_weapon(weapon)


@native
def is_mdc_g(state: State, rules: Rules, k, w):
    """IN-DEF-09, IN-IDE-25 Whether weapon row w is an MDC-G with a crewman who can work it."""
    family = class_of(state, rules, k).weapon[w].family
    return family == Family.MDC_G and is_usable(state, rules, k, w)


@native
def guard_against(state: State, rules: Rules, k, n):
    """IN-DEF-09, 11, IN-AMB-147 Weapon row of craft k's MDC-G with missile n in its field; NONE.

    It has not been fired this turn, announced or not.
    """
    klass = class_of(state, rules, k)
    for w in range(int(klass.weapons)):
        fired = (int(state.craft[k].fired) >> w) & 1
        if not fired and is_mdc_g(state, rules, k, w):
            if is_in_field(state, k, klass.weapon[w], n):
                return w
    return NONE


@native
def safeguard_of(state: State, rules: Rules, k):
    """IN-DEF-12, IN-AMB-74 Row of rules.point_defence of craft k's working Safeguard, or NONE.

    A pod of it feeds itself.
    """
    klass = class_of(state, rules, k)
    fed = not is_broken(state, rules, k, Comp.PLANT)
    if klass.guard != NONE and fed and works(state, rules, k, Comp.POINT_DEFENCE):
        return int(klass.guard)
    if has_pod(state, k, state.craft[k].first_rack, klass.racks, Load.SAFEGUARD_POD):
        return SAFEGUARD_1 | 0
    return NONE


@native
def system_against(state: State, rules: Rules, k, n):
    """IN-DEF-09, 11, 12, IN-AMB-142 Row of rules.point_defence that meets missile n, or NONE.

    It is NONE if a Decoy was used. IN-DES-08, IN-AMB-146 Nor does a derelict meet it: it has no
    power.
    """
    craft = state.craft[k]
    if craft.decoyed or not is_active(craft) or is_silent(craft):
        return NONE
    row = safeguard_of(state, rules, k)
    if row == NONE and guard_against(state, rules, k, n) != NONE:
        return MDC_G | 0
    return row


@native
def meet(state: State, rules: Rules, n):
    """IN-DEF-08..14, IN-AMB-36, 37 Missile n has entered its target's hex: whether it is stopped.

    The event is GUARD. IN-DEF-11 The MDC-G that meets it fires no more this turn.
    """
    k = int(state.missile[n].target)
    row = system_against(state, rules, k, n)
    if row == NONE:
        return False
    craft = state.craft[k]
    nth = min(int(craft.stopped) + 1, POINT_SHOTS)
    number = int(rules.point_defence[row, nth])
    if number == NOTHING:
        return False
    craft.stopped = nth
    craft.defended = True
    if row == MDC_G:
        craft.guarded = int(craft.guarded) | (1 << guard_against(state, rules, k, n))
    die = roll(state, Chance.POINT_DEFENCE, pair(k, n))
    event = note_craft(state, Event.GUARD, k)
    event.a = n
    event.c = number
    event.d = die
    event.e = die <= number
    return die <= number


@native
def wants_guard(state: State, rules: Rules, k):
    """Return whether a craft has the decision GUARD this turn (it has an MDC-G that works)."""
    for w in range(int(class_of(state, rules, k).weapons)):
        if is_mdc_g(state, rules, k, w):
            return True
    return False


@native
def legal_guard(state: State, rules: Rules, side, mask):
    """IN-DEF-11 guard, pass."""
    mask[Verb.GUARD] = 1
    mask[Verb.PASS] = 1


@native
def apply_guard(state: State, rules: Rules, seat, action):
    """IN-DEF-11, IN-AMB-147 Set craft.guard: no direct fire; deed GUARDED; proceed to DECISION.

    Without `guard` a craft may still defend as long as the gun has not been fired.
    """
    k = int(state.order[seat].craft)
    craft = state.craft[k]
    craft.guard = action == Verb.GUARD
    craft.deeds = int(craft.deeds) | Deed.GUARDED
    proceed(state, Step.DECISION)
