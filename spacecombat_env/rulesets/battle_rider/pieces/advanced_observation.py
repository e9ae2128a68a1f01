"""The observation's blocks of advanced and optional rules, of missions and of buying.

They follow the basic blocks (observation.py) where a scenario uses any of these rules, row for row
as the block of the same name there; ADVANCED_GAME is last, so that it is found from the end.
"""

from spacecombat_env.core.layout import Block, block, limits_of
from spacecombat_env.rulesets.battle_rider.pieces.constants import MAX_BODIES, Capacity

ADVANCED_OWN_CRAFT = {
    "offered": 1,
    "suiting": 7,
    "crew": 1,
    "fuel": 20,
    "power": 2,
    "party_away": 1,
    "sections_lost": 5,
    "globe": 10,
    "globe_capacity": 10,
    "sims": 50,
    "stunned": 2,
    "facing": 6,
}
ADVANCED_OWN_FORCES = {
    "surface": 4,
}
ADVANCED_ENEMY_FORCES = {
    "crossings": 4,
    "surface": 4,
    "flickering": 1,
}
ADVANCED_ENEMY_CRAFT = {
    "crew": 1,
    "power": 2,
    "party_away": 1,
    "sections_lost": 5,
    "globe": 10,
    "markers": 12,
    "report": 15,
    "facing": 6,
}
ADVANCED_OWN_SPREADS = {
    "sim": 14,
    "scanned": 40,
}
ADVANCED_BODIES = {
    "star": 1,
    "gas_giant": 1,
    "vector_q": 10,
    "vector_r": 10,
    "gravity_reach": 127,
}
ADVANCED_GAME = {
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

OWN_CRAFT_COLUMNS, OWN_CRAFT_LIMITS = len(ADVANCED_OWN_CRAFT), limits_of(ADVANCED_OWN_CRAFT)
OWN_FORCE_COLUMNS, OWN_FORCE_LIMITS = len(ADVANCED_OWN_FORCES), limits_of(ADVANCED_OWN_FORCES)
ENEMY_FORCE_COLUMNS = len(ADVANCED_ENEMY_FORCES)
ENEMY_FORCE_LIMITS = limits_of(ADVANCED_ENEMY_FORCES)
ENEMY_CRAFT_COLUMNS = len(ADVANCED_ENEMY_CRAFT)
ENEMY_CRAFT_LIMITS = limits_of(ADVANCED_ENEMY_CRAFT)
OWN_SPREAD_COLUMNS, OWN_SPREAD_LIMITS = len(ADVANCED_OWN_SPREADS), limits_of(ADVANCED_OWN_SPREADS)
BODY_COLUMNS, BODY_LIMITS = len(ADVANCED_BODIES), limits_of(ADVANCED_BODIES)
ADVANCED_GAME_COLUMNS, GAME_LIMITS = len(ADVANCED_GAME), limits_of(ADVANCED_GAME)


def advanced_blocks(capacity: Capacity) -> tuple[Block, ...]:
    """Declare the blocks for a capacity class."""
    craft, forces, spreads = ((count,) for count in capacity)
    return (
        block("advanced_own_craft", craft, ADVANCED_OWN_CRAFT, "fuel, power, globe, boarders"),
        block("advanced_own_forces", forces, ADVANCED_OWN_FORCES, "landing and orbit"),
        block("advanced_enemy_forces", forces, ADVANCED_ENEMY_FORCES, "crossings, landing, globes"),
        block("advanced_enemy_craft", craft, ADVANCED_ENEMY_CRAFT, "power, globe, boarders, scans"),
        block("advanced_own_spreads", spreads, ADVANCED_OWN_SPREADS, "semi-independent missiles"),
        block(
            "advanced_bodies", (MAX_BODIES,), ADVANCED_BODIES, "stars and giants, motion, gravity"
        ),
        block("advanced_game", (), ADVANCED_GAME, "money, readiness, mission"),
    )
