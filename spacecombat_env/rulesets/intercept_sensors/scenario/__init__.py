"""Scenario files: read, fully checked, and turned into rules and an opening position.

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
    rules: {planets: true}            # switches: model/switches.py
    victory: {kind: hold, turns: 3}   # hold, cross, points: victory.py
    # victory: {kind: cross, side: red, turns: 2, goal: {columns: [1, 30], rows: [31, 35]}}
    turn_limit: 20                    # boxes of the turn track
    turn_limit_verdict: points        # points, draw, red, blue
    capacity: small                   # small, medium, large; default the smallest that fits

A ship without a square is placed by its side in secret. Squares are [column, row] from the top
left, 1 first; row 1 is next to the sun. Errors read `<file>: <field>: <reason>` in one line.

`Scenario.source` is the content with options applied. Its `resolved` holds the names that the
records do not: `units` by slot ("" where empty), `classes` by row of `rules.classes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from spacecombat_env.core.loading.reading import (
    ConfigNode,
    delegation,
    read_content,
    scenario_titles,
)
from spacecombat_env.core.loading.scenarios import SEATS, SIDES, bind_scenario, write_delegated
from spacecombat_env.core.ruleset import Scenario

from ..model import SWITCHES, InterceptDelegate, action_layout, class_names, load_tables
from .draft import InterceptDraft
from .fleets import choose_capacity, read_fleet, slot_names
from .opening import lay_opening
from .options import fill_map, fill_victory

__all__ = ["DELEGATES", "FOLDER", "NAME", "RECOMMENDED", "SWITCHES", "VERSION", "load", "scenarios"]

NAME = "intercept_sensors"
VERSION = 0
FOLDER = Path(__file__).parents[1] / "scenarios"
scenarios = partial(scenario_titles, FOLDER)
"""Return the names of the shipped scenarios, with one line each."""
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
DELEGATES = {
    "setup": "ships are placed at random within their zone",
    "emissions": "sensors stay popped out and the plant idles; neither needs an order",
    "launches": "nothing is launched",
}
"""Kind of decision -> what its standing order does."""
RECOMMENDED: tuple[str, ...] = ()


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
    top = ConfigNode(file, "", source)
    parts = top.keys(TOP_KEYS, required=("sides",))
    if options:
        settings = parts["rules"].value
        parts["rules"].keys(SWITCHES) if settings is not None else None
        source["rules"] = {**(settings or {}), **options}
    if max_turns is not None:
        source["turn_limit"] = max_turns
    parts = top.keys(TOP_KEYS)
    draft = InterceptDraft(load_tables(), list(class_names()))
    fill_map(draft, parts)
    fill_victory(draft, parts)
    write_delegated(draft.rules, delegated, InterceptDelegate)
    sides = parts["sides"].keys(SIDES, required=SIDES)
    fleets = [read_fleet(draft, side, sides[name]) for side, name in enumerate(SIDES)]
    capacity = choose_capacity(parts["capacity"], fleets)
    opening = lay_opening(draft, fleets, parts["bodies"], capacity)
    source["resolved"] = {
        "units": [name for fleet in fleets for name in slot_names(fleet, capacity)],
        "classes": draft.class_names,
    }
    # Imported here so that tables and files of a scenario load without the kernels.
    from ..model.observation import observation_layout

    spaces = (action_layout(capacity), observation_layout(capacity))
    return bind_scenario(
        NAME, VERSION, source, (draft.table, opening), spaces, delegated, capacity.name
    )
