"""Determinization of what the enemy has spent: fuel, and the missiles launched so far.

Spreads on the map are the last that were launched, and each is of a ship in play.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    CONTROLLED_MISSILE_G,
    NONE,
    CraftStatus,
    DeterminizationStream,
    Phase,
    is_blind,
)
from ..model.record_types import Craft, Rules, State
from ..ships.losses import is_gone
from .determinize_craft import is_held_back, random_index

LAUNCHER = DeterminizationStream.LAUNCHER | 0
LAUNCHES_ANYWAY = 6
"""Directors that count for every ship: small ships launch nearly as often as large ones."""
LAUNCHED_ALL = 16
"""How much likelier a spread that was counted is all that a ship can launch than a part of it."""
LOST_SHARE = 6
"""A ship that is lost by now launched one in this number of times as often as one in play."""
FUEL_BURNED = (0, 0, 6, 30, 57, 81, 97, 100)
"""Share of limited fuel, mostly that of drones, burned by turn in games of captains, in hundredths.

Craft that begin outside their carriers are a turn ahead.
"""


@native
def spend_fuel(state: State, opening: State, rules: Rules, enemy):
    """BR-FUE-02 Craft with limited fuel have burned it by and by."""
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.fuel > 0 and craft.status == CraftStatus.IN_FORCE:
            ahead = 1 if opening.craft[k].status == CraftStatus.IN_FORCE else 0
            burned = FUEL_BURNED[min(int(state.turn) + ahead, len(FUEL_BURNED) - 1)]
            drawn = random_index(state, k, DeterminizationStream.FUEL, 100)
            craft.fuel = (int(craft.fuel) * (100 - burned) + drawn) // 100


@native
def determinize_launches(state: State, rules: Rules, enemy):
    """BR-MIS-03 Give each enemy spread an owner, and take all that were launched from the racks.

    Those no longer on the map are shared evenly among the turns in which the side launched any. A
    ship launches at most one a turn, of as many missiles as it can steer.
    """
    side = 1 - enemy if is_blind(state) else enemy  # BR-REF-01: unseen, the seat's own count serves
    turns = int(state.memory_launch_turns[side])
    left = int(state.memory_launches[side]) - own_spreads(state, rules, enemy)
    for turn in range(turns):
        share = (left + turns - turn - 1) // (turns - turn)
        left -= launch_round(state, rules, enemy, turn, turns, share)


@native
def own_spreads(state: State, rules: Rules, enemy):
    """Give each spread on the map an owner, each another if possible; return how many there are."""
    spreads = 0
    for k in side_range(state.spread, enemy):
        spread = state.spread[k]
        if spread.count == 0:
            continue
        spreads += 1
        owner = next_launcher(state, rules, enemy, k, 0, 1, k)
        if owner == NONE:
            forget_launches(state, enemy)
            owner = next_launcher(state, rules, enemy, k, 0, 1, k)
        if owner == NONE:
            owner = any_launcher(state, rules, enemy, k)
        craft = state.craft[owner]
        spread.owner = owner
        spread.g_left = CONTROLLED_MISSILE_G // 2
        if not spread.detected and state.phase != Phase.MISSILE_ATTACK:
            spread.count = max(1, salvo(rules, craft))
        launch(craft, int(spread.count))
    forget_launches(state, enemy)
    return spreads


@native
def launch_round(state: State, rules: Rules, enemy, turn, turns, most):
    """Let ships launch once, at most `most` of them; return how many have."""
    launched = 0
    for nth in range(most):
        k = next_launcher(state, rules, enemy, nth, turn, turns, NONE)
        if k == NONE:
            break
        launched += 1
        launch(state.craft[k], salvo(rules, state.craft[k]))
    forget_launches(state, enemy)
    return launched


@native
def launch(craft: Craft, missiles):
    """BR-MIS-03 Take missiles from a ship that has launched them."""
    craft.launched = 1
    craft.missiles -= min(int(craft.missiles), missiles)
    craft.sims = min(int(craft.sims), int(craft.missiles))


@native
def forget_launches(state: State, enemy):
    """Let all ships launch again."""
    for k in side_range(state.craft, enemy):
        state.craft[k].launched = 0


@native
def salvo(rules: Rules, craft: Craft):
    """BR-MIS-02 As many of the missiles aboard as the ship can steer."""
    return min(int(craft.missiles), int(rules.classes[craft.klass].directors))


@native
def next_launcher(state: State, rules: Rules, enemy, nth, turn, turns, spread):
    """Draw a ship that has not launched in a turn, more likely one that steers many; or NONE."""
    total, found = 0, NONE
    for k in side_range(state.craft, enemy):
        total += launch_weight(state, rules, k, turn, turns, spread)
    if total > 0:
        drawn = random_index(state, turn * len(state.craft) + nth, LAUNCHER, total)
        for k in side_range(state.craft, enemy):
            drawn -= launch_weight(state, rules, k, turn, turns, spread)
            if drawn < 0:
                found = k
                break
    return found


@native
def launch_weight(state: State, rules: Rules, index, turn, turns, spread):
    """BR-MIS-02, BR-LCH-01 How likely a ship launched in a turn, or a spread: 0 if it cannot have.

    The later, the fewer are of lost ships.
    """
    craft = state.craft[index]
    directors = int(rules.classes[craft.klass].directors)
    if craft.launched or directors == 0 or craft.missiles <= 0 or is_held_back(state, index):
        return 0
    weight = (LAUNCHES_ANYWAY + directors) * turns
    if spread != NONE:
        return weight * fit_of_spread(state, rules, craft, spread)
    if is_gone(craft):
        return weight * (turns - turn) // (LOST_SHARE * turns)
    return weight if craft.status == CraftStatus.IN_FORCE else 0


@native
def fit_of_spread(state: State, rules: Rules, craft: Craft, index):
    """BR-MIS-04 Weight of a ship as the owner of a spread: 0 if it has fewer than are counted."""
    spread, most = state.spread[index], salvo(rules, craft)
    if craft.status != CraftStatus.IN_FORCE or craft.tf == NONE:
        return 0
    if not spread.detected or spread.count == most:
        return LAUNCHED_ALL
    return 1 if spread.count < most else 0


@native
def any_launcher(state: State, rules: Rules, enemy, index):
    """A ship of the side that could have launched a spread; any craft if none could."""
    found, best, candidates = NONE, 0, 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.klass == 0 or craft.status == CraftStatus.UNUSED:
            continue
        likely = 1
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            likely = 3 if rules.classes[craft.klass].directors > 0 else 2
        if likely > best:
            best = likely
            candidates = 0
        if likely == best:
            candidates += 1
            if random_index(state, index, LAUNCHER + k, candidates) == 0:
                found = k
    return found
