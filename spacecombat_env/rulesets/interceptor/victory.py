"""Chapter SCN: points, the end of the game, and the winner.

Points count for the enemy's losses: `rules.option.destroyed`, `broke_off` and `pod` of a side are
what that side gains; `landed` is its gain for each own ship on the ground. The turn limit is an
addition (the book has none): the points of its end count.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from .damage.carried import seen_status
from .damage.engines.engineering import has_thrust
from .model import (
    MAX_SCORE_STEPS,
    NONE,
    CrewStatus,
    Event,
    Load,
    Reason,
    Side,
    Status,
    Step,
    Verdict,
    class_of,
    has_pod,
    is_active,
    is_installation,
    is_there,
    note,
    proceed,
)
from .model.record_types import Rules, State

EDGE = 5
"""Most points that damage alone may decide: one printed step (paper 2.5)."""


@native
def judge_turn(state: State, rules: Rules):
    """IN-SCN-03, 06, 14 Count points at the end of a turn; end the game if it is over."""
    prize_gone = rules.option.prize > 0 and is_prize_gone(state)
    fought_out = is_fought_out(state, rules)
    late = state.turn >= rules.option.turn_limit
    count_points(state, rules, prize_gone or fought_out or late)
    if prize_gone:
        taken = state.prize_taken != NONE
        close_game(state, rules, Reason.PRIZE_TAKEN if taken else Reason.PRIZE_LOST)
    elif fought_out:
        close_game(state, rules, Reason.ALL_OUT)
    elif late:
        close_game(state, rules, Reason.TURN_LIMIT)
    else:
        proceed(state, Step.TURN_START)


@native
def is_fought_out(state: State, rules: Rules):
    """IN-SCN-03, 06, IN-AMB-174 Whether a side has nothing left; with a prize, whether both do."""
    red_out = is_beaten(state, rules, Side.RED | 0)
    blue_out = is_beaten(state, rules, Side.BLUE | 0)
    if rules.option.prize > 0:
        return red_out and blue_out
    return red_out or blue_out


@native
def is_prize_gone(state: State):
    """IN-SCN-09, 13, IN-AMB-167 Whether he whom both sides want is dead, gone, or carried off."""
    if state.prize_taken != NONE:
        return True
    holder = int(state.prize_holder)
    if holder != NONE:
        return not is_active(state.craft[holder])
    for n in range(len(state.adrift)):
        if state.adrift[n].prize and state.adrift[n].people > 0:
            return False
    return True


@native
def is_lost(state: State, rules: Rules, k):
    """IN-SCN-03, 06, IN-AMB-69, 100 Exploded, broken up, abandoned, or no living crew.

    By the scenario also pilot killed or no thrust left. That counts at once, so leaving the map
    afterwards does not take it back. IN-OIN-01 An installation never has thrust, nor a pilot.
    """
    craft = state.craft[k]
    if Status.ABANDONED <= craft.status <= Status.DESTROYED:
        return True
    flown = craft.status == Status.ON_MAP or craft.status == Status.BROKEN_OFF
    if not rules.option.wide_loss or not flown or is_installation(craft):
        return False
    return (
        not has_thrust(state, rules, k)
        or state.crew[int(craft.first_crew)].status == CrewStatus.DEAD
    )


@native
def is_beaten(state: State, rules: Rules, side):
    """IN-SCN-03, 06 Whether a side has no craft left that is in play and not lost."""
    for k in side_range(state.craft, side):
        status = int(state.craft[k].status)
        in_play = status == Status.ON_MAP or status == Status.WAITING or may_fly(state, k)
        if in_play and not is_lost(state, rules, k):
            return False
    return True


@native
def may_fly(state: State, k):
    """IN-TSK-03, IN-AMB-138 Whether a craft in a bay may still be launched."""
    craft = state.craft[k]
    return craft.status == Status.ABOARD and is_there(state.craft[int(craft.carrier)])


@native
def count_points(state: State, rules: Rules, is_over):
    """IN-SCN-03, 06, IN-AMB-196 Points of each side by the losses of the other that it has seen.

    When the game is over the others count too.
    """
    for side in range(2):
        points = 0
        for k in side_range(state.craft, 1 - side):
            points += worth(state, rules, k, side) if is_over else seen_worth(state, rules, k, side)
        if state.prize_taken == side:
            points += int(rules.option.prize)
        points += landed_points(state, rules, side)
        if points != state.points[side]:
            event = note(state, Event.POINTS, side)
            event.a = points
        state.points[side] = points


@native
def landed_points(state: State, rules: Rules, side):
    """Return the points of a side for its own ships that have landed."""
    points = 0
    for k in side_range(state.craft, side):
        if state.craft[k].status == Status.LANDED:
            points += int(rules.option.landed[side])
    return points


@native
def worth(state: State, rules: Rules, k, side):
    """Return the points of a side for the state of an enemy craft."""
    if state.craft[k].status == Status.UNUSED:
        return 0
    points = 0
    if is_lost(state, rules, k):
        points += int(rules.option.destroyed[side])
    elif state.craft[k].status == Status.BROKEN_OFF:
        points += int(rules.option.broke_off[side])
    if rules.option.pod[side] and has_lost_pod(state, rules, k):
        points += int(rules.option.pod[side])
    return points


@native
def seen_worth(state: State, rules: Rules, k, side):
    """IN-AMB-196 Return the points of a side for an enemy craft as it is seen."""
    status = seen_status(state, state.craft[k])
    if status == state.craft[k].status:
        return worth(state, rules, k, side)
    return int(rules.option.broke_off[side]) if status == Status.BROKEN_OFF else 0


@native
def has_lost_pod(state: State, rules: Rules, k):
    """IN-SCN-03, IN-AMB-108 Whether the Sensor pod that a craft must carry is destroyed."""
    craft = state.craft[k]
    if rules.cards[int(craft.card)].required != Load.SENSOR_POD:
        return False
    if craft.status == Status.DESTROYED or craft.status == Status.WRECK:
        return True
    racks = class_of(state, rules, k).racks
    return not has_pod(state, k, craft.first_rack, racks, Load.SENSOR_POD)


# --- the end -------------------------------------------------------------------------------------


@native
def close_game(state: State, rules: Rules, reason):
    """IN-SCN-14, IN-AMB-105 More points win; the scenario settles equal ones."""
    lead = lead_of(state)
    verdict = int(rules.option.tie)
    if lead > 0:
        verdict = Verdict.RED | 0
    elif lead < 0:
        verdict = Verdict.BLUE | 0
    state.edge = edge_within(rules, verdict, lead, edge_of(state, rules))
    winner = verdict if verdict != Verdict.DRAW else Side.RED | 0
    end_in_row(state, verdict, reason, outcome_row(rules, winner, abs(lead)))


@native
def lead_of(state: State):
    """IN-SCN-14 Points of Red less those of Blue."""
    return int(state.points[Side.RED]) - int(state.points[Side.BLUE])


@native
def outcome_row(rules: Rules, winner, ahead):
    """IN-SCN-14, IN-AMB-67 Row of the winner's table for a lead in points, outermost first."""
    row = 0
    while row < MAX_SCORE_STEPS - 1 and rules.option.outcome[winner, row] > ahead:
        row += 1
    return row


