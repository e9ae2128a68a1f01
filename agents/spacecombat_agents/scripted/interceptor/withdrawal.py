"""Withdrawal: when a ship leaves by the nearest edge to avoid its loss."""

from spacecombat_agents.scripted.interceptor.doctrine import DEAR, HURT, WOUNDED
from spacecombat_agents.scripted.interceptor.workspace import Count
from spacecombat_agents.scripted.parameters import ON
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import class_of, side_of

__all__ = ["wants_to_leave"]


@native
def wants_to_leave(state, rules, workspace, k, doctrine):
    """Return whether craft k leaves: damaged, pressed, and worth it in points.

    The last ship of a side stays, unless the side has won by then. Where breaking off is costly a
    damaged ship still draws and gives fire; the plain doctrine sends it home all the same.
    """
    if not is_hurt(state, rules, k) or workspace.counts[Count.ENEMIES] == 0:
        return False
    side = side_of(state, k)
    price, loss = int(rules.option.broke_off[1 - side]), int(rules.option.destroyed[1 - side])
    if price >= loss:
        return False
    lead = int(state.points[side]) - int(state.points[1 - side]) - price
    if workspace.counts[Count.FRIENDS] == 1:
        return lead > 0
    return doctrine.homing == ON or price <= DEAR * loss


@native
def is_hurt(state, rules, k):
    """Return whether half its thrust or its inside is gone, or its pilot is badly wounded."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    if 2 * int(craft.thrust) <= int(klass.thrust):
        return True
    if int(craft.inside) > HURT * int(klass.boxes):
        return True
    return int(state.crew[int(craft.first_crew)].hits) >= WOUNDED
