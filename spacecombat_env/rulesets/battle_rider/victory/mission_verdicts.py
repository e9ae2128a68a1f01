"""Chapter ASG-12, 13: the turn record of the missions, and their winner.

A side's conditions are evaluated at the end of every turn. A condition that holds through to the
end of the game counts from the first turn of that period. Conditions about the end (the enemy
denied, losses, the map controlled) count from the last turn.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    BlueMission,
    Event,
    Reason,
    RedMission,
    ShipOutcome,
    Side,
    Verdict,
    log_event,
    mission_points,
)
from ..model.record_types import Rules, State
from ..ships.abilities import can_jump
from .blue_missions import DELAY_TURNS, blue_fulfils, is_weaker
from .ending import end_game, operational_craft
from .mission_deeds import record_deeds
from .red_missions import red_fulfils
from .ship_outcomes import in_play, ships


@native
def may_end_game(state: State, rules: Rules, side):
    """BR-ASG-13, BR-AMB-67 Whether a mission is fulfilled only with the end of the scenario."""
    number = state.mission[side].number
    if side == Side.RED:
        mine, theirs = mission_points(state, rules, 0), mission_points(state, rules, 1)
        weak = 4 * mine <= 3 * theirs or mine >= 2 * theirs
        return number == RedMission.PROBING_ATTACK and not weak
    if number <= BlueMission.FLEET_IN_BEING:
        weaker = number == BlueMission.ACTIVE_DEFENSE and is_weaker(state, rules)
        return number != BlueMission.VAMPIRE and not weaker
    if number == BlueMission.CONVOY_RUN or number == BlueMission.DESPERATE_DEFENSE:
        return False
    return not is_weaker(state, rules)


@native
def record_side(state: State, rules: Rules, side, fulfilled):
    """BR-ASG-13 Record the first turn from which a side's conditions hold; 0 while they do not."""
    mission = state.mission[side]
    if not fulfilled:
        mission.since = 0
    elif mission.since == 0 or may_end_game(state, rules, side):
        mission.since = state.turn


@native
def record_turn(state: State, rules: Rules):
    """BR-ASG-13 The turn record: deeds, and the conditions that hold now."""
    record_deeds(state, rules)
    red = red_fulfils(state, rules)
    mission = state.mission[Side.BLUE]
    if state.turn == DELAY_TURNS:
        mission.too_late = 1 if red else 0
        mission.escaped_before = ships(state, rules, Side.BLUE | 0, ShipOutcome.ESCAPED)
    record_side(state, rules, Side.RED | 0, red)
    record_side(state, rules, Side.BLUE | 0, blue_fulfils(state, rules, not red))


@native
def has_errand(state: State, rules: Rules, side):
    """BR-AMB-67 Whether a mission is fulfilled by deeds that need no enemy."""
    number = state.mission[side].number
    if side == Side.RED:
        if number == RedMission.PROPAGANDA_RAID or number == RedMission.PROBING_ATTACK:
            return False
        return number != RedMission.COMMAND_OF_THE_SPACEWAYS
    if number == BlueMission.CONVOY_RUN:
        return True
    flees = number == BlueMission.DELAYING_ACTION or number == BlueMission.ESCAPE
    return flees and is_weaker(state, rules)


@native
def needs_jump(state: State, rules: Rules, side):
    """BR-AMB-67 Whether an errand ends with an escape; bombardment and invasion do not."""
    number = state.mission[side].number
    if side == Side.RED:
        if number == RedMission.SURFACE_RAID:
            return not is_weaker_red(state, rules)
        return number != RedMission.INVADE_AND_SECURE and number != RedMission.BOMBARDMENT
    return True


@native
def is_weaker_red(state: State, rules: Rules):
    """BR-AMB-62 Whether Red's mission has fewer points than Blue's."""
    return mission_points(state, rules, Side.RED | 0) < mission_points(state, rules, Side.BLUE | 0)


@native
def is_about_errand(state: State, rules: Rules, side):
    """BR-AMB-67 Whether a side has a ship for its errand, able to jump if needed."""
    if not has_errand(state, rules, side):
        return False
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        klass = rules.classes[craft.klass]
        if craft.klass == 0 or not in_play(craft) or klass.drone:
            continue
        if can_jump(craft, klass) or not needs_jump(state, rules, side):
            return True
    return False


@native
def hunts(state: State, rules: Rules, side):
    """BR-AMB-67 Whether a side that can fight still has to destroy ships that cannot."""
    number = state.mission[side].number
    if side == Side.RED:
        wants = number == RedMission.COMMAND_OF_THE_SPACEWAYS
        wants = wants or number == RedMission.PROBING_ATTACK
        wants = wants or number == RedMission.PROPAGANDA_RAID
    else:
        wants = number <= BlueMission.VAMPIRE or number == BlueMission.DESPERATE_DEFENSE
        wants = wants or number == BlueMission.ECONOMY_OF_FORCE
        if number == BlueMission.ACTIVE_DEFENSE:
            wants = is_weaker(state, rules)
    if not wants or operational_craft(state, rules, side) == 0:
        return False
    if (
        number == 1 and ships(state, rules, 1 - side, ShipOutcome.ESCAPED) > 0
    ):  # BR-MIR-01, BR-MIB-01
        return False
    return ships(state, rules, 1 - side, ShipOutcome.IN_PLAY) > 0


@native
def may_still_fulfil(state: State, rules: Rules, side):
    """BR-AMB-67 Whether a side still pursues its mission."""
    if state.mission[side].since != 0:
        return False
    return is_about_errand(state, rules, side) or hunts(state, rules, side)


@native
def judge_missions(state: State, rules: Rules):
    """BR-ASG-12, BR-AMB-67 End when a side cannot fight and no errand is left, or at the limit."""
    record_turn(state, rules)
    limit = state.turn >= rules.option.turn_limit
    red = operational_craft(state, rules, Side.RED | 0) > 0
    blue = operational_craft(state, rules, Side.BLUE | 0) > 0
    if not limit:
        if red and blue:
            return
        if may_still_fulfil(state, rules, Side.RED | 0):
            return
        if may_still_fulfil(state, rules, Side.BLUE | 0):
            return
    for side in range(2):
        event = log_event(state, Event.FULFILLED, side)
        event.a = state.mission[side].number
        event.b = state.mission[side].since
    end_game(state, mission_verdict(state), Reason.VICTORY_CONDITIONS)


@native
def mission_verdict(state: State):
    """BR-ASG-12 The only side to fulfil its mission, or the first, wins; none or a tie: a draw."""
    red, blue = int(state.mission[Side.RED].since), int(state.mission[Side.BLUE].since)
    if red == blue:
        return Verdict.DRAW
    if blue == 0 or (red != 0 and red < blue):
        return Verdict.RED
    return Verdict.BLUE
