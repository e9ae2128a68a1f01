"""The layout of the observation: its blocks, and the columns of each by name.

visibility/observe.py writes the columns by name. Everything is relative to the seat: its own side
first, the board turned so that its own edge is row 1 and N is ahead. Values are integers;
`Layout.scales` brings them to about -1..1.
"""

import numpy as np

from spacecombat_env.core.model.fields import columns_left, columns_of
from spacecombat_env.core.model.layout import Block, Layout, block, most_of, positions, starts

from .constants.categories import Result, Secrecy
from .constants.sizes import MAX_BODIES, Capacity
from .constants.turn import Phase
from .craft import CRAFT
from .decisions import Decision
from .knowledge_levels import Level
from .piece_records import FORCE, SPREAD
from .turn_records import ORDER as ORDER_RECORD

# Column name -> divisor: the observed integer over it is about -1..1.
GAME_COLUMNS = {
    "turn": 40,
    "turns_left": 40,
    **{phase.name.lower(): 1 for phase in Phase},
    "has_initiative": 1,
    "own_round": 1,
    "own_tactics": 7,
    "enemy_tactics": 7,
    "own_points_lost": 100,
    "enemy_points_lost": 100,
    "own_points_escaped": 100,
    "enemy_points_escaped": 100,
}
ORDER_COLUMNS = {
    **columns_of(ORDER_RECORD, "together", "low", "high", "tens"),
    "shift_q": 12,
    "shift_r": 12,
    **columns_of(ORDER_RECORD, "gs", "evasion", "level"),
    "beams_spinal": 10,
    "beams_secondary_1": 10,
    "beams_secondary_2": 10,
    "beams_turret": 10,
    "hit_value": 24,
    "hits_to_come": 20,
    "hexside": 6,
}
DAMAGE_RESULTS = np.array([result for result in Result if result != Result.NO_EFFECT], np.int8)
DAMAGE_COLUMNS = {f"damage_{Result(result).name.lower()}": 3 for result in DAMAGE_RESULTS}
OWN_CRAFT_COLUMNS = {
    "in_force": 1,
    "aboard": 1,
    "gone": 1,
    "selected": 1,
    "in_round": 1,
    "column": 11,
    "row": 33,
    "size": 5,
    "tech_level": 15,
    "thrust": 6,
    "armor": 12,
    "fire_control": 6,
    "active_range": 16,
    "passive_range": 8,
    "meson_screen": 16,
    "spinal_range": 10,
    "spinal_damage": 12,
    "spinal_left": 2,
    "secondary_left": 10,
    "turret_left": 30,
    "sand_left": 20,
    "dampers": 10,
    "missiles": 50,
    "directors": 40,
    **columns_of(CRAFT, "launched", "active", "extended", "detected", "overload", "tumble"),
    "points": 60,
    **DAMAGE_COLUMNS,
}
OWN_CRAFT_COLUMNS |= columns_left(CRAFT, Level.OWNER, OWN_CRAFT_COLUMNS)
OWN_FORCES_COLUMNS = {
    "on_map": 1,
    "waiting": 1,
    "selected": 1,
    "in_round": 1,
    "column": 11,
    "row": 33,
    "vector_q": 10,
    "vector_r": 10,
    "craft": 7,
    **columns_of(FORCE, "acted", "moved", "gs", "evade", "shadow_found", "entry_turn", "emitting"),
}
ENEMY_FORCES_COLUMNS = {
    "on_map": 1,
    "selected": 1,
    "column": 11,
    "row": 33,
    "vector_q": 10,
    "vector_r": 10,
    "known_craft": 7,
    **columns_of(FORCE, "acted"),
    "thrusting": 1,
    "stern": 6,
    **columns_of(FORCE, "evade", "shadow_found", "emitting"),
    "range": 40,
    "whiteouts": 4,
}
ENEMY_CRAFT_COLUMNS = {
    "on_map": 1,
    "gone": 1,
    "selected": 1,
    "column": 11,
    "row": 33,
    "range": 40,
    "size": 5,
    "tech_level": 15,
    "thrust": 6,
    "armor": 12,
    "meson_screen": 16,
    "spinal_damage": 12,
    "sand_left": 20,
    **columns_of(CRAFT, "active", "extended"),
    "evade": 2,
    "points": 60,
    **DAMAGE_COLUMNS,
}
OWN_SPREADS_COLUMNS = {
    "in_flight": 1,
    "selected": 1,
    "missiles": 40,
    **columns_of(SPREAD, "g_left"),
    "column": 11,
    "row": 33,
    "vector_q": 12,
    "vector_r": 12,
    **columns_of(SPREAD, "detected", "moved"),
}
ENEMY_SPREADS_COLUMNS = {
    "in_flight": 1,
    "selected": 1,
    "missiles": 40,
    "column": 11,
    "row": 33,
    "vector_q": 12,
    "vector_r": 12,
    **columns_of(SPREAD, "detected"),
    "attacking": 1,
}
BODIES_COLUMNS = {"planet": 1, "asteroid": 1, "column": 20, "row": 60}

