"""The observation, written: what a seat sees, as pieces/observation.py declares it."""

from spacecombat_env.core.hexgrid import distance
from spacecombat_env.core.jit import hot, jit
from spacecombat_env.rulesets.battle_rider.beams.gunnery import beams_left
from spacecombat_env.rulesets.battle_rider.beams.screens import sand_left
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available
from spacecombat_env.rulesets.battle_rider.pieces.advanced_observation import ADVANCED_GAME_COLUMNS
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    ASKS,
    MAX_BODIES,
    MAX_WHITEOUTS,
    NONE,
    RESULTS,
    WEAPON_ROWS,
    Ask,
    BodyKind,
    CraftStatus,
    ForceStatus,
    Result,
    Sensor,
)
from spacecombat_env.rulesets.battle_rider.pieces.observation import (
    BODY_COLUMNS,
    BODY_LIMITS,
    ENEMY_CRAFT,
    ENEMY_CRAFT_LIMITS,
    ENEMY_FORCE_LIMITS,
    ENEMY_FORCES,
    ENEMY_SPREAD_LIMITS,
    ENEMY_SPREADS,
    GAME_COLUMNS,
    GAME_LIMITS,
    ORDER_COLUMNS,
    ORDER_LIMITS,
    OWN_CRAFT,
    OWN_CRAFT_LIMITS,
    OWN_FORCE_LIMITS,
    OWN_FORCES,
    OWN_SPREAD_LIMITS,
    OWN_SPREADS,
    PHASES,
)
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    craft_slots,
    force_slots,
    spread_slots,
    turned,
)
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import whiteouts_in
from spacecombat_env.rulesets.battle_rider.ships.batteries import damper_total
from spacecombat_env.rulesets.battle_rider.sight.advanced import (
    write_advanced,
    write_advanced_game,
)
from spacecombat_env.rulesets.battle_rider.sight.columns import (
    cap,
    mark,
    put,
    put_place,
    put_vector,
)

# --- writing -------------------------------------------------------------------------------------


