"""Scenario files: read, checked to the last value, and laid into rules and an opening position.

A scenario is a YAML file (or the same as a mapping). Every key but `sides` may be left out:

    name: picket                      # default: the file's name
    title: Picket
    description: One line for lists.
    sides:
      red:                            # Red's edge is below row 1
        fleet_tactics: 4              # 1..7: most craft of a task force, most dummies
        ships:
          - Starburst                 # a printed class; two of it are "Starburst 1", "Starburst 2"
          - {class: Valor, name: Hope, missiles: 20, detected: true,
             damage: [sensors, {life_support: temporary}]}
          - {class: Manticore, aboard: Maggart LT}
          - {name: Corsair, values: {tech_level: 12, size_mod: -1, g_rating: 3, points: 10,
             spinal: "M(-2)4:5-3-1-X", turret: "L(x4)4:1-1-0-0"}}
          - {class: Valor, values: {armor: 4}}        # a printed card with changes
        drones:
          - {type: dual_mode_tl12, controller: Hope}   # aboard its controller
          - {type: passive_tl14, controller: Hope, name: Eye, aboard: false, fuel: 3}
        task_forces:                  # without this key the side sets up in secret, by decisions
          - {name: Guard, ships: [Hope], hex: "1024", vector: {direction: S, speed: 2},
             evade: 1, detected_shadow: true}
          - {ships: [Eye], hex: [10, 20], vector: [0, -1]}
          - {ships: [Starburst], enters: {turn: 1, column: 8, velocity: 3}}
          - {ships: [], hex: "1322"}  # a dummy
      blue: ...
    map: {columns: 19, rows: 33}
    bodies: [{kind: planet, hex: "1024"}]
    rules: {deck: shuffled}           # switches: SWITCHES below
    victory: last_operational
    turn_limit: 40
    turn_limit_verdict: margin        # margin of points, or draw
    capacity: small                   # small, medium, large; default the smallest that fits
    reveal: [blue]                    # sides whose placed craft are all detected from the start

Hexes are the printed CCRR in quotes, or [column, row]. Vectors are axial steps [dq, dr], as in
core/hexgrid.py, or a map direction (N is towards Blue's edge) and a speed. An error says
`<file>: <field>: <reason>` in one line; items of lists count from 1.

`Scenario.source` is the content with options applied, and under `resolved` the names that the
records do not hold: `craft` and `forces` by slot ("" where empty), `classes` by row of
`rules.classes`. A source can be loaded again; `resolved` is then made anew.

Rules: BR-SCN-01..04, 09, 11, BR-GEN-04, BR-TF-01, 02, 04, BR-DRN-02, BR-LCH-07, BR-AMB-28, 30, 31,
37, 38, 50, 51, 56, 89, BR-MAP-04, BR-S1-01.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.errors import CapacityError, ConfigError, ScenarioError
from spacecombat_env.core.hexgrid import (
    DIRECTION_NAMES,
    DIRECTION_Q,
    DIRECTION_R,
    axial_row,
    distance,
    on_map,
)
from spacecombat_env.core.record import allocate, as_bytes
from spacecombat_env.core.ruleset import Scenario, Table
from spacecombat_env.core.tables import read_yaml
from spacecombat_env.rulesets.battle_rider.constants import (
    AMOUNTS,
    CAPACITIES,
    CARDS,
    DUMMY_MAX_SPEED,
    LAST_ENTRY_TURN,
    MAX_BODIES,
    MAX_TACTICS,
    NONE,
    SIM_12_LEVEL,
    SIM_14_LEVEL,
    WEAPON_ROWS,
    Beam,
    Capacity,
    CraftStatus,
    Damage,
    Delegate,
    ForceStatus,
    Phase,
    Readiness,
    Reason,
    Result,
    Secrecy,
    Side,
    Step,
    Verdict,
)
from spacecombat_env.rulesets.battle_rider.layouts import action_layout
from spacecombat_env.rulesets.battle_rider.state import MAX_CLASSES, state_dtype
from spacecombat_env.rulesets.battle_rider.tables import (
    BEAMS,
    DRONE_TYPES,
    GLOBE_COLUMNS,
    MAX_MISSILES,
    MAX_NUMBER,
    MAX_RANGE,
    SHIP_COLUMNS,
    class_names,
    class_row,
    load_tables,
    set_value,
)

NAME = "battle_rider"
VERSION = 0
FOLDER = Path(__file__).parent / "scenarios"
SIDES = ("red", "blue")
SEATS = ("red_0", "blue_0")
PLACED = 2
"""order.step of a side that has nothing left to set up (deployment.py: PLACING)."""

MAX_COLUMNS = AMOUNTS - 1
MAX_ROWS = 60
MAX_TURNS = 999
MAX_SPEED = 60
MAX_NAME = 40
JAMMER_DRONE = "jammer_tl12"  # BR-AMB-51: TL-12 drone data with an area jammer
BODY_KINDS = {"planet": 1, "asteroid": 2}
LASTING = {"temporary": Damage.TEMPORARY_2, "permanent": Damage.PERMANENT}
SIM_PRICES = {"half": 105, "all": 110}
"""BR-SIM-04 Per cent of a ship's points, by how many of its missiles are semi-independent."""
MOUNTS = ("spinal", "secondary", "turret")
REQUIRED_VALUES = ("tech_level", "size_mod", "g_rating", "points")
WEAPON = re.compile(
    r"(?P<kind>[LPM])(?:\((?:x(?P<number>\d+))?(?:-(?P<overpower>[12]))?\))?"
    r"(?P<range>\d+):(?P<damage>(?:\d{1,2}|X)(?:(?:-(?:\d{1,2}|X)){3})?)"
)

TOP_KEYS = (
    "name",
    "title",
    "description",
    "sides",
    "map",
    "bodies",
    "rules",
    "victory",
    "turn_limit",
    "turn_limit_verdict",
    "capacity",
    "reveal",
    "resolved",
)


