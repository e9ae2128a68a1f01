"""Bodies that a scenario places on or off the map: their place, vector, size and surface."""

from __future__ import annotations

import math

import numpy as np

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.model.hexgrid import axial_row

from ..model import MAX_BODIES, Atmosphere, BodyKind, Surface, Victory
from ..movement.astrographics import set_in_motion, weigh, worlds
from .draft import Draft, Force
from .forces import MAX_SPEED, four_digits, read_hex, read_vector

BODY_KINDS = {kind.name.lower(): kind for kind in BodyKind if kind}
ATMOSPHERES = {
    **dict.fromkeys(("none", "trace", "very_thin"), Atmosphere.THIN_OR_LESS),
    **dict.fromkeys(("thin", "standard", "dense"), Atmosphere.BREATHED),
    **dict.fromkeys(("exotic", "corrosive", "insidious"), Atmosphere.HOSTILE),
}
EARTHS_HYDROGRAPHICS = 7
MAX_GLARE = 9
JUMP_DIAMETERS = 100
FAR = 300
"""Largest distance of a star's centre from the map's corner, in columns and rows."""


def place_bodies(draft: Draft, state: np.record, node: ConfigNode) -> None:
    """Lay planets and asteroids on the map."""
    items = node.items()
    if len(items) > MAX_BODIES:
        over = len(items) - MAX_BODIES
        reason = f"{len(items)} bodies, {over} more than the {MAX_BODIES} of a game"
        raise CapacityError.at(node.file, node.path, reason)
    taken = set()
    for body, world, item in zip(state.body, draft.rules.worlds, items, strict=False):
        keys = item.keys(BODY_KEYS, required=("kind", "hex"))
        kind = BODY_KINDS[keys["kind"].choice(BODY_KINDS)]
        large = kind in (BodyKind.STAR, BodyKind.GAS_GIANT)
        place = _far_hex(keys["hex"]) if large else read_hex(draft, keys["hex"])
        if place in taken:
            raise keys["hex"].error("two bodies in one hex")
        taken.add(place)
        body.kind = kind
        body.q, body.r = place
        world.vq, world.vr = read_vector(keys["vector"])
        if kind == BodyKind.PLANET:
            world.cover = ATMOSPHERES[keys["atmosphere"].choice(ATMOSPHERES, "standard")]
            world.water = keys["hydrographics"].integer(0, 10, EARTHS_HYDROGRAPHICS) > 0
        world.glare = keys["sensor_modifier"].integer(0, MAX_GLARE, 0)
        weigh(world, *_size(keys, kind))
    set_in_motion(draft.rules, len(items))
    draw_jump_line(draft, node)


def draw_jump_line(draft: Draft, node: ConfigNode) -> None:
    """BR-SCN-08 Lay the line at 100 diameters of the first planet, gas giants among them."""
    option = draft.rules.option
    if not option.jump_line:
        return
    if option.victory == Victory.POCKET_EMPIRES:
        reason = "missions say over which edge ships escape; not with jump_line"
        raise node.error(reason)
    for number, item in enumerate(node.items()):
        keys = item.keys(BODY_KEYS)
        kind = BODY_KINDS[keys["kind"].choice(BODY_KINDS)]
        if kind in (BodyKind.PLANET, BodyKind.GAS_GIANT):
            option.jump_line = math.floor(round(JUMP_DIAMETERS * _size(keys, kind)[1], 6))
            option.jump_body = number
            return
    raise node.error("jump_line is drawn around a planet, and there is none")


BODY_KEYS = (
    "kind",
    "hex",
    "vector",
    "world",
    "mass",
    "diameter",
    "sensor_modifier",
    "atmosphere",
    "hydrographics",
)


def _far_hex(node: ConfigNode) -> tuple[int, int]:
    """BR-AST-04 Return the centre of a large body, which may lie off the map."""
    if isinstance(node.value, list) and len(node.value) == 2:
        column, row = (item.integer(-FAR, FAR) for item in node.items())
    else:
        column, row = divmod(four_digits(node), 100)
    return column, int(axial_row(column, row))


def _size(keys: dict[str, ConfigNode], kind: BodyKind) -> tuple[float, float]:
    """BR-AST-04, 06 Return mass (kg) and diameter (hexes) of a body: given, sampled, or Earth's."""
    known = worlds()
    if not keys["world"].missing():
        return known[keys["world"].choice(known)]
    given = not keys["mass"].missing(), not keys["diameter"].missing()
    if all(given):
        return keys["mass"].number(1e10, 1e33), keys["diameter"].number(0.01, 2 * MAX_SPEED)
    if any(given):
        raise keys["mass" if given[1] else "diameter"].error("mass and diameter go together")
    if kind == BodyKind.PLANET:
        return known["Earth"]
    if kind == BodyKind.ASTEROID:
        return 0.0, 0.0
    raise keys["world"].error(f"missing: a {kind.name.lower()} needs world, or mass and diameter")


def put_down(draft: Draft, state: np.record, force: Force, slot: int) -> None:
    """BR-LND-01 Put a task force on the ground of the planet in its hex."""
    record = state.tf[slot]
    for body, world in zip(state.body, draft.rules.worlds, strict=True):
        if body.kind == BodyKind.PLANET and (body.q, body.r) == (record.q, record.r):
            record.vq, record.vr = world.vq, world.vr
            record.surface = Surface.LANDED
            return
    raise force.node.child("landed").error("there is no planet in its hex")
