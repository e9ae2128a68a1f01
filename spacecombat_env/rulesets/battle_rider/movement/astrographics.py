"""Chapter AST: gravity, stars, and bodies that move.

BR-AST-06 A planet on a counter is of Earth's size; the sample worlds are those of data/planets.csv.
BR-AST-08 The hex of a body: `terrain_modifier` (sensors/modifiers.py).
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from spacecombat_env.core.loading.tables import Column, read_csv
from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, distance
from spacecombat_env.core.native import native

from ..model import (
    DATA,
    DIRECTIONS,
    MAX_BODIES,
    BodyKind,
    Event,
    ForceStatus,
    Surface,
    force_slots,
    log_event,
)
from ..model.record_types import Rules, State

GRAVITATION = 6.67e-11
"""Newton's constant, m^3 / kg s^2."""
STANDARD_GRAVITY = 9.8
"""One G, m / s^2."""
HEX = 3e7
"""Metres across a hex."""
MOST = 127
"""The largest pull and the largest reach that a record holds."""
GONE = 30_000
"""Distance off the map, in hexes, of a body out of the game; it still fits the record."""

MASSES = {
    "Mercury": 3.30e23,
    "Venus": 4.87e24,
    "Earth": 5.97e24,
    "Mars": 6.42e23,
    "Jupiter": 1.90e27,
    "Saturn": 5.68e26,
    "Uranus": 8.68e25,
    "Neptune": 1.02e26,
}
"""Kilograms, of the sample worlds; the book prints only what follows from them."""
SUN = 1.99e30, 46.5
"""BR-AST-02 Mass (kg) and diameter (hexes) of the sun."""


# --- sizes ---------------------------------------------------------------------------------------


def threshold(mass: float, gs: float = 1.0) -> float:
    """BR-AST-02 Return the distance in hexes from a body's centre at which its pull is `gs`.

    sqrt(G M / g) / 3e7, with M in kg and g = 9.8 m/s^2 times the Gs. Less the body's radius it is
    the height above the surface. (The book prints a plus for the division; its examples divide.)
    """
    return math.sqrt(GRAVITATION * mass / (STANDARD_GRAVITY * gs)) / HEX


@cache
def worlds() -> dict[str, tuple[float, float]]:
    """BR-AST-06 Return mass (kg) and diameter (hexes) of the sample worlds, and of the sun."""
    text = Column(str)
    columns = dict.fromkeys(("body", "diameter_hexes"), text)
    rows = read_csv(DATA / "planets.csv", columns)
    known = {str(row["body"]): float(str(row["diameter_hexes"])) for row in rows}
    return {**{name: (MASSES[name], size) for name, size in known.items()}, "Sun": SUN}


def weigh(world: np.record, mass: float, diameter: float) -> None:
    """BR-AST-02, 03 Write the pull of a body of this mass (kg) and diameter (hexes).

    The nG threshold is the 1G threshold over the root of n, so one number holds them all.
    """
    first = threshold(mass)
    world.gravity = int(100 * first**2)
    world.reach = min(MOST, int(first))
    world.radius = min(MOST, round(diameter / 2))
    at_surface = (2 * first / diameter) ** 2 if diameter else 0.0
    world.surface_g = min(MOST, int(at_surface))


def set_in_motion(rules: np.record, bodies: int) -> None:
    """BR-AST-07 With a frame of reference the first body stands still: vectors are relative."""
    if not rules.option.bodies_move:
        for name in ("vq", "vr"):
            rules.worlds[name][:bodies] -= int(rules.worlds[name][0])


# --- the jump line -------------------------------------------------------------------------------


@native
def is_beyond_jump_line(state: State, rules: Rules, q, r):
    """BR-SCN-08 Whether a hex is more than 100 diameters from the planet of the jump line."""
    body = state.body[rules.option.jump_body]
    return distance(q, r, int(body.q), int(body.r)) > rules.option.jump_line


# --- motion --------------------------------------------------------------------------------------


