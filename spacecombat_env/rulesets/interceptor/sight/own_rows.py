"""The rows of own pieces in the observation, as pieces/observation.py declares their columns."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.combat.weapons import NO_GUN, gun_row
from spacecombat_env.rulesets.interceptor.damage.plant import plant_gone
from spacecombat_env.rulesets.interceptor.movement.pushing import push_limit
from spacecombat_env.rulesets.interceptor.movement.thrust import safe_thrust, thrust_left
from spacecombat_env.rulesets.interceptor.movement.turning import facing_cost, heading_cost
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    MISSILES,
    Arc,
    Comp,
    Load,
    Status,
    Told,
    Wits,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import (
    BANDS,
    DIRECTIONS,
    FLICKER_STEP,
    NONE,
)
from spacecombat_env.rulesets.interceptor.pieces.observation import OWN_CRAFT, OWN_CRAFT_LIMITS
from spacecombat_env.rulesets.interceptor.pieces.ships import (
    bits,
    class_of,
    crew_of,
    flier_of,
    is_active,
    is_broken,
    is_out,
    is_out_of_control,
    is_there,
    racks_of,
    side_of,
)
from spacecombat_env.rulesets.interceptor.sight.columns import (
    age_of,
    cap,
    column_of,
    row_of,
    small,
    step_column,
    step_row,
)

FIVES = 5  # armour boxes are observed by fives
TENS = 10  # tons, and boxes inside


@jit
def write_own_craft(state, rules, row, at, k):
    """One row of block own_craft."""
    craft = state.craft[k]
    row[at + OWN_CRAFT.waiting] = craft.status < Status.ON_MAP
    row[at + OWN_CRAFT.gone] = craft.status > Status.WRECK
    row[at + OWN_CRAFT.selected] = state.order[side_of(state, k)].craft == k
    if is_there(craft):
        write_course(state, rules, row, at, k)
    write_ship(state, rules, row, at, k)
    if is_active(craft):
        write_thrust(state, rules, row, at, k)
    write_racks(state, rules, row, at, k)
    write_guns(state, rules, row, at, k)
    write_secrets(state, row, at, craft)
    cap(row, at, OWN_CRAFT_LIMITS)


@jit
def write_course(state, rules, row, at, k):
    """Where an own craft is, and where it goes."""
    craft, seat = state.craft[k], side_of(state, k)
    row[at + OWN_CRAFT.on_map] = 1
    row[at + OWN_CRAFT.crewed] = is_active(craft)
    row[at + OWN_CRAFT.mover] = state.mover == k
    row[at + OWN_CRAFT.acted] = craft.acted
    row[at + OWN_CRAFT.column] = small(column_of(rules, craft.q, seat))
    row[at + OWN_CRAFT.row] = small(row_of(rules, craft.q, craft.r, seat))
    row[at + OWN_CRAFT.heading_column] = step_column(craft.heading, seat)
    row[at + OWN_CRAFT.heading_row] = step_row(craft.heading, seat)
    row[at + OWN_CRAFT.facing_column] = step_column(craft.facing, seat)
    row[at + OWN_CRAFT.facing_row] = step_row(craft.facing, seat)
    row[at + OWN_CRAFT.velocity] = small(craft.velocity)
    row[at + OWN_CRAFT.rolled] = craft.rolled
    row[at + OWN_CRAFT.out_of_control] = is_out_of_control(craft)
    row[at + OWN_CRAFT.covered] = craft.cover != NONE
    row[at + OWN_CRAFT.rams] = craft.ram != NONE


@jit
def write_thrust(state, rules, row, at, k):
    """IN-MOV-15, IN-SOT-01, IN-PSH-01 What it can do this turn, and what a turn costs it."""
    craft = state.craft[k]
    row[at + OWN_CRAFT.thrust_left] = small(thrust_left(state, rules, k))
    row[at + OWN_CRAFT.safe_thrust] = small(safe_thrust(state, rules, k))
    row[at + OWN_CRAFT.push_most] = small(push_limit(state, rules, k))
    row[at + OWN_CRAFT.heading_cost] = small(heading_cost(state, rules, k, True))
    row[at + OWN_CRAFT.facing_cost] = small(facing_cost(state, rules, k))
    row[at + OWN_CRAFT.heading_points] = small(craft.heading_points)
    row[at + OWN_CRAFT.facing_points] = small(craft.facing_points)
    flier = flier_of(state, rules, k)
    if flier != NONE:
        member = state.crew[flier]
        row[at + OWN_CRAFT.piloting] = small(int(member.piloting) + int(member.fam_piloting))
        row[at + OWN_CRAFT.gunnery] = small(int(member.gunnery) + int(member.fam_gunnery))
        row[at + OWN_CRAFT.hits] = small(member.hits)
        row[at + OWN_CRAFT.overload] = small(member.overload)


@jit
def write_ship(state, rules, row, at, k):
    """What it is, and what is left of it."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    row[at + OWN_CRAFT.thrust] = small(craft.thrust)
    row[at + OWN_CRAFT.tons] = small(int(klass.tons) // TENS)
    row[at + OWN_CRAFT.size_class] = small(klass.size_class)
    row[at + OWN_CRAFT.streamlined] = klass.streamlined
    for side in range(DIRECTIONS):
        row[at + OWN_CRAFT.shield_f + side] = small(int(craft.shield[side]) // FLICKER_STEP)
        row[at + OWN_CRAFT.armour_f + side] = small(int(craft.armour[side]) // FIVES)
    row[at + OWN_CRAFT.inside_left] = small((int(klass.boxes) - int(craft.inside)) // TENS)
    row[at + OWN_CRAFT.inside_lost] = small(int(craft.inside) // FIVES)
    row[at + OWN_CRAFT.collapse] = small(craft.collapse)
    if craft.disabled != 0:
        write_broken(state, rules, row, at, k)


@jit
def write_broken(state, rules, row, at, k):
    """IN-IDE-13..21, 30 Computers and plant that are out."""
    row[at + OWN_CRAFT.plant_broken] = plant_gone(state, rules, k)
    row[at + OWN_CRAFT.fire_control_broken] = is_broken(state, rules, k, Comp.FIRE_CONTROL)
    row[at + OWN_CRAFT.scanner_broken] = is_broken(state, rules, k, Comp.SCANNER)
    row[at + OWN_CRAFT.communications_broken] = is_broken(state, rules, k, Comp.COMMUNICATIONS)
    row[at + OWN_CRAFT.synchronizer_broken] = is_broken(state, rules, k, Comp.SYNCHRONIZER)
    row[at + OWN_CRAFT.helm_broken] = is_broken(state, rules, k, Comp.HELM)
    row[at + OWN_CRAFT.thrust_control_broken] = is_broken(state, rules, k, Comp.THRUST_CONTROL)


@jit
def write_racks(state, rules, row, at, k):
    """IN-HPT What hangs on it."""
    for n in racks_of(state, rules, k):
        rack = state.rack[n]
        for kind in range(MISSILES):
            row[at + OWN_CRAFT.load_dap + kind] += rack.load[kind]
        row[at + OWN_CRAFT.gun_pods] += rack.pod >= Load.LASER_POD
        if rack.pod == Load.SENSOR_POD:
            row[at + OWN_CRAFT.sensor_pod] = 1


@jit
def write_secrets(state, row, at, craft):
    """Its devices, and what the enemy was told of it."""
    told = int(craft.told)
    row[at + OWN_CRAFT.ecm] = craft.ecm
    row[at + OWN_CRAFT.guard] = craft.guard
    row[at + OWN_CRAFT.decoyed] = craft.decoyed
    row[at + OWN_CRAFT.fired] = small(bits(craft.fired))
    row[at + OWN_CRAFT.class_told] = told & Told.CLASS != 0
    row[at + OWN_CRAFT.weapons_told] = told & Told.WEAPONS != 0
    row[at + OWN_CRAFT.tons_told] = told & Told.TONS != 0
    row[at + OWN_CRAFT.armour_age] = age_of(state, craft.armour_turn)
    row[at + OWN_CRAFT.inside_age] = age_of(state, craft.inside_turn)


# --- guns ----------------------------------------------------------------------------------------


@jit
def manned_rows(state, rules, k):
    """IN-OVL-01 Weapon rows that somebody awake works and that have not fired, as a mask."""
    craft, manned = state.craft[k], 0
    if not is_active(craft) or is_broken(state, rules, k, Comp.FIRE_CONTROL):
        return 0
    for m in crew_of(state, rules, k):
        if state.crew[m].wits == Wits.AWAKE:
            manned |= int(state.crew[m].weapons)
    return manned & ~int(craft.out) & ~int(craft.fired)


@jit
def first_column_of(weapon):
    """Columns of the arc of a gun: ahead, elsewhere, turrets."""
    if weapon.turret != NONE:
        return OWN_CRAFT.turret_1
    return OWN_CRAFT.forward_1 if weapon.arc == Arc.FORWARD else OWN_CRAFT.elsewhere_1


@jit
def write_guns(state, rules, row, at, k):
    """IN-DIR-13 Points of the guns that may still fire this turn, by arc and band."""
    craft, klass, manned = state.craft[k], class_of(state, rules, k), manned_rows(state, rules, k)
    for w in range(int(klass.weapons)):
        weapon = klass.weapon[w]
        if not (manned >> w) & 1 or is_out(craft, weapon.component):
            continue
        gun = gun_row(state, rules, k, w) if weapon.rack != NONE else int(weapon.table)
        if gun == NO_GUN:
            continue
        first = at + first_column_of(weapon)
        for band in range(BANDS):
            points = int(rules.weapon[gun].damage[band]) + int(rules.weapon[gun].second[band])
            row[first + band] = small(int(row[first + band]) + points)
