"""Chapter LOS: danger space."""

from spacecombat_env.core.jit import jit


@jit
def next_in_danger(state, rules, k, target):
    """IN-LOS-11, IN-AMB-70 Largest uncovered unit of the target's hex, smaller than `target`,

    that a miss of k strikes at next; NONE.
    """
    return -1
