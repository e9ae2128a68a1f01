"""Chapter DIR: the second part of a LEPC."""

from spacecombat_env.core.native import native

from ..model import NONE, Chance, Family
from ..model.record_types import Rules, State
from .ranges import band_of
from .to_hit import hits


@native
def is_lepc(rules: Rules, gun):
    """IN-DIR-15 Whether a row of rules.weapon is a LEPC."""
    return rules.weapon[gun].family == Family.LEPC


@native
def second_damage(rules: Rules, gun, distance):
    """IN-DIR-15 Points of its EPC part."""
    band = band_of(rules, distance)
    return 0 if band == NONE else int(rules.weapon[gun].second[band])


@native
def second_template(rules: Rules, gun, distance):
    """IN-DIR-15 Template of its EPC part."""
    band = band_of(rules, distance)
    return 0 if band == NONE else int(rules.weapon[gun].second_template[band])


@native
def second_hits(state: State, rules: Rules, k, w, kind, target, number):
    """IN-DIR-15, 16, IN-AMB-77 The second roll, after the laser has hit, at the same number."""
    return hits(state, rules, k, w, kind, target, number, Chance.EPC_PART)
