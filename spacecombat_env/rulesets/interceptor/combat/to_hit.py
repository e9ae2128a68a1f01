"""Chapter DIR: the number to hit."""

from spacecombat_env.core.jit import jit


@jit
def prior_targets(state, m, kind, target):
    """IN-DIR-09, IN-AMB-84 Different targets of a crewman after the first, this one included."""
    return 0


@jit
def number_to_hit(state, rules, k, w, kind, target):
    """IN-DIR-02 to 12, 20 On or below which weapon w of craft k hits (Target kind, slot);

    all modifiers moved to the number. Truth: reads the target's pilot.
    """
    return 0


@jit
def number_as_known(state, rules, k, w, kind, target):
    """The same as the firer's side may know it:

    5 for the pilot of an enemy whose card is hidden.
    """
    return 0


@jit
def hits(state, rules, k, w, kind, target, number, chance):
    """IN-DIR-03 A die against a number: 1 hits, 10 misses. Notes SHOT."""
    return False


@jit
def engage(state, m, kind, target):
    """A crewman has engaged a target: crew.engaged."""
