"""Chapter HPT: what racks carry.

Asks LOAD_CRAFT, LOAD_RACK, LOAD_KIND, LOAD_NUMBER in set-up; DROP_RACK in decisions -> ask(DECIDE).
"""

from spacecombat_env.core.jit import jit


@jit
def may_load(state, rules, k, n, load):
    """IN-HPT-02 to 04 Whether rack n may take one more of a load: tons, kinds, card.allowed."""
    return False


@jit
def needs_loading(state, rules, side):
    """Whether a side has a rack that is still to be loaded (card.loaded off)."""
    return False


@jit
def legal_load_craft(state, rules, side, mask):
    """Own craft with racks, and `done`."""


@jit
def hear_load_craft(state, rules, seat, word):
    """`done` proceeds to Step.SETUP."""


@jit
def legal_load_rack(state, rules, side, mask):
    """Weapon rows that are racks, and `done`."""


@jit
def hear_load_rack(state, rules, seat, word):
    """Sets order.rack; asks LOAD_KIND."""


@jit
def legal_load_kind(state, rules, side, mask):
    """Loads that still fit, and `done`."""


@jit
def hear_load_kind(state, rules, seat, word):
    """A pod is taken at once; a missile asks LOAD_NUMBER."""


@jit
def hear_load_number(state, rules, seat, number):
    """Writes rack.load."""


@jit
def may_drop(state, rules, k):
    """IN-TSK-08 Whether a craft has a load to drop."""
    return False


@jit
def legal_drop(state, rules, side, mask):
    """Racks with a load, and `done`."""


@jit
def hear_drop(state, rules, seat, word):
    """Empties it; notes DROPPED; `done` asks DECIDE."""
