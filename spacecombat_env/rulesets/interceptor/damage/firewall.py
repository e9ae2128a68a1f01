"""Chapter DEF: the Firewall."""

from spacecombat_env.core.native import native

from ..model import (
    NONE,
    Event,
    Load,
    Source,
    class_of,
    column_bit,
    external_row,
    note_target,
    side_of,
    tower,
    turret_tower,
)
from ..model.record_types import Hit, Rules, State
from .armour import arrow


@native
def is_deflected(state: State, hit: Hit):
    """IN-DEF-16, 17 Whether a hit is that of a missile that a Firewall stops: no DFM, no HELL."""
    if hit.source != Source.MISSILE or hit.missile == NONE:
        return False
    kind = state.missile[int(hit.missile)].kind
    return kind != Load.DFM and kind != Load.HELL


@native
def stops_missile(state: State, rules: Rules, k, n):
    """IN-DEF-16, IN-CON-22 Whether hit n, a missile's, ends in a Firewall box (which it takes).

    It is the top row of each side's armour and of each turret's (IN-ICB-03).
    """
    hit = state.exchange.hit[n]
    facing, turret = int(hit.facing), int(hit.turret)
    if not class_of(state, rules, k).firewall or not is_deflected(state, hit):
        return False
    side, block = side_of(state, k), tower(state, rules, k, facing)
    external = external_row(state, rules, k, facing)
    if turret != NONE:
        block, external = turret_tower(state, rules, k, turret), NONE
    if block[1] == 0 or arrow(state, rules, side, block, hit.column, external) != block[0]:
        return False
    row = block[0]
    state.rows[side, row] = int(state.rows[side, row]) ^ column_bit(hit.column)
    if turret == NONE:
        state.craft[k].armour[facing] = int(state.craft[k].armour[facing]) - 1
    event = note_target(state, Event.FIREWALL, k)
    event.a = hit.missile
    return True
