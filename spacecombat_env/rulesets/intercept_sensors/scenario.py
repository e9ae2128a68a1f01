"""Scenario files: read, checked to the last value, and laid into rules and an opening position.

A scenario is a YAML file (or the same as a mapping). Every key but `sides` may be left out:

    name: duel                        # default: the file's name
    title: Duel
    description: One line for lists.
    map: {columns: 6, rows: 7}        # boxes of 5 x 5 squares
    sun: "Earth, usual"               # a row of data/sunfactor.csv, or a Sunfactor 0..12
    sides:
      red:                            # plays A, scans first on odd turns
        zone: {columns: [1, 10], rows: [1, 35]}   # where its ships may be placed, squares
        ships:                        # 1 to 4
          - Frigate                   # a class of data/ships.csv; two are "Frigate 1", "Frigate 2"
          - {class: Scout, name: Lynx, square: [3, 20], vector: [1, 0], facing: E, popped: true,
             power: idle, condition: {surface: critical, crew: stunned},
             carries: [Pinnace, Missile volley]}
          - {class: Frigate, values: {thrust: 4, stealth: 1, sensors: elite}}
      blue: ...
    bodies: [{kind: large planet, square: [15, 12]}]          # its middle
    rules: {planets: true}            # switches: SWITCHES below
    victory: {kind: hold, turns: 3}   # hold, cross, points: victory.py
    # victory: {kind: cross, side: red, turns: 2, goal: {columns: [1, 30], rows: [31, 35]}}
    turn_limit: 20                    # boxes of the turn track
    turn_limit_verdict: points        # points, draw, red, blue
    capacity: small                   # small, medium, large; default the smallest that fits

A ship without a square is placed by its side in secret. Squares are [column, row] from the top
left, 1 first; row 1 is next to the sun. An error says `<file>: <field>: <reason>` in one line.

`Scenario.source` is the content with options applied, and under `resolved` the names that the
records do not hold: `units` by slot ("" where empty), `classes` by row of `rules.classes`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.interpreted import interpreted
from spacecombat_env.core.reading import MAX_NAME, Node, content_of, delegation, described
from spacecombat_env.core.record import allocate, as_words, field_names
from spacecombat_env.core.ruleset import Scenario, Table
from spacecombat_env.core.squaregrid import DIRECTION_NAMES
from spacecombat_env.core.tables import Value
from spacecombat_env.rulesets.intercept_sensors.movement.movement import can_stop
from spacecombat_env.rulesets.intercept_sensors.pieces.action_space import action_layout
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    CAPACITIES,
    MAX_BODIES,
    MAX_CLASSES,
    NONE,
    Ask,
    Capacity,
    Condition,
    Delegate,
    Power,
    Side,
    Status,
    Step,
    Type,
    Verdict,
    Victory,
)
from spacecombat_env.rulesets.intercept_sensors.pieces.state import state_dtype
from spacecombat_env.rulesets.intercept_sensors.pieces.tables import (
    SHIP_COLUMNS,
    bodies,
    class_names,
    lay_class,
    load_tables,
    ship_rows,
    sunfactors,
)
from spacecombat_env.rulesets.intercept_sensors.scans.planets import is_body

NAME = "intercept_sensors"
VERSION = 0
FOLDER = Path(__file__).parent / "scenarios"
SIDES = ("red", "blue")
SEATS = ("red_0", "blue_0")
MAX_SHIPS = 4
MAX_TURNS = 200
MAX_SPEED = 9
VERDICTS = {
    "points": Verdict.OPEN,
    "draw": Verdict.DRAW,
    "red": Verdict.A,
    "blue": Verdict.B,
}
TOP_KEYS = (
    "name",
    "title",
    "description",
    "map",
    "sun",
    "sides",
    "bodies",
    "rules",
    "victory",
    "turn_limit",
    "turn_limit_verdict",
    "capacity",
    "resolved",
)
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

DELEGATES = {
    "setup": "ships are placed by lot within their zone",
    "emissions": "sensors stay popped out and the plant idles; neither is asked for",
    "launches": "nothing is launched",
}
"""Kind of decision -> what its standing order does."""
RECOMMENDED: tuple[str, ...] = ()


class Switch(NamedTuple):
    """A switch of the `rules:` section."""

    default: bool
    doc: str


SWITCHES = {
    "planets": Switch(True, "planets and asteroids cast shadows and block sight (IC-AMB-02)"),
    "same_sensor": Switch(False, "a sensor may scan twice in a turn (IC-AMB-09)"),
    "repeat_bonus": Switch(False, "+1 for each repetition of a scan, at most +3 (IC-AMB-13)"),
}


def scenarios() -> dict[str, str]:
    """Return the names of the shipped scenarios, with one line each."""
    return described(FOLDER)


def load(
    scenario: str | PathLike[str] | Mapping[str, Any],
    *,
    delegate: Any = None,
    max_turns: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Scenario:
    """Return a scenario ready to play; `scenario` is a shipped name, a path, or the content.

    `delegate` names kinds of decision (keys of DELEGATES) left to standing orders; `max_turns`
    replaces the turn limit, `options` replaces keys of the `rules:` section. Raises ScenarioError
    `<file>: <field>: <reason>`, and ConfigError for a bad delegation.
    """
    file, source = content_of(scenario, FOLDER)
    kinds = delegation(file, delegate, SEATS, DELEGATES, RECOMMENDED)
    top = Node(file, "", source)
    parts = top.keys(TOP_KEYS, required=("sides",))
    if options:
        given = parts["rules"].value
        parts["rules"].keys(SWITCHES) if given is not None else None
        source["rules"] = {**(given or {}), **options}
    if max_turns is not None:
        source["turn_limit"] = max_turns
    parts = top.keys(TOP_KEYS)
    draft = Draft(load_tables(), list(class_names()))
    _fill_map(draft, parts)
    _fill_victory(draft, parts)
    for side, names in enumerate(kinds):
        draft.rules.delegated[side] = sum(Delegate[name.upper()] for name in names)
    sides = parts["sides"].keys(SIDES, required=SIDES)
    fleets = [_fleet(draft, side, sides[name]) for side, name in enumerate(SIDES)]
    capacity = _capacity(parts["capacity"], fleets)
    opening = _opening(draft, fleets, parts["bodies"], capacity)
    source["resolved"] = {
        "units": [name for fleet in fleets for name in _names(fleet, capacity)],
        "classes": draft.class_names,
    }
    return _scenario(draft, opening, source, kinds, capacity)


def _scenario(
    draft: Draft,
    opening: np.ndarray,
    source: dict[str, Any],
    kinds: tuple[tuple[str, ...], ...],
    capacity: Capacity,
) -> Scenario:
    """Bind the parts together."""
    # Imported here, so that the tables and files of a scenario can be had without the kernels.
    from spacecombat_env.rulesets.intercept_sensors.pieces.observation import observation_layout

    total = hashlib.sha256(f"{NAME} {VERSION}".encode())
    total.update(draft.table.tobytes())
    total.update(opening.tobytes())
    return Scenario(
        ruleset=NAME,
        name=source["name"],
        source=source,
        table=Table(draft.table, opening, as_words(opening)),
        actions=action_layout(capacity),
        observation=observation_layout(capacity),
        delegate=kinds,
        capacity=capacity.name,
        digest=total.hexdigest(),
    )


@dataclass
class Draft:
    """The rules record under work, and the names of its classes."""

    table: np.ndarray
    class_names: list[str]

    @property
    def rules(self) -> Any:
        """The record itself."""
        return self.table[0]


@dataclass
class Unit:
    """A ship, craft or volley of a scenario."""

    node: Node
    klass: int
    name: str
    parts: dict[str, Node] = field(default_factory=dict)
    carrier: int = NONE
    """Place of its ship in the fleet."""


# -- options -------------------------------------------------------------------------------------


def _fill_map(draft: Draft, parts: dict[str, Node]) -> None:
    """Map, sun and switches."""
    option = draft.rules.option
    size = parts["map"]
    keys = {} if size.missing() else size.keys(("columns", "rows"))
    columns = keys["columns"].integer(2, BOX_COLUMNS, BOX_COLUMNS) if keys else BOX_COLUMNS
    rows = keys["rows"].integer(2, BOX_ROWS, BOX_ROWS) if keys else BOX_ROWS
    option.columns, option.rows = BOX * columns, BOX * rows
    sun = parts["sun"]
    if isinstance(sun.value, str):
        option.sunfactor = sunfactors()[sun.choice(sunfactors())]
    else:
        option.sunfactor = sun.integer(0, 12, 6)
    rules = parts["rules"]
    switches = {} if rules.missing() else rules.keys(SWITCHES)
    for name, switch in SWITCHES.items():
        node = switches.get(name)
        option[name] = node.flag(switch.default) if node is not None else switch.default


def _fill_victory(draft: Draft, parts: dict[str, Node]) -> None:
    """How the game is won, and when it ends."""
    option = draft.rules.option
    option.turn_limit = parts["turn_limit"].integer(1, MAX_TURNS, 20)
    limit = parts["turn_limit_verdict"].choice(VERDICTS, "points")
    option.limit_verdict = VERDICTS[limit]
    option.runner, option.hold_turns = NONE, 0
    node = parts["victory"]
    keys = {"kind": Node(node.file, "victory.kind", "points")}
    if not node.missing():
        keys = node.keys(("kind", "turns", "side", "goal"), required=("kind",))
    kind = keys["kind"].choice([victory.name.lower() for victory in Victory])
    option.victory = Victory[kind.upper()]
    if option.victory == Victory.POINTS:
        for key in ("turns", "side", "goal"):
            if key in keys and not keys[key].missing():
                raise keys[key].error("points need none")
        return
    option.hold_turns = keys["turns"].integer(1, 20, 3)
    if option.victory == Victory.CROSS:
        option.runner = SIDES.index(keys["side"].choice(SIDES))
        if keys["goal"].missing():
            raise keys["goal"].error("missing")
        option.goal[:] = _zone(draft, keys["goal"])


def _zone(draft: Draft, node: Node) -> list[int]:
    """Return a zone as first and last column, first and last row; the whole map by default."""
    columns, rows = int(draft.rules.option.columns), int(draft.rules.option.rows)
    if node.missing():
        return [1, columns, 1, rows]
    keys = node.keys(("columns", "rows"))
    return [*_span(keys["columns"], columns), *_span(keys["rows"], rows)]


def _span(node: Node, last: int) -> list[int]:
    """Return two numbers in order, or the whole map."""
    if node.missing():
        return [1, last]
    first, end = _pair(node, 1, last)
    if first > end:
        raise node.error(f"{first} is above {end}")
    return [first, end]


def _pair(node: Node, low: int, high: int) -> tuple[int, int]:
    """Return two whole numbers."""
    items = node.items()
    if len(items) != 2:
        raise node.error(f"two numbers are wanted, not {len(items)}")
    return items[0].integer(low, high), items[1].integer(low, high)


# -- fleets --------------------------------------------------------------------------------------


def _fleet(draft: Draft, side: int, node: Node) -> list[Unit]:
    """Return the units of a side, ships first, what they carry after them."""
    keys = node.keys(("zone", "ships"), required=("ships",))
    draft.rules.option.zone[side][:] = _zone(draft, keys["zone"])
    ships = [_unit(draft, item) for item in keys["ships"].items()]
    if not 1 <= len(ships) <= MAX_SHIPS:
        raise keys["ships"].error(f"{len(ships)} ships; 1 to {MAX_SHIPS} are wanted")
    fleet = list(ships)
    for place, ship in enumerate(ships):
        if draft.rules.classes[ship.klass].type != Type.SHIP:
            raise ship.node.error(f"{draft.class_names[ship.klass]} is no ship")
        for item in ship.parts["carries"].items() if ship.parts else []:
            carried = _unit(draft, item)
            if draft.rules.classes[carried.klass].type == Type.SHIP:
                raise item.error("a ship cannot be carried")
            carried.carrier = place
            fleet.append(carried)
    _name_units(draft, fleet)
    return fleet


def _unit(draft: Draft, node: Node) -> Unit:
    """Return one unit."""
    if isinstance(node.value, str):
        return Unit(node, _class(draft, node), "")
    parts = node.keys(SHIP_KEYS, required=("class",))
    klass = _class(draft, parts["class"])
    name = parts["name"].text("")
    if len(name) > MAX_NAME:
        raise parts["name"].error(f"longer than {MAX_NAME} letters")
    if not parts["values"].missing():
        klass = _own_class(draft, parts["values"], klass, name)
    return Unit(node, klass, name, parts)


def _class(draft: Draft, node: Node) -> int:
    """Return the row of a printed class."""
    return list(class_names()).index(node.choice(ship_rows()))


def _own_class(draft: Draft, node: Node, base: int, name: str) -> int:
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
    """Whether a column is a yes or no."""
    return SHIP_COLUMNS[key].high == 1


def _name_units(draft: Draft, fleet: list[Unit]) -> None:
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


def _names(fleet: list[Unit], capacity: Capacity) -> list[str]:
    """Return the names of a side's slots."""
    names = [unit.name for unit in fleet]
    return names + [""] * (capacity.units - len(names))


