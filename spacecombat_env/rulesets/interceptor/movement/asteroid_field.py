"""Chapter AST: a moving field."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def field_step(state, rules):
    """Step.FIELD: IN-AST-06 to 08 where rules.option.field_moves;

    back = FIELD while hits are applied; then proceed(DRIFT).
    """
    proceed(state, Step.DRIFT)
