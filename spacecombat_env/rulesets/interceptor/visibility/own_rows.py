"""The rows of own pieces in the observation, as model/observation.py declares their columns."""

from spacecombat_env.core.native import native

from ..cases.airlocks import turns_to_leave
from ..combat.weapons import NO_GUN, gun_row
from ..damage.berths import free_places
from ..damage.carried import count_aboard, free_bays
from ..damage.engines.engineering import QUARTERS
from ..damage.engines.plant import plant_gone
from ..model import (
    BANDS,
    DIRECTIONS,
    FLICKER_STEP,
    MISSILES,
    NONE,
    UNLED,
    Arc,
    Comp,
    CrewStatus,
    Disclosed,
    Load,
    Status,
    bits,
    class_of,
    crew_of,
    flier_of,
    has_command,
    is_active,
    is_broken,
    is_out,
    is_out_of_control,
    is_there,
    may_switch,
    racks_of,
    side_of,
    supply,
    unfed_weapons,
    zone_of,
)
from ..model.observation import OWN_CRAFT, OWN_CRAFT_MOST
from ..model.record_types import Craft, Rules, State, Weapon
from ..movement.pushing import push_limit
from ..movement.thrust import safe_thrust, thrust_left
from ..movement.turning import facing_cost, heading_cost
from .columns import age_of, column_of, row_of, step_column, step_row, within
from .observed_fields import observe_own_course, observe_own_ship

FIVES = 5  # armour boxes are observed by fives
TENS = 10  # tons, and boxes inside


@native
def write_own_craft(state: State, rules: Rules, row, k):
    """Write one row of block `own_craft`."""
    craft = state.craft[k]
    row[OWN_CRAFT.waiting] = craft.status < Status.ON_MAP
    row[OWN_CRAFT.gone] = craft.status > Status.WRECK
    row[OWN_CRAFT.selected] = state.order[side_of(state, k)].craft == k
    if is_there(craft):
        write_course(state, rules, row, k)
    write_ship(state, rules, row, k)
    if is_active(craft):
        write_thrust(state, rules, row, k)
    write_racks(state, rules, row, k)
    write_guns(state, rules, row, k)
    write_secrets(state, row, craft)


@native
def write_course(state: State, rules: Rules, row, k):
    """Write the place and course of an own craft."""
    craft, seat, most = state.craft[k], side_of(state, k), OWN_CRAFT_MOST
    row[OWN_CRAFT.on_map] = 1
    row[OWN_CRAFT.crewed] = is_active(craft)
    row[OWN_CRAFT.mover] = state.mover == k
    observe_own_course(craft, row, 0)
    row[OWN_CRAFT.column] = within(column_of(rules, craft.q, seat), most.column)
    row[OWN_CRAFT.row] = within(row_of(rules, craft.q, craft.r, seat), most.row)
    row[OWN_CRAFT.heading_column] = step_column(craft.heading, seat)
    row[OWN_CRAFT.heading_row] = step_row(craft.heading, seat)
    row[OWN_CRAFT.facing_column] = step_column(craft.facing, seat)
    row[OWN_CRAFT.facing_row] = step_row(craft.facing, seat)
    row[OWN_CRAFT.out_of_control] = is_out_of_control(craft)
    row[OWN_CRAFT.has_prize] = state.prize_holder == k
    row[OWN_CRAFT.covered] = craft.cover != NONE
    row[OWN_CRAFT.zone] = zone_of(state, rules, craft)
    row[OWN_CRAFT.worked] = craft.worked
    row[OWN_CRAFT.rams] = craft.ram != NONE


