"""IN-HPT Contents of a rack: missiles or pods, never both (IN-HPT-02, IN-AMB-33)."""

from spacecombat_env.core.native import native

from .constants.sizes import NONE
from .constants.weapons import MISSILES, Load
from .record_types import Rack, State

USUAL_LOADS = tuple(map(int, (Load.DAP, Load.DAP, Load.SSS, Load.SSS, Load.RIS, Load.DECOY)))
"""The mix of loads of standing orders, by which an enemy's are imagined, too."""


@native
def missiles_in(rack: Rack):
    """Return the missiles left in a rack, Decoys among them."""
    left = 0
    for kind in range(MISSILES):
        left += int(rack.load[kind])
    return left


@native
def is_empty(rack: Rack):
    """IN-OVL-11 Whether it is empty."""
    return rack.pod == NONE and missiles_in(rack) == 0


@native
def counts_as_weapon(rack: Rack):
    """IN-OVL-09, 10, 11 Whether it counts for overload: a missile or a weapon pod, no Decoys."""
    if rack.pod >= Load.LASER_POD:
        return rack.shots > 0
    return missiles_in(rack) > int(rack.load[Load.DECOY])


@native
def has_pod(state: State, k, first, count, pod):
    """Return whether one of some racks of a craft carries a pod of a kind."""
    for n in range(int(first), int(first) + int(count)):
        if state.rack[n].craft == k and state.rack[n].pod == pod:
            return True
    return False


@native
def empty_rack(rack: Rack):
    """IN-TSK-08, IN-IDE-22 Its load is dropped or lost."""
    rack.pod = NONE
    rack.shots = 0
    for kind in range(MISSILES):
        rack.load[kind] = 0
