"""Chapter DES: derelicts."""

from spacecombat_env.core.jit import jit


@jit
def judge_crew(state, rules, k):
    """IN-DES-08 No skilled crewman left alive aboard: DERELICT, or ABANDONED where they left."""
