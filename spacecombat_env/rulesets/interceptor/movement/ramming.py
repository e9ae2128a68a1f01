"""Chapter COL: ramming. Ask RAM: enemy craft, pass."""

from spacecombat_env.core.jit import jit


@jit
def may_ram(state, rules, k):
    """IN-COL-08."""
    return False


@jit
def legal_ram(state, rules, side, mask):
    """As above."""


@jit
def hear_ram(state, rules, seat, word):
    """craft.ram; morale die; notes RAM; back = MOVE, proceed(AFTER_STEP)."""


@jit
def ram_hits(state, rules, k):
    """IN-COL-10 The roll at the end of the phase."""
    return False
