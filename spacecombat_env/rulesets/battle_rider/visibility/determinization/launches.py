"""Determinization of what the enemy has spent: fuel, and the missiles launched so far.

A spread is of a ship that may have been where it appeared.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...model import (
    CONTROLLED_MISSILE_G,
    MEMORY_LAUNCHES,
    NONE,
    CraftStatus,
    DeterminizationStream,
    Phase,
    force_slots,
    is_blind,
    spread_slots,
)
from ...model.record_types import Craft, Rules, State
from ...ships.force_memory import bit_of_craft, bit_of_force
from .craft import is_held_back, random_index

LAUNCHER = DeterminizationStream.LAUNCHER | 0
LAUNCHES_ANYWAY = 6
"""Directors that count for every ship: small ships launch nearly as often as large ones."""
SPREADS_ANYWAY = 40
"""The same for a spread of which no launch was dealt."""
LAUNCHED_ALL = 16
"""How much likelier a spread that was counted is all that a ship can launch than a part of it."""


@native
def spend_fuel(state: State, enemy):
    """BR-FUE-02 Craft with limited fuel have burned what is seen of the thrust of their force."""
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.fuel > 0 and craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            burned = state.memory_burned[enemy, craft.tf % force_slots(state)]
            craft.fuel = max(0, int(craft.fuel) - int(burned))


@native
def determinize_launches(state: State, rules: Rules, enemy):
    """BR-MIS-03 Take all missiles launched so far from the racks; spreads get their owners.

    A ship launches at most one a turn, of as many missiles as it can steer. In double-blind play,
    in which launches are unseen, the enemy has launched as many as the seat itself.
    """
    side = 1 - enemy if is_blind(state) else enemy
    for k in side_range(state.spread, enemy):
        state.spread[k].owner = NONE
        state.spread[k].g_left = CONTROLLED_MISSILE_G // 2
    last = int(state.memory_launch_count[side])
    nth = max(0, last - MEMORY_LAUNCHES)
    while nth < last:
        end = nth + 1
        while end < last and is_same_turn(state, side, nth, end):
            end += 1
        for n in range(nth, end):
            launch_known_spreads(state, rules, enemy, memory_slot(side, n))
        for n in range(nth, end):
            launch_other_spreads(state, rules, enemy, memory_slot(side, n))
        for k in side_range(state.craft, enemy):
            state.craft[k].launched = 0
        nth = end
    for k in side_range(state.spread, enemy):
        if state.spread[k].count > 0 and state.spread[k].owner == NONE:
            own_without_launch(state, rules, enemy, k)


@native
def memory_slot(side, nth):
    """Where the nth place and turn of a side's launches is kept."""
    return side * MEMORY_LAUNCHES + nth % MEMORY_LAUNCHES


@native
def is_same_turn(state: State, side, first, second):
    """Whether the launches of two places belong to one turn."""
    turn = state.memory_launch[memory_slot(side, first)].turn
    return turn == state.memory_launch[memory_slot(side, second)].turn


@native
def launch_known_spreads(state: State, rules: Rules, enemy, past):
    """Let ships in play launch the spreads of a place and turn that are on the map."""
    for spread in side_range(state.spread, enemy):
        if is_of_launch(state, past, spread):
            k = pick_launcher(state, rules, enemy, past, spread, spread)
            if k != NONE:
                own_spread(state, spread, k, salvo(rules, state.craft[k]))
                launch(rules, state.craft[k])


@native
def launch_other_spreads(state: State, rules: Rules, enemy, past):
    """Let ships launch the spreads of a place and turn that are gone."""
    left = int(state.memory_launch[past].count)
    for spread in side_range(state.spread, enemy):
        left -= int(is_of_launch(state, past, spread))
    for nth in range(left):
        k = pick_launcher(state, rules, enemy, past, NONE, len(state.spread) + nth)
        if k != NONE:
            launch(rules, state.craft[k])


@native
def is_of_launch(state: State, past, spread):
    """Whether a spread on the map is one of a place and turn."""
    if is_blind(state) or state.spread[spread].count == 0:
        return False
    bit = 1 << (spread % spread_slots(state))
    return state.memory_launch[past].spreads & bit != 0


