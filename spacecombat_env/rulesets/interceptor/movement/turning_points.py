"""Chapter MOV: turning points.

Ask STORE: port, starboard (heading), face_port, face_starboard; one point a word.
"""

from spacecombat_env.core.jit import jit


@jit
def may_store(state, rules, k):
    """IN-MOV-12."""
    return False


@jit
def legal_store(state, rules, side, mask):
    """As above, and `done`."""


@jit
def hear_store(state, rules, seat, word):
    """IN-MOV-12 to 14; then ask(MOVE)."""