def _capacity(node: Node, fleets: list[list[Unit]]) -> Capacity:
    """Return the capacity class: the one wanted, or the smallest that fits."""
    most = max(len(fleet) for fleet in fleets)
    if not node.missing():
        wanted = CAPACITIES[node.choice(CAPACITIES)]
        if most > wanted.units:
            reason = f"{wanted.name} holds {wanted.units} units a side, not {most}"
            raise CapacityError.at(node.file, node.path, reason)
        return wanted
    for capacity in CAPACITIES.values():
        if most <= capacity.units:
            return capacity
    reason = f"{most} units on a side; the largest capacity class holds {capacity.units}"
    raise CapacityError.at(node.file, "sides", reason)


# -- opening -------------------------------------------------------------------------------------


def _opening(
    draft: Draft, fleets: list[list[Unit]], bodies_node: Node, capacity: Capacity
) -> np.ndarray:
    """Return the position before set-up."""
    opening = allocate(state_dtype(capacity), 1)
    state = opening[0]
    state.step, state.ask, state.seat = Step.SETUP, Ask.NOTHING, NONE
    state.unit, state.verdict = NONE, Verdict.OPEN
    for order in state.order:
        for name in field_names(order.dtype):
            order[name] = NONE
    for unit in state.unit_of:
        unit.carrier, unit.plot_launch = NONE, NONE
    _place_bodies(draft, state, bodies_node)
    for side, fleet in enumerate(fleets):
        first = side * capacity.units
        for place, unit in enumerate(fleet):
            _place_unit(draft, state, unit, first, place, side)
        _check_zone(draft, state, fleet, first, side)
    return opening


