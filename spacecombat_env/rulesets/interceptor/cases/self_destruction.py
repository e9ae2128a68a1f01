"""Chapter DES 4.12: self-destruction. Decision: FUSE, 1 to 10 turns."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.native import native

from ..damage.explosions import explode, explode_in_bay
from ..damage.leaving import lose_crew
from ..model import (
    MAX_FUSE,
    NONE,
    Blast,
    Comp,
    Decision,
    Event,
    Role,
    Status,
    Step,
    is_active,
    is_hull,
    is_out_of_control,
    note_craft,
    note_own,
    proceed,
    request_decision,
    works,
)
from ..model.record_types import Rules, State
from .t_space import mans


@native
def may_destruct(state: State, rules: Rules, k):
    """IN-DES-10, IN-AMB-130 A pilot who is awake, a plant that works; offered as leaving is."""
    craft = state.craft[k]
    hurt = craft.inside > 0 or is_out_of_control(craft)
    if not is_active(craft) or craft.fuse > 0 or not hurt:
        return False
    return mans(state, rules, k, Role.PILOT | 0) and works(state, rules, k, Comp.PLANT)


@native
def begin_destruct(state: State, seat, k):
    """IN-DES-10 Request the delay."""
    state.order[seat].craft = k
    begin_number(state.order[seat], 1, MAX_FUSE)
    request_decision(state, Decision.FUSE, seat)


@native
def apply_fuse(state: State, rules: Rules, seat, number):
    """IN-DES-10, IN-AMB-130 The delay, in secret; it cannot be taken back."""
    k = int(state.order[seat].craft)
    state.craft[k].fuse = number
    event = note_own(state, Event.DESTRUCT, k)
    event.c = number
    proceed(state, Step.DECISION)


@native
def burn_fuses(state: State, rules: Rules):
    """IN-DES-10, IN-AMB-130 A turn less; at the end the ship explodes, if in a bay there."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.fuse == 0:
            continue
        craft.fuse = int(craft.fuse) - 1
        if craft.status == Status.BROKEN_OFF:
            lose_away(state, rules, k)
        elif craft.fuse == 0 and is_hull(craft):
            craft.hit_by = NONE  # nobody's kill
            explode(state, rules, k, Blast.PLANT)
        elif craft.fuse == 0 and craft.status == Status.ABOARD:
            explode_in_bay(state, rules, k)


@native
def lose_away(state: State, rules: Rules, k):
    """IN-AMB-130 A ship that has left the map is lost, and its blast harms nobody there."""
    craft = state.craft[k]
    craft.fuse = 0
    craft.status = Status.DESTROYED
    lose_crew(state, rules, k)
    note_craft(state, Event.LOST_AWAY, k)
