"""The observation of a seat, written from a redacted record, block by block."""

from spacecombat_env.core.jit import hot, jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    MISSILES,
    MissileStatus,
    Rock,
    Status,
    Target,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import MAX_ROCKS, NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask
from spacecombat_env.rulesets.interceptor.pieces.observation import (
    ADRIFT,
    ADRIFT_LIMITS,
    GAME,
    GAME_LIMITS,
    LAST,
    LAST_LIMITS,
    MISSILE,
    MISSILE_LIMITS,
    ORDER,
    ORDER_LIMITS,
    ROCK,
    ROCK_LIMITS,
    ROWS,
)
from spacecombat_env.rulesets.interceptor.pieces.places import steps_between
from spacecombat_env.rulesets.interceptor.pieces.ships import bits, side_of, slots
from spacecombat_env.rulesets.interceptor.pieces.words import first_of
from spacecombat_env.rulesets.interceptor.sight.columns import (
    cap,
    column_of,
    place_of,
    row_of,
    small,
    step_column,
    step_row,
)
from spacecombat_env.rulesets.interceptor.sight.enemy_rows import write_enemy_craft
from spacecombat_env.rulesets.interceptor.sight.own_rows import write_own_craft

FIVES = 5  # victory points are observed by fives
HUNDREDTHS = 100  # of a box, in which shots are valued
FIRST_PHASE = GAME.setup


# --- the game, and what is spoken ----------------------------------------------------------------


