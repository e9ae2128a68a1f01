"""Standing orders of a pocket empire: the set-up that a side's secret mission asks for.

Asteroids lie where the lot puts them; the secret one is the farthest from the planet. Who runs
sails alone. What the enemy sees is the same for every mission, for ships and dummies: as many
dummies as may be, entry by lot and at one velocity, Blue in orbit or towards Red's edge by lot.
"""

from spacecombat_env.core.hexgrid import distance
from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.fleets.missions import (
    HELD,
    NEAR,
    ORBIT,
    PLANET,
    own_column,
)
from spacecombat_env.rulesets.battle_rider.orders.estimates import entry_velocity
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import (
    BlueMission,
    BodyKind,
    CraftStatus,
    Crew,
    ForceStatus,
    RedMission,
    Side,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import MAX_BODIES, NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask, Chance
from spacecombat_env.rulesets.battle_rider.pieces.lots import Lot
from spacecombat_env.rulesets.battle_rider.pieces.tasks import luck, pair
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    amount_word,
    craft_word,
    first_direction,
    force_word,
    number_word,
)
from spacecombat_env.rulesets.battle_rider.ships.abilities import can_jump

CENTRE = 10  # the planet's column
FIRST_COLUMN, COLUMNS = 3, 15  # columns in which task forces enter
NEAR_COLUMNS = 5  # about the planet's, in which Blue starts
MOST_DUMMIES = 7
ENTRY_SPEED = 2  # of nearly every fleet, so that it tells of none
ABLE = 3  # what ability to jump counts for beside the quality of a crew, 0 to 2
MOST_ROWS = 30  # more than a map has within reach of the planet


@jit
def is_runner(state, rules, side):
    """Whether a few fast ships serve the mission best: refuelling, fetching, looking, fleeing."""
    number = int(state.mission[side].number)
    if side == Side.RED:
        return number >= RedMission.TRANSIT
    return number == BlueMission.ESCAPE


@jit
def has_merchant(state, rules, tf):
    """MIB-06 Whether a merchant sails in a task force."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if rules.classes[craft.klass].merchant:
                return True
    return False


@jit
def speed_of(state, rules, tf, crewed):
    """G rating of the first craft of a task force; `crewed` passes drones over."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if not crewed or not rules.classes[craft.klass].drone:
                return int(rules.classes[craft.klass].g)
    return 0


@jit
def secret_asteroid(state):
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


@jit
def extract_ship_word(state, rules, side, mask):
    """BR-MIR-04 The ship that can jump, with the best crew."""
    best, word = -1, NONE
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or craft.tf != state.round_tf:
            continue
        worth = 1 if craft.crew == Crew.AVERAGE else 0
        worth = 2 if craft.crew == Crew.CRACK else worth
        worth += ABLE if can_jump(craft, rules.classes[craft.klass]) else 0
        if worth > best and mask[craft_word(state, k)]:
            best = worth
            word = craft_word(state, k)
    return word


@jit
def force_to_join(state, rules, side, mask):
    """The task force of ships as fast as the craft, if there is room; else a new one."""
    craft = state.craft[state.order[side].craft]
    new = NONE
    for k in half(state.tf, side):
        word = force_word(state, k)
        if not mask[word]:
            continue
        if state.tf[k].status == ForceStatus.UNUSED:
            new = word if new == NONE else new
        elif is_runner(state, rules, side):
            continue
        elif speed_of(state, rules, k, False) == rules.classes[craft.klass].g:
            if has_merchant(state, rules, k) == (rules.classes[craft.klass].merchant != 0):
                return word
    return new


@jit
def lot(state, side, kind, lots):
    """An even lot for the task force that is placed."""
    return pick(luck(state, Chance.SETUP, pair(state.order[side].tf, kind)), lots)


@jit
def setup_word(state, rules, side, mask):
    """Answer a question of the set-up, or NONE."""
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.SETUP_FORCE:
        return force_to_join(state, rules, side, mask)
    if question == Ask.SETUP_DUMMIES:
        return number_word(state, order, min(int(order.high), MOST_DUMMIES))
    if question == Ask.SETUP_COLUMN:
        return number_word(state, order, FIRST_COLUMN + lot(state, side, Lot.COLUMN, COLUMNS))
    if question == Ask.SETUP_VELOCITY:
        velocity = min(ENTRY_SPEED, entry_velocity(state, rules, side))
        return number_word(state, order, min(velocity, int(order.high)))
    if question == Ask.SETUP_TURN:
        return number_word(state, order, int(order.low))
    return place_word(state, rules, side, mask)


@jit
def place_word(state, rules, side, mask):
    """Blue: in orbit or as near to Red's edge as can be, by lot; of a split fleet dummies wait."""
    question = int(state.ask)
    first = amount_word(state, 0)
    if question == Ask.SETUP_PLACE:
        if mask[first + HELD] and lot(state, side, Lot.HELD_BACK, 2):
            return first + HELD
        return first + (NEAR if lot(state, side, Lot.NEAR, 2) else ORBIT)
    if question == Ask.NEAR_COLUMN:
        column = own_column(rules, side, CENTRE) - NEAR_COLUMNS // 2
        column += lot(state, side, Lot.NEAR_PLACE, NEAR_COLUMNS)
        return number_word(state, state.order[side], column)
    if question == Ask.NEAR_ROW:
        for row in range(MOST_ROWS, 0, -1):
            if row < len(mask) - first and mask[first + row]:
                return first + row
    if question == Ask.NEAR_HEADING:
        return first_direction(state)
    return NONE


@jit
def mission_order_word(state, rules, side, mask):
    """BR-ASG-04 The set-up's answer for the mission, or NONE for that of any scenario."""
    question = int(state.ask)
    if question == Ask.SECRET_ASTEROID:
        return number_word(state, state.order[side], secret_asteroid(state))
    if question == Ask.EXTRACT_SHIP:
        return extract_ship_word(state, rules, side, mask)
    return setup_word(state, rules, side, mask)
