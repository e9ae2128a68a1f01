"""Chapter DMG: what lies on the armour."""

from spacecombat_env.core.jit import jit


@jit
def lose_external(state, rules, k, facing, gone):
    """IN-DMG-12, 13 Bits of an external row are gone: components struck."""
