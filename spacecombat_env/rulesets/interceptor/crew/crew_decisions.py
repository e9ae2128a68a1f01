"""Decisions of this chapter: who flies, who works which weapon."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions
from spacecombat_env.rulesets.interceptor.crew import takeover
from spacecombat_env.rulesets.interceptor.model.decisions import DECISIONS, Chapter

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.CREW, takeover)
