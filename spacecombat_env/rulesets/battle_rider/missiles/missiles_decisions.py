"""Decisions of this chapter: launching, spreads, their attacks, the defense against them."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)

from ..model import DECISIONS, Chapter
from . import (
    attack,
    control,
    dampers,
    defense,
    flight,
    hits,
    locks,
    missile_launching,
    semi_independent,
)

RULE_MODULES = (
    attack,
    control,
    dampers,
    defense,
    flight,
    hits,
    missile_launching,
    locks,
    semi_independent,
)
legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.MISSILES, *RULE_MODULES)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.MISSILES, *RULE_MODULES)
