"""Standing orders: how the engine decides what a seat has delegated.

A standing order reads only what its seat may know (its set-up also draws lots) and answers one
question with one legal word, as the seat itself would.
"""

import numpy as np

from spacecombat_env.core.hexgrid import crosses_side
from spacecombat_env.core.jit import hot, jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.beams.screens import sand_points
from spacecombat_env.rulesets.battle_rider.missiles.launching import can_launch_missiles
from spacecombat_env.rulesets.battle_rider.orders.buying import buying_word
from spacecombat_env.rulesets.battle_rider.orders.dummies import dummy_word
from spacecombat_env.rulesets.battle_rider.orders.estimates import (
    ENTRY_SPEED,
    entry_velocity,
    first_word,
    in_flight,
    lock_word,
    nearest_known,
    usual_dummies,
)
from spacecombat_env.rulesets.battle_rider.orders.forces import forces_word
from spacecombat_env.rulesets.battle_rider.orders.missiles import defense_word, missile_word
from spacecombat_env.rulesets.battle_rider.orders.missions import mission_order_word
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    ASKS,
    DIRECTIONS,
    MAX_DIFFICULTY,
    NONE,
    WEAPON_ROWS,
    Ask,
    Beam,
    Chance,
    CraftStatus,
    Delegate,
    ForceStatus,
    RedMission,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.pieces.lots import Lot
from spacecombat_env.rulesets.battle_rider.pieces.missions import has_missions
from spacecombat_env.rulesets.battle_rider.pieces.players import plans
from spacecombat_env.rulesets.battle_rider.pieces.tasks import IMPOSSIBLE, luck, pair
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    amount_word,
    craft_word,
    direction_word,
    number_word,
)
from spacecombat_env.rulesets.battle_rider.sensors.jamming import jam_difficulty
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import range_to_force
from spacecombat_env.rulesets.battle_rider.ships.batteries import row_needs_hexside, side_room
from spacecombat_env.rulesets.battle_rider.victory.deeds import RAID_BOMBARDMENTS

LAUNCH_RANGE = 12  # hexes at which missiles are launched at a detected enemy


# --- what is delegated ---------------------------------------------------------------------------


def span(first: Ask, last: Ask) -> tuple[Ask, ...]:
    """The questions from one to another."""
    return tuple(Ask(ask) for ask in range(first, last + 1))


OF_A_SHIP_BOUGHT = (Ask.BUY_MERCHANT, Ask.BUY_MISSILES)
DELEGATED = {
    Delegate.JAMMING: (Ask.JAM,),
    Delegate.SCREENS: (Ask.SAND_NUMBER, Ask.MISSILE_SAND_NUMBER),
    Delegate.DEFENSIVE_FIRE: span(Ask.DEFENSE_MENU, Ask.DAMPER_NUMBER),
    Delegate.TIES: (Ask.EASIEST, Ask.THRUST_SIDE),
    Delegate.CHAINS: (Ask.DETECT_CHAIN,),
    Delegate.TASK_FORCES: (
        *span(Ask.SETUP_FORCE, Ask.SETUP_TURN),
        *span(Ask.FORCES_MENU, Ask.MERGE_INTO),
        *span(Ask.BODY_COLUMN, Ask.NEAR_HEADING),
        Ask.EXTRACT_SHIP,
        Ask.READINESS,
    ),
    Delegate.LAUNCHES: (Ask.LAUNCH_MENU, Ask.LAUNCH_NUMBER, Ask.LAUNCH_KIND),
    Delegate.MISSILES: (*span(Ask.SPREAD_MENU, Ask.AIM_NUMBER), Ask.SIM_MENU, Ask.SIM_TARGET),
    Delegate.GUNNERY: (Ask.FIRE_SENSOR, Ask.WEAPONS, Ask.FACING, Ask.FIRE_HEXSIDE),
    Delegate.BUYING: (*span(Ask.POOL_PICK, Ask.BUY_CREW), *OF_A_SHIP_BOUGHT),
}
"""The questions of each kind of decision that can be delegated; for more see `concerns_dummy`."""
DELEGATION = np.zeros(ASKS, np.int64)
for kind, questions in DELEGATED.items():
    DELEGATION[list(questions)] = kind


@jit
def is_about_a_ship_bought(question):
    """Whether a question is what a ship that is being bought sails as, or with."""
    return question == Ask.BUY_MERCHANT or question == Ask.BUY_MISSILES


@jit
def is_delegated(state, rules):
    """Whether the engine answers the present question for its seat."""
    side = int(state.seat)
    mask = int(rules.delegated[side])
    question = int(state.ask)
    if mask & DELEGATION[question]:
        return True
    return bool(mask & Delegate.TASK_FORCES) and concerns_dummy(state, question)


