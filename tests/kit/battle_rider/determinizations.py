"""Games that a seat imagines, of positions on the table."""

import numpy as np

from kit.battle_rider.table import Battle, Table, ship
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import CraftStatus
from spacecombat_env.rulesets.battle_rider.scenario import RECOMMENDED

RED, BLUE = 0, 8  # first craft of each side
REDS, BLUES = 0, 12  # first task forces

BLIND = {"options": {"double_blind": True}}


def determinization(game, seat, seed=1, kind=Battle):
    """A Table of the position determinized from what a seat knows."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    other = kind(game.scenario.source, begin=False, delegate=game.scenario.delegate)
    entry.determinize(visible, 0, game.table, seat, seed, other.games, 0)
    return other


def look(game, seat):
    """The redacted record of a seat, as bytes."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    return visible.raw[0].tobytes()


def determinizations(game, seat, count=4):
    """Determinizations of a position, each of which looks the same to the seat."""
    game.state.pool[:] = game.rules.marker_count  # `battle` rigs the cup
    for seed in range(count):
        other = determinization(game, seat, seed)
        assert look(other, seat) == look(game, seat)
        yield other


def dark(name="Dark", **values):
    """An undetected ship."""
    return ship(name, detected=False, **values)


def held(game, tf):
    """Names of no use here: the craft slots in a task force."""
    craft = game.state.craft
    there = (craft["status"] == CraftStatus.IN_FORCE) & (craft["tf"] == tf)
    return np.flatnonzero(there).tolist()


def empty(game, enemy):
    """How many of the enemy's task forces in play hold nothing, and how many there are."""
    half = len(game.state.tf) // 2
    there = [k for k in range(enemy * half, (enemy + 1) * half) if game.state.tf[k].status]
    return sum(not held(game, k) for k in there), len(there)


def standing(scenario="skirmish", seed=1, **options):
    """A game at the end of the set-up, which the standing orders have made."""
    return Table(scenario, seed=seed, delegate=RECOMMENDED, **options)