@native
def write_thrust(state: State, rules: Rules, row, k):
    """IN-MOV-15, IN-SOT-01, IN-PSH-01 Its abilities this turn, and the cost of a turn."""
    craft, most = state.craft[k], OWN_CRAFT_MOST
    row[OWN_CRAFT.thrust_left] = within(thrust_left(state, rules, k), most.thrust_left)
    row[OWN_CRAFT.safe_thrust] = within(safe_thrust(state, rules, k), most.safe_thrust)
    row[OWN_CRAFT.push_most] = within(push_limit(state, rules, k), most.push_most)
    row[OWN_CRAFT.heading_cost] = within(heading_cost(state, rules, k, True), most.heading_cost)
    row[OWN_CRAFT.facing_cost] = within(facing_cost(state, rules, k), most.facing_cost)
    row[OWN_CRAFT.heading_points] = within(craft.heading_points, most.heading_points)
    row[OWN_CRAFT.facing_points] = within(craft.facing_points, most.facing_points)
    flier = flier_of(state, rules, k)
    if flier != NONE:
        member = state.crew[flier]
        piloting = int(member.piloting) + int(member.fam_piloting)
        gunnery = int(member.gunnery) + int(member.fam_gunnery)
        row[OWN_CRAFT.piloting] = within(piloting, most.piloting)
        row[OWN_CRAFT.gunnery] = within(gunnery, most.gunnery)
        row[OWN_CRAFT.hits] = within(member.hits, most.hits)
        row[OWN_CRAFT.overload] = within(member.overload, most.overload)