@native
def move_bodies(state: State, rules: Rules):
    """BR-AST-05, 07 Bodies move in straight lines, before the first round of operations.

    A body far off the map never comes back, and stops moving.
    """
    for k in range(MAX_BODIES):
        body = state.body[k]
        if body.kind != BodyKind.NONE and distance(0, 0, int(body.q), int(body.r)) < GONE:
            body.q += rules.worlds[k].vq
            body.r += rules.worlds[k].vr


# --- gravity -------------------------------------------------------------------------------------


@native
def pull_at(state: State, rules: Rules, index, q, r):
    """BR-AST-01, 03, BR-AMB-91 Gs with which a body pulls in a hex; none in its own.

    Inside a body that fills more than a hex it pulls as at its surface.
    """
    body, world = state.body[index], rules.worlds[index]
    if body.kind == BodyKind.NONE or world.reach == 0:
        return 0
    away = distance(q, r, int(body.q), int(body.r))
    if away == 0:
        return 0
    return min(int(world.gravity) // (100 * away * away), int(world.surface_g))


@native
def shift_towards(dq, dr, hexes):
    """BR-AST-01 `hexes` hexes in the direction of (dq, dr), not zero, as straight as possible.

    Of two equally straight steps the clockwise one is taken.
    """
    q, r = 0, 0
    for _ in range(hexes):
        best, chosen = -1, 0
        away = distance(q, r, hexes * dq, hexes * dr)
        for direction in range(DIRECTIONS):
            next_q, next_r = q + int(DIRECTION_Q[direction]), r + int(DIRECTION_R[direction])
            if distance(next_q, next_r, hexes * dq, hexes * dr) < away:
                turn = dq * next_r - dr * next_q
                off = 2 * abs(turn) + (1 if turn > 0 else 0)
                if best < 0 or off < best:
                    best = off
                    chosen = direction
        q += int(DIRECTION_Q[chosen])
        r += int(DIRECTION_R[chosen])
    return q, r


@native
def gravity_shift(state: State, rules: Rules, q, r):
    """BR-AST-01 Sum of what all bodies add to a vector in a hex in one turn."""
    shift_q, shift_r = 0, 0
    for k in range(MAX_BODIES):
        gs = pull_at(state, rules, k, q, r)
        if gs > 0:
            body = state.body[k]
            dq, dr = shift_towards(int(body.q) - q, int(body.r) - r, gs)
            shift_q += dq
            shift_r += dr
    return shift_q, shift_r


@native
def pull_force(state: State, rules: Rules, tf):
    """BR-AST-01, BR-AMB-91 The PEM of a task force is shifted before it can thrust."""
    force = state.tf[tf]
    if force.status != ForceStatus.ON_MAP or force.surface != Surface.SPACE:
        return
    dq, dr = gravity_shift(state, rules, int(force.q), int(force.r))
    if dq == 0 and dr == 0:
        return
    force.vq += dq
    force.vr += dr
    event = log_event(state, Event.GRAVITY, tf // force_slots(state))
    event.actor = force.contact
    event.target = tf
    event.a = dq
    event.b = dr


@native
def pull_spreads(state: State, rules: Rules):
    """BR-AST-01 Missiles are pulled too, as the Missile Movement Phase begins."""
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.count > 0:
            dq, dr = gravity_shift(state, rules, int(spread.q), int(spread.r))
            spread.vq += dq
            spread.vr += dr


# --- stars ---------------------------------------------------------------------------------------


@native
def glare_at(state: State, rules: Rules, q, r):
    """BR-AST-04 Modifier of bodies on sensor tasks in a hex: the scenario's figure."""
    total = 0
    for k in range(MAX_BODIES):
        body, world = state.body[k], rules.worlds[k]
        if body.kind != BodyKind.NONE and world.glare > 0:
            away = distance(q, r, int(body.q), int(body.r))
            if 100 * away * away <= world.gravity:
                total += int(world.glare)
    return total
