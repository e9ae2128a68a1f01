"""Double-blind battles: undetected ships, and the log as a seat reads it."""

from kit.battle_rider.table import ship
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.presentation import game_log

ON = {"options": {"double_blind": True}}


def dark(name="Dark", **values):
    """An undetected ship."""
    return ship(name, detected=False, **values)


def told(game, seat):
    """The log as a seat reads it."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    return game_log.log(visible, 0, game.scenario, seat, 0)


def search(game, hit, subject="ALL", sensor="PASSIVE"):
    """Red searches; every card shows `hit`."""
    game.always(hit).say("DETECT")
    return game.answer(DETECT_TARGET="ALL", DETECT_SUBJECT=subject, DETECT_SENSOR=sensor)
