"""Chapter IDE: from a component to its effect."""

from spacecombat_env.core.jit import jit


@jit
def take_effect(state, rules, k, component):
    """Route by kind to steering, avionics, weaponry, engineering; notes COMPONENT for its side."""
