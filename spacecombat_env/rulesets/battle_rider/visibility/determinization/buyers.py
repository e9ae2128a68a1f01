"""Determinization of how the enemy buys: by the standing order, or ships by their worth.

The scripted players buy in these two ways.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...fleets.prices import can_buy, can_pay, cheapest_crew, cost_with, offered_before
from ...model import (
    MAX_TACTICS,
    NONE,
    CraftStatus,
    Crew,
    DeterminizationStream,
    ForceStatus,
    Load,
    RedMission,
    Side,
    budget,
    has_missions,
    is_convoy,
    tactics_cost,
)
from ...model.record_types import Rules, State
from ...orders.buying import next_drone, next_purchase, tactics_wanted
from ...orders.missions import is_runner
from ...orders.ship_worth import THRIFTY_SHARE, worth_per_point
from .craft import random_index
from .requirements import tactics_needed, unknown_emitters

MISSION_TACTICS, RUNNER_TACTICS, SLOW_G = 3, 5, 4  # on missions
FASTEST = 100.0  # worth of each G of the first ship on an errand, in points of its price


@native
def buys_by_worth(state: State, rules: Rules, enemy):
    """BR-SCN-11, BR-DET-09 Whether ships are bought by worth, as half of all players do.

    Those search passively at first. The others go active in turn 1 with all that is no dummy, about
    half of their task forces.
    """
    quiet = 1
    if state.turn == 1 and not has_missions(rules):
        if unknown_emitters(state, enemy) > 0:
            return False
        for tf in side_range(state.tf, enemy):
            quiet *= 2 if state.tf[tf].status == ForceStatus.ON_MAP and state.tf[tf].acted else 1
    return random_index(state, enemy, DeterminizationStream.BY_WORTH, quiet + 1) < quiet


@native
def likely_purchase(state: State, rules: Rules, enemy, by_worth):
    """BR-SCN-11 The craft slot that the enemy may have bought next, or NONE."""
    if not by_worth:
        return next_purchase(state, rules, enemy)
    found, most = NONE, 0.0
    for k in side_range(state.craft, enemy):
        if not can_buy(state, rules, enemy, k) or offered_before(state, enemy, k):
            continue
        if rules.classes[state.craft[k].klass].drone == 0:
            worth = worth_to_buy(state, rules, enemy, k)
            if worth > most:
                found = k
                most = worth
    if found != NONE or has_missions(rules):
        return found
    return next_drone(state, rules, enemy)


@native
def worth_to_buy(state: State, rules: Rules, enemy, index):
    """Worth for each point; on missions carriers have none, and Red's slow ships have half.

    On an errand the fastest ship comes first, and only Red adds escorts. So it is with merchants.
    """
    worth = worth_per_point(state, rules, enemy, index)
    klass = rules.classes[state.craft[index].klass]
    convoy = is_convoy(state, enemy) and state.mission[enemy].late
    if convoy or is_runner(state, rules, enemy):
        if not has_bought(state, rules, enemy, convoy):
            return (FASTEST * int(klass.g) + int(klass.points)) * float(klass.jump > 0)
        return worth if enemy == Side.RED and klass.jump > 0 and klass.g >= SLOW_G else 0.0
    if has_missions(rules):
        if klass.riders > 0:
            return 0.0
        if enemy == Side.RED and klass.g < SLOW_G:
            worth *= 0.5
    return worth


@native
def has_bought(state: State, rules: Rules, enemy, merchant):
    """Whether a ship or a merchant has been bought, as far as is known or sampled."""
    for k in side_range(state.craft, enemy):
        craft, klass = state.craft[k], rules.classes[state.craft[k].klass]
        if craft.klass != 0 and craft.status < CraftStatus.OFFERED:
            if craft.status != CraftStatus.UNUSED and not klass.drone:
                if klass.merchant or not merchant:
                    return True
    return False


@native
def preferred_crew(state: State, rules: Rules, enemy, by_worth):
    """BR-CRW-06 The crew of ships while the points allow it: an average one if it is on sale.

    If bought by worth, it is a crack one, on missions only of runners, and a green one of invaders.
    """
    crews, crew = int(rules.buying[enemy].crews), Crew.AVERAGE | 0
    if by_worth and (not has_missions(rules) or is_runner(state, rules, enemy)):
        crew = (Crew.CRACK if crews >> Crew.CRACK & 1 else Crew.AVERAGE) | 0
    elif by_worth and invades(state, enemy):
        crew = Crew.GREEN | 0
    return crew if crews == 0 or crews >> crew & 1 else cheapest_crew(crews)


@native
def invades(state: State, enemy):
    """BR-MIR-02 Whether a side is to invade the planet."""
    return enemy == Side.RED and state.mission[enemy].number == RedMission.INVADE_AND_SECURE


@native
def may_have_crew(state: State, rules: Rules, enemy, index, crew):
    """BR-CRW-06 Whether a crew for a ship is on sale and can be paid for."""
    if not int(rules.buying[enemy].crews) >> crew & 1:
        return False
    if rules.classes[state.craft[index].klass].drone:
        return False
    cost = cost_with(state, rules, index, crew, Load.CONTROLLED | 0)
    return can_pay(state, rules, index, cost)


@native
def determinize_tactics(state: State, rules: Rules, enemy, by_worth):
    """BR-TF-02 Sample Fleet Tactics that allow what is seen and that the points pay for.

    Return the usual level, which is bought before the ships and does not depend on what is seen.
    """
    needed = tactics_needed(state, enemy)
    cost = tactics_cost(state, rules, enemy)
    usual = tactics_wanted(state, rules, enemy, 1)
    if by_worth:
        usual = thrifty_tactics(state, rules, enemy)
    usual = min(MAX_TACTICS, usual)
    level = max(needed, usual)
    while level > needed and (level - 1) * cost > state.funds[enemy]:
        level -= 1
    state.tactics[enemy] = level
    state.funds[enemy] = max(0, int(state.funds[enemy]) - (level - 1) * cost)
    return usual


@native
def thrifty_tactics(state: State, rules: Rules, enemy):
    """BR-TF-02 Fleet Tactics for a twelfth of the points; on missions by what they ask for."""
    if not has_missions(rules):
        cost = max(1, tactics_cost(state, rules, enemy))
        return 1 + budget(state, rules, enemy) // THRIFTY_SHARE // cost
    if is_runner(state, rules, enemy):
        return RUNNER_TACTICS
    return 1 if invades(state, enemy) else MISSION_TACTICS
