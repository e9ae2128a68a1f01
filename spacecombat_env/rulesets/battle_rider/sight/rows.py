"""The rows of pieces in the observation, as pieces/observation.py declares their columns.

A writer is given where the row of one piece begins, and names each column that it fills.
"""

from spacecombat_env.core.hexgrid import distance
from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.battle_rider.beams.gunnery import beams_left
from spacecombat_env.rulesets.battle_rider.beams.screens import sand_left
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import (
    BodyKind,
    CraftStatus,
    ForceStatus,
    Result,
    Sensor,
    WeaponRow,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import (
    MAX_WHITEOUTS,
    NONE,
    RESULTS,
)
from spacecombat_env.rulesets.battle_rider.pieces.observation import (
    BODIES,
    BODIES_LIMITS,
    ENEMY_CRAFT,
    ENEMY_CRAFT_LIMITS,
    ENEMY_FORCES,
    ENEMY_FORCES_LIMITS,
    ENEMY_SPREADS,
    ENEMY_SPREADS_LIMITS,
    OWN_CRAFT,
    OWN_CRAFT_LIMITS,
    OWN_FORCES,
    OWN_FORCES_LIMITS,
    OWN_SPREADS,
    OWN_SPREADS_LIMITS,
)
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    craft_slots,
    force_slots,
    spread_slots,
)
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import whiteouts_in
from spacecombat_env.rulesets.battle_rider.ships.batteries import damper_total
from spacecombat_env.rulesets.battle_rider.sight.columns import (
    cap,
    column_of,
    hexside_of,
    row_of,
    small,
    vector_of,
)

FAR = 127  # no own task force on the map to measure from

# --- own pieces ----------------------------------------------------------------------------------


@jit
def write_damage(row, first, craft):
    """The damage results of a craft: 0, 1, 2 temporary, 3 permanent."""
    for result in range(RESULTS):
        if result != Result.NO_EFFECT:
            row[first + result - (result > Result.NO_EFFECT)] = craft.damage[result]


