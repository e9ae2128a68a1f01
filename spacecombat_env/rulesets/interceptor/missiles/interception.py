"""Chapter DEF: fire at missiles. Ask DEFENCE: pass, hold, decoy, own craft."""

from spacecombat_env.core.jit import jit


@jit
def is_asked(state, rules, seat, n):
    """Whether a seat is asked about missile n in this hex:

    own record and public facts alone (paper 2.3).
    """
    return False


@jit
def defence_value(state, rules, seat, n):
    """Best interception open now, in hundredths."""
    return 0


@jit
def may_shoot_at(state, rules, k, w, n):
    """IN-DEF-01 to 03."""
    return False


@jit
def legal_defence(state, rules, side, mask):
    """Words at order.missile."""


@jit
def hear_defence(state, rules, seat, word):
    """pass, hold: order.passed_defence, proceed(FLIGHT); decoy: ask DECOY_SIDE; own craft:

    order.craft, target_kind MISSILE, ask(FIRE_WEAPONS).
    """


@jit
def shoot(state, rules, seat):
    """IN-DEF-01, 02 Called by declaring.hear_fire_weapons when order.target is a missile:

    dice of order.weapons; a hit destroys it; then proceed(FLIGHT).
    """
