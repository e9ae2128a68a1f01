"""The craft of both sides: ships, drones, their names, tenders and controllers."""

from __future__ import annotations

from collections.abc import Mapping

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.scenarios import SIDES

from ..model import (
    DRONE_TYPES,
    MAX_MISSILES,
    MAX_NUMBER,
    MAX_PLAYERS,
    MAX_TACTICS,
    NONE,
    SIM_12_LEVEL,
    SIM_14_LEVEL,
    Crew,
    Damage,
    Readiness,
    Result,
    Side,
    class_row,
)
from .designs import common_class, own_class, printed_class, ready_missiles
from .draft import CREWS, Craft, Draft, Fleet, named, own_name
from .forces import check_detected, check_forces, check_placed, read_force, reveal
from .purchases import fill_purchase, fill_set_aside

JAMMER_DRONE = "jammer_tl12"  # BR-AMB-51: TL-12 drone data with an area jammer
MAX_FUEL = 99
MAX_IN_ALL = 127
"""Most weapons of one row in all batteries of a ship (BAT)."""
SIM_LOADS = ("half", "all")
"""BR-SIM-04 How many of a ship's missiles may be semi-independent."""
LASTING = {"temporary": Damage.TEMPORARY_2, "permanent": Damage.PERMANENT}


SIDE_KEYS = (
    "fleet_tactics",
    "ships",
    "drones",
    "task_forces",
    "values",
    "leave_out",
    "purchase",
    "suits_up",
    "redraws_no_effect",
    "crew",
    "readiness",
    "surprised",
)


def read_fleets(draft: Draft, parts: dict[str, ConfigNode]) -> list[Fleet]:
    """Return both sides, checked."""
    sides = parts["sides"].keys(SIDES, required=SIDES)
    fleets = []
    for side in Side:
        fleets.append(_fleet(draft, side, sides[SIDES[side]]))
    fill_set_aside(draft, parts["sides"])
    reveal(parts["reveal"], fleets)
    for fleet in fleets:
        check_detected(fleet)
    return fleets


def _fleet(draft: Draft, side: Side, node: ConfigNode) -> Fleet:
    """Return one side: its ships and drones, and those it may buy."""
    buys = isinstance(node.value, Mapping) and node.value.get("purchase") is not None
    keys = node.keys(SIDE_KEYS, required=() if buys else ("fleet_tactics", "ships"))
    tactics = keys["fleet_tactics"].integer(1, MAX_TACTICS, 1)
    crew = CREWS[keys["crew"].choice(CREWS, "average")]
    craft = [_ship(draft, item, keys["values"], crew) for item in keys["ships"].items()]
    if not craft and not buys:
        raise keys["ships"].error("no ships")
    craft += [_drone(draft, item) for item in keys["drones"].items()]
    fleet = Fleet(side, node, tactics, craft, keys["values"], crew)
    if buys:
        fill_purchase(draft, fleet, keys["purchase"])
    _ready_crews(draft, fleet, keys)
    _name_craft(draft, fleet)
    _find_keepers(draft, fleet)
    _fill_special(draft, fleet, keys)
    if not keys["task_forces"].missing():
        for key in ("purchase", "leave_out"):
            if not keys[key].missing():
                raise keys[key].error("only for a side without task_forces")
        fleet.forces = [read_force(draft, fleet, item) for item in keys["task_forces"].items()]
        check_placed(fleet, keys["task_forces"])
        check_forces(fleet, keys["task_forces"])
    return fleet


def _fill_special(draft: Draft, fleet: Fleet, keys: dict[str, ConfigNode]) -> None:
    """BR-S2-03, 04, 09 Special rules of one side: suits, No Effect drawn again, the cup."""
    option, side = draft.rules.option, fleet.side
    option.suits_up[side] = keys["suits_up"].flag()
    option.redraws[side] = keys["redraws_no_effect"].flag()
    ships = [c for c in fleet.craft if not draft.rules.classes[c.klass].drone]
    fleet.leave_out = keys["leave_out"].integer(0, max(0, len(ships) - 1), 0)
    if fleet.leave_out and (fleet.buys or any(craft.detected for craft in ships)):
        raise keys["leave_out"].error("only for a side of ships given, undetected")
    draft.rules.buying[side].leave_out = fleet.leave_out


