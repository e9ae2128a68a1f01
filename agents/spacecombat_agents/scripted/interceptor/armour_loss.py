"""Wear: how much of its armour a ship has lost, and what that makes a box on it worth.

Who is worn is nearer its end than who is whole: the ace shoots at worn enemies first, and keeps
worn ships of its own out of the fire. The plain doctrine does neither.
"""

from spacecombat_agents.scripted.interceptor.doctrine import CARE, RISK
from spacecombat_env.core.engine.jit import jit
from spacecombat_env.rulesets.interceptor.model.constants.sizes import DIRECTIONS
from spacecombat_env.rulesets.interceptor.model.ships import class_of


@jit
def armour_loss(klass, armour):
    """Share of a class's armour that is gone where so many boxes are left on its facings."""
    whole, left = 0, 0
    for facing in range(DIRECTIONS):
        whole += int(klass.armour[facing])
        left += int(armour[facing])
    return 1.0 - left / max(whole, 1)


@jit
def visible_armour_loss(rules, craft):
    """Share of its armour that an enemy had lost when last seen; 0 where that was never seen."""
    if craft.klass == 0 or craft.armour_turn == 0:
        return 0.0
    return armour_loss(rules.classes[int(craft.klass)], craft.last_seen_armour)


@jit
def risk_of(state, rules, k, doctrine):
    """What a box on craft k counts against one on an enemy."""
    if not doctrine.wear:
        return RISK
    return RISK * (1.0 + CARE * armour_loss(class_of(state, rules, k), state.craft[k].armour))
