"""Writers of the observation, as model/observation.py declares it."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    MAX_BODIES,
    NONE,
    BodyKind,
    CraftStatus,
    Decision,
    ForceStatus,
    WeaponRow,
    craft_slots,
    first_of,
    force_slots,
    spread_slots,
)
from ..model.observation import (
    ENEMY_CRAFT,
    ENEMY_FORCES,
    ENEMY_SPREADS,
    FIRST_PHASE,
    GAME,
    GAME_MOST,
    ORDER,
    ORDER_MOST,
    OWN_CRAFT,
    OWN_FORCES,
    OWN_SPREADS,
    ROWS,
)
from ..model.record_types import Rules, State
from .observation_values import hexside_of, row_in, vector_of, within
from .observe_advanced import write_advanced, write_advanced_game
from .observe_pieces import (
    any_whiteouts,
    count_known,
    write_body,
    write_enemy_craft,
    write_enemy_force,
    write_enemy_spread,
    write_own_craft,
    write_own_force,
    write_own_spread,
)
from .observed_fields import observe_order

# --- the game and the order ----------------------------------------------------------------------


@native
def write_game(state: State, rules: Rules, row, seat):
    """Block game."""
    most = GAME_MOST
    enemy = 1 - seat
    row[GAME.turn] = within(state.turn, most.turn)
    row[GAME.turns_left] = within(int(rules.option.turn_limit) - int(state.turn), most.turns_left)
    row[FIRST_PHASE + int(state.phase)] = 1
    row[GAME.has_initiative] = state.initiative == seat
    row[GAME.own_round] = state.mover == seat
    row[GAME.own_tactics] = within(state.tactics[seat], most.own_tactics)
    row[GAME.enemy_tactics] = within(state.tactics[enemy], most.enemy_tactics)
    row[GAME.own_points_lost] = within(int(state.points_lost[seat]) // 2, most.own_points_lost)
    row[GAME.enemy_points_lost] = within(int(state.points_lost[enemy]) // 2, most.enemy_points_lost)
    row[GAME.own_points_escaped] = within(
        int(state.points_escaped[seat]) // 2, most.own_points_escaped
    )
    row[GAME.enemy_points_escaped] = within(
        int(state.points_escaped[enemy]) // 2, most.enemy_points_escaped
    )


@native
def write_order(state: State, row, seat):
    """Block order; the hit is the one of the pending sandcaster decision."""
    most = ORDER_MOST
    order = state.order[seat]
    observe_order(order, row, 0)
    row[ORDER.shift_q] = within(vector_of(order.dq, seat), most.shift_q)
    row[ORDER.shift_r] = within(vector_of(order.dr, seat), most.shift_r)
    row[ORDER.beams_spinal] = within(order.beams[WeaponRow.SPINAL], most.beams_spinal)
    row[ORDER.beams_secondary_1] = within(
        order.beams[WeaponRow.SECONDARY_1], most.beams_secondary_1
    )
    row[ORDER.beams_secondary_2] = within(
        order.beams[WeaponRow.SECONDARY_2], most.beams_secondary_2
    )
    row[ORDER.beams_turret] = within(order.beams[WeaponRow.TURRET], most.beams_turret)
    if state.decision == Decision.SAND_NUMBER:
        volley = state.volley
        row[ORDER.hit_value] = within(volley.hit[volley.next_hit].value, most.hit_value)
        row[ORDER.hits_to_come] = within(int(volley.hits) - int(volley.next_hit), most.hits_to_come)
    row[ORDER.hexside] = hexside_of(order.hexside, seat)


# --- the pieces ----------------------------------------------------------------------------------


@native
def write_craft(state: State, rules: Rules, observation, seat):
    """Blocks own_craft and enemy_craft."""
    slots, enemy = craft_slots(state), 1 - seat
    for k in side_range(state.craft, seat):
        if state.craft[k].status != CraftStatus.UNUSED:
            row = row_in(state, observation, ROWS.own_craft, k - seat * slots)
            write_own_craft(state, rules, row, k)
    for k in side_range(state.craft, enemy):
        if state.craft[k].detected:
            row = row_in(state, observation, ROWS.enemy_craft, state.craft[k].contact)
            write_enemy_craft(state, rules, row, k)
            count_known(state, observation, state.craft[k])


@native
def write_forces(state: State, rules: Rules, observation, seat):
    """Blocks own_forces and enemy_forces."""
    slots, enemy, whiteouts = force_slots(state), 1 - seat, any_whiteouts(state)
    for k in side_range(state.tf, seat):
        if state.tf[k].status != ForceStatus.UNUSED:
            row = row_in(state, observation, ROWS.own_forces, k - seat * slots)
            write_own_force(state, rules, row, k)
    for k in side_range(state.tf, enemy):
        if state.tf[k].status == ForceStatus.ON_MAP:
            row = row_in(state, observation, ROWS.enemy_forces, state.tf[k].contact)
            write_enemy_force(state, rules, row, k, whiteouts)


@native
def write_spreads(state: State, rules: Rules, observation, seat):
    """Blocks own_spreads and enemy_spreads."""
    slots, enemy = spread_slots(state), 1 - seat
    for k in side_range(state.spread, seat):
        if state.spread[k].count > 0:
            row = row_in(state, observation, ROWS.own_spreads, k - seat * slots)
            write_own_spread(state, rules, row, k)
    for k in side_range(state.spread, enemy):
        if state.spread[k].count > 0:
            row = row_in(state, observation, ROWS.enemy_spreads, state.spread[k].contact)
            write_enemy_spread(state, rules, row, k)


@native
def write_bodies(state: State, rules: Rules, observation, seat):
    """Block bodies."""
    for k in range(MAX_BODIES):
        if state.body[k].kind != BodyKind.NONE:
            row = row_in(state, observation, ROWS.bodies, k)
            write_body(state, rules, row, k, seat)


# --- selected pieces ------------------------------------------------------------------------------


@native
def select_craft(state: State, observation, seat):
    """Columns `selected` of own_craft and enemy_craft."""
    order, slots = state.order[seat], craft_slots(state)
    for n in range(slots):
        row_in(state, observation, ROWS.own_craft, n)[OWN_CRAFT.selected] = 0
        row_in(state, observation, ROWS.enemy_craft, n)[ENEMY_CRAFT.selected] = 0
    own, enemy = int(order.craft), int(order.target_craft)
    if own != NONE and own // slots == seat:
        row = row_in(state, observation, ROWS.own_craft, own - seat * slots)
        row[OWN_CRAFT.selected] = state.craft[own].status != CraftStatus.UNUSED
    if enemy != NONE and enemy // slots != seat and state.craft[enemy].detected:
        row = row_in(state, observation, ROWS.enemy_craft, state.craft[enemy].contact)
        row[ENEMY_CRAFT.selected] = 1


@native
def select_forces(state: State, observation, seat):
    """Columns `selected` of own_forces and enemy_forces."""
    order, slots = state.order[seat], force_slots(state)
    for n in range(slots):
        row_in(state, observation, ROWS.own_forces, n)[OWN_FORCES.selected] = 0
        row_in(state, observation, ROWS.enemy_forces, n)[ENEMY_FORCES.selected] = 0
    own, enemy = int(order.tf), int(order.target_tf)
    if own != NONE and own // slots == seat:
        row = row_in(state, observation, ROWS.own_forces, own - seat * slots)
        row[OWN_FORCES.selected] = state.tf[own].status != ForceStatus.UNUSED
    if enemy != NONE and enemy // slots != seat and state.tf[enemy].status == ForceStatus.ON_MAP:
        row = row_in(state, observation, ROWS.enemy_forces, state.tf[enemy].contact)
        row[ENEMY_FORCES.selected] = 1


@native
def select_spreads(state: State, observation, seat):
    """Columns `selected` of own_spreads and enemy_spreads."""
    order, slots = state.order[seat], spread_slots(state)
    for n in range(slots):
        row_in(state, observation, ROWS.own_spreads, n)[OWN_SPREADS.selected] = 0
        row_in(state, observation, ROWS.enemy_spreads, n)[ENEMY_SPREADS.selected] = 0
    own, enemy = int(order.spread), int(order.target_spread)
    if own != NONE and own // slots == seat:
        row = row_in(state, observation, ROWS.own_spreads, own - seat * slots)
        row[OWN_SPREADS.selected] = state.spread[own].count > 0
    if enemy != NONE and enemy // slots != seat and state.spread[enemy].count > 0:
        row = row_in(state, observation, ROWS.enemy_spreads, state.spread[enemy].contact)
        row[ENEMY_SPREADS.selected] = 1


# --- entry points --------------------------------------------------------------------------------


@native
def observe_action_fields(state: State, rules: Rules, seat, observation):
    """Update an observation when only the actions of an order have changed.

    It reads the result of `redaction.redact_action_fields`, and under advanced rules that of
    `redact_state`.
    """
    first = first_of(state, ROWS.ask)
    observation[first : first_of(state, ROWS.own_craft)] = 0
    row_in(state, observation, ROWS.ask, 0)[state.decision] = state.decision != Decision.NOTHING
    write_order(state, row_in(state, observation, ROWS.order, 0), seat)
    select_craft(state, observation, seat)
    select_forces(state, observation, seat)
    select_spreads(state, observation, seat)
    if rules.option.advanced:
        observation[:first] = 0
        write_game(state, rules, row_in(state, observation, ROWS.game, 0), seat)
        write_advanced_game(state, rules, observation, seat)


@native
def observe(state: State, rules: Rules, seat, observation):
    """Write the observation of a state that has passed `redaction.redact_state`."""
    observation[:] = 0
    write_game(state, rules, row_in(state, observation, ROWS.game, 0), seat)
    row_in(state, observation, ROWS.ask, 0)[state.decision] = state.decision != Decision.NOTHING
    write_order(state, row_in(state, observation, ROWS.order, 0), seat)
    write_craft(state, rules, observation, seat)
    write_forces(state, rules, observation, seat)
    write_spreads(state, rules, observation, seat)
    write_bodies(state, rules, observation, seat)
    if rules.option.advanced:
        write_advanced(state, rules, observation, seat)
