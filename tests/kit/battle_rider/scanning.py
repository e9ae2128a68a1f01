"""Help for sensor tests: two task forces on the table, attempts by action, and their difficulty."""

from kit.battle_rider.table import position, side, started
from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.battle_rider.model import NONE, Decision, Purpose, Sensor, Verb
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

RED, BLUE = 0, 12  # first task force slots of the sides
TARGET = 8  # Blue's first craft slot


def at(column, row):
    """Axial place of a printed hex."""
    return column, axial_row(column, row)


def named(ships):
    """Ships of these classes with names of their own."""
    return [{"class": ship, "name": f"{ship} {place}"} for place, ship in enumerate(ships)]


def facing(red, blue, away=4, more=None, **extra):
    """Red's task force in 1010 at the menu of its round; Blue's lies `away` hexes ahead of it.

    `red` and `blue` are lists of ships; `more` are further task forces of Blue.
    """
    red_ships, blue_ships = named(red), named(blue)
    others = [ship for force in more or [] for ship in force["ships"]]
    ahead = {"ships": [ship["name"] for ship in blue_ships], "hex": f"10{10 + away:02d}"}
    here = {"ships": [ship["name"] for ship in red_ships], "hex": "1010"}
    sides = (
        side(red_ships, [here]),
        side([*blue_ships, *others], [ahead, *(more or [])]),
    )
    return started(position(*sides, **extra), 0).to_round(RED)


def ready(game, *craft):
    """Switch active sensors on and extend arrays, as the actions ACTIVATE and EXTEND do."""
    for index in craft or (0,):
        ship = game.state.craft[index]
        ship.active = 1
        ship.extended = game.rules.classes[ship.klass].folding
    return game


def difficulty(game, sensor, actor=0, tf=BLUE, craft=TARGET, purpose=Purpose.DETECTION):
    """The difficulty of an attempt on a craft, or with craft=NONE on the shadow of the force."""
    stands = int(game.state.decision), int(game.state.step)
    begin_attempt(game.state, purpose, actor, sensor)
    aim_attempt(game.state, game.rules, tf, NONE)
    game.state.attempt.target_craft = craft
    game.state.decision, game.state.step = stands
    return int(attempt_difficulty(game.state, game.rules, game.state.attempt))


def both(game, **more):
    """The difficulties with the active and the passive sensor."""
    return difficulty(game, Sensor.ACTIVE, **more), difficulty(game, Sensor.PASSIVE, **more)


def scan(game, sensor="PASSIVE", target=BLUE, actor=0, jam="NO_JAM"):
    """Announce an attempt of one ship and let the other side answer; on to what follows."""
    game.say("DETECT")
    if game.decision == Decision.DETECT_TARGET:  # no decision where there is only one target
        game.say(("enemy_force", target))
    game.say(("craft", actor))
    if game.decision == Decision.DETECT_SENSOR:
        game.say(sensor)
    return answer(game, jam)


def answer(game, jam="NO_JAM"):
    """Let the target's side answer."""
    if game.decision == Decision.EASIEST:
        game.apply(min(game.legal()))
    if game.decision == Decision.JAM and jam is not None:
        game.say(jam)
    return game


def needs_answer(game):
    """Whether the chain of an attempt can go on."""
    return game.decision == Decision.DETECT_CHAIN and game.can_say(Verb.CONTINUE.name)


def rapiers(away=4, **more):
    """Two Rapiers in sight of each other, active sensors on."""
    return ready(facing(["Rapier"], ["Rapier"], away, **more), 0)
