"""The observation of advanced rules, written as pieces/advanced_observation.py declares it."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.pieces.advanced_observation import (
    ADVANCED_GAME_COLUMNS,
    BODY_COLUMNS,
    BODY_LIMITS,
    ENEMY_CRAFT_COLUMNS,
    ENEMY_CRAFT_LIMITS,
    ENEMY_FORCE_COLUMNS,
    ENEMY_FORCE_LIMITS,
    GAME_LIMITS,
    OWN_CRAFT_COLUMNS,
    OWN_CRAFT_LIMITS,
    OWN_FORCE_COLUMNS,
    OWN_FORCE_LIMITS,
    OWN_SPREAD_COLUMNS,
    OWN_SPREAD_LIMITS,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    MAX_BODIES,
    NONE,
    BodyKind,
    CraftStatus,
    Crew,
    ForceStatus,
    Side,
)
from spacecombat_env.rulesets.battle_rider.pieces.crew import crew_of
from spacecombat_env.rulesets.battle_rider.pieces.missions import mission_points
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    craft_slots,
    force_slots,
    spread_slots,
    turned,
)
from spacecombat_env.rulesets.battle_rider.sensors.crossing import crossing_modifier
from spacecombat_env.rulesets.battle_rider.ships.black_globes import capacity_left
from spacecombat_env.rulesets.battle_rider.sight.columns import cap, put, put_vector


@jit
def put_mission(state, rules, row, at, seat):
    """BR-ASG-05 The seat's own mission, and what both see of the invasion."""
    mission = state.mission[seat]
    at = put(row, at, mission.number)
    at = put(row, at, mission_points(state, rules, seat) // 20)
    at = put(row, at, mission.asteroid)
    at = put(row, at, state.mission[Side.RED].bombardments)
    at = put(row, at, state.mission[Side.RED].troops)
    put(row, at, mission.team != NONE)


@jit
def put_crew(state, rules, row, at, k):
    """BR-CRW-01 The crew of a craft: 1 crack, -1 green."""
    if rules.option.crew_quality:
        crew = crew_of(state, rules, k)
        row[at] = int(crew == Crew.CRACK) - int(crew == Crew.GREEN)
    return at + 1


@jit
def put_boarding(row, at, craft):
    """BR-BRD-03, 04 Whether its party is away, and sections that an enemy party holds."""
    at = put(row, at, craft.party_away)
    return put(row, at, craft.sections)


@jit
def put_facing(row, at, craft, seat):
    """BR-FAC-04 The hexside a craft faces, turned for the seat: 1..6, or 0 for none."""
    return put(row, at, 0 if craft.facing == NONE else 1 + turned(seat, int(craft.facing)))


@jit
def write_own_craft(state, rules, row, at, k):
    """One row of block advanced_own_craft."""
    craft = state.craft[k]
    seat = k // craft_slots(state)
    here = put(row, at, craft.status >= CraftStatus.OFFERED)
    here = put(row, here, craft.suiting)
    here = put_crew(state, rules, row, here, k)
    here = put(row, here, int(craft.fuel) + 1)  # 0 unlimited, -1 jump fuel burned
    here = put(row, here, craft.power)
    here = put_boarding(row, here, craft)
    here = put(row, here, craft.globe)
    here = put(row, here, capacity_left(rules, craft))
    here = put(row, here, int(craft.sims) // 2)
    here = put(row, here, craft.stunned)
    put_facing(row, here, craft, seat)
    cap(row, at, OWN_CRAFT_LIMITS)


@jit
def write_enemy_force(state, rules, row, at, k):
    """One row of block advanced_enemy_forces."""
    force, own = state.tf[k], int(state.round_tf)
    seat = 1 - k // force_slots(state)
    if rules.option.crossing_movement and own != NONE and own // force_slots(state) == seat:
        put(row, at, crossing_modifier(state, rules, own, k, NONE))
    here = put(row, at + 1, force.surface)
    put(row, here, force.flickering)
    cap(row, at, ENEMY_FORCE_LIMITS)


@jit
def write_enemy_craft(state, rules, row, at, k):
    """One row of block advanced_enemy_craft."""
    craft = state.craft[k]
    seat = 1 - k // craft_slots(state)
    here = put_crew(state, rules, row, at, k)
    here = put(row, here, craft.power)
    here = put_boarding(row, here, craft)
    here = put(row, here, craft.globe)
    here = put(row, here, craft.markers)
    here = put(row, here, craft.report)
    put_facing(row, here, craft, seat)
    cap(row, at, ENEMY_CRAFT_LIMITS)


@jit
def write_own_spread(state, row, at, k):
    """One row of block advanced_own_spreads."""
    here = put(row, at, state.spread[k].sim)
    put(row, here, state.spread[k].scanned)
    cap(row, at, OWN_SPREAD_LIMITS)


@jit
def write_body(state, rules, row, at, seat, k):
    """One row of block advanced_bodies."""
    body, world = state.body[k], rules.worlds[k]
    here = put(row, at, body.kind == BodyKind.STAR)
    here = put(row, here, body.kind == BodyKind.GAS_GIANT)
    here = put_vector(row, here, world.vq, world.vr, seat)
    put(row, here, world.reach)
    cap(row, at, BODY_LIMITS)


@jit
def write_advanced_game(state, rules, row, at, seat):
    """Block advanced_game."""
    here = put(row, at, int(state.funds[seat]) // 10)
    here = put(row, here, state.watch[seat].level)
    here = put(row, here, state.watch[seat].fatigue)
    if state.mission[seat].number:
        put_mission(state, rules, row, here, seat)
    cap(row, at, GAME_LIMITS)


@jit
def write_own_side(state, rules, row, at, seat):
    """Blocks advanced_own_craft and advanced_own_forces."""
    slots, forces = craft_slots(state), force_slots(state)
    for k in range(slots):
        if state.craft[seat * slots + k].status != CraftStatus.UNUSED:
            write_own_craft(state, rules, row, at + k * OWN_CRAFT_COLUMNS, seat * slots + k)
    at += slots * OWN_CRAFT_COLUMNS
    for k in range(forces):
        force = state.tf[seat * forces + k]
        if force.status != ForceStatus.UNUSED:
            put(row, at + k * OWN_FORCE_COLUMNS, force.surface)
            cap(row, at + k * OWN_FORCE_COLUMNS, OWN_FORCE_LIMITS)
    return at + forces * OWN_FORCE_COLUMNS


@jit
def write_enemy_side(state, rules, row, at, enemy):
    """Blocks advanced_enemy_forces and advanced_enemy_craft."""
    slots, forces = craft_slots(state), force_slots(state)
    for k in range(enemy * forces, (enemy + 1) * forces):
        if state.tf[k].status == ForceStatus.ON_MAP:
            here = at + int(state.tf[k].contact) * ENEMY_FORCE_COLUMNS
            write_enemy_force(state, rules, row, here, k)
    at += forces * ENEMY_FORCE_COLUMNS
    for k in range(enemy * slots, (enemy + 1) * slots):
        if state.craft[k].detected:
            here = at + int(state.craft[k].contact) * ENEMY_CRAFT_COLUMNS
            write_enemy_craft(state, rules, row, here, k)
    return at + slots * ENEMY_CRAFT_COLUMNS


@jit
def write_advanced(state, rules, row, at, seat):
    """All blocks of this file, in their order; return where they end."""
    at = write_own_side(state, rules, row, at, seat)
    at = write_enemy_side(state, rules, row, at, 1 - seat)
    slots = spread_slots(state)
    for k in range(slots):
        if state.spread[seat * slots + k].count > 0:
            write_own_spread(state, row, at + k * OWN_SPREAD_COLUMNS, seat * slots + k)
    at += slots * OWN_SPREAD_COLUMNS
    for k in range(MAX_BODIES):
        if state.body[k].kind != 0:
            write_body(state, rules, row, at + k * BODY_COLUMNS, seat, k)
    at += MAX_BODIES * BODY_COLUMNS
    write_advanced_game(state, rules, row, at, seat)
    return at + ADVANCED_GAME_COLUMNS
