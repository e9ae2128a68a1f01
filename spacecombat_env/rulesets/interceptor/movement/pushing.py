"""Chapter PSH: pushing the plant. Ask PUSH."""

from spacecombat_env.core.jit import jit


@jit
def push_limit(state, rules, k):
    """IN-PSH-01, IN-AMB-90 Most extra points; 0 when it has pushed."""
    return 0


@jit
def ask_push(state, rules, seat, k, least):
    """begin_number(least..limit); ask(PUSH)."""


@jit
def push(state, rules, k, points):
    """IN-PSH-02, 03, 04 craft.pushed, deed PUSHED, the die, plant.push_damage; notes PUSHED."""