def _ready_crews(draft: Draft, fleet: Fleet, keys: dict[str, ConfigNode]) -> None:
    """BR-SUR-01, 07 The readiness a side starts at, and whether it is surprised on turn 1."""
    levels = [level.name.lower() for level in Readiness]
    fleet.readiness = levels.index(keys["readiness"].choice(levels, levels[0]))
    fleet.surprised = keys["surprised"].flag()
    for name in ("readiness", "surprised"):
        if not keys[name].missing() and not draft.rules.option.surprise:
            raise keys[name].error("the switch surprise is off")


SHIP_KEYS = (
    "class",
    "name",
    "values",
    "missiles",
    "damage",
    "detected",
    "aboard",
    "crew",
    "fuel",
    "powered_down",
    "sims",
    "player",
)


def _ship(draft: Draft, node: ConfigNode, common: ConfigNode, crew: Crew) -> Craft:
    """Return one ship of a list: a class name, or a mapping with more about it.

    `common` holds the values of all ships of the side, `crew` is the quality of its crews
    (BR-CRW-01); the ship's own values take precedence.
    """
    if isinstance(node.value, str):
        row = common_class(draft, common, printed_class(node))
        return Craft(node, draft.classes[row], row, missiles=ready_missiles(draft, row), crew=crew)
    keys = node.keys(SHIP_KEYS)
    base = 0 if keys["class"].missing() else printed_class(keys["class"])
    name = "" if keys["name"].missing() else own_name(keys["name"])
    if not base and keys["values"].missing():
        raise node.error("neither class nor values")
    row, label = common_class(draft, common, base) if base else 0, draft.classes[base]
    if not keys["values"].missing():
        label = label or name
        if not label:
            raise keys["name"].error("missing: a ship with neither class nor name")
        title = name or f"{label} (changed)"
        row = own_class(draft, keys["values"], row, title)
    craft = Craft(node, label, row, name)
    craft.missiles = keys["missiles"].integer(0, MAX_MISSILES, ready_missiles(draft, row))
    if craft.missiles and not draft.rules.classes[row].directors:
        raise keys["missiles"].error(f"{label} has no missile directors")
    if not keys["sims"].missing():
        _load_sims(draft, craft, keys["sims"])
    craft.fuel = _ship_fuel(draft, keys["fuel"], row)
    craft.damage = _damage(draft, keys["damage"])
    craft.crew = crew if keys["crew"].missing() else CREWS[keys["crew"].choice(CREWS)]
    craft.detected = keys["detected"].flag()
    craft.powered_down = keys["powered_down"].flag()
    if craft.powered_down and not draft.rules.option.powered_down:
        raise keys["powered_down"].error("only with rules: powered_down")
    if not keys["player"].missing():
        craft.player = keys["player"].integer(0, MAX_PLAYERS - 1)
    craft.aboard = not keys["aboard"].missing()
    craft.keeper_node = keys["aboard"] if craft.aboard else None
    return craft


def _load_sims(draft: Draft, craft: Craft, node: ConfigNode) -> None:
    """BR-SIM-04, BR-SCN-06 Half or all of a ship's missiles are semi-independent.

    A given ship has no price and counts its printed points with any load.
    """
    keys = node.keys(("tech_level", "load"), required=("tech_level", "load"))
    if not draft.rules.option.sims:
        raise node.error("the switch semi_independent_missiles is off")
    level = keys["tech_level"].integer(SIM_12_LEVEL, SIM_14_LEVEL)
    own = int(draft.rules.classes[craft.klass].tech_level)
    if level not in (SIM_12_LEVEL, SIM_14_LEVEL):
        raise keys["tech_level"].error(f"missiles are TL-{SIM_12_LEVEL} or TL-{SIM_14_LEVEL}")
    if level > own:
        raise keys["tech_level"].error(f"{level} is above the ship's TL-{own} (BR-SIM-04)")
    if not craft.missiles:
        raise node.error(f"{craft.default_name} has no missiles")
    load = keys["load"].choice(SIM_LOADS)
    craft.sims = craft.missiles if load == "all" else craft.missiles // 2
    name = craft.name or craft.default_name
    craft.klass = draft.new_class(craft.klass, draft.classes[craft.klass] or name, node)
    draft.rules.classes[craft.klass].sim_level = level


def _ship_fuel(draft: Draft, node: ConfigNode, row: int) -> int:
    """BR-FUE-01 The G-turns in the tanks, where the scenario gives them; else cards decide."""
    if node.missing():
        return NONE
    if not (draft.rules.option.limited_fuel and draft.rules.classes[row].limited_fuel):
        raise node.error("only for a ship with limited fuel, and rules: limited_fuel")
    return node.integer(0, MAX_FUEL)


