"""Chapter CRW: the numbers of rolls."""

from spacecombat_env.core.native import native

from ..model import (
    DIE,
    NONE,
    Comp,
    Role,
    flier_of,
    is_active,
    is_broken,
    is_out_of_control,
    is_skilled,
)
from ..model.record_types import Rules, State
from .flight import flight_penalty

LUCK = 1  # IN-CRW-02, IN-AMB-06: untrained people succeed on a natural 1 alone


@native
def piloting(state: State, rules: Rules, k):
    """IN-CRW-01, 02, 09, 12 Piloting of the flier, familiarity added; 0 without one.

    A stand-in's penalty (IN-FLT-02) is on the die: `piloting_number` takes it off.
    """
    m = flier_of(state, rules, k)
    if m == NONE or not is_skilled(state.crew[m]):
        return 0
    member = state.crew[m]
    if member.role == Role.GUNNER:  # IN-CRW-12
        return int(member.piloting)
    return int(member.piloting) + int(member.fam_piloting)


@native
def gunnery(state: State, rules: Rules, m):
    """IN-CRW-01, 02, 09 Gunnery of a crewman (slot), familiarity added."""
    member = state.crew[m]
    if not is_skilled(member):
        return LUCK
    return int(member.gunnery) + int(member.fam_gunnery)


@native
def dodge(state: State, rules: Rules, k):
    """IN-DIR-04, 11, 20, IN-AMB-85 The target pilot's modifier of a shot.

    It is 0 out of control, unmanned or abandoned, and while a crew leaves (IN-ABN-15).
    """
    craft = state.craft[k]
    if not is_active(craft) or is_out_of_control(craft) or craft.left_in:
        return 0
    return piloting(state, rules, k)


@native
def piloting_number(state: State, rules: Rules, k):
    """IN-FLT-02, 03 On or below which the flier makes a Piloting roll, before its modifiers."""
    m = flier_of(state, rules, k)
    if m == NONE:
        return 0
    return piloting(state, rules, k) - int(flight_penalty(state, rules, m))


@native
def passes(state: State, rules: Rules, k, die, number):
    """IN-IDE-20, IN-AMB-06, 13 Whether a die of the flier succeeds.

    It never does without a flier or with a broken helm; without skill only a natural 1 does.
    """
    m = flier_of(state, rules, k)
    if m == NONE or is_broken(state, rules, k, Comp.HELM):
        return False
    if rules.option.natural_ten and die >= DIE:
        return False
    if not is_skilled(state.crew[m]):
        return die == LUCK
    return die <= number
