"""7.17 High-thrust variants: a ship without some of its guns, lighter and faster.

ruleset: interceptor
name: SWIFT PETAL
variant_of: FLUTTERING PETAL      # one of the fifteen ships, or a file next to this one
removed: [{type: MDC 8, count: 2}, {type: Laser 5/5, count: 2, in: turret 1}]
fitted: [{type: Internal Hardpoint, count: 1, arc: forward, crew: pilot}]
compensator: 6                    # only where the old one falls short
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.tables import read_yaml

from ..model import NONE
from ..model.printed.sheets import class_names
from .account import Account, evaluate
from .design import Arm, Design
from .icb import boxes_of
from .layout import FREE, Grid, Layout, Spot, lay_external
from .parts import DesignStep, Line, Part, Place, Refusal, amount
from .reading import ARM_KEYS, design_of, read_arm, read_place, shipped_design
from .steps import balance, compensators, power
from .steps.engines import thrust_of

KEYS = ("ruleset", "name", "variant_of", "removed", "fitted", "compensator", "notes")
CONVERSION_FACTOR = 1.5


@dataclass(frozen=True)
class Swap:
    """Weapons of one type that are removed or fitted, and their turret or NONE."""

    arm: Arm
    turret: int = NONE


@dataclass(frozen=True)
class Conversion:
    """The changes that make a variant of a ship."""

    name: str
    parent: Design
    removed: tuple[Swap, ...]
    fitted: tuple[Swap, ...]
    compensator: int = 0
    """Rating of a new compensator; 0 keeps the old one."""


@dataclass(frozen=True)
class Variant:
    """A converted ship."""

    account: Account
    """Its lines are those of the parent with the changes; its thrust is the new one."""
    price: int
    """Talents for the conversion."""
    freed_eps: int
    """EPs that shields may use now."""


# -- reading -------------------------------------------------------------------------------------


def read_variant(source: str | PathLike[str] | Mapping[str, Any]) -> Conversion:
    """Return the conversion of a file, or of its content; raise ScenarioError if malformed."""
    is_file = not isinstance(source, Mapping)
    content = read_yaml(source) if is_file else source  # type: ignore[arg-type]
    top = ConfigNode(str(source) if is_file else "<design>", "", content)
    keys = top.keys(KEYS, required=("name", "variant_of"))
    folder = Path(str(source)).parent if is_file else Path()
    return Conversion(
        keys["name"].name(),
        _parent(keys["variant_of"], folder),
        tuple(_swap(each) for each in keys["removed"].items()),
        tuple(_swap(each) for each in keys["fitted"].items()),
        keys["compensator"].integer(0, 200, 0),
    )


def _parent(node: ConfigNode, folder: Path) -> Design:
    """Return the ship from which a variant is made."""
    name = node.text()
    if name in class_names():
        return shipped_design(name)
    path = folder / name
    if not path.is_file():
        raise node.error(f"{name!r} is neither one of the fifteen ships nor a file")
    return design_of(ConfigNode(str(path), "", read_yaml(path)))


def _swap(node: ConfigNode) -> Swap:
    """Return what is removed or fitted in one entry."""
    keys = node.keys((*ARM_KEYS, "in"), required=("type",))
    arm = {key: value for key, value in node.value.items() if key != "in"}
    return Swap(read_arm(node._replace(value=arm)), read_place(keys["in"]))


# -- conversion ----------------------------------------------------------------------------------


def convert(conversion: Conversion) -> Variant:
    """IN-HTV-01..04 Return the converted ship; its refusals tell what is not allowed."""
    before = evaluate(conversion.parent)
    lines = _changed_lines(conversion, before)
    weight = amount(sum(line.tons for line in lines) + max(0, before.tons_left))
    rating = conversion.compensator or conversion.parent.compensator
    design = replace(
        before.design,
        name=conversion.name,
        thrust=new_thrust(before.design, weight),
        compensator=rating,
        **_changed_arms(conversion),
    )
    layout, misfits = converted_layout(conversion, before, design)
    refusals = [
        *swap_refusals(conversion),
        *_weight_refusals(conversion, weight),
        *compensator_refusals(conversion, design),
        *balance.weapon_refusals(design),
        *misfits,
    ]
    account = Account(design, tuple(lines), tuple(refusals), (), layout)
    return Variant(account, conversion_price(conversion), freed_eps(conversion))


def new_thrust(parent: Design, weight: float) -> int:
    """IN-HTV-02 Return the thrust of the old engines at the new weight."""
    return thrust_of(parent.power, weight)


def _arms(swaps: tuple[Swap, ...]) -> Iterator[Swap]:
    """Yield weapons one by one."""
    for swap in swaps:
        yield from (Swap(replace(swap.arm, count=1), swap.turret) for _ in range(swap.arm.count))


def _changed_arms(conversion: Conversion) -> dict[str, Any]:
    """Return fixed and turreted weapons after the conversion."""
    places = [list(conversion.parent.fixed), *map(list, conversion.parent.turrets)]
    for swap in _arms(conversion.removed):
        place = places[swap.turret + 1] if swap.turret + 1 < len(places) else []
        for n, arm in enumerate(place):
            if arm.type == swap.arm.type and arm.count:
                place[n] = replace(arm, count=arm.count - 1)
                break
    for swap in conversion.fitted:
        if swap.turret + 1 < len(places):
            places[swap.turret + 1].append(swap.arm)
    fixed, *turrets = (tuple(arm for arm in place if arm.count) for place in places)
    return {"fixed": fixed, "turrets": tuple(turrets)}


def _changed_lines(conversion: Conversion, before: Account) -> list[Line]:
    """Return the account after the conversion; tanks and structures stay as they were."""
    lines = list(before.lines)
    for swap in _arms(conversion.removed):
        gone = (n for n, line in enumerate(lines) if _is_line_of(line, swap))
        if (n := next(gone, None)) is not None:
            lines.pop(n)
    for swap in _arms(conversion.fitted):
        lines.append(_line_of(swap))
    if conversion.compensator:
        lines = [line for line in lines if line.part is not Part.COMPENSATOR]
        new = replace(conversion.parent, compensator=conversion.compensator)
        lines += compensators.lines(new)
    return sorted(lines, key=lambda line: line.step)


def _is_line_of(line: Line, swap: Swap) -> bool:
    """Whether a line is of such a weapon in such a place."""
    return (line.item, line.turret, line.step) == (swap.arm.type, swap.turret, DesignStep.WEAPONS)


def _line_of(swap: Swap) -> Line:
    """Return the line of one weapon."""
    kind = swap.arm.equipment
    inside = Place.HULL if swap.turret == NONE else Place.TURRET
    place = Place.OUTSIDE if kind.is_external else inside
    return Line(DesignStep.WEAPONS, kind.part, swap.arm.type, *kind.cost, place, swap.turret)


def conversion_price(conversion: Conversion) -> int:
    """IN-HTV-03 Return one and a half times the price of all that is removed and added."""
    swapped = [*_arms(conversion.removed), *_arms(conversion.fitted)]
    talents = sum(swap.arm.equipment.cost.talents for swap in swapped)
    if conversion.compensator:
        new = replace(conversion.parent, compensator=conversion.compensator)
        for design in (conversion.parent, new):
            talents += sum(line.talents for line in compensators.lines(design))
    return int(CONVERSION_FACTOR * talents)


def freed_eps(conversion: Conversion) -> int:
    """IN-HTV-04 Return the EPs that shields gain: none unless they vary and an engineer serves."""
    kind = conversion.parent.shields.kind.value
    if kind != "variable" or not power.can_switch(conversion.parent):
        return 0
    gone = sum(swap.arm.equipment.cost.eps for swap in _arms(conversion.removed))
    return gone - sum(swap.arm.equipment.cost.eps for swap in _arms(conversion.fitted))


# -- refusals ------------------------------------------------------------------------------------


def swap_refusals(conversion: Conversion) -> Iterator[Refusal]:
    """IN-HTV-01 Yield what may not be removed, is not there, or may not be fitted."""
    there = Counter((arm.type, turret) for arm, turret in conversion.parent.arms())
    for n, swap in enumerate(conversion.removed, start=1):
        arm, found = swap.arm, there[swap.arm.type, swap.turret]
        if not arm.equipment.cost.eps or arm.equipment.part is not Part.WEAPON:
            reason = f"{arm.type} is not a weapon that uses EPs"
            yield Refusal(DesignStep.WEAPONS, f"removed[{n}]", "HTV-01", reason)
        if found < arm.count:
            reason = f"{arm.count} {arm.type} removed, {found} there"
            short = arm.count - found
            yield Refusal(DesignStep.WEAPONS, f"removed[{n}]", "HTV-01", reason, short)
    for n, swap in enumerate(conversion.fitted, start=1):
        kind = swap.arm.equipment
        if kind.part is not Part.RACK or swap.arm.type == "Autoloader":
            reason = f"{swap.arm.type}: only hardpoints may be fitted"
            yield Refusal(DesignStep.WEAPONS, f"fitted[{n}]", "HTV-01", reason)
        in_turret = swap.turret != NONE
        if in_turret != (swap.arm.type == "Turret Hardpoint"):
            place = f"turret {swap.turret + 1}" if in_turret else "the hull"
            reason = f"{swap.arm.type} cannot be in {place}"
            yield Refusal(DesignStep.WEAPONS, f"fitted[{n}]", "HTV-01", reason)


def _weight_refusals(conversion: Conversion, weight: float) -> Iterator[Refusal]:
    """Yield a ship that has become too heavy."""
    over = amount(weight - conversion.parent.tonnage)
    if over > 0:
        reason = f"{over:g} t over, {weight:g} of {conversion.parent.tonnage}"
        yield Refusal(DesignStep.ACCOUNT, "fitted", "HTV-01", reason, over)


def compensator_refusals(conversion: Conversion, design: Design) -> Iterator[Refusal]:
    """IN-HTV-02 Yield a compensator that falls short, or a new one that nothing requires."""
    yield from compensators.refusals(design, ())
    old = replace(design, compensator=conversion.parent.compensator)
    if conversion.compensator and not list(compensators.refusals(old, ())):
        reason = f"the old one suffices for thrust {design.thrust}; nothing else may be added"
        yield Refusal(DesignStep.COMPENSATOR, "compensator", "HTV-02", reason)


# -- layout --------------------------------------------------------------------------------------


def converted_layout(
    conversion: Conversion, before: Account, design: Design
) -> tuple[Layout | None, list[Refusal]]:
    """IN-HTV-04 Return the parent's layout with new racks in the freed boxes, the rest free."""
    if before.layout is None:
        return None, []
    layout = deepcopy(before.layout)
    freed = [_freed(layout, swap) for swap in _arms(conversion.removed)]
    refusals = []
    for swap in _arms(conversion.fitted):
        if swap.arm.equipment.is_external:
            continue
        boxes = boxes_of(_line_of(swap), layout.scale)
        area = next((a for a in freed if a[0] == swap.turret and len(a[1]) >= boxes), None)
        if area is None:
            reason = f"no freed place has the {boxes} boxes of {swap.arm.type}"
            refusals.append(Refusal(DesignStep.SHEET, "fitted", "HTV-04", reason, boxes))
            continue
        code = _new_code(layout, swap)
        for row, column in area[1][:boxes]:
            _block(layout, swap.turret)[row][column] = code
        del area[1][:boxes]
    layout.external, misfits = lay_external(design, layout.scale)
    return layout, [*refusals, *misfits]


