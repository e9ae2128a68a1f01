"""Scenario files: read, fully checked, and turned into rules and an opening position.

A scenario is a YAML file (or the same as a mapping); the book's variants are files of their own
(IN-SCN-04, 07). Every key but `sides` may be left out:

    name: duel                            # default: the file's name
    title: Duel
    description: One line for lists.
    map: {sheets: 2}                      # printed sheets, map 1 above map 2; or {columns, rows}
    planet: {ground: bottom, atmosphere: 5, interface: 1}       # rows; ground: bottom, top; or
                                          # {edge: bottom, ..} without ground
    gravity: {from_row: {map: 1, row: 14}}                      # printed; default: the whole map
    asteroids: {count: 20, placed: alternately, move: false}    # or placed: by lot
    sides:
      red:
        name: Commonwealth
        nation: CW/RL                     # whose loads it may use; default any
        sets_up: 1                        # 1 first, 2 second
        zone: {map: 1, columns: [1, 26], rows: [1, 14]}   # printed; without sheets rows upward
        velocity: 3                       # default: each ship decides; also heading, facing
        heading: 4                        # printed 1..6, from the top clockwise
        facing: 4
        loads: {allowed: TOG, without: [RIS], required: Sensor pod}
        ships:
          - CHEETAH                       # a class of data/ships.yaml
          - {class: CHEETAH, name: CHEETAH 2, pilot: {piloting: 7, gunnery: 5, familiarity: [2, 1]},
             gunner: {piloting: 2, gunnery: 6},              # or gunners: [...], one each
             loads: [[DAP], Sensor pod],                     # an entry a rack
             wear: {rows: [3], disabled: [engine 12]}}       # wear.py
      blue: ...
    known_classes: [CHEETAH, LANCEA]      # disclosed by name (IN-LOS-04); default all
    designs: [my.yaml]                    # classes of one's own: files beside this one, or contents
    rules: {symmetric_thrust: true}       # switches: model/switches.py
    adrift: [{side: blue, map: 1, hex: "1313", velocity: 1, heading: 4, thrust: 1}]   # the prize
    pursuit: true                         # maps are laid again after who flees with him
    victory: {destroyed: 20, broke_off: 5, sensor_pod: {blue: 5}, landed: {red: 10},
              destroyed_means: usual, tie: red,
              outcome: [[51, decisive], [11, substantive], [0, marginal]]}
    turn_limit: 40
    morale: {red: CHEETAH 1}              # crews check it (IN-CAM-02); the ships led by players
    capacity: small                       # small, medium, large; default the smallest that fits
    believed: {red: {classes: [LANCEA]}}  # hides the ships: seat_scenarios.py; default: no secrets

Errors read `<file>: <field>: <reason>` in one line. `Scenario.source` is the content with options
applied. Its `resolved` holds the names that the records do not: `cards`, `classes`, `sides`, and
the names of the `outcome` table's steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from spacecombat_env.core.loading.reading import (
    ConfigNode,
    delegation,
    read_content,
    scenario_path,
    scenario_titles,
)
from spacecombat_env.core.loading.scenarios import SEATS, SIDES, bind_scenario, write_delegated
from spacecombat_env.core.ruleset import Scenario

from ..model import SWITCHES, Delegate, action_layout, class_names, printed_rules
from .designs import add_designs
from .draft import Draft
from .forces import choose_capacity, fill_morale, read_side
from .lost_crews import lay_adrift
from .opening import lay_opening
from .options import fill_map, fill_victory, outcome_names
from .planets import check_installations, check_levels, fill_planet
from .seat_scenarios import (
    check_catalogue,
    hides_ships,
    read_catalogue,
    read_contacts,
    seat_source,
)

__all__ = ["DELEGATES", "FOLDER", "NAME", "RECOMMENDED", "SWITCHES", "VERSION", "load", "scenarios"]

NAME = "interceptor"
VERSION = 1
FOLDER = Path(__file__).parents[1] / "scenarios"
scenarios = partial(scenario_titles, FOLDER)
"""Return the names of the shipped scenarios, with one line each."""
TOP_KEYS = (
    *("name", "title", "description", "map", "planet", "gravity", "asteroids", "sides"),
    *("known_classes", "rules", "victory", "turn_limit", "capacity", "adrift", "pursuit"),
    *("designs", "morale", "believed", "resolved"),
)
DELEGATES = {
    "terrain": "asteroids are placed at random",
    "setup": "ships are placed at random within their zone",
    "loads": "racks are loaded at random with the missiles, Decoys and pods that are allowed",
    "decisions": "craft in bays are launched, frail hulls are left; nothing else special is done",
    "power": "thrust, one shield, weapons, all shields",
    "crew": "nobody changes what he does",
    "gunnery": "all weapons that bear are fired, every tail is claimed",
    "opportunity": "ships fire at a good shot, and at the end of a move at any",
    "return_fire": "fire is returned with all that bears",
    "defence": "weapons and Decoys meet missiles; crews are picked up where shields are lowered",
}
"""Kind of decision -> what its standing order does."""
RECOMMENDED = (*("terrain", "setup", "loads", "decisions", "power", "crew", "gunnery", "defence"),)


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
    file, source = read_content(scenario, FOLDER)
    delegated = delegation(file, delegate, SEATS, DELEGATES, RECOMMENDED)
    parts = ConfigNode(file, "", source).keys(TOP_KEYS, required=("sides",))
    if options:
        settings = parts["rules"].value
        parts["rules"].keys(SWITCHES) if settings is not None else None
        source["rules"] = {**(settings or {}), **options}
    if max_turns is not None:
        source["turn_limit"] = max_turns
    folder = _folder_of(scenario)
    whole, sources = _open(file, folder, source, delegated)
    seats = (_open(file, folder, each, delegated)[0] for each in sources)
    return replace(whole, seat_scenarios=tuple(seats))


def _open(
    file: str, folder: Path | None, source: dict[str, Any], delegated: tuple[tuple[str, ...], ...]
) -> tuple[Scenario, list[dict[str, Any]]]:
    """Return a scenario, and what each seat knows of it; nothing where the seats know it all."""
    parts = ConfigNode(file, "", source).keys(TOP_KEYS)
    draft = Draft(printed_rules(), list(class_names()))
    if not parts["designs"].missing():
        source["designs"] = add_designs(draft, parts["designs"], folder)
    sheets = fill_map(draft, parts)
    fill_planet(draft, parts, sheets)
    fill_victory(draft, parts)
    _fill_known(draft, parts["known_classes"])
    write_delegated(draft.rules, delegated, Delegate)
    sides = parts["sides"].keys(SIDES, required=SIDES)
    read_catalogue(draft, parts["believed"])
    fleets = [read_side(draft, side, sides[name], sheets) for side, name in enumerate(SIDES)]
    if not any(fleets):
        raise parts["sides"].error("one side has ships")
    check_catalogue(draft, fleets)
    fill_morale(draft, parts["morale"], fleets)
    for side, name in enumerate(SIDES):
        if not fleets[side]:
            fleets[side] = read_contacts(draft, side, sides[name], parts["believed"])
    check_installations(draft, fleets)
    check_levels(draft, fleets)
    capacity = choose_capacity(draft, parts["capacity"], fleets)
    opening = lay_opening(draft, fleets, capacity)
    lay_adrift(draft, opening[0], parts["adrift"], sheets, fleets)
    source["resolved"] = {
        "cards": draft.card_names,
        "classes": draft.class_names,
        "sides": [str(sides[name].value.get("name", name.capitalize())) for name in SIDES],
        "outcome": outcome_names(parts),
    }
    # Imported here so that tables and files of a scenario load without the kernels.
    from ..model.observation import observation_layout

    spaces = (action_layout(capacity), observation_layout(capacity))
    size = _name(capacity)
    scenario = bind_scenario(NAME, VERSION, source, (draft.table, opening), spaces, delegated, size)
    seats = range(len(SIDES)) if hides_ships(source) else ()
    return scenario, [seat_source(draft, source, seat, fleets, size) for seat in seats]


def _folder_of(scenario: str | PathLike[str] | Mapping[str, Any]) -> Path | None:
    """Return the folder of a scenario's file; None for a scenario given as content."""
    return None if isinstance(scenario, Mapping) else scenario_path(scenario, FOLDER).parent


def _fill_known(draft: Draft, node: ConfigNode) -> None:
    """IN-LOS-04 Classes that are disclosed by name; others as tonnage."""
    known = draft.rules.option.known_class
    if node.missing():
        known[:] = 1
        return
    for item in node.items():
        known[draft.class_names.index(item.choice(draft.class_names[1:]))] = 1


def _name(capacity: Any) -> str:
    """Return the name of a capacity class."""
    from ..model import CAPACITIES

    return next(name for name, one in CAPACITIES.items() if one == capacity)
