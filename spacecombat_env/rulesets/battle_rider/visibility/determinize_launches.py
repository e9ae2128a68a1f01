"""Determinization of what the enemy has spent: missiles by its launches, fuel by the turn."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import CraftStatus, DeterminizationStream, is_blind
from ..model.record_types import Rules, State
from .determinize_craft import is_held_back, random_index

FUEL_BURNED = (0, 0, 20, 45, 70, 92, 100)
"""Chance in hundredths by turn that a ship has burned its limited fuel, in games of captains."""


@native
def spend_fuel(state: State, rules: Rules, enemy):
    """BR-FUE-02 Ships with limited fuel have burned it by and by."""
    chance = FUEL_BURNED[min(int(state.turn), len(FUEL_BURNED) - 1)]
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.fuel > 0 and craft.status == CraftStatus.IN_FORCE:
            if random_index(state, k, DeterminizationStream.FUEL, 100) < chance:
                craft.fuel = 0


@native
def spend_missiles(state: State, rules: Rules, enemy):
    """BR-MIS-03 Take the missiles of the spreads launched so far from the ships in play.

    Each ship has launched in every turn in which its side did, as many as it can steer, until all
    spreads have a launcher. The others are those of ships that are gone.
    """
    side = 1 - enemy if is_blind(state) else enemy  # BR-REF-01: unseen, the seat's own count serves
    turns = int(state.memory_launch_turns[side])
    left = int(state.memory_launches[side])
    for turn in range(turns):
        left -= launch_round(state, rules, enemy, turn, left)


@native
def launch_round(state: State, rules: Rules, enemy, turn, most):
    """Let each ship launch once, from a random one on; return how many have, `most` at most."""
    slots, launched = len(state.craft) // 2, 0
    first = random_index(state, turn, DeterminizationStream.LAUNCHER, slots)
    for n in range(slots):
        k = enemy * slots + (first + n) % slots
        if launched < most and may_have_launched(state, rules, k):
            craft = state.craft[k]
            craft.missiles -= min(int(craft.missiles), int(rules.classes[craft.klass].directors))
            craft.sims = min(int(craft.sims), int(craft.missiles))
            launched += 1
    return launched


@native
def may_have_launched(state: State, rules: Rules, index):
    """BR-MIS-02, BR-LCH-01 Whether a ship in play has entered, with missiles to steer."""
    craft = state.craft[index]
    if craft.status != CraftStatus.IN_FORCE or is_held_back(state, index):
        return False
    return craft.missiles > 0 and rules.classes[craft.klass].directors > 0