@jit
def write_game(state, rules, row, at, seat):
    """Block game."""
    enemy, option = 1 - seat, rules.option
    row[at + GAME.turn] = small(state.turn)
    row[at + GAME.turns_left] = small(int(option.turn_limit) - int(state.turn))
    row[at + FIRST_PHASE + int(state.phase)] = 1
    row[at + GAME.own_points] = small(int(state.points[seat]) // FIVES)
    row[at + GAME.enemy_points] = small(int(state.points[enemy]) // FIVES)
    row[at + GAME.decides_first] = state.first == seat
    row[at + GAME.moves_first] = state.loser == seat
    row[at + GAME.own_go] = state.goer == seat
    row[at + GAME.own_goes] = small(state.goes[seat])
    row[at + GAME.enemy_goes] = small(state.goes[enemy])
    row[at + GAME.size_class] = small(state.size_class)
    row[at + GAME.last_moment] = state.last_moment
    row[at + GAME.rocks_to_place] = small(state.rocks)
    row[at + GAME.field_moves] = option.field_moves
    row[at + GAME.half_columns] = small(int(option.columns) // 2)
    row[at + GAME.half_rows] = small(int(option.rows) // 2)
    cap(row, at, GAME_LIMITS)


@jit
def write_order(state, row, at, seat):
    """Block order; hexes are left to the own mover alone."""
    order = state.order[seat]
    row[at + ORDER.low] = small(order.low)
    row[at + ORDER.high] = small(order.high)
    row[at + ORDER.tens] = small(order.tens)
    row[at + ORDER.column] = small(order.column)
    row[at + ORDER.speed] = small(order.speed)
    if state.mover != NONE and side_of(state, state.mover) == seat:
        row[at + ORDER.hexes_left] = small(state.lane)
    row[at + ORDER.ahead] = small(order.ahead)
    row[at + ORDER.watch] = order.watch
    row[at + ORDER.passed] = small(int(order.passed) // HUNDREDTHS)
    row[at + ORDER.passed_defence] = small(int(order.passed_defence) // HUNDREDTHS)
    row[at + ORDER.value] = small(int(order.value) // HUNDREDTHS)
    row[at + ORDER.weapons] = small(bits(order.weapons))
    row[at + ORDER.locks] = small(bits(order.locks))
    if 0 <= order.load < MISSILES:
        row[at + ORDER.load_dap + int(order.load)] = 1
    if order.target != NONE:
        row[at + ORDER.at_missile] = order.target_kind == Target.MISSILE
        row[at + ORDER.at_crew] = order.target_kind == Target.ADRIFT
        row[at + ORDER.at_rock] = order.target_kind == Target.ROCK
    cap(row, at, ORDER_LIMITS)


@jit
def write_last(state, row, at, seat):
    """Block last: whose fire the last exchange was, and what came of it."""
    last = state.last
    if last.firer == NONE:
        return
    mine = side_of(state, last.firer) == seat
    row[at + LAST.mine] = mine
    row[at + LAST.its] = not mine
    row[at + LAST.facing] = last.facing
    row[at + LAST.column] = last.column
    row[at + LAST.hits] = small(last.hits)
    row[at + LAST.held] = small(last.held)
    row[at + LAST.points] = small(last.points)
    cap(row, at, LAST_LIMITS)


# --- the pieces ----------------------------------------------------------------------------------


@jit
def write_craft(state, rules, observation, seat):
    """Blocks own_craft and enemy_craft."""
    for k in half(state.craft, seat):
        if state.craft[k].status != Status.UNUSED:
            at = place_of(state, ROWS.own_craft, k - seat * slots(state))
            write_own_craft(state, rules, observation, at, k)
    for k in half(state.craft, 1 - seat):
        if state.craft[k].status != Status.UNUSED:
            at = place_of(state, ROWS.enemy_craft, state.craft[k].contact)
            write_enemy_craft(state, rules, observation, at, k, seat)


@jit
def write_missile(state, rules, row, at, n, seat):
    """One row of own_missiles or enemy_missiles; kind 0 is unknown."""
    missile, order = state.missile[n], state.order[seat]
    row[at + MISSILE.in_flight] = missile.status != MissileStatus.DORMANT
    row[at + MISSILE.dormant] = missile.status == MissileStatus.DORMANT
    row[at + MISSILE.kind] = small(int(missile.kind) + 1)
    named = order.target_kind == Target.MISSILE and order.target == n
    row[at + MISSILE.selected] = named or order.missile == n
    row[at + MISSILE.column] = small(column_of(rules, missile.q, seat))
    row[at + MISSILE.row] = small(row_of(rules, missile.q, missile.r, seat))
    row[at + MISSILE.heading_column] = step_column(missile.heading, seat)
    row[at + MISSILE.heading_row] = step_row(missile.heading, seat)
    row[at + MISSILE.velocity] = small(missile.velocity)
    if missile.target != NONE:
        row[at + MISSILE.to_go] = small(steps_between(missile, state.craft[missile.target]))
    row[at + MISSILE.tried] = (int(missile.tried) >> seat) & 1
    cap(row, at, MISSILE_LIMITS)


@jit
def write_missiles(state, rules, observation, seat):
    """Blocks own_missiles and enemy_missiles."""
    for n in range(len(state.missile)):
        missile = state.missile[n]
        if missile.status == MissileStatus.NONE:
            continue
        own = n // (len(state.missile) // 2) == seat
        block = ROWS.own_missiles if own else ROWS.enemy_missiles
        write_missile(state, rules, observation, place_of(state, block, missile.contact), n, seat)


@jit
def write_adrift(state, rules, observation, seat):
    """Block adrift."""
    each = len(state.adrift) // 2
    for n in range(len(state.adrift)):
        crew, own = state.adrift[n], n // each == seat
        if crew.people == 0:
            continue
        at = place_of(state, ROWS.adrift, n % each + (0 if own else each))
        row = observation
        row[at + ADRIFT.own] = own
        row[at + ADRIFT.people] = small(crew.people)
        row[at + ADRIFT.column] = small(column_of(rules, crew.q, seat))
        row[at + ADRIFT.row] = small(row_of(rules, crew.q, crew.r, seat))
        row[at + ADRIFT.velocity] = small(crew.velocity)
        row[at + ADRIFT.heading_column] = step_column(crew.heading, seat)
        row[at + ADRIFT.heading_row] = step_row(crew.heading, seat)
        row[at + ADRIFT.air] = small(crew.air)
        row[at + ADRIFT.thrust] = small(crew.thrust)
        cap(row, at, ADRIFT_LIMITS)


@jit
def write_rocks(state, rules, observation, seat):
    """Block rocks."""
    for n in range(MAX_ROCKS):
        rock = state.rock[n]
        if rock.kind == Rock.NONE:
            continue
        at, row = place_of(state, ROWS.rocks, n), observation
        row[at + ROCK.asteroid] = rock.kind == Rock.ASTEROID
        row[at + ROCK.wreck] = rock.kind == Rock.WRECK
        row[at + ROCK.column] = small(column_of(rules, rock.q, seat))
        row[at + ROCK.row] = small(row_of(rules, rock.q, rock.r, seat))
        cap(row, at, ROCK_LIMITS)


@jit
def write_pieces(state, rules, observation, seat):
    """All that a word may change: everything but rocks."""
    write_game(state, rules, observation, place_of(state, ROWS.game, 0), seat)
    observation[place_of(state, ROWS.ask, 0) + state.ask] = state.ask != Ask.NOTHING
    write_order(state, observation, place_of(state, ROWS.order, 0), seat)
    write_last(state, observation, place_of(state, ROWS.last, 0), seat)
    write_craft(state, rules, observation, seat)
    write_missiles(state, rules, observation, seat)
    write_adrift(state, rules, observation, seat)


# --- doors ---------------------------------------------------------------------------------------


@hot
def observe(seen, rules, seat, row):
    """Write what a seat sees of a state that has passed `redaction.hide`."""
    row[:] = 0
    write_pieces(seen, rules, row, seat)
    write_rocks(seen, rules, row, seat)


@hot
def observe_words(seen, rules, seat, row):
    """Bring an observation up to date when a word was heard and the engine took no step.

    A word may change the ship spoken of (thrust spent, a rack dropped), but never the terrain.
    """
    row[: first_of(seen, ROWS.rocks)] = 0
    write_pieces(seen, rules, row, seat)
