"""How the observation is written: where its rows are, and small integers within their limits."""

from spacecombat_env.core.hexgrid import offset_row
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import Side
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.words import first_of, turned


@jit
def place_of(state, block, n):
    """Where row n of a block begins."""
    return first_of(state, block) + int(n) * block.width


@jit
def small(value):
    """A number held within int8."""
    return max(-127, min(127, int(value)))


@jit
def cap(row, at, limits):
    """Hold the columns of a row within their divisors, so that every float is within -1..1."""
    part = row[at : at + len(limits)]  # a slice, and no branches: it becomes vector code
    for column in range(len(limits)):
        part[column] = max(-limits[column], min(limits[column], part[column]))


@jit
def ahead_sign(seat):
    """-1 for Blue, whose board is turned."""
    return 1 if seat == Side.RED else -1


@jit
def column_of(rules, q, seat):
    """Column of a hex from the middle of the map, turned for the seat: 10 on three maps."""
    return ahead_sign(seat) * (int(q) - (int(rules.option.columns) + 1) // 2)


@jit
def row_of(rules, q, r, seat):
    """Row of a hex from the middle of the map, turned for the seat: 17 on three maps."""
    return ahead_sign(seat) * (offset_row(int(q), int(r)) - (int(rules.option.rows) + 1) // 2)


@jit
def vector_of(step, seat):
    """Part of a vector in axial hexes per turn, turned for the seat."""
    return ahead_sign(seat) * int(step)


@jit
def hexside_of(hexside, seat):
    """Hexside of the map as the seat sees it: 1..6, or 0 for none."""
    return 0 if hexside == NONE else 1 + turned(seat, int(hexside))
