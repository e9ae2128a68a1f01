"""Chapter ASG: missions drawn in secret, their points, and their effects in play.

Ten missions a side, Red the intruder and Blue the native. A mission's number is its side's secret,
and so are its points: a side does not know the enemy's points before the end. Fulfilment is in
victory/red_missions.py and victory/blue_missions.py, deeds for a mission in
victory/mission_deeds.py.
"""

import numpy as np

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from .actions import craft_slots
from .constants.categories import (
    BlueMission,
    CraftStatus,
    Crew,
    Damage,
    Errand,
    RedMission,
    Result,
    Side,
    Victory,
)
from .constants.log import Event
from .constants.sizes import NONE
from .constants.turn import Chance
from .crew import crew_tenths
from .random_streams import RandomStream
from .record_types import Craft, Rules, State
from .tasks import log_event, pair_key, random_bits

MISSIONS = 10  # of each side
POINTS = np.array(
    [
        [0, 500, 450, 300, 300, 250, 200, 150, 150, 100, 50],
        [0, 500, 400, 350, 300, 300, 250, 250, 200, 150, 100],
    ],
    np.int16,
)  # per Side and mission, to spend
ON_MAP_LIMIT = 150  # BR-MIB-01, 06 points of the ships that start on the map
LATE_LIMITS = (350, 100)  # BR-MIB-01, 06 points of those that enter later
LATE_TURN = 6  # BR-MIB-01, 06 first turn in which they may enter


@native
def has_missions(rules: Rules):
    """BR-ASG-01 Whether the scenario is one of the pocket empires."""
    return rules.option.victory == Victory.POCKET_EMPIRES


@native
def mission_points(state: State, rules: Rules, side):
    """BR-ASG-05, 06, BR-AMB-62, 63 The points of a side's mission, times the scale."""
    return int(POINTS[side, state.mission[side].number]) * int(rules.option.scale)


@native
def draw_missions(state: State, rules: Rules):
    """BR-ASG-05 Each side draws a marker in secret, unless the scenario fixes its mission."""
    for side in range(2):
        mission = state.mission[side]
        mission.number = rules.option.mission[side]
        if mission.number == 0:
            random_index = pick(
                random_bits(state, Chance.SETUP, pair_key(side, RandomStream.MISSION)), MISSIONS
            )
            mission.number = 1 + random_index
        state.funds[side] = mission_points(state, rules, side)
        mission.limit = ON_MAP_LIMIT * int(rules.option.scale)
        event = log_event(state, Event.MISSION, side)
        event.a = mission.number
        event.b = state.funds[side]
        event.known = 1 << side


# --- purchases -----------------------------------------------------------------------------------


@native
def budget(state: State, rules: Rules, side):
    """BR-SCN-11, BR-ASG-05 Points that a side had to spend."""
    if has_missions(rules):
        return mission_points(state, rules, side)
    return int(rules.buying[side].points)


@native
def tactics_cost(state: State, rules: Rules, side):
    """BR-SCN-11, BR-ASG-07, BR-AMB-68 Price of a level: as given, or 5% of the mission's points."""
    if has_missions(rules):
        return level_price(mission_points(state, rules, side))
    return int(rules.buying[side].tactics_cost)


@native
def level_price(points):
    """BR-ASG-07, BR-AMB-68 5% of a mission's points, rounded."""
    return (points + 10) // 20


@native
def is_split(state: State, side):
    """BR-MIB-01, 06 Whether a part of a side's fleet enters later."""
    return enters_in_parts(side, int(state.mission[side].number))


@native
def enters_in_parts(side, number):
    """BR-MIB-01, 06 Whether a mission is Ambush or Convoy Run."""
    return side == Side.BLUE and (number == BlueMission.AMBUSH or number == BlueMission.CONVOY_RUN)


