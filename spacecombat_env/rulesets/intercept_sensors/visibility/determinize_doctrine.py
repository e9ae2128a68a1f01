"""Which doctrine a determinized enemy follows, and what its untracked units did by it.

A hunter burns, and makes every scan that it may. A lurker drifts on batteries until something finds
it, and makes only scans that promise much. Either is as likely, until the enemy's scans tell: they
are announced. Where tracks score points, a lurker scans as often as a hunter.
"""

from spacecombat_env.core.model.rng import keyed, pick
from spacecombat_env.core.native import native

from ..model import (
    RECENT_SCANS,
    SCANS_A_TURN,
    InterceptChance,
    InterceptPhase,
    Result,
    Type,
    Victory,
    first_side,
    side_of,
)
from ..model.record_types import Rules, State

DOCTRINES = 2
"""The hunter and the lurker."""
THRUST, HARD, FACING, SPREAD_X, SPREAD_Y, WIDTH, EDGE, DOCTRINE = range(-8, 0)
"""Numbers of the samples of a unit; those of places begin at 0."""
FOUND, ROUSED, DODGED, BURNS, DRIFTS, LURKS = range(6)
"""Conduct of a unit in its last move: it burned, just found; the same, from rest; found before;
never found. Or it drifted: found before; never found."""
EDGE_MOVES, EDGE_CHANCE, EDGE_MOST = 3, 15, 45
"""A drifting unit, once found, turns at an edge: hundredths a move after some moves, at most."""


@native
def moves_made(state: State):
    """IC-SEQ-05 Return how often an untracked unit has moved: all move at the end of the plots."""
    waiting = state.phase == InterceptPhase.OPEN_MOVEMENT or state.phase == InterceptPhase.PLOTTING
    return max(0, int(state.turn) - (1 if waiting else 0))


@native
def is_runner(state: State, rules: Rules, index):
    """Return whether a unit is a ship that must cross the map."""
    klass = rules.classes[state.unit_of[index].klass]
    return rules.option.runner == side_of(state, index) and klass.type == Type.SHIP


@native
def sample(state: State, index, what, count):
    """Return a random number below `count`, for one choice about a unit."""
    key = InterceptChance.DETERMINIZE | 0
    return pick(keyed(state.chance.seed_lo, state.chance.seed_hi, key, index, what), count)


@native
def lies_in_wait(state: State, rules: Rules, seat):
    """Return whether the enemy of a seat is a lurker in this determinization."""
    enemy, turns = 1 - seat, int(state.turn) - 1
    scans = int(state.scans[enemy])
    if state.phase == InterceptPhase.SENSORS and first_side(state) == enemy and state.seat == seat:
        turns += 1
    else:
        scans -= int(state.declared[enemy])
    if scans < SCANS_A_TURN * turns:
        return True
    if turns > 0 and rules.option.victory != Victory.POINTS:
        return False
    return sample(state, enemy, DOCTRINE, DOCTRINES) == 0


@native
def count_finds(state: State, seat, turn):
    """Return how many units a scan of a seat in a turn found without a track, at most."""
    most = 0
    for n in range(RECENT_SCANS):
        scan, finds = state.scan[seat, n], 0
        for f in range(scan.finds if scan.side != 0 and scan.turn == turn else 0):
            finds += int(scan.find[f].result != Result.TRACKED)
        most = max(most, finds)
    return most


@native
def is_found(state: State, index, nth, move):
    """Return whether the nth untracked unit was found or tracked when a move was ordered."""
    if move > 0 and state.unit_of[index].last_turn == move:
        return True
    return nth < count_finds(state, 1 - side_of(state, index), move - 1)


@native
def conduct_of(state: State, rules: Rules, index, nth, lurks):
    """Return the conduct of the nth untracked unit of an enemy, which may be a lurker."""
    moves = moves_made(state)
    found = is_found(state, index, nth, moves)
    before = state.unit_of[index].last_turn > 0
    for move in range(max(moves - RECENT_SCANS, 0), moves):
        before = before or is_found(state, index, nth, move)
    if not lurks or is_runner(state, rules, index):
        return FOUND if found else DODGED if before else BURNS
    if found or (before and is_at_edge(state, index, moves)):
        return FOUND if before else ROUSED
    return DRIFTS if before else LURKS


@native
def is_at_edge(state: State, index, moves):
    """Return whether a drifting unit had to turn before the edge of the map, at random."""
    return sample(state, index, EDGE, 100) < min(EDGE_CHANCE * (moves - EDGE_MOVES), EDGE_MOST)
