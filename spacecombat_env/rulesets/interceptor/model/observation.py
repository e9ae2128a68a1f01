"""The layout of the observation: its blocks, and the columns of each by name.

The writers (visibility/observe.py) use these names. Everything is relative to the seat: its own
side first, the board turned so that its own edge is behind it. A direction is two columns, a step
on the board as the seat sees it, in columns and in half rows. Values are integers; `Layout.scales`
brings them to about -1..1.
"""

from __future__ import annotations

from functools import cache

from spacecombat_env.core.model.fields import columns_left, columns_of
from spacecombat_env.core.model.layout import Layout, block, most_of, positions, starts

from . import piece_records, progress
from .action_space import KINDS
from .constants.categories import Facing
from .constants.sizes import BANDS, MAX_ROCKS, Capacity
from .constants.turn import Phase, with_reserve
from .constants.weapons import MISSILES, Load
from .craft import CRAFT
from .decisions import NUM_DECISIONS, Decision
from .knowledge_levels import Level

FACINGS = tuple(facing.name.lower() for facing in Facing)


def _each(name: str, parts: tuple[str, ...], divisor: int) -> dict[str, int]:
    """Return a column a part: `shield_f`."""
    return {f"{name}_{part}": divisor for part in parts}


def _way(name: str) -> dict[str, int]:
    """Return the two columns of a direction."""
    return {f"{name}_column": 1, f"{name}_row": 2}


def _place(direction: str) -> dict[str, int]:
    """Return the two columns of a place by a direction: half hexes ahead, columns to the right."""
    return {f"ahead_of_{direction}": 60, f"right_of_{direction}": 30}


BAND_NAMES = tuple(str(band + 1) for band in range(BANDS))
MISSILE_NAMES = tuple(Load(load).name.lower() for load in range(MISSILES))