def _place_bodies(draft: Draft, state: Any, node: Node) -> None:
    """IC-PLA-01 Planets and asteroids, each with its shadow column where the sun shines."""
    items = node.items()
    if len(items) > MAX_BODIES:
        raise CapacityError.at(node.file, node.path, f"{len(items)} bodies; at most {MAX_BODIES}")
    for body, item in zip(state.body, items, strict=False):
        keys = item.keys(("kind", "square"), required=("kind", "square"))
        across, shadow = bodies()[keys["kind"].choice(bodies())]
        x, y = _square(draft, keys["square"])
        left, top = x - across // 2, y - across // 2
        columns, rows = int(draft.rules.option.columns), int(draft.rules.option.rows)
        if left < 1 or top < 1 or left + across - 1 > columns or top + across - 1 > rows:
            raise keys["square"].error("the body reaches over the edge of the map")
        body.side, body.left, body.top, body.shadow = across, left, top, shadow


def _square(draft: Draft, node: Node) -> tuple[int, int]:
    """Return a square of the map."""
    x, y = _pair(node, 1, BOX * max(BOX_COLUMNS, BOX_ROWS))
    columns, rows = int(draft.rules.option.columns), int(draft.rules.option.rows)
    if x > columns or y > rows:
        raise node.error(f"[{x}, {y}] lies off the map of {columns} x {rows} squares")
    return x, y


