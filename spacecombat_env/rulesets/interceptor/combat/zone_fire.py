"""Chapters PLN, ATM: fire near a planet."""

from spacecombat_env.core.native import native

from ..model import Zone, zone_of
from ..model.record_types import Rules, State

CROSSING = 2  # IN-PLN-13, data/zone_fire.csv


@native
def fire_passes(state: State, rules: Rules, me, it):
    """IN-PLN-12 Whether the zones of two pieces allow fire from the first at the second."""
    if not rules.option.planet:
        return True
    return zones_allow_fire(zone_of(state, rules, me), zone_of(state, rules, it))


@native
def zones_allow_fire(mine, its):
    """IN-PLN-12 Whether a piece in the first zone may fire at one in the second."""
    if mine == Zone.SPACE:
        return its <= Zone.INTERFACE
    if mine == Zone.INTERFACE:
        return its != Zone.GROUND
    return its != Zone.SPACE


@native
def crossing(state: State, rules: Rules, me, it):
    """IN-PLN-13 On the die of a shot between space and the interface."""
    if not rules.option.planet:
        return 0
    mine, its = zone_of(state, rules, me), zone_of(state, rules, it)
    between = (mine == Zone.SPACE) != (its == Zone.SPACE)
    return CROSSING if between else 0


@native
def fires_in_air(rules: Rules, gun):
    """IN-ATM-11 Whether a row of rules.weapon fires in air: lasers and MDC alone do."""
    return rules.weapon[gun].atmosphere != 0
