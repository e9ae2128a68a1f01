"""Chapter MIR: when Red's missions are fulfilled."""

from spacecombat_env.core.native import native

from ..model import NONE, CraftStatus, RedMission, ShipOutcome, Side, mission_points
from ..model.record_types import Rules, State
from .ending import operational_craft
from .mission_deeds import INVASION_BOMBARDMENTS, RAID_BOMBARDMENTS
from .ship_outcomes import all_destroyed, destroys_more, lost_share, ships, worth

SIGHTING_POINTS = 300  # BR-MIR-10, times the scale (BR-AMB-63)


@native
def red_fulfils(state: State, rules: Rules):
    """BR-ASG-14 Whether Red's mission is fulfilled now."""
    number = state.mission[Side.RED].number
    if number <= RedMission.BOMBARDMENT:
        return red_assault(state, rules, number)
    return red_raid(state, rules, number)


@native
def red_assault(state: State, rules: Rules, number):
    """BR-MIR-01, 02, 03, 04, 05 Missions of the greater fleets."""
    mission = state.mission[Side.RED]
    if number == RedMission.COMMAND_OF_THE_SPACEWAYS:
        return all_destroyed(state, rules, Side.BLUE | 0)
    if number == RedMission.INVADE_AND_SECURE:
        secured = mission.secured != 0
        return secured and mission.bombardments >= INVASION_BOMBARDMENTS
    if number == RedMission.PROBING_ATTACK:
        return probed(state, rules)
    if number == RedMission.SURFACE_RAID:
        return raided(state, rules)
    return bombarded(state, rules)


@native
def probed(state: State, rules: Rules):
    """BR-MIR-03, BR-AMB-64 Probing Attack: control of the map, by the enemy's strength."""
    mine = mission_points(state, rules, Side.RED | 0)
    theirs = mission_points(state, rules, Side.BLUE | 0)
    fleet = ships(state, rules, Side.BLUE | 0, ShipOutcome.FLEET)
    beaten = ships(state, rules, Side.BLUE | 0, ShipOutcome.DESTROYED)
    beaten += ships(state, rules, Side.BLUE | 0, ShipOutcome.DISABLED)
    if mine >= 2 * theirs:
        return beaten == fleet
    if 4 * mine <= 3 * theirs:
        return beaten > ships(state, rules, Side.RED | 0, ShipOutcome.DESTROYED)
    return beaten + ships(state, rules, Side.BLUE | 0, ShipOutcome.ESCAPED) == fleet


@native
def raided(state: State, rules: Rules):
    """BR-MIR-04 Surface Raid: landed, if the enemy has more points; else also brought home."""
    mission = state.mission[Side.RED]
    if mission.bombardments < RAID_BOMBARDMENTS or mission.landing_turn == 0:
        return False
    if mission_points(state, rules, Side.BLUE | 0) > mission_points(state, rules, Side.RED | 0):
        return True
    if mission.team == NONE or mission.team_lost:
        return False
    return state.craft[mission.team].status == CraftStatus.ESCAPED


@native
def bombarded(state: State, rules: Rules):
    """BR-MIR-05 Bombardment: done; losses at most 1.5 times Blue's, unless Blue has more points."""
    if state.mission[Side.RED].bombardments < RAID_BOMBARDMENTS:
        return False
    if mission_points(state, rules, Side.RED | 0) < mission_points(state, rules, Side.BLUE | 0):
        return True
    lost = worth(state, rules, Side.RED | 0, ShipOutcome.DESTROYED)
    return 2 * lost <= 3 * worth(state, rules, Side.BLUE | 0, ShipOutcome.DESTROYED)


@native
def red_raid(state: State, rules: Rules, number):
    """BR-MIR-06, 07, 08, 09, 10 Missions of the smaller squadrons; they escape over both edges."""
    if number == RedMission.HIT_AND_RUN:
        return hit_and_ran(state, rules)
    if number == RedMission.PROPAGANDA_RAID:
        return lost_share(state, rules, Side.RED | 0, 2, 1)
    if number == RedMission.TRANSIT:
        return passed_through(state, rules)
    if number == RedMission.DEEP_BLACK:
        return ships(state, rules, Side.RED | 0, ShipOutcome.INFORMED) > 0
    spotted = worth(state, rules, Side.BLUE | 0, ShipOutcome.SPOTTED)
    every = ships(state, rules, Side.BLUE | 0, ShipOutcome.SPOTTED)
    enough = spotted >= SIGHTING_POINTS * int(rules.option.scale)
    enough = enough or every == ships(state, rules, Side.BLUE | 0, ShipOutcome.FLEET)
    return enough and ships(state, rules, Side.RED | 0, ShipOutcome.ESCAPED) > 0


@native
def hit_and_ran(state: State, rules: Rules):
    """BR-MIR-06, BR-AMB-65 Hit and Run: a ship, or more points, destroyed; the squadron away."""
    if ships(state, rules, Side.RED | 0, ShipOutcome.ESCAPED) == 0:
        return False
    if operational_craft(state, rules, Side.RED | 0) > 0:
        return False
    mine = mission_points(state, rules, Side.RED | 0)
    if mine <= mission_points(state, rules, Side.BLUE | 0):
        return ships(state, rules, Side.BLUE | 0, ShipOutcome.DESTROYED) > 0
    return destroys_more(state, rules, Side.RED | 0)


@native
def passed_through(state: State, rules: Rules):
    """BR-MIR-08 Transit: refuelled ships escape, depending on the enemy's strength."""
    mine = mission_points(state, rules, Side.RED | 0)
    theirs = mission_points(state, rules, Side.BLUE | 0)
    away = worth(state, rules, Side.RED | 0, ShipOutcome.REFUELLED)
    fleet = worth(state, rules, Side.RED | 0, ShipOutcome.FLEET)
    if mine >= theirs:
        return 4 * away > 3 * fleet
    if 2 * mine < theirs:
        return ships(state, rules, Side.RED | 0, ShipOutcome.REFUELLED) > 0
    return 2 * away >= fleet
