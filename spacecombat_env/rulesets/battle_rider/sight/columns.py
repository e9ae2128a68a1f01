"""How the columns of the observation are written: small integers, held within their limits."""

from spacecombat_env.core.hexgrid import offset_row
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.pieces.constants import Side


@jit
def put(row, at, value):
    """Write one value, held within int8; return the next place."""
    row[at] = max(-127, min(127, int(value)))
    return at + 1


@jit
def mark(row, at, value):
    """Write a yes or no, or another small number as it is; return the next place."""
    row[at] = value
    return at + 1


@jit
def cap(row, at, limits):
    """Hold the columns of a row within their divisors, so that every float is within -1..1."""
    part = row[at : at + len(limits)]  # a slice, and no branches: it becomes vector code
    for column in range(len(limits)):
        part[column] = max(-limits[column], min(limits[column], part[column]))


@jit
def put_place(rules, row, at, q, r, seat):
    """Column and row from the middle of the map, turned for the seat: 10 and 17 on three maps."""
    across = int(q) - (int(rules.option.columns) + 1) // 2
    ahead = offset_row(int(q), int(r)) - (int(rules.option.rows) + 1) // 2
    sign = 1 if seat == Side.RED else -1
    at = put(row, at, sign * across)
    return put(row, at, sign * ahead)


@jit
def put_vector(row, at, q, r, seat):
    """A vector in axial hexes per turn, turned for the seat."""
    sign = 1 if seat == Side.RED else -1
    at = put(row, at, sign * int(q))
    return put(row, at, sign * int(r))
