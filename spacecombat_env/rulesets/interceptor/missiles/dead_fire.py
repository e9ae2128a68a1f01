"""Chapter MSL: dead-fire clusters: direct fire from a rack (engagement/shooting.py rolls)."""

from spacecombat_env.core.native import native

from ..combat.to_hit import number_as_known, number_to_hit
from ..model.record_types import Rules, State

SPREAD = 4  # IN-MSL-10, IN-AMB-27


@native
def spread(rules: Rules):
    """IN-MSL-10, IN-AMB-27 Its spread's addition to the number; the option subtracts it instead."""
    return -SPREAD if rules.option.dfm_penalty else SPREAD


@native
def cluster_number(state: State, rules: Rules, k, w, kind, target):
    """IN-MSL-10, IN-AMB-27 As direct fire, 4 in the firer's favour.

    IN-AMB-164, IN-DEF-02 At a missile it is direct fire too, so its 4 and those against it cancel.
    """
    return number_to_hit(state, rules, k, w, kind, target) + spread(rules)


@native
def cluster_as_known(state: State, rules: Rules, k, w, kind, target):
    """The same as the firer's side may know it."""
    return number_as_known(state, rules, k, w, kind, target) + spread(rules)
