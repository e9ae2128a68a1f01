"""What becomes of ships in printed scenarios, and the verdict on it."""

from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Damage, Result, Verdict
from spacecombat_env.rulesets.battle_rider.ships.losses import lose_craft
from spacecombat_env.rulesets.battle_rider.victory.scenario_verdicts import judge_turn


def slot(game, name):
    """The slot of a craft by its name."""
    return game.scenario.source["resolved"]["craft"].index(name)


def lose(game, *names, status=CraftStatus.DESTROYED):
    """Take craft out of the game."""
    for name in names:
        lose_craft(game.state, game.rules, slot(game, name), status)
    return game


def disarm(game, *names):
    """Ships that can attack no more, and are not gone."""
    for name in names:
        craft = game.state.craft[slot(game, name)]
        craft.damage[Result.FIRE_CONTROL] = Damage.PERMANENT
    return game


def strand(game, *names):
    """Ships whose jump drive is broken for good."""
    for name in names:
        game.state.craft[slot(game, name)].damage[Result.JUMP_DRIVE] = Damage.PERMANENT
    return game


def verdict(game):
    """Who wins when the turn ends."""
    judge_turn(game.state, game.rules)
    return Verdict(int(game.state.verdict))