@native
def write_ship(state: State, rules: Rules, row, k):
    """Write its class and its condition."""
    craft, klass, most = state.craft[k], class_of(state, rules, k), OWN_CRAFT_MOST
    observe_own_ship(craft, row, 0)
    row[OWN_CRAFT.straight] = within(max(int(craft.straight), 0), most.straight)
    row[OWN_CRAFT.fast] = within(craft.fast, most.fast)
    row[OWN_CRAFT.exodus] = within(turns_to_leave(state, rules, k), most.exodus)
    row[OWN_CRAFT.aboard] = craft.status == Status.ABOARD
    row[OWN_CRAFT.carried] = within(count_aboard(state, k), most.carried)
    row[OWN_CRAFT.bays_free] = within(free_bays(state, rules, k), most.bays_free)
    row[OWN_CRAFT.berths_free] = within(free_places(state, rules, k), most.berths_free)
    row[OWN_CRAFT.tons] = within(int(klass.tons) // TENS, most.tons)
    row[OWN_CRAFT.size_class] = within(klass.size_class, most.size_class)
    row[OWN_CRAFT.streamlined] = klass.streamlined
    row[OWN_CRAFT.scale] = klass.scale
    for side in range(DIRECTIONS):
        shield = int(craft.shield[side]) // FLICKER_STEP
        row[OWN_CRAFT.shield_f + side] = within(shield, most.shield_f)
        row[OWN_CRAFT.armour_f + side] = within(int(craft.armour[side]) // FIVES, most.armour_f)
    left = int(klass.boxes) - int(craft.inside)
    row[OWN_CRAFT.inside_left] = within(left // TENS, most.inside_left)
    row[OWN_CRAFT.inside_lost] = within(int(craft.inside) // FIVES, most.inside_lost)
    row[OWN_CRAFT.led] = craft.led
    row[OWN_CRAFT.command] = -1 if craft.command == UNLED else int(craft.command)
    if craft.disabled != 0:
        write_broken(state, rules, row, k)
    write_power(state, rules, row, k)


@native
def write_power(state: State, rules: Rules, row, k):
    """IN-POW-01 Write in tenths what of its EPs is allotted and left, and what its plant gives."""
    craft, klass, most = state.craft[k], class_of(state, rules, k), OWN_CRAFT_MOST
    if craft.klass == 0 or is_broken(state, rules, k, Comp.PLANT):
        return
    row[OWN_CRAFT.plant_share] = within(tenths_left(int(craft.plant_lost)), most.plant_share)
    row[OWN_CRAFT.can_switch] = may_switch(state, rules, k)
    whole = supply(state, rules, k)
    left = TENS * int(craft.eps) // max(whole, 1) if klass.switches else 0
    row[OWN_CRAFT.eps_left] = within(left, most.eps_left)
    row[OWN_CRAFT.fed] = within(TENS - left, most.fed)


@native
def tenths_left(quarters):
    """Return what a plant has left of its thrust after losing quarters of it, in tenths."""
    return TENS * (QUARTERS - quarters) // QUARTERS


@native
def write_broken(state: State, rules: Rules, row, k):
    """IN-IDE-01, 13..21, 30 Computers, plant and Bridge that are out."""
    row[OWN_CRAFT.bridge_broken] = is_broken(state, rules, k, Comp.BRIDGE)
    row[OWN_CRAFT.plant_broken] = plant_gone(state, rules, k)
    row[OWN_CRAFT.fire_control_broken] = is_broken(state, rules, k, Comp.FIRE_CONTROL)
    row[OWN_CRAFT.scanner_broken] = is_broken(state, rules, k, Comp.SCANNER)
    row[OWN_CRAFT.communications_broken] = is_broken(state, rules, k, Comp.COMMUNICATIONS)
    row[OWN_CRAFT.synchronizer_broken] = is_broken(state, rules, k, Comp.SYNCHRONIZER)
    row[OWN_CRAFT.helm_broken] = is_broken(state, rules, k, Comp.HELM)
    row[OWN_CRAFT.thrust_control_broken] = is_broken(state, rules, k, Comp.THRUST_CONTROL)


@native
def write_racks(state: State, rules: Rules, row, k):
    """IN-HPT Its loads."""
    most, pods = OWN_CRAFT_MOST, 0
    for n in racks_of(state, rules, k):
        rack = state.rack[n]
        for kind in range(MISSILES):
            carried = int(row[OWN_CRAFT.load_dap + kind]) + int(rack.load[kind])
            row[OWN_CRAFT.load_dap + kind] = within(carried, most.load_dap)
        pods += int(rack.pod >= Load.LASER_POD)
        if rack.pod == Load.SENSOR_POD:
            row[OWN_CRAFT.sensor_pod] = 1
    row[OWN_CRAFT.gun_pods] = within(pods, most.gun_pods)


@native
def write_secrets(state: State, row, craft: Craft):
    """Write what the enemy knows of it."""
    disclosed, most = int(craft.disclosed), OWN_CRAFT_MOST
    row[OWN_CRAFT.fired] = within(bits(craft.fired), most.fired)
    row[OWN_CRAFT.class_told] = disclosed & Disclosed.CLASS != 0
    row[OWN_CRAFT.weapons_told] = disclosed & Disclosed.WEAPONS != 0
    row[OWN_CRAFT.tons_told] = disclosed & Disclosed.TONS != 0
    row[OWN_CRAFT.armour_age] = within(age_of(state, craft.armour_turn), most.armour_age)
    row[OWN_CRAFT.inside_age] = within(age_of(state, craft.inside_turn), most.inside_age)


# --- guns ----------------------------------------------------------------------------------------


@native
def manned_rows(state: State, rules: Rules, k):
    """IN-OVL-01, IN-IDE-01, IN-POW-05 Weapon rows fed, of crewmen awake, not fired, as a mask."""
    craft, manned = state.craft[k], 0
    if (
        not is_active(craft)
        or not has_command(craft)
        or is_broken(state, rules, k, Comp.FIRE_CONTROL)
    ):
        return 0
    for m in crew_of(state, rules, k):
        if state.crew[m].status == CrewStatus.AWAKE:
            manned |= int(state.crew[m].weapons)
    return manned & ~int(craft.out) & ~int(craft.fired) & ~unfed_weapons(state, rules, k)


@native
def first_column_of(weapon: Weapon):
    """Return the columns of the arc of a gun: ahead, elsewhere, turrets."""
    if weapon.turret != NONE:
        return OWN_CRAFT.turret_1
    return OWN_CRAFT.forward_1 if weapon.arc == Arc.FORWARD else OWN_CRAFT.elsewhere_1


@native
def write_guns(state: State, rules: Rules, row, k):
    """IN-DIR-13 Points of the guns that may still fire this turn, by arc and band."""
    craft, klass, manned = state.craft[k], class_of(state, rules, k), manned_rows(state, rules, k)
    most = OWN_CRAFT_MOST
    for w in range(int(klass.weapons)):
        weapon = klass.weapon[w]
        if not (manned >> w) & 1 or is_out(craft, weapon.component):
            continue
        gun = gun_row(state, rules, k, w) if weapon.rack != NONE else int(weapon.table)
        if gun == NO_GUN:
            continue
        first = first_column_of(weapon)
        for band in range(BANDS):
            points = int(rules.weapon[gun].damage[band]) + int(rules.weapon[gun].second[band])
            row[first + band] = within(int(row[first + band]) + points, most.forward_1)
