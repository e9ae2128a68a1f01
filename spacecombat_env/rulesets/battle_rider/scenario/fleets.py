"""The craft of both sides: ships, drones, their names, tenders and controllers."""

from __future__ import annotations

from collections.abc import Mapping

from spacecombat_env.core.reading import Node
from spacecombat_env.rulesets.battle_rider.constants import MAX_TACTICS, NONE, Damage, Result, Side
from spacecombat_env.rulesets.battle_rider.scenario.designs import (
    own_class,
    printed_class,
    ready_missiles,
)
from spacecombat_env.rulesets.battle_rider.scenario.draft import (
    SIDES,
    Craft,
    Draft,
    Fleet,
    named,
    own_name,
)
from spacecombat_env.rulesets.battle_rider.scenario.forces import (
    check_detected,
    check_forces,
    check_placed,
    read_force,
    reveal,
)
from spacecombat_env.rulesets.battle_rider.tables import DRONE_TYPES, MAX_MISSILES, class_row

JAMMER_DRONE = "jammer_tl12"  # BR-AMB-51: TL-12 drone data with an area jammer
LASTING = {"temporary": Damage.TEMPORARY_2, "permanent": Damage.PERMANENT}


SIDE_KEYS = ("fleet_tactics", "ships", "drones", "task_forces")


def read_fleets(draft: Draft, parts: dict[str, Node]) -> list[Fleet]:
    """Return both sides, checked."""
    sides = parts["sides"].keys(SIDES, required=SIDES)
    fleets = []
    for side in Side:
        node = sides[SIDES[side]]
        keys = node.keys(SIDE_KEYS, required=("fleet_tactics", "ships"))
        tactics = keys["fleet_tactics"].integer(1, MAX_TACTICS)
        craft = [_ship(draft, item) for item in keys["ships"].items()]
        if not craft:
            raise keys["ships"].error("no ships")
        craft += [_drone(draft, item) for item in keys["drones"].items()]
        fleet = Fleet(side, node, tactics, craft)
        _name_craft(draft, fleet)
        _find_keepers(draft, fleet)
        if not keys["task_forces"].missing():
            fleet.forces = [read_force(draft, fleet, item) for item in keys["task_forces"].items()]
            check_placed(fleet, keys["task_forces"])
            check_forces(fleet, keys["task_forces"])
        fleets.append(fleet)
    reveal(parts["reveal"], fleets)
    for fleet in fleets:
        check_detected(fleet)
    return fleets


SHIP_KEYS = ("class", "name", "values", "missiles", "damage", "detected", "aboard")


def _ship(draft: Draft, node: Node) -> Craft:
    """Return one ship of a list: a class name, or a mapping with more about it."""
    if isinstance(node.value, str):
        row = printed_class(node)
        return Craft(node, draft.classes[row], row, missiles=ready_missiles(draft, row))
    keys = node.keys(SHIP_KEYS)
    base = 0 if keys["class"].missing() else printed_class(keys["class"])
    name = "" if keys["name"].missing() else own_name(keys["name"])
    if not base and keys["values"].missing():
        raise node.error("neither class nor values")
    row, label = base, draft.classes[base]
    if not keys["values"].missing():
        label = label or name
        if not label:
            raise keys["name"].error("missing: a ship with neither class nor name")
        title = name or f"{label} (changed)"
        row = own_class(draft, keys["values"], base, title)
    craft = Craft(node, label, row, name)
    craft.missiles = keys["missiles"].integer(0, MAX_MISSILES, ready_missiles(draft, row))
    if craft.missiles and not draft.rules.classes[row].directors:
        raise keys["missiles"].error(f"{label} has no missile directors")
    craft.damage = _damage(draft, keys["damage"])
    craft.detected = keys["detected"].flag()
    craft.aboard = not keys["aboard"].missing()
    craft.keeper_node = keys["aboard"] if craft.aboard else None
    return craft


def _damage(draft: Draft, node: Node) -> dict[Result, Damage]:
    """BR-DMG-09 Return damage already taken."""
    allowed = [result.name.lower() for result in Result if result != Result.SHIP_EXPLODES]
    if not draft.rules.option.no_effect_stays:
        allowed.remove("no_effect")
    damage: dict[Result, Damage] = {}
    for item in node.items():
        for name, how in _said_of(item, allowed):
            result = Result[name.upper()]
            if result in damage:
                raise item.error(f"{name} is given twice")
            damage[result] = LASTING[how.choice(LASTING)]
    return damage


