"""Chapters MIR and MIB: when the twenty missions are fulfilled, and the turn record.

A side's conditions are evaluated at the end of every turn. What holds through to the end of the
game counts from the turn since which it holds; conditions that speak of the end (the enemy denied,
losses, the map controlled) count from the last turn. The points compared are those of the missions,
those lost and destroyed the printed ones of the ships.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    NONE,
    BlueMission,
    CraftStatus,
    Errand,
    Event,
    Fate,
    Reason,
    RedMission,
    Side,
    Verdict,
)
from spacecombat_env.rulesets.battle_rider.pieces.missions import is_crippled, mission_points
from spacecombat_env.rulesets.battle_rider.pieces.tasks import note
from spacecombat_env.rulesets.battle_rider.ships.damage import can_jump, is_on_map
from spacecombat_env.rulesets.battle_rider.victory.deeds import (
    INVASION_BOMBARDMENTS,
    LARGE,
    RAID_BOMBARDMENTS,
    record_deeds,
)
from spacecombat_env.rulesets.battle_rider.victory.ending import (
    end_game,
    is_operational,
    operational_craft,
)

DELAY_TURNS = 20  # BR-MIB-08
SIGHTING_POINTS = 300  # BR-MIR-10, times the scale (BR-AMB-63)
CONVOY_GAP = 150  # BR-MIB-06, times the scale


# --- what has become of ships --------------------------------------------------------------------


@jit
def is_gone_for_good(craft):
    """BR-AMB-57 Destroyed, captured, or off the map without an escape."""
    status = craft.status
    lost = status == CraftStatus.DESTROYED or status == CraftStatus.LOST
    return lost or status == CraftStatus.CAPTURED


@jit
def in_play(craft):
    """Whether a ship has neither left nor been lost."""
    return craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD


@jit
def has_fate(state, rules, index, fate):
    """BR-AMB-55, 57 Whether a ship of a fleet counts under a heading."""
    craft = state.craft[index]
    escaped = craft.status == CraftStatus.ESCAPED
    if fate == Fate.FLEET:
        return True
    if fate == Fate.IN_PLAY:
        return in_play(craft)
    if fate == Fate.DESTROYED:
        return is_gone_for_good(craft)
    if fate == Fate.DISABLED:
        return in_play(craft) and is_crippled(craft)
    if fate == Fate.ESCAPED:
        return escaped
    if fate == Fate.OPERATIONAL:
        return is_on_map(state, craft) and is_operational(state, rules, index)
    if fate == Fate.CAPTURED:
        return craft.status == CraftStatus.CAPTURED
    if fate == Fate.REFUELLED:  # a rider is carried away by a tender that has refuelled
        carried = rules.classes[craft.klass].jump == 0
        return escaped and (carried or (int(craft.errand) & Errand.REFUELLED) != 0)
    if fate == Fate.INFORMED:
        return escaped and (int(craft.errand) & Errand.DATABASE) != 0
    if fate == Fate.SPOTTED:
        return craft.detected or (int(craft.errand) & Errand.SPOTTED) != 0
    merchant = rules.classes[craft.klass].merchant != 0
    return merchant and (escaped or fate == Fate.MERCHANT)


@jit
def ships(state, rules, side, fate):
    """The ships of a side under a heading; drones are none."""
    count = 0
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if has_fate(state, rules, k, fate):
                count += 1
    return count


@jit
def worth(state, rules, side, fate):
    """BR-SCN-06, BR-AMB-62 The printed points of the ships of a side under a heading."""
    points = 0
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if has_fate(state, rules, k, fate):
                points += int(rules.classes[craft.klass].points)
    return points


@jit
def largest_size(state, rules, side):
    """BR-MIR-07, BR-AMB-66 The lowest size code in a fleet."""
    size = 0
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            size = min(size, int(rules.classes[craft.klass].size_mod))
    return size


@jit
def large_ship_hit(state, rules, side):
    """BR-MIR-07, BR-MIB-09, BR-AMB-66 A result on a ship of size -3 or -4, or on the largest."""
    size = max(LARGE, largest_size(state, rules, side))
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if rules.classes[craft.klass].size_mod <= size and int(craft.errand) & Errand.HIT:
                return True
    return False


@jit
def large_ship_destroyed(state, rules, side):
    """BR-MIR-07, BR-MIB-09 Whether a ship of size -3 or -4 of a side is destroyed."""
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if rules.classes[craft.klass].size_mod <= LARGE and is_gone_for_good(craft):
                return True
    return False


@jit
def all_destroyed(state, rules, side):
    """BR-MIR-01, BR-MIB-01 Every ship of a side is destroyed, none has escaped."""
    return ships(state, rules, side, Fate.DESTROYED) == ships(state, rules, side, Fate.FLEET)


@jit
def destroys_more(state, rules, side):
    """BR-MIR-06, BR-MIB-04, 07 More points of the enemy are destroyed than lost."""
    destroyed = worth(state, rules, 1 - side, Fate.DESTROYED)
    return destroyed > worth(state, rules, side, Fate.DESTROYED)


# --- Red's missions ------------------------------------------------------------------------------


@jit
def red_fulfils(state, rules):
    """BR-ASG-14 Whether Red's mission is fulfilled as things stand."""
    number = state.mission[Side.RED].number
    if number <= RedMission.BOMBARDMENT:
        return red_assault(state, rules, number)
    return red_raid(state, rules, number)


