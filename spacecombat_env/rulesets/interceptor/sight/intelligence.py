"""Chapter LOS: what is told by range, and dated."""

from spacecombat_env.core.jit import jit


@jit
def learn(state, rules, k):
    """IN-LOS-02 to 05, 09, IN-IDE-14, 16 Craft k against each enemy within 15 hexes,

    both ways: told, weapons_told, seen_*; notes SEEN; True when the mover's seat learned
    something new.
    """
    return False


@jit
def learn_all(state, rules):
    """At the end of the turn."""