BARRAGES = ("single", "single", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights")
"""BR-LRG-01 Words for the agreed size of a barrage, by number."""


class Switch(NamedTuple):
    """One switch of a scenario's `rules:` section."""

    option: str
    """Field of rules.option."""
    values: tuple[str | bool, ...]
    """What may be written for 0, for 1, and so on."""
    default: int
    doc: str


SWITCHES = {
    "deck": Switch(
        "deck_keyed",
        ("shuffled", "keyed"),
        0,
        "cards dealt from one shuffled deck, as in the book, or drawn by key with replacement, so "
        "that paired games share their luck (BR-AMB-16)",
    ),
    "no_effect_stays": Switch(
        "no_effect_stays",
        (False, True),
        0,
        "a No Effect marker stays on the ship instead of going back to the cup (BR-AMB-37)",
    ),
    "spreads_attack_spreads": Switch(
        "spreads_attack_spreads",
        (False, True),
        1,
        "missiles may attack detected enemy missiles (BR-AMB-43)",
    ),
    "non_initiative_first": Switch(
        "non_initiative_first",
        (False, True),
        0,
        "the side without the initiative takes the first round of operations (BR-AMB-17)",
    ),
    "semi_independent_missiles": Switch(
        "sims",
        (False, True),
        0,
        "ships with semi-independent missiles (`sims`) use them (BR-SIM)",
    ),
    "hidden_damage": Switch(
        "hidden_damage",
        (False, True),
        0,
        "damage markers lie face down: only the owner knows the results (BR-HID)",
    ),
    "double_blind": Switch(
        "double_blind",
        (False, True),
        0,
        "nothing of the enemy is on the map until found; hits and damage are not told (BR-REF)",
    ),
    "damage_table": Switch(
        "damage_table",
        (False, True),
        0,
        "two dice and a table give damage results, instead of the 36 markers (BR-LRG-05)",
    ),
    "missile_barrages": Switch(
        "barrage",
        BARRAGES,
        0,
        "missiles are grouped into barrages of so many, each with one card (BR-LRG-01)",
    ),
    "facing": Switch(
        "facing",
        (False, True),
        0,
        "ships face where they thrust, and spinal mounts fire ahead alone (BR-FAC)",
    ),
    "surprise": Switch(
        "surprise",
        (False, True),
        0,
        "the side that first detects a ship may surprise the other; readiness tires crews (BR-SUR)",
    ),
    "black_globes": Switch(
        "black_globes",
        (False, True),
        0,
        "ships with a black globe may set it to full or let it flicker (BR-BGL)",
    ),
}
"""Switches of the `rules:` section; the defaults are the recommended rulings."""

DELEGATES: dict[str, str] = {
    "jamming": "jams every active attempt it can, with the jammer that has the easiest task",
    "screens": "as many sandcasters as a hit must meet to do nothing, at the mean of their tasks",
    "defensive_fire": "locks with everything, two beams a missile, then all dampers",
    "ties": "keeps the engine's choice of equally easy craft; shows the stern to more of its own",
    "chains": "goes on detecting after every success",
    "task_forces": "fills task forces in order, two dummies, enters on turn 1 by lot; launches "
    "craft at once, never reconfigures; dummies coast",
    "missiles": "controls all it can, intercepts the nearest known force, aims at its most "
    "valuable ship",
    "sensors": "all ships of a task force attempt together, each with its best sensor",
    "gunnery": "all ships of a task force fire all beams at one target, never overpowered",
    "launches": "launches what its directors can steer within 12 hexes of a detected enemy",
    "all_reactions": "jamming, screens, defensive_fire, ties and chains together",
    "all": "all of these",
}
"""Kind of decision that may be delegated -> what its standing order does."""

RECOMMENDED = ("all_reactions", "task_forces", "missiles", "sensors", "gunnery")
"""The delegation used where none is given."""

_KINDS = tuple(kind.name.lower() for kind in Delegate)
_GROUPS = {"all_reactions": _KINDS[:5], "all": _KINDS}


def scenarios() -> dict[str, str]:
    """Return the names of the shipped scenarios, with one line each."""
    lines = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        content = read_yaml(path)
        described = content.get("description", "") if isinstance(content, Mapping) else ""
        lines[path.stem] = str(described)
    return lines


def load(
    scenario: str | PathLike[str] | Mapping[str, Any],
    *,
    delegate: Any = None,
    max_turns: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Scenario:
    """Return a scenario ready to play; `scenario` is a shipped name, a path, or the content.

    `delegate` names kinds of decision (keys of DELEGATES) left to standing orders: a tuple for
    both seats, a mapping by seat name, a pair of tuples, or None for RECOMMENDED. `max_turns`
    replaces the turn limit, `options` replaces keys of the `rules:` section. Raises ScenarioError
    `<file>: <field>: <reason>`, and ConfigError for a bad delegation.
    """
    file, source = _content(scenario)
    kinds = _delegation(file, delegate)
    top = Node(file, "", source)
    parts = top.keys(TOP_KEYS, required=("sides",))
    _apply_options(parts, source, top, max_turns, options)
    parts = top.keys(TOP_KEYS)
    draft = Draft(load_tables(), list(class_names()))
    _fill_options(draft.rules.option, parts)
    for side, names in enumerate(kinds):
        draft.rules.delegated[side] = sum(Delegate[name.upper()] for name in names)
    fleets = _fleets(draft, parts)
    capacity = _capacity(parts["capacity"], fleets)
    opening = _opening(draft, fleets, parts, CAPACITIES[capacity])
    source["resolved"] = _resolved(draft, fleets, CAPACITIES[capacity])
    return _scenario(draft, opening, source, kinds, capacity)


def _scenario(
    draft: Draft,
    opening: np.ndarray,
    source: dict[str, Any],
    kinds: tuple[tuple[str, ...], ...],
    capacity: str,
) -> Scenario:
    """Bind the parts together."""
    # Imported here, so that the tables and files of a scenario can be had without the kernels.
    from spacecombat_env.rulesets.battle_rider.observe import observation_layout

    total = hashlib.sha256(f"{NAME} {VERSION}".encode())
    total.update(draft.table.tobytes())
    total.update(opening.tobytes())
    return Scenario(
        ruleset=NAME,
        name=source["name"],
        source=source,
        table=Table(draft.table, opening, as_bytes(opening)),
        actions=action_layout(CAPACITIES[capacity]),
        observation=observation_layout(CAPACITIES[capacity]),
        delegate=kinds,
        capacity=capacity,
        digest=total.hexdigest(),
    )


# -- reading -------------------------------------------------------------------------------------


class Node(NamedTuple):
    """One value of a scenario, with the place to name when it is wrong."""

    file: str
    path: str
    """Dotted: `sides.red.ships[3].name`; list items count from 1."""
    value: Any

    def error(self, reason: str) -> ScenarioError:
        """Return the error to raise about this value."""
        return ScenarioError.at(self.file, self.path or "scenario", reason)

    def missing(self) -> bool:
        """Whether the key is absent, or left empty."""
        return self.value is None

    def keys(self, allowed: Iterable[str], required: Iterable[str] = ()) -> dict[str, Node]:
        """Return a node for each allowed key; absent ones hold None."""
        if not isinstance(self.value, Mapping):
            raise self.error(f"{_shown(self.value)} is no mapping")
        allowed = tuple(allowed)
        for key in self.value:
            if key not in allowed:
                reason = f"unknown key{_close(key, allowed)}; allowed: {', '.join(allowed)}"
                raise self.child(str(key)).error(reason)
        for key in required:
            if self.value.get(key) is None:
                raise self.child(key).error("missing")
        return {key: self.child(key) for key in allowed}

    def child(self, key: str) -> Node:
        """Return the node of one key."""
        return Node(self.file, f"{self.path}.{key}" if self.path else key, self.value.get(key))

    def items(self) -> list[Node]:
        """Return a node for each item of a list; none where it is absent."""
        if self.missing():
            return []
        if not isinstance(self.value, list):
            raise self.error(f"{_shown(self.value)} is no list")
        numbered = enumerate(self.value, start=1)
        return [Node(self.file, f"{self.path}[{number}]", item) for number, item in numbered]

    def integer(self, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number within bounds."""
        if self.missing() and default is not None:
            return default
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.error(f"{_shown(self.value)} is no whole number")
        if self.value < low:
            negative = "is negative" if self.value < 0 <= low else f"is below {low}"
            raise self.error(f"{self.value} {negative}")
        if self.value > high:
            raise self.error(f"{self.value} is above {high}")
        return self.value

    def flag(self, default: bool = False) -> bool:
        """Return a yes or no."""
        if self.missing():
            return default
        if not isinstance(self.value, bool) and self.value not in (0, 1):
            raise self.error(f"{_shown(self.value)} is neither true nor false")
        return bool(self.value)

    def text(self, default: str | None = None) -> str:
        """Return a name or a line of text."""
        if self.missing() and default is not None:
            return default
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.error(f"{_shown(self.value)} is no text")
        text = self.value.strip()
        if not text.isprintable():
            raise self.error("one line of printable text is wanted")
        return text

    def choice(self, choices: Iterable[str], default: str | None = None) -> str:
        """Return one of some words."""
        choices = tuple(choices)
        value = self.text(default)
        if value not in choices:
            close = _close(value, choices)
            raise self.error(f"{value!r} is unknown{close}; there are: {', '.join(choices)}")
        return value


def _shown(value: object) -> str:
    """Return a value as an error shows it, in a few words of one line."""
    if value is None:
        return "nothing"
    text = " ".join(repr(value).split())
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 2] + ".."


def _close(word: object, known: Iterable[str]) -> str:
    """Return ` (did you mean ..?)` where some known words resemble a word."""
    by_case = {name.casefold(): name for name in known if name}
    found = difflib.get_close_matches(str(word).casefold(), by_case, n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(by_case[name] for name in found)}?)" if found else ""


def _content(
    scenario: str | PathLike[str] | Mapping[str, Any],
) -> tuple[str, dict[str, Any]]:
    """Return what errors call the file, and the scenario's content as plain dicts and lists."""
    content: object = scenario
    if isinstance(scenario, Mapping):
        file, name = "<scenario>", "custom"
    else:
        path = _path(scenario)
        file, content, name = str(scenario), read_yaml(path), path.stem
        file = path.name if path.parent == FOLDER else file
    if not isinstance(content, Mapping):
        raise ScenarioError.at(file, "scenario", f"{_shown(content)} is no mapping")
    source: dict[str, Any] = _plain(content)
    if source.get("name") is None:
        source["name"] = name
    return file, source


def _path(scenario: str | PathLike[str]) -> Path:
    """Return the file of a shipped name or of a path."""
    text = str(scenario)
    if re.fullmatch(r"[A-Za-z0-9_-]+", text) and (FOLDER / f"{text}.yaml").is_file():
        return FOLDER / f"{text}.yaml"
    path = Path(text)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        return path
    known = sorted(file.stem for file in FOLDER.glob("*.yaml"))
    reason = f"no scenario of this name{_close(text, known)}, and no file; shipped are: "
    raise ScenarioError.at(text, "scenario", reason + ", ".join(known))


def _plain(value: Any) -> Any:
    """Return a copy in dicts and lists."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, np.integer):
        return int(value)
    return value


# -- options -------------------------------------------------------------------------------------


def _delegation(file: str, delegate: object) -> tuple[tuple[str, ...], ...]:
    """Return the delegated kinds of each seat, groups written out, in the order of Delegate."""
    given: list[Any]
    if isinstance(delegate, Mapping):
        for seat in delegate:
            if seat not in SEATS:
                reason = f"no seat is called {seat!r}; there are: {', '.join(SEATS)}"
                raise ConfigError.at(file, "delegate", reason)
        given = [delegate.get(seat) for seat in SEATS]
    elif isinstance(delegate, Sequence) and _is_pair(delegate):
        given = list(delegate)
    else:
        given = [delegate, delegate]
    return tuple(_kinds(file, names) for names in given)


def _is_pair(delegate: Sequence[object]) -> bool:
    """Whether a delegation is one list of names a seat."""
    return len(delegate) == 2 and not any(isinstance(item, str) for item in delegate)


def _kinds(file: str, names: Any) -> tuple[str, ...]:
    """Return the members of Delegate that some names stand for."""
    names = RECOMMENDED if names is None else names
    names = (names,) if isinstance(names, str) else names
    wanted: set[str] = set()
    for name in names:
        if name not in DELEGATES:
            close = _close(name, DELEGATES)
            reason = f"{name!r} cannot be delegated{close}; what can: {', '.join(DELEGATES)}"
            raise ConfigError.at(file, "delegate", reason)
        wanted.update(_GROUPS.get(name, (name,)))
    return tuple(kind for kind in _KINDS if kind in wanted)


def _apply_options(
    parts: dict[str, Node],
    source: dict[str, Any],
    top: Node,
    max_turns: int | None,
    options: Mapping[str, Any] | None,
) -> None:
    """Write the caller's `max_turns` and `options` over the scenario's own values."""
    if max_turns is not None:
        turns = Node(top.file, "max_turns", _plain(max_turns)).integer(1, MAX_TURNS)
        source["turn_limit"] = turns
    if options is not None:
        given = Node(top.file, "options", _plain(options))
        for name, node in given.keys(SWITCHES).items():
            _switch(SWITCHES[name], node)
        own = parts["rules"]
        if not own.missing():
            own.keys(SWITCHES)
        source["rules"] = {**(own.value or {}), **given.value}


def _switch(switch: Switch, node: Node) -> int:
    """Return the setting of a switch."""
    if node.missing():
        return switch.default
    if isinstance(switch.values[0], bool):
        return int(node.flag())
    return switch.values.index(node.choice(str(value) for value in switch.values))


def _fill_options(option: np.record, parts: dict[str, Node]) -> None:
    """Write map, switches and the end of the game into the options record."""
    for name, default in (("name", None), ("title", ""), ("description", "")):
        if not parts[name].missing():
            parts[name].text(default)
    size = _part(parts["map"], ("columns", "rows"))
    option.columns = size["columns"].integer(3, MAX_COLUMNS, 19) if size else 19
    option.rows = size["rows"].integer(3, MAX_ROWS, 33) if size else 33
    parts["victory"].choice(("last_operational",), "last_operational")
    option.turn_limit = parts["turn_limit"].integer(1, MAX_TURNS, 40)
    verdict = parts["turn_limit_verdict"].choice(("margin", "draw"), "margin")
    option.margin_decides = verdict == "margin"
    switches = _part(parts["rules"], tuple(SWITCHES))
    for name, switch in SWITCHES.items():
        option[switch.option] = _switch(switch, switches[name]) if switches else switch.default
    if option.double_blind:  # BR-REF-01: damage cards are the referee's
        option.hidden_damage = 1


def _part(node: Node, allowed: tuple[str, ...]) -> dict[str, Node]:
    """Return the nodes of a section; an empty dict where it is absent."""
    return {} if node.missing() else node.keys(allowed)


# -- fleets --------------------------------------------------------------------------------------


@dataclass
class Draft:
    """The rules record under work, with the names of its class rows."""

    table: np.ndarray
    classes: list[str]

    @property
    def rules(self) -> np.record:
        """The one rules record."""
        record: np.record = self.table[0]
        return record

    def new_class(self, base: int, name: str, node: Node) -> int:
        """Return a new row of rules.classes, a copy of row `base`."""
        row = len(self.classes)
        if row == MAX_CLASSES:
            room = MAX_CLASSES - len(class_names())
            raise CapacityError.at(node.file, node.path, f"more than {room} ships of own values")
        self.rules.classes[row] = self.rules.classes[base]
        self.classes.append(name)
        return row


@dataclass
class Craft:
    """One ship or drone of a side."""

    node: Node
    default_name: str
    klass: int
    name: str = ""
    """Its own name, or the one it is given by `_name_craft`."""
    missiles: int = 0
    sims: int = 0
    """Of the missiles, the semi-independent ones."""
    fuel: int = NONE
    damage: dict[Result, Damage] = field(default_factory=dict)
    detected: bool = False
    aboard: bool = False
    keeper: int = NONE
    """Place in the fleet of the tender or the controller."""
    keeper_node: Node | None = None
    """Where the file names the tender or the controller."""


@dataclass
class Force:
    """One task force of a placed side."""

    node: Node
    name: str
    craft: list[int]
    status: ForceStatus
    q: int
    r: int
    vq: int
    vr: int
    entry_turn: int = 0
    evade: int = 0
    shadow_found: bool = False


@dataclass
class Fleet:
    """One side."""

    side: Side
    node: Node
    tactics: int
    craft: list[Craft]
    forces: list[Force] | None = None
    """None: set up by decisions."""
    readiness: int = 0
    surprised: bool = False


SIDE_KEYS = ("fleet_tactics", "ships", "drones", "task_forces", "readiness", "surprised")


def _fleets(draft: Draft, parts: dict[str, Node]) -> list[Fleet]:
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
        _ready_crews(draft, fleet, keys)
        _name_craft(draft, fleet)
        _find_keepers(draft, fleet)
        if not keys["task_forces"].missing():
            fleet.forces = [_force(draft, fleet, item) for item in keys["task_forces"].items()]
            _check_placed(fleet, keys["task_forces"])
            _check_forces(fleet, keys["task_forces"])
        fleets.append(fleet)
    _reveal(parts["reveal"], fleets)
    for fleet in fleets:
        _check_detected(fleet)
    return fleets


def _ready_crews(draft: Draft, fleet: Fleet, keys: dict[str, Node]) -> None:
    """BR-SUR-01, 07 The readiness a side starts at, and whether it is surprised on turn 1."""
    levels = [level.name.lower() for level in Readiness]
    fleet.readiness = levels.index(keys["readiness"].choice(levels, levels[0]))
    fleet.surprised = keys["surprised"].flag()
    for name in ("readiness", "surprised"):
        if not keys[name].missing() and not draft.rules.option.surprise:
            raise keys[name].error("the switch surprise is off")


SHIP_KEYS = ("class", "name", "values", "missiles", "damage", "detected", "aboard", "sims")


def _ship(draft: Draft, node: Node) -> Craft:
    """Return one ship of a list: a class name, or a mapping with more about it."""
    if isinstance(node.value, str):
        row = _printed_class(node)
        return Craft(node, draft.classes[row], row, missiles=_ready(draft, row))
    keys = node.keys(SHIP_KEYS)
    base = 0 if keys["class"].missing() else _printed_class(keys["class"])
    name = "" if keys["name"].missing() else _own_name(keys["name"])
    if not base and keys["values"].missing():
        raise node.error("neither class nor values")
    row, label = base, draft.classes[base]
    if not keys["values"].missing():
        label = label or name
        if not label:
            raise keys["name"].error("missing: a ship with neither class nor name")
        title = name or f"{label} (changed)"
        row = _own_class(draft, keys["values"], base, title)
    craft = Craft(node, label, row, name)
    craft.missiles = keys["missiles"].integer(0, MAX_MISSILES, _ready(draft, row))
    if craft.missiles and not draft.rules.classes[row].directors:
        raise keys["missiles"].error(f"{label} has no missile directors")
    if not keys["sims"].missing():
        _load_sims(draft, craft, keys["sims"])
    craft.damage = _damage(draft, keys["damage"])
    craft.detected = keys["detected"].flag()
    craft.aboard = not keys["aboard"].missing()
    craft.keeper_node = keys["aboard"] if craft.aboard else None
    return craft


def _load_sims(draft: Draft, craft: Craft, node: Node) -> None:
    """BR-SIM-04, BR-AMB-68 Half or all of a ship's missiles are semi-independent, at a price."""
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
    load = keys["load"].choice(SIM_PRICES)
    craft.sims = craft.missiles if load == "all" else craft.missiles // 2
    name = craft.name or craft.default_name
    craft.klass = draft.new_class(craft.klass, draft.classes[craft.klass] or name, node)
    klass = draft.rules.classes[craft.klass]
    klass.sim_level = level
    for column in ("points", "points_without_tender"):
        if klass[column] > 0:
            klass[column] = (int(klass[column]) * SIM_PRICES[load] + 50) // 100


def _ready(draft: Draft, row: int) -> int:
    """BR-CTR-10 The ready missiles of a class."""
    return int(draft.rules.classes[row].missiles)


def _printed_class(node: Node) -> int:
    """Return the row of a printed ship class."""
    ships = class_names()[1 : -len(DRONE_TYPES)]
    name = node.text()
    if name not in ships:
        close = _close(name, ships) or f"; there are: {', '.join(ships)}"
        raise node.error(f"no ship class is called {name!r}{close}")
    return class_row(name)


def _own_name(node: Node) -> str:
    """Return a name given by hand."""
    name = node.text()
    if len(name) > MAX_NAME:
        raise node.error(f"{len(name)} characters, {len(name) - MAX_NAME} more than {MAX_NAME}")
    return name


def _damage(draft: Draft, node: Node) -> dict[Result, Damage]:
    """BR-DMG-09 Return damage already taken."""
    allowed = [result.name.lower() for result in Result if result != Result.SHIP_EXPLODES]
    if not (draft.rules.option.no_effect_stays or draft.rules.option.hidden_damage):
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
    craft.name = "" if keys["name"].missing() else _own_name(keys["name"])
    craft.aboard = keys["aboard"].flag(True)
    craft.detected = keys["detected"].flag()
    craft.keeper_node = keys["controller"]
    total = int(draft.rules.classes[craft.klass].fuel)
    if total != NONE:
        craft.fuel = keys["fuel"].integer(0, total, total)
    elif not keys["fuel"].missing():
        raise keys["fuel"].error(f"a {kind} has unlimited fuel")
    return craft


# -- ships of own values -------------------------------------------------------------------------


def _own_class(draft: Draft, node: Node, base: int, name: str) -> int:
    """Return the row of a ship of own values: a printed card with changes, or all its own."""
    columns = (*SHIP_COLUMNS, *GLOBE_COLUMNS, "riders_type", "area_jammer", *MOUNTS)
    keys = node.keys(columns, required=() if base else REQUIRED_VALUES)
    row = draft.new_class(base, name, node)
    klass = draft.rules.classes[row]
    if not base:
        klass.fuel = klass.points_without_tender = klass.restricted_directors = NONE
    for column, bounds in (SHIP_COLUMNS | GLOBE_COLUMNS).items():
        if not keys[column].missing():
            low, high = int(bounds.low or 0), int(bounds.high or 0)
            switch = (low, high) == (0, 1)
            value = int(keys[column].flag()) if switch else keys[column].integer(low, high)
            set_value(klass, column, value)
    klass.area_jammer = keys["area_jammer"].flag()
    klass.black_globe = klass.globe_capacity > 0
    if not keys["riders_type"].missing():
        klass.rider_klass = _printed_class(keys["riders_type"])
    if bool(klass.riders) != bool(klass.rider_klass):
        raise node.error("riders_type and riders_carried go together")
    _set_weapons(klass, keys)
    return row


def _set_weapons(klass: np.record, keys: dict[str, Node]) -> None:
    """BR-CTR-01, 03 Lay the weapons given in book notation into the four weapon rows.

    The mounts that are given replace those of the printed card.
    """
    if all(keys[mount].missing() for mount in MOUNTS):
        return
    printed = {"spinal": (0, 1), "secondary": (1, 2), "turret": (3,)}
    rows: dict[str, list[Any]] = {}
    for mount, places in printed.items():
        if keys[mount].missing():
            spinal = mount == "spinal"
            weapons = [klass.weapon[k] for k in places if klass.weapon[k].kind != Beam.NONE]
            rows[mount] = [weapon.copy() for weapon in weapons if bool(weapon.spinal) == spinal]
        else:
            rows[mount] = [_weapon(klass, item, mount) for item in _one_or_more(keys[mount])]
    _lay_weapons(klass, rows, keys)


def _one_or_more(node: Node) -> list[Node]:
    """Return the items of a list, or the node itself where it holds one value."""
    return node.items() if isinstance(node.value, list) else [node]


def _weapon(klass: np.record, node: Node, mount: str) -> np.record:
    """BR-CTR-02 Return the weapon record of a text such as M(-2)10:11-9-6-3 or L(x20-2)10:1."""
    text = node.text()
    found = WEAPON.fullmatch(text)
    if found is None:
        raise node.error(f"{text!r} is no weapon, as M(-2)10:11-9-6-3 or L(x20-2)10:1 is")
    number, short = int(found["number"] or 1), int(found["range"])
    if not 1 <= number <= MAX_NUMBER:
        raise node.error(f"{number} weapons: 1 to {MAX_NUMBER} are possible")
    if not 1 <= short <= MAX_RANGE:
        raise node.error(f"short range {short}: 1 to {MAX_RANGE} hexes are possible")
    damage = [NONE if value == "X" else int(value) for value in found["damage"].split("-")]
    weapon: np.record = klass.weapon[0].copy()
    weapon.kind = BEAMS[found["kind"]]
    weapon.spinal = mount == "spinal"
    weapon.number = number
    weapon.overpower = int(found["overpower"] or 0)
    weapon.range = short
    weapon.damage[:] = damage if len(damage) == 4 else damage * 4
    return weapon


def _lay_weapons(klass: np.record, rows: dict[str, list[Any]], keys: dict[str, Node]) -> None:
    """Put spinal mounts first, the turret last; two spinal mounts take a secondary's row."""
    limits = {"spinal": 2, "secondary": 3 - max(1, len(rows["spinal"])), "turret": 1}
    for mount, limit in limits.items():
        if len(rows[mount]) > limit:
            raise keys[mount].error(f"{len(rows[mount])} rows of weapons, at most {limit}")
    first = {"spinal": 0, "secondary": max(1, len(rows["spinal"])), "turret": 3}
    beams = sum(int(weapon.number) for weapons in rows.values() for weapon in weapons)
    if beams > MAX_NUMBER:
        given = next(keys[mount] for mount in MOUNTS if not keys[mount].missing())
        raise given.error(f"{beams} beams on one ship, {beams - MAX_NUMBER} more than {MAX_NUMBER}")
    klass.weapon[:] = np.zeros(WEAPON_ROWS, klass.weapon.dtype)
    for mount, weapons in rows.items():
        for offset, weapon in enumerate(weapons):
            klass.weapon[first[mount] + offset] = weapon


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


def _named(fleet: Fleet, node: Node) -> int:
    """Return the place in the fleet of the craft a node names."""
    names = [craft.name for craft in fleet.craft]
    name = node.text()
    if name not in names:
        close = _close(name, names) or f"; there are: {', '.join(names)}"
        raise node.error(f"no craft of this side is called {name!r}{close}")
    return names.index(name)


def _find_keepers(draft: Draft, fleet: Fleet) -> None:
    """Find tenders and controllers by name, and check what they may carry and control."""
    classes = draft.rules.classes
    for craft in fleet.craft:
        if craft.keeper_node is None:
            continue
        craft.keeper = _named(fleet, craft.keeper_node)
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


# -- task forces ---------------------------------------------------------------------------------

FORCE_KEYS = ("name", "ships", "hex", "vector", "detected_shadow", "evade", "enters")


def _force(draft: Draft, fleet: Fleet, node: Node) -> Force:
    """Return one task force of a placed side, on the map or waiting to enter."""
    keys = node.keys(FORCE_KEYS, required=("ships",))
    name = "" if keys["name"].missing() else _own_name(keys["name"])
    craft = [_named(fleet, item) for item in keys["ships"].items()]
    if len(craft) > fleet.tactics:
        over = len(craft) - fleet.tactics
        reason = f"{len(craft)} craft, {over} more than Fleet Tactics {fleet.tactics} (BR-TF-02)"
        raise keys["ships"].error(reason)
    if keys["hex"].missing() == keys["enters"].missing():
        raise node.error("one of hex and enters is wanted")
    force = Force(node, name, craft, ForceStatus.ON_MAP, 0, 0, 0, 0)
    if keys["enters"].missing():
        _place_on_map(draft, force, keys)
    else:
        for key in ("vector", "detected_shadow", "evade"):
            if not keys[key].missing():
                raise keys[key].error("only for a task force that is on the map")
        _place_to_enter(draft, fleet, force, keys["enters"])
    return force


def _place_on_map(draft: Draft, force: Force, keys: dict[str, Node]) -> None:
    """Put a task force on its hex, with its vector and its evasion."""
    force.q, force.r = _hex(draft, keys["hex"])
    force.vq, force.vr = _vector(keys["vector"])
    force.evade = keys["evade"].integer(0, 2, 0)
    force.shadow_found = keys["detected_shadow"].flag()
    if force.shadow_found and not force.craft:
        raise keys["detected_shadow"].error("a dummy that is detected is removed (BR-TF-05)")


def _place_to_enter(draft: Draft, fleet: Fleet, force: Force, node: Node) -> None:
    """BR-SCN-02, 03, 04, BR-AMB-30, 56 Let it wait one hex outside its edge, straight ahead."""
    keys = node.keys(("turn", "column", "velocity"), required=("turn", "column", "velocity"))
    option = draft.rules.option
    red = fleet.side == Side.RED
    force.status = ForceStatus.WAITING
    force.entry_turn = keys["turn"].integer(1, LAST_ENTRY_TURN)
    force.q = keys["column"].integer(1, int(option.columns))
    force.r = int(axial_row(force.q, 0 if red else int(option.rows) + 1))
    velocity = keys["velocity"].integer(1, MAX_SPEED)
    ratings = [int(draft.rules.classes[fleet.craft[k].klass].g) for k in force.craft]
    most = max(1, min(ratings)) if ratings else DUMMY_MAX_SPEED
    if velocity > most:
        whose = "the lowest G rating in it (BR-SCN-03)" if ratings else "the most for a dummy"
        raise keys["velocity"].error(f"{velocity} is above {most}, {whose}")
    force.vr = velocity if red else -velocity


def _hex(draft: Draft, node: Node) -> tuple[int, int]:
    """BR-MAP-05 Return the axial place of a hex written "CCRR" or [column, row]."""
    option = draft.rules.option
    columns, rows = int(option.columns), int(option.rows)
    if isinstance(node.value, list) and len(node.value) == 2:
        column, row = (item.integer(-999, 999) for item in node.items())
    else:
        column, row = divmod(_four_digits(node), 100)
    q, r = column, int(axial_row(column, row))
    if not on_map(q, r, columns, rows):
        where = f"hex {_shown(node.value)} (column {column}, row {row})"
        raise node.error(f"{where} is off the map of {columns} columns and {rows} rows")
    return q, r


def _four_digits(node: Node) -> int:
    """Return a printed hex number; below 1000 YAML reads it as octal, so it needs quotes."""
    value = node.value
    if isinstance(value, str) and re.fullmatch(r"\d{4}", value.strip()):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 1000 <= value <= 9999:
        return value
    reason = f"{_shown(value)} is no hex: four digits CCRR in quotes, or [column, row]"
    raise node.error(reason)


def _vector(node: Node) -> tuple[int, int]:
    """Return a vector written [dq, dr] or {direction, speed}; zero where it is absent."""
    if node.missing():
        return 0, 0
    if isinstance(node.value, list):
        steps = [item.integer(-MAX_SPEED, MAX_SPEED) for item in node.items()]
        if len(steps) != 2:
            raise node.error(f"{_shown(node.value)} is no vector [dq, dr]")
        if distance(0, 0, steps[0], steps[1]) > MAX_SPEED:
            raise node.error(f"faster than {MAX_SPEED} hexes a turn")
        return steps[0], steps[1]
    keys = node.keys(("direction", "speed"), required=("direction", "speed"))
    direction = DIRECTION_NAMES.index(keys["direction"].choice(DIRECTION_NAMES))
    speed = keys["speed"].integer(0, MAX_SPEED)
    return speed * int(DIRECTION_Q[direction]), speed * int(DIRECTION_R[direction])


def _check_placed(fleet: Fleet, node: Node) -> None:
    """BR-TF-01, BR-AMB-89 Every craft is in one task force, or aboard."""
    placed: set[int] = set()
    for force in fleet.forces or []:
        for place in force.craft:
            craft = fleet.craft[place]
            if craft.aboard:
                raise force.node.child("ships").error(f"{craft.name} is aboard, in no task force")
            if place in placed:
                raise force.node.child("ships").error(f"{craft.name} is placed twice")
            placed.add(place)
    for place, craft in enumerate(fleet.craft):
        if not craft.aboard and place not in placed:
            raise node.error(f"{craft.name} is in no task force")


def _check_forces(fleet: Fleet, node: Node) -> None:
    """BR-TF-04, BR-SCN-04 Dummies within limits, entry in time, no two of one name."""
    forces = fleet.forces or []
    dummies = sum(not force.craft for force in forces)
    if dummies > fleet.tactics:
        over = dummies - fleet.tactics
        reason = f"{dummies} dummies, {over} more than Fleet Tactics {fleet.tactics} (BR-TF-04)"
        raise node.error(reason)
    starts = [force.entry_turn for force in forces if force.craft]
    if starts and min(starts) > 1:
        raise node.error("no task force with craft is there on turn 1 (BR-SCN-04)")
    names = [force.name for force in forces if force.name]
    for name in names:
        if names.count(name) > 1:
            raise node.error(f"two task forces are called {name!r}")


def _reveal(node: Node, fleets: list[Fleet]) -> None:
    """Detect all that the named sides have on the map."""
    for item in node.items():
        fleet = fleets[SIDES.index(item.choice(SIDES))]
        if fleet.forces is None:
            raise item.error("this side sets up in secret: it has no task_forces")
        for force in fleet.forces:
            if force.status == ForceStatus.ON_MAP and force.craft:
                force.shadow_found = True
                for place in force.craft:
                    fleet.craft[place].detected = True


def _check_detected(fleet: Fleet) -> None:
    """BR-DET-02, BR-AMB-28, 29, 97 Only craft on the map are detected, and before the shadow."""
    forces = fleet.forces or []
    shown = [f for f in forces if f.status == ForceStatus.ON_MAP]
    on_board = {place for force in shown for place in force.craft}
    for place, craft in enumerate(fleet.craft):
        if craft.detected and place not in on_board:
            raise craft.node.child("detected").error(f"{craft.name} is not on the map at the start")
    for force in shown:
        unseen = [fleet.craft[k].name for k in force.craft if not fleet.craft[k].detected]
        if force.shadow_found and unseen:
            reason = f"{unseen[0]} is undetected; the shadow is found last (BR-AMB-97)"
            raise force.node.child("detected_shadow").error(reason)


# -- the opening position ------------------------------------------------------------------------


def _capacity(node: Node, fleets: list[Fleet]) -> str:
    """Return the capacity class: the one asked for, or the smallest that fits."""
    names = tuple(CAPACITIES) if node.missing() else (node.choice(CAPACITIES),)
    for name in names:
        size = CAPACITIES[name]
        over = [fleet for fleet in fleets if not _fits(fleet, size)]
        if not over:
            return name
    fleet, count = over[0], len(over[0].craft)
    if count > size.craft:
        reason = f"{count} craft, {count - size.craft} more than the {size.craft}"
    else:
        forces = count + fleet.tactics
        reason = f"{count} craft with Fleet Tactics {fleet.tactics} may form {forces} task forces, "
        reason += f"{forces - size.task_forces} more than the {size.task_forces}"
    place = f"{fleet.node.path}.ships"
    raise CapacityError.at(node.file, place, f"{reason} of capacity {name!r}")


def _fits(fleet: Fleet, size: Capacity) -> bool:
    """Whether a side's craft, and as many task forces and dummies, fit."""
    count = len(fleet.craft)
    return count <= size.craft and count + fleet.tactics <= size.task_forces


def _opening(
    draft: Draft, fleets: list[Fleet], parts: dict[str, Node], size: Capacity
) -> np.ndarray:
    """Return the position before set-up."""
    opening = allocate(state_dtype(size), 1)
    state = opening[0]
    _blank(state)
    state.pool[:] = draft.rules.marker_count
    option = draft.rules.option
    state.secrecy = Secrecy.DAMAGE * int(option.hidden_damage)
    state.secrecy += Secrecy.BLIND * int(option.double_blind)
    _place_bodies(draft, state, parts["bodies"])
    for fleet in fleets:
        state.tactics[fleet.side] = fleet.tactics
        state.watch[fleet.side].level = fleet.readiness
        state.watch[fleet.side].caught = fleet.surprised
        first = fleet.side * size.craft
        for place in range(len(fleet.craft)):
            _place_craft(draft, state, fleet, place, first)
        if fleet.forces is not None:
            state.order[fleet.side].step = PLACED
            for place, force in enumerate(fleet.forces):
                _place_force(state, force, fleet.side * size.task_forces + place, first)
    return opening


_BLANK_ORDER = ("craft", "tf", "spread", "target_craft", "target_tf", "target_spread")
_BLANK = {
    "craft": ("tf", "keeper", "contact", "facing"),
    "tf": ("contact", "thrust_side"),
    "spread": ("owner", "contact", "target_tf", "target_spread"),
    "order": (*_BLANK_ORDER, "member", "tens"),
}


def _blank(state: np.record) -> None:
    """Write NONE where an index points at nothing yet."""
    for group, names in _BLANK.items():
        for name in names:
            state[group][name] = NONE
    for name in ("actor", "target_tf", "target_spread", "target_craft", "jammer", "sim"):
        state.attempt[name] = NONE
    for name in ("shooter", "target"):
        state.volley[name] = NONE
    for name in ("initiative", "mover", "round_tf", "attack_tf", "attack_member", "attack_spread"):
        state[name] = NONE
    state.defender[:] = NONE
    state.verdict = Verdict.OPEN
    state.reason = Reason.OPEN
    state.phase = Phase.SETUP
    state.step = Step.SETUP
    state.chance.deck[:] = np.arange(CARDS)
    state.chance.deck_left = CARDS


def _place_bodies(draft: Draft, state: np.record, node: Node) -> None:
    """Lay planets and asteroids on the map."""
    items = node.items()
    if len(items) > MAX_BODIES:
        over = len(items) - MAX_BODIES
        reason = f"{len(items)} bodies, {over} more than the {MAX_BODIES} of a game"
        raise CapacityError.at(node.file, node.path, reason)
    taken = set()
    for body, item in zip(state.body, items, strict=False):
        keys = item.keys(("kind", "hex"), required=("kind", "hex"))
        place = _hex(draft, keys["hex"])
        if place in taken:
            raise keys["hex"].error("two bodies in one hex")
        taken.add(place)
        body.kind = BODY_KINDS[keys["kind"].choice(BODY_KINDS)]
        body.q, body.r = place


def _place_craft(draft: Draft, state: np.record, fleet: Fleet, place: int, first: int) -> None:
    """Fill the slot of one craft."""
    given, slot = fleet.craft[place], state.craft[first + place]
    slot.klass = given.klass
    slot.status = CraftStatus.ABOARD if given.aboard else CraftStatus.IN_FORCE
    slot.keeper = NONE if given.keeper == NONE else first + given.keeper
    slot.missiles = given.missiles
    slot.sims = given.sims
    slot.fuel = given.fuel
    if given.detected:
        slot.detected = 1
        slot.contact = state.contacts[fleet.side]
        state.contacts[fleet.side] += 1
    for result, lasting in given.damage.items():
        if not state.pool[result]:
            name = result.name.lower()
            count = int(draft.rules.marker_count[result])
            reason = f"more {name} results than the {count} in the cup (BR-AMB-37)"
            raise given.node.child("damage").error(reason)
        state.pool[result] -= 1
        slot.damage[result] = lasting
    # BR-AMB-38: a Bridge result has used up the auxiliary bridge.
    aux_bridge = draft.rules.classes[given.klass].aux_bridge
    slot.bridge_shifted = aux_bridge and Result.BRIDGE in given.damage


def _place_force(state: np.record, force: Force, slot: int, first: int) -> None:
    """Fill the slot of one task force, and point its craft at it."""
    record = state.tf[slot]
    record.status = force.status
    record.q, record.r = force.q, force.r
    record.vq, record.vr = force.vq, force.vr
    record.strength = len(force.craft)
    record.entry_turn = force.entry_turn
    record.evade = force.evade
    record.shadow_found = force.shadow_found
    for place in force.craft:
        state.craft[first + place].tf = slot


def _resolved(draft: Draft, fleets: list[Fleet], size: Capacity) -> dict[str, list[str]]:
    """Return the names that the records do not hold."""
    craft, forces = [""] * (2 * size.craft), [""] * (2 * size.task_forces)
    for fleet in fleets:
        for place, given in enumerate(fleet.craft):
            craft[fleet.side * size.craft + place] = given.name
        for place, force in enumerate(fleet.forces or []):
            forces[fleet.side * size.task_forces + place] = force.name
    return {"craft": craft, "forces": forces, "classes": list(draft.classes)}
