"""Chapter OVL: who works which weapon.

Ask CREW (crewmen of order.craft, `done`), then CREW_WEAPON (weapon rows: given up if he works it,
else taken; `done`).
"""

from spacecombat_env.core.jit import jit


@jit
def legal_crew(state, rules, side, mask):
    """IN-OVL-12 to 14, IN-AMB-07 Crewmen who may change something, and `done`."""


@jit
def hear_crew(state, rules, seat, word):
    """Sets order.crewman and asks CREW_WEAPON; `done` goes back: ask(DECIDE)."""


@jit
def legal_crew_weapon(state, rules, side, mask):
    """IN-OVL-13, 14, 16 Weapon rows that he may take or give up, and `done`."""


@jit
def hear_crew_weapon(state, rules, seat, word):
    """IN-OVL-16, 17 Changes crew.weapons, crew.given_up, craft.out; notes MANNED;

    asks CREW_WEAPON again, `done` asks CREW.
    """


@jit
def release_weapons(state, rules, m):
    """IN-OVL-12 Weapons of a crewman who cannot act are out until taken over: sets craft.out."""


@jit
def may_change(state, rules, k):
    """Whether a craft has anybody who may take or give up a weapon (offered in DECIDE_VERB)."""
    return False