@jit
def red_assault(state, rules, number):
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


@jit
def probed(state, rules):
    """BR-MIR-03, BR-AMB-64 Probing Attack: the map controlled, by how strong the enemy is."""
    mine = mission_points(state, rules, Side.RED | 0)
    theirs = mission_points(state, rules, Side.BLUE | 0)
    fleet = ships(state, rules, Side.BLUE | 0, Fate.FLEET)
    beaten = ships(state, rules, Side.BLUE | 0, Fate.DESTROYED)
    beaten += ships(state, rules, Side.BLUE | 0, Fate.DISABLED)
    if mine >= 2 * theirs:
        return beaten == fleet
    if 4 * mine <= 3 * theirs:
        return beaten > ships(state, rules, Side.RED | 0, Fate.DESTROYED)
    return beaten + ships(state, rules, Side.BLUE | 0, Fate.ESCAPED) == fleet


@jit
def raided(state, rules):
    """BR-MIR-04 Surface Raid: landed, if the enemy has more points; else brought home as well."""
    mission = state.mission[Side.RED]
    if mission.bombardments < RAID_BOMBARDMENTS or mission.landing_turn == 0:
        return False
    if mission_points(state, rules, Side.BLUE | 0) > mission_points(state, rules, Side.RED | 0):
        return True
    if mission.team == NONE or mission.team_lost:
        return False
    return state.craft[mission.team].status == CraftStatus.ESCAPED


@jit
def bombarded(state, rules):
    """BR-MIR-05 Bombardment: done; losses of at most 1.5 times the enemy's unless he has more."""
    if state.mission[Side.RED].bombardments < RAID_BOMBARDMENTS:
        return False
    if mission_points(state, rules, Side.RED | 0) < mission_points(state, rules, Side.BLUE | 0):
        return True
    lost = worth(state, rules, Side.RED | 0, Fate.DESTROYED)
    return 2 * lost <= 3 * worth(state, rules, Side.BLUE | 0, Fate.DESTROYED)


@jit
def red_raid(state, rules, number):
    """BR-MIR-06, 07, 08, 09, 10 Missions of the smaller squadrons; they escape over both edges."""
    if number == RedMission.HIT_AND_RUN:
        return hit_and_ran(state, rules)
    if number == RedMission.PROPAGANDA_RAID:
        return struck(state, rules, Side.RED | 0, 2, 1)
    if number == RedMission.TRANSIT:
        return passed_through(state, rules)
    if number == RedMission.DEEP_BLACK:
        return ships(state, rules, Side.RED | 0, Fate.INFORMED) > 0
    spotted = worth(state, rules, Side.BLUE | 0, Fate.SPOTTED)
    every = ships(state, rules, Side.BLUE | 0, Fate.SPOTTED)
    enough = spotted >= SIGHTING_POINTS * int(rules.option.scale)
    enough = enough or every == ships(state, rules, Side.BLUE | 0, Fate.FLEET)
    return enough and ships(state, rules, Side.RED | 0, Fate.ESCAPED) > 0


