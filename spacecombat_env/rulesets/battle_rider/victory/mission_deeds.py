"""Chapters MIR, ASG: deeds of a mission other than fighting.

Bombardment and ground troops are seen by both players; commandos, refuelling and the team of Deep
Black only by Red. Every Red mission may bombard, so that bombardment reveals none.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    MAX_BODIES,
    NONE,
    BodyKind,
    Chance,
    CraftStatus,
    Errand,
    Event,
    ForceStatus,
    Grade,
    RedMission,
    Side,
    Step,
    Surface,
    TaskDM,
    craft_action,
    crew_of,
    crew_value,
    decode_craft,
    grade_of_value,
    log_event,
    log_modifier,
    log_task,
    pair_key,
    proceed,
    task_penalty,
    turn_card,
    watch_carrier,
)
from ..model.record_types import Craft, Rules, State
from ..movement.landing import planet_under
from ..ships.abilities import can_operate_missiles, is_on_map

SALVO = 10  # missiles of one turn's bombardment
INVASION_BOMBARDMENTS = 4  # BR-MIR-02 turns of it before troops land
RAID_BOMBARDMENTS = 2  # BR-MIR-04, 05
LARGE, LARGEST = -3, -4  # size codes of ships that land troops (BR-MIR-02)
TROOPS_OF_LARGEST = 3
TROOPS_TO_WIN = 20
RAID_TURNS = 10  # BR-MIR-04 turns from the landing to the first extraction


@native
def in_orbit(state: State, rules: Rules, tf):
    """BR-AMB-61 In a planet's hex with its vector, and not on the ground."""
    force = state.tf[tf]
    aloft = force.status == ForceStatus.ON_MAP and force.surface == Surface.SPACE
    return aloft and planet_under(state, rules, tf) != NONE


@native
def orbits(state: State, rules: Rules, index):
    """BR-AMB-61 Whether a craft is in orbit."""
    craft = state.craft[index]
    return is_on_map(state, craft) and in_orbit(state, rules, int(craft.tf))


# --- bombardment ---------------------------------------------------------------------------------


@native
def bombards(state: State, rules: Rules, index):
    """BR-MIR-02, 04, 05 A ship in orbit with missiles, which has launched none this turn."""
    craft = state.craft[index]
    if craft.missiles <= 0 or craft.launched or not can_operate_missiles(craft):
        return False
    return orbits(state, rules, index)


@native
def may_bombard(state: State, rules: Rules, side):
    """BR-AMB-61 Red, once a turn, with ten missiles among its ships in orbit."""
    mission = state.mission[side]
    if side != Side.RED or mission.number == 0 or mission.bombing != 0:
        return False
    if mission.bombardments >= INVASION_BOMBARDMENTS:
        return False
    missiles = 0
    for k in side_range(state.craft, Side.RED):
        if bombards(state, rules, k):
            missiles += int(state.craft[k].missiles)
    return missiles >= SALVO


@native
def bombard(state: State, rules: Rules, side):
    """BR-AMB-61 Ten missiles go down, from as few ships as possible, the best stocked first."""
    mission, left = state.mission[side], SALVO
    while left > 0:
        best = NONE
        for k in side_range(state.craft, Side.RED):
            if bombards(state, rules, k):
                if best == NONE or state.craft[k].missiles > state.craft[best].missiles:
                    best = k
        craft = state.craft[best]
        number = min(left, int(craft.missiles))
        craft.missiles -= number
        craft.sims = min(int(craft.sims), int(craft.missiles))  # controlled missiles go first
        craft.launched = 1
        mission.bombing |= 1 << best
        left -= number
    event = log_event(state, Event.BOMBARDMENT, side)
    event.a = 0
    proceed(state, Step.LAUNCH)


@native
def end_bombardment(state: State, rules: Rules):
    """BR-MIR-02, 04, 05, BR-AMB-61 Complete a bombardment, if all ships are in orbit."""
    mission = state.mission[Side.RED]
    if mission.bombing == 0:
        return
    stayed = True
    for k in side_range(state.craft, Side.RED):
        if int(mission.bombing) >> k & 1 and not orbits(state, rules, k):
            stayed = False
    mission.bombing = 0
    if not stayed:
        return
    mission.bombardments += 1
    event = log_event(state, Event.BOMBARDMENT, Side.RED)
    event.a = mission.bombardments
    raid = mission.number == RedMission.SURFACE_RAID
    if raid and mission.bombardments == RAID_BOMBARDMENTS:
        mission.landing_turn = state.turn
        landing = log_event(state, Event.COMMANDOS, Side.RED)
        landing.known = 1 << Side.RED


