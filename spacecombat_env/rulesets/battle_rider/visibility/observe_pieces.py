"""Writers of the rows of pieces, as model/observation.py declares their columns.

A writer gets the row of one piece (`observation_values.row_in`), all zero, and fills columns by
name.
"""

from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..beams.gunnery import beams_work, row_left
from ..beams.screens import sand_left
from ..model import (
    MAX_WHITEOUTS,
    NONE,
    RESULTS,
    BodyKind,
    CraftStatus,
    ForceStatus,
    Result,
    Sensor,
    WeaponRow,
    craft_slots,
    force_slots,
    spread_slots,
)
from ..model.observation import (
    BODIES,
    BODIES_MOST,
    ENEMY_CRAFT,
    ENEMY_CRAFT_MOST,
    ENEMY_FORCES,
    ENEMY_FORCES_MOST,
    ENEMY_SPREADS,
    ENEMY_SPREADS_MOST,
    OWN_CRAFT,
    OWN_CRAFT_MOST,
    OWN_FORCES,
    OWN_FORCES_MOST,
    OWN_SPREADS,
    OWN_SPREADS_MOST,
    ROWS,
)
from ..model.record_types import Craft, Rules, State
from ..movement.movement import thrust_available
from ..sensors.modifiers import whiteouts_in
from ..ships.batteries import damper_total
from .observation_values import column_of, hexside_of, row_in, row_of, vector_of, within
from .observed_fields import (
    observe_enemy_craft,
    observe_enemy_forces,
    observe_enemy_spreads,
    observe_own_craft,
    observe_own_forces,
    observe_own_spreads,
)

FAR = 127  # no own task force on the map to measure from

# --- own pieces ----------------------------------------------------------------------------------


@native
def write_damage(row, first, craft: Craft):
    """The damage results of a craft: 0, 1, 2 temporary, 3 permanent."""
    for result in range(RESULTS):
        if result != Result.NO_EFFECT:
            row[first + result - (result > Result.NO_EFFECT)] = craft.damage[result]


@native
def write_beams_left(state: State, rules: Rules, row, craft: Craft):
    """BR-FIR-08 The columns of block own_craft that count beams, of a craft whose beams work."""
    most = OWN_CRAFT_MOST
    spinal = row_left(state, rules, craft, WeaponRow.SPINAL)
    secondary = row_left(state, rules, craft, WeaponRow.SECONDARY_1)
    secondary += row_left(state, rules, craft, WeaponRow.SECONDARY_2)
    turret = row_left(state, rules, craft, WeaponRow.TURRET)
    row[OWN_CRAFT.spinal_left] = within(spinal, most.spinal_left)
    row[OWN_CRAFT.secondary_left] = within(secondary, most.secondary_left)
    row[OWN_CRAFT.turret_left] = within(turret, most.turret_left)


