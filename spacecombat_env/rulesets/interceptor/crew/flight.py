"""Chapter FLT: who flies."""

from spacecombat_env.core.jit import jit


@jit
def settle_flier(state, rules, k):
    """IN-FLT-01 to 05 Write crew.flies: the pilot if awake, else who may take his place;

    called at the start of decisions and after wounds.
    """


@jit
def flight_penalty(state, rules, m):
    """IN-FLT-02 What a stand-in adds to Piloting rolls: 3 without a Bridge."""
    return 0
