"""Wear: how much armour a ship has lost, and what that makes a box on it worth.

A worn ship is nearer its end than a whole one. The ace shoots at worn enemies first and keeps its
own worn ships out of the fire. The plain doctrine does neither.
"""

from spacecombat_agents.scripted.interceptor.doctrine import CARE, RISK
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import DIRECTIONS, class_of


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
