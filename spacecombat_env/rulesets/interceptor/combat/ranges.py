"""Chapter DIR: range."""

from spacecombat_env.core.jit import jit


@jit
def band_of(rules, distance):
    """Band 0..4 of a range 0..15; NONE beyond."""
    return 0
