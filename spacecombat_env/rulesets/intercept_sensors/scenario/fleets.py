"""The units of a side, their loads, their names, and the capacity that holds them."""

from __future__ import annotations

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.tables import Value

from ..model import (
    CAPACITIES,
    MAX_CLASSES,
    NONE,
    SHIP_COLUMNS,
    InterceptCapacity,
    Type,
    class_names,
    lay_class,
    ship_rows,
)
from .draft import InterceptDraft, UnitDraft
from .options import zone_of

MAX_SHIPS = 4
SHIP_KEYS = (
    "class",
    "name",
    "values",
    "square",
    "vector",
    "facing",
    "popped",
    "power",
    "condition",
    "carries",
)


def read_fleet(draft: InterceptDraft, side: int, node: ConfigNode) -> list[UnitDraft]:
    """Return the units of a side, ships first, what they carry after them."""
    keys = node.keys(("zone", "ships"), required=("ships",))
    draft.rules.option.zone[side][:] = zone_of(draft, keys["zone"])
    ships = [_unit(draft, item) for item in keys["ships"].items()]
    if not 1 <= len(ships) <= MAX_SHIPS:
        raise keys["ships"].error(f"{len(ships)} ships; 1 to {MAX_SHIPS} are required")
    fleet = list(ships)
    for place, ship in enumerate(ships):
        if draft.rules.classes[ship.klass].type != Type.SHIP:
            raise ship.node.error(f"{draft.class_names[ship.klass]} is not a ship")
        for item in ship.parts["carries"].items() if ship.parts else []:
            carried = _unit(draft, item)
            if draft.rules.classes[carried.klass].type == Type.SHIP:
                raise item.error("a ship cannot be carried")
            carried.carrier = place
            fleet.append(carried)
    _name_units(draft, fleet)
    return fleet


def _unit(draft: InterceptDraft, node: ConfigNode) -> UnitDraft:
    """Return one unit."""
    if isinstance(node.value, str):
        return UnitDraft(node, _class(draft, node), "")
    parts = node.keys(SHIP_KEYS, required=("class",))
    klass = _class(draft, parts["class"])
    name = parts["name"].name("")
    if not parts["values"].missing():
        klass = _own_class(draft, parts["values"], klass, name)
    return UnitDraft(node, klass, name, parts)


def _class(draft: InterceptDraft, node: ConfigNode) -> int:
    """Return the row of a printed class."""
    return list(class_names()).index(node.choice(ship_rows()))


def _own_class(draft: InterceptDraft, node: ConfigNode, base: int, name: str) -> int:
    """Return the row of a printed class with changes."""
    if len(draft.class_names) >= MAX_CLASSES:
        raise CapacityError.at(node.file, node.path, f"more than {MAX_CLASSES - 1} classes")
    row: dict[str, Value] = dict(ship_rows()[class_names()[base]])
    for key, value in node.keys(SHIP_COLUMNS).items():
        if value.missing():
            continue
        try:
            text = int(value.flag()) if _is_flag(key) else value.value
            row[key] = SHIP_COLUMNS[key].parse(str(text))
        except ValueError as cause:
            raise value.error(str(cause)) from None
    if row["type"] == "volley" and row["endurance"] == NONE:
        raise node.error("a missile volley needs an endurance")
    if row["type"] != "volley" and row["endurance"] != NONE:
        raise node.error("only missile volleys have an endurance")
    lay_class(draft.rules.classes[len(draft.class_names)], row)
    draft.class_names.append(name or class_names()[base])
    return len(draft.class_names) - 1


def _is_flag(key: str) -> bool:
    """Return whether a column is a yes or no."""
    return SHIP_COLUMNS[key].high == 1


def _name_units(draft: InterceptDraft, fleet: list[UnitDraft]) -> None:
    """Name the unnamed units by class, numbered where there are several; names must differ."""
    unnamed = [draft.class_names[unit.klass] for unit in fleet if not unit.name]
    counts = dict.fromkeys(unnamed, 0)
    taken = {unit.name for unit in fleet if unit.name}
    for unit in fleet:
        if unit.name:
            continue
        title = draft.class_names[unit.klass]
        counts[title] += 1
        alone = unnamed.count(title) == 1 and title not in taken
        unit.name = title if alone else f"{title} {counts[title]}"
    for unit in fleet:
        if sum(other.name == unit.name for other in fleet) > 1:
            raise unit.node.error(f"two units are called {unit.name!r}")


def slot_names(fleet: list[UnitDraft], capacity: InterceptCapacity) -> list[str]:
    """Return the names of a side's slots."""
    names = [unit.name for unit in fleet]
    return names + [""] * (capacity.units - len(names))


def choose_capacity(node: ConfigNode, fleets: list[list[UnitDraft]]) -> InterceptCapacity:
    """Return the capacity class: the requested one, or the smallest that fits."""
    most = max(len(fleet) for fleet in fleets)
    if not node.missing():
        capacity = CAPACITIES[node.choice(CAPACITIES)]
        if most > capacity.units:
            reason = f"{capacity.name} holds {capacity.units} units a side, not {most}"
            raise CapacityError.at(node.file, node.path, reason)
        return capacity
    for capacity in CAPACITIES.values():
        if most <= capacity.units:
            return capacity
    reason = f"{most} units on a side; the largest capacity class holds {capacity.units}"
    raise CapacityError.at(node.file, "sides", reason)
