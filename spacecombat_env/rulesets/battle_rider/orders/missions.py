"""Standing orders of a pocket empire: the set-up for a side's secret mission.

Asteroids are placed at random; the secret one is the farthest from the planet. Runners sail alone.
The enemy sees the same for every mission, for ships and dummies. There are as many dummies as
possible, entry is at random and at one velocity, and Blue starts in orbit or towards Red's edge at
random.
"""

from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..fleets.mission_setup import HELD, NEAR, ORBIT, PLANET, own_column
from ..model import (
    MAX_BODIES,
    NONE,
    BlueMission,
    BodyKind,
    Chance,
    CraftStatus,
    Crew,
    Decision,
    ForceStatus,
    RandomStream,
    RedMission,
    Side,
    amount_action,
    craft_action,
    first_direction,
    force_action,
    number_action,
    pair_key,
    random_bits,
)
from ..model.record_types import Rules, State
from ..ships.abilities import can_jump
from .order_estimates import entry_velocity

CENTRE = 10  # the planet's column
FIRST_COLUMN, COLUMNS = 3, 15  # columns in which task forces enter
NEAR_COLUMNS = 5  # about the planet's, in which Blue starts
MOST_DUMMIES = 7
ENTRY_SPEED = 2  # of nearly every fleet, so that it reveals none
ABLE = 3  # weight of ability to jump, against 0 to 2 for the quality of a crew
MOST_ROWS = 30  # more than a map has within reach of the planet


@native
def is_runner(state: State, rules: Rules, side):
    """Whether a few fast ships serve the mission best: refuelling, fetching, scouting, fleeing."""
    number = int(state.mission[side].number)
    if side == Side.RED:
        return number >= RedMission.TRANSIT
    return number == BlueMission.ESCAPE


@native
def has_merchant(state: State, rules: Rules, tf):
    """MIB-06 Whether a merchant sails in a task force."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if rules.classes[craft.klass].merchant:
                return True
    return False


@native
def speed_of(state: State, rules: Rules, tf, crewed):
    """G rating of the first craft of a task force; `crewed` skips drones."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if not crewed or not rules.classes[craft.klass].drone:
                return int(rules.classes[craft.klass].g)
    return 0


@native
def secret_asteroid(state: State):
    """BR-MIR-08, 09 The asteroid farthest from the planet."""
    planet, best, number = state.body[PLANET], -1, 1
    for k in range(1, MAX_BODIES):
        body = state.body[k]
        if body.kind == BodyKind.ASTEROID:
            away = distance(int(body.q), int(body.r), int(planet.q), int(planet.r))
            if away > best:
                best = away
                number = k
    return number


@native
def extract_ship_action(state: State, rules: Rules, side, mask):
    """BR-MIR-04 The ship that can jump, with the best crew."""
    best, action = -1, NONE
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or craft.tf != state.round_tf:
            continue
        worth = 1 if craft.crew == Crew.AVERAGE else 0
        worth = 2 if craft.crew == Crew.CRACK else worth
        worth += ABLE if can_jump(craft, rules.classes[craft.klass]) else 0
        if worth > best and mask[craft_action(state, k)]:
            best = worth
            action = craft_action(state, k)
    return action


@native
def force_to_join(state: State, rules: Rules, side, mask):
    """The task force of ships as fast as the craft, if there is room; else a new one."""
    craft = state.craft[state.order[side].craft]
    new = NONE
    for k in side_range(state.tf, side):
        action = force_action(state, k)
        if not mask[action]:
            continue
        if state.tf[k].status == ForceStatus.UNUSED:
            new = action if new == NONE else new
        elif is_runner(state, rules, side):
            continue
        elif speed_of(state, rules, k, False) == rules.classes[craft.klass].g:
            if has_merchant(state, rules, k) == (rules.classes[craft.klass].merchant != 0):
                return action
    return new


@native
def random_index(state: State, side, kind, candidates):
    """A uniformly random index for the task force that is placed."""
    return pick(random_bits(state, Chance.SETUP, pair_key(state.order[side].tf, kind)), candidates)


@native
def setup_action(state: State, rules: Rules, side, mask):
    """Answer a decision of the set-up, or NONE."""
    decision = int(state.decision)
    order = state.order[side]
    if decision == Decision.SETUP_FORCE:
        return force_to_join(state, rules, side, mask)
    if decision == Decision.SETUP_DUMMIES:
        return number_action(state, order, min(int(order.high), MOST_DUMMIES))
    if decision == Decision.SETUP_COLUMN:
        return number_action(
            state, order, FIRST_COLUMN + random_index(state, side, RandomStream.COLUMN, COLUMNS)
        )
    if decision == Decision.SETUP_VELOCITY:
        velocity = min(ENTRY_SPEED, entry_velocity(state, rules, side))
        return number_action(state, order, min(velocity, int(order.high)))
    if decision == Decision.SETUP_TURN:
        return number_action(state, order, int(order.low))
    return place_action(state, rules, side, mask)


@native
def place_action(state: State, rules: Rules, side, mask):
    """Blue: in orbit or nearest to Red's edge, at random; a split fleet's dummies wait."""
    decision = int(state.decision)
    first = amount_action(state, 0)
    if decision == Decision.SETUP_PLACE:
        if mask[first + HELD] and random_index(state, side, RandomStream.HELD_BACK, 2):
            return first + HELD
        return first + (NEAR if random_index(state, side, RandomStream.NEAR, 2) else ORBIT)
    if decision == Decision.NEAR_COLUMN:
        column = own_column(rules, side, CENTRE) - NEAR_COLUMNS // 2
        column += random_index(state, side, RandomStream.NEAR_PLACE, NEAR_COLUMNS)
        return number_action(state, state.order[side], column)
    if decision == Decision.NEAR_ROW:
        for row in range(MOST_ROWS, 0, -1):
            if row < len(mask) - first and mask[first + row]:
                return first + row
    if decision == Decision.NEAR_HEADING:
        return first_direction(state)
    return NONE


@native
def mission_order_action(state: State, rules: Rules, side, mask):
    """BR-ASG-04 The set-up action for the mission; NONE leaves it to the general set-up."""
    decision = int(state.decision)
    if decision == Decision.SECRET_ASTEROID:
        return number_action(state, state.order[side], secret_asteroid(state))
    if decision == Decision.EXTRACT_SHIP:
        return extract_ship_action(state, rules, side, mask)
    return setup_action(state, rules, side, mask)