@jit
def hit_and_ran(state, rules):
    """BR-MIR-06, BR-AMB-65 Hit and Run: a ship, or more points, destroyed; the squadron away."""
    if ships(state, rules, Side.RED | 0, Fate.ESCAPED) == 0:
        return False
    if operational_craft(state, rules, Side.RED | 0) > 0:
        return False
    mine = mission_points(state, rules, Side.RED | 0)
    if mine <= mission_points(state, rules, Side.BLUE | 0):
        return ships(state, rules, Side.BLUE | 0, Fate.DESTROYED) > 0
    return destroys_more(state, rules, Side.RED | 0)


@jit
def struck(state, rules, side, times, share):
    """BR-MIR-07, BR-MIB-09, BR-AMB-66 A large ship hit, or destroyed by a side not the weaker.

    Where the enemy has no large ship, `times` its losses must exceed `share` times its fleet.
    """
    enemy = 1 - side
    if mission_points(state, rules, side) < mission_points(state, rules, enemy):
        return large_ship_hit(state, rules, enemy)
    if largest_size(state, rules, enemy) <= LARGE:
        return large_ship_destroyed(state, rules, enemy)
    destroyed = worth(state, rules, enemy, Fate.DESTROYED)
    return times * destroyed > share * worth(state, rules, enemy, Fate.FLEET)


@jit
def passed_through(state, rules):
    """BR-MIR-08 Transit: refuelled ships away, by how strong the enemy is."""
    mine = mission_points(state, rules, Side.RED | 0)
    theirs = mission_points(state, rules, Side.BLUE | 0)
    away = worth(state, rules, Side.RED | 0, Fate.REFUELLED)
    fleet = worth(state, rules, Side.RED | 0, Fate.FLEET)
    if mine >= theirs:
        return 4 * away > 3 * fleet
    if 2 * mine < theirs:
        return ships(state, rules, Side.RED | 0, Fate.REFUELLED) > 0
    return 2 * away >= fleet


# --- Blue's missions -----------------------------------------------------------------------------


@jit
def blue_fulfils(state, rules, denied):
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
        return struck(state, rules, Side.BLUE | 0, 4, 3)
    return away(state, rules) if is_weaker(state, rules) else denied


@jit
def is_weaker(state, rules):
    """BR-AMB-62 Whether Blue's mission has fewer points than Red's."""
    return mission_points(state, rules, Side.BLUE | 0) < mission_points(state, rules, Side.RED | 0)


@jit
def blue_defense(state, rules, number, denied):
    """BR-MIB-01, 02, 03, 04 Missions of the greater fleets."""
    if number == BlueMission.AMBUSH:
        return denied and all_destroyed(state, rules, Side.RED | 0)
    if number == BlueMission.VAMPIRE:
        destroyed = worth(state, rules, Side.RED | 0, Fate.DESTROYED)
        destroyed += worth(state, rules, Side.RED | 0, Fate.CAPTURED)
        return destroyed > worth(state, rules, Side.BLUE | 0, Fate.DESTROYED)
    if number == BlueMission.NAVAL_SUPREMACY:
        return denied
    if is_weaker(state, rules):
        return destroys_more(state, rules, Side.BLUE | 0)
    if ships(state, rules, Side.RED | 0, Fate.OPERATIONAL) > 0:
        return False
    return denied and ships(state, rules, Side.BLUE | 0, Fate.OPERATIONAL) > 0


@jit
def preserved(state, rules, denied):
    """BR-MIB-05 Fleet in Being: losses of a third of the enemy fleet's points at most."""
    lost = worth(state, rules, Side.BLUE | 0, Fate.DESTROYED)
    kept = 3 * lost <= worth(state, rules, Side.RED | 0, Fate.FLEET)
    mine = mission_points(state, rules, Side.BLUE | 0)
    stronger = mine > mission_points(state, rules, Side.RED | 0)
    return kept and (denied or not stronger)


@jit
def convoy_away(state, rules):
    """BR-MIB-06 Convoy Run: all merchants, half of their points, or one, by the enemy's points."""
    mine = mission_points(state, rules, Side.BLUE | 0)
    theirs = mission_points(state, rules, Side.RED | 0)
    escaped = ships(state, rules, Side.BLUE | 0, Fate.CONVOY_AWAY)
    if mine >= theirs:
        every = ships(state, rules, Side.BLUE | 0, Fate.MERCHANT)
        return every > 0 and escaped == every
    if theirs - mine >= CONVOY_GAP * int(rules.option.scale):
        return escaped > 0
    points = worth(state, rules, Side.BLUE | 0, Fate.CONVOY_AWAY)
    return escaped > 0 and 2 * points >= worth(state, rules, Side.BLUE | 0, Fate.MERCHANT)


