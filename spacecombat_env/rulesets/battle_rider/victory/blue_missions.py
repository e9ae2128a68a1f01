"""Chapter MIB: when Blue's missions are fulfilled."""

from spacecombat_env.core.native import native

from ..model import BlueMission, ShipOutcome, Side, mission_points
from ..model.record_types import Rules, State
from .ship_outcomes import all_destroyed, destroys_more, have_left_map, lost_share, ships, worth

DELAY_TURNS = 20  # BR-MIB-08
CONVOY_GAP = 150  # BR-MIB-06, times the scale


@native
def blue_fulfils(state: State, rules: Rules, denied):
    """BR-ASG-14, BR-MIB-05, 06, 07, 08, 09, 10 Whether Blue's mission is fulfilled."""
    number = state.mission[Side.BLUE].number
    if number <= BlueMission.ACTIVE_DEFENSE:
        return blue_defense(state, rules, number, denied)
    if number == BlueMission.FLEET_IN_BEING:
        return preserved(state, rules, denied)
    if number == BlueMission.CONVOY_RUN:
        return convoy_away(state, rules)
    if number == BlueMission.ECONOMY_OF_FORCE:
        enough = denied or is_weaker(state, rules)
        return enough and destroys_more(state, rules, Side.BLUE | 0)
    if number == BlueMission.DELAYING_ACTION:
        return delayed(state, rules) if is_weaker(state, rules) else denied
    if number == BlueMission.DESPERATE_DEFENSE:
        return lost_share(state, rules, Side.BLUE | 0, 4, 3)
    return have_left_map(state, rules) if is_weaker(state, rules) else denied


@native
def is_weaker(state: State, rules: Rules):
    """BR-AMB-62 Whether Blue's mission has fewer points than Red's."""
    return mission_points(state, rules, Side.BLUE | 0) < mission_points(state, rules, Side.RED | 0)


@native
def blue_defense(state: State, rules: Rules, number, denied):
    """BR-MIB-01, 02, 03, 04 Missions of the greater fleets."""
    if number == BlueMission.AMBUSH:
        return denied and all_destroyed(state, rules, Side.RED | 0)
    if number == BlueMission.VAMPIRE:
        destroyed = worth(state, rules, Side.RED | 0, ShipOutcome.DESTROYED)
        destroyed += worth(state, rules, Side.RED | 0, ShipOutcome.CAPTURED)
        return destroyed > worth(state, rules, Side.BLUE | 0, ShipOutcome.DESTROYED)
    if number == BlueMission.NAVAL_SUPREMACY:
        return denied
    if is_weaker(state, rules):
        return destroys_more(state, rules, Side.BLUE | 0)
    if ships(state, rules, Side.RED | 0, ShipOutcome.OPERATIONAL) > 0:
        return False
    return denied and ships(state, rules, Side.BLUE | 0, ShipOutcome.OPERATIONAL) > 0


@native
def preserved(state: State, rules: Rules, denied):
    """BR-MIB-05 Fleet in Being: losses of at most a third of the enemy fleet's points."""
    lost = worth(state, rules, Side.BLUE | 0, ShipOutcome.DESTROYED)
    kept = 3 * lost <= worth(state, rules, Side.RED | 0, ShipOutcome.FLEET)
    mine = mission_points(state, rules, Side.BLUE | 0)
    stronger = mine > mission_points(state, rules, Side.RED | 0)
    return kept and (denied or not stronger)


@native
def convoy_away(state: State, rules: Rules):
    """BR-MIB-06 Convoy Run: all merchants, half of their points, or one, by the enemy's points."""
    mine = mission_points(state, rules, Side.BLUE | 0)
    theirs = mission_points(state, rules, Side.RED | 0)
    escaped = ships(state, rules, Side.BLUE | 0, ShipOutcome.CONVOY_AWAY)
    if mine >= theirs:
        every = ships(state, rules, Side.BLUE | 0, ShipOutcome.MERCHANT)
        return every > 0 and escaped == every
    if theirs - mine >= CONVOY_GAP * int(rules.option.scale):
        return escaped > 0
    points = worth(state, rules, Side.BLUE | 0, ShipOutcome.CONVOY_AWAY)
    return escaped > 0 and 2 * points >= worth(state, rules, Side.BLUE | 0, ShipOutcome.MERCHANT)


@native
def delayed(state: State, rules: Rules):
    """BR-MIB-08 Delaying Action: the enemy held off for 20 turns, then a ship away."""
    mission = state.mission[Side.BLUE]
    if state.turn <= DELAY_TURNS or mission.too_late:
        return False
    return ships(state, rules, Side.BLUE | 0, ShipOutcome.ESCAPED) > mission.escaped_before
