"""The observation of a seat, written from a redacted record, block by block."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DELEGATION,
    FLICKER_STEP,
    MAX_ROCKS,
    MISSILES,
    NONE,
    Decision,
    Delegate,
    Edge,
    MissileStatus,
    Rock,
    Side,
    Status,
    Target,
    bits,
    first_of,
    is_near_planet,
    side_of,
    slots,
    steps_between,
)
from ..model.observation import (
    ADRIFT,
    ADRIFT_MOST,
    GAME,
    GAME_MOST,
    LAST,
    MISSILE,
    MISSILE_MOST,
    ORDER,
    ORDER_MOST,
    ROCK,
    ROCK_MOST,
    ROWS,
)
from ..model.record_types import Rules, State
from .columns import column_of, row_in, row_of, step_column, step_row, within
from .enemy_rows import write_enemy_craft
from .observed_fields import observe_adrift, observe_last, observe_missile, observe_order
from .own_rows import write_own_craft

FIVES = 5  # victory points are observed by fives
TENS = 10  # EPs
HUNDREDTHS = 100  # of a box, in which shots are valued
FIRST_PHASE = GAME.setup


# --- the game and the order ----------------------------------------------------------------------


@native
def write_game(state: State, rules: Rules, row, seat):
    """Write the block `game`."""
    enemy, option, most = 1 - seat, rules.option, GAME_MOST
    row[GAME.turn] = within(state.turn, most.turn)
    row[GAME.turns_left] = within(int(option.turn_limit) - int(state.turn), most.turns_left)
    row[FIRST_PHASE + int(state.phase)] = 1
    row[GAME.own_points] = within(int(state.points[seat]) // FIVES, most.own_points)
    row[GAME.enemy_points] = within(int(state.points[enemy]) // FIVES, most.enemy_points)
    row[GAME.decides_first] = state.first == seat
    row[GAME.moves_first] = state.loser == seat
    row[GAME.own_go] = state.goer == seat
    row[GAME.own_goes] = within(state.goes[seat], most.own_goes)
    row[GAME.enemy_goes] = within(state.goes[enemy], most.enemy_goes)
    row[GAME.size_class] = within(state.size_class, most.size_class)
    row[GAME.last_moment] = state.last_moment
    row[GAME.rocks_to_place] = within(state.rocks, most.rocks_to_place)
    row[GAME.field_moves] = option.field_moves
    row[GAME.half_columns] = within(int(option.columns) // 2, most.half_columns)
    row[GAME.half_rows] = within(int(option.rows) // 2, most.half_rows)
    row[GAME.sheet] = within(state.sheet, most.sheet)
    write_prize(state, row, seat)
    if is_near_planet(state, rules):
        write_planet(rules, row, seat)


@native
def write_prize(state: State, row, seat):
    """IN-SCN-09, 10 Who has the man whom both sides want."""
    holder = int(state.prize_holder)
    if holder != NONE:
        row[GAME.prize_own] = side_of(state, holder) == seat
        row[GAME.prize_enemy] = side_of(state, holder) != seat
    free = False
    for n in range(len(state.adrift)):
        free = free or (state.adrift[n].prize != 0 and state.adrift[n].people > 0)
    row[GAME.prize_free] = free


@native
def write_planet(rules: Rules, row, seat):
    """IN-PLN-01, IN-GRV-02 Rows of the planet; `ground` is 1 at the own edge, -1 at the other.

    IN-ADV-01 Seen from above it is 0, and they are levels.
    """
    option, most = rules.option, GAME_MOST
    near = (option.planet == Edge.BOTTOM) == (seat == Side.RED)
    row[GAME.ground] = 0 if option.altitude else 1 if near else -1
    row[GAME.altitude_top] = within(option.top, most.altitude_top)
    row[GAME.atmosphere] = within(option.atmosphere, most.atmosphere)
    row[GAME.interface] = within(option.interface, most.interface)
    row[GAME.gravity] = option.gravity


@native
def write_order(state: State, row, seat):
    """Write the block `order`; hexes are for the own mover alone."""
    order, most = state.order[seat], ORDER_MOST
    observe_order(order, row, 0)
    if state.mover != NONE and side_of(state, state.mover) == seat:
        row[ORDER.hexes_left] = within(state.lane, most.hexes_left)
    row[ORDER.passed] = within(int(order.passed) // HUNDREDTHS, most.passed)
    row[ORDER.passed_defence] = within(int(order.passed_defence) // HUNDREDTHS, most.passed_defence)
    row[ORDER.value] = within(int(order.value) // HUNDREDTHS, most.value)
    row[ORDER.weapons] = within(bits(order.weapons), most.weapons)
    row[ORDER.locks] = within(bits(order.locks), most.locks)
    if 0 <= order.load < MISSILES:
        row[ORDER.load_dap + int(order.load)] = 1
    if order.target != NONE:
        row[ORDER.at_missile] = order.target_kind == Target.MISSILE
        row[ORDER.at_crew] = order.target_kind == Target.ADRIFT
        row[ORDER.at_rock] = order.target_kind == Target.ROCK
    if DELEGATION[int(state.decision)] == Delegate.POWER and order.craft != NONE:
        write_power_order(state, row, seat)


@native
def write_power_order(state: State, row, seat):
    """IN-POW-01 Write EPs left of the ship that allots them, heads named, the rate of the side."""
    order, most = state.order[seat], ORDER_MOST
    craft = state.craft[int(order.craft)]
    row[ORDER.eps_left] = within(int(craft.eps) // TENS, most.eps_left)
    row[ORDER.head] = within(bits(order.heads), most.head)
    if state.decision == Decision.POWER_RATE and order.direction != NONE:
        rate = int(craft.shield[int(order.direction)]) // FLICKER_STEP
        row[ORDER.rate] = within(rate, most.rate)


@native
def write_last(state: State, row, seat):
    """Write the block `last`: the firing side and the result of the last exchange."""
    last = state.last
    if last.firer == NONE:
        return
    mine = side_of(state, last.firer) == seat
    row[LAST.mine] = mine
    row[LAST.its] = not mine
    observe_last(last, row, 0)


# --- the pieces ----------------------------------------------------------------------------------


@native
def write_craft(state: State, rules: Rules, observation, seat):
    """Write the blocks `own_craft` and `enemy_craft`."""
    for k in side_range(state.craft, seat):
        if state.craft[k].status != Status.UNUSED:
            row = row_in(state, observation, ROWS.own_craft, k - seat * slots(state))
            write_own_craft(state, rules, row, k)
    for k in side_range(state.craft, 1 - seat):
        if state.craft[k].status != Status.UNUSED:
            row = row_in(state, observation, ROWS.enemy_craft, state.craft[k].contact)
            write_enemy_craft(state, rules, row, k, seat)


@native
def write_missile(state: State, rules: Rules, row, n, seat):
    """Write one row of `own_missiles` or `enemy_missiles`; kind 0 is unknown."""
    missile, order, most = state.missile[n], state.order[seat], MISSILE_MOST
    row[MISSILE.in_flight] = missile.status != MissileStatus.DORMANT
    row[MISSILE.dormant] = missile.status == MissileStatus.DORMANT
    row[MISSILE.kind] = within(int(missile.kind) + 1, most.kind)
    named = order.target_kind == Target.MISSILE and order.target == n
    row[MISSILE.selected] = named or order.missile == n
    row[MISSILE.column] = within(column_of(rules, missile.q, seat), most.column)
    row[MISSILE.row] = within(row_of(rules, missile.q, missile.r, seat), most.row)
    row[MISSILE.heading_column] = step_column(missile.heading, seat)
    row[MISSILE.heading_row] = step_row(missile.heading, seat)
    observe_missile(missile, row, 0)
    if missile.target != NONE:
        row[MISSILE.to_go] = within(steps_between(missile, state.craft[missile.target]), most.to_go)
    row[MISSILE.tried] = (int(missile.tried) >> seat) & 1


@native
def write_missiles(state: State, rules: Rules, observation, seat):
    """Write the blocks `own_missiles` and `enemy_missiles`."""
    for n in range(len(state.missile)):
        missile = state.missile[n]
        if missile.status == MissileStatus.NONE:
            continue
        own = n // (len(state.missile) // 2) == seat
        block = ROWS.own_missiles if own else ROWS.enemy_missiles
        write_missile(state, rules, row_in(state, observation, block, missile.contact), n, seat)


@native
def write_adrift(state: State, rules: Rules, observation, seat):
    """Write the block `adrift`."""
    each, most = len(state.adrift) // 2, ADRIFT_MOST
    for n in range(len(state.adrift)):
        crew, own = state.adrift[n], n // each == seat
        if crew.people == 0:
            continue
        row = row_in(state, observation, ROWS.adrift, n % each + (0 if own else each))
        row[ADRIFT.own] = own
        observe_adrift(crew, row, 0)
        row[ADRIFT.column] = within(column_of(rules, crew.q, seat), most.column)
        row[ADRIFT.row] = within(row_of(rules, crew.q, crew.r, seat), most.row)
        row[ADRIFT.heading_column] = step_column(crew.heading, seat)
        row[ADRIFT.heading_row] = step_row(crew.heading, seat)


@native
def write_rocks(state: State, rules: Rules, observation, seat):
    """Write the block `rocks`."""
    for n in range(MAX_ROCKS):
        rock = state.rock[n]
        if rock.kind == Rock.NONE:
            continue
        row, most = row_in(state, observation, ROWS.rocks, n), ROCK_MOST
        row[ROCK.asteroid] = rock.kind == Rock.ASTEROID
        row[ROCK.wreck] = rock.kind == Rock.WRECK
        row[ROCK.column] = within(column_of(rules, rock.q, seat), most.column)
        row[ROCK.row] = within(row_of(rules, rock.q, rock.r, seat), most.row)


@native
def write_pieces(state: State, rules: Rules, observation, seat):
    """Write everything that an action may change: all blocks but `rocks`."""
    write_game(state, rules, row_in(state, observation, ROWS.game, 0), seat)
    row_in(state, observation, ROWS.ask, 0)[state.decision] = state.decision != Decision.NOTHING
    write_order(state, row_in(state, observation, ROWS.order, 0), seat)
    write_last(state, row_in(state, observation, ROWS.last, 0), seat)
    write_craft(state, rules, observation, seat)
    write_missiles(state, rules, observation, seat)
    write_adrift(state, rules, observation, seat)


# --- entry points --------------------------------------------------------------------------------


@native
def observe(visible: State, rules: Rules, seat, row):
    """Write the observation of a seat from a state that `redaction.redact_state` has redacted."""
    row[:] = 0
    write_pieces(visible, rules, row, seat)
    write_rocks(visible, rules, row, seat)


@native
def observe_action_fields(visible: State, rules: Rules, seat, row):
    """Update an observation after an action without a step of the engine.

    An action may change the ship under orders (thrust spent, a rack dropped), but never the
    terrain.
    """
    row[: first_of(visible, ROWS.rocks)] = 0
    write_pieces(visible, rules, row, seat)
