"""Chapters PSH, IDE: the plant."""

from spacecombat_env.core.jit import jit


@jit
def push_damage(state, rules, k):
    """IN-PSH-03, IN-AMB-16, 96 A quarter of the plant's boxes is marked off (struck,

    settle_components), craft.plant_lost; thrust falls.
    """


@jit
def plant_gone(state, rules, k):
    """IN-IDE-30 All boxes of the plant are lost."""
    return False