# --- ground troops (BR-MIR-02) -------------------------------------------------------------------


@native
def lands_troops(state: State, rules: Rules, index):
    """BR-MIR-02 Ships of size -3 and -4 in orbit, once a turn."""
    landed = int(state.mission[Side.RED].landers) >> index & 1
    size = rules.classes[state.craft[index].klass].size_mod
    return not landed and size <= LARGE and orbits(state, rules, index)


@native
def may_land_troops(state: State, rules: Rules, tf):
    """BR-MIR-02, BR-AMB-61 From the turn after the fourth bombardment, in the force's round."""
    mission = state.mission[Side.RED]
    if mission.number != RedMission.INVADE_AND_SECURE or tf >= len(state.tf) // 2:
        return False
    if mission.bombardments < INVASION_BOMBARDMENTS:
        return False
    for k in side_range(state.craft, Side.RED):
        if state.craft[k].tf == tf and lands_troops(state, rules, k):
            return True
    return False


@native
def land_troops(state: State, rules: Rules, tf):
    """BR-MIR-02 Size -3 lands one ground troop, size -4 three."""
    mission = state.mission[Side.RED]
    before = int(mission.troops)
    for k in side_range(state.craft, Side.RED):
        if state.craft[k].tf == tf and lands_troops(state, rules, k):
            size = rules.classes[state.craft[k].klass].size_mod
            mission.troops += TROOPS_OF_LARGEST if size <= LARGEST else 1
            mission.landers |= 1 << k
    event = log_event(state, Event.TROOPS, Side.RED)
    event.a = int(mission.troops) - before
    event.b = mission.troops
    proceed(state, Step.ROUND)


@native
def fight_back(state: State, rules: Rules):
    """BR-MIR-02 Each Missile Attack Phase local troops remove a card's missile value."""
    mission = state.mission[Side.RED]
    mission.landers = 0
    if mission.troops == 0:
        return
    card = turn_card(state, rules, Chance.TROOPS, pair_key(Side.RED, 0))
    losses = min(int(mission.troops), int(rules.card[card].missile_value))
    mission.troops -= losses
    event = log_event(state, Event.TROOPS, Side.BLUE)
    event.a = losses
    event.b = mission.troops


@native
def check_invasion(state: State):
    """BR-MIR-02 The invasion succeeds when twenty troops are left in an Initiative Phase."""
    mission = state.mission[Side.RED]
    if mission.troops >= TROOPS_TO_WIN:
        mission.secured = 1


# --- commandos (BR-MIR-04) -----------------------------------------------------------------------


@native
def may_extract(state: State, rules: Rules, tf):
    """BR-MIR-04 Once, from the tenth turn after the landing, by a ship in orbit."""
    mission = state.mission[Side.RED]
    if mission.landing_turn == 0 or mission.team != NONE or mission.team_lost:
        return False
    if tf >= len(state.tf) // 2 or state.turn < mission.landing_turn + RAID_TURNS:
        return False
    return in_orbit(state, rules, tf) and has_ship_in(state, rules, tf)


@native
def has_ship_in(state: State, rules: Rules, tf):
    """BR-MIR-04 Whether a task force has a ship, not only drones."""
    for k in side_range(state.craft, Side.RED):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if not rules.classes[craft.klass].drone:
                return True
    return False


@native
def legal_extract_ship(state: State, rules: Rules, side, mask):
    """BR-MIR-04 The ships of the task force that may take the team up; no drones."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        here = craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf
        if here and not rules.classes[craft.klass].drone:
            mask[craft_action(state, k)] = 1


@native
def extraction_difficulty(state: State):
    """BR-MIR-04 1 on the tenth turn, one more each later turn; above 5 it needs a Bull's-eye."""
    return 1 + int(state.turn) - int(state.mission[Side.RED].landing_turn) - RAID_TURNS


