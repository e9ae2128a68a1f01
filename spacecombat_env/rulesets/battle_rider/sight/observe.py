"""The observation, written: what a seat sees, as pieces/observation.py declares it."""

from spacecombat_env.core.jit import hot, jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import (
    BodyKind,
    CraftStatus,
    ForceStatus,
    WeaponRow,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import MAX_BODIES
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask
from spacecombat_env.rulesets.battle_rider.pieces.observation import (
    ENEMY_CRAFT,
    ENEMY_FORCES,
    ENEMY_SPREADS,
    FIRST_PHASE,
    GAME,
    GAME_LIMITS,
    ORDER,
    ORDER_LIMITS,
    OWN_CRAFT,
    OWN_FORCES,
    OWN_SPREADS,
    ROWS,
)
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    craft_slots,
    first_of,
    force_slots,
    spread_slots,
)
from spacecombat_env.rulesets.battle_rider.sight.advanced import (
    write_advanced,
    write_advanced_game,
)
from spacecombat_env.rulesets.battle_rider.sight.columns import (
    cap,
    hexside_of,
    place_of,
    small,
    vector_of,
)
from spacecombat_env.rulesets.battle_rider.sight.rows import (
    any_whiteouts,
    write_body,
    write_enemy_craft,
    write_enemy_force,
    write_enemy_spread,
    write_own_craft,
    write_own_force,
    write_own_spread,
)

# --- the game and the order ----------------------------------------------------------------------


