"""The observation of advanced rules, written as pieces/advanced_observation.py declares it."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.battle_rider.pieces.advanced_observation import (
    ADVANCED_BODIES,
    ADVANCED_BODIES_LIMITS,
    ADVANCED_ENEMY_CRAFT,
    ADVANCED_ENEMY_CRAFT_LIMITS,
    ADVANCED_ENEMY_FORCES,
    ADVANCED_ENEMY_FORCES_LIMITS,
    ADVANCED_GAME,
    ADVANCED_GAME_LIMITS,
    ADVANCED_OWN_CRAFT,
    ADVANCED_OWN_CRAFT_LIMITS,
    ADVANCED_OWN_FORCES,
    ADVANCED_OWN_FORCES_LIMITS,
    ADVANCED_OWN_SPREADS,
    ADVANCED_OWN_SPREADS_LIMITS,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import (
    BodyKind,
    CraftStatus,
    Crew,
    ForceStatus,
    Side,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import MAX_BODIES, NONE
from spacecombat_env.rulesets.battle_rider.pieces.crew import crew_of
from spacecombat_env.rulesets.battle_rider.pieces.missions import mission_points
from spacecombat_env.rulesets.battle_rider.pieces.observation import ROWS
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    craft_slots,
    force_slots,
    spread_slots,
)
from spacecombat_env.rulesets.battle_rider.sensors.crossing import crossing_modifier
from spacecombat_env.rulesets.battle_rider.ships.black_globes import capacity_left
from spacecombat_env.rulesets.battle_rider.sight.columns import (
    cap,
    hexside_of,
    place_of,
    small,
    vector_of,
)


@jit
def write_mission(state, rules, row, at, seat):
    """BR-ASG-05 The seat's own mission, and what both see of the invasion."""
    mission = state.mission[seat]
    row[at + ADVANCED_GAME.mission] = small(mission.number)
    row[at + ADVANCED_GAME.mission_points] = small(mission_points(state, rules, seat) // 20)
    row[at + ADVANCED_GAME.asteroid] = small(mission.asteroid)
    row[at + ADVANCED_GAME.bombardments] = small(state.mission[Side.RED].bombardments)
    row[at + ADVANCED_GAME.troops] = small(state.mission[Side.RED].troops)
    row[at + ADVANCED_GAME.team_aboard] = mission.team != NONE


@jit
def crew_sign(state, rules, k):
    """BR-CRW-01 The crew of a craft: 1 crack, -1 green."""
    if not rules.option.crew_quality:
        return 0
    crew = crew_of(state, rules, k)
    return int(crew == Crew.CRACK) - int(crew == Crew.GREEN)


@jit
def write_own_craft(state, rules, row, at, k):
    """One row of block advanced_own_craft; fuel is 0 if unlimited, -1 if for the jump burned."""
    craft = state.craft[k]
    row[at + ADVANCED_OWN_CRAFT.offered] = craft.status >= CraftStatus.OFFERED
    row[at + ADVANCED_OWN_CRAFT.suiting] = small(craft.suiting)
    row[at + ADVANCED_OWN_CRAFT.crew] = crew_sign(state, rules, k)
    row[at + ADVANCED_OWN_CRAFT.fuel] = small(int(craft.fuel) + 1)
    row[at + ADVANCED_OWN_CRAFT.power] = small(craft.power)
    row[at + ADVANCED_OWN_CRAFT.party_away] = small(craft.party_away)
    row[at + ADVANCED_OWN_CRAFT.sections_lost] = small(craft.sections)
    row[at + ADVANCED_OWN_CRAFT.globe] = small(craft.globe)
    row[at + ADVANCED_OWN_CRAFT.globe_capacity] = small(capacity_left(rules, craft))
    row[at + ADVANCED_OWN_CRAFT.sims] = small(int(craft.sims) // 2)
    row[at + ADVANCED_OWN_CRAFT.stunned] = small(craft.stunned)
    row[at + ADVANCED_OWN_CRAFT.facing] = hexside_of(craft.facing, k // craft_slots(state))
    cap(row, at, ADVANCED_OWN_CRAFT_LIMITS)


@jit
def write_own_force(state, row, at, k):
    """One row of block advanced_own_forces."""
    row[at + ADVANCED_OWN_FORCES.surface] = small(state.tf[k].surface)
    cap(row, at, ADVANCED_OWN_FORCES_LIMITS)


@jit
def write_enemy_force(state, rules, row, at, k):
    """One row of block advanced_enemy_forces."""
    force, own = state.tf[k], int(state.round_tf)
    seat = 1 - k // force_slots(state)
    if rules.option.crossing_movement and own != NONE and own // force_slots(state) == seat:
        crossings = crossing_modifier(state, rules, own, k, NONE)
        row[at + ADVANCED_ENEMY_FORCES.crossings] = small(crossings)
    row[at + ADVANCED_ENEMY_FORCES.surface] = small(force.surface)
    row[at + ADVANCED_ENEMY_FORCES.flickering] = small(force.flickering)
    cap(row, at, ADVANCED_ENEMY_FORCES_LIMITS)


@jit
def write_enemy_craft(state, rules, row, at, k):
    """One row of block advanced_enemy_craft."""
    craft = state.craft[k]
    row[at + ADVANCED_ENEMY_CRAFT.crew] = crew_sign(state, rules, k)
    row[at + ADVANCED_ENEMY_CRAFT.power] = small(craft.power)
    row[at + ADVANCED_ENEMY_CRAFT.party_away] = small(craft.party_away)
    row[at + ADVANCED_ENEMY_CRAFT.sections_lost] = small(craft.sections)
    row[at + ADVANCED_ENEMY_CRAFT.globe] = small(craft.globe)
    row[at + ADVANCED_ENEMY_CRAFT.markers] = small(craft.markers)
    row[at + ADVANCED_ENEMY_CRAFT.report] = small(craft.report)
    row[at + ADVANCED_ENEMY_CRAFT.facing] = hexside_of(craft.facing, 1 - k // craft_slots(state))
    cap(row, at, ADVANCED_ENEMY_CRAFT_LIMITS)


@jit
def write_own_spread(state, row, at, k):
    """One row of block advanced_own_spreads."""
    row[at + ADVANCED_OWN_SPREADS.sim] = small(state.spread[k].sim)
    row[at + ADVANCED_OWN_SPREADS.scanned] = small(state.spread[k].scanned)
    cap(row, at, ADVANCED_OWN_SPREADS_LIMITS)


@jit
def write_body(state, rules, row, at, k, seat):
    """One row of block advanced_bodies."""
    body, world = state.body[k], rules.worlds[k]
    row[at + ADVANCED_BODIES.star] = body.kind == BodyKind.STAR
    row[at + ADVANCED_BODIES.gas_giant] = body.kind == BodyKind.GAS_GIANT
    row[at + ADVANCED_BODIES.vector_q] = small(vector_of(world.vq, seat))
    row[at + ADVANCED_BODIES.vector_r] = small(vector_of(world.vr, seat))
    row[at + ADVANCED_BODIES.gravity_reach] = small(world.reach)
    cap(row, at, ADVANCED_BODIES_LIMITS)


@jit
def write_advanced_game(state, rules, observation, seat):
    """Block advanced_game."""
    row, at = observation, place_of(state, ROWS.advanced_game, 0)
    row[at + ADVANCED_GAME.funds] = small(int(state.funds[seat]) // 10)
    row[at + ADVANCED_GAME.readiness] = small(state.watch[seat].level)
    row[at + ADVANCED_GAME.fatigue] = small(state.watch[seat].fatigue)
    if state.mission[seat].number:
        write_mission(state, rules, row, at, seat)
    cap(row, at, ADVANCED_GAME_LIMITS)


@jit
def write_craft(state, rules, observation, seat):
    """Blocks advanced_own_craft and advanced_enemy_craft."""
    slots, enemy = craft_slots(state), 1 - seat
    for k in half(state.craft, seat):
        if state.craft[k].status != CraftStatus.UNUSED:
            at = place_of(state, ROWS.advanced_own_craft, k - seat * slots)
            write_own_craft(state, rules, observation, at, k)
    for k in half(state.craft, enemy):
        if state.craft[k].detected:
            at = place_of(state, ROWS.advanced_enemy_craft, state.craft[k].contact)
            write_enemy_craft(state, rules, observation, at, k)


@jit
def write_forces(state, rules, observation, seat):
    """Blocks advanced_own_forces and advanced_enemy_forces."""
    slots, enemy = force_slots(state), 1 - seat
    for k in half(state.tf, seat):
        if state.tf[k].status != ForceStatus.UNUSED:
            at = place_of(state, ROWS.advanced_own_forces, k - seat * slots)
            write_own_force(state, observation, at, k)
    for k in half(state.tf, enemy):
        if state.tf[k].status == ForceStatus.ON_MAP:
            at = place_of(state, ROWS.advanced_enemy_forces, state.tf[k].contact)
            write_enemy_force(state, rules, observation, at, k)


@jit
def write_advanced(state, rules, observation, seat):
    """All blocks of this file."""
    write_craft(state, rules, observation, seat)
    write_forces(state, rules, observation, seat)
    slots = spread_slots(state)
    for k in half(state.spread, seat):
        if state.spread[k].count > 0:
            at = place_of(state, ROWS.advanced_own_spreads, k - seat * slots)
            write_own_spread(state, observation, at, k)
    for k in range(MAX_BODIES):
        if state.body[k].kind != BodyKind.NONE:
            write_body(state, rules, observation, place_of(state, ROWS.advanced_bodies, k), k, seat)
    write_advanced_game(state, rules, observation, seat)
