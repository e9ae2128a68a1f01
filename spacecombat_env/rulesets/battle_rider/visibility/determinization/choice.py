"""The fleet and mission of a determinized enemy: the first of several samples that fits.

A bought fleet, set up by the standing orders, must explain the number of visible task forces. The
more of its ships are still unknown, the less likely it is accepted.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import fold, pick
from spacecombat_env.core.native import native

from ...fleets.mission_setup import ASTEROIDS
from ...model import (
    CARDS,
    MISSIONS,
    NONE,
    CraftStatus,
    DeterminizationStream,
    Phase,
    RedMission,
    Side,
    has_missions,
)
from ...model.record_types import Rules, State
from ...victory.mission_deeds import RAID_BOMBARDMENTS
from ..restored_fields import restore_stores, restore_undetected
from .craft import is_held_back, random_index
from .cup import determinize_cup
from .entries import has_misfit
from .purchases import determinize_purchase, may_be_mission
from .requirements import is_from_pool, least_visible_cost, unexplained_craft

TRIES = 24  # fleets sampled where one is bought, until one fits
USUAL = 20  # the first of these are bought as usual, the rest for the ships that show
FIRST_TURN = 1
SEARCH_TURNS = 5  # turns after which undetected ships count as searched for once more


@native
def determinize_fleet(state: State, opening: State, rules: Rules, enemy, seed):
    """BR-SCN-11 Sample the enemy's fleet, its unknown craft without task forces.

    Of several possible purchases take the first that explains the numbers of visible task forces
    and of detected ships, and has the usual Fleet Tactics. If none does,
    take the one with the best number of task forces.
    """
    if not state.buyer[enemy]:
        place_known_fleet(state, opening, rules, enemy)
        if rules.buying[enemy].leave_out:
            determinize_cup(state, rules, enemy)
        return
    best, least = TRIES - 1, len(state.tf)
    for nth in range(TRIES):
        off = try_purchase(state, opening, rules, enemy, seed, nth)
        off += has_misfit(state, opening, rules, enemy)
        off += len(state.tf) * unexplained_craft(state, rules, enemy)
        if off == 0 and is_found_so_far(state, rules, enemy, seed, nth):
            return
        if off < least:
            best, least = nth, off
    try_purchase(state, opening, rules, enemy, seed, best)


@native
def try_purchase(state: State, opening: State, rules: Rules, enemy, seed, nth):
    """BR-SCN-11, BR-ASG-05 Sample the nth mission and fleet; they are the same for every call.

    Return by how many levels its Fleet Tactics are unusual.
    """
    reseed(state, seed, nth)
    determinize_mission(state, opening, rules, enemy, seed, nth)
    place_known_fleet(state, opening, rules, enemy)
    return determinize_purchase(state, opening, rules, enemy, nth >= USUAL)


@native
def is_found_so_far(state: State, rules: Rules, enemy, seed, nth):
    """Whether to accept that no more ships of a fleet were detected, at random.

    Once there has been time to search, any detected share is equally likely (rule of succession).
    The longer the search has gone on, the likelier are high ones.
    """
    if state.turn < FIRST_TURN or (state.turn == FIRST_TURN and state.phase < Phase.OPERATIONS):
        return True
    found, ships = 0, 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone and not is_held_back(state, k):
            found += 1 if craft.detected else 0
            ships += 1
    for again in range(1 + state.turn // SEARCH_TURNS):
        drawn = try_random_index(seed, DeterminizationStream.FOUND, again * TRIES + nth)
        if pick(drawn, ships + 1) > found:
            return False
    return True


@native
def place_known_fleet(state: State, opening: State, rules: Rules, enemy):
    """Restore the craft that the scenario gives a side, as they were at the start."""
    for k in side_range(state.craft, enemy):
        craft, origin = state.craft[k], opening.craft[k]
        if origin.status == CraftStatus.UNUSED or is_from_pool(origin):
            continue
        restore_stores(craft, origin)
        if not craft.detected:
            restore_undetected(craft, origin)
            if craft.status == CraftStatus.IN_FORCE:
                craft.tf = NONE


# --- missions ------------------------------------------------------------------------------------


@native
def determinize_mission(state: State, opening: State, rules: Rules, enemy, seed, nth):
    """BR-ASG-05, 14 A mission at random, unless the scenario or the visible state determines it."""
    if not has_missions(rules) or state.mission[1 - enemy].number == 0:
        return
    mission = state.mission[enemy]
    mission.late = 0
    mission.asteroid = 0
    mission.landing_turn = 0
    mission.number = rules.option.mission[enemy]
    if mission.troops != 0:
        mission.number = RedMission.INVADE_AND_SECURE
    if mission.number == 0:
        shown = least_visible_cost(state, opening, rules, enemy)
        mission.number = random_mission(state, rules, enemy, shown, seed, nth)
    mission.team = NONE
    if enemy == Side.RED:
        if mission.number == RedMission.TRANSIT or mission.number == RedMission.DEEP_BLACK:
            mission.asteroid = 1 + random_index(
                state, enemy, DeterminizationStream.ASTEROID, ASTEROIDS
            )
        raid = mission.number == RedMission.SURFACE_RAID
        if raid and mission.bombardments >= RAID_BOMBARDMENTS:
            mission.landing_turn = max(1, int(state.turn) - 1)


@native
def random_mission(state: State, rules: Rules, enemy, shown, seed, nth):
    """BR-ASG-05 A mission that fits what is known, another for every try, in random order.

    If none fits, it is the first one, which has most points.
    """
    fitting = 0
    for number in range(1, MISSIONS + 1):
        fitting += 1 if may_be_mission(state, rules, enemy, number, shown) else 0
    if fitting == 0:
        return 1
    again, place = nth // fitting, nth % fitting
    for number in range(1, MISSIONS + 1):
        if may_be_mission(state, rules, enemy, number, shown):
            before, own = 0, order_of(seed, again, number)
            for other in range(1, MISSIONS + 1):
                if order_of(seed, again, other) < own:
                    before += 1 if may_be_mission(state, rules, enemy, other, shown) else 0
            if before == place:
                return number
    return 1


@native
def order_of(seed, again, number):
    """A random number that orders the missions, new for each pass over them."""
    return try_random_index(seed, DeterminizationStream.MISSION, again * (MISSIONS + 1) + number)


# --- random streams ------------------------------------------------------------------------------


@native
def try_random_index(seed, kind, nth):
    """A random number outside the random streams of a try."""
    return fold(fold(int(seed) & 0xFFFFFFFF, -int(kind)), nth)


@native
def reseed(state: State, seed, nth):
    """Seed the nth try independently of the real game, with a full deck."""
    chance = state.chance
    chance.seed_lo = fold(int(seed) & 0xFFFFFFFF, 1 + TRIES * nth)
    chance.seed_hi = fold(int(seed) >> 32, 2) & 0x7FFFFFFF
    for card in range(CARDS):
        chance.deck[card] = card
    chance.deck_left = CARDS
    chance.dealt = 0
    chance.decisions = 0
    for bucket in range(len(chance.uses)):
        chance.uses[bucket] = 0
