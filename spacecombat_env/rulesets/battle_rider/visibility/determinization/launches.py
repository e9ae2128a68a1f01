"""Determinization of what the enemy has spent: fuel, and the missiles launched so far.

Spreads on the map are the last that were launched, and each is of a ship in play.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...model import (
    CONTROLLED_MISSILE_G,
    NONE,
    CraftStatus,
    DeterminizationStream,
    Phase,
    is_blind,
)
from ...model.record_types import Craft, Rules, State
from ...ships.losses import is_gone
from .craft import is_held_back, random_index

LAUNCHER = DeterminizationStream.LAUNCHER | 0
LAUNCHES_ANYWAY = 6
"""Directors that count for every ship: small ships launch nearly as often as large ones."""
SPREADS_ANYWAY = 40
"""The same for a spread of which no launch was dealt."""
LAUNCHED_ALL = 16
"""How much likelier a spread that was counted is all that a ship can launch than a part of it."""
LOST_SHARE = 6
"""A ship that is lost by now launched one in this number of times as often as one in play."""
FUEL_BURNED = (0, 0, 25, 105, 195, 275, 380, 400)
"""Limited fuel, mostly that of drones, burned by turn in games of captains, in hundredths of a G.

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
            burned += random_index(state, k, DeterminizationStream.FUEL, 100)
            craft.fuel = max(0, int(craft.fuel) - burned // 100)


@native
def determinize_launches(state: State, rules: Rules, enemy):
    """BR-MIS-03 Take all missiles launched so far from the racks; spreads get their owners.

    The spreads are shared evenly among the turns in which the side launched any, and those on the
    map are the last. A ship launches at most one a turn, of as many missiles as it can steer.
    """
    side = 1 - enemy if is_blind(state) else enemy  # BR-REF-01: unseen, the seat's own count serves
    turns = int(state.memory_launch_turns[side])
    left = int(state.memory_launches[side])
    for k in side_range(state.spread, enemy):
        state.spread[k].owner = NONE
        state.spread[k].g_left = CONTROLLED_MISSILE_G // 2
    for turn in range(turns):
        share = (left + turns - turn - 1) // (turns - turn)
        left -= launch_round(state, rules, enemy, turn, turns, share, left)
    for k in side_range(state.spread, enemy):
        if state.spread[k].count > 0 and state.spread[k].owner == NONE:
            own_without_launch(state, rules, enemy, k)


@native
def launch_round(state: State, rules: Rules, enemy, turn, turns, most, left):
    """Let ships launch once, at most `most` of `left` launches; return how many have."""
    launched = 0
    for nth in range(most):
        spread = NONE
        if left - launched <= spreads_without_owner(state, enemy):
            spread = next_spread(state, enemy)
        k = next_launcher(state, rules, enemy, nth, turn, turns, spread)
        if spread != NONE and k != NONE:
            own_spread(state, spread, k, salvo(rules, state.craft[k]))
        elif spread != NONE:
            own_without_launch(state, rules, enemy, spread)
            k = next_launcher(state, rules, enemy, nth, turn, turns, NONE)
        if k == NONE:
            break
        launched += 1
        launch(rules, state.craft[k])
    for k in side_range(state.craft, enemy):
        state.craft[k].launched = 0
    return launched


@native
def spreads_without_owner(state: State, enemy):
    """Spreads on the map that no launch accounts for so far."""
    count = 0
    for k in side_range(state.spread, enemy):
        count += 1 if state.spread[k].count > 0 and state.spread[k].owner == NONE else 0
    return count


@native
def next_spread(state: State, enemy):
    """The first of them, or NONE."""
    for k in side_range(state.spread, enemy):
        if state.spread[k].count > 0 and state.spread[k].owner == NONE:
            return k
    return NONE


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
