"""The end of the game; the post has none, so each scenario states its own.

    hold    the first side to hold a track of an enemy ship for some turns running
    cross   one side must bring a ship into the goal zone untracked; a ship of it that is tracked
            for some turns running is caught
    points  a point for each enemy ship tracked at the end of each turn

At the turn limit the points decide, or the verdict that the scenario names.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from .model import (
    NONE,
    InterceptDecision,
    InterceptEvent,
    InterceptReason,
    InterceptSide,
    InterceptStep,
    InterceptVerdict,
    Loss,
    Status,
    Type,
    Victory,
    letter_of,
    note,
    side_of,
)
from .model.record_types import Rules, State, Unit
from .movement.vectors import lose_unit

LONGEST = 99  # limit of the turns counted for a track; games may be longer than an int8 holds


@native
def end_game(state: State, verdict, reason):
    """End the game; verdict is a side or a draw."""
    state.verdict = verdict
    state.reason = reason
    state.step = InterceptStep.OVER
    state.decision = InterceptDecision.NOTHING
    state.seat = NONE
    event = note(state, InterceptEvent.OVER, InterceptSide.A)
    event.known = 3
    event.side = NONE
    event.a = verdict
    event.b = reason


@native
def margin(state: State):
    """Return the points of A over B's: ship-turns of tracks held."""
    return int(state.points[InterceptSide.A]) - int(state.points[InterceptSide.B])


@native
def count_tracks(state: State, rules: Rules):
    """Count a point for each enemy ship tracked now, and how long each has been held."""
    for k in range(len(state.unit_of)):
        unit = state.unit_of[k]
        if unit.status != Status.ON_MAP or not unit.tracked:
            continue
        unit.held = min(int(unit.held) + 1, LONGEST)
        if rules.classes[unit.klass].type == Type.SHIP:
            state.points[1 - side_of(state, k)] += 1


@native
def judge(state: State, rules: Rules):
    """Judge the game at the end of a turn."""
    count_tracks(state, rules)
    if rules.option.victory == Victory.CROSS:
        judge_crossing(state, rules)
    elif rules.option.victory == Victory.HOLD:
        judge_hold(state, rules)
    if state.step != InterceptStep.OVER:
        judge_ships(state, rules)
    if state.step != InterceptStep.OVER and state.turn >= rules.option.turn_limit:
        judge_limit(state, rules)


@native
def judge_hold(state: State, rules: Rules):
    """A side has held a track long enough; of two the one that gained it first.

    Two tracks held equally long were gained in one turn, first by the side that scanned first
    (IC-SEQ-03).
    """
    by_a, by_b = longest(state, rules, InterceptSide.B), longest(state, rules, InterceptSide.A)
    if max(by_a, by_b) < rules.option.hold_turns:
        return
    if by_a == by_b:
        end_game(state, letter_of(int(state.turn) - by_a + 1), InterceptReason.HELD)
    else:
        end_game(
            state, InterceptVerdict.A if by_a > by_b else InterceptVerdict.B, InterceptReason.HELD
        )


@native
def longest(state: State, rules: Rules, side):
    """Return the longest track of a ship of this side, in turns running held by the other side."""
    most = 0
    for k in side_range(state.unit_of, side):
        unit = state.unit_of[k]
        if unit.status == Status.ON_MAP and rules.classes[unit.klass].type == Type.SHIP:
            most = max(most, int(unit.held))
    return most


@native
def judge_crossing(state: State, rules: Rules):
    """The runner wins with one ship in the goal zone untracked; those held long are caught."""
    runner = int(rules.option.runner)
    for k in side_range(state.unit_of, runner):
        unit = state.unit_of[k]
        if unit.status != Status.ON_MAP or rules.classes[unit.klass].type != Type.SHIP:
            continue
        if unit.held >= rules.option.hold_turns:
            lose_unit(state, k, Loss.CAUGHT)
        elif not unit.tracked and is_in_goal(rules, unit):
            end_game(state, runner, InterceptReason.CROSSED)
            return
    if ships_left(state, rules, runner) == 0 and was_caught(state, runner):
        end_game(state, 1 - runner, InterceptReason.CAUGHT)


@native
def is_in_goal(rules: Rules, unit: Unit):
    """Return whether a unit stands in the goal zone."""
    goal = rules.option.goal
    return goal[0] <= unit.x <= goal[1] and goal[2] <= unit.y <= goal[3]


@native
def was_caught(state: State, side):
    """Return whether a ship of a side was caught."""
    for k in side_range(state.unit_of, side):
        if state.unit_of[k].loss == Loss.CAUGHT:
            return True
    return False


@native
def ships_left(state: State, rules: Rules, side):
    """Return the ships of a side on the map."""
    count = 0
    for k in side_range(state.unit_of, side):
        unit = state.unit_of[k]
        if unit.status == Status.ON_MAP and rules.classes[unit.klass].type == Type.SHIP:
            count += 1
    return count


@native
def judge_ships(state: State, rules: Rules):
    """A side without ships has lost."""
    left = ships_left(state, rules, InterceptSide.A), ships_left(state, rules, InterceptSide.B)
    if left[0] == 0 and left[1] == 0:
        end_game(state, InterceptVerdict.DRAW, InterceptReason.NO_SHIPS)
    elif left[0] == 0:
        end_game(state, InterceptVerdict.B, InterceptReason.NO_SHIPS)
    elif left[1] == 0:
        end_game(state, InterceptVerdict.A, InterceptReason.NO_SHIPS)


@native
def judge_limit(state: State, rules: Rules):
    """The last turn is over: the scenario's verdict, or the points."""
    verdict = int(rules.option.limit_verdict)
    if verdict == InterceptVerdict.OPEN:
        lead = margin(state)
        verdict = InterceptVerdict.DRAW | 0
        if lead > 0:
            verdict = InterceptVerdict.A | 0
        elif lead < 0:
            verdict = InterceptVerdict.B | 0
    end_game(state, verdict, InterceptReason.TURN_LIMIT)