# Index of a column in its row, by name: `row[at + OWN_CRAFT.armor] = klass.armor`.
GAME = positions(GAME_COLUMNS)
GAME_MOST = most_of(GAME_COLUMNS)
ORDER = positions(ORDER_COLUMNS)
ORDER_MOST = most_of(ORDER_COLUMNS)
OWN_CRAFT = positions(OWN_CRAFT_COLUMNS)
OWN_CRAFT_MOST = most_of(OWN_CRAFT_COLUMNS)
OWN_FORCES = positions(OWN_FORCES_COLUMNS)
OWN_FORCES_MOST = most_of(OWN_FORCES_COLUMNS)
ENEMY_FORCES = positions(ENEMY_FORCES_COLUMNS)
ENEMY_FORCES_MOST = most_of(ENEMY_FORCES_COLUMNS)
ENEMY_CRAFT = positions(ENEMY_CRAFT_COLUMNS)
ENEMY_CRAFT_MOST = most_of(ENEMY_CRAFT_COLUMNS)
OWN_SPREADS = positions(OWN_SPREADS_COLUMNS)
OWN_SPREADS_MOST = most_of(OWN_SPREADS_COLUMNS)
ENEMY_SPREADS = positions(ENEMY_SPREADS_COLUMNS)
ENEMY_SPREADS_MOST = most_of(ENEMY_SPREADS_COLUMNS)
BODIES = positions(BODIES_COLUMNS)
BODIES_MOST = most_of(BODIES_COLUMNS)
FIRST_PHASE = GAME.setup

# --- advanced and optional rules, missions, buying -----------------------------------------------

# They follow the basic blocks where a scenario uses any of these rules. Their rows match those of
# the basic block of the same name.
ADVANCED_OWN_CRAFT_COLUMNS = {
    "offered": 1,
    **columns_of(CRAFT, "suiting"),
    "crew": 1,
    "fuel": 20,
    **columns_of(CRAFT, "power", "party_away"),
    "sections_lost": 5,
    **columns_of(CRAFT, "globe"),
    "globe_capacity": 10,
    "sims": 50,
    **columns_of(CRAFT, "stunned"),
    "facing": 6,
}
ADVANCED_OWN_CRAFT_COLUMNS |= columns_left(
    CRAFT, Level.OWNER, ADVANCED_OWN_CRAFT_COLUMNS, Secrecy.ADVANCED
)
ADVANCED_OWN_FORCES_COLUMNS = {
    **columns_of(FORCE, "surface"),
}
ADVANCED_ENEMY_FORCES_COLUMNS = {
    "crossings": 4,
    **columns_of(FORCE, "surface", "flickering"),
}
ADVANCED_ENEMY_CRAFT_COLUMNS = {
    "crew": 1,
    **columns_of(CRAFT, "power", "party_away"),
    "sections_lost": 5,
    **columns_of(CRAFT, "globe"),
    **columns_of(CRAFT, "markers", "report"),
    "facing": 6,
}
ADVANCED_OWN_SPREADS_COLUMNS = {
    **columns_of(SPREAD, "sim", "scanned"),
}
ADVANCED_BODIES_COLUMNS = {
    "star": 1,
    "gas_giant": 1,
    "vector_q": 10,
    "vector_r": 10,
    "gravity_reach": 127,
}
ADVANCED_GAME_COLUMNS = {
    "funds": 120,
    "readiness": 2,
    "fatigue": 5,
    "mission": 10,
    "mission_points": 100,
    "asteroid": 4,
    "bombardments": 4,
    "troops": 30,
    "team_aboard": 1,
}

