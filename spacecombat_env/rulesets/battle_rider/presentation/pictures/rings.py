"""Ranges around a task force: hexagons shown while the pointer rests on its counter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.presentation.svg import AMBER, CYAN

from ...model import Beam, Sensor
from ..piece_names import Names

SIGN = "range"
"""Name of the hexagon of range 1 in the static part."""
BANDS = (1, 2, 4, 8)
"""BR-TSK-03 Multiples of the short range at which the base difficulty rises."""
WIDEST = 24
"""Hexes; wider rings are left out, since they would be off the picture."""


def ring_sign(high: float) -> str:
    """Return the hexagon of range 1 of a map with hexes `high` apart."""
    angles = [math.pi * k / 3 for k in range(6)]
    points = " ".join(f"{high * math.sin(a):.2f},{-high * math.cos(a):.2f}" for a in angles)
    return (
        f'<defs><polygon id="{SIGN}" points="{points}" fill="none" stroke-width="1.5" '
        f'vector-effect="non-scaling-stroke"/></defs>'
    )


def rings(names: Names, craft: list[int]) -> str:
    """Return the range bands of the best sensors and beams of the ships that a reader knows."""
    state = names.state
    known = [(state.craft[k], names.card(int(state.craft[k].klass))) for k in craft]
    passive = max((card.sensor_range[Sensor.PASSIVE] for _, card in known), default=0)
    active = max((card.sensor_range[Sensor.ACTIVE] for one, card in known if one.active), default=0)
    beams = max((_beam_range(card) for _, card in known), default=0)
    drawn = "".join(
        [
            *_bands(passive, CYAN, ' stroke-dasharray="2 5"'),
            *_bands(active, CYAN, ""),
            *_bands(beams, AMBER, ' stroke-dasharray="9 4"'),
        ]
    )
    return f'<g class="arcs turns">{drawn}</g>' if drawn else ""


def _beam_range(card: Any) -> int:
    """Return the longest short range of a ship's beams."""
    return max((beam.range for beam in card.weapon if beam.kind != Beam.NONE), default=0)


def _bands(short: int, color: str, dash: str) -> Iterator[str]:
    """Yield the rings of a short range: within the n-th the base difficulty is n."""
    for n, times in enumerate(BANDS):
        if 0 < short * times <= WIDEST:
            style = f'stroke="{color}" opacity="{0.95 - 0.2 * n:.2f}"{dash}'
            yield f'<use href="#{SIGN}" transform="scale({short * times + 0.5:g})" {style}/>'
