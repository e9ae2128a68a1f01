"""Chapter HPT: the capacity of a rack."""

from spacecombat_env.core.native import native

from ..model import (
    FIRST_POD,
    LOADS,
    MISSILES,
    NONE,
    Comp,
    Load,
    Mount,
    class_of,
    has_pod,
    is_empty,
    is_out,
)
from ..model.record_types import Class, Rack, Rules, State

CLOSED = (1 << Load.DECOY) - 1
"""rack.barred of a rack whose owner chose `done` for it; the first turn clears it."""


@native
def weight_in(rules: Rules, rack: Rack):
    """IN-HPT-02 Half tons of a rack's load."""
    weight = 0 if rack.pod == NONE else int(rules.pod[int(rack.pod)].half_tons)
    for load in range(MISSILES):
        weight += int(rack.load[load]) * int(rules.missile[load].half_tons)
    return weight


@native
def weight_of(rules: Rules, load):
    """Return the half tons of one missile or pod."""
    if load < FIRST_POD:
        return int(rules.missile[load].half_tons)
    return int(rules.pod[load].half_tons)


@native
def room_for(rules: Rules, mount, rack: Rack, load):
    """IN-HPT-02, 03 How many more of a load a rack of a kind bears; none is spread over two."""
    return room_in(rules, mount, rack) // weight_of(rules, load)


@native
def room_in(rules: Rules, mount, rack: Rack):
    """IN-HPT-02 Half tons that a rack of a kind still bears."""
    return max(int(rules.mount[mount].half_tons) - weight_in(rules, rack), 0)


@native
def is_unique(load):
    """IN-DEF-12, data/pods.csv Pods of which a ship carries one."""
    return load == Load.SAFEGUARD_POD or load == Load.PAINTING_POD


@native
def fits_pod(state: State, rules: Rules, k, n, load, mount):
    """IN-HPT-02, 04, IN-OIN-05 One pod, on an empty rack; none in an autoloader.

    A turret bears gun pods alone, and an installation no Safeguard-1.
    """
    if mount == Mount.AUTOLOADER or not is_empty(state.rack[n]):
        return False
    if load < Load.LASER_POD and not rules.mount[mount].pods:
        return False
    if rules.pod[load].heavy and not rules.mount[mount].heavy:
        return False
    klass = class_of(state, rules, k)
    if klass.installation and load == Load.SAFEGUARD_POD:  # IN-OIN-05
        return False
    return not (is_unique(load) and has_pod(state, k, state.craft[k].first_rack, klass.racks, load))


@native
def is_torn_off(state: State, klass: Class, k, rack: Rack):
    """IN-IDE-22 Whether a rack that is no autoloader is out, from an earlier battle."""
    component = int(klass.weapon[int(rack.weapon)].component)
    is_hardpoint = klass.component[component].kind == Comp.HARDPOINT
    return is_hardpoint and is_out(state.craft[k], component)


@native
def may_load(state: State, rules: Rules, k, n, load):
    """IN-HPT-02..04, IN-AMB-33 Whether rack n may take one more of a load.

    Limits are tons, kinds and card.allowed.
    """
    rack, klass = state.rack[n], class_of(state, rules, k)
    if not (int(rules.cards[int(state.craft[k].card)].allowed) >> int(load)) & 1:
        return False
    mount = int(klass.mount[n - int(state.craft[k].first_rack)])
    if rack.barred == CLOSED or rack.pod != NONE or is_torn_off(state, klass, k, rack):
        return False
    if room_in(rules, mount, rack) < weight_of(rules, load):
        return False
    return load < FIRST_POD or fits_pod(state, rules, k, n, load, mount)


@native
def may_fill(state: State, rules: Rules, k, n):
    """Return whether rack n may take more."""
    for load in range(LOADS):
        if may_load(state, rules, k, n, load):
            return True
    return False
