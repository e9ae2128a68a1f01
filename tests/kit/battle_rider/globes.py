"""A ship behind a black globe."""

from kit.battle_rider.table import battle, ship
from spacecombat_env.rulesets.battle_rider.model import Decision

ON = {"options": {"black_globes": True}}
RED, BLUE = 0, 8


def globe(capacity=10, rate=9, **values):
    """A ship with a black globe, detected by the enemy unless stated otherwise."""
    return ship("Globe", globe_capacity=capacity, globe_rate=rate, **values)


def own_round(setting=None, ships=None, **more):
    """Blue's round has begun; the ship's globe is set to `setting` if one is given."""
    game = battle([ship("Eye")], ships or [globe()], **ON, **more).to_round(12)
    if setting is not None:
        game.say("GLOBE", *([("craft", BLUE)] if game.decision == Decision.GLOBE_SHIP else []))
        game.answer(GLOBE_SHIP=("craft", BLUE), GLOBE_SETTING=setting)
    return game