@native
def edge_within(rules: Rules, verdict, lead, edge):
    """IN-AMB-105 The part of the edge that counts.

    The margin stays in the points' row of the outcome table, on the winner's side of 0; of a draw
    nothing counts.
    """
    if verdict == Verdict.DRAW:
        return 0
    sign = 1 if verdict == Verdict.RED else -1
    ahead = sign * lead
    row = outcome_row(rules, verdict, ahead)
    margin = max(ahead + sign * edge, int(rules.option.outcome[verdict, row]))
    if row > 0:
        margin = min(margin, int(rules.option.outcome[verdict, row - 1]) - 1)
    return sign * (margin - ahead)


@native
def edge_of(state: State, rules: Rules):
    """IN-AMB-105 Up to EDGE points for the greater share of boxes that the enemy has lost."""
    return damage_share(state, rules, Side.BLUE | 0) - damage_share(state, rules, Side.RED | 0)


@native
def damage_share(state: State, rules: Rules, side):
    """Return the share of a side's internal boxes that are lost, in EDGE parts.

    Ships that are gone count.
    """
    lost, boxes = 0, 0
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == Status.UNUSED:
            continue
        all_boxes = int(class_of(state, rules, k).boxes)
        gone = craft.status == Status.DESTROYED or craft.status == Status.WRECK
        lost += all_boxes if gone else int(craft.inside)
        boxes += all_boxes
    return lost * EDGE // boxes if boxes > 0 else 0


@native
def end_game(state: State, verdict, reason):
    """End the game, whatever the points are: the outcome table is not read."""
    end_in_row(state, verdict, reason, NONE)


@native
def end_in_row(state: State, verdict, reason, row):
    """IN-SCN-14 End the game; `row` is that of the outcome table, or NONE."""
    state.verdict = verdict
    state.reason = reason
    event = note(state, Event.END, verdict if verdict <= Side.BLUE else NONE)
    event.a = row
    event.b = state.edge
    event.c = reason
    proceed(state, Step.OVER)


@native
def margin(state: State):
    """IN-SCN-14, IN-AMB-105 Points of Red less those of Blue, and the edge by damage at the end."""
    return lead_of(state) + int(state.edge)