# Column name -> divisor: the observed integer over it is about -1..1.
GAME_COLUMNS = {
    "turn": 40,
    "turns_left": 40,
    **{phase.name.lower(): 1 for phase in Phase},
    "own_points": 20,
    "enemy_points": 20,
    "decides_first": 1,
    "moves_first": 1,
    "own_go": 1,
    "own_goes": 12,
    "enemy_goes": 12,
    "size_class": 8,
    "last_moment": 1,
    "rocks_to_place": 24,
    "field_moves": 1,
    "half_columns": 20,
    "half_rows": 28,
    # the well, and scenario 3
    "gravity": 1,
    "ground": 1,
    "atmosphere": 10,
    "interface": 2,
    "altitude_top": 12,
    "sheet": 8,
    "prize_free": 1,
    "prize_own": 1,
    "prize_enemy": 1,
}
ORDER_COLUMNS = {
    **columns_of(progress.ORDER, "low", "high", "tens", "column", "speed"),
    "hexes_left": 12,
    **columns_of(progress.ORDER, "ahead", "watch"),
    "passed": 30,
    "passed_defence": 30,
    "value": 30,
    "weapons": 16,
    "locks": 8,
    **{f"load_{name}": 1 for name in MISSILE_NAMES},
    "at_missile": 1,
    "at_crew": 1,
    "at_rock": 1,
    "eps_left": 100,
    "rate": 20,
    "head": 8,
}
OWN_CRAFT_COLUMNS = {
    "on_map": 1,
    "waiting": 1,
    "gone": 1,
    "crewed": 1,
    "mover": 1,
    "selected": 1,
    **columns_of(CRAFT, "acted"),
    "column": 20,
    "row": 28,
    **_way("heading"),
    **_way("facing"),
    **columns_of(CRAFT, "velocity", "rolled", "thrust"),
    "thrust_left": 12,
    "safe_thrust": 12,
    "push_most": 5,
    "heading_cost": 12,
    "facing_cost": 12,
    "heading_points": 12,
    "facing_points": 12,
    "out_of_control": 1,
    "tons": 50,
    "size_class": 8,
    "streamlined": 1,
    **_each("shield", FACINGS, 10),
    **_each("armour", FACINGS, 24),
    "inside_left": 40,
    "inside_lost": 40,
    **columns_of(CRAFT, "collapse"),
    "plant_broken": 1,
    "fire_control_broken": 1,
    "scanner_broken": 1,
    "communications_broken": 1,
    "synchronizer_broken": 1,
    "helm_broken": 1,
    "thrust_control_broken": 1,
    "piloting": 10,
    "gunnery": 10,
    "hits": 4,
    "overload": 8,
    **_each("forward", BAND_NAMES, 60),
    **_each("elsewhere", BAND_NAMES, 60),
    **_each("turret", BAND_NAMES, 60),
    **_each("load", MISSILE_NAMES, 8),
    "gun_pods": 4,
    "sensor_pod": 1,
    **columns_of(CRAFT, "ecm", "guard", "decoyed"),
    "fired": 16,
    "covered": 1,
    "rams": 1,
    "class_told": 1,
    "weapons_told": 1,
    "tons_told": 1,
    "armour_age": 8,
    "inside_age": 8,
}
OWN_CRAFT_COLUMNS |= {
    # in the well
    "zone": 4,
    **columns_of(CRAFT, "mode", "altitude"),
    "worked": 1,
    **columns_of(CRAFT, "free_hexes"),
    # power and command
    "fed": 10,
    "eps_left": 10,
    "plant_share": 10,
    "can_switch": 1,
    **columns_of(CRAFT, "lowered"),
    "command": 2,
    "bridge_broken": 1,
    # leaving the map or the ship
    "straight": 12,
    "fast": 12,
    **columns_of(CRAFT, "run", "transit", "fuse"),
    "exodus": 12,
    # carried, rescued, towed
    "bays_free": 12,
    "carried": 12,
    "aboard": 1,
    "berths_free": 12,
    "has_prize": 1,
    **columns_of(CRAFT, "towed"),
    "scale": 5,
    "led": 1,
}
OWN_CRAFT_COLUMNS |= columns_left(CRAFT, Level.OWNER, OWN_CRAFT_COLUMNS)
ENEMY_CRAFT_COLUMNS = {
    "on_map": 1,
    "gone": 1,
    "crewed": 1,
    "mover": 1,
    "selected": 1,
    **columns_of(CRAFT, "acted"),
    "column": 20,
    "row": 28,
    **_way("heading"),
    **_way("facing"),
    **columns_of(CRAFT, "velocity", "rolled"),
    "out_of_control": 1,
    "size_class": 8,
    "tons": 50,
    "tons_margin": 20,
    "streamlined": 1,
    "class_known": 1,
    "weapons_known": 1,
    "thrust": 12,
    **_each("shield", FACINGS, 10),
    **_each("armour_whole", FACINGS, 24),
    **_each("forward", BAND_NAMES, 60),
    "armour_seen": 1,
    "armour_age": 8,
    **_each("armour", FACINGS, 24),
    "inside_seen": 1,
    "inside_age": 8,
    "inside_lost": 40,
    "components_out": 20,
    "fired": 16,
    "covered": 1,
    "rams": 1,
    "range": 30,
    "own_side": 5,
    "own_forward": 1,
    "own_aft": 1,
    "its_side": 5,
    "side_struck": 5,
    "angle": 4,
    "base_to_hit": 8,
    "value": 30,
    "bears_on_me": 1,
    "on_its_tail": 1,
    "on_my_tail": 1,
    "closing": 24,
    # its place from the own ship, and the own ship's from it
    **_place("heading"),
    **_place("facing"),
    **_place("its_facing"),
    "clear": 1,
    "zone": 4,
    **columns_of(CRAFT, "mode", "altitude"),
    **columns_of(CRAFT, "transit", "lowered", "left_in"),
    "has_prize": 1,
    **columns_of(CRAFT, "towed"),
    **columns_of(CRAFT, "installation"),
}
MISSILE_COLUMNS = {
    "in_flight": 1,
    "dormant": 1,
    "kind": 8,
    "selected": 1,
    "column": 20,
    "row": 28,
    **_way("heading"),
    **columns_of(piece_records.MISSILE, "velocity", "altitude"),
    "to_go": 30,
    "tried": 1,
}
ADRIFT_COLUMNS = {
    "own": 1,
    **columns_of(piece_records.ADRIFT, "people"),
    "column": 20,
    "row": 28,
    **columns_of(piece_records.ADRIFT, "velocity", "altitude"),
    **_way("heading"),
    **columns_of(piece_records.ADRIFT, "air", "thrust"),
    **columns_of(piece_records.ADRIFT, "tries", "prize"),
}
ROCK_COLUMNS = {"asteroid": 1, "wreck": 1, "column": 20, "row": 28}
LAST_COLUMNS = {
    "mine": 1,
    "its": 1,
    **columns_of(progress.LAST, "facing", "column", "hits", "held", "points"),
}

