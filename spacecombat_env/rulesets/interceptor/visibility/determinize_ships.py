"""Enemy ships of a determinized game: the card in each slot, and the condition of each ship."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import fold, keyed, pick
from spacecombat_env.core.native import native

from ..cases.airlocks import AT_AIRLOCK
from ..combat.allotting import allot_standing
from ..crew.command import has_backup
from ..damage.derelicts import shut_down
from ..damage.engines.engineering import settle_thrust
from ..damage.internals import lost_of
from ..damage.leaving import AIR_TURNS
from ..damage.life_support import lives_in_suits
from ..damage.weaponry import settle_ecm
from ..damage.wear import lay_ship, settle_collapse, settle_systems
from ..model import (
    DIRECTIONS,
    MEMORY_HITS,
    NONE,
    UNLED,
    CrewStatus,
    DeterminizationStream,
    Disclosed,
    Look,
    Mode,
    Prior,
    Status,
    Where,
    class_of,
    crew_of,
    is_active,
    is_out_of_control,
    side_of,
)
from ..model.record_types import Class, Craft, Rules, State
from .determinize_hits import reapply_hits, restore_bays
from .intelligence import disclosed_tonnage, first_armed_alike, weapon_kinds
from .last_seen_damage import look_of


@native
def sample_index(state: State, who, kind, count):
    """Return a number from 0 to count - 1 at random, for one determinized piece."""
    chance = state.chance
    return pick(fold(keyed(chance.seed_lo, chance.seed_hi, kind | 0, who, 0), 0), count)


# --- the card of each slot -----------------------------------------------------------------------


@native
def deal_cards(state: State, opening: State, rules: Rules, enemy):
    """Deal the enemy's cards to slots of their size class in which they may be.

    The slot with the fewest cards that fit goes first; where none fits any more, any will do.
    """
    taken, dealt = 0, 0
    for _ in side_range(state.craft, enemy):
        k = most_constrained_slot(state, opening, rules, enemy, taken, dealt)
        if k == NONE:
            return
        card = sample_card(state, opening, rules, enemy, taken, k)
        if rules.cards[card].prior == Prior.SHIP:
            taken |= 1 << card
        dealt |= 1 << k
        restore_slot(state, opening, k)
        lay_ship(state, rules, k, card)


@native
def most_constrained_slot(state: State, opening: State, rules: Rules, enemy, taken, dealt):
    """Return the slot still without a card for which the fewest fit; NONE where all have one."""
    found, least = NONE, 0
    for k in side_range(state.craft, enemy):
        if opening.craft[k].status == Status.UNUSED or (dealt >> k) & 1:
            continue
        count = count_fitting(state, opening, rules, enemy, taken, k, False)
        if found == NONE or count < least:
            found, least = k, count
    return found


@native
def is_available(opening: State, rules: Rules, enemy, taken, k, card):
    """Return whether a card is the enemy's and left, and of craft k's size class."""
    it = rules.cards[card]
    if it.klass == 0 or it.side != enemy or (taken >> card) & 1:
        return False
    return rules.classes[int(it.klass)].size_class == opening.craft[k].size_class


@native
def may_lie(state: State, opening: State, rules: Rules, enemy, taken, k, card, unlikely):
    """Return whether a card is left and fits craft k; unlikely ones are a group of their own."""
    if not is_available(opening, rules, enemy, taken, k, card):
        return False
    return (rules.cards[card].prior == Prior.UNLIKELY) == unlikely and fits(state, rules, k, card)


@native
def count_fitting(state: State, opening: State, rules: Rules, enemy, taken, k, unlikely):
    """Return the cards left that may lie in a slot."""
    count = 0
    for card in range(1, len(rules.cards)):
        count += may_lie(state, opening, rules, enemy, taken, k, card, unlikely)
    return count


@native
def sample_card(state: State, opening: State, rules: Rules, enemy, taken, k):
    """Return a random card that fits; an unlikely one if no other does, any if none fits."""
    fitting, unlikely = count_fitting(state, opening, rules, enemy, taken, k, False), False
    if fitting == 0:
        fitting, unlikely = count_fitting(state, opening, rules, enemy, taken, k, True), True
    left, found = sample_index(state, k, DeterminizationStream.CARD, max(fitting, 1)), NONE
    for card in range(1, len(rules.cards)):
        if not is_available(opening, rules, enemy, taken, k, card):
            continue
        if fitting == 0 or may_lie(state, opening, rules, enemy, taken, k, card, unlikely):
            found = card
            if left == 0:
                return found
            left -= 1
    return found


@native
def fits(state: State, rules: Rules, k, card):
    """IN-LOS-02 Whether a card agrees with all that is disclosed of craft k."""
    craft, row = state.craft[k], int(rules.cards[card].klass)
    klass, disclosed = rules.classes[row], int(craft.disclosed)
    if craft.status >= Status.ON_MAP and klass.installation != craft.installation:
        return False
    if disclosed & Disclosed.CLASS and row != craft.klass:
        return False
    if disclosed & Disclosed.STREAMLINING and klass.streamlined != craft.disclosed_streamlined:
        return False
    if not flies_as_seen(craft, klass):
        return False
    if disclosed_tonnage(int(klass.tons), disclosed) != craft.disclosed_tons:
        return False
    if disclosed & Disclosed.WEAPONS and first_armed_alike(rules, row) != craft.armed_as:
        return False
    if (
        disclosed & (Disclosed.WEAPONS | Disclosed.KINDS)
        and weapon_kinds(klass) != craft.disclosed_kinds
    ):
        return False
    return explains_sightings(craft, klass)


@native
def flies_as_seen(craft: Craft, klass: Class):
    """IN-PLN-11 Whether a class has the wings or lifters on which a ship flies below space."""
    if craft.mode == Mode.STREAMLINED:
        return klass.streamlined != 0
    return craft.mode != Mode.ANTIGRAV or klass.antigrav != 0


@native
def explains_sightings(craft: Craft, klass: Class):
    """Return whether a class fits the weapons fired and the armour seen."""
    if int(craft.disclosed_weapons) >> int(klass.weapons):
        return False
    for side in range(DIRECTIONS):
        if int(craft.last_seen_armour[side]) > int(klass.armour[side]):
            return False
    return True


@native
def restore_slot(state: State, opening: State, k):
    """Reset a slot's place in the pools; a craft that has not entered waits."""
    craft, origin = state.craft[k], opening.craft[k]
    craft.first_row = origin.first_row
    craft.first_crew = origin.first_crew
    craft.first_rack = origin.first_rack
    if craft.status == Status.UNUSED:
        craft.status = Status.WAITING
        craft.size_class = origin.size_class
        craft.contact = sample_contact(state, opening, k)


