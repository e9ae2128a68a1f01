"""Chapters S2 and S3: scenarios that end when one side cannot attack, and are won on points."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import CraftStatus, Reason, Side, Verdict, Victory, has_missions
from ..model.record_types import Craft, Rules, State
from ..ships.abilities import can_jump, is_on_map
from .ending import end_game, judge, operational_craft
from .mission_verdicts import judge_missions

DAGGER_POINTS = 15  # BR-S2-07 points Red must destroy
DAGGER_TIMES = 2  # BR-S2-07 and this multiple of its own losses
CLASH_POINTS = 50  # BR-S3-03 points Red must destroy
CLASH_LEAD = 10  # BR-S3-03 and this many more than its own losses
CLASH_ESCAPE = 25  # BR-S3-04 points with which Blue must escape


@native
def judge_turn(state: State, rules: Rules):
    """BR-SEQ-11 At the end of a turn, whether the game is over as its scenario says."""
    if rules.option.victory == Victory.LAST_OPERATIONAL:
        judge(state, rules)
    elif has_missions(rules):
        judge_missions(state, rules)
    else:
        judge_conditions(state, rules)


@native
def judge_conditions(state: State, rules: Rules):
    """BR-S2-06, BR-S3-02 Over when a side has no ship left that can attack, or at the limit."""
    red = operational_craft(state, rules, Side.RED)
    blue = operational_craft(state, rules, Side.BLUE)
    limit = state.turn >= rules.option.turn_limit
    if red > 0 and blue > 0 and not limit:
        return
    reason = Reason.VICTORY_CONDITIONS if red == 0 or blue == 0 else Reason.TURN_LIMIT
    if blue > 0:
        leave_behind(state, rules, Side.RED)
    if rules.option.victory == Victory.TASK_FORCE_DAGGER:
        end_game(state, dagger_verdict(state), reason)
        return
    if red > 0:
        leave_behind(state, rules, Side.BLUE)
    end_game(state, clash_verdict(state), reason)


@native
def leave_behind(state: State, rules: Rules, side):
    """BR-S2-08, BR-S3-05 Ships still on the map count as lost unless they can jump."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        klass = rules.classes[craft.klass]
        if klass.drone or not is_still_there(state, craft) or can_get_away(state, rules, craft):
            continue
        state.points_lost[side] += klass.points
        if craft.detected:
            state.known_lost[side] += klass.points


@native
def is_still_there(state: State, craft: Craft):
    """Whether a ship is on the map, by itself or aboard a tender."""
    if craft.status == CraftStatus.ABOARD:
        return is_on_map(state, state.craft[craft.keeper])
    return is_on_map(state, craft)


@native
def can_get_away(state: State, rules: Rules, craft: Craft):
    """BR-SCN-07 Whether a ship can enter jump space; a rider aboard goes with its tender."""
    if craft.status == CraftStatus.ABOARD:
        tender = state.craft[craft.keeper]
        return can_jump(tender, rules.classes[tender.klass])
    return can_jump(craft, rules.classes[craft.klass])


@native
def dagger_verdict(state: State):
    """BR-S2-07, BR-AMB-69 Red must destroy 15 points and twice what it loses; else Blue wins."""
    destroyed, lost = int(state.points_lost[Side.BLUE]), int(state.points_lost[Side.RED])
    won = destroyed >= DAGGER_POINTS and destroyed >= DAGGER_TIMES * lost
    return Verdict.RED if won else Verdict.BLUE


@native
def clash_verdict(state: State):
    """BR-S3-03, 04 Red must destroy 50 points, 10 more than it loses; else Blue escapes with 25."""
    destroyed, lost = int(state.points_lost[Side.BLUE]), int(state.points_lost[Side.RED])
    if destroyed >= CLASH_POINTS and destroyed >= lost + CLASH_LEAD:
        return Verdict.RED
    escaped = int(state.points_escaped[Side.BLUE])
    return Verdict.BLUE if escaped >= CLASH_ESCAPE else Verdict.DRAW
