"""Chapter MOV: available thrust."""

from spacecombat_env.core.native import native

from ..model import NONE, flier_of
from ..model.record_types import Rules, State


@native
def thrust_left(state: State, rules: Rules, k):
    """IN-MOV-15, 16 Thrust points that can still be spent this turn."""
    craft = state.craft[k]
    return max(int(craft.thrust) + int(craft.pushed) - int(craft.spent), 0)


@native
def safe_thrust(state: State, rules: Rules, k):
    """IN-SOT-01, IN-MOV-16, IN-AMB-17 The mean of thrust and Piloting, rounded up.

    Thrust is the ship's present thrust, unpushed; Piloting is that of the flier, without
    familiarity.
    """
    flier = flier_of(state, rules, k)
    skill = 0 if flier == NONE else int(state.crew[flier].piloting)
    return (int(state.craft[k].thrust) + skill + 1) // 2
