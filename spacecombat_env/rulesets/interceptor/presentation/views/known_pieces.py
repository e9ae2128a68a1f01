"""Which pieces a reader knows, their order, and the disclosed values of ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.presentation.perspective import is_own, slots_of

from ...model import (
    DIRECT_RANGE,
    NONE,
    Control,
    Disclosed,
    Family,
    Load,
    MissileStatus,
    Rock,
    Status,
)
from ..piece_names import Names

WITHIN = {Disclosed.TONS: 1.0, Disclosed.TONS_10: 1.1, Disclosed.TONS_20: 1.2}
"""IN-LOS-02 Precision of a disclosed tonnage, the most exact first."""


def craft_of(names: Names, side: int) -> list[int]:
    """Return the craft of a side that a reader knows: own by slot, enemy by contact number."""
    craft = names.state.craft
    if is_own(names.seat, side):
        return [k for k in slots_of(craft, side) if craft[k].status != Status.UNUSED]
    known = (k for k in slots_of(craft, side) if craft[k].status >= Status.ON_MAP)
    return sorted(known, key=lambda k: int(craft[k].contact))


def carried_by(names: Names, carrier: int) -> list[int]:
    """Return the craft in the bays of an own ship."""
    craft = names.state.craft
    own = slots_of(craft, names.side(carrier))
    return [k for k in own if craft[k].status == Status.ABOARD and craft[k].carrier == carrier]


def is_on_map(craft: Any) -> bool:
    """Return whether a craft lies on the map, whole or broken."""
    return bool(Status.ON_MAP <= craft.status <= Status.WRECK)


def is_adrift(craft: Any) -> bool:
    """Return whether a craft lies on the map without a crew to fly it."""
    return bool(Status.ABANDONED <= craft.status <= Status.WRECK)


def is_out_of_control(craft: Any) -> bool:
    """IN-SOC-01 Whether a craft is seriously out of control."""
    return bool(craft.status == Status.ON_MAP and craft.control == Control.OUT)


def missiles_of(names: Names, side: int) -> Iterator[int]:
    """Yield the missiles of a side that are on the map."""
    for n in slots_of(names.state.missile, side):
        if names.state.missile[n].status != MissileStatus.NONE:
            yield n


def adrift_of(names: Names, side: int) -> Iterator[int]:
    """Yield the crews of a side that drift in space."""
    for n in slots_of(names.state.adrift, side):
        if names.state.adrift[n].people:
            yield n


def rocks(names: Names) -> Iterator[Any]:
    """Yield asteroids and wrecks that lie on the map as terrain."""
    return (rock for rock in names.state.rock if rock.kind != Rock.NONE)


# --- disclosed values of an enemy ----------------------------------------------------------------


def tonnage_bounds(craft: Any) -> dict[str, int] | None:
    """IN-LOS-02 Return the bounds of a disclosed tonnage; None if undisclosed."""
    for bit, within in WITHIN.items():
        if craft.disclosed & bit:
            tons = int(craft.disclosed_tons)
            return {"low": round(tons / within), "high": round(tons * within)}
    return None


def tonnage_text(craft: Any) -> str:
    """Return a disclosed tonnage: `73 t`, `66 to 80 t`; empty if undisclosed."""
    tons = tonnage_bounds(craft)
    if tons is None:
        return ""
    low, high = tons["low"], tons["high"]
    return f"{low} t" if low == high else f"{low} to {high} t"


def armed_as(names: Names, k: int) -> int:
    """Return the row of a class with the weapons of a craft, if known; else 0."""
    craft = names.state.craft[k]
    return int(craft.klass or craft.armed_as)


def known_weapons(names: Names, k: int) -> list[str] | None:
    """IN-LOS-02 Return the weapons of an enemy craft, once they or its class are known."""
    row = armed_as(names, k)
    if not row:
        return None
    count = names.printed(row).weapons
    return [names.weapon_of(row, w) for w in range(count)]


def known_weapon_kinds(craft: Any) -> list[str]:
    """IN-LOS-02 Return the disclosed types of weapons."""
    return [family.name for family in Family if family and craft.disclosed_kinds >> family & 1]


# --- reach ---------------------------------------------------------------------------------------


def longest_range(names: Names, k: int) -> int:
    """Return the range of the weapons of a craft, as far as the reader knows; 0 if unknown."""
    row = armed_as(names, k)
    if not row:
        return 0
    rules, klass, craft = names.scenario.table.rules[0], names.printed(row), names.state.craft[k]
    best = 0
    for w in range(klass.weapons):
        if craft.out >> w & 1:
            continue
        rack = klass.weapon[w].rack
        if rack == NONE:
            best = max(best, int(rules.weapon[klass.weapon[w].table].reach))
        elif is_own(names.seat, names.side(k)):
            contents = names.state.rack[craft.first_rack + rack]
            loads = [n for n, count in enumerate(contents.load) if count and n != Load.DECOY]
            best = max([best, *(int(rules.missile[n].most) for n in loads)])
    return min(best, 2 * DIRECT_RANGE)
