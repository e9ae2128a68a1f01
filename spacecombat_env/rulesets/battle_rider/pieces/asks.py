"""The questions: which of them ask for a number."""

import numpy as np

from spacecombat_env.rulesets.battle_rider.pieces.constants import ASKS, Ask

NUMBERS = (
    Ask.SETUP_DUMMIES,
    Ask.SETUP_COLUMN,
    Ask.SETUP_VELOCITY,
    Ask.SETUP_TURN,
    Ask.LAUNCH_NUMBER,
    Ask.EVADE_NUMBER,
    Ask.WEAPON_NUMBER,
    Ask.OVERPOWER_LEVEL,
    Ask.SAND_NUMBER,
    Ask.CONTROL_NUMBER,
    Ask.SPLIT_NUMBER,
    Ask.AIM_NUMBER,
    Ask.SHOT_NUMBER,
    Ask.DAMPER_NUMBER,
    Ask.MISSILE_SAND_NUMBER,
    Ask.POOL_PICK,
    Ask.BUY_TACTICS,
    Ask.BODY_COLUMN,
    Ask.SECRET_ASTEROID,
    Ask.NEAR_COLUMN,
)
"""Questions whose answer is a number."""
ASKS_NUMBER = np.array([ask in NUMBERS for ask in range(ASKS)])
