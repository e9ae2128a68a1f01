"""Writers of the advanced observation, as model/observation.py declares it."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    MAX_BODIES,
    NONE,
    BodyKind,
    CraftStatus,
    Crew,
    ForceStatus,
    Side,
    craft_slots,
    crew_of,
    force_slots,
    mission_points,
    spread_slots,
)
from ..model.observation import (
    ADVANCED_BODIES,
    ADVANCED_BODIES_MOST,
    ADVANCED_ENEMY_CRAFT,
    ADVANCED_ENEMY_CRAFT_MOST,
    ADVANCED_ENEMY_FORCES,
    ADVANCED_ENEMY_FORCES_MOST,
    ADVANCED_GAME,
    ADVANCED_GAME_MOST,
    ADVANCED_OWN_CRAFT,
    ADVANCED_OWN_CRAFT_MOST,
    ROWS,
)
from ..model.record_types import Rules, State
from ..sensors.crossing import crossing_modifier
from ..ships.black_globes import capacity_left
from .observation_values import hexside_of, row_in, vector_of, within
from .observed_fields import (
    observe_advanced_enemy_craft,
    observe_advanced_enemy_forces,
    observe_advanced_own_craft,
    observe_advanced_own_forces,
    observe_advanced_own_spreads,
)


@native
def write_mission(state: State, rules: Rules, row, seat):
    """BR-ASG-05 The seat's own mission, and the public state of the invasion."""
    most = ADVANCED_GAME_MOST
    mission = state.mission[seat]
    row[ADVANCED_GAME.mission] = within(mission.number, most.mission)
    row[ADVANCED_GAME.mission_points] = within(
        mission_points(state, rules, seat) // 20, most.mission_points
    )
    row[ADVANCED_GAME.asteroid] = within(mission.asteroid, most.asteroid)
    row[ADVANCED_GAME.bombardments] = within(
        state.mission[Side.RED].bombardments, most.bombardments
    )
    row[ADVANCED_GAME.troops] = within(state.mission[Side.RED].troops, most.troops)
    row[ADVANCED_GAME.team_aboard] = mission.team != NONE


@native
def crew_sign(state: State, rules: Rules, k):
    """BR-CRW-01 The crew of a craft: 1 crack, -1 green."""
    if not rules.option.crew_quality:
        return 0
    crew = crew_of(state, rules, k)
    return int(crew == Crew.CRACK) - int(crew == Crew.GREEN)


