"""Missiles that attack a task force."""

from kit.battle_rider.table import battle, ship


def carrier(name="Carrier", **values):
    """Blue's missile ship."""
    return ship(
        name, **({"missile_directors": 50, "ready_missiles": 90, "fire_control": 9} | values)
    )


def attacked(*defenders, missiles=3, detected=True, away=0, spreads=1, blue=None, **steps):
    """Blue's missiles have been declared to attack Red's task force; Red's sound ships defend."""
    game = battle(list(defenders), blue or [carrier()], away).always(3)
    slots = []
    for k in range(spreads):
        slots.append(game.launch(8, missiles, detected=detected, slot=12 + k))
    game.attack(*slots)
    return game


def laser(count=4, name="Red", **values):
    """A defender with a turret of lasers; a beam at a missile is 1 + 2 = 3."""
    return ship(name, **({"turret": f"L(x{count})10:1"} | values))


def count(game, slot=12):
    """Missiles left of a spread."""
    return int(game.state.spread[slot].count)
