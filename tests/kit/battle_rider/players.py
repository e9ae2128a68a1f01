"""Sides of several players, and whose ships and task forces are whose."""

from kit.battle_rider.table import Battle, position, ship, side
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import CraftStatus

BLUE, HALF = 8, 12


def fleet(*points, players=None, detected=False, **values):
    """Ships S0, S1, .. of this many points, each its player's where `players` says."""
    ships = [ship(f"S{n}", detected=detected, **values) for n in range(len(points))]
    for n, content in enumerate(ships):
        content["values"]["points"] = points[n]
        if players is not None:
            content["player"] = players[n]
    return ships


def together(*groups, hex="1010"):
    """Task forces of ships by number, all in one hex and at rest."""
    return [{"ships": [f"S{n}" for n in group], "hex": hex} for group in groups]


def sides(red, blue=None, counts=(2, 1), **more):
    """A scenario mapping with this many players a side."""
    blue = blue or side([ship("Foe")], [{"ships": ["Foe"], "hex": "1012"}], tactics=7)
    players = dict(zip(("red", "blue"), counts, strict=True))
    return position(red, blue, rules={"players": players}, **more)


def placed(points, groups, players=None, tactics=4, counts=(2, 1), **values):
    """Red's ships of this many points in task forces, against one Blue ship two hexes away."""
    red = side(fleet(*points, players=players, detected=True, **values), together(*groups), tactics)
    blue = side([ship("Foe")], [{"ships": ["Foe"], "hex": "1012"}], tactics=7)
    return sides(red, blue, counts)


def rigged(source, value):
    """A game in which every card has this missile damage value from the start."""
    game = Battle(source, begin=False).missile_value(value)
    entry.start(game.games, 0, game.table, 1)
    return game


def holder(game, tf, side_meant=0):
    """The player of the first ship in a task force."""
    craft = game.state.craft[BLUE * side_meant :]
    return next(int(c.player) for c in craft if c.status == CraftStatus.IN_FORCE and c.tf == tf)


SMALL = sides(
    side(fleet(9, 30, 8, turret="L9:4-3-2-1"), tactics=3),
    side(fleet(9, 12, 8, turret="L9:4-3-2-1"), tactics=3),
    counts=(2, 3),
    turn_limit=4,
    map={"columns": 9, "rows": 8},
)
