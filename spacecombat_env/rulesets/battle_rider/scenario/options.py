"""Map, the end of the game, and delegation to standing orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spacecombat_env.core.loading.reading import ConfigNode, plain
from spacecombat_env.core.loading.scenarios import SEATS, check_section, set_switches, setting_of

from ..model import AMOUNTS, MAX_PLAYERS, SWITCHES, Delegate, Victory

MAX_COLUMNS = AMOUNTS - 1
MAX_ROWS = 66
"""Six printed maps side by side."""
MAX_TURNS = 999


BASIC_SWITCHES = ("deck", "no_effect_stays", "spreads_attack_spreads", "non_initiative_first")
"""Switches between readings of basic rules; all others turn rules on."""

PLAYERS = "players"
RULE_KEYS = (*SWITCHES, PLAYERS)
"""Keys of the `rules:` section: switches, and how many players each side has (BR-MPL-01)."""

DELEGATES: dict[str, str] = {
    "jamming": "jams every active attempt it can, with the jammer that has the easiest task",
    "screens": "as many sandcasters as a hit must meet to do nothing, at the mean of their tasks",
    "defensive_fire": "locks with everything, two beams a missile, then all dampers",
    "ties": "keeps the engine's choice of equally easy craft; shows the stern to more of its own",
    "chains": "continues to detect after every success",
    "task_forces": "fills task forces in order, two dummies (four for a given fleet without a ship "
    "above tech level 12), enters on turn 1 at random, all at one velocity; launches craft at "
    "once, leaves behind hulks that drift off the map; dummies have their rounds at random among "
    "the rest and thrust as the ships nearest to them have",
    "missiles": "controls all it can, intercepts the nearest known force, aims at its most "
    "valuable ship",
    "sensors": "all ships of a task force attempt together, each with its best sensor",
    "gunnery": "all ships of a task force fire all beams at one target, never overpowered",
    "launches": "launches what its directors can steer within 12 hexes of a detected enemy",
    "buying": "a seventh of the points for Fleet Tactics, then random ships, tenders with riders",
    "all_reactions": "jamming, screens, defensive_fire, ties and chains together",
    "all": "all of these",
}
"""Kind of decision that may be delegated -> description of its standing order."""

RECOMMENDED = ("all_reactions", "task_forces", "missiles", "sensors", "gunnery")
"""The delegation used where none is given."""

_KINDS = tuple(kind.name.lower() for kind in Delegate)
GROUPS = {"all_reactions": _KINDS[:5], "all": _KINDS}
"""Names for several kinds of decision."""


def apply_options(
    parts: dict[str, ConfigNode],
    source: dict[str, Any],
    top: ConfigNode,
    max_turns: int | None,
    options: Mapping[str, Any] | None,
) -> None:
    """Override the scenario's values with the caller's `max_turns` and `options`."""
    if max_turns is not None:
        turns = ConfigNode(top.file, "max_turns", plain(max_turns)).integer(1, MAX_TURNS)
        source["turn_limit"] = turns
    if options is not None:
        given = ConfigNode(top.file, "options", plain(options))
        keys = given.keys(RULE_KEYS)
        for name, switch in SWITCHES.items():
            setting_of(switch, keys[name])
        player_counts(keys[PLAYERS])
        own = parts["rules"]
        if not own.missing():
            own.keys(RULE_KEYS)
        source["rules"] = {**(own.value or {}), **given.value}


def fill_options(option: np.record, parts: dict[str, ConfigNode]) -> None:
    """BR-AMB-84 Write map, switches and the end of the game into the options record."""
    for name, default in (("name", None), ("title", ""), ("description", "")):
        if not parts[name].missing():
            parts[name].text(default)
    size = check_section(parts["map"], ("columns", "rows"))
    option.columns = size["columns"].integer(3, MAX_COLUMNS, 19) if size else 19
    option.rows = size["rows"].integer(3, MAX_ROWS, 33) if size else 33
    aims = tuple(aim.name.lower() for aim in Victory)
    option.victory = aims.index(parts["victory"].choice(aims, aims[0]))
    option.turn_limit = parts["turn_limit"].integer(1, MAX_TURNS, 40)
    verdict = parts["turn_limit_verdict"].choice(("margin", "draw"), "margin")
    option.margin_decides = verdict == "margin"
    if option.victory and not parts["turn_limit_verdict"].missing():
        raise parts["turn_limit_verdict"].error("the scenario's own conditions decide")
    switches = check_section(parts["rules"], RULE_KEYS)
    set_switches(option, SWITCHES, switches)
    if option.double_blind:  # BR-REF-01: the referee turns damage cards
        option.hidden_damage = 1


def uses_advanced_rules(rules: np.record) -> bool:
    """Whether a scenario uses anything that the basic blocks of the observation omit."""
    option = rules.option
    switches = [switch.option for name, switch in SWITCHES.items() if name not in BASIC_SWITCHES]
    return bool(
        any(option[switch] for switch in switches)
        or option.suits_up.any()
        or option.victory == Victory.POCKET_EMPIRES
        or rules.buying["points"].any()
        or any(rules.worlds[name].any() for name in ("gravity", "glare", "vq", "vr"))
    )


def player_counts(node: ConfigNode) -> tuple[int, ...]:
    """BR-MPL-01 Return the players of each side: `{red: 2, blue: 1}`; the default is 1."""
    sides = check_section(node, tuple(_side_of(seat) for seat in SEATS))
    return tuple(sides[_side_of(s)].integer(1, MAX_PLAYERS, 1) if sides else 1 for s in SEATS)


def player_names(counts: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """BR-MPL-01 Return the names of each side's players; empty where each side has one."""
    if max(counts) == 1:
        return ()
    pairs = zip(SEATS, counts, strict=True)
    return tuple(tuple(f"{_side_of(seat)}_{n}" for n in range(count)) for seat, count in pairs)


def _side_of(seat: str) -> str:
    """Return `red` for `red_0`."""
    return seat.rpartition("_")[0]
