"""Chapter MSL: slots of missiles: in flight, their targets, and their removal."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..damage.counters import lose_missile
from ..model import NONE, MissileStatus, Target, take_slot
from ..model.record_types import Missile, State

__all__ = [
    "free_slot",
    "is_in_flight",
    "level_off",
    "lose_missile",
    "place_of_target",
    "put_missile",
]


@native
def is_in_flight(missile: Missile):
    """Return whether it has locked on and is not yet in its target's hex."""
    return missile.status == MissileStatus.LOCKED or missile.status == MissileStatus.FLYING


@native
def place_of_target(state: State, n):
    """Return the hex of the target of missile n: (q, r)."""
    missile = state.missile[n]
    if missile.target_missile != NONE:
        it = state.missile[int(missile.target_missile)]
        return int(it.q), int(it.r)
    craft = state.craft[int(missile.target)]
    return int(craft.q), int(craft.r)


@native
def level_off(state: State, n):
    """IN-AMB-193 From its launch on a missile flies at the level of its target."""
    missile = state.missile[n]
    if missile.target_missile != NONE:
        missile.altitude = state.missile[int(missile.target_missile)].altitude
    else:
        missile.altitude = state.craft[int(missile.target)].altitude


@native
def free_slot(state: State, side):
    """Return a slot for another missile of a side, or NONE."""
    for n in side_range(state.missile, side):
        if state.missile[n].status == MissileStatus.NONE:
            return n
    return NONE


@native
def put_missile(state: State, n, k, load):
    """IN-MSL-06, 13 A missile of craft k in a slot, in its launcher's hex, without a target."""
    take_slot(state, Target.MISSILE, n)
    missile, craft = state.missile[n], state.craft[k]
    craft.missiles_launched += 1
    missile.kind = load
    missile.craft = k
    missile.contact = n % (len(state.missile) // 2)
    missile.q = craft.q
    missile.r = craft.r
    missile.altitude = craft.altitude
    missile.heading = craft.facing
    missile.velocity = 0
    missile.target = NONE
    missile.target_missile = NONE
    missile.launched = state.turn
    missile.tried = 0
    missile.passed = 0
