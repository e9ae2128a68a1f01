"""Chapter IDE: avionics.

Callers test computers with `ships.works`: missiles the Transponder (IN-IDE-13), missiles and sight
the Scanner (16), combat Main fire control (18) and Synchronizer (19). The FTL computer is a free
hit where there is no drive (17).
"""

from spacecombat_env.core.native import native

from ..model import Comp, has_scanner, works
from ..model.record_types import Rules, State


@native
def shares_intelligence(state: State, rules: Rules, k):
    """IN-IDE-14, 16, IN-AMB-102 Communications and scanner."""
    return works(state, rules, k, Comp.COMMUNICATIONS) and has_scanner(state, rules, k)