def _said_of(node: Node, allowed: list[str]) -> list[tuple[str, Node]]:
    """Return the results one item names, each with how long it lasts."""
    if not isinstance(node.value, Mapping):
        return [(node.choice(allowed), Node(node.file, node.path, "permanent"))]
    names = [Node(node.file, node.path, word).choice(allowed) for word in node.value]
    return [(name, node.child(name)) for name in names]


DRONE_KEYS = ("type", "controller", "name", "aboard", "fuel", "detected")


def _drone(draft: Draft, node: Node) -> Craft:
    """BR-DRN-01, 02, 05 Return one drone, of either kind for either side."""
    keys = node.keys(DRONE_KEYS, required=("type", "controller"))
    kind = keys["type"].choice((*DRONE_TYPES, JAMMER_DRONE))
    if kind == JAMMER_DRONE and kind not in draft.classes:
        row = draft.new_class(class_row("dual_mode_tl12"), kind, node)
        draft.rules.classes[row].area_jammer = 1
    craft = Craft(node, "Drone", draft.classes.index(kind))
    craft.name = "" if keys["name"].missing() else own_name(keys["name"])
    craft.aboard = keys["aboard"].flag(True)
    craft.detected = keys["detected"].flag()
    craft.keeper_node = keys["controller"]
    total = int(draft.rules.classes[craft.klass].fuel)
    if total != NONE:
        craft.fuel = keys["fuel"].integer(0, total, total)
    elif not keys["fuel"].missing():
        raise keys["fuel"].error(f"a {kind} has unlimited fuel")
    return craft


# -- names, tenders, controllers -----------------------------------------------------------------


def _name_craft(draft: Draft, fleet: Fleet) -> None:
    """Give the nameless their class name, numbered where there are several."""
    taken: set[str] = set()
    for craft in fleet.craft:
        if craft.name in taken:
            raise craft.node.child("name").error(f"two craft are called {craft.name!r}")
        taken |= {craft.name} if craft.name else set()
    for label in dict.fromkeys(craft.default_name for craft in fleet.craft if not craft.name):
        nameless = [c for c in fleet.craft if not c.name and c.default_name == label]
        if len(nameless) == 1 and label not in taken:
            nameless[0].name = label
            continue
        numbers = (f"{label} {number}" for number in range(1, 1000))
        free = (name for name in numbers if name not in taken)
        for craft in nameless:
            craft.name = next(free)
        taken |= {craft.name for craft in nameless}


def _find_keepers(draft: Draft, fleet: Fleet) -> None:
    """Find tenders and controllers by name, and check what they may carry and control."""
    classes = draft.rules.classes
    for craft in fleet.craft:
        if craft.keeper_node is None:
            continue
        craft.keeper = named(fleet, craft.keeper_node)
        keeper = fleet.craft[craft.keeper]
        if classes[craft.klass].drone:
            _check_controller(draft, craft, keeper, craft.keeper_node)
        elif classes[keeper.klass].rider_klass != craft.klass:
            label = draft.classes[craft.klass]
            reason = f"{keeper.name} cannot carry a {label}{_carries(draft, keeper)}"
            raise craft.keeper_node.error(reason)
    for place, keeper in enumerate(fleet.craft):
        aboard = [c for c in fleet.craft if c.aboard and c.keeper == place]
        riders = [c for c in aboard if not classes[c.klass].drone]
        room = int(classes[keeper.klass].riders)
        if len(riders) > room:
            node = riders[room].keeper_node or riders[room].node
            raise node.error(f"{len(riders)} riders aboard {keeper.name}, which carries {room}")


def _carries(draft: Draft, keeper: Craft) -> str:
    """Return what a ship can carry, for an error."""
    rider = int(draft.rules.classes[keeper.klass].rider_klass)
    return f", only {draft.classes[rider]}" if rider else ""


def _check_controller(draft: Draft, drone: Craft, ship: Craft, node: Node) -> None:
    """BR-DRN-02, 03, BR-AMB-50 A ship of at least the drone's TL, able to control it."""
    classes = draft.rules.classes
    needed, own = int(classes[drone.klass].tech_level), int(classes[ship.klass].tech_level)
    if classes[ship.klass].drone:
        raise node.error(f"{ship.name} is a drone itself")
    if own < needed:
        raise node.error(f"{ship.name} is TL-{own}, the drone needs TL-{needed}")
    if not drone.aboard and ship.aboard:
        raise node.error(f"{ship.name} is aboard its tender: its drone cannot be out")
    if not drone.aboard and Result.BRIDGE in ship.damage:
        raise node.error(f"{ship.name} has a bridge result: its drone cannot be out")