@jit
def concerns_dummy(state, question):
    """Dummies sail under standing orders when task forces are delegated (see `give_round`)."""
    if question == Ask.ROUND_MENU or question == Ask.THRUST or question == Ask.EVADE_NUMBER:
        return state.tf[state.round_tf].strength == 0
    return False


@hot
def standing_word(state, rules, mask):
    """Answer the present question for its seat; `mask` holds the legal words."""
    question = int(state.ask)
    side = int(state.seat)
    if has_missions(rules):
        word = mission_order_word(state, rules, side, mask)
        if word != NONE and mask[word]:
            return word
    if question <= Ask.CHOOSE_FORCE:
        return initiative_word(state, rules, side, mask)
    if question <= Ask.THRUST_SIDE:
        return operations_word(state, rules, side, mask)
    if question <= Ask.SAND_NUMBER:
        return fire_word(state, rules, side, mask)
    if question <= Ask.AIM_NUMBER:
        return missile_word(state, rules, side, mask)
    if question <= Ask.MISSILE_SAND_NUMBER:
        return defense_word(state, rules, side, mask)
    if question >= Ask.BODY_COLUMN and not is_about_a_ship_bought(question):
        return word_by_lot(state, mask)
    if question <= Ask.BUY_CREW or is_about_a_ship_bought(question):
        return buying_word(state, rules, side, mask)
    return option_word(state, rules, side, mask)


@jit
def word_by_lot(state, mask):
    """One of the legal words by lot: places of asteroids and of task forces near the planet."""
    words = 0
    for word in range(len(mask)):
        words += 1 if mask[word] else 0
    order = state.order[state.seat]
    nth = pick(luck(state, Chance.SETUP, pair(order.tf, Lot.WORD)), words)
    for word in range(len(mask)):
        if mask[word]:
            if nth == 0:
                return word
            nth -= 1
    return NONE


# --- set-up, launching, task forces --------------------------------------------------------------


