"""Damage taken: what armour lost makes a box worth, and when a ship leaves to avoid its loss.

A worn ship is nearer its end than a whole one. The ace shoots at worn enemies first and keeps its
own worn ships out of the fire. The plain doctrine does neither.
"""

from spacecombat_agents.scripted.interceptor.doctrine import CARE, DEAR, HURT, RISK, WOUNDED
from spacecombat_agents.scripted.interceptor.workspace import Count
from spacecombat_agents.scripted.parameters import ON
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import DIRECTIONS, class_of, side_of

__all__ = ["risk_of", "visible_armour_loss", "wants_to_leave"]


@native
def armour_loss(klass, armour):
    """Return the share of a class's armour that is gone, given the boxes left on its facings."""
    whole, left = 0, 0
    for facing in range(DIRECTIONS):
        whole += int(klass.armour[facing])
        left += int(armour[facing])
    return 1.0 - left / max(whole, 1)


@native
def visible_armour_loss(rules, craft):
    """Return the share of its armour that an enemy had lost when last seen; 0 if never seen."""
    if craft.klass == 0 or craft.armour_turn == 0:
        return 0.0
    return armour_loss(rules.classes[int(craft.klass)], craft.last_seen_armour)


@native
def risk_of(state, rules, k, doctrine):
    """Return what a box on craft k counts against one on an enemy."""
    if not doctrine.wear:
        return RISK
    return RISK * (1.0 + CARE * armour_loss(class_of(state, rules, k), state.craft[k].armour))


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