@native
def write_own_craft(state: State, rules: Rules, row, k):
    """One row of block own_craft."""
    craft, most = state.craft[k], OWN_CRAFT_MOST
    klass = rules.classes[craft.klass]
    seat = k // craft_slots(state)
    in_force = craft.status == CraftStatus.IN_FORCE
    row[OWN_CRAFT.in_force] = in_force
    row[OWN_CRAFT.aboard] = craft.status == CraftStatus.ABOARD
    gone = craft.status >= CraftStatus.DESTROYED and craft.status < CraftStatus.OFFERED
    row[OWN_CRAFT.gone] = gone
    row[OWN_CRAFT.selected] = state.order[seat].craft == k
    if in_force and craft.tf != NONE:
        force = state.tf[craft.tf]
        row[OWN_CRAFT.in_round] = craft.tf == state.round_tf
        row[OWN_CRAFT.column] = within(column_of(rules, force.q, seat), most.column)
        row[OWN_CRAFT.row] = within(row_of(rules, force.q, force.r, seat), most.row)
    row[OWN_CRAFT.size] = within(klass.size_mod, most.size)
    row[OWN_CRAFT.tech_level] = within(klass.tech_level, most.tech_level)
    row[OWN_CRAFT.thrust] = within(thrust_available(rules, craft), most.thrust)
    row[OWN_CRAFT.armor] = within(klass.armor, most.armor)
    row[OWN_CRAFT.fire_control] = within(klass.fire_control, most.fire_control)
    row[OWN_CRAFT.active_range] = within(klass.sensor_range[Sensor.ACTIVE], most.active_range)
    row[OWN_CRAFT.passive_range] = within(klass.sensor_range[Sensor.PASSIVE], most.passive_range)
    row[OWN_CRAFT.meson_screen] = within(klass.meson_screen, most.meson_screen)
    row[OWN_CRAFT.spinal_range] = within(klass.weapon[WeaponRow.SPINAL].range, most.spinal_range)
    row[OWN_CRAFT.spinal_damage] = within(
        klass.weapon[WeaponRow.SPINAL].damage[0], most.spinal_damage
    )
    if beams_work(state, rules, craft):
        write_beams_left(state, rules, row, craft)
    row[OWN_CRAFT.sand_left] = within(sand_left(rules, craft), most.sand_left)
    row[OWN_CRAFT.dampers] = within(
        damper_total(rules, klass) - int(craft.dampers_used), most.dampers
    )
    row[OWN_CRAFT.missiles] = within(int(craft.missiles) // 2, most.missiles)
    row[OWN_CRAFT.directors] = within(int(klass.directors) - int(craft.controlled), most.directors)
    observe_own_craft(craft, row, 0)
    row[OWN_CRAFT.points] = within(int(klass.points) // 2, most.points)
    write_damage(row, OWN_CRAFT.damage_bridge, craft)


@native
def write_own_force(state: State, rules: Rules, row, k):
    """One row of block own_forces."""
    force, most = state.tf[k], OWN_FORCES_MOST
    seat = k // force_slots(state)
    row[OWN_FORCES.on_map] = force.status == ForceStatus.ON_MAP
    row[OWN_FORCES.waiting] = force.status == ForceStatus.WAITING
    row[OWN_FORCES.selected] = state.order[seat].tf == k
    row[OWN_FORCES.in_round] = state.round_tf == k
    row[OWN_FORCES.column] = within(column_of(rules, force.q, seat), most.column)
    row[OWN_FORCES.row] = within(row_of(rules, force.q, force.r, seat), most.row)
    row[OWN_FORCES.vector_q] = within(vector_of(force.vq, seat), most.vector_q)
    row[OWN_FORCES.vector_r] = within(vector_of(force.vr, seat), most.vector_r)
    row[OWN_FORCES.craft] = within(force.strength, most.craft)
    observe_own_forces(force, row, 0)


@native
def write_own_spread(state: State, rules: Rules, row, k):
    """One row of block own_spreads."""
    spread, most = state.spread[k], OWN_SPREADS_MOST
    seat = k // spread_slots(state)
    row[OWN_SPREADS.in_flight] = 1
    row[OWN_SPREADS.selected] = state.order[seat].spread == k
    row[OWN_SPREADS.missiles] = within(spread.count, most.missiles)
    observe_own_spreads(spread, row, 0)
    row[OWN_SPREADS.column] = within(column_of(rules, spread.q, seat), most.column)
    row[OWN_SPREADS.row] = within(row_of(rules, spread.q, spread.r, seat), most.row)
    row[OWN_SPREADS.vector_q] = within(vector_of(spread.vq, seat), most.vector_q)
    row[OWN_SPREADS.vector_r] = within(vector_of(spread.vr, seat), most.vector_r)


# --- known enemy pieces --------------------------------------------------------------------------


@native
def own_round(state: State, seat):
    """Whether a task force of the seat has its round."""
    return state.round_tf != NONE and state.round_tf // force_slots(state) == seat


@native
def range_from_round(state: State, seat, q, r):
    """Hexes from the task force whose round it is, or from the nearest own one on the map."""
    if own_round(state, seat):
        own = state.tf[state.round_tf]
        return distance(int(own.q), int(own.r), int(q), int(r))
    best = FAR
    for k in side_range(state.tf, seat):
        own = state.tf[k]
        if own.status == ForceStatus.ON_MAP and own.strength > 0:
            best = min(best, distance(int(own.q), int(own.r), int(q), int(r)))
    return best


@native
def count_known(state: State, observation, craft: Craft):
    """BR-DET-02 A detected craft counts in the row of its task force."""
    if craft.status == CraftStatus.IN_FORCE and state.tf[craft.tf].status == ForceStatus.ON_MAP:
        row = row_in(state, observation, ROWS.enemy_forces, state.tf[craft.tf].contact)
        known = int(row[ENEMY_FORCES.known_craft]) + 1
        row[ENEMY_FORCES.known_craft] = within(known, ENEMY_FORCES_MOST.known_craft)


@native
def any_whiteouts(state: State):
    """Whether any white-out marker lies on the map; they are first in the list."""
    for k in range(MAX_WHITEOUTS):
        if state.whiteout[k].timer > 0:
            return True
    return False


@native
def write_enemy_force(state: State, rules: Rules, row, k, whiteouts):
    """One row of block enemy_forces; `whiteouts`: whether any lie on the map.

    Its known craft are counted as their own rows are written.
    """
    force, most = state.tf[k], ENEMY_FORCES_MOST
    seat = 1 - k // force_slots(state)
    row[ENEMY_FORCES.on_map] = 1
    row[ENEMY_FORCES.selected] = state.order[seat].target_tf == k
    row[ENEMY_FORCES.column] = within(column_of(rules, force.q, seat), most.column)
    row[ENEMY_FORCES.row] = within(row_of(rules, force.q, force.r, seat), most.row)
    row[ENEMY_FORCES.vector_q] = within(vector_of(force.vq, seat), most.vector_q)
    row[ENEMY_FORCES.vector_r] = within(vector_of(force.vr, seat), most.vector_r)
    observe_enemy_forces(force, row, 0)
    row[ENEMY_FORCES.thrusting] = force.spent_g
    row[ENEMY_FORCES.stern] = hexside_of(force.thrust_side, seat)
    row[ENEMY_FORCES.range] = within(range_from_round(state, seat, force.q, force.r), most.range)
    if whiteouts:
        row[ENEMY_FORCES.whiteouts] = within(whiteouts_in(state, force.q, force.r), most.whiteouts)


@native
def write_enemy_craft(state: State, rules: Rules, row, k):
    """One row of block enemy_craft."""
    craft, most = state.craft[k], ENEMY_CRAFT_MOST
    klass = rules.classes[craft.klass]
    seat = 1 - k // craft_slots(state)
    on_map = craft.status == CraftStatus.IN_FORCE
    row[ENEMY_CRAFT.on_map] = on_map
    row[ENEMY_CRAFT.gone] = craft.status >= CraftStatus.DESTROYED
    row[ENEMY_CRAFT.selected] = state.order[seat].target_craft == k
    if on_map:
        force = state.tf[craft.tf]
        row[ENEMY_CRAFT.column] = within(column_of(rules, force.q, seat), most.column)
        row[ENEMY_CRAFT.row] = within(row_of(rules, force.q, force.r, seat), most.row)
        row[ENEMY_CRAFT.range] = within(range_from_round(state, seat, force.q, force.r), most.range)
        row[ENEMY_CRAFT.evade] = within(force.evade, most.evade)
    row[ENEMY_CRAFT.size] = within(klass.size_mod, most.size)
    row[ENEMY_CRAFT.tech_level] = within(klass.tech_level, most.tech_level)
    row[ENEMY_CRAFT.thrust] = within(klass.g, most.thrust)
    row[ENEMY_CRAFT.armor] = within(klass.armor, most.armor)
    row[ENEMY_CRAFT.meson_screen] = within(klass.meson_screen, most.meson_screen)
    row[ENEMY_CRAFT.spinal_damage] = within(
        klass.weapon[WeaponRow.SPINAL].damage[0], most.spinal_damage
    )
    row[ENEMY_CRAFT.sand_left] = within(sand_left(rules, craft), most.sand_left)
    observe_enemy_craft(craft, row, 0)
    row[ENEMY_CRAFT.points] = within(int(klass.points) // 2, most.points)
    write_damage(row, ENEMY_CRAFT.damage_bridge, craft)


@native
def write_enemy_spread(state: State, rules: Rules, row, k):
    """One row of block enemy_spreads; the size of an undetected spread reads 0."""
    spread, most = state.spread[k], ENEMY_SPREADS_MOST
    seat = 1 - k // spread_slots(state)
    row[ENEMY_SPREADS.in_flight] = 1
    row[ENEMY_SPREADS.selected] = state.order[seat].target_spread == k
    missiles = spread.count if spread.detected else 0
    row[ENEMY_SPREADS.missiles] = within(missiles, most.missiles)
    row[ENEMY_SPREADS.column] = within(column_of(rules, spread.q, seat), most.column)
    row[ENEMY_SPREADS.row] = within(row_of(rules, spread.q, spread.r, seat), most.row)
    row[ENEMY_SPREADS.vector_q] = within(vector_of(spread.vq, seat), most.vector_q)
    row[ENEMY_SPREADS.vector_r] = within(vector_of(spread.vr, seat), most.vector_r)
    observe_enemy_spreads(spread, row, 0)
    row[ENEMY_SPREADS.attacking] = spread.target_tf != NONE


# --- bodies --------------------------------------------------------------------------------------


@native
def write_body(state: State, rules: Rules, row, k, seat):
    """One row of block bodies."""
    body, most = state.body[k], BODIES_MOST
    row[BODIES.planet] = body.kind == BodyKind.PLANET
    row[BODIES.asteroid] = body.kind == BodyKind.ASTEROID
    row[BODIES.column] = within(column_of(rules, body.q, seat), most.column)
    row[BODIES.row] = within(row_of(rules, body.q, body.r, seat), most.row)
