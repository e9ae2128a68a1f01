"""Chapter LRG: missile barrages, groups of missiles that meet the same and do the same."""

from spacecombat_env.core.engine.jit import jit

from ..model import IMPOSSIBLE, MAX_MEMBERS, craft_action


@jit
def barrage_size(rules):
    """BR-LRG-01 Missiles of a barrage; 1 where each missile is dealt with by itself."""
    return max(1, int(rules.option.barrage))


@jit
def barrage_of(rules, group):
    """BR-LRG-01, BR-AMB-81 Missiles of the next barrage of a group: the last may be smaller."""
    return min(barrage_size(rules), int(group))


@jit
def barrages_in(rules, missiles):
    """BR-LRG-01, BR-AMB-81 Barrages that so many missiles make."""
    size = barrage_size(rules)
    return (int(missiles) + size - 1) // size


@jit
def one_damage_card(rules, missiles):
    """BR-LRG-04 One damage card a barrage; of a group no larger than one, a card for each missile.

    The rule lets few survivors have cards of their own: few is no more than one barrage.
    """
    return barrage_size(rules) > 1 and missiles > barrage_size(rules)


@jit
def smallest_barrage(rules, spread):
    """BR-LRG-02 Fewest beams or dampers that any barrage of a spread asks for: one a missile."""
    fewest = IMPOSSIBLE
    for member in range(MAX_MEMBERS):
        if spread.aim[member] > 0:
            fewest = min(fewest, barrage_of(rules, spread.aim[member]))
    return fewest


@jit
def legal_barrage(state, rules, spread, most, mask):
    """BR-LRG-02 Defenders whose barrages so many beams or dampers are enough for."""
    for member in range(MAX_MEMBERS):
        group = int(spread.aim[member])
        if group > 0 and barrage_of(rules, group) <= most:
            mask[craft_action(state, int(state.defender[member]))] = 1
