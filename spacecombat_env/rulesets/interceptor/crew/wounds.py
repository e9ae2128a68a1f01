"""Chapter IDE: cockpits, wounds, waking."""

from spacecombat_env.core.jit import jit


@jit
def wound_cockpit(state, rules, k, component, hits):
    """IN-IDE-08, 09, IN-AMB-44 One roll for one weapon hit that took cockpit boxes;

    `hits` boxes gone in all. Dead or unconscious: release_weapons, settle_flier.
    """


@jit
def kill_crewman(state, rules, m):
    """He is dead: wits, release_weapons, settle_flier."""


@jit
def wake_crews(state, rules):
    """IN-IDE-07 Each unconscious crewman rolls (Chance.WAKE);

    called once at the start of the Decision Phase.
    """


@jit
def has_living(state, rules, k):
    """Whether anybody aboard lives (IN-DES-08: skilled crew)."""
    return True
