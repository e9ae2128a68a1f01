"""Imagined games: a full state that looks the same to a seat."""

from spacecombat_env.core.jit import jit


@jit
def imagine(state, opening, rules, seat, seed):
    """Complete a redacted record by what may be so, with fresh luck."""
