"""The observation's blocks of advanced and optional rules, of missions and of buying.

They follow the basic blocks (observation.py) where a scenario uses any of these rules. Their rows
match those of the basic block of the same name.
"""

from spacecombat_env.core.model.fields import columns_of
from spacecombat_env.core.model.layout import Block, block, most_of, positions

from .constants.sizes import MAX_BODIES, Capacity
from .craft import CRAFT
from .piece_records import FORCE, SPREAD

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
ADVANCED_OWN_FORCES = positions(ADVANCED_OWN_FORCES_COLUMNS)
ADVANCED_ENEMY_FORCES = positions(ADVANCED_ENEMY_FORCES_COLUMNS)
ADVANCED_ENEMY_FORCES_MOST = most_of(ADVANCED_ENEMY_FORCES_COLUMNS)
ADVANCED_ENEMY_CRAFT = positions(ADVANCED_ENEMY_CRAFT_COLUMNS)
ADVANCED_ENEMY_CRAFT_MOST = most_of(ADVANCED_ENEMY_CRAFT_COLUMNS)
ADVANCED_OWN_SPREADS = positions(ADVANCED_OWN_SPREADS_COLUMNS)
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
