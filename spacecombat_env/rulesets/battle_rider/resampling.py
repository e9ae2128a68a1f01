"""A full state that looks the same to a seat: what a search may think about honestly.

Everything a seat cannot know is dealt anew: unknown craft to task forces that may hide them, owners
to missile spreads, stores as they were at the start, and fresh luck.
"""

from spacecombat_env.core.hexgrid import DIRECTION_Q, DIRECTION_R, axial_row
from spacecombat_env.core.jit import jit
from spacecombat_env.core.rng import fold, pick
from spacecombat_env.rulesets.battle_rider.constants import (
    CARDS,
    CONTROLLED_MISSILE_G,
    LOG_LENGTH,
    NONE,
    RESULTS,
    SIM_12_LEVEL,
    Ask,
    Chance,
    CraftStatus,
    Damage,
    ForceStatus,
    Phase,
    Purpose,
    RedMission,
    Result,
    Sensor,
    Side,
    Step,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.damage import is_gone
from spacecombat_env.rulesets.battle_rider.fuel import deal_fuel
from spacecombat_env.rulesets.battle_rider.imagined_fleets import (
    imagine_cup,
    imagine_purchase,
    is_from_pool,
    may_be_mission,
)
from spacecombat_env.rulesets.battle_rider.mission_deeds import RAID_BOMBARDMENTS
from spacecombat_env.rulesets.battle_rider.mission_setup import ASTEROIDS
from spacecombat_env.rulesets.battle_rider.missions import (
    IMAGINED_LOT,
    LATE_TURN,
    MISSIONS,
    has_missions,
    is_late,
    is_vampire,
)
from spacecombat_env.rulesets.battle_rider.operations import DETECT_OPEN
from spacecombat_env.rulesets.battle_rider.players import imagine_players
from spacecombat_env.rulesets.battle_rider.tasks import luck, pair
from spacecombat_env.rulesets.battle_rider.words import craft_slots, force_slots, spread_slots


@jit
def imagine(state, opening, rules, seat, seed):
    """Complete a redacted state for the seat to act with a plausible truth."""
    enemy = 1 - seat
    fresh_luck(state, seed)
    keep_log(state, seat)
    state.step = Step.ROUND
    if has_missions(rules):
        imagine_mission(state, rules, enemy)
    imagine_craft(state, opening, rules, enemy)
    imagine_players(state, rules, enemy)
    imagine_spreads(state, rules, enemy)
    imagine_attempt(state, seat)
    imagine_round(state, enemy)
    imagine_volley(state, enemy)
    state.watch[enemy].asked = state.watch[seat].asked  # both have answered, or neither
    state.points_lost[enemy] = state.known_lost[enemy]
    state.points_escaped[enemy] = state.known_escaped[enemy]


@jit
def imagine_mission(state, rules, enemy):
    """BR-ASG-05, 14 A mission by lot, unless the scenario fixes it or what is seen tells."""
    mission = state.mission[enemy]
    mission.number = rules.option.mission[enemy]
    if mission.troops != 0:
        mission.number = RedMission.INVADE_AND_SECURE
    if mission.number == 0:
        mission.number = mission_by_lot(state, rules, enemy)
    mission.team = NONE
    if enemy == Side.RED:
        if mission.number == RedMission.TRANSIT or mission.number == RedMission.DEEP_BLACK:
            mission.asteroid = 1 + draw(state, enemy, IMAGINED_LOT + 1, ASTEROIDS)
        raid = mission.number == RedMission.SURFACE_RAID
        if raid and mission.bombardments >= RAID_BOMBARDMENTS:
            mission.landing_turn = max(1, int(state.turn) - 1)


@jit
def mission_by_lot(state, rules, enemy):
    """BR-ASG-05 One of the missions that fit what is known; the first, the dearest, if none does"""
    fitting = 0
    for number in range(1, MISSIONS + 1):
        fitting += 1 if may_be_mission(state, rules, enemy, number) else 0
    nth = draw(state, enemy, IMAGINED_LOT, fitting) if fitting > 0 else 0
    for number in range(1, MISSIONS + 1):
        if may_be_mission(state, rules, enemy, number):
            if nth == 0:
                return number
            nth -= 1
    return 1


@jit
def fresh_luck(state, seed):
    """Luck that has nothing to do with the real game's; a full deck."""
    chance = state.chance
    chance.seed_lo = fold(int(seed) & 0xFFFFFFFF, 1)
    chance.seed_hi = fold(int(seed) >> 32, 2) & 0x7FFFFFFF
    for card in range(CARDS):
        chance.deck[card] = card
    chance.deck_left = CARDS
    chance.dealt = 0
    chance.decisions = 0
    for bucket in range(64):
        chance.uses[bucket] = 0


@jit
def keep_log(state, seat):
    """The seat has been told what it has been told; of the other side that is not known."""
    for n in range(LOG_LENGTH):
        state.told[seat, n] = state.log[n]
    state.told_count[seat] = state.log_count
    state.told_count[1 - seat] = 0
    state.log_told = state.log_count


@jit
def draw(state, index, kind, sides):
    """An even lot for one piece."""
    return pick(luck(state, Chance.SETUP, pair(index, kind)), sides)


@jit
def imagine_craft(state, opening, rules, enemy):
    """Deal the unknown craft; give the known ones full stores."""
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft, origin = state.craft[k], opening.craft[k]
        if origin.status == CraftStatus.UNUSED or is_from_pool(origin):
            continue
        craft.keeper = origin.keeper
        craft.missiles = origin.missiles
        craft.sims = origin.sims
        craft.fuel = origin.fuel
        if not craft.detected:
            craft.klass = origin.klass
            craft.status = origin.status
            for result in range(RESULTS):
                craft.damage[result] = origin.damage[result]
            if craft.status == CraftStatus.IN_FORCE:
                craft.tf = NONE
    if state.buyer[enemy]:
        imagine_purchase(state, opening, rules, enemy)
    elif rules.buying[enemy].leave_out:
        imagine_cup(state, rules, enemy)
    lose_what_was_aboard(state, enemy)
    deal_fuel(state, rules, enemy * craft_slots(state), (enemy + 1) * craft_slots(state))
    count_known(state, enemy)
    imagine_emitters(state, rules, enemy)
    fill_cup(state, rules)
    if rules.option.hidden_damage:
        imagine_damage(state, enemy)
    if rules.option.black_globes:
        imagine_globes(state, rules, enemy)
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == NONE:
            craft.tf = hiding_place(state, rules, enemy, k)
            state.tf[craft.tf].strength += 1


@jit
def lose_what_was_aboard(state, enemy):
    """BR-AMB-89, 50 What an unseen craft was aboard of may be gone: then so is the craft."""
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.ABOARD and is_gone(state.craft[craft.keeper]):
            craft.status = CraftStatus.LOST


@jit
def imagine_emitters(state, rules, enemy):
    """A force that shows an Active marker must hold a craft with its active sensor on."""
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if state.tf[tf].emitting:
            found = NONE
            for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
                craft = state.craft[k]
                if craft.status != CraftStatus.IN_FORCE:
                    continue
                if craft.tf == tf and (found == NONE or craft.active):
                    found = k
                elif craft.tf == NONE and found == NONE:
                    if rules.classes[craft.klass].sensor_range[Sensor.ACTIVE] > 0:
                        found = k
            switch_on(state, found, tf)
    for tf in range(len(state.tf)):
        state.tf[tf].emitting = 0


@jit
def fill_cup(state, rules):
    """BR-DMG-09 The cup holds what does not lie on a ship."""
    for result in range(RESULTS):
        state.pool[result] = rules.marker_count[result]
        for k in range(len(state.craft)):
            if state.craft[k].damage[result]:
                state.pool[result] -= 1


@jit
def imagine_damage(state, enemy):
    """BR-HID-01 Markers that lie face down are some of those the seat does not see elsewhere.

    A ship that the seat has boarded was disabled (BR-BRD-01).
    """
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        result = draw(state, k, 5, RESULTS)
        if craft.boarders != NONE:
            result = Result.MANEUVER_DRIVE - 1
        for _ in range(RESULTS):
            result = (result + 1) % RESULTS
            powered = craft.active or craft.globe > 0
            fits = result != Result.SHIP_EXPLODES and not (powered and result == Result.POWER_PLANT)
            fits = fits and not (result == Result.COMPUTER and is_vampire(state, k))
            if craft.markers > 0 and fits and state.pool[result] > 0:
                craft.damage[result] = Damage.PERMANENT
                state.pool[result] -= 1
                craft.markers -= 1
        craft.markers = 0


@jit
def imagine_globes(state, rules, enemy):
    """BR-BGL-15 A force said to hold a flickering globe holds one, if a ship can be had for it."""
    slots = craft_slots(state)
    for tf in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if not state.tf[tf].flickering:
            continue
        found, known = NONE, False
        for k in range(enemy * slots, (enemy + 1) * slots):
            craft = state.craft[k]
            if craft.status != CraftStatus.IN_FORCE or not rules.classes[craft.klass].black_globe:
                continue
            known = known or (craft.tf == tf and craft.globe > 0)
            if not craft.detected and (craft.tf == tf or craft.tf == NONE):
                found = k
        if found != NONE and not known:
            state.craft[found].globe = 1
            if state.craft[found].tf == NONE:
                state.craft[found].tf = tf
                state.tf[tf].strength += 1


@jit
def switch_on(state, index, tf):
    """Put a craft into a force, if it is in none, with its active sensor on."""
    if index == NONE:
        return
    craft = state.craft[index]
    if craft.tf == NONE:
        craft.tf = tf
        state.tf[tf].strength += 1
    if not craft.detected:
        craft.active = 1


@jit
def count_known(state, enemy):
    """Strength of each enemy force from the craft known to be in it."""
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            state.tf[craft.tf].strength += 1


@jit
def can_hide(state, tf, enemy):
    """Whether an unknown craft may be in a force: on the map, shadow unknown, with room."""
    force = state.tf[tf]
    if force.strength >= state.tactics[enemy]:
        return False
    if force.status == ForceStatus.WAITING:
        return True
    return force.status == ForceStatus.ON_MAP and not force.shadow_found


@jit
def may_hide_in(state, tf, enemy, index):
    """BR-MIB-01, 06 The same for one craft: ships that enter later are not on the map yet."""
    if not can_hide(state, tf, enemy):
        return False
    waiting = state.tf[tf].status == ForceStatus.WAITING
    if is_held_back(state, index):
        return waiting and state.tf[tf].entry_turn >= LATE_TURN
    return not waiting or state.tf[tf].entry_turn < LATE_TURN or state.turn >= LATE_TURN


@jit
def is_held_back(state, index):
    """BR-MIB-01, 06 Whether a craft cannot have entered yet."""
    return is_late(state.craft[index]) and state.turn < LATE_TURN


@jit
def hiding_place(state, rules, enemy, index):
    """One of the forces that may hide a craft, or a new one that is still to enter."""
    slots = force_slots(state)
    places = 0
    for k in range(enemy * slots, (enemy + 1) * slots):
        places += 1 if may_hide_in(state, k, enemy, index) else 0
    nth = draw(state, index, 3, places) if places > 0 else 0
    for k in range(enemy * slots, (enemy + 1) * slots):
        if may_hide_in(state, k, enemy, index):
            if nth == 0:
                return k
            nth -= 1
    first = int(state.turn) + 1
    if is_held_back(state, index):
        first = max(first, LATE_TURN)
    elif state.phase == Phase.SETUP and has_missions(rules) and enemy == Side.BLUE:
        first = 0  # BR-ASG-04 where it starts is asked
    return late_force(state, rules, enemy, first)


@jit
def late_force(state, rules, enemy, first):
    """A force that waits to enter on its first turn, one hex outside its edge."""
    slots = force_slots(state)
    chosen = enemy * slots
    for k in range(enemy * slots, (enemy + 1) * slots):
        if state.tf[k].status == ForceStatus.UNUSED:
            chosen = k
            break
    force = state.tf[chosen]
    force.status = ForceStatus.WAITING
    force.q = (int(rules.option.columns) + 1) // 2
    outside = 0 if enemy == Side.RED else int(rules.option.rows) + 1
    force.r = axial_row(int(force.q), outside)
    force.vr = 1 if enemy == Side.RED else -1
    force.entry_turn = first
    return chosen


@jit
def some_launcher(state, rules, enemy, index):
    """A ship of the side that could have launched a spread; any craft in play if none could."""
    found, lots = NONE, 0
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE:
            continue
        if found == NONE:
            found = k
        if rules.classes[craft.klass].directors > 0:
            lots += 1
            if draw(state, index, 4 + k, lots) == 0:
                found = k
    return found


@jit
def imagine_spreads(state, rules, enemy):
    """Give each enemy spread an owner and half its Gs; an unknown one its owner's directors."""
    for k in range(enemy * spread_slots(state), (enemy + 1) * spread_slots(state)):
        spread = state.spread[k]
        if spread.count == 0:
            continue
        spread.owner = some_launcher(state, rules, enemy, k)
        if spread.owner == NONE:
            spread.count = 0
            continue
        spread.g_left = CONTROLLED_MISSILE_G // 2
        if not spread.detected and state.phase != Phase.MISSILE_ATTACK:
            spread.count = max(1, int(rules.classes[state.craft[spread.owner].klass].directors))


@jit
def imagine_attempt(state, seat):
    """Who is scanning: a craft of the force that an active scan comes from, or any craft."""
    attempt = state.attempt
    question = state.ask
    if question != Ask.JAM and question != Ask.EASIEST:
        return
    enemy = 1 - seat
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE:
            source = question == Ask.JAM and craft.tf == state.order[seat].target_tf
            if source or attempt.actor == NONE:
                attempt.actor = k
    if attempt.sensor == Sensor.PASSIVE:
        attempt.range = 1
    imagine_order(state, enemy)
    if state.phase == Phase.MISSILE_MOVEMENT and attempt.purpose == Purpose.DETECTION:
        imagine_sim(state, enemy)


@jit
def imagine_sim(state, enemy):
    """BR-SIM-02 What detects in the Missile Movement Phase is a semi-independent missile."""
    attempt, order = state.attempt, state.order[enemy]
    for k in range(enemy * spread_slots(state), (enemy + 1) * spread_slots(state)):
        if state.spread[k].count > 0 and state.spread[k].owner == NONE:
            continue
        if state.spread[k].count > 0:
            attempt.sim = k
            attempt.actor = state.spread[k].owner
            order.spread = k
            order.dq = 0
            order.dr = 0
            order.gs = 0
    if attempt.sim != NONE:
        spread = state.spread[attempt.sim]
        spread.sim = SIM_12_LEVEL
        spread.scanned = spread.count
        attempt.tech_level = SIM_12_LEVEL


@jit
def imagine_order(state, enemy):
    """The order that the attempt under way serves."""
    order, attempt = state.order[enemy], state.attempt
    order.craft = attempt.actor
    order.target_tf = attempt.target_tf
    order.target_craft = attempt.target_craft
    order.target_spread = NONE
    for k in range(enemy * spread_slots(state), (enemy + 1) * spread_slots(state)):
        if state.spread[k].count > 0:
            order.spread = k


@jit
def imagine_round(state, enemy):
    """BR-SEQ-05, BR-LND-01 What the enemy's round is about when it asks: it does not begin anew."""
    if state.phase != Phase.OPERATIONS or state.round_tf == NONE:
        return
    if state.round_tf // force_slots(state) != enemy:
        return
    order, force = state.order[enemy], state.tf[state.round_tf]
    order.tf = state.round_tf
    force.settled = 1
    if state.ask == Ask.THRUST_SIDE:
        order.verb = Verb.MOVE
        imagine_thrust(order, state.order[1 - enemy])
        force.gs = order.gs
    elif state.ask == Ask.SAND_NUMBER or state.attempt.purpose == Purpose.BEAM_LOCK:
        order.verb = Verb.FIRE
        force.firing = 1
    else:
        order.verb = Verb.DETECT
        force.detecting = DETECT_OPEN


@jit
def imagine_thrust(order, choice):
    """BR-MOV-07 The least thrust that has its exhaust as close to one hexside as to the other."""
    order.dq = -DIRECTION_Q[choice.low] - DIRECTION_Q[choice.high]
    order.dr = -DIRECTION_R[choice.low] - DIRECTION_R[choice.high]
    order.gs = 2


@jit
def imagine_volley(state, enemy):
    """The shooter of a volley that awaits sand: any craft of the other side."""
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            state.volley.shooter = k
            return