ADVANCED_OWN_CRAFT = positions(ADVANCED_OWN_CRAFT_COLUMNS)
ADVANCED_OWN_CRAFT_MOST = most_of(ADVANCED_OWN_CRAFT_COLUMNS)
ADVANCED_ENEMY_FORCES = positions(ADVANCED_ENEMY_FORCES_COLUMNS)
ADVANCED_ENEMY_FORCES_MOST = most_of(ADVANCED_ENEMY_FORCES_COLUMNS)
ADVANCED_ENEMY_CRAFT = positions(ADVANCED_ENEMY_CRAFT_COLUMNS)
ADVANCED_ENEMY_CRAFT_MOST = most_of(ADVANCED_ENEMY_CRAFT_COLUMNS)
ADVANCED_BODIES = positions(ADVANCED_BODIES_COLUMNS)
ADVANCED_BODIES_MOST = most_of(ADVANCED_BODIES_COLUMNS)
ADVANCED_GAME = positions(ADVANCED_GAME_COLUMNS)
ADVANCED_GAME_MOST = most_of(ADVANCED_GAME_COLUMNS)


def advanced_blocks(capacity: Capacity) -> tuple[Block, ...]:
    """Declare the blocks for a capacity class."""
    craft, forces, spreads = ((count,) for count in capacity)
    own_craft, enemy_craft = ADVANCED_OWN_CRAFT_COLUMNS, ADVANCED_ENEMY_CRAFT_COLUMNS
    own_forces, enemy_forces = ADVANCED_OWN_FORCES_COLUMNS, ADVANCED_ENEMY_FORCES_COLUMNS
    own_spreads, bodies = ADVANCED_OWN_SPREADS_COLUMNS, ADVANCED_BODIES_COLUMNS
    return (
        block("advanced_own_craft", craft, own_craft, "fuel, power, globe, boarders"),
        block("advanced_own_forces", forces, own_forces, "landing and orbit"),
        block("advanced_enemy_forces", forces, enemy_forces, "crossings, landing, globes"),
        block("advanced_enemy_craft", craft, enemy_craft, "power, globe, boarders, scans"),
        block("advanced_own_spreads", spreads, own_spreads, "semi-independent missiles"),
        block("advanced_bodies", (MAX_BODIES,), bodies, "stars and giants, motion, gravity"),
        block("advanced_game", (), ADVANCED_GAME_COLUMNS, "money, readiness, mission"),
    )


def observation_layout(capacity: Capacity, advanced: bool) -> Layout:
    """Declare the observation for a capacity class, advanced blocks where used."""
    decisions = {decision.name.lower(): 1 for decision in Decision}
    craft, forces, spreads = ((count,) for count in capacity)
    basic = (
        block("game", (), GAME_COLUMNS, "turn, phase, initiative, Fleet Tactics, points"),
        block("ask", (), decisions, "the decision to make, one-hot; all zero for a waiting seat"),
        block("order", (), ORDER_COLUMNS, "the actions of the order so far"),
        block("own_craft", craft, OWN_CRAFT_COLUMNS, "own craft by slot, as the own_craft actions"),
        block(
            "own_forces", forces, OWN_FORCES_COLUMNS, "own task forces, as the own_forces actions"
        ),
        block("enemy_forces", forces, ENEMY_FORCES_COLUMNS, "enemy task forces by contact number"),
        block("enemy_craft", craft, ENEMY_CRAFT_COLUMNS, "detected enemy craft by contact number"),
        block("own_spreads", spreads, OWN_SPREADS_COLUMNS, "own missile spreads"),
        block("enemy_spreads", spreads, ENEMY_SPREADS_COLUMNS, "enemy spreads by contact number"),
        block("bodies", (MAX_BODIES,), BODIES_COLUMNS, "planets, asteroids, and larger bodies"),
    )
    return Layout(basic + advanced_blocks(capacity) if advanced else basic)


ROWS = starts(lambda *slots: observation_layout(Capacity(*slots), True), len(Capacity._fields))
"""First row of each block; the basic ones also where a scenario has no others."""
