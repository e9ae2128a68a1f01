"""Enemy ships of an imagined game: which card lies in which slot, and what is left of it."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import fold, keyed, pick
from spacecombat_env.rulesets.interceptor.damage.derelicts import shut_down
from spacecombat_env.rulesets.interceptor.damage.engineering import lose_power, settle_thrust
from spacecombat_env.rulesets.interceptor.damage.internals import lost_of
from spacecombat_env.rulesets.interceptor.damage.leaving import AIR_TURNS
from spacecombat_env.rulesets.interceptor.damage.life_support import lives_in_suits
from spacecombat_env.rulesets.interceptor.damage.weaponry import lose_load, settle_ecm
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Comp,
    Status,
    Told,
    Where,
    Wits,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import (
    DIRECTIONS,
    NONE,
)
from spacecombat_env.rulesets.interceptor.pieces.dealing import lay_card
from spacecombat_env.rulesets.interceptor.pieces.lots import Imagined
from spacecombat_env.rulesets.interceptor.pieces.ships import (
    class_of,
    crew_of,
    is_active,
    is_broken,
    is_out,
    is_out_of_control,
    side_of,
)
from spacecombat_env.rulesets.interceptor.sight.imagined_hits import (
    settle_collapse,
    strike_anew,
)
from spacecombat_env.rulesets.interceptor.sight.intelligence import (
    first_armed_alike,
    kinds_of,
    tons_as_told,
)


@jit
def draw(state, who, kind, count):
    """A number from 0 to count - 1 by lot, for one imagined piece."""
    chance = state.chance
    return pick(fold(keyed(chance.seed_lo, chance.seed_hi, kind | 0, who, 0), 0), count)


# --- which card ----------------------------------------------------------------------------------


@jit
def deal_cards(state, opening, rules, enemy):
    """The cards of the opening lie in slots of their size class in which they may be.

    The slot with the fewest cards that fit goes first; where none fits any more, any will do.
    """
    taken, dealt = 0, 0
    for _ in half(state.craft, enemy):
        k = hardest(state, opening, rules, enemy, taken, dealt)
        if k == NONE:
            return
        origin = some_origin(state, opening, rules, enemy, taken, k)
        taken |= 1 << origin
        dealt |= 1 << k
        stand_ready(state, opening, k)
        lay_card(state, rules, k, int(opening.craft[origin].card))


@jit
def hardest(state, opening, rules, enemy, taken, dealt):
    """The slot that still wants a card and for which the fewest fit; NONE where all have one."""
    found, least = NONE, 0
    for k in half(state.craft, enemy):
        if opening.craft[k].status == Status.UNUSED or (dealt >> k) & 1:
            continue
        count = count_fitting(state, opening, rules, enemy, taken, k)
        if found == NONE or count < least:
            found, least = k, count
    return found


@jit
def is_offered(state, opening, enemy, taken, k, origin):
    """Whether the card of a slot of the opening is left, and is of craft k's size class."""
    it = opening.craft[origin]
    if it.status == Status.UNUSED or (taken >> origin) & 1:
        return False
    return it.size_class == opening.craft[k].size_class


@jit
def count_fitting(state, opening, rules, enemy, taken, k):
    """Cards left that may lie in a slot."""
    count = 0
    for origin in half(state.craft, enemy):
        if is_offered(state, opening, enemy, taken, k, origin):
            count += fits(state, rules, k, int(opening.craft[origin].card))
    return count


@jit
def some_origin(state, opening, rules, enemy, taken, k):
    """Slot of the opening of one card that fits, by lot; of any that is left where none does."""
    fitting = count_fitting(state, opening, rules, enemy, taken, k)
    left, found = draw(state, k, Imagined.CARD, max(fitting, 1)), NONE
    for origin in half(state.craft, enemy):
        if not is_offered(state, opening, enemy, taken, k, origin):
            continue
        if fitting == 0 or fits(state, rules, k, int(opening.craft[origin].card)):
            found = origin
            if left == 0:
                return found
            left -= 1
    return found


@jit
def fits(state, rules, k, card):
    """IN-LOS-02 Whether a card agrees with all that was told of craft k."""
    craft, row = state.craft[k], int(rules.cards[card].klass)
    klass, told = rules.classes[row], int(craft.told)
    if told & Told.CLASS and row != craft.klass:
        return False
    if told & Told.STREAMLINING and klass.streamlined != craft.seen_streamlined:
        return False
    if tons_as_told(int(klass.tons), told) != craft.seen_tons:
        return False
    if told & Told.WEAPONS and first_armed_alike(rules, row) != craft.armed_as:
        return False
    if told & (Told.WEAPONS | Told.KINDS) and kinds_of(klass) != craft.kinds_told:
        return False
    return has_shown(craft, klass)


