"""Decisions of this chapter: targets, locks, weapons, overpowering, sand."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)
from spacecombat_env.rulesets.battle_rider.beams import fire, overpower, screens
from spacecombat_env.rulesets.battle_rider.model.decisions import DECISIONS, Chapter

RULE_MODULES = (fire, overpower, screens)
legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.BEAMS, *RULE_MODULES)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.BEAMS, *RULE_MODULES)