@native
def apply_extract_ship(state: State, rules: Rules, action):
    """BR-MIR-04 The one attempt, with the crew of the ship; a failure loses the team."""
    index = decode_craft(state, int(state.seat), action)
    card = turn_card(state, rules, Chance.EXTRACTION, pair_key(index, 0))
    crew = crew_of(state, rules, index) if rules.option.crew_quality else 0
    value = int(crew_value(rules, card, crew))
    late, penalty = extraction_difficulty(state) - 1, task_penalty(state.craft[index])
    difficulty = 1 + late + penalty
    log_task(state, Chance.EXTRACTION, pair_key(index, 0), difficulty, card, crew)
    log_modifier(state, Chance.EXTRACTION, TaskDM.BASE, 1)
    log_modifier(state, Chance.EXTRACTION, TaskDM.TURNS, late)
    log_modifier(state, Chance.EXTRACTION, TaskDM.OWN, penalty)
    mission = state.mission[Side.RED]
    if grade_of_value(value, difficulty) == Grade.FAILURE:
        mission.team_lost = 1
    else:
        mission.team = index
    event = log_event(state, Event.EXTRACTION, Side.RED)
    event.actor = index
    event.a = 1 if mission.team == index else 0
    event.known = 1 << Side.RED
    proceed(state, Step.ROUND)


# --- asteroids (BR-MIR-08, 09) -------------------------------------------------------------------


@native
def force_of(state: State, craft: Craft):
    """The task force of a craft, or of the ship that carries it; or NONE."""
    if craft.status == CraftStatus.ABOARD:
        return int(state.craft[craft.keeper].tf)
    return int(craft.tf) if craft.status == CraftStatus.IN_FORCE else NONE


@native
def rests_at(state: State, rules: Rules, tf, body):
    """BR-AMB-61 Whether a task force has spent the turn in a body's hex, at rest with it.

    A vector is the last move: a force in the hex with the body's vector was there before.
    """
    force, place = state.tf[tf], state.body[body]
    if force.status != ForceStatus.ON_MAP or place.kind != BodyKind.ASTEROID:
        return False
    together = force.q == place.q and force.r == place.r
    return together and force.vq == rules.worlds[body].vq and force.vr == rules.worlds[body].vr


@native
def visit_asteroid(state: State, rules: Rules):
    """BR-MIR-08, 09 A turn stationary at the asteroid: take fuel or the team."""
    mission = state.mission[Side.RED]
    if mission.asteroid <= 0 or mission.asteroid >= MAX_BODIES:
        return
    for k in side_range(state.craft, Side.RED):
        craft = state.craft[k]
        tf = force_of(state, craft)
        if tf != NONE and not rules.classes[craft.klass].drone:
            if rests_at(state, rules, tf, int(mission.asteroid)):
                finish_visit(state, k)


@native
def finish_visit(state: State, index):
    """BR-MIR-08, 09 Complete a ship's errand; a carried one cannot fetch the team."""
    mission, craft = state.mission[Side.RED], state.craft[index]
    if mission.number == RedMission.TRANSIT:
        if int(craft.errand) & Errand.REFUELLED:
            return
        craft.errand = int(craft.errand) | Errand.REFUELLED
        event = log_event(state, Event.REFUELLED, Side.RED)
    else:
        if mission.team != NONE or craft.status == CraftStatus.ABOARD:
            return
        mission.team = index
        craft.errand = int(craft.errand) | Errand.DATABASE
        event = log_event(state, Event.EXTRACTION, Side.RED)
        event.a = 1
    event.actor = index
    event.known = 1 << Side.RED


@native
def share_database(state: State):
    """BR-MIR-09 Ships in the task force of the team's carrier, or aboard them, get its data."""
    mission = state.mission[Side.RED]
    if mission.number != RedMission.DEEP_BLACK or mission.team == NONE:
        return
    tf = force_of(state, state.craft[mission.team])
    for k in side_range(state.craft, Side.RED):
        craft = state.craft[k]
        if tf != NONE and force_of(state, craft) == tf:
            craft.errand = int(craft.errand) | Errand.DATABASE


# --- the ends of phases --------------------------------------------------------------------------


@native
def mark_spotted(state: State):
    """BR-MIR-10 Detected craft stay on the list, even if taken aboard again."""
    for k in range(len(state.craft)):
        if state.craft[k].detected:
            state.craft[k].errand = int(state.craft[k].errand) | Errand.SPOTTED


@native
def end_missile_attacks(state: State, rules: Rules):
    """BR-AMB-61 The Missile Attack Phase on the ground: bombardment, then resistance."""
    end_bombardment(state, rules)
    fight_back(state, rules)


@native
def record_deeds(state: State, rules: Rules):
    """BR-ASG-13 The turn record besides losses and escapes."""
    watch_carrier(state)
    visit_asteroid(state, rules)
    share_database(state)
    mark_spotted(state)