@native
def write_own_craft(state: State, rules: Rules, row, k):
    """One row of block advanced_own_craft; fuel: 0 unlimited, -1 jump fuel burned."""
    most = ADVANCED_OWN_CRAFT_MOST
    craft = state.craft[k]
    row[ADVANCED_OWN_CRAFT.offered] = craft.status >= CraftStatus.OFFERED
    observe_advanced_own_craft(craft, row, 0)
    row[ADVANCED_OWN_CRAFT.crew] = crew_sign(state, rules, k)
    row[ADVANCED_OWN_CRAFT.fuel] = within(int(craft.fuel) + 1, most.fuel)
    row[ADVANCED_OWN_CRAFT.sections_lost] = within(craft.sections, most.sections_lost)
    row[ADVANCED_OWN_CRAFT.globe_capacity] = within(
        capacity_left(rules, craft), most.globe_capacity
    )
    row[ADVANCED_OWN_CRAFT.sims] = within(int(craft.sims) // 2, most.sims)
    row[ADVANCED_OWN_CRAFT.facing] = hexside_of(craft.facing, k // craft_slots(state))


@native
def write_own_force(state: State, row, k):
    """One row of block advanced_own_forces."""
    observe_advanced_own_forces(state.tf[k], row, 0)


@native
def write_enemy_force(state: State, rules: Rules, row, k):
    """One row of block advanced_enemy_forces."""
    most = ADVANCED_ENEMY_FORCES_MOST
    force, own = state.tf[k], int(state.round_tf)
    seat = 1 - k // force_slots(state)
    if rules.option.crossing_movement and own != NONE and own // force_slots(state) == seat:
        crossings = crossing_modifier(state, rules, own, k, NONE)
        row[ADVANCED_ENEMY_FORCES.crossings] = within(crossings, most.crossings)
    observe_advanced_enemy_forces(force, row, 0)


@native
def write_enemy_craft(state: State, rules: Rules, row, k):
    """One row of block advanced_enemy_craft."""
    most = ADVANCED_ENEMY_CRAFT_MOST
    craft = state.craft[k]
    row[ADVANCED_ENEMY_CRAFT.crew] = crew_sign(state, rules, k)
    observe_advanced_enemy_craft(craft, row, 0)
    row[ADVANCED_ENEMY_CRAFT.sections_lost] = within(craft.sections, most.sections_lost)
    row[ADVANCED_ENEMY_CRAFT.facing] = hexside_of(craft.facing, 1 - k // craft_slots(state))


@native
def write_own_spread(state: State, row, k):
    """One row of block advanced_own_spreads."""
    observe_advanced_own_spreads(state.spread[k], row, 0)


@native
def write_body(state: State, rules: Rules, row, k, seat):
    """One row of block advanced_bodies."""
    most = ADVANCED_BODIES_MOST
    body, world = state.body[k], rules.worlds[k]
    row[ADVANCED_BODIES.star] = body.kind == BodyKind.STAR
    row[ADVANCED_BODIES.gas_giant] = body.kind == BodyKind.GAS_GIANT
    row[ADVANCED_BODIES.vector_q] = within(vector_of(world.vq, seat), most.vector_q)
    row[ADVANCED_BODIES.vector_r] = within(vector_of(world.vr, seat), most.vector_r)
    row[ADVANCED_BODIES.gravity_reach] = within(world.reach, most.gravity_reach)


@native
def write_advanced_game(state: State, rules: Rules, observation, seat):
    """Block advanced_game."""
    most = ADVANCED_GAME_MOST
    row = row_in(state, observation, ROWS.advanced_game, 0)
    row[ADVANCED_GAME.funds] = within(int(state.funds[seat]) // 10, most.funds)
    row[ADVANCED_GAME.readiness] = within(state.watch[seat].level, most.readiness)
    row[ADVANCED_GAME.fatigue] = within(state.watch[seat].fatigue, most.fatigue)
    if state.mission[seat].number:
        write_mission(state, rules, row, seat)


@native
def write_craft(state: State, rules: Rules, observation, seat):
    """Blocks advanced_own_craft and advanced_enemy_craft."""
    slots, enemy = craft_slots(state), 1 - seat
    for k in side_range(state.craft, seat):
        if state.craft[k].status != CraftStatus.UNUSED:
            row = row_in(state, observation, ROWS.advanced_own_craft, k - seat * slots)
            write_own_craft(state, rules, row, k)
    for k in side_range(state.craft, enemy):
        if state.craft[k].detected:
            row = row_in(state, observation, ROWS.advanced_enemy_craft, state.craft[k].contact)
            write_enemy_craft(state, rules, row, k)


@native
def write_forces(state: State, rules: Rules, observation, seat):
    """Blocks advanced_own_forces and advanced_enemy_forces."""
    slots, enemy = force_slots(state), 1 - seat
    for k in side_range(state.tf, seat):
        if state.tf[k].status != ForceStatus.UNUSED:
            row = row_in(state, observation, ROWS.advanced_own_forces, k - seat * slots)
            write_own_force(state, row, k)
    for k in side_range(state.tf, enemy):
        if state.tf[k].status == ForceStatus.ON_MAP:
            row = row_in(state, observation, ROWS.advanced_enemy_forces, state.tf[k].contact)
            write_enemy_force(state, rules, row, k)


@native
def write_advanced(state: State, rules: Rules, observation, seat):
    """All blocks of this file."""
    write_craft(state, rules, observation, seat)
    write_forces(state, rules, observation, seat)
    slots = spread_slots(state)
    for k in side_range(state.spread, seat):
        if state.spread[k].count > 0:
            row = row_in(state, observation, ROWS.advanced_own_spreads, k - seat * slots)
            write_own_spread(state, row, k)
    for k in range(MAX_BODIES):
        if state.body[k].kind != BodyKind.NONE:
            row = row_in(state, observation, ROWS.advanced_bodies, k)
            write_body(state, rules, row, k, seat)
    write_advanced_game(state, rules, observation, seat)