@jit
def write_game(state, rules, row, seat):
    """Block game."""
    enemy = 1 - seat
    at = put(row, 0, state.turn)
    at = put(row, at, int(rules.option.turn_limit) - int(state.turn))
    row[at + state.phase] = 1
    at += PHASES
    at = mark(row, at, state.initiative == seat)
    at = mark(row, at, state.mover == seat)
    at = put(row, at, state.tactics[seat])
    at = put(row, at, state.tactics[enemy])
    at = put(row, at, int(state.points_lost[seat]) // 2)
    at = put(row, at, int(state.points_lost[enemy]) // 2)
    at = put(row, at, int(state.points_escaped[seat]) // 2)
    at = put(row, at, int(state.points_escaped[enemy]) // 2)
    cap(row, 0, GAME_LIMITS)
    row[at + state.ask] = state.ask != 0
    return at + ASKS


@jit
def write_order(state, row, at, seat):
    """Block order; the hit is the one that sandcasters are asked for."""
    order = state.order[seat]
    at = mark(row, at, order.together)
    at = put(row, at, order.low)
    at = put(row, at, order.high)
    at = put(row, at, order.tens)
    at = put_vector(row, at, order.dq, order.dr, seat)
    at = put(row, at, order.gs)
    at = put(row, at, order.evasion)
    at = put(row, at, order.level)
    for k in range(WEAPON_ROWS):
        at = put(row, at, order.beams[k])
    if state.ask == Ask.SAND_NUMBER:
        put(row, at, state.volley.hit[state.volley.next_hit].value)
        put(row, at + 1, int(state.volley.hits) - int(state.volley.next_hit))
    if order.hexside != NONE:
        row[at + 2] = 1 + turned(seat, int(order.hexside))
    cap(row, at + 3 - ORDER_COLUMNS, ORDER_LIMITS)
    return at + 3


@jit
def put_damage(row, at, craft):
    """The damage results of a craft: 0, 1, 2 temporary, 3 permanent."""
    for result in range(RESULTS):
        if result != Result.NO_EFFECT:
            at = mark(row, at, craft.damage[result])
    return at


@jit
def write_own_craft(state, rules, row, at, k):
    """One row of block own_craft."""
    craft = state.craft[k]
    klass = rules.classes[craft.klass]
    seat = k // craft_slots(state)
    in_force = craft.status == CraftStatus.IN_FORCE
    at = mark(row, at, in_force)
    at = mark(row, at, craft.status == CraftStatus.ABOARD)
    gone = craft.status >= CraftStatus.DESTROYED and craft.status < CraftStatus.OFFERED
    at = mark(row, at, gone)
    at = mark(row, at, state.order[seat].craft == k)
    at = mark(row, at, in_force and craft.tf != NONE and craft.tf == state.round_tf)
    if in_force and craft.tf != NONE:
        put_place(rules, row, at, state.tf[craft.tf].q, state.tf[craft.tf].r, seat)
    at = put(row, at + 2, klass.size_mod)
    at = mark(row, at, klass.tech_level)
    at = put(row, at, thrust_available(rules, craft))
    at = mark(row, at, klass.armor)
    at = mark(row, at, klass.fire_control)
    at = mark(row, at, klass.sensor_range[Sensor.ACTIVE])
    at = mark(row, at, klass.sensor_range[Sensor.PASSIVE])
    at = mark(row, at, klass.meson_screen)
    at = mark(row, at, klass.weapon[0].range)
    at = mark(row, at, klass.weapon[0].damage[0])
    at = mark(row, at, beams_left(state, rules, k, 0))
    secondary = beams_left(state, rules, k, 1) + beams_left(state, rules, k, 2)
    at = put(row, at, secondary)
    at = mark(row, at, beams_left(state, rules, k, 3))
    at = mark(row, at, sand_left(rules, craft))
    at = put(row, at, damper_total(rules, klass) - int(craft.dampers_used))
    at = put(row, at, int(craft.missiles) // 2)
    at = put(row, at, int(klass.directors) - int(craft.controlled))
    at = mark(row, at, craft.launched)
    at = mark(row, at, craft.active)
    at = mark(row, at, craft.extended)
    at = mark(row, at, craft.detected)
    at = mark(row, at, craft.overload)
    at = mark(row, at, craft.tumble)
    at = put(row, at, int(klass.points) // 2)
    put_damage(row, at, craft)


@jit
def write_own_force(state, rules, row, at, k):
    """One row of block own_forces."""
    force = state.tf[k]
    seat = k // force_slots(state)
    at = mark(row, at, force.status == ForceStatus.ON_MAP)
    at = mark(row, at, force.status == ForceStatus.WAITING)
    at = mark(row, at, state.order[seat].tf == k)
    at = mark(row, at, state.round_tf == k)
    at = put_place(rules, row, at, force.q, force.r, seat)
    at = put_vector(row, at, force.vq, force.vr, seat)
    at = mark(row, at, force.strength)
    at = mark(row, at, force.acted)
    at = mark(row, at, force.moved)
    at = mark(row, at, force.gs)
    at = mark(row, at, force.evade)
    at = mark(row, at, force.shadow_found)
    at = mark(row, at, force.entry_turn)
    mark(row, at, force.emitting)


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
    best = 127
    for k in range(seat * force_slots(state), (seat + 1) * force_slots(state)):
        own = state.tf[k]
        if own.status == ForceStatus.ON_MAP and own.strength > 0:
            best = min(best, distance(int(own.q), int(own.r), int(q), int(r)))
    return best


@jit
def known_craft_in(state, tf):
    """Detected craft of an enemy task force."""
    count = 0
    side = tf // force_slots(state)
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
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
    at = mark(row, at, 1)
    at = mark(row, at, state.order[seat].target_tf == k)
    at = put_place(rules, row, at, force.q, force.r, seat)
    at = put_vector(row, at, force.vq, force.vr, seat)
    at = put(row, at, known_craft_in(state, k))
    at = mark(row, at, force.acted)
    at = mark(row, at, force.spent_g)
    stern = 0 if force.thrust_side == NONE else 1 + turned(seat, int(force.thrust_side))
    at = mark(row, at, stern)
    at = mark(row, at, force.evade)
    at = mark(row, at, force.shadow_found)
    at = mark(row, at, force.emitting)
    at = put(row, at, range_from_round(state, seat, force.q, force.r))
    if whiteouts:
        put(row, at, whiteouts_in(state, force.q, force.r))


@jit
def write_enemy_craft(state, rules, row, at, k):
    """One row of block enemy_craft."""
    craft = state.craft[k]
    klass = rules.classes[craft.klass]
    seat = 1 - k // craft_slots(state)
    on_map = craft.status == CraftStatus.IN_FORCE
    at = mark(row, at, on_map)
    at = mark(row, at, craft.status >= CraftStatus.DESTROYED)
    at = mark(row, at, state.order[seat].target_craft == k)
    if on_map:
        force = state.tf[craft.tf]
        put_place(rules, row, at, force.q, force.r, seat)
        put(row, at + 2, range_from_round(state, seat, force.q, force.r))
    at = put(row, at + 3, klass.size_mod)
    at = mark(row, at, klass.tech_level)
    at = mark(row, at, klass.g)
    at = mark(row, at, klass.armor)
    at = mark(row, at, klass.meson_screen)
    at = mark(row, at, klass.weapon[0].damage[0])
    at = mark(row, at, sand_left(rules, craft))
    at = mark(row, at, craft.active)
    at = mark(row, at, craft.extended)
    at = put(row, at, state.tf[craft.tf].evade if on_map else 0)
    at = put(row, at, int(klass.points) // 2)
    put_damage(row, at, craft)


@jit
def write_own_spread(state, rules, row, at, k):
    """One row of block own_spreads."""
    spread = state.spread[k]
    seat = k // spread_slots(state)
    at = mark(row, at, 1)
    at = mark(row, at, state.order[seat].spread == k)
    at = put(row, at, spread.count)
    at = mark(row, at, spread.g_left)
    at = put_place(rules, row, at, spread.q, spread.r, seat)
    at = put_vector(row, at, spread.vq, spread.vr, seat)
    at = mark(row, at, spread.detected)
    mark(row, at, spread.moved)


@jit
def write_enemy_spread(state, rules, row, at, k, seat):
    """One row of block enemy_spreads; the size of an undetected spread reads 0."""
    spread = state.spread[k]
    at = mark(row, at, 1)
    at = mark(row, at, state.order[seat].target_spread == k)
    at = mark(row, at, spread.count if spread.detected else 0)
    at = put_place(rules, row, at, spread.q, spread.r, seat)
    at = put_vector(row, at, spread.vq, spread.vr, seat)
    at = mark(row, at, spread.detected)
    put(row, at, spread.target_tf != NONE)


@jit
def write_bodies(state, rules, row, at, seat):
    """Block bodies."""
    for k in range(MAX_BODIES):
        body = state.body[k]
        if body.kind == 0:
            continue
        start = at + k * BODY_COLUMNS
        here = put(row, start, body.kind == BodyKind.PLANET)
        here = put(row, here, body.kind == BodyKind.ASTEROID)
        put_place(rules, row, here, body.q, body.r, seat)
        cap(row, start, BODY_LIMITS)
    return at + BODY_COLUMNS * MAX_BODIES


OWN_CRAFT_COLUMNS = len(OWN_CRAFT)
OWN_FORCE_COLUMNS = len(OWN_FORCES)
ENEMY_FORCE_COLUMNS = len(ENEMY_FORCES)
ENEMY_CRAFT_COLUMNS = len(ENEMY_CRAFT)
OWN_SPREAD_COLUMNS = len(OWN_SPREADS)
ENEMY_SPREAD_COLUMNS = len(ENEMY_SPREADS)


@jit
def write_craft_and_forces(state, rules, row, at, seat):
    """Blocks own_craft, own_forces, enemy_forces, enemy_craft."""
    slots, forces, enemy = craft_slots(state), force_slots(state), 1 - seat
    for k in range(slots):
        if state.craft[seat * slots + k].status != CraftStatus.UNUSED:
            here = at + k * OWN_CRAFT_COLUMNS
            write_own_craft(state, rules, row, here, seat * slots + k)
            cap(row, here, OWN_CRAFT_LIMITS)
    at += slots * OWN_CRAFT_COLUMNS
    for k in range(forces):
        if state.tf[seat * forces + k].status != ForceStatus.UNUSED:
            here = at + k * OWN_FORCE_COLUMNS
            write_own_force(state, rules, row, here, seat * forces + k)
            cap(row, here, OWN_FORCE_LIMITS)
    at += forces * OWN_FORCE_COLUMNS
    whiteouts = any_whiteouts(state)
    for k in range(enemy * forces, (enemy + 1) * forces):
        if state.tf[k].status == ForceStatus.ON_MAP:
            here = at + int(state.tf[k].contact) * ENEMY_FORCE_COLUMNS
            write_enemy_force(state, rules, row, here, k, whiteouts)
            cap(row, here, ENEMY_FORCE_LIMITS)
    at += forces * ENEMY_FORCE_COLUMNS
    for k in range(enemy * slots, (enemy + 1) * slots):
        if state.craft[k].detected:
            here = at + int(state.craft[k].contact) * ENEMY_CRAFT_COLUMNS
            write_enemy_craft(state, rules, row, here, k)
            cap(row, here, ENEMY_CRAFT_LIMITS)
    return at + slots * ENEMY_CRAFT_COLUMNS


@jit
def write_spreads(state, rules, row, at, seat):
    """Blocks own_spreads and enemy_spreads."""
    slots, enemy = spread_slots(state), 1 - seat
    for k in range(slots):
        if state.spread[seat * slots + k].count > 0:
            here = at + k * OWN_SPREAD_COLUMNS
            write_own_spread(state, rules, row, here, seat * slots + k)
            cap(row, here, OWN_SPREAD_LIMITS)
    at += slots * OWN_SPREAD_COLUMNS
    for k in range(enemy * slots, (enemy + 1) * slots):
        if state.spread[k].count > 0:
            here = at + int(state.spread[k].contact) * ENEMY_SPREAD_COLUMNS
            write_enemy_spread(state, rules, row, here, k, seat)
            cap(row, here, ENEMY_SPREAD_LIMITS)
    return at + slots * ENEMY_SPREAD_COLUMNS


@jit
def mark_selected(state, row, seat):
    """The pieces named in the order so far: the only thing that a word changes in the rows."""
    order, enemy = state.order[seat], 1 - seat
    slots, forces, spreads = craft_slots(state), force_slots(state), spread_slots(state)
    at = GAME_COLUMNS + ASKS + ORDER_COLUMNS
    for k in range(slots):
        used = state.craft[seat * slots + k].status != CraftStatus.UNUSED
        row[at + k * OWN_CRAFT_COLUMNS + 3] = used and order.craft == seat * slots + k
    at += slots * OWN_CRAFT_COLUMNS
    for k in range(forces):
        used = state.tf[seat * forces + k].status != ForceStatus.UNUSED
        row[at + k * OWN_FORCE_COLUMNS + 2] = used and order.tf == seat * forces + k
    at += forces * OWN_FORCE_COLUMNS
    for k in range(enemy * forces, (enemy + 1) * forces):
        if state.tf[k].status == ForceStatus.ON_MAP:
            here = at + int(state.tf[k].contact) * ENEMY_FORCE_COLUMNS
            row[here + 1] = order.target_tf == k
    at += forces * ENEMY_FORCE_COLUMNS
    for k in range(enemy * slots, (enemy + 1) * slots):
        if state.craft[k].detected:
            here = at + int(state.craft[k].contact) * ENEMY_CRAFT_COLUMNS
            row[here + 2] = order.target_craft == k
    at += slots * ENEMY_CRAFT_COLUMNS
    for k in range(spreads):
        if state.spread[seat * spreads + k].count > 0:
            here = at + k * OWN_SPREAD_COLUMNS
            row[here + 1] = order.spread == seat * spreads + k
    at += spreads * OWN_SPREAD_COLUMNS
    for k in range(enemy * spreads, (enemy + 1) * spreads):
        if state.spread[k].count > 0:
            here = at + int(state.spread[k].contact) * ENEMY_SPREAD_COLUMNS
            row[here + 1] = order.target_spread == k


@hot
def observe_words(state, rules, seat, row):
    """Bring an observation up to date when nothing but the words of an order has changed."""
    row[: GAME_COLUMNS + ASKS + ORDER_COLUMNS] = 0
    write_order(state, row, write_game(state, rules, row, seat), seat)
    mark_selected(state, row, seat)
    if rules.option.advanced:
        write_advanced_game(state, rules, row, len(row) - ADVANCED_GAME_COLUMNS, seat)


@hot
def observe(state, rules, seat, row):
    """Write what a seat sees of a state that has passed `redaction.hide`; return its length."""
    row[:] = 0
    at = write_game(state, rules, row, seat)
    at = write_order(state, row, at, seat)
    at = write_craft_and_forces(state, rules, row, at, seat)
    at = write_spreads(state, rules, row, at, seat)
    at = write_bodies(state, rules, row, at, seat)
    if rules.option.advanced:
        return write_advanced(state, rules, row, at, seat)
    return at
