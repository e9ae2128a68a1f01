"""A ship near stars, planets and asteroids, and an enemy far away."""

from kit.battle_rider.table import Battle, position, ship, side
from spacecombat_env.rulesets.battle_rider.model import NONE, Purpose, Sensor
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

JUPITER = {"kind": "gas_giant", "world": "Jupiter", "hex": "1010"}


def space(*bodies, red="1014", vector=(0, 0), switch=True, **rules):
    """A Red ship near some bodies, a Blue one far away."""
    red = side([ship("Red")], [{"ships": ["Red"], "hex": red, "vector": list(vector)}])
    blue = side([ship("Blue")], [{"ships": ["Blue"], "hex": "0130"}])
    return position(red, blue, bodies=list(bodies), rules={"gravity": switch, **rules})


def sailing(*bodies, **more):
    """The same, at the menu of Red's first round."""
    return Battle(space(*bodies, **more), seed=1).to_round(0)


def difficulty(game):
    """Of Blue's passive attempt against Red's ship."""
    blue, saved = len(game.state.craft) // 2, game.save()
    begin_attempt(game.state, Purpose.DETECTION, blue, Sensor.PASSIVE)
    aim_attempt(game.state, game.rules, 0, NONE)
    game.state.attempt.target_craft = 0
    found = attempt_difficulty(game.state, game.rules, game.state.attempt)
    game.restore(saved)
    return found
