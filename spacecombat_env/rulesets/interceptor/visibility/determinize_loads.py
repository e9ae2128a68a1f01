"""Loads of the racks of a determinized enemy ship."""

from spacecombat_env.core.native import native

from ..model import (
    MISSILES,
    NONE,
    Comp,
    DeterminizationStream,
    Mount,
    class_of,
    is_out,
    missiles_in,
    racks_of,
)
from ..model.record_types import Class, Rack, Rules, State
from .determinize_ships import sample_index


@native
def determinize_loads(state: State, rules: Rules, k):
    """IN-HPT-02 Racks without a prescribed load carry one allowed kind, at random.

    The missiles that a rack has fired this turn are gone from it.
    """
    klass, card = class_of(state, rules, k), rules.cards[int(state.craft[k].card)]
    for n in racks_of(state, rules, k):
        rack = state.rack[n]
        mount = int(klass.mount[n - int(state.craft[k].first_rack)])
        if is_out(state.craft[k], holder_of(klass, int(rack.weapon), mount)):
            continue  # IN-IDE-22, 23: its load is lost
        if not card.loaded and rack.pod == NONE and missiles_in(rack) == 0:
            load_rack(state, rules, n, int(card.allowed), int(rules.mount[mount].half_tons))
        if (int(state.craft[k].fired) >> int(rack.weapon)) & 1:
            take_one(rack)


@native
def holder_of(klass: Class, weapon, mount):
    """IN-IDE-22, 23 The component with whose loss the load of a rack is lost."""
    if mount != Mount.AUTOLOADER:
        return int(klass.weapon[weapon].component)
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.kind == Comp.MAGAZINE and part.weapon == weapon:
            return component
    return NONE


@native
def load_rack(state: State, rules: Rules, n, allowed, bears):
    """Load as many missiles of one kind as a rack bears."""
    count = 0
    for load in range(MISSILES):
        count += is_loadable(rules, load, allowed, bears)
    if count == 0:
        return
    left = sample_index(state, n, DeterminizationStream.LOAD, count)
    for load in range(MISSILES):
        if is_loadable(rules, load, allowed, bears):
            if left == 0:
                state.rack[n].load[load] = bears // int(rules.missile[load].half_tons)
            left -= 1


@native
def is_loadable(rules: Rules, load, allowed, bears):
    """Return whether a rack that bears that many half tons may carry a missile."""
    weight = int(rules.missile[load].half_tons)
    return (allowed >> load) & 1 == 1 and 0 < weight <= bears


@native
def take_one(rack: Rack):
    """Take one missile from a rack."""
    for load in range(MISSILES):
        if rack.load[load] > 0:
            rack.load[load] -= 1
            return
