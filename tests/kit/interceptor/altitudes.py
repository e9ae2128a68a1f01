"""Ships at levels above a planet."""

from kit.interceptor.moves import begin, say, say_number
from kit.interceptor.planets import levels
from spacecombat_env.rulesets.interceptor.model import (
    Decision,
    Verb,
)
from spacecombat_env.rulesets.interceptor.planet import flight
from spacecombat_env.rulesets.interceptor.planet.gravity import begin_well
from spacecombat_env.rulesets.interceptor.sequence import begin_craft_turn

WINGED, LIFTED, BARE, BOTH = "CHEETAH", "FLUTTERING PETAL", "PENETRATOR", "SPICULUM"
AIR, INTERFACE, SPACE = 4, 6, 7
"""A level of the atmosphere, that of the interface, the lowest one of space."""


def at_level(level=AIR, name=WINGED, velocity=4, thrust=8, heading=1, gravity=False):
    """A ship at a level, with a good pilot and this thrust."""
    table = levels(gravity)
    k = table.put(name, at=(9, 9), heading=heading, velocity=velocity, piloting=9)
    craft = table.state.craft[k]
    craft.altitude, craft.thrust = level, thrust
    flight.settle_mode(table.state, table.rules, k)
    return table, k, craft


def moving(number, *args, **keys):
    """A ship that has just set its velocity."""
    table, k, craft = at_level(*args, **keys)
    begin(table, k)
    say_number(table, number)
    return table, k, craft


def next_turn(table, k):
    """The next turn of a ship, at the question of its velocity."""
    begin_craft_turn(table.state.craft[k])
    begin_well(table.state, table.rules)
    begin(table, k)


def end_move(table):
    """End a move once nothing is left to fly."""
    while table.state.decision == Decision.MOVE:
        say(table, Verb.DONE)
