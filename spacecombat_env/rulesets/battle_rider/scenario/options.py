"""Map, switches, the end of the game, and delegation to standing orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spacecombat_env.core.loading.reading import ConfigNode, plain
from spacecombat_env.core.loading.scenarios import SEATS, check_section, set_switches, setting_of
from spacecombat_env.core.model.switches import Switch

from ..model import AMOUNTS, MAX_PLAYERS, Delegate, Victory

MAX_COLUMNS = AMOUNTS - 1
MAX_ROWS = 66
"""Six printed maps side by side."""
MAX_TURNS = 999


BARRAGES = ("single", "single", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights")
"""BR-LRG-01 Names of the agreed size of a barrage, by number."""


SWITCHES = {
    "deck": Switch(
        "deck_keyed",
        ("shuffled", "keyed"),
        0,
        "cards dealt from one shuffled deck, as in the book, or drawn by key with replacement, so "
        "that paired games share their cards (BR-AMB-16)",
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
    "crew_quality": Switch(
        "crew_quality",
        (False, True),
        0,
        "crack and green crews read their own field of a task card (BR-CRW)",
    ),
    "crossing_movement": Switch(
        "crossing_movement",
        (False, True),
        0,
        "task forces that move through a line of sight make sensing and fire harder (BR-XMV)",
    ),
    "limited_fuel": Switch(
        "limited_fuel",
        (False, True),
        0,
        "ships with limited fuel draw three cards for it, and burn their jump fuel next (BR-FUE)",
    ),
    "advanced_tech": Switch(
        "advanced_tech",
        (False, True),
        0,
        "TL-15 sandcasters take off two points; active sensors give their ship away only to "
        "sensors of at least its tech level (BR-ATL)",
    ),
    "gravity": Switch(
        "gravity",
        (False, True),
        0,
        "bodies pull what is within their G thresholds (BR-AST)",
    ),
    "planetary_motion": Switch(
        "bodies_move",
        ("frame_of_reference", "bodies_move"),
        0,
        "the first body of the list stands still and the others move past it, or all bodies move "
        "over a map that stands still (BR-AST)",
    ),
    "jump_line": Switch(
        "jump_line",
        (False, True),
        0,
        "ships able to jump escape from anywhere beyond 100 diameters of the first planet, and not "
        "by the enemy's edge of the map (BR-SCN-08)",
    ),
    "landing": Switch(
        "landing",
        (False, True),
        0,
        "task forces in orbit may land on planets, and take off again (BR-LND)",
    ),
    "powered_down": Switch(
        "powered_down",
        (False, True),
        0,
        "ships may power down to be hard to see, and power up again in a turn or by a crash start "
        "(BR-PWR)",
    ),
    "multiple_batteries": Switch(
        "multiple_batteries",
        (False, True),
        0,
        "printed beams, sandcasters and dampers are those of one battery; a ship of size -3 has "
        "three, and one may fire through each hexside (BR-BAT)",
    ),
    "socket_extenders": Switch(
        "socket_extenders",
        (False, True),
        0,
        "ships marked E fire two batteries through a hexside, and active sensors find them as one "
        "size larger (BR-SOC)",
    ),
    "restricted_fire_control": Switch(
        "restricted_fire_control",
        (False, True),
        0,
        "some ships have too few fire directors for all their weapons (BR-RFC)",
    ),
    "boarding": Switch(
        "boarding",
        (False, True),
        0,
        "disabled ships may be boarded and captured (BR-BRD)",
    ),
    "semi_independent_missiles": Switch(
        "sims",
        (False, True),
        0,
        "ships with semi-independent missiles (`sims`) use them, and are bought with them (BR-SIM)",
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
        "nothing of the enemy is on the map until found; hits and damage are not disclosed "
        "(BR-REF)",
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
        "missiles are grouped into barrages of this size, each with one card (BR-LRG-01)",
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
