"""Spreads of missiles, and the ship that launches them."""

from kit.battle_rider.table import battle, ship
from spacecombat_env.rulesets.battle_rider.model import Decision


def carrier(name="Carrier", directors=40, ready=200, **values):
    """A missile ship; Voroshilef's directors and missiles."""
    return ship(name, missile_directors=directors, ready_missiles=ready, **values)


def vector(spread):
    """A spread's vector."""
    return int(spread.vq), int(spread.vr)


def place(piece):
    """Axial hex of a spread or task force."""
    return int(piece.q), int(piece.r)


def moving(*spreads, red=None, blue=None, away=6, directors=40):
    """Red's spreads (count, vector, at rest in 1010) before Red's first choice of one to move."""
    game = battle(red or [carrier(directors=directors)], blue or [ship("Target")], away)
    for slot, (count, steps) in enumerate(spreads):
        game.launch(0, count, slot=slot, force=0, detected=False)
        game.state.spread[slot].vq, game.state.spread[slot].vr = steps
    game.skip_to(Decision.SPREAD_MENU)
    while game.state.seat != 0:
        game.say("COAST").skip_to(Decision.SPREAD_MENU)
    return game
