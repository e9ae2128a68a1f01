"""Worth of a ship for its price: salvoes first, then guns, then protection.

All of it is worth more with better fire control. Every hull adds a little, since many are harder to
kill. The captain buys by it, and determinization expects fleets bought by it.
"""

from spacecombat_env.core.native import native

from ..fleets.prices import is_jumpless, price
from ..model import WEAPON_ROWS, Beam, Side, Victory, purse
from ..model.record_types import Class, Rules, State

THRIFTY_SHARE = 12  # Fleet Tactics get one part in this number of the points
HULL = 4.0
SALVO_WORTH = 1.5  # each missile that a ship can steer
SPINE_WORTH = 1.5  # each point of damage of a spinal mount
BEAM_WORTH = 0.4  # the same of other beams
ARMOR_WORTH = 0.8
SCREEN_WORTH = 0.6
SAND_WORTH = 0.3
STORE_WORTH = 0.15  # each missile aboard
BEST_FIRE_CONTROL = 6.0
BEST_LEVEL, LEVEL_WORTH = 15, 0.17  # reduction of all worth per tech level below
DEARNESS = 0.8  # power of the price that worth is divided by: dear ships are hard to kill


@native
def worth_per_point(state: State, rules: Rules, side, index):
    """Worth for each point of the price; a tender's with the riders it can be bought with."""
    klass = rules.classes[state.craft[index].klass]
    if rules.option.victory == Victory.FIRST_CLASH and side == Side.BLUE and is_jumpless(klass):
        return 0.001  # BR-S3-04 a ship that cannot escape wins nothing
    cost = price(state, rules, side, index)
    worth = ship_value(klass)
    if klass.riders > 0:
        rider = rules.classes[klass.rider_klass]
        riders = min(int(klass.riders), (purse(state, side) - cost) // max(1, int(rider.points)))
        worth += max(0, riders) * ship_value(rider)
        cost += max(0, riders) * int(rider.points)
    return worth / float(max(1, cost)) ** DEARNESS


@native
def ship_value(klass: Class):
    """Worth of a ship in a fight, by its card."""
    salvo = min(int(klass.directors), int(klass.missiles))
    fire = SALVO_WORTH * salvo + STORE_WORTH * int(klass.missiles)
    for row in range(WEAPON_ROWS):
        weapon = klass.weapon[row]
        if weapon.kind != Beam.NONE:
            each = SPINE_WORTH if weapon.spinal else BEAM_WORTH
            fire += each * int(weapon.number) * max(0, int(weapon.damage[1]))
    shield = ARMOR_WORTH * int(klass.armor) + SCREEN_WORTH * int(klass.meson_screen)
    shield += SAND_WORTH * (int(klass.sandcasters) + int(klass.dampers))
    quality = int(klass.fire_control) / BEST_FIRE_CONTROL
    quality *= 1.0 - LEVEL_WORTH * (BEST_LEVEL - int(klass.tech_level))
    return (HULL + fire + shield) * max(0.1, quality)
