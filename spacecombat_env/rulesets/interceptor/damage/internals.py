"""Chapter DMG: from boxes to components."""

from spacecombat_env.core.jit import jit


@jit
def lost_of(state, rules, k, component):
    """Boxes lost of a component, counted from rows."""
    return 0


@jit
def settle_components(state, rules, k):
    """IN-DMG-09, IN-AMB-39 Of craft.struck: what is now out becomes disabled,

    and its effect is called (effects.take_effect); clears struck. Also keeps craft.inside and
    craft.collapse.
    """
