"""Fleets to be bought: the terms, the offer, the price."""

from collections import Counter

from kit.battle_rider.table import Table, position, side
from spacecombat_env.rulesets.battle_rider.fleets.prices import cheapest_crew
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Decision, crew_price
from spacecombat_env.rulesets.battle_rider.presentation import action_text

BOUGHT = (CraftStatus.IN_FORCE, CraftStatus.ABOARD)


def terms(points=100, cost=10, **more):
    """A side that buys its fleet."""
    return {"purchase": {"points": points, "tactics_cost": cost, **more}}


def shop(pool, points=100, cost=10, blue=None, **more):
    """A game in which Red buys from a pool; Blue has a Rapier, or buys as well."""
    red = terms(points, cost, pool=pool, **more)
    return Table(position(red, blue or side(["Rapier"])), delegate=())


def name(game, slot):
    """The name of a craft slot."""
    names = action_text.Names(game.state, game.scenario, -1)
    return names.own_name(slot)


def offered(game):
    """The ships and drones that the seat to act may buy now."""
    half = len(game.state.craft) // 2
    first = int(game.state.seat) * half
    return [name(game, k) for k in range(first, first + half) if game.can_say(("craft", k))]


def buy(game, *wanted):
    """Buy craft by their names."""
    half = len(game.state.craft) // 2
    for one in wanted:
        first = int(game.state.seat) * half
        names = [name(game, k) for k in range(first, first + half)]
        game.say(("craft", first + names.index(one)))
    return game


def pool(game, seat):
    """Classes in the pool of a side, with their numbers."""
    half = len(game.state.craft) // 2
    craft = game.state.craft[seat * half : (seat + 1) * half]
    classes = game.scenario.source["resolved"]["classes"]
    return Counter(classes[c.klass] for c in craft if c.status == CraftStatus.OFFERED)


def fleet(game, seat):
    """Classes of the craft that a side has, with their numbers."""
    half = len(game.state.craft) // 2
    craft = game.state.craft[seat * half : (seat + 1) * half]
    classes = game.scenario.source["resolved"]["classes"]
    return Counter(classes[c.klass] for c in craft if c.status in BOUGHT)


def cost(game, seat, craft):
    """Points that a craft has cost; one that is gone, with the cheapest crew."""
    klass, crews = game.rules.classes[craft.klass], game.rules.buying[seat].crews
    if klass.drone or not crews:
        return int(klass.points)
    crew = craft.crew if craft.status in BOUGHT else cheapest_crew(int(crews))
    return int(crew_price(int(klass.points), int(crew)))


def spent(game, seat):
    """Points that a side's fleet and Fleet Tactics are worth."""
    half = len(game.state.craft) // 2
    craft = game.state.craft[seat * half : (seat + 1) * half]
    ships = sum(cost(game, seat, c) for c in craft if c.status in BOUGHT)
    return ships + (int(game.state.tactics[seat]) - 1) * int(game.rules.buying[seat].tactics_cost)


def divided(seed=1):
    """Battle Royal when the pools are divided, ties settled by the first of the equals."""
    game = Table("battle_royal", seed=seed, delegate=())
    while game.decision == Decision.POOL_PICK:
        game.say(1)
    return game