def _block(layout: Layout, turret: int) -> Grid:
    """Return the internal block or that of a turret."""
    return layout.rows if turret == NONE else layout.turrets[turret]


def _freed(layout: Layout, swap: Swap) -> tuple[int, list[Spot]]:
    """Free the boxes of one weapon; return its turret and the boxes, each next to one before."""
    turret = swap.turret if swap.turret < len(layout.turrets) else NONE
    name = swap.arm.type if turret == NONE else f"turret {turret + 1}: {swap.arm.type}"
    code = next((code for code, text in layout.legend.items() if text == name), None)
    if code is None:
        return turret, []
    del layout.legend[code]
    block = _block(layout, turret)
    spots = [(r, c) for r, row in enumerate(block) for c, box in enumerate(row) if box == code]
    for row, column in spots:
        block[row][column] = FREE
    return turret, _chained(spots)


def _chained(spots: list[Spot]) -> list[Spot]:
    """Return boxes in an order in which each touches one before it, as far as they are joined."""
    remaining = list(reversed(spots))
    chain: list[Spot] = []
    while remaining:
        near = [
            spot
            for spot in remaining
            if any(abs(spot[0] - r) + abs(spot[1] - c) == 1 for r, c in chain)
        ]
        spot = near[0] if near else remaining[0]
        remaining.remove(spot)
        chain.append(spot)
    return chain


def _new_code(layout: Layout, swap: Swap) -> str:
    """Return a code for a new rack, and enter it in the legend."""
    letters, name = "H", swap.arm.type
    if swap.turret != NONE:
        letters, name = "TH", f"turret {swap.turret + 1}: {name}"
    number = next(n for n in range(1, 100) if f"{letters}{n}" not in layout.legend)
    layout.legend[f"{letters}{number}"] = name
    return f"{letters}{number}"
