"""Look-up tables of directions, by displacement in hexes, for the inner loops of searches.

AHEAD[dq + SPAN, dr + SPAN] are the hexsides that the ray from a hex along (dq, dr) crosses, as bits
of directions of the map. CLOSEST are those that look toward it most (two where they tie).
ARCS[bits, facing] are the arcs of a ship of that facing through which such a ray leaves it, bits of
Arc.
"""

import numpy as np

from spacecombat_agents.scripted.interceptor.workspace import Pose
from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import DIRECTIONS, Arc

__all__ = ["AHEAD", "ARCS", "CLOSEST", "SPAN", "face_toward", "steps", "turned_to"]

SPAN = 80
"""Greatest displacement in the tables; no map is wider."""

_CORNERS = tuple((n, (n + 1) % DIRECTIONS) for n in range(DIRECTIONS))


def _grids() -> tuple[np.ndarray, np.ndarray]:
    """Return the displacements: dq and dr of each entry."""
    steps = np.arange(-SPAN, SPAN + 1)
    return np.meshgrid(steps, steps, indexing="ij")


def _ahead() -> np.ndarray:
    """Return the hexsides crossed by the ray along each displacement."""
    dq, dr = _grids()
    corners = [
        (DIRECTION_Q[a] + DIRECTION_Q[b], DIRECTION_R[a] + DIRECTION_R[b]) for a, b in _CORNERS
    ]
    sides = [q * dr - r * dq for q, r in corners]
    bits = np.zeros(dq.shape, np.int64)
    for side in range(DIRECTIONS):
        crosses = (sides[side - 1] <= 0) & (sides[side] >= 0)
        bits |= np.where(crosses, 1 << side, 0)
    return bits


def _closest() -> np.ndarray:
    """Return the hexsides that look along each displacement most."""
    dq, dr = _grids()
    along = [
        2 * dq * q + dq * r + dr * q + 2 * dr * r
        for q, r in zip(DIRECTION_Q, DIRECTION_R, strict=True)
    ]
    most = np.maximum.reduce(along)
    bits = np.zeros(dq.shape, np.int64)
    for side in range(DIRECTIONS):
        bits |= np.where(along[side] == most, 1 << side, 0)
    return bits


def _arcs() -> np.ndarray:
    """Return the arcs of each facing for each set of hexsides."""
    arc_of = (Arc.FORWARD, Arc.RIGHT, Arc.RIGHT, Arc.AFT, Arc.LEFT, Arc.LEFT)
    arcs = np.zeros((1 << DIRECTIONS, DIRECTIONS), np.int64)
    for bits in range(1 << DIRECTIONS):
        for facing in range(DIRECTIONS):
            for side in range(DIRECTIONS):
                if bits >> side & 1:
                    arcs[bits, facing] |= 1 << arc_of[(side - facing) % DIRECTIONS]
    return arcs


AHEAD = _ahead().astype(np.int8)
CLOSEST = _closest().astype(np.int8)
ARCS = _arcs().astype(np.int8)


@native
def steps(dq, dr):
    """Return the hexes of a displacement."""
    return max(abs(dq), abs(dr), abs(dq + dr))


@native
def turned_to(q, r, heading, hexes):
    """Return the hex a number of hexes ahead."""
    return q + hexes * DIRECTION_Q[heading], r + hexes * DIRECTION_R[heading]


@native
def face_toward(pose, q, r, most):
    """Turn a pose's facing toward a hex, by at most `most` hexsides."""
    dq, dr = q - pose[Pose.Q], r - pose[Pose.R]
    if dq == 0 and dr == 0:
        return
    bits = AHEAD[dq + SPAN, dr + SPAN]
    for turn in range(most + 1):
        for way in (1, -1):
            facing = (pose[Pose.FACING] + way * turn) % DIRECTIONS
            if (bits >> facing) & 1:
                pose[Pose.FACING] = facing
                return
