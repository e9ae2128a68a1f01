"""Imagined games: a full state that looks the same to a seat, for a search to think about honestly.

The enemy's cards that are not told are dealt anew among the slots of their size class, refused
where they contradict what was told; ships are as they were seen last, and whole elsewhere, but for
what has hit them since; loads by lot; fresh luck.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import fold
from spacecombat_env.rulesets.interceptor.pieces.asks import DELEGATION
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Load,
    MissileStatus,
    Status,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Delegate, Phase
from spacecombat_env.rulesets.interceptor.pieces.lots import Imagined
from spacecombat_env.rulesets.interceptor.sight.imagined import (
    deal_cards,
    draw,
    recall,
)
from spacecombat_env.rulesets.interceptor.sight.imagined_loads import imagine_loads
from spacecombat_env.rulesets.interceptor.sight.resuming import stand_where_asked

IN_FLIGHT = tuple(int(load) for load in (Load.DAP, Load.RIS, Load.SSS))
"""What an unknown missile in flight may be."""
THRUST, AIR = 3, 30
"""Of the suits of an unknown crew in space (paper 8)."""


@jit
def imagine(state, opening, rules, seat, seed):
    """Complete a redacted record for the seat to act with a plausible truth, with fresh luck."""
    enemy = 1 - seat
    fresh_luck(state, seed)
    deal_cards(state, opening, rules, enemy)
    loaded = is_loaded(state, enemy)
    for k in half(state.craft, enemy):
        if state.craft[k].status == Status.UNUSED:
            continue
        recall(state, rules, k, seat)
        if loaded:
            imagine_loads(state, rules, k)
    imagine_missiles(state, enemy)
    imagine_adrift(state, enemy)
    stand_where_asked(state, rules, seat)


@jit
def fresh_luck(state, seed):
    """Luck that has nothing to do with the real game's."""
    chance = state.chance
    chance.seed_lo = fold(int(seed) & 0xFFFFFFFF, 1)
    chance.seed_hi = fold(int(seed) >> 32, 2) & 0x7FFFFFFF
    chance.decisions = 0
    for bucket in range(len(chance.uses)):
        chance.uses[bucket] = 0


@jit
def is_loaded(state, side):
    """IN-HPT-02 Whether a side has loaded its racks: Red does so first, once all are placed."""
    if state.phase != Phase.SETUP:
        return True
    loads = DELEGATION[int(state.ask)] == Delegate.LOADS
    return loads and state.seat > side


@jit
def imagine_missiles(state, enemy):
    """IN-DEF-04 Of what kind missiles are: TGMs where they lie in wait, any other in flight."""
    for n in half(state.missile, enemy):
        missile = state.missile[n]
        if missile.status == MissileStatus.NONE or missile.kind == Load.HELL:
            continue
        missile.kind = IN_FLIGHT[draw(state, n, Imagined.LOAD, len(IN_FLIGHT))]
        if missile.status == MissileStatus.DORMANT:
            missile.kind = Load.TGM_1


@jit
def imagine_adrift(state, enemy):
    """IN-ABN Crews in space: suits as they were, somebody awake; who it is counts for nothing."""
    first = enemy * (len(state.crew) // 2)
    for n in half(state.adrift, enemy):
        crew = state.adrift[n]
        if crew.people == 0:
            continue
        crew.crew = ((1 << int(crew.people)) - 1) << (first % (len(state.crew) // 2))
        crew.thrust = THRUST
        crew.air = AIR
        crew.conscious = 1
