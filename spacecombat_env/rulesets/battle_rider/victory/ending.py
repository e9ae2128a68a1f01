"""Chapters SCN-05, 06 and S1: points, and the end of a game."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    WEAPON_ROWS,
    Beam,
    CraftStatus,
    Event,
    ForceStatus,
    Reason,
    Result,
    Side,
    Step,
    Verdict,
    log_event,
    proceed,
)
from ..model.record_types import Rules, State
from ..ships.abilities import is_on_map


@native
def is_armed(state: State, rules: Rules, index):
    """BR-AMB-55 Able to attack with beams or missiles; temporary results do not count."""
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    permanent = 3
    if craft.damage[Result.FIRE_CONTROL] == permanent:
        return False
    if klass.directors > 0 and (craft.missiles > 0 or has_missiles_in_flight(state, index)):
        return True
    if craft.damage[Result.POWER_PLANT] == permanent:
        return False
    for row in range(WEAPON_ROWS):
        weapon = klass.weapon[row]
        broken = weapon.spinal and craft.damage[Result.SPINE] == permanent
        if weapon.kind != Beam.NONE and not broken:
            return True
    return False


@native
def has_missiles_in_flight(state: State, index):
    """Whether a ship still has missiles on the map."""
    for k in range(len(state.spread)):
        if state.spread[k].count > 0 and state.spread[k].owner == index:
            return True
    return False


@native
def is_operational(state: State, rules: Rules, index):
    """BR-S1-02, BR-AMB-55 In play (on the map or to enter) and able to attack."""
    craft = state.craft[index]
    if craft.status == CraftStatus.ABOARD:
        carrier = state.craft[craft.keeper]
        return carrier.status == CraftStatus.IN_FORCE and is_armed(state, rules, index)
    if craft.status != CraftStatus.IN_FORCE:
        return False
    waiting = state.tf[craft.tf].status == ForceStatus.WAITING
    return (waiting or is_on_map(state, craft)) and is_armed(state, rules, index)


@native
def operational_craft(state: State, rules: Rules, side):
    """BR-S1-02 Ships of a side in play and able to attack; drones do not attack."""
    count = 0
    for k in side_range(state.craft, side):
        if is_operational(state, rules, k):
            count += 1
    return count


@native
def margin(state: State):
    """BR-SCN-06 Points of Blue destroyed or lost less those of Red: Red's lead in points."""
    return int(state.points_lost[Side.BLUE]) - int(state.points_lost[Side.RED])


@native
def end_game(state: State, verdict, reason):
    """Close the game."""
    state.verdict = verdict
    state.reason = reason
    event = log_event(state, Event.OUTCOME, verdict)
    event.a = verdict
    event.b = reason
    proceed(state, Step.OVER)


@native
def judge(state: State, rules: Rules):
    """BR-S1-02, BR-GEN-10 The last side with an operational ship wins; both gone is a draw."""
    red = operational_craft(state, rules, Side.RED)
    blue = operational_craft(state, rules, Side.BLUE)
    if red == 0 and blue == 0:
        end_game(state, Verdict.DRAW, Reason.BOTH_ELIMINATED)
    elif blue == 0:
        end_game(state, Verdict.RED, Reason.LAST_OPERATIONAL)
    elif red == 0:
        end_game(state, Verdict.BLUE, Reason.LAST_OPERATIONAL)
    elif state.turn >= rules.option.turn_limit:
        judge_on_points(state, rules)


@native
def judge_on_points(state: State, rules: Rules):
    """The turn limit, a house option: the margin of points decides, or the game is drawn."""
    lead = margin(state)
    if not rules.option.margin_decides or lead == 0:
        end_game(state, Verdict.DRAW, Reason.TURN_LIMIT)
    elif lead > 0:
        end_game(state, Verdict.RED, Reason.TURN_LIMIT)
    else:
        end_game(state, Verdict.BLUE, Reason.TURN_LIMIT)
