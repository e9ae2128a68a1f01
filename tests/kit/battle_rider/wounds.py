"""Ships with a gun, shot at or hurt already."""

from kit.battle_rider.table import battle, ship
from spacecombat_env.rulesets.battle_rider.model import Purpose, Result
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

CUP = ("JUMP_DRIVE", "SENSORS", "LIFE_SUPPORT", "COMPUTER", "SPINE", "MANEUVER_DRIVE", "BRIDGE")


def gun(weapon="M40:1", name="Gun", **values):
    """A ship with a weapon."""
    return ship(name, **({"turret": weapon} | values))


def shoot(weapon, target=None, away=0, card=1, cup=CUP):
    """Red's weapons hit Blue's ship; the cup holds one marker of each kind named."""
    game = battle([gun(weapon, fire_control=20)], [target or ship("Target")], away)
    game.always(4).aim()
    game.state.pool[:] = 0
    for name in cup:
        game.state.pool[Result[name]] = 1
    game.always(card).say("ALL")
    assert game.events("FIRE")[-1].b > 0
    return game


def hurt(*damage, **values):
    """Red's round; its ship has taken damage already."""
    return battle([gun(damage=list(damage), **values)], [ship("Target")])


def lock_difficulty(game):
    """The difficulty of Red's passive lock on Blue's ship; 1 for a sound one."""
    game.aim()
    attempt = game.state.attempt
    assert attempt.purpose == Purpose.BEAM_LOCK
    return attempt_difficulty(game.state, game.rules, attempt)