@jit
def away(state, rules):
    """BR-MIB-10 Escape: one ship has jumped out."""
    return ships(state, rules, Side.BLUE | 0, Fate.ESCAPED) > 0


@jit
def delayed(state, rules):
    """BR-MIB-08 Delaying Action: the enemy held off for 20 turns, then a ship away."""
    mission = state.mission[Side.BLUE]
    if state.turn <= DELAY_TURNS or mission.too_late:
        return False
    return ships(state, rules, Side.BLUE | 0, Fate.ESCAPED) > mission.escaped_before


# --- the turn record -----------------------------------------------------------------------------


@jit
def speaks_of_the_end(state, rules, side):
    """BR-ASG-13, BR-AMB-67 Conditions that are fulfilled with the end of the scenario only."""
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


@jit
def record_side(state, rules, side, fulfilled):
    """BR-ASG-13 Since which turn a side's conditions have held; 0 while they do not."""
    mission = state.mission[side]
    if not fulfilled:
        mission.since = 0
    elif mission.since == 0 or speaks_of_the_end(state, rules, side):
        mission.since = state.turn


@jit
def record_turn(state, rules):
    """BR-ASG-13 The turn record: deeds, and what is fulfilled as things stand."""
    record_deeds(state, rules)
    red = red_fulfils(state, rules)
    mission = state.mission[Side.BLUE]
    if state.turn == DELAY_TURNS:
        mission.too_late = 1 if red else 0
        mission.escaped_before = ships(state, rules, Side.BLUE | 0, Fate.ESCAPED)
    record_side(state, rules, Side.RED | 0, red)
    record_side(state, rules, Side.BLUE | 0, blue_fulfils(state, rules, not red))


@jit
def has_errand(state, rules, side):
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


@jit
def needs_jump(state, rules, side):
    """BR-AMB-67 Whether an errand ends with an escape; bombardment and invasion do not."""
    number = state.mission[side].number
    if side == Side.RED:
        if number == RedMission.SURFACE_RAID:
            return not is_weaker_red(state, rules)
        return number != RedMission.INVADE_AND_SECURE and number != RedMission.BOMBARDMENT
    return True


@jit
def is_weaker_red(state, rules):
    """BR-AMB-62 Whether Red's mission has fewer points than Blue's."""
    return mission_points(state, rules, Side.RED | 0) < mission_points(state, rules, Side.BLUE | 0)


@jit
def is_about_errand(state, rules, side):
    """BR-AMB-67 Whether a side has a ship to go about its errand with, that can jump if it must."""
    if not has_errand(state, rules, side):
        return False
    for k in half(state.craft, side):
        craft = state.craft[k]
        klass = rules.classes[craft.klass]
        if craft.klass == 0 or not in_play(craft) or klass.drone:
            continue
        if can_jump(craft, klass) or not needs_jump(state, rules, side):
            return True
    return False


@jit
def hunts(state, rules, side):
    """BR-AMB-67 Whether a side that can fight has still to destroy ships that cannot."""
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
    if number == 1 and ships(state, rules, 1 - side, Fate.ESCAPED) > 0:  # BR-MIR-01, BR-MIB-01
        return False
    return ships(state, rules, 1 - side, Fate.IN_PLAY) > 0


@jit
def may_still_fulfil(state, rules, side):
    """BR-AMB-67 Whether a side goes on with what its mission still asks for."""
    if state.mission[side].since != 0:
        return False
    return is_about_errand(state, rules, side) or hunts(state, rules, side)


@jit
def judge_missions(state, rules):
    """BR-ASG-12, BR-AMB-67 A side cannot fight and none is about an errand, or the turn limit."""
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
        event = note(state, Event.FULFILLED, side)
        event.a = state.mission[side].number
        event.b = state.mission[side].since
    end_game(state, mission_verdict(state), Reason.VICTORY_CONDITIONS)


@jit
def mission_verdict(state):
    """BR-ASG-12 Who alone fulfils wins, or who did so first; none, or both in one turn: a draw."""
    red, blue = int(state.mission[Side.RED].since), int(state.mission[Side.BLUE].since)
    if red == blue:
        return Verdict.DRAW
    if blue == 0 or (red != 0 and red < blue):
        return Verdict.RED
    return Verdict.BLUE
