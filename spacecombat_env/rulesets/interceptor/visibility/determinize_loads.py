"""Loads of the racks of a determinized enemy ship."""

from spacecombat_env.core.native import native

from ..model import (
    MISSILES,
    MOST_OPPORTUNITIES,
    NONE,
    USUAL_LOADS,
    Comp,
    DeterminizationStream,
    Load,
    Mount,
    class_of,
    empty_rack,
    is_empty,
    is_installation,
    is_out,
    missiles_in,
    racks_of,
)
from ..model.record_types import Class, Craft, Rack, Rules, State
from .determinize_ships import sample_index

EVERY_KIND = tuple(range(MISSILES))
DECOYS = 1 << Load.DECOY
HELD = 3
"""Of this many missiles that players might launch in a turn they keep one."""
LAUNCHED = int(DeterminizationStream.LAUNCHED)


@native
def load_racks(state: State, rules: Rules, k):
    """IN-HPT-02, IN-CMB-03, IN-DEF-05 Racks without a prescribed load carry one allowed kind.

    Those that have fired hold no Decoys, and some of the others the Decoys that were launched.
    """
    craft, klass = state.craft[k], class_of(state, rules, k)
    card = rules.cards[int(craft.card)]
    if card.loaded:
        return
    decoys, racks = int(craft.decoys_launched), int(klass.racks)
    others = int(craft.missiles_launched) - decoys
    first = sample_index(state, k, DeterminizationStream.RACK, max(racks, 1))
    for nth in range(2 * racks):
        place = (first + nth) % racks
        n = int(craft.first_rack) + place
        rack, allowed = state.rack[n], int(card.allowed)
        if not is_empty(rack) or has_fired(craft, rack) != (nth < racks):
            continue
        if has_fired(craft, rack) or others > 0:
            allowed &= ~DECOYS
        elif decoys > 0:
            allowed &= DECOYS
        load_rack(state, rules, n, allowed, int(rules.mount[int(klass.mount[place])].half_tons))
        decoys -= int(rack.load[Load.DECOY])
        others -= armed_in(rack)


@native
def has_fired(craft: Craft, rack: Rack):
    """IN-CMB-03 Whether a rack has fired."""
    return (int(craft.weapons_used) >> int(rack.weapon)) & 1 == 1


@native
def spend_loads(state: State, rules: Rules, k):
    """IN-CMB-03, IN-IDE-22 Missiles launched are gone, and what lost racks held."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    decoys = int(craft.decoys_launched)
    for nth in range(int(craft.missiles_launched) - decoys):
        take_launched(state, rules, k, nth)
    for n in racks_of(state, rules, k):
        rack = state.rack[n]
        taken = min(decoys, int(rack.load[Load.DECOY]))  # IN-DEF-05: from the first that has any
        rack.load[Load.DECOY] -= taken
        decoys -= taken
        mount = int(klass.mount[n - int(craft.first_rack)])
        if is_out(craft, holder_of(klass, int(rack.weapon), mount)):
            empty_rack(rack)  # IN-IDE-22, 23


@native
def take_launched(state: State, rules: Rules, k, nth):
    """IN-CMB-03 Take a missile from a rack: first one known to have fired, or still sound."""
    found, best, count = NONE, 0, 0
    klass = class_of(state, rules, k)
    for n in racks_of(state, rules, k):
        if armed_in(state.rack[n]) == 0:
            continue
        known = 1 + 2 * has_fired(state.craft[k], state.rack[n])
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
        count += likelihood_of(state, rules, n, load, allowed, bears)
    left = sample_index(state, n, DeterminizationStream.LOAD, max(count, 1))
    for load in choices:
        likelihood = likelihood_of(state, rules, n, load, allowed, bears)
        if 0 <= left < likelihood:
            found = load
        left -= likelihood
    return found


@native
def likelihood_of(state: State, rules: Rules, n, load, allowed, bears):
    """Return the weight of a load: players keep one in HELD of what they may launch in a turn.

    IN-OIN-06 Each rack of an installation has a field of its own, and its share of the turns.
    """
    if not is_loadable(rules, load, allowed, bears):
        return 0
    k = int(state.rack[n].craft)
    craft, turns = state.craft[k], 0
    if not has_fired(craft, state.rack[n]):
        turns = int(craft.opportunities[load])
    if is_installation(craft):
        turns //= int(class_of(state, rules, k).racks)
    return HELD ** (MOST_OPPORTUNITIES - turns)


@native
def is_loadable(rules: Rules, load, allowed, bears):
    """Return whether a rack that bears that many half tons may carry a missile."""
    weight = int(rules.missile[load].half_tons)
    return (allowed >> load) & 1 == 1 and 0 < weight <= bears


@native
def armed_in(rack: Rack):
    """Return the missiles left in a rack without its Decoys."""
    return missiles_in(rack) - int(rack.load[Load.DECOY])


@native
def take_one(rack: Rack):
    """Take one missile from a rack, no Decoy."""
    for load in range(Load.DECOY):
        if rack.load[load] > 0:
            rack.load[load] -= 1
            return
