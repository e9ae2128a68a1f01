"""Games of pocket empires with missions that are fixed, and fleets where they are wanted."""

from kit.battle_rider.table import Table
from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.battle_rider.fleets import purchase
from spacecombat_env.rulesets.battle_rider.model import (
    CraftStatus,
    Damage,
    Errand,
    ForceStatus,
    Phase,
    Result,
    class_row,
)
from spacecombat_env.rulesets.battle_rider.scenario import RECOMMENDED, load
from spacecombat_env.rulesets.battle_rider.victory.blue_missions import blue_fulfils
from spacecombat_env.rulesets.battle_rider.victory.red_missions import red_fulfils

SOURCE = load("pocket_empires").source
PLANET = (10, axial_row(10, 24))
WITH_BUYING = (*RECOMMENDED, "buying")


def empires(red=None, blue=None, begin=False, delegate=WITH_BUYING, seed=1, **more):
    """A game of pocket empires with missions that are fixed, or drawn."""
    fixed = {name: number for name, number in (("red", red), ("blue", blue)) if number}
    source = {key: value for key, value in SOURCE.items() if key != "resolved"}
    return Table({**source, "missions": fixed, **more}, delegate=delegate, begin=begin, seed=seed)


def war(red, blue, reds, blues, **more):
    """A game under way: each side's ships as `class` or `class outcome`, all on the map otherwise."""
    game = empires(red, blue, **more)
    game.games.int64[0][:] = game.table.opening_int64[0]
    state = game.state
    state.turn, state.phase = 5, Phase.INITIATIVE
    state.body[1]["kind"], state.body[1]["q"], state.body[1]["r"] = 2, 4, 10
    for seat, (number, fleet) in enumerate(((red, reds), (blue, blues))):
        state.mission[seat].number = number
        half, forces = len(state.craft) // 2, len(state.tf) // 2
        for k in range(seat * half, (seat + 1) * half):
            purchase.clear_slot(state.craft[k])
        force = state.tf[seat * forces]
        force.status, force.strength, force.acted = ForceStatus.ON_MAP, len(fleet), 0
        force.q, force.r = PLANET if seat == 0 else (10, 6)
        for place, text in enumerate(fleet):
            name, _, outcome = text.partition(": ")
            craft = state.craft[seat * half + place]
            craft.klass = class_row(name)
            craft.missiles = game.rules.classes[craft.klass].missiles
            craft.fuel = game.rules.classes[craft.klass].fuel
            craft.status, craft.tf = CraftStatus.IN_FORCE, seat * forces
            if outcome == "late":
                hold_back(game, craft, seat * forces)
            else:
                OUTCOMES[outcome](craft)
    return game


def hold_back(game, craft, first):
    """A craft that is still to enter, over the middle of its edge."""
    waiting = game.state.tf[first + 1]
    game.state.tf[first].strength -= 1
    craft.tf, craft.errand = first + 1, int(Errand.LATE)
    waiting.status, waiting.strength, waiting.entry_turn = ForceStatus.WAITING, 1, 6
    waiting.q, waiting.vr = 10, -6 if first else 6
    waiting.r = axial_row(10, 34 if first else 0)


def gone(status):
    """A craft that has left the game."""

    def change(craft):
        craft.status, craft.tf = status, -1

    return change


def crippled(result):
    """A craft with a permanent result."""

    def change(craft):
        craft.damage[result] = Damage.PERMANENT

    return change


def marked(errand, status=CraftStatus.IN_FORCE):
    """A craft with a bit of its errand set."""

    def change(craft):
        craft.errand = int(errand)
        craft.status = status

    return change


OUTCOMES = {
    "": lambda craft: None,
    "destroyed": gone(CraftStatus.DESTROYED),
    "lost": gone(CraftStatus.LOST),
    "captured": gone(CraftStatus.CAPTURED),
    "escaped": gone(CraftStatus.ESCAPED),
    "disabled": crippled(Result.MANEUVER_DRIVE),
    "unarmed": crippled(Result.FIRE_CONTROL),
    "hit": marked(Errand.HIT),
    "spotted": marked(Errand.SPOTTED),
    "refuelled": marked(Errand.REFUELLED, CraftStatus.ESCAPED),
    "informed": marked(Errand.DATABASE, CraftStatus.ESCAPED),
}


def fulfils(game, seat):
    """Whether a side's conditions hold as things stand."""
    red = bool(red_fulfils(game.state, game.rules))
    return red if seat == 0 else bool(blue_fulfils(game.state, game.rules, not red))


def orbiting(mission, ships, blue=3):
    """Red's ships rest in orbit."""
    return war(mission, blue, ships, ["Rapier"])
