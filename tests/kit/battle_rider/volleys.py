"""Volleys against sand and screens."""

from kit.battle_rider.table import battle, ship
from spacecombat_env.rulesets.battle_rider.model import Damage, Result

MARKERS = ("JUMP_DRIVE", "SENSORS", "LIFE_SUPPORT", "COMPUTER", "SPINE", "MANEUVER_DRIVE")


def volley(weapon, target=None, hit=3, mount="turret", **values):
    """Red's weapons of a row have all hit; the last action of Red is spoken."""
    shooter = ship("Gun", **{mount: weapon}, **values)
    game = battle([shooter], [target or ship("Target")])
    game.state.pool[:] = 0
    for name in MARKERS:
        game.state.pool[Result[name]] = 1
    return game.always(4).aim().always(hit).say("ALL")


def sandy(casters=1, **values):
    """A target with sandcasters."""
    return ship("Target", sandcasters=casters, **values)


def results(game, index=8):
    """Permanent and temporary results on a ship."""
    damage = game.state.craft[index].damage
    return int((damage == Damage.PERMANENT).sum()), int((damage == Damage.TEMPORARY_2).sum())
