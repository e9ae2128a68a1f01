"""Decisions of this chapter: cover."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions
from spacecombat_env.rulesets.interceptor.combat import cover
from spacecombat_env.rulesets.interceptor.model.decisions import DECISIONS, Chapter

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.COMBAT, cover)
