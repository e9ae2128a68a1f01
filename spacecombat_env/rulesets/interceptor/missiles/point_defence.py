"""Chapter DEF: MDC-G, Safeguard. Ask GUARD."""

from spacecombat_env.core.jit import jit


@jit
def meet(state, rules, n):
    """IN-DEF-08 to 14, IN-AMB-36, 37 Missile n has entered its target's hex:

    whether it is stopped; notes GUARD.
    """
    return False


@jit
def wants_guard(state, rules, k):
    """Whether a craft is to be asked GUARD this turn (it has an MDC-G that works)."""
    return False


@jit
def legal_guard(state, rules, side, mask):
    """guard, pass."""


@jit
def hear_guard(state, rules, seat, word):
    """craft.guard; deed GUARDED; proceed(DECISION)."""