def _place_unit(draft: Draft, state: Any, unit: Unit, first: int, place: int, side: int) -> None:
    """Lay one unit into its slot."""
    record, parts = state.unit_of[first + place], unit.parts
    klass = draft.rules.classes[unit.klass]
    record.klass, record.burns = unit.klass, klass.endurance
    record.power, record.popped = Power.IDLE, klass.type != Type.VOLLEY
    record.facing = DIRECTION_NAMES.index("E" if side == Side.A else "W")
    record.plot_facing, record.plot_popped, record.plot_power = 0, 0, 0
    if unit.carrier != NONE:
        record.carrier, record.status = first + unit.carrier, Status.ABOARD
        for key in ("square", "vector", "carries"):
            if parts and not parts[key].missing():
                raise parts[key].error("not for what is carried")
    else:
        record.status = Status.WAITING
    if not parts:
        return
    if not parts["vector"].missing():
        record.vx, record.vy = _pair(parts["vector"], -MAX_SPEED, MAX_SPEED)
    if not parts["facing"].missing():
        record.facing = DIRECTION_NAMES.index(parts["facing"].choice(DIRECTION_NAMES))
    record.popped = parts["popped"].flag(bool(record.popped))
    powers = [power.name.lower() for power in Power]
    record.power = powers.index(parts["power"].choice(powers, powers[record.power]))
    _set_condition(record, parts["condition"])
    if not parts["square"].missing():
        record.x, record.y = _square(draft, parts["square"])
        record.status = Status.ON_MAP