@native
def is_convoy(state: State, side):
    """BR-MIB-06 Whether a side runs a convoy."""
    return side == Side.BLUE and state.mission[side].number == BlueMission.CONVOY_RUN


@native
def late_limit(state: State, rules: Rules, side):
    """BR-MIB-01, 06, BR-AMB-63 Points of the ships that enter later."""
    number = 1 if is_convoy(state, side) else 0
    return LATE_LIMITS[number] * int(rules.option.scale)


@native
def purse(state: State, side):
    """BR-SCN-11, BR-MIB-01, 06 Points left for the ships that are being bought."""
    funds = int(state.funds[side])
    return min(funds, int(state.mission[side].limit)) if is_split(state, side) else funds


@native
def is_late(craft: Craft):
    """BR-MIB-01, 06 Whether a craft belongs to those that enter later."""
    return (int(craft.errand) & Errand.LATE) != 0


@native
def sails_with(state: State, side, craft: Craft):
    """BR-MIB-01, 06 Whether a craft is of the part of the fleet that is being bought."""
    return not is_split(state, side) or is_late(craft) == bool(state.mission[side].late)


@native
def merchant_price(points, crew):
    """BR-MIB-06, BR-AMB-68 Half of the printed points, with the crew's factor, rounded once."""
    return (crew_tenths(crew) * points + 10) // 20


@native
def may_be_merchant(state: State, rules: Rules, side, klass):
    """BR-MIB-06 Ships with jump drive may be bought as merchants, among those that enter later."""
    return is_convoy(state, side) and state.mission[side].late != 0 and rules.merchant[klass] != 0


@native
def merchants(state: State, rules: Rules, side):
    """BR-MIB-06 Merchants a side has bought."""
    count = 0
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        here = craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD
        if here and rules.classes[craft.klass].merchant:
            count += 1
    return count


@native
def merchant_reserve(state: State, rules: Rules, side, index):
    """BR-MIB-06 Points that must be left for one merchant; `index` is about to be bought."""
    if not is_convoy(state, side) or state.mission[side].late:
        return 0
    low, crews = NONE, int(rules.buying[side].crews)
    cheapest = Crew.GREEN if crews >> Crew.GREEN & 1 else Crew.AVERAGE
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.OFFERED and k != index and rules.merchant[craft.klass]:
            cost = merchant_price(int(rules.classes[craft.klass].points), cheapest)
            low = cost if low == NONE else min(low, cost)
    return max(0, low)


# --- effects in play -----------------------------------------------------------------------------


@native
def is_vampire(state: State, index):
    """BR-MIB-02 Whether a Computer result destroys a ship, as in the Vampire mission."""
    side = index // craft_slots(state)
    return side == Side.BLUE and state.mission[side].number == BlueMission.VAMPIRE


@native
def is_crippled(craft: Craft):
    """BR-AMB-55 Disabled: a permanent Power Plant or Maneuver Drive result."""
    plant = craft.damage[Result.POWER_PLANT] == Damage.PERMANENT
    return plant or craft.damage[Result.MANEUVER_DRIVE] == Damage.PERMANENT


@native
def watch_carrier(state: State):
    """BR-MIR-04 A disabled carrier loses the team, even if it then coasts off the map."""
    mission = state.mission[Side.RED]
    if mission.number == RedMission.SURFACE_RAID and mission.team != NONE:
        if is_crippled(state.craft[mission.team]):
            mission.team_lost = 1


@native
def may_escape_anywhere(state: State, side):
    """BR-MIR-06..10 Whether a mission's ships may escape over their own edge as well."""
    return side == Side.RED and state.mission[side].number >= RedMission.HIT_AND_RUN


@native
def has_fuel_for_jump(state: State, craft: Craft, side):
    """BR-MIR-08 In Transit only ships that have refuelled can jump."""
    if side != Side.RED or state.mission[side].number != RedMission.TRANSIT:
        return True
    return (int(craft.errand) & Errand.REFUELLED) != 0
