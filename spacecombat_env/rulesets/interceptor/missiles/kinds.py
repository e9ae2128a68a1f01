"""Chapter MSL: DAP, RIS, SSS, what each wants."""

from spacecombat_env.core.jit import jit


@jit
def is_launchable(state, rules, k, w, load, kind, target):
    """IN-MSL-02, 09, 11, 12, IN-SOC-11 Rack of weapon row w holds it, ready,

    conditions hold for the target (Target kind, slot).
    """
    return False


@jit
def any_launchable(state, rules, k, w, kind, target):
    """Whether a rack holds any missile that may be launched at a target."""
    return False