@jit
def write_game(state, rules, row, at, seat):
    """Block game."""
    enemy = 1 - seat
    row[at + GAME.turn] = small(state.turn)
    row[at + GAME.turns_left] = small(int(rules.option.turn_limit) - int(state.turn))
    row[at + FIRST_PHASE + int(state.phase)] = 1
    row[at + GAME.has_initiative] = state.initiative == seat
    row[at + GAME.own_round] = state.mover == seat
    row[at + GAME.own_tactics] = small(state.tactics[seat])
    row[at + GAME.enemy_tactics] = small(state.tactics[enemy])
    row[at + GAME.own_points_lost] = small(int(state.points_lost[seat]) // 2)
    row[at + GAME.enemy_points_lost] = small(int(state.points_lost[enemy]) // 2)
    row[at + GAME.own_points_escaped] = small(int(state.points_escaped[seat]) // 2)
    row[at + GAME.enemy_points_escaped] = small(int(state.points_escaped[enemy]) // 2)
    cap(row, at, GAME_LIMITS)


@jit
def write_order(state, row, at, seat):
    """Block order; the hit is the one that sandcasters are asked for."""
    order = state.order[seat]
    row[at + ORDER.together] = order.together
    row[at + ORDER.low] = small(order.low)
    row[at + ORDER.high] = small(order.high)
    row[at + ORDER.tens] = small(order.tens)
    row[at + ORDER.shift_q] = small(vector_of(order.dq, seat))
    row[at + ORDER.shift_r] = small(vector_of(order.dr, seat))
    row[at + ORDER.gs] = small(order.gs)
    row[at + ORDER.evasion] = small(order.evasion)
    row[at + ORDER.level] = small(order.level)
    row[at + ORDER.beams_spinal] = small(order.beams[WeaponRow.SPINAL])
    row[at + ORDER.beams_secondary_1] = small(order.beams[WeaponRow.SECONDARY_1])
    row[at + ORDER.beams_secondary_2] = small(order.beams[WeaponRow.SECONDARY_2])
    row[at + ORDER.beams_turret] = small(order.beams[WeaponRow.TURRET])
    if state.ask == Ask.SAND_NUMBER:
        volley = state.volley
        row[at + ORDER.hit_value] = small(volley.hit[volley.next_hit].value)
        row[at + ORDER.hits_to_come] = small(int(volley.hits) - int(volley.next_hit))
    row[at + ORDER.hexside] = hexside_of(order.hexside, seat)
    cap(row, at, ORDER_LIMITS)


# --- the pieces ----------------------------------------------------------------------------------


@jit
def write_craft(state, rules, observation, seat):
    """Blocks own_craft and enemy_craft."""
    slots, enemy = craft_slots(state), 1 - seat
    for k in half(state.craft, seat):
        if state.craft[k].status != CraftStatus.UNUSED:
            at = place_of(state, ROWS.own_craft, k - seat * slots)
            write_own_craft(state, rules, observation, at, k)
    for k in half(state.craft, enemy):
        if state.craft[k].detected:
            at = place_of(state, ROWS.enemy_craft, state.craft[k].contact)
            write_enemy_craft(state, rules, observation, at, k)


@jit
def write_forces(state, rules, observation, seat):
    """Blocks own_forces and enemy_forces."""
    slots, enemy, whiteouts = force_slots(state), 1 - seat, any_whiteouts(state)
    for k in half(state.tf, seat):
        if state.tf[k].status != ForceStatus.UNUSED:
            at = place_of(state, ROWS.own_forces, k - seat * slots)
            write_own_force(state, rules, observation, at, k)
    for k in half(state.tf, enemy):
        if state.tf[k].status == ForceStatus.ON_MAP:
            at = place_of(state, ROWS.enemy_forces, state.tf[k].contact)
            write_enemy_force(state, rules, observation, at, k, whiteouts)


@jit
def write_spreads(state, rules, observation, seat):
    """Blocks own_spreads and enemy_spreads."""
    slots, enemy = spread_slots(state), 1 - seat
    for k in half(state.spread, seat):
        if state.spread[k].count > 0:
            at = place_of(state, ROWS.own_spreads, k - seat * slots)
            write_own_spread(state, rules, observation, at, k)
    for k in half(state.spread, enemy):
        if state.spread[k].count > 0:
            at = place_of(state, ROWS.enemy_spreads, state.spread[k].contact)
            write_enemy_spread(state, rules, observation, at, k)


@jit
def write_bodies(state, rules, observation, seat):
    """Block bodies."""
    for k in range(MAX_BODIES):
        if state.body[k].kind != BodyKind.NONE:
            write_body(state, rules, observation, place_of(state, ROWS.bodies, k), k, seat)


# --- what a word changes in the rows: the pieces selected ----------------------------------------


@jit
def select_craft(state, observation, seat):
    """Columns `selected` of own_craft and enemy_craft."""
    order, slots, enemy = state.order[seat], craft_slots(state), 1 - seat
    for k in half(state.craft, seat):
        if state.craft[k].status != CraftStatus.UNUSED:
            at = place_of(state, ROWS.own_craft, k - seat * slots)
            observation[at + OWN_CRAFT.selected] = order.craft == k
    for k in half(state.craft, enemy):
        if state.craft[k].detected:
            at = place_of(state, ROWS.enemy_craft, state.craft[k].contact)
            observation[at + ENEMY_CRAFT.selected] = order.target_craft == k


@jit
def select_forces(state, observation, seat):
    """Columns `selected` of own_forces and enemy_forces."""
    order, slots, enemy = state.order[seat], force_slots(state), 1 - seat
    for k in half(state.tf, seat):
        if state.tf[k].status != ForceStatus.UNUSED:
            at = place_of(state, ROWS.own_forces, k - seat * slots)
            observation[at + OWN_FORCES.selected] = order.tf == k
    for k in half(state.tf, enemy):
        if state.tf[k].status == ForceStatus.ON_MAP:
            at = place_of(state, ROWS.enemy_forces, state.tf[k].contact)
            observation[at + ENEMY_FORCES.selected] = order.target_tf == k


@jit
def select_spreads(state, observation, seat):
    """Columns `selected` of own_spreads and enemy_spreads."""
    order, slots, enemy = state.order[seat], spread_slots(state), 1 - seat
    for k in half(state.spread, seat):
        if state.spread[k].count > 0:
            at = place_of(state, ROWS.own_spreads, k - seat * slots)
            observation[at + OWN_SPREADS.selected] = order.spread == k
    for k in half(state.spread, enemy):
        if state.spread[k].count > 0:
            at = place_of(state, ROWS.enemy_spreads, state.spread[k].contact)
            observation[at + ENEMY_SPREADS.selected] = order.target_spread == k


# --- doors ---------------------------------------------------------------------------------------


@hot
def observe_words(state, rules, seat, observation):
    """Bring an observation up to date when nothing but the words of an order has changed."""
    observation[: first_of(state, ROWS.own_craft)] = 0
    write_game(state, rules, observation, place_of(state, ROWS.game, 0), seat)
    observation[place_of(state, ROWS.ask, 0) + state.ask] = state.ask != Ask.NOTHING
    write_order(state, observation, place_of(state, ROWS.order, 0), seat)
    select_craft(state, observation, seat)
    select_forces(state, observation, seat)
    select_spreads(state, observation, seat)
    if rules.option.advanced:
        write_advanced_game(state, rules, observation, seat)


@hot
def observe(state, rules, seat, observation):
    """Write what a seat sees of a state that has passed `redaction.hide`."""
    observation[:] = 0
    write_game(state, rules, observation, place_of(state, ROWS.game, 0), seat)
    observation[place_of(state, ROWS.ask, 0) + state.ask] = state.ask != Ask.NOTHING
    write_order(state, observation, place_of(state, ROWS.order, 0), seat)
    write_craft(state, rules, observation, seat)
    write_forces(state, rules, observation, seat)
    write_spreads(state, rules, observation, seat)
    write_bodies(state, rules, observation, seat)
    if rules.option.advanced:
        write_advanced(state, rules, observation, seat)
