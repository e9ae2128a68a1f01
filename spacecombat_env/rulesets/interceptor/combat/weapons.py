"""Chapter DIR: what a weapon does at a range, and whether it can shoot."""

from spacecombat_env.core.jit import jit


@jit
def crewman_of(state, rules, k, w):
    """Slot of who works weapon row w of craft k, or NONE."""
    return -1


@jit
def is_usable(state, rules, k, w):
    """Component sound, not given up, its crewman awake, main fire control works,

    not abandoned; a rack: loaded with missiles or a gun pod.
    """
    return False


@jit
def is_ready(state, rules, k, w):
    """is_usable and not fired this turn (craft.fired), not kept for point defence."""
    return False


@jit
def gun_row(state, rules, k, w):
    """Row of rules.weapon that it shoots as; of a pod's for a rack with a gun pod;

    0 for missiles.
    """
    return 0


@jit
def reach(state, rules, k, w):
    """Greatest range at which it does damage."""
    return 0


@jit
def damage_at(rules, gun, distance):
    """IN-DIR-13, 14 Points of a row of rules.weapon at a range (a LEPC: of its laser)."""
    return 0


@jit
def template_at(rules, gun, distance):
    """Its template at a range."""
    return 0


@jit
def can_shoot(state, rules, k, w, kind, target):
    """Ready, bears, in range, damage above 0, in sight, not covered:

    direct fire only (racks with missiles: missiles/kinds.py).
    """
    return False
