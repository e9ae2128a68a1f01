"""Scenario files: read, checked in full, and converted to rules and an opening position.

A scenario is a YAML file (or the same as a mapping). Every key but `sides` may be left out:

    name: picket                      # default: the file's name
    title: Picket
    description: One line for lists.
    sides:
      red:                            # Red's edge is below row 1
        fleet_tactics: 4              # 1..7: most craft of a task force, most dummies
        crew: average                 # of all its ships: average, crack, green
        ships:
          - Starburst                 # a printed class; two of it are "Starburst 1", "Starburst 2"
          - {class: Valor, name: Hope, missiles: 20, detected: true,
             damage: [sensors, {life_support: temporary}], crew: crack, player: 1}
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
      blue: ...                       # or, instead of ships or with them, a fleet to buy:
        purchase:
          points: 63
          tactics_cost: 3             # per level of Fleet Tactics above the first
          jumpless: with_tenders      # ships without jump drive; or riders_with_tenders,
                                      # forbidden, either_price
          pool: {Lancer: 1, Manticore: 3}   # without this key both sides divide all ships
          drones: {dual_mode_tl12: 2, passive_tl14: 1}
          crews: [green, average]     # on sale, with the switch crew_quality
        values: {jump: 0}             # changes to every printed ship of the side
        leave_out: 1                  # ships drawn from a cup that stay away
        suits_up: true                # BR-S2-03
        redraws_no_effect: true       # BR-S2-04
    map: {columns: 19, rows: 33}
    bodies:
      - {kind: planet, hex: "1024", vector: {direction: NE, speed: 2}}
      - {kind: star, world: Sun, hex: [10, -60], sensor_modifier: 3}
      - {kind: gas_giant, mass: 1.9e+27, diameter: 4.8, hex: "0505"}
    rules: {deck: shuffled}           # switches: model/switches.py
    victory: last_operational         # or task_force_dagger, first_clash, pocket_empires
    missions: {red: 4, blue: 8}       # of pocket_empires; else drawn in secret
    scale: 1                          # of their points: 1, 2, 3
    turn_limit: 40
    turn_limit_verdict: margin        # margin of points, or draw
    capacity: small                   # small, medium, large; default the smallest that fits
    reveal: [blue]                    # sides whose placed craft are all detected from the start

Hexes are the printed CCRR in quotes, or [column, row]. Vectors are axial steps [dq, dr], as in
core/model/hexgrid.py, or a map direction (N is towards Blue's edge) and a speed. An error says
`<file>: <field>: <reason>` in one line; items of lists count from 1.

`Scenario.source` is the content with options applied, and under `resolved` the names that the
records do not hold: `craft` and `forces` by slot ("" where empty), `classes` by row of
`rules.classes`. A source can be loaded again; `resolved` is then rebuilt.

Rules: BR-SCN-01..04, 09, 10, 11, BR-GEN-04, BR-TF-01, 02, 04, BR-DRN-02, BR-LCH-07, BR-AMB-28, 30,
31, 37, 38, 50, 51, 56, 89, BR-MAP-04, BR-S1-01, BR-S2-01, 02, BR-S3-01, 06.
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
from spacecombat_env.core.loading.scenarios import SEATS, bind_scenario, write_delegated
from spacecombat_env.core.ruleset import Scenario

from ..model import CAPACITIES, SWITCHES, Delegate, action_layout, class_names, load_tables
from .draft import Draft
from .fleets import check_batteries, read_fleets
from .opening import build_opening, choose_capacity, resolved_names
from .options import (
    DELEGATES,
    GROUPS,
    RECOMMENDED,
    apply_options,
    fill_options,
    player_counts,
    player_names,
    uses_advanced_rules,
)
from .players import check_players
from .pocket_empires import check_missions, fill_merchants, fill_missions

__all__ = [
    "DELEGATES",
    "FOLDER",
    "NAME",
    "RECOMMENDED",
    "SEATS",
    "SWITCHES",
    "VERSION",
    "load",
    "scenarios",
]

NAME = "battle_rider"
VERSION = 0

TOP_KEYS = (
    "name",
    "title",
    "description",
    "sides",
    "map",
    "bodies",
    "rules",
    "victory",
    "missions",
    "scale",
    "turn_limit",
    "turn_limit_verdict",
    "capacity",
    "reveal",
    "resolved",
)


FOLDER = Path(__file__).parents[1] / "scenarios"
scenarios = partial(scenario_titles, FOLDER)
"""Return the names of the shipped scenarios, with one line each."""


def load(
    scenario: str | PathLike[str] | Mapping[str, Any],
    *,
    delegate: Any = None,
    max_turns: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Scenario:
    """Return a scenario ready to play; `scenario` is a shipped name, a path, or the content.

    `delegate` names kinds of decision (keys of DELEGATES) left to standing orders. It is a tuple
    for both seats, a mapping by seat name, a pair of tuples, or None for RECOMMENDED. `max_turns`
    replaces the turn limit, `options` replaces keys of the `rules:` section. Raise ScenarioError
    `<file>: <field>: <reason>`, and ConfigError for a bad delegation.
    """
    file, source = read_content(scenario, FOLDER)
    delegated = delegation(file, delegate, SEATS, DELEGATES, RECOMMENDED, GROUPS)
    top = ConfigNode(file, "", source)
    parts = top.keys(TOP_KEYS, required=("sides",))
    apply_options(parts, source, top, max_turns, options)
    parts = top.keys(TOP_KEYS)
    draft = Draft(load_tables(), list(class_names()))
    fill_options(draft.rules.option, parts)
    if not parts["rules"].missing():
        draft.players = player_counts(parts["rules"].child("players"))
    fill_missions(draft, parts)
    write_delegated(draft.rules, delegated, Delegate)
    fleets = read_fleets(draft, parts)
    check_missions(draft, fleets, parts["bodies"])
    check_players(draft, fleets, parts["rules"])
    fill_merchants(draft, fleets, parts["sides"])
    check_batteries(draft, fleets)
    draft.rules.option.advanced = uses_advanced_rules(draft.rules) or max(draft.players) > 1
    capacity = choose_capacity(parts["capacity"], fleets)
    opening = build_opening(draft, fleets, parts, CAPACITIES[capacity])
    source["resolved"] = resolved_names(draft, fleets, CAPACITIES[capacity])
    # Imported here, so that the tables and files of a scenario load without the kernels.
    from ..model.observation import observation_layout

    size = CAPACITIES[capacity]
    spaces = (action_layout(size), observation_layout(size, bool(draft.rules.option.advanced)))
    players = player_names(draft.players)
    return bind_scenario(
        NAME, VERSION, source, (draft.table, opening), spaces, delegated, capacity, players
    )
