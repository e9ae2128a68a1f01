"""BR-SCN-08: a line at 100 diameters of a planet, beyond which ships enter jump space."""

from spacecombat_env.core.native import native

from ..model import CraftStatus, ForceStatus, Removal, Step, Surface, proceed
from ..model.record_types import Rules, State
from ..ships.abilities import can_jump
from ..ships.life_support import misses_round
from ..ships.losses import lose_craft, remove_force, remove_orphans
from .astrographics import is_beyond_jump_line
from .map_edges import log_leaving


@native
def jumps(state: State, rules: Rules, index, tf):
    """BR-SCN-07, BR-S2-03 Whether a craft of a task force can enter jump space in its round."""
    craft = state.craft[index]
    if craft.status != CraftStatus.IN_FORCE or craft.tf != tf or misses_round(craft):
        return False
    return can_jump(craft, rules.classes[craft.klass])


@native
def may_jump(state: State, rules: Rules, tf):
    """BR-SCN-08 Whether a task force is beyond the line, with a ship that can jump."""
    force = state.tf[tf]
    if force.status != ForceStatus.ON_MAP or force.surface != Surface.SPACE:
        return False
    if not is_beyond_jump_line(state, rules, int(force.q), int(force.r)):
        return False
    for k in range(len(state.craft)):
        if jumps(state, rules, k, tf):
            return True
    return False


@native
def jump(state: State, rules: Rules, tf):
    """BR-SCN-08, BR-AMB-89 All its ships that can jump leave, with what they carry.

    The counter goes with the last craft; craft that cannot jump stay.
    """
    for k in range(len(state.craft)):
        if jumps(state, rules, k, tf):
            log_leaving(state, rules, k, CraftStatus.ESCAPED, True)
            lose_craft(state, rules, k, CraftStatus.ESCAPED)
    remove_orphans(state, rules)
    force = state.tf[tf]
    if force.strength == 0 and force.status != ForceStatus.UNUSED:
        remove_force(state, tf, Removal.GONE)
    proceed(state, Step.ROUND)
