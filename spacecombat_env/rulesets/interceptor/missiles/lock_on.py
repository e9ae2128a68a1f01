"""Chapter MSL: locking on. Asks LAUNCH_KIND (loads) and LAY_SPEED (0..6), inside FIRE_WEAPONS."""

from spacecombat_env.core.jit import jit


@jit
def lock_number(state, rules, k, load, m, kind, target):
    """IN-MSL-02 to 04, IN-AMB-31 On or below which it locks; truth: reads the target's ECM."""
    return 0


@jit
def legal_launch_kind(state, rules, side, mask):
    """Loads of order.rack that may be launched at the target."""


@jit
def hear_launch_kind(state, rules, seat, word):
    """Sets order.load; a TGM asks LAY_SPEED; DFM is added to order.weapons; else try_lock;

    then ask(FIRE_WEAPONS).
    """


@jit
def hear_lay_speed(state, rules, seat, number):
    """IN-MSL-13 Lays the TGM (transponder.lay), then ask(FIRE_WEAPONS)."""


@jit
def try_lock(state, rules, seat, w, load):
    """IN-MSL-05 Rolls; notes LOCK;

    failing bars the kind in rack.barred and the rack has fired; success: a missile in
    state.missile with status LOCKED, its load taken, craft.fired, order.locks.
    """
    return False


@jit
def launch(state, rules, k, load, kind, target):
    """A free slot of state.missile with its fields set; NONE where all are taken."""
    return -1