@jit
def write_own_craft(state, rules, row, at, k):
    """One row of block own_craft."""
    craft = state.craft[k]
    klass = rules.classes[craft.klass]
    seat = k // craft_slots(state)
    in_force = craft.status == CraftStatus.IN_FORCE
    row[at + OWN_CRAFT.in_force] = in_force
    row[at + OWN_CRAFT.aboard] = craft.status == CraftStatus.ABOARD
    gone = craft.status >= CraftStatus.DESTROYED and craft.status < CraftStatus.OFFERED
    row[at + OWN_CRAFT.gone] = gone
    row[at + OWN_CRAFT.selected] = state.order[seat].craft == k
    if in_force and craft.tf != NONE:
        force = state.tf[craft.tf]
        row[at + OWN_CRAFT.in_round] = craft.tf == state.round_tf
        row[at + OWN_CRAFT.column] = small(column_of(rules, force.q, seat))
        row[at + OWN_CRAFT.row] = small(row_of(rules, force.q, force.r, seat))
    row[at + OWN_CRAFT.size] = small(klass.size_mod)
    row[at + OWN_CRAFT.tech_level] = klass.tech_level
    row[at + OWN_CRAFT.thrust] = small(thrust_available(rules, craft))
    row[at + OWN_CRAFT.armor] = klass.armor
    row[at + OWN_CRAFT.fire_control] = klass.fire_control
    row[at + OWN_CRAFT.active_range] = klass.sensor_range[Sensor.ACTIVE]
    row[at + OWN_CRAFT.passive_range] = klass.sensor_range[Sensor.PASSIVE]
    row[at + OWN_CRAFT.meson_screen] = klass.meson_screen
    row[at + OWN_CRAFT.spinal_range] = klass.weapon[WeaponRow.SPINAL].range
    row[at + OWN_CRAFT.spinal_damage] = klass.weapon[WeaponRow.SPINAL].damage[0]
    row[at + OWN_CRAFT.spinal_left] = beams_left(state, rules, k, WeaponRow.SPINAL)
    secondary = beams_left(state, rules, k, WeaponRow.SECONDARY_1)
    secondary += beams_left(state, rules, k, WeaponRow.SECONDARY_2)
    row[at + OWN_CRAFT.secondary_left] = small(secondary)
    row[at + OWN_CRAFT.turret_left] = beams_left(state, rules, k, WeaponRow.TURRET)
    row[at + OWN_CRAFT.sand_left] = sand_left(rules, craft)
    row[at + OWN_CRAFT.dampers] = small(damper_total(rules, klass) - int(craft.dampers_used))
    row[at + OWN_CRAFT.missiles] = small(int(craft.missiles) // 2)
    row[at + OWN_CRAFT.directors] = small(int(klass.directors) - int(craft.controlled))
    row[at + OWN_CRAFT.launched] = craft.launched
    row[at + OWN_CRAFT.active] = craft.active
    row[at + OWN_CRAFT.extended] = craft.extended
    row[at + OWN_CRAFT.detected] = craft.detected
    row[at + OWN_CRAFT.overload] = craft.overload
    row[at + OWN_CRAFT.tumble] = craft.tumble
    row[at + OWN_CRAFT.points] = small(int(klass.points) // 2)
    write_damage(row, at + OWN_CRAFT.damage_bridge, craft)
    cap(row, at, OWN_CRAFT_LIMITS)


@jit
def write_own_force(state, rules, row, at, k):
    """One row of block own_forces."""
    force = state.tf[k]
    seat = k // force_slots(state)
    row[at + OWN_FORCES.on_map] = force.status == ForceStatus.ON_MAP
    row[at + OWN_FORCES.waiting] = force.status == ForceStatus.WAITING
    row[at + OWN_FORCES.selected] = state.order[seat].tf == k
    row[at + OWN_FORCES.in_round] = state.round_tf == k
    row[at + OWN_FORCES.column] = small(column_of(rules, force.q, seat))
    row[at + OWN_FORCES.row] = small(row_of(rules, force.q, force.r, seat))
    row[at + OWN_FORCES.vector_q] = small(vector_of(force.vq, seat))
    row[at + OWN_FORCES.vector_r] = small(vector_of(force.vr, seat))
    row[at + OWN_FORCES.craft] = force.strength
    row[at + OWN_FORCES.acted] = force.acted
    row[at + OWN_FORCES.moved] = force.moved
    row[at + OWN_FORCES.gs] = force.gs
    row[at + OWN_FORCES.evade] = force.evade
    row[at + OWN_FORCES.shadow_found] = force.shadow_found
    row[at + OWN_FORCES.entry_turn] = force.entry_turn
    row[at + OWN_FORCES.emitting] = force.emitting
    cap(row, at, OWN_FORCES_LIMITS)


@jit
def write_own_spread(state, rules, row, at, k):
    """One row of block own_spreads."""
    spread = state.spread[k]
    seat = k // spread_slots(state)
    row[at + OWN_SPREADS.in_flight] = 1
    row[at + OWN_SPREADS.selected] = state.order[seat].spread == k
    row[at + OWN_SPREADS.missiles] = small(spread.count)
    row[at + OWN_SPREADS.g_left] = spread.g_left
    row[at + OWN_SPREADS.column] = small(column_of(rules, spread.q, seat))
    row[at + OWN_SPREADS.row] = small(row_of(rules, spread.q, spread.r, seat))
    row[at + OWN_SPREADS.vector_q] = small(vector_of(spread.vq, seat))
    row[at + OWN_SPREADS.vector_r] = small(vector_of(spread.vr, seat))
    row[at + OWN_SPREADS.detected] = spread.detected
    row[at + OWN_SPREADS.moved] = spread.moved
    cap(row, at, OWN_SPREADS_LIMITS)


# --- what is known of the enemy's ----------------------------------------------------------------


@jit
def own_round(state, seat):
    """Whether a task force of the seat has its round."""
    return state.round_tf != NONE and state.round_tf // force_slots(state) == seat


@jit
def range_from_round(state, seat, q, r):
    """Hexes from the task force whose round it is, or from the nearest own one on the map."""
    if own_round(state, seat):
        own = state.tf[state.round_tf]
        return distance(int(own.q), int(own.r), int(q), int(r))
    best = FAR
    for k in half(state.tf, seat):
        own = state.tf[k]
        if own.status == ForceStatus.ON_MAP and own.strength > 0:
            best = min(best, distance(int(own.q), int(own.r), int(q), int(r)))
    return best


@jit
def known_craft_in(state, tf):
    """Detected craft of an enemy task force."""
    count = 0
    side = tf // force_slots(state)
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.detected and craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            count += 1
    return count


@jit
def any_whiteouts(state):
    """Whether any white-out marker lies on the map; they fill the list from its start."""
    for k in range(MAX_WHITEOUTS):
        if state.whiteout[k].timer > 0:
            return True
    return False


@jit
def write_enemy_force(state, rules, row, at, k, whiteouts):
    """One row of block enemy_forces; `whiteouts` tells whether any lie on the map."""
    force = state.tf[k]
    seat = 1 - k // force_slots(state)
    row[at + ENEMY_FORCES.on_map] = 1
    row[at + ENEMY_FORCES.selected] = state.order[seat].target_tf == k
    row[at + ENEMY_FORCES.column] = small(column_of(rules, force.q, seat))
    row[at + ENEMY_FORCES.row] = small(row_of(rules, force.q, force.r, seat))
    row[at + ENEMY_FORCES.vector_q] = small(vector_of(force.vq, seat))
    row[at + ENEMY_FORCES.vector_r] = small(vector_of(force.vr, seat))
    row[at + ENEMY_FORCES.known_craft] = small(known_craft_in(state, k))
    row[at + ENEMY_FORCES.acted] = force.acted
    row[at + ENEMY_FORCES.thrusting] = force.spent_g
    row[at + ENEMY_FORCES.stern] = hexside_of(force.thrust_side, seat)
    row[at + ENEMY_FORCES.evade] = force.evade
    row[at + ENEMY_FORCES.shadow_found] = force.shadow_found
    row[at + ENEMY_FORCES.emitting] = force.emitting
    row[at + ENEMY_FORCES.range] = small(range_from_round(state, seat, force.q, force.r))
    if whiteouts:
        row[at + ENEMY_FORCES.whiteouts] = small(whiteouts_in(state, force.q, force.r))
    cap(row, at, ENEMY_FORCES_LIMITS)


@jit
def write_enemy_craft(state, rules, row, at, k):
    """One row of block enemy_craft."""
    craft = state.craft[k]
    klass = rules.classes[craft.klass]
    seat = 1 - k // craft_slots(state)
    on_map = craft.status == CraftStatus.IN_FORCE
    row[at + ENEMY_CRAFT.on_map] = on_map
    row[at + ENEMY_CRAFT.gone] = craft.status >= CraftStatus.DESTROYED
    row[at + ENEMY_CRAFT.selected] = state.order[seat].target_craft == k
    if on_map:
        force = state.tf[craft.tf]
        row[at + ENEMY_CRAFT.column] = small(column_of(rules, force.q, seat))
        row[at + ENEMY_CRAFT.row] = small(row_of(rules, force.q, force.r, seat))
        row[at + ENEMY_CRAFT.range] = small(range_from_round(state, seat, force.q, force.r))
        row[at + ENEMY_CRAFT.evade] = small(force.evade)
    row[at + ENEMY_CRAFT.size] = small(klass.size_mod)
    row[at + ENEMY_CRAFT.tech_level] = klass.tech_level
    row[at + ENEMY_CRAFT.thrust] = klass.g
    row[at + ENEMY_CRAFT.armor] = klass.armor
    row[at + ENEMY_CRAFT.meson_screen] = klass.meson_screen
    row[at + ENEMY_CRAFT.spinal_damage] = klass.weapon[WeaponRow.SPINAL].damage[0]
    row[at + ENEMY_CRAFT.sand_left] = sand_left(rules, craft)
    row[at + ENEMY_CRAFT.active] = craft.active
    row[at + ENEMY_CRAFT.extended] = craft.extended
    row[at + ENEMY_CRAFT.points] = small(int(klass.points) // 2)
    write_damage(row, at + ENEMY_CRAFT.damage_bridge, craft)
    cap(row, at, ENEMY_CRAFT_LIMITS)


@jit
def write_enemy_spread(state, rules, row, at, k):
    """One row of block enemy_spreads; the size of an undetected spread reads 0."""
    spread = state.spread[k]
    seat = 1 - k // spread_slots(state)
    row[at + ENEMY_SPREADS.in_flight] = 1
    row[at + ENEMY_SPREADS.selected] = state.order[seat].target_spread == k
    row[at + ENEMY_SPREADS.missiles] = spread.count if spread.detected else 0
    row[at + ENEMY_SPREADS.column] = small(column_of(rules, spread.q, seat))
    row[at + ENEMY_SPREADS.row] = small(row_of(rules, spread.q, spread.r, seat))
    row[at + ENEMY_SPREADS.vector_q] = small(vector_of(spread.vq, seat))
    row[at + ENEMY_SPREADS.vector_r] = small(vector_of(spread.vr, seat))
    row[at + ENEMY_SPREADS.detected] = spread.detected
    row[at + ENEMY_SPREADS.attacking] = spread.target_tf != NONE
    cap(row, at, ENEMY_SPREADS_LIMITS)


# --- bodies --------------------------------------------------------------------------------------


@jit
def write_body(state, rules, row, at, k, seat):
    """One row of block bodies."""
    body = state.body[k]
    row[at + BODIES.planet] = body.kind == BodyKind.PLANET
    row[at + BODIES.asteroid] = body.kind == BodyKind.ASTEROID
    row[at + BODIES.column] = small(column_of(rules, body.q, seat))
    row[at + BODIES.row] = small(row_of(rules, body.q, body.r, seat))
    cap(row, at, BODIES_LIMITS)
