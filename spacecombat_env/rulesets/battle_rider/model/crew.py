"""Chapter CRW: crack and green crews, the crew that does a task, and the price of crews."""

from spacecombat_env.core.native import native

from .actions import craft_slots, spread_slots
from .constants.categories import CraftStatus, Crew
from .constants.sizes import NONE
from .constants.turn import Chance
from .record_types import Rules, State


@native
def crew_value(rules: Rules, card, crew):
    """BR-CRW-01, 02, 03, 04 The value of a card for a crew."""
    if crew == Crew.CRACK:
        return int(rules.card[card].crack)
    if crew == Crew.GREEN:
        return int(rules.card[card].green)
    return int(rules.card[card].hit)


@native
def crew_of_task(state: State, rules: Rules, kind, who):
    """BR-CRW-05, BR-AMB-76 The crew of the ship that does a task, found by the key of its card.

    The key names the acting craft first (tasks.pair_key); only the kinds below name something else.
    A task without a ship has an average crew, 0: surprise, for example, is a task of the fleet's
    commander.
    """
    actor = (int(who) >> 8) - 1
    if kind == Chance.SURPRISE:
        return 0
    if kind == Chance.EVASION:
        return crew_of_force(state, rules, actor)
    if kind == Chance.MISSILE_HIT:
        actor = int(state.spread[actor].owner)
    elif kind == Chance.DEFENSE_HIT:  # by the ship whose beam it is (missiles/defense.py)
        actor = int(state.order[1 - actor // spread_slots(state)].craft)
    return 0 if actor == NONE else crew_of(state, rules, actor)


@native
def crew_of_force(state: State, rules: Rules, tf):
    """BR-AMB-53, 76 A task force evades together, with its worst crew."""
    found = NONE
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            crew = crew_of(state, rules, k)
            if found == NONE or crew == Crew.GREEN or found == Crew.CRACK:
                found = crew
    return 0 if found == NONE else found


@native
def crew_of(state: State, rules: Rules, index):
    """BR-CRW-01, BR-ASG-11 A ship's crew: the one it was bought with, or its scenario's."""
    if rules.buying[index // craft_slots(state)].crews:
        return int(state.craft[index].crew)
    return int(rules.crew[index])


@native
def crew_price(points, crew):
    """BR-CRW-06, BR-AMB-68 Price of a ship with a crew, rounded."""
    return (crew_tenths(crew) * points + 5) // 10


@native
def crew_tenths(crew):
    """BR-CRW-06 The factor of a crew in tenths: 1.2 for crack, 0.8 for green."""
    if crew == Crew.CRACK:
        return 12
    return 8 if crew == Crew.GREEN else 10
