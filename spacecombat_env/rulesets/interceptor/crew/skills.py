"""Chapter CRW: the numbers that a roll is made with."""

from spacecombat_env.core.jit import jit


@jit
def piloting(state, rules, k):
    """IN-CRW-01, 02, 09, 12, IN-FLT-02 Piloting for rolls: that of who flies,

    familiarity added; 0 where nobody can.
    """
    return 0


@jit
def gunnery(state, rules, m):
    """IN-CRW-01, 09 Gunnery of a crewman (slot), familiarity added."""
    return 0


@jit
def dodge(state, rules, k):
    """IN-DIR-04, 11, 20, IN-AMB-85 What the target's pilot adds to a shot: 0 out of control,

    unmanned, abandoned.
    """
    return 0


@jit
def piloting_roll(state, rules, k, chance, modifier):
    """A Piloting roll: die + modifier on or below Piloting;

    fails with broken helm (IN-IDE-20) and where nobody flies. Notes nothing.
    """
    return True
