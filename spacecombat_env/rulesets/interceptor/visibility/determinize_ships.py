"""Enemy ships of a determinized game: the card in each slot, and the condition of each ship."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import fold, keyed, pick
from spacecombat_env.core.native import native

from ..cases.airlocks import AT_AIRLOCK
from ..combat.allotting import allot_standing
from ..crew.command import has_backup
from ..damage.derelicts import shut_down
from ..damage.engines.engineering import lose_power, settle_thrust
from ..damage.internals import lost_of
from ..damage.leaving import AIR_TURNS
from ..damage.life_support import lives_in_suits
from ..damage.weaponry import lose_load, settle_ecm
from ..model import (
    DIRECTIONS,
    NONE,
    UNLED,
    Comp,
    CrewStatus,
    DeterminizationStream,
    Disclosed,
    Mode,
    Status,
    Where,
    class_of,
    crew_of,
    is_active,
    is_broken,
    is_out,
    is_out_of_control,
    lay_card,
    side_of,
)
from ..model.record_types import Class, Craft, Rules, State
from .determinize_hits import reapply_hits, restore_bays, settle_collapse
from .intelligence import disclosed_tonnage, first_armed_alike, weapon_kinds


@native
def sample_index(state: State, who, kind, count):
    """Return a number from 0 to count - 1 at random, for one determinized piece."""
    chance = state.chance
    return pick(fold(keyed(chance.seed_lo, chance.seed_hi, kind | 0, who, 0), 0), count)


# --- the card of each slot -----------------------------------------------------------------------


@native
def deal_cards(state: State, opening: State, rules: Rules, enemy):
    """Deal the cards of the opening to slots of their size class in which they may be.

    The slot with the fewest cards that fit goes first; where none fits any more, any will do.
    """
    taken, dealt = 0, 0
    for _ in side_range(state.craft, enemy):
        k = most_constrained_slot(state, opening, rules, enemy, taken, dealt)
        if k == NONE:
            return
        origin = sample_origin(state, opening, rules, enemy, taken, k)
        taken |= 1 << origin
        dealt |= 1 << k
        restore_slot(state, opening, k)
        lay_card(state, rules, k, int(opening.craft[origin].card))


@native
def most_constrained_slot(state: State, opening: State, rules: Rules, enemy, taken, dealt):
    """Return the slot still without a card for which the fewest fit; NONE where all have one."""
    found, least = NONE, 0
    for k in side_range(state.craft, enemy):
        if opening.craft[k].status == Status.UNUSED or (dealt >> k) & 1:
            continue
        count = count_fitting(state, opening, rules, enemy, taken, k)
        if found == NONE or count < least:
            found, least = k, count
    return found


@native
def is_available(state: State, opening: State, enemy, taken, k, origin):
    """Return whether the card of a slot of the opening is left, and is of craft k's size class."""
    it = opening.craft[origin]
    if it.status == Status.UNUSED or (taken >> origin) & 1:
        return False
    return it.size_class == opening.craft[k].size_class


@native
def count_fitting(state: State, opening: State, rules: Rules, enemy, taken, k):
    """Return the cards left that may lie in a slot."""
    count = 0
    for origin in side_range(state.craft, enemy):
        if is_available(state, opening, enemy, taken, k, origin):
            count += fits(state, rules, k, int(opening.craft[origin].card))
    return count


@native
def sample_origin(state: State, opening: State, rules: Rules, enemy, taken, k):
    """Return the slot of the opening of a random card that fits.

    It is any card that is left if none fits.
    """
    fitting = count_fitting(state, opening, rules, enemy, taken, k)
    left, found = sample_index(state, k, DeterminizationStream.CARD, max(fitting, 1)), NONE
    for origin in side_range(state.craft, enemy):
        if not is_available(state, opening, enemy, taken, k, origin):
            continue
        if fitting == 0 or fits(state, rules, k, int(opening.craft[origin].card)):
            found = origin
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
        craft.contact = free_contact(state, k)


@native
def free_contact(state: State, k):
    """Return the lowest number under which no craft of its side is known."""
    for contact in range(len(state.craft) // 2):
        taken = False
        for other in side_range(state.craft, side_of(state, k)):
            taken = taken or state.craft[other].contact == contact
        if not taken:
            return contact
    return NONE


# --- condition -----------------------------------------------------------------------------------


@native
def restore_ship(state: State, rules: Rules, k, seat):
    """Restore a ship as last seen, whole elsewhere, with hits since then."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    if craft.armour_turn != 0:
        restore_armour(state, klass, k)
    if craft.inside_turn != 0:
        restore_inside(state, klass, k)
    reapply_hits(state, rules, k, seat)
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
    """IN-IDE Effects of disabled components: shields, guns, loads, power, thrust.

    Boxes of the last row count. A ship that can switch power is fed as the standing order has it.
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
    if klass.switches:
        allot_standing(state, rules, k)
    if is_broken(state, rules, k, Comp.PLANT):
        lose_power(state, rules, k)
    if craft.disabled != 0:
        settle_thrust(state, rules, k)
