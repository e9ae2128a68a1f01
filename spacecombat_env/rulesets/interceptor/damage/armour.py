"""Chapter DMG: the arrow and what it strikes."""

from spacecombat_env.core.jit import jit


@jit
def arrow(state, rules, side, tower, column, external):
    """IN-DMG-03, IN-AMB-40 First row with a box in the column: armour, then inside; NONE.

    `tower` as of towers.tower, `external` a row or NONE.
    """
    return -1


@jit
def strike(state, rules, k, n):
    """IN-DMG-01 to 06, 12, IN-AMB-93 Apply state.exchange.hit[n] to craft k's hull or turret:

    rows, craft.armour, craft.struck. Called by hits.apply_step.
    """
