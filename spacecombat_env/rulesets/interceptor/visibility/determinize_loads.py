"""Loads of the racks of a determinized enemy ship."""

from spacecombat_env.core.native import native

from ..model import (
    MISSILES,
    NONE,
    USUAL_LOADS,
    Comp,
    DeterminizationStream,
    Mount,
    class_of,
    empty_rack,
    is_empty,
    is_out,
    missiles_in,
    racks_of,
)
from ..model.record_types import Class, Rack, Rules, State
from .determinize_ships import sample_index

EVERY_KIND = tuple(range(MISSILES))
LAUNCHED = int(DeterminizationStream.LAUNCHED)


@native
def load_racks(state: State, rules: Rules, k):
    """IN-HPT-02 Racks without a prescribed load carry one allowed kind, at random."""
    klass, card = class_of(state, rules, k), rules.cards[int(state.craft[k].card)]
    for n in racks_of(state, rules, k):
        mount = int(klass.mount[n - int(state.craft[k].first_rack)])
        if not card.loaded and is_empty(state.rack[n]):
            load_rack(state, rules, n, int(card.allowed), int(rules.mount[mount].half_tons))


@native
def spend_loads(state: State, rules: Rules, k):
    """IN-CMB-03, IN-IDE-22 Missiles launched are gone, and what lost racks held."""
    klass = class_of(state, rules, k)
    for nth in range(int(state.craft[k].missiles_launched)):
        take_launched(state, rules, k, nth)
    for n in racks_of(state, rules, k):
        mount = int(klass.mount[n - int(state.craft[k].first_rack)])
        if is_out(state.craft[k], holder_of(klass, int(state.rack[n].weapon), mount)):
            empty_rack(state.rack[n])  # IN-IDE-22, 23


@native
def take_launched(state: State, rules: Rules, k, nth):
    """IN-CMB-03 Take a missile from a rack: first one known to have fired, or still sound."""
    found, best, count = NONE, 0, 0
    klass = class_of(state, rules, k)
    for n in racks_of(state, rules, k):
        if missiles_in(state.rack[n]) == 0:
            continue
        known = 1 + 2 * ((int(state.craft[k].disclosed_weapons) >> int(state.rack[n].weapon)) & 1)
        mount = int(klass.mount[n - int(state.craft[k].first_rack)])
        known += not is_out(state.craft[k], holder_of(klass, int(state.rack[n].weapon), mount))
        if known > best:
            best, count = known, 0
        if known == best:
            count += 1
            if sample_index(state, n + nth * len(state.rack), LAUNCHED, count) == 0:
                found = n
    if found != NONE:
        take_one(state.rack[found])


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
    """Load as many missiles of one kind as a rack bears, of the usual mix, or else of any kind."""
    load = random_load(state, rules, n, USUAL_LOADS, allowed, bears)
    if load == NONE:
        load = random_load(state, rules, n, EVERY_KIND, allowed, bears)
    if load != NONE:
        state.rack[n].load[load] = bears // int(rules.missile[load].half_tons)


@native
def random_load(state: State, rules: Rules, n, choices, allowed, bears):
    """Return one of some kinds at random that a rack may carry, or NONE."""
    count, found = 0, NONE
    for load in choices:
        count += is_loadable(rules, load, allowed, bears)
    left = sample_index(state, n, DeterminizationStream.LOAD, max(count, 1))
    for load in choices:
        if is_loadable(rules, load, allowed, bears):
            if left == 0:
                found = load
            left -= 1
    return found


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
