"""Chapters SCN-05, 06 and S1: points, and when and how a game ends."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.constants import (
    Event,
    Reason,
    Side,
    Step,
    Verdict,
)
from spacecombat_env.rulesets.battle_rider.fire import is_operational
from spacecombat_env.rulesets.battle_rider.tasks import note, proceed
from spacecombat_env.rulesets.battle_rider.words import craft_slots


@jit
def operational_craft(state, rules, side):
    """BR-S1-02 Ships of a side in play and able to attack; drones attack nobody."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if is_operational(state, rules, k):
            count += 1
    return count


@jit
def margin(state):
    """BR-SCN-06 Points of Blue destroyed or lost less those of Red: Red's lead in points."""
    return int(state.points_lost[Side.BLUE]) - int(state.points_lost[Side.RED])


@jit
def end_game(state, verdict, reason):
    """Close the game."""
    state.verdict = verdict
    state.reason = reason
    event = note(state, Event.OUTCOME, verdict)
    event.a = verdict
    event.b = reason
    proceed(state, Step.OVER)


@jit
def judge(state, rules):
    """BR-S1-02 The last player with an operational ship wins; both gone in one turn is a draw."""
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


@jit
def judge_on_points(state, rules):
    """The turn limit, a house option: the margin of points decides, or the game is drawn."""
    lead = margin(state)
    if not rules.option.margin_decides or lead == 0:
        end_game(state, Verdict.DRAW, Reason.TURN_LIMIT)
    elif lead > 0:
        end_game(state, Verdict.RED, Reason.TURN_LIMIT)
    else:
        end_game(state, Verdict.BLUE, Reason.TURN_LIMIT)
