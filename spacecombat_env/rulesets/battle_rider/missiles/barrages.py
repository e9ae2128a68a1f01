"""Chapter LRG: missile barrages, groups of missiles that share their defence and their effect."""

from spacecombat_env.core.native import native

from ..model import IMPOSSIBLE, MAX_MEMBERS, craft_action
from ..model.record_types import Rules, Spread, State


@native
def barrage_size(rules: Rules):
    """BR-LRG-01 Missiles of a barrage; 1 where each missile is resolved by itself."""
    return max(1, int(rules.option.barrage))


@native
def barrage_of(rules: Rules, group):
    """BR-LRG-01, BR-AMB-81 Missiles of the next barrage of a group: the last may be smaller."""
    return min(barrage_size(rules), int(group))


@native
def barrages_in(rules: Rules, missiles):
    """BR-LRG-01, BR-AMB-81 Barrages in a number of missiles."""
    size = barrage_size(rules)
    return (int(missiles) + size - 1) // size


@native
def one_damage_card(rules: Rules, missiles):
    """BR-LRG-04 One damage card a barrage; of a group no larger than one, a card for each missile.

    The rule gives few survivors their own cards: few means at most one barrage.
    """
    return barrage_size(rules) > 1 and missiles > barrage_size(rules)


@native
def smallest_barrage(rules: Rules, spread: Spread):
    """BR-LRG-02 Fewest beams or dampers that any barrage of a spread needs: one per missile."""
    fewest = IMPOSSIBLE
    for member in range(MAX_MEMBERS):
        if spread.aim[member] > 0:
            fewest = min(fewest, barrage_of(rules, spread.aim[member]))
    return fewest


@native
def legal_barrage(state: State, rules: Rules, spread: Spread, most, mask):
    """BR-LRG-02 Defenders for whose barrages `most` beams or dampers are enough."""
    for member in range(MAX_MEMBERS):
        group = int(spread.aim[member])
        if group > 0 and barrage_of(rules, group) <= most:
            mask[craft_action(state, int(state.defender[member]))] = 1
