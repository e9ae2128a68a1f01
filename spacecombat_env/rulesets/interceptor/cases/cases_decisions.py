"""Decisions of this chapter: leaving a ship."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)
from spacecombat_env.rulesets.interceptor.cases import ejecting
from spacecombat_env.rulesets.interceptor.model.decisions import DECISIONS, Chapter

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.CASES, ejecting)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.CASES, ejecting)
