"""Chapter DEF: shields."""

from spacecombat_env.core.jit import jit


@jit
def penetration(rules, flicker):
    """IN-DEF-15 On or below which a shield of a flicker rate is passed."""
    return 10


@jit
def penetrates(state, rules, k, facing, firer):
    """IN-DEF-15, IN-AMB-38 A hit on a facing rolls; notes SHIELD."""
    return True


@jit
def passes_own_shield(state, rules, k, facing):
    """IN-IDE-19, IN-AMB-78 With the synchronizer out own fire must pass the own shield;

    True without a roll while it works.
    """
    return True
