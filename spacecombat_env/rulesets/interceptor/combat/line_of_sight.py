"""Chapter LOS: the line of sight."""

from spacecombat_env.core.model.hexgrid import passes_through
from spacecombat_env.core.native import inlined, native

from ..model import MAX_ROCKS, Rock, steps_between
from ..model.record_types import Craft, RockRecord, Rules, State


@native
def is_clear(state: State, rules: Rules, a: Craft, b):
    """IN-LOS-01, 10, IN-AMB-89 Whether no asteroid or wreck lies between two pieces.

    A rock blocks if the line between centres passes through the inside of its hex. The hexes at the
    ends do not count. A line along a hexside is blocked only from both sides of it
    (data/geometry.yaml).
    """
    box = _box_of(a, b)
    for n in range(MAX_ROCKS):
        rock = state.rock[n]
        if rock.kind == Rock.NONE or not _is_in_box(rock, box) or not _is_between(rock, a, b):
            continue
        beside = _side_of_line(state.rock[n], a, b)
        if not (beside != 0 and _runs_along_sides(a, b)):
            return False
        if _has_twin(state, n, a, b, beside):
            return False
    return True


@inlined
def _box_of(a: Craft, b):
    """Return the box of the line: least and greatest of the three coordinates of two hexes."""
    aq, ar, bq, br = int(a.q), int(a.r), int(b.q), int(b.r)
    low = min(aq, bq), min(ar, br), min(aq + ar, bq + br)
    return low, (max(aq, bq), max(ar, br), max(aq + ar, bq + br))


@inlined
def _is_in_box(rock: RockRecord, box):
    """Return whether a hex lies in the box; a fast test that excludes most hexes."""
    low, high = box
    q, r = int(rock.q), int(rock.r)
    across = low[0] <= q <= high[0] and low[1] <= r <= high[1]
    return across and low[2] <= q + r <= high[2]


@native
def _is_between(rock: RockRecord, a: Craft, b):
    """IN-AMB-193 Whether a rock lies on the line, neither end of which is its hex.

    It blocks no line but those of its own level.
    """
    if rock.kind == Rock.NONE or rock.altitude != a.altitude or rock.altitude != b.altitude:
        return False
    if steps_between(rock, a) == 0 or steps_between(rock, b) == 0:
        return False
    return passes_through(a.q, a.r, b.q, b.r, rock.q, rock.r)


@native
def _side_of_line(rock: RockRecord, a: Craft, b):
    """Return the side of the line on which a rock's centre lies: 0 on it, else plus or minus."""
    dq, dr = int(b.q) - int(a.q), int(b.r) - int(a.r)
    return dq * (int(rock.r) - int(a.r)) - dr * (int(rock.q) - int(a.q))


@native
def _runs_along_sides(a: Craft, b):
    """Return whether the line runs along hexsides: toward a corner of its first hex."""
    dq, dr = int(b.q) - int(a.q), int(b.r) - int(a.r)
    return dq == dr or dq == -2 * dr or dr == -2 * dq


@native
def _has_twin(state: State, n, a: Craft, b, beside):
    """Return whether the hex across the hexside, along which the line runs, holds a rock too."""
    for other in range(MAX_ROCKS):
        twin = state.rock[other]
        if not _is_between(twin, a, b) or steps_between(twin, state.rock[n]) != 1:
            continue
        if _side_of_line(twin, a, b) == -beside:
            return True
    return False