@native
def own_spread(state: State, index, owner, missiles):
    """Make a craft the owner of a spread, and an unknown spread as many missiles."""
    spread = state.spread[index]
    spread.owner = owner
    if not spread.detected and state.phase != Phase.MISSILE_ATTACK:
        spread.count = missiles


@native
def own_without_launch(state: State, rules: Rules, enemy, index):
    """Give a spread that no launch explains to any ship that may have launched it."""
    owner = any_launcher(state, rules, enemy, index)
    directors = int(rules.classes[state.craft[owner].klass].directors)
    own_spread(state, index, owner, max(1, directors))


@native
def launch(rules: Rules, craft: Craft):
    """BR-MIS-03 Take a salvo from the racks of a ship that has launched."""
    craft.launched = 1
    craft.missiles -= salvo(rules, craft)
    craft.sims = min(int(craft.sims), int(craft.missiles))


@native
def salvo(rules: Rules, craft: Craft):
    """BR-MIS-02 As many of the missiles aboard as the ship can steer."""
    return min(int(craft.missiles), int(rules.classes[craft.klass].directors))


@native
def pick_launcher(state: State, rules: Rules, enemy, past, spread, nth):
    """Draw a ship that may have launched, more likely one that steers many; or NONE.

    It is one of those that may have been at the place, or any if that is unknown or none of them
    can have launched.
    """
    for anywhere in range(int(is_blind(state)), 2):
        total = 0
        for k in side_range(state.craft, enemy):
            total += launch_weight(state, rules, k, past, anywhere, spread)
        if total == 0:
            continue
        drawn = random_index(state, 2 * past * len(state.spread) + nth, LAUNCHER, total)
        for k in side_range(state.craft, enemy):
            drawn -= launch_weight(state, rules, k, past, anywhere, spread)
            if drawn < 0:
                return k
    return NONE


@native
def launch_weight(state: State, rules: Rules, index, past, anywhere, spread):
    """BR-MIS-02, BR-LCH-01 How likely a ship launched at a place: 0 if it cannot have.

    The owner of a spread that is on the map is in play.
    """
    craft = state.craft[index]
    directors = int(rules.classes[craft.klass].directors)
    if craft.launched or directors == 0 or craft.missiles <= 0 or is_held_back(state, index):
        return 0
    here = craft.status == CraftStatus.IN_FORCE and craft.tf != NONE
    if not here and (anywhere or spread != NONE):
        return 0
    if not anywhere and not may_have_been_there(state, index, past):
        return 0
    weight = LAUNCHES_ANYWAY + directors
    return weight * fit_of_spread(state, rules, craft, spread) if spread != NONE else weight


@native
def may_have_been_there(state: State, index, past):
    """BR-LCH-04 Whether a craft was seen where spreads were launched, or is in a force of then."""
    craft, memory = state.craft[index], state.memory_launch[past]
    if craft.detected or craft.status != CraftStatus.IN_FORCE or craft.tf == NONE:
        return memory.craft & bit_of_craft(state, index) != 0
    return memory.forces & bit_of_force(state, int(craft.tf)) != 0


@native
def fit_of_spread(state: State, rules: Rules, craft: Craft, index):
    """BR-MIS-04 Weight of a ship as the owner of a spread: 0 if it has fewer than are counted."""
    spread, most = state.spread[index], salvo(rules, craft)
    if not spread.detected or spread.count == most:
        return LAUNCHED_ALL
    return 1 if spread.count < most else 0


@native
def any_launcher(state: State, rules: Rules, enemy, index):
    """A ship of the side that could have launched a spread; any craft if none could.

    One that steers many missiles is more likely.
    """
    found, best, total = NONE, 0, 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.klass == 0 or craft.status == CraftStatus.UNUSED:
            continue
        likely = 1
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            likely = 3 if rules.classes[craft.klass].directors > 0 else 2
        if likely > best:
            best = likely
            total = 0
        if likely == best:
            weight = SPREADS_ANYWAY + int(rules.classes[craft.klass].directors)
            total += weight
            if random_index(state, index, LAUNCHER + k, total) < weight:
                found = k
    return found
