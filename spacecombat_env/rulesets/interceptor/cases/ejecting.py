"""Chapter ABN: leaving a ship. Asks EJECT_SIDE (directions), EJECT_RANGE (0..2)."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.numbers import begin_number
from spacecombat_env.rulesets.interceptor.crew.takeover import release_weapons
from spacecombat_env.rulesets.interceptor.damage.derelicts import judge_crew
from spacecombat_env.rulesets.interceptor.damage.leaving import (
    AIR_TURNS,
    SUIT_THRUST,
    free_adrift,
    has_ejectors,
    pilot_leaves,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Status,
    Target,
    Wits,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import DIRECTIONS, NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Phase, Step
from spacecombat_env.rulesets.interceptor.pieces.dice import ask, note_craft, proceed, touch
from spacecombat_env.rulesets.interceptor.pieces.places import neighbour, on_board
from spacecombat_env.rulesets.interceptor.pieces.ships import (
    class_of,
    crew_of,
    is_active,
    side_of,
    take_slot,
)
from spacecombat_env.rulesets.interceptor.pieces.words import direction_word, spoken_direction

EJECTOR_REACH = 2


@jit
def is_aboard(member):
    """Whether he lives and has not left."""
    return member.wits == Wits.AWAKE or member.wits == Wits.UNCONSCIOUS


@jit
def someone_awake(state, rules, k):
    """IN-ABN-01, IN-IDE-06 Whether anybody can pull the handle."""
    for m in crew_of(state, rules, k):
        if state.crew[m].wits == Wits.AWAKE:
            return True
    return False


@jit
def may_eject(state, rules, k):
    """IN-ABN-01, 02, IN-DES-07 At any time; from a hull that breaks up while it holds."""
    craft = state.craft[k]
    if not is_active(craft) and not (craft.status == Status.WRECK and craft.leaving > 0):
        return False
    if not has_ejectors(class_of(state, rules, k)) or free_adrift(state, side_of(state, k)) == NONE:
        return False
    return someone_awake(state, rules, k)


@jit
def may_leave(state, rules, k):
    """IN-AMB-103 Whether it is offered: once a box inside is lost."""
    return state.craft[k].inside > 0 and may_eject(state, rules, k)


@jit
def begin_eject(state, rules, seat, k):
    """IN-ABN-03 To which side do they go?"""
    state.order[seat].craft = k
    ask(state, Ask.EJECT_SIDE, seat)


@jit
def reach_of(state, rules, k, direction):
    """IN-ABN-03 Hexes that a crew may be put away in a direction: within 2, on the map."""
    q, r = int(state.craft[k].q), int(state.craft[k].r)
    for steps in range(EJECTOR_REACH):
        q, r = neighbour(q, r, direction)
        if not on_board(rules, q, r):
            return steps
    return EJECTOR_REACH


@jit
def legal_eject_side(state, rules, side, mask):
    """IN-ABN-03 Directions with a hex of the map."""
    k = int(state.order[side].craft)
    for direction in range(DIRECTIONS):
        if reach_of(state, rules, k, direction) > 0:
            mask[direction_word(state, direction)] = 1


@jit
def hear_eject_side(state, rules, seat, word):
    """IN-ABN-03 And how far?"""
    order = state.order[seat]
    direction = spoken_direction(state, word)
    order.direction = direction
    begin_number(order, 0, reach_of(state, rules, int(order.craft), direction))
    ask(state, Ask.EJECT_RANGE, seat)


@jit
def hear_eject_range(state, rules, seat, number):
    """IN-ABN-02, 03 The counter is placed, and the ship judged by who is left."""
    order = state.order[seat]
    k = int(order.craft)
    q, r = int(state.craft[k].q), int(state.craft[k].r)
    for _ in range(number):
        q, r = neighbour(q, r, int(order.direction))
    leave(state, rules, k, q, r)
    judge_crew(state, rules, k)
    touch(state, k)
    if state.phase == Phase.DECISION:
        ask(state, Ask.DECIDE, seat)
    else:
        state.back = Step.MOVE
        proceed(state, Step.AFTER_STEP)


@jit
def leave(state, rules, k, q, r):
    """IN-ABN-02, 03 With the pilot all who live; else those who are awake; one counter."""
    craft, n = state.craft[k], free_adrift(state, side_of(state, k))
    all_go = pilot_leaves(state, rules, k)
    take_slot(state, Target.ADRIFT, n)
    crew = state.adrift[n]
    crew.crew = 0
    crew.people = 0
    crew.conscious = 0
    event = note_craft(state, Event.EJECTED, k)
    event.a = n
    for m in crew_of(state, rules, k):
        awake = state.crew[m].wits == Wits.AWAKE
        if awake or (all_go and is_aboard(state.crew[m])):
            board(state, rules, n, m)
            if awake:
                crew.conscious = 1
    crew.q = q
    crew.r = r
    crew.heading = craft.heading
    crew.velocity = craft.velocity
    crew.thrust = SUIT_THRUST
    crew.air = AIR_TURNS
    crew.moved = 1 if craft.acted or state.mover == k else 0


@jit
def board(state, rules, n, m):
    """IN-ABN-02, IN-OVL-12 A crewman leaves his ship for a counter; nobody works his weapons."""
    crew, member = state.adrift[n], state.crew[m]
    release_weapons(state, rules, m)
    crew.crew = int(crew.crew) | (1 << (m % (len(state.crew) // 2)))
    crew.people = int(crew.people) + 1
    member.wits = Wits.GONE
    member.flies = 0


@jit
def lose_one(state, n, m):
    """IN-ABN-06, 11 A crewman in space dies."""
    crew = state.adrift[n]
    crew.crew = int(crew.crew) & ~(1 << (m % (len(state.crew) // 2)))
    crew.people = int(crew.people) - 1
    state.crew[m].wits = Wits.DEAD


@jit
def lose_crew(state, n):
    """IN-ABN-03, 11 A whole counter is lost."""
    slots = len(state.crew) // 2
    side = n // (len(state.adrift) // 2)
    for place in range(slots):
        if (int(state.adrift[n].crew) >> place) & 1:
            lose_one(state, n, side * slots + place)
    state.adrift[n].people = 0


@jit
def breathe(state, n):
    """IN-ABN-03 A turn of air is used; without air they die."""
    crew = state.adrift[n]
    if crew.people == 0:
        return
    crew.air = int(crew.air) - 1
    if crew.air <= 0:
        lose_crew(state, n)