def _damage(draft: Draft, node: ConfigNode) -> dict[Result, Damage]:
    """BR-DMG-09 Return damage already taken."""
    allowed = [result.name.lower() for result in Result if result != Result.SHIP_EXPLODES]
    if not (draft.rules.option.no_effect_stays or draft.rules.option.hidden_damage):
        allowed.remove("no_effect")
    damage: dict[Result, Damage] = {}
    for item in node.items():
        for name, how in _lasting_of(item, allowed):
            result = Result[name.upper()]
            if result in damage:
                raise item.error(f"{name} is given twice")
            damage[result] = LASTING[how.choice(LASTING)]
    return damage


def _lasting_of(node: ConfigNode, allowed: list[str]) -> list[tuple[str, ConfigNode]]:
    """Return the results one item names, each with how long it lasts."""
    if not isinstance(node.value, Mapping):
        return [(node.choice(allowed), ConfigNode(node.file, node.path, "permanent"))]
    names = [ConfigNode(node.file, node.path, action).choice(allowed) for action in node.value]
    return [(name, node.child(name)) for name in names]


DRONE_KEYS = ("type", "controller", "name", "aboard", "fuel", "detected")


def _drone(draft: Draft, node: ConfigNode) -> Craft:
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


def check_batteries(draft: Draft, fleets: list[Fleet]) -> None:
    """BR-BAT-01, BR-SOC-01 Check that the totals of a ship's batteries fit their fields."""
    if not draft.rules.option.multiple_batteries:
        return
    from ..ships.batteries import battery_count, hexside_batteries

    for craft in (craft for fleet in fleets for craft in fleet.craft):
        klass = draft.rules.classes[craft.klass]
        batteries = battery_count(draft.rules, klass)
        beams = [int(weapon.number) for weapon in klass.weapon if not weapon.spinal]
        most = batteries * max(beams)
        if most > MAX_IN_ALL:
            reason = f"{most} weapons in {batteries} batteries, {most - MAX_IN_ALL} too many"
            raise CapacityError.at(craft.node.file, craft.node.path, reason)
        through = sum(beams) * hexside_batteries(draft.rules, klass)
        through += sum(int(weapon.number) for weapon in klass.weapon if weapon.spinal)
        if through > MAX_NUMBER:
            reason = f"{through} beams at one target, {through - MAX_NUMBER} too many"
            raise CapacityError.at(craft.node.file, craft.node.path, reason)


# -- names, tenders, controllers -----------------------------------------------------------------


def _name_craft(draft: Draft, fleet: Fleet) -> None:
    """Name unnamed craft after their class, numbered where there are several."""
    taken: set[str] = set()
    for craft in fleet.craft:
        if craft.name in taken:
            raise craft.node.child("name").error(f"two craft are called {craft.name!r}")
        taken |= {craft.name} if craft.name else set()
    nameable = [craft for craft in fleet.craft if craft.default_name]
    for label in dict.fromkeys(craft.default_name for craft in nameable if not craft.name):
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
    """Find tenders and controllers by name, and check that they may carry and control the craft."""
    classes = draft.rules.classes
    for craft in fleet.craft:
        if craft.keeper_node is None:
            continue
        craft.keeper = named(fleet, craft.keeper_node)
        carrier = fleet.craft[craft.keeper]
        if classes[craft.klass].drone:
            _check_controller(draft, craft, carrier, craft.keeper_node)
        elif classes[carrier.klass].rider_klass != craft.klass:
            label = draft.classes[craft.klass]
            reason = f"{carrier.name} cannot carry a {label}{_carries(draft, carrier)}"
            raise craft.keeper_node.error(reason)
    for place, carrier in enumerate(fleet.craft):
        aboard = [c for c in fleet.craft if c.aboard and c.keeper == place]
        riders = [c for c in aboard if not classes[c.klass].drone]
        room = int(classes[carrier.klass].riders)
        if len(riders) > room:
            node = riders[room].keeper_node or riders[room].node
            raise node.error(f"{len(riders)} riders aboard {carrier.name}, which carries {room}")


def _carries(draft: Draft, carrier: Craft) -> str:
    """Return the craft that a ship can carry, for an error."""
    rider = int(draft.rules.classes[carrier.klass].rider_klass)
    return f", only {draft.classes[rider]}" if rider else ""


def _check_controller(draft: Draft, drone: Craft, ship: Craft, node: ConfigNode) -> None:
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