@native
def is_free_contact(state: State, side, contact):
    """Return whether no craft of a side is known under a number."""
    for other in side_range(state.craft, side):
        if state.craft[other].contact == contact:
            return False
    return True


@native
def nth_free_contact(state: State, side, nth):
    """Return the nth number under which no craft of a side is known, or NONE."""
    for contact in range(len(state.craft) // 2):
        if is_free_contact(state, side, contact):
            if nth == 0:
                return contact
            nth -= 1
    return NONE


@native
def sample_contact(state: State, opening: State, k):
    """Return the contact number of craft k, drawn among those that are left, as at the deal."""
    side, left = side_of(state, k), 0
    for other in side_range(state.craft, side):
        used = opening.craft[other].status != Status.UNUSED
        left += used and state.craft[other].contact == NONE
    return nth_free_contact(
        state, side, sample_index(state, k, DeterminizationStream.CONTACT, left)
    )


# --- condition -----------------------------------------------------------------------------------


@native
def restore_ship(state: State, rules: Rules, k):
    """Restore a ship as last seen, whole elsewhere, with hits since then."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    restore_hull(state, rules, k)
    settle_outside(state, rules, klass, k)
    settle_inside(state, rules, klass, k)
    settle_command(state, rules, klass, k)
    craft.shaken = craft.inside
    if is_out_of_control(craft):
        craft.points = 1 + sample_index(
            state, k, DeterminizationStream.HITS, max(int(craft.thrust), 1)
        )
    if Status.ABANDONED <= craft.status <= Status.DESTROYED:
        remove_crew(state, rules, k)
    settle_ecm(state, rules, k)
    set_out(state, rules, k)
    craft.run = craft.transit
    craft.run_turn = int(state.turn) - 1 if craft.transit else 0
    if is_active(craft) and lives_in_suits(state, rules, k):
        craft.air_used = sample_index(
            state, k, DeterminizationStream.AIR, min(AIR_TURNS, int(state.turn) + 1)
        )


@native
def restore_hull(state: State, rules: Rules, k):
    """IN-LOS-02 Armour and inside as last seen, with the hits since each look.

    Earlier hits show what armour those between both looks have met.
    """
    craft, klass, side = state.craft[k], class_of(state, rules, k), side_of(state, k)
    hits = int(state.memory_hit_count[side])
    first = max(hits - MEMORY_HITS, 0)
    looks = state.memory_looks[1 - side]
    inside = max(int(looks[look_of(state, k, Look.INSIDE)]), first)
    armour = max(int(looks[look_of(state, k, Look.ARMOUR)]), first)
    reapply_hits(state, rules, k, first, inside)
    if craft.inside_turn != 0:
        restore_inside(state, klass, k)
    reapply_hits(state, rules, k, inside, armour)
    if craft.armour_turn != 0:
        restore_armour(state, klass, k)
    reapply_hits(state, rules, k, armour, hits)


@native
def set_out(state: State, rules: Rules, k):
    """IN-ABN-12 The crew of a ship that is being abandoned is on its way, how far is unknown."""
    craft = state.craft[k]
    if craft.left_in:
        shut_down(state, rules, k)
        for m in crew_of(state, rules, k):
            state.crew[m].way = AT_AIRLOCK
            state.crew[m].flies = 0


@native
def settle_command(state: State, rules: Rules, klass: Class, k):
    """IN-IDE-01, 03 A ship whose Bridges are out is led by its backup, or by nobody."""
    if klass.bridge and not has_backup(state, rules, k):
        state.craft[k].command = UNLED


@native
def remove_crew(state: State, rules: Rules, k):
    """IN-DES-08, IN-OVL-12 Its crew has left, or is dead; all is shut down."""
    left = state.craft[k].status == Status.ABANDONED
    for m in crew_of(state, rules, k):
        state.crew[m].status = CrewStatus.GONE if left else CrewStatus.DEAD
        state.crew[m].flies = 0
    shut_down(state, rules, k)


@native
def restore_rows(state: State, k, first, count):
    """Restore some rows as last seen."""
    side, start = side_of(state, k), int(state.craft[k].first_row) + int(first)
    for row in range(start, start + int(count)):
        state.rows[side, row] = state.last_seen_rows[side, row]


@native
def restore_armour(state: State, klass: Class, k):
    """IN-LOS-02 Armour, components on it, turrets' armour."""
    craft = state.craft[k]
    for side in range(DIRECTIONS):
        craft.armour[side] = craft.last_seen_armour[side]
        restore_rows(state, k, klass.armour_row[side], klass.armour_rows[side])
        if klass.external_row[side] != NONE:
            restore_rows(state, k, klass.external_row[side], 1)
    for turret in range(int(klass.turrets)):
        restore_rows(state, k, klass.turret_row[turret], klass.turret_rows[turret])
    restore_planes(state, klass, k, int(klass.cells), DIRECTIONS)
    mask = int(klass.external_mask)
    last_seen = int(craft.last_seen_disabled) & mask
    craft.disabled = (int(craft.disabled) & ~mask) | last_seen


@native
def restore_planes(state: State, klass: Class, k, first, count):
    """IN-DMG-14 Restore the hits taken by boxes of scaled rows as last seen."""
    step = int(klass.cells) + DIRECTIONS
    for p in range(int(klass.planes)):
        restore_rows(state, k, int(klass.plane_row) + p * step + first, count)


@native
def restore_inside(state: State, klass: Class, k):
    """IN-LOS-02, IN-IDE The inside as last seen."""
    craft = state.craft[k]
    restore_rows(state, k, klass.inner, klass.depth)
    for turret in range(int(klass.turrets)):
        restore_rows(state, k, klass.turret_inner[turret], klass.turret_depth[turret])
    restore_planes(state, klass, k, 0, int(klass.cells))
    craft.inside = craft.last_seen_inside
    craft.disabled = craft.last_seen_disabled
    restore_bays(state, klass, k)


@native
def settle_outside(state: State, rules: Rules, klass: Class, k):
    """IN-DMG-12 Components on armour are out where their boxes were seen to be gone."""
    craft = state.craft[k]
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.where == Where.ARMOUR and lost_of(state, rules, k, component) >= part.fatal:
            craft.disabled = int(craft.disabled) | (1 << component)


@native
def settle_inside(state: State, rules: Rules, klass: Class, k):
    """IN-IDE Boxes of the last row, and effects of disabled components.

    A ship that can switch power is fed as the standing order has it.
    """
    settle_collapse(state, klass, k)
    settle_systems(state, rules, klass, k)
    if klass.switches:
        allot_standing(state, rules, k)
        settle_thrust(state, rules, k)