@jit
def initiative_word(state, rules, side, mask):
    """Fill forces in order, a few dummies, enter on turn 1 by lot and at one velocity.

    Launch when a target is near.
    """
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.SETUP_DUMMIES:
        return number_word(state, order, min(usual_dummies(state, rules, side), int(order.high)))
    if question == Ask.SETUP_COLUMN:
        columns = int(rules.option.columns)
        lot = pick(
            luck(state, Chance.SETUP, pair(order.tf, Lot.ENTRY_COLUMN)), max(1, columns // 2)
        )
        return number_word(state, order, 1 + columns // 4 + lot)
    if question == Ask.SETUP_VELOCITY:
        speed = min(ENTRY_SPEED, entry_velocity(state, rules, side))
        return number_word(state, order, min(speed, int(order.high)))
    if question == Ask.SETUP_TURN:
        return number_word(state, order, int(order.low))
    if question == Ask.LAUNCH_MENU:
        if mask[Verb.BOMBARD] and wants_bombardment(state, side):
            return Verb.BOMBARD
        return launch_word(state, rules, side)
    if question == Ask.LAUNCH_NUMBER:
        directors = int(rules.classes[state.craft[order.craft].klass].directors)
        return number_word(state, order, max(1, min(directors, int(order.high))))
    if Ask.FORCES_MENU <= question <= Ask.MERGE_INTO:
        return forces_word(state, rules, side, mask)
    return first_word(mask, 0, len(mask))


@jit
def wants_bombardment(state, side):
    """Bombardment where the mission asks for more of it."""
    mission = state.mission[side]
    if mission.number == RedMission.INVADE_AND_SECURE:
        return True
    needs = mission.number == RedMission.SURFACE_RAID or mission.number == RedMission.BOMBARDMENT
    return needs and mission.bombardments < RAID_BOMBARDMENTS


@jit
def launch_word(state, rules, side):
    """Launch from each ship that has a detected enemy in range and directors to spare."""
    for k in half(state.craft, side):
        if not can_launch_missiles(state, k) or not plans(state, side, int(state.craft[k].player)):
            continue
        force = state.tf[state.craft[k].tf]
        target = nearest_known(state, side, int(force.q), int(force.r))
        if target == NONE or range_to_force(state, state.craft[k], target) > LAUNCH_RANGE:
            continue
        if in_flight(state, k) < rules.classes[state.craft[k].klass].directors:
            return craft_word(state, k)
    return Verb.DONE


# --- operations ----------------------------------------------------------------------------------


@jit
def operations_word(state, rules, side, mask):
    """Dummies sail as ships do; chains go on; ties and jamming as they serve best."""
    question = int(state.ask)
    if question == Ask.ROUND_MENU or question == Ask.THRUST:
        return dummy_word(state, rules, mask)
    if question == Ask.DETECT_CHAIN:
        return Verb.CONTINUE
    if question == Ask.JAM:
        return jam_word(state, rules, side)
    if question == Ask.THRUST_SIDE:
        return thrust_side_word(state, side)
    if question == Ask.EASIEST:
        return craft_word(state, int(state.attempt.target_craft))
    return first_word(mask, 0, len(mask))


@jit
def jam_word(state, rules, side):
    """The jammer with the easiest task, if any can try."""
    best, word = IMPOSSIBLE, Verb.NO_JAM
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.attempt.target_tf:
            difficulty = jam_difficulty(state, rules, k, state.attempt)
            if difficulty <= MAX_DIFFICULTY and difficulty < best:
                best = difficulty
                word = craft_word(state, k)
    return word


@jit
def thrust_side_word(state, side):
    """BR-AMB-23 The hexside that shows the stern to more of its own task forces."""
    order = state.order[side]
    target = state.tf[order.target_tf]
    balance = 0
    for k in half(state.tf, side):
        force = state.tf[k]
        dq, dr = int(force.q) - int(target.q), int(force.r) - int(target.r)
        if force.status != ForceStatus.ON_MAP or (dq == 0 and dr == 0):
            continue
        if crosses_side(dq, dr, int(order.low)):
            balance += 1
        if crosses_side(dq, dr, int(order.high)):
            balance -= 1
    return direction_word(state, int(order.low) if balance >= 0 else int(order.high))


@jit
def fire_word(state, rules, side, mask):
    """The easier lock, all weapons that bear, and sand against hits that would hurt."""
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.FIRE_SENSOR:
        return lock_word(state, rules, int(order.craft), int(order.target_craft), mask)
    if question == Ask.WEAPONS:
        return Verb.ALL
    if question == Ask.SAND_NUMBER:
        return number_word(state, order, min(int(order.high), sand_wanted(state, rules)))
    return first_word(mask, 0, len(mask))


@jit
def hexside_word(state, rules, order, mask):
    """The hexside through which most weapons can still fire."""
    most, word = -1, NONE
    for side in range(DIRECTIONS):
        if mask[direction_word(state, side)]:
            room = 0
            for row in range(1, WEAPON_ROWS):
                if row_needs_hexside(rules, state.craft[order.craft], row):
                    room += side_room(state, rules, int(order.craft), row, side)
            if room > most:
                most = room
                word = direction_word(state, side)
    return word


@jit
def sand_wanted(state, rules):
    """Three casters for every two points that a hit would have to lose to do nothing."""
    volley = state.volley
    klass = rules.classes[state.craft[volley.target].klass]
    hit = volley.hit[volley.next_hit]
    armor = int(klass.armor) // 10 if hit.kind == Beam.LASER else int(klass.armor)
    excess = int(hit.value) - armor + int(klass.size_mod) + 1
    each = sand_points(rules, state.craft[volley.target])
    return max(0, (3 * excess + 2 * each - 1) // (2 * each))


@jit
def boarding_word(state, mask):
    """Board what can be boarded; defend, and retake once half the ship is held."""
    if state.ask == Ask.BOARDING_MENU:
        return Verb.BOARD if mask[Verb.BOARD] else Verb.DONE
    if state.ask == Ask.BOARDING_DEFENSE:
        return (
            Verb.RETAKE if state.craft[state.order[state.seat].craft].sections > 1 else Verb.DEFEND
        )
    return first_word(mask, 0, len(mask))


# --- advanced and optional rules -----------------------------------------------------------------


@jit
def option_word(state, rules, side, mask):
    """Semi-independent missiles first, and every one of them looks for the enemy after its move.

    Ships face the nearest known enemy if they can; crews stay at the readiness they are at.
    """
    question = int(state.ask)
    if Ask.BOARDING_MENU <= question <= Ask.BOARDING_DEFENSE:
        return boarding_word(state, mask)
    if question == Ask.FIRE_HEXSIDE:
        return hexside_word(state, rules, state.order[side], mask)
    if question == Ask.READINESS:
        return amount_word(state, int(state.watch[side].level))
    if question == Ask.FACING:
        return facing_word(state, side, mask)
    if question == Ask.LAUNCH_KIND and mask[Verb.SEMI_INDEPENDENT]:
        return Verb.SEMI_INDEPENDENT
    if question == Ask.SIM_MENU:
        return Verb.DETECT
    return first_word(mask, 0, len(mask))


@jit
def facing_word(state, side, mask):
    """A hexside towards the nearest enemy force that shows a craft, else the first."""
    own = state.tf[state.craft[state.order[side].craft].tf]
    target = nearest_known(state, side, int(own.q), int(own.r))
    if target != NONE:
        force = state.tf[target]
        dq, dr = int(force.q) - int(own.q), int(force.r) - int(own.r)
        for direction in range(DIRECTIONS):
            word = direction_word(state, direction)
            if mask[word] and (dq != 0 or dr != 0) and crosses_side(dq, dr, direction):
                return word
    return first_word(mask, 0, len(mask))
