"""The end of the turn: T-space and countdowns (data/sequence.yaml).

Stages of Step.DEPART, in `state.cursor`: departures; explosions that follow from them.
"""

from spacecombat_env.core.native import native

from ..damage.collapse import collapse_hulls
from ..model import Step, proceed
from ..model.record_types import Rules, State
from .airlocks import walk_to_airlocks
from .self_destruction import burn_fuses
from .t_space import count_straight_turns, enter_t_space
from .towing import count_tows

DEPARTURES, EXPLOSIONS = 0, 1


@native
def depart_step(state: State, rules: Rules):
    """IN-ABN-13, IN-CAM-27, IN-CON-26, IN-DES-10 Crews leave, ships enter T-space; time runs."""
    if state.cursor == DEPARTURES:
        walk_to_airlocks(state, rules)
        enter_t_space(state, rules)
        count_straight_turns(state)
        count_tows(state, rules)
        burn_fuses(state, rules)
        state.cursor = EXPLOSIONS
    if not collapse_hulls(state, rules, Step.DEPART | 0):
        state.cursor = DEPARTURES
        proceed(state, Step.SHEETS)