# Where a column stands in its row, by name: `row[at + OWN_CRAFT.velocity] = ...`.
GAME, GAME_MOST = positions(GAME_COLUMNS), most_of(GAME_COLUMNS)
ORDER, ORDER_MOST = positions(ORDER_COLUMNS), most_of(ORDER_COLUMNS)
OWN_CRAFT, OWN_CRAFT_MOST = positions(OWN_CRAFT_COLUMNS), most_of(OWN_CRAFT_COLUMNS)
ENEMY_CRAFT, ENEMY_CRAFT_MOST = positions(ENEMY_CRAFT_COLUMNS), most_of(ENEMY_CRAFT_COLUMNS)
MISSILE, MISSILE_MOST = positions(MISSILE_COLUMNS), most_of(MISSILE_COLUMNS)
ADRIFT, ADRIFT_MOST = positions(ADRIFT_COLUMNS), most_of(ADRIFT_COLUMNS)
ROCK, ROCK_MOST = positions(ROCK_COLUMNS), most_of(ROCK_COLUMNS)
LAST = positions(LAST_COLUMNS)

DECISION_COLUMNS = dict.fromkeys(with_reserve(Decision, NUM_DECISIONS), 1)


@cache
def observation_layout(capacity: Capacity) -> Layout:
    """Return the observation of a capacity class."""
    craft, missiles = (capacity.craft,), (capacity.missiles,)
    own, enemy = "by slot, as the own_craft actions", "by contact number"
    return Layout(
        (
            block("game", (), GAME_COLUMNS, "turn, phase, points, order of movement, map"),
            block(
                "ask", (), DECISION_COLUMNS, "the decision, one-hot; all zero for a waiting seat"
            ),
            block(
                "order", (), ORDER_COLUMNS, "the actions of the order so far, and what is at stake"
            ),
            block("last", (), LAST_COLUMNS, "what the last exchange came to"),
            block("own_craft", craft, OWN_CRAFT_COLUMNS, f"own ships {own}"),
            block("enemy_craft", craft, ENEMY_CRAFT_COLUMNS, f"enemy ships as disclosed, {enemy}"),
            block("own_missiles", missiles, MISSILE_COLUMNS, "own missiles by contact number"),
            block("enemy_missiles", missiles, MISSILE_COLUMNS, f"enemy missiles {enemy}"),
            block("adrift", (2 * capacity.adrift,), ADRIFT_COLUMNS, "crews in space, own first"),
            block("rocks", (MAX_ROCKS,), ROCK_COLUMNS, "asteroids and wrecks"),
        )
    )


def _layout(craft: int, missiles: int, adrift: int) -> Layout:
    """Return the layout for a number of slots of each kind."""
    return observation_layout(Capacity(craft, 0, 0, 0, missiles, adrift))


ROWS = starts(_layout, len(KINDS))
"""Where each block begins."""