def _set_condition(record: Any, node: Node) -> None:
    """IC-LOST-05, 06 State of surface, core and crew."""
    if node.missing():
        return
    states = [condition.name.lower() for condition in Condition]
    for place, what in node.keys(("surface", "core", "crew")).items():
        record[place] = states.index(what.choice(states, "sound"))


def _check_zone(draft: Draft, state: Any, fleet: list[Unit], first: int, side: int) -> None:
    """Every ship must have a square to start on, off the bodies, where it can still stop."""
    left, right, top, bottom = (int(edge) for edge in draft.rules.option.zone[side])
    for place, unit in enumerate(fleet):
        record = state.unit_of[first + place]
        if record.status == Status.WAITING:
            squares = ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
            if not any(_may_start(draft, state, record, x, y) for x, y in squares):
                raise unit.node.error("no square of the zone is free for it and lets it stop")
        elif record.status == Status.ON_MAP:
            if not _may_start(draft, state, record, int(record.x), int(record.y)):
                reason = "a body is there, or it is too fast to stop before the edge of the map"
                raise unit.parts["square"].error(reason)


def _may_start(draft: Draft, state: Any, record: Any, x: int, y: int) -> bool:
    """Whether a ship may start on a square."""
    if interpreted(is_body)(state, x, y):
        return False
    thrust = int(draft.rules.classes[record.klass].thrust)
    return bool(interpreted(can_stop)(draft.rules, x, y, int(record.vx), int(record.vy), thrust))