@jit
def has_shown(craft, klass):
    """Whether a class can have fired what was fired, and have the armour that was seen."""
    if int(craft.weapons_told) >> int(klass.weapons):
        return False
    for side in range(DIRECTIONS):
        if int(craft.seen_armour[side]) > int(klass.armour[side]):
            return False
    return True


@jit
def stand_ready(state, opening, k):
    """Its room in the pools; one that has not entered waits."""
    craft, origin = state.craft[k], opening.craft[k]
    craft.first_row = origin.first_row
    craft.first_crew = origin.first_crew
    craft.first_rack = origin.first_rack
    if craft.status == Status.UNUSED:
        craft.status = Status.WAITING
        craft.size_class = origin.size_class
        craft.contact = free_contact(state, k)


@jit
def free_contact(state, k):
    """The lowest number under which no craft of its side is known."""
    for contact in range(len(state.craft) // 2):
        taken = False
        for other in half(state.craft, side_of(state, k)):
            taken = taken or state.craft[other].contact == contact
        if not taken:
            return contact
    return NONE


# --- what is left of it --------------------------------------------------------------------------


@jit
def recall(state, rules, k, seat):
    """A ship is as it was seen last, where it was seen, and whole elsewhere; but for what has hit

    it since.
    """
    craft, klass = state.craft[k], class_of(state, rules, k)
    if craft.armour_turn != 0:
        recall_armour(state, klass, k)
    if craft.inside_turn != 0:
        recall_inside(state, klass, k)
    strike_anew(state, rules, k, seat)
    settle_outside(state, rules, klass, k)
    settle_inside(state, rules, klass, k)
    if is_out_of_control(craft):
        craft.points = 1 + draw(state, k, Imagined.HITS, max(int(craft.thrust), 1))
    if Status.ABANDONED <= craft.status <= Status.DESTROYED:
        lose_everybody(state, rules, k)
    settle_ecm(state, rules, k)
    if is_active(craft) and lives_in_suits(state, rules, k):
        craft.air_used = draw(state, k, Imagined.AIR, min(AIR_TURNS, int(state.turn) + 1))


@jit
def lose_everybody(state, rules, k):
    """IN-DES-08, IN-OVL-12 Nobody is left in it: they have left, or are dead; all is shut down."""
    left = state.craft[k].status == Status.ABANDONED
    for m in crew_of(state, rules, k):
        state.crew[m].wits = Wits.GONE if left else Wits.DEAD
        state.crew[m].flies = 0
    shut_down(state, rules, k)


@jit
def recall_rows(state, k, first, count):
    """Some rows are as they were seen."""
    side, start = side_of(state, k), int(state.craft[k].first_row) + int(first)
    for row in range(start, start + int(count)):
        state.rows[side, row] = state.seen_rows[side, row]


@jit
def recall_armour(state, klass, k):
    """IN-LOS-02 Armour, what lies on it, turrets' armour."""
    craft = state.craft[k]
    for side in range(DIRECTIONS):
        craft.armour[side] = craft.seen_armour[side]
        recall_rows(state, k, klass.armour_row[side], klass.armour_rows[side])
        if klass.external_row[side] != NONE:
            recall_rows(state, k, klass.external_row[side], 1)
    for turret in range(int(klass.turrets)):
        recall_rows(state, k, klass.turret_row[turret], klass.turret_rows[turret])


@jit
def recall_inside(state, klass, k):
    """IN-LOS-02, IN-IDE The inside as it was seen."""
    craft = state.craft[k]
    recall_rows(state, k, klass.inner, klass.depth)
    for turret in range(int(klass.turrets)):
        recall_rows(state, k, klass.turret_inner[turret], klass.turret_depth[turret])
    craft.inside = craft.seen_inside
    craft.disabled = craft.seen_disabled


@jit
def settle_outside(state, rules, klass, k):
    """IN-DMG-12 What lies on armour is out where its boxes were seen to be gone."""
    craft = state.craft[k]
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.where == Where.ARMOUR and lost_of(state, rules, k, component) >= part.fatal:
            craft.disabled = int(craft.disabled) | (1 << component)


@jit
def settle_inside(state, rules, klass, k):
    """IN-IDE What is out takes with it: shields, guns, loads, power, thrust; boxes of the last row

    count.
    """
    craft = state.craft[k]
    settle_collapse(state, klass, k)
    for side in range(DIRECTIONS):
        if is_out(craft, klass.shield_part[side]):
            craft.shield[side] = 0
    for w in range(int(klass.weapons)):
        component = int(klass.weapon[w].component)
        if is_out(craft, component):
            craft.out = int(craft.out) | (1 << w)
            if klass.component[component].kind == Comp.HARDPOINT:
                lose_load(state, rules, k, w)
    if is_broken(state, rules, k, Comp.PLANT):
        lose_power(state, rules, k)
    if craft.disabled != 0:
        settle_thrust(state, rules, k)
