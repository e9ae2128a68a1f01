"""The hunter of Intercept's sensor rules, compiled: it looks where the enemy can be, and hides.

`hunter` keeps a belief over the squares: at first the enemy may be anywhere that can be reached
from its set-up zone; a lost track, a position or a contact gathers the belief, a scan without an
answer empties its area, an enemy's scan tells how far away it can be, and each turn it widens. The
record remembers the last scans, so the belief is made anew from them at every question and nothing
has to be carried along. Of all scans it may declare it takes the one that should gain most: a track
first, then a position, then a contact in a small area. It keeps near the sun, where its own glare
is short and the enemy must look into the light, and does not put a tracked enemy behind its drive.
When it is the side that must cross, it accelerates once, goes dark, and drifts through.
"""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.jit import jit
from spacecombat_env.core.rng import mix, pick
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.core.squaregrid import DIRECTION_X, DIRECTION_Y, farthest
from spacecombat_env.rulesets.intercept_sensors.movement.movement import is_safe, thrust_available
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    BOXES,
    DIRECTIONS,
    FIRST_BOX_SIZE,
    NONE,
    POSITION_MARGIN,
    RECENT_SCANS,
    SENSORS,
    SIZES,
    Ask,
    Power,
    Result,
    Sensor,
    Status,
    Type,
    Verb,
)
from spacecombat_env.rulesets.intercept_sensors.pieces.words import (
    amount_word,
    box_left,
    box_of,
    box_top,
    box_word,
    direction_word,
    is_box,
    sensor_word,
    size_word,
    square_word,
    unit_slots,
    unit_word,
)
from spacecombat_env.rulesets.intercept_sensors.scans.declaring import (
    area_left,
    box_area_start,
    can_scan,
    reaches,
)
from spacecombat_env.rulesets.intercept_sensors.scans.planets import is_blocked, is_shadowed
from spacecombat_env.rulesets.intercept_sensors.scans.questions import is_in_sunshine, knows_glare

DOCTRINES = {"hunter": 0}
LUCK = True
"""`choose` takes a number a row, drawn afresh: set-up by design would be no secret."""

ROWS, COLUMNS = BOX * BOX_ROWS, BOX * BOX_COLUMNS
TURNS_BACK = 4  # turns of scans that the record remembers
SPREAD = 3  # squares by which the belief widens each turn
FARTHEST = 35  # squares: a range from which nothing follows
CROWD = 0.15  # share of the belief that stays elsewhere when a contact or a track is told
SHOWN = (0.1, 0.35, 0.7, 0.92)  # how surely a unit shows, by how far its signal is above nothing
VALUE_OF_POSITION = 0.5  # against 1 for a track
VALUE_OF_CONTACT = 0.35  # in a small area; less in a wide one
RADAR_PRICE = 0.9  # a radar scan gives its ship away
SUNNY_ROW = 5  # row it likes to keep to
SUNWARD = 0.3  # how much, per row
CLOSING = 0.1  # how much it likes to come nearer, per column
GLOW = 1.0  # how much it minds the light of its drive, per G
DODGE = 1.5  # how much it wants to be elsewhere once an enemy scan has found it, per square of way
WHIM = 3.0  # by how much its taste varies: who moves by design is found by design
CRUISE = 2  # squares per turn at which it shifts its place
HOLDING_RANGE = 10  # squares within which it likes to keep what it tracks
RUN = 4  # squares per turn at which it crosses
ROLLS = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)  # of 36: 2D6 at most so much


@jit
def chance_of(limit):
    """Chance of 2D6 at or below a limit."""
    return ROLLS[max(0, min(12, limit))] / 36.0


# --- the belief ----------------------------------------------------------------------------------


@jit
def widen(belief, scratch, reach):
    """Spread every square evenly over its neighbourhood, row by row, then column by column."""
    rows, columns = belief.shape
    for y in range(rows):
        for x in range(columns):
            first, last = max(0, x - reach), min(columns - 1, x + reach)
            total = 0.0
            for n in range(first, last + 1):
                total += belief[y, n]
            scratch[y, x] = total / (2 * reach + 1)
    for y in range(rows):
        first, last = max(0, y - reach), min(rows - 1, y + reach)
        for x in range(columns):
            total = 0.0
            for n in range(first, last + 1):
                total += scratch[n, x]
            belief[y, x] = total / (2 * reach + 1)


@jit
def open_belief(state, rules, seat, belief, turn):
    """Where the enemy can be at a turn for all that its set-up zone says."""
    zone = rules.option.zone[1 - seat]
    reach = SPREAD * turn * (turn + 1) // 2
    left, right = max(1, int(zone[0]) - reach), min(belief.shape[1], int(zone[1]) + reach)
    top, bottom = max(1, int(zone[2]) - reach), min(belief.shape[0], int(zone[3]) + reach)
    weight = 1.0 / ((right - left + 1) * (bottom - top + 1))
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            belief[y - 1, x - 1] = weight


@jit
def gather(belief, x, y, reach, weight):
    """Add a unit that must be within reach of a square."""
    rows, columns = belief.shape
    left, right = max(1, x - reach), min(columns, x + reach)
    top, bottom = max(1, y - reach), min(rows, y + reach)
    if left > right or top > bottom:
        return
    share = weight / ((right - left + 1) * (bottom - top + 1))
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            belief[row - 1, column - 1] += share


@jit
def fade(belief, factor):
    """Believe less of everything."""
    for y in range(belief.shape[0]):
        for x in range(belief.shape[1]):
            belief[y, x] *= factor


@jit
def assumed_class(state, rules, seat):
    """The class to expect: of an enemy ship once identified, else of the first own ship."""
    slots = unit_slots(state)
    for k in range((1 - seat) * slots, (2 - seat) * slots):
        unit = state.unit_of[k]
        if unit.identified and not unit.tracked:
            if rules.classes[unit.klass].type == Type.SHIP:
                return int(unit.klass)
    return int(state.unit_of[seat * slots].klass)


@jit
def assumed_signature(rules, klass, sensor, sun):
    """Signature to expect of an enemy that coasts with its sensors out."""
    card, light = rules.classes[klass], rules.emission
    if sensor == Sensor.VISUAL:
        return int(card.visual) + sun + int(light.popped_visual)
    if sensor == Sensor.IR:
        return int(card.ir) + max(int(light.ir_hull) + sun, int(light.ir_power[Power.IDLE]))
    if sensor == Sensor.RADAR:
        return int(card.radar) + int(light.popped_radar)
    if sensor == Sensor.NEUTRINO:
        return int(light.neutrino_power[Power.IDLE])
    return int(card.mass)


@jit
def shown(signal):
    """How surely a unit of an expected signal shows; it may be darker than expected."""
    if signal >= 3:
        return SHOWN[3]
    if signal >= 0:
        return SHOWN[2]
    if signal >= -3:
        return SHOWN[1]
    return SHOWN[0]


@jit
def learn(state, rules, klass, scan, belief):
    """What the answer to an own scan says."""
    located, unknown = 0, 0
    for n in range(scan.finds):
        if scan.find[n].x > 0:
            located += 1
        else:
            unknown += 1
    rows, columns = belief.shape
    left, right = max(1, int(scan.left)), min(columns, int(scan.left) + int(scan.side) - 1)
    top, bottom = max(1, int(scan.top)), min(rows, int(scan.top) + int(scan.side) - 1)
    if unknown > 0:
        for y in range(1, rows + 1):
            for x in range(1, columns + 1):
                if not (left <= x <= right and top <= y <= bottom):
                    belief[y - 1, x - 1] *= CROWD
        gather(belief, (left + right) // 2, (top + bottom) // 2, int(scan.side) // 2, 0.05)
    elif located == 0:
        sun = int(rules.option.sunfactor)
        expected = assumed_signature(rules, klass, int(scan.sensor), sun)
        dark = assumed_signature(rules, klass, int(scan.sensor), 0)
        bright = 1.0 - shown(int(scan.strength) + expected)
        shade = 1.0 - shown(int(scan.strength) + dark)
        for y in range(top, bottom + 1):
            for x in range(left, right + 1):
                in_shade = dark != expected and is_shadowed(state, rules, x, y)
                belief[y - 1, x - 1] *= shade if in_shade else bright
    for n in range(scan.finds):
        if scan.find[n].x > 0 and scan.find[n].signal >= 0:
            fade(belief, CROWD)
            break
    for n in range(scan.finds):
        if scan.find[n].x > 0:
            gather(belief, int(scan.find[n].x), int(scan.find[n].y), 0, 1.0)


@jit
def overhear(rules, scan, belief):
    """An enemy's scan was made from within its range: near by, if the area is small."""
    reach = FARTHEST
    for size in range(SIZES):
        if rules.area[size].side == scan.side:
            reach = int(rules.area[size].reach)
    if reach >= FARTHEST:
        return
    for y in range(1, belief.shape[0] + 1):
        for x in range(1, belief.shape[1] + 1):
            if farthest(x, y, int(scan.left), int(scan.top), int(scan.side)) > reach:
                belief[y - 1, x - 1] *= CROWD


@jit
def forget_tracked(state, seat, belief):
    """Tracked units need no looking for."""
    slots, tracked = unit_slots(state), 0
    for k in range((1 - seat) * slots, (2 - seat) * slots):
        unit = state.unit_of[k]
        if unit.tracked and unit.status == Status.ON_MAP:
            tracked += 1
            belief[unit.y - 1, unit.x - 1] *= 0.02
    if tracked > 0:
        fade(belief, CROWD)


@jit
def fill_belief(state, rules, seat, belief, scratch):
    """Believe: from the scans that the record remembers, turn by turn up to now."""
    now, slots = int(state.turn), unit_slots(state)
    klass = assumed_class(state, rules, seat)
    first = max(0, now - TURNS_BACK)
    belief[:, :] = 0.0
    open_belief(state, rules, seat, belief, first)
    for turn in range(first, now + 1):
        if turn > first:
            widen(belief, scratch, SPREAD)
        for k in range((1 - seat) * slots, (2 - seat) * slots):
            unit = state.unit_of[k]
            if unit.last_turn == turn and turn > 0 and not unit.tracked:
                fade(belief, CROWD)
                x = int(unit.last_x) + int(unit.last_vx)
                gather(belief, x, int(unit.last_y) + int(unit.last_vy), 2, 1.0)
        for n in range(min(int(state.scans[seat]), RECENT_SCANS)):
            number = int(state.scans[seat]) - 1 - n
            scan = state.scan[seat, number % RECENT_SCANS]
            if scan.turn == turn and not is_open(state, seat, n):
                learn(state, rules, klass, scan, belief)
        for n in range(min(int(state.scans[1 - seat]), RECENT_SCANS)):
            if state.scan[1 - seat, n].turn == turn:
                overhear(rules, state.scan[1 - seat, n], belief)
    forget_tracked(state, seat, belief)
    normalise(belief)


@jit
def is_open(state, seat, back):
    """Whether the scan `back` places before the newest is declared and not answered yet."""
    return state.ask >= Ask.SCAN and back < state.declared[seat]


@jit
def normalise(belief):
    """Let the belief sum to 1."""
    total = 0.0
    for y in range(belief.shape[0]):
        for x in range(belief.shape[1]):
            total += belief[y, x]
    if total > 0.0:
        fade(belief, 1.0 / total)


@jit
def sum_up(belief, sums):
    """Sums over the rectangles that begin at the first square."""
    for y in range(belief.shape[0]):
        line = 0.0
        for x in range(belief.shape[1]):
            line += belief[y, x]
            sums[y + 1, x + 1] = sums[y, x + 1] + line


@jit
def mass(sums, left, top, side):
    """Belief within an area, which may reach over the edges."""
    rows, columns = sums.shape[0] - 1, sums.shape[1] - 1
    x1, x2 = max(0, left - 1), min(columns, left + side - 1)
    y1, y2 = max(0, top - 1), min(rows, top + side - 1)
    if x1 >= x2 or y1 >= y2:
        return 0.0
    return sums[y2, x2] - sums[y1, x2] - sums[y2, x1] + sums[y1, x1]


@jit
def spend_open_scans(state, rules, seat, belief):
    """What is being scanned already this turn need not be scanned again."""
    klass = assumed_class(state, rules, seat)
    for n in range(int(state.declared[seat])):
        scan = state.scan[seat, (int(state.scans[seat]) - 1 - n) % RECENT_SCANS]
        sun = int(rules.option.sunfactor)
        signal = int(scan.strength) + assumed_signature(rules, klass, int(scan.sensor), sun)
        left = 1.0 - 0.8 * chance_of(signal + 1)
        for y in range(max(1, int(scan.top)), int(scan.top) + int(scan.side)):
            for x in range(max(1, int(scan.left)), int(scan.left) + int(scan.side)):
                if y <= belief.shape[0] and x <= belief.shape[1]:
                    belief[y - 1, x - 1] *= left


# --- the scan that gains most --------------------------------------------------------------------


@jit
def worth(signal, skill, side):
    """Worth of a unit in the area of a scan."""
    if signal < 0:
        return 0.1 * shown(signal) / side
    track = 1.0 if signal >= 12 else chance_of(signal + skill)
    place = 1.0 if signal >= 12 else chance_of(signal + POSITION_MARGIN + skill)
    told = VALUE_OF_CONTACT * (1.0 - side / 30.0)
    return track + (place - track) * VALUE_OF_POSITION + (1.0 - place) * told


@jit
def offer(state, rules, index, size, left, top, sums, plan, klass):
    """Weigh an area for each sensor of a ship that is free; keep the best in `plan`."""
    unit, side = state.unit_of[index], int(rules.area[size].side)
    if not reaches(rules, unit, size, left, top):
        return
    inside = mass(sums, left, top, side)
    if inside <= 0.0:
        return
    order, card = state.order[state.seat], rules.classes[unit.klass]
    sun = int(rules.option.sunfactor)
    in_column = left <= unit.x < left + side and top < unit.y
    for sensor in range(SENSORS):
        if order.sensor != NONE and order.sensor != sensor:
            continue
        if not can_scan(rules, unit, sensor):
            continue
        signal = int(card.sensor[sensor]) + int(rules.area[size].modifier[sensor])
        if in_column and knows_glare(sensor) and is_in_sunshine(state, rules, unit, sensor):
            signal -= sun
        signal += assumed_signature(rules, klass, sensor, sun)
        value = inside * worth(signal, int(card.skill), side)
        if sensor == Sensor.RADAR:
            value *= RADAR_PRICE
        if value > plan[0]:
            plan[0] = value
            plan[1] = index
            plan[2] = sensor
            plan[3] = size
            plan[4] = left
            plan[5] = top


@jit
def plan_scan(state, rules, seat, plan):
    """Find the best scan that the words spoken so far still allow: value, ship, sensor, size,
    left, top."""
    rows, columns = int(rules.option.rows), int(rules.option.columns)
    belief = np.zeros((rows, columns), np.float32)
    scratch = np.zeros((rows, columns), np.float32)
    sums = np.zeros((rows + 1, columns + 1), np.float32)
    fill_belief(state, rules, seat, belief, scratch)
    spend_open_scans(state, rules, seat, belief)
    sum_up(belief, sums)
    plan[0] = -1.0
    order, slots = state.order[seat], unit_slots(state)
    klass = assumed_class(state, rules, seat)
    for k in range(seat * slots, (seat + 1) * slots):
        if state.unit_of[k].status != Status.ON_MAP or (order.unit != NONE and order.unit != k):
            continue
        for size in range(SIZES):
            if order.extent == NONE or order.extent == size:
                offer_size(state, rules, k, size, sums, plan, klass)


@jit
def offer_size(state, rules, index, size, sums, plan, klass):
    """Weigh every place of a size."""
    order, unit = state.order[state.seat], state.unit_of[index]
    if size >= FIRST_BOX_SIZE:
        for box in range(BOXES):
            if is_box(rules, box) and (order.box == NONE or order.box == box):
                left = box_area_start(rules, size, box_left(box))
                top = box_area_start(rules, size, box_top(box))
                offer(state, rules, index, size, left, top, sums, plan, klass)
        return
    reach = int(rules.area[size].reach)
    for y in range(max(1, int(unit.y) - reach), min(sums.shape[0] - 1, int(unit.y) + reach) + 1):
        for x in range(
            max(1, int(unit.x) - reach), min(sums.shape[1] - 1, int(unit.x) + reach) + 1
        ):
            if order.box == NONE or order.box == box_of(x, y):
                left, top = area_left(rules, size, x), area_left(rules, size, y)
                offer(state, rules, index, size, left, top, sums, plan, klass)


@jit
def scan_word(state, rules, seat, mask):
    """The next word of the best scan, or no scan where nothing can be gained."""
    plan = np.zeros(6, np.float32)
    plan_scan(state, rules, seat, plan)
    if plan[0] <= 0.0:
        return first_word(mask)
    size, side = int(plan[3]), int(rules.area[int(plan[3])].side)
    left, top = int(plan[4]), int(plan[5])
    if state.ask == Ask.SCAN:
        return unit_word(state, int(plan[1]))
    if state.ask == Ask.SENSOR:
        return sensor_word(state, int(plan[2]))
    if state.ask == Ask.SIZE:
        return size_word(state, size)
    if size < FIRST_BOX_SIZE:
        x, y = left + side // 2, top + side // 2
        if state.ask == Ask.BOX:
            return box_word(state, rules, box_of(x, y))
        return square_word(state, x, y)
    shift = (side // BOX - 1) // 2 * BOX
    return box_word(state, rules, box_of(left + shift, top + shift))


@jit
def first_word(mask):
    """The first legal word."""
    for word in range(len(mask)):
        if mask[word]:
            return word
    return NONE


# --- movement ------------------------------------------------------------------------------------


@jit
def centre_column(state, rules, seat):
    """Column where the enemy is to be expected: tracked ships, else its zone's middle."""
    slots, total, count = unit_slots(state), 0, 0
    for k in range((1 - seat) * slots, (2 - seat) * slots):
        unit = state.unit_of[k]
        if unit.tracked and unit.status == Status.ON_MAP:
            total += int(unit.x)
            count += 1
    if count > 0:
        return total // count
    zone = rules.option.zone[1 - seat]
    return (int(zone[0]) + int(zone[1])) // 2


@jit
def plot_score(state, rules, seat, facing, thrust):
    """How good a plot is for the unit under orders."""
    unit = state.unit_of[state.unit]
    vx = int(unit.vx) + DIRECTION_X[facing] * thrust
    vy = int(unit.vy) + DIRECTION_Y[facing] * thrust
    x, y = int(unit.x) + vx, int(unit.y) + vy
    if rules.option.runner == seat and rules.classes[unit.klass].type == Type.SHIP:
        return run_score(rules, x, y, vx, vy, thrust)
    score = -SUNWARD * abs(y + vy - SUNNY_ROW)
    score -= CLOSING * abs(x - centre_column(state, rules, seat))
    score -= 1.5 * max(0, abs(vx) - CRUISE) + 1.5 * max(0, abs(vy) - CRUISE)
    if unit.found > Result.NOTHING and not unit.tracked:
        score += DODGE * max(abs(vx), abs(vy))
    else:
        score -= GLOW * thrust
    if is_shadowed(state, rules, x, y):
        score += 2.0
    return score - lost_tracks(state, rules, seat, x, y, facing, thrust)


@jit
def run_score(rules, x, y, vx, vy, thrust):
    """Crossing: at speed towards the goal, straight, then dark."""
    goal = rules.option.goal
    middle = (int(goal[2]) + int(goal[3])) // 2
    wanted = 0
    if y < goal[2]:
        wanted = min(RUN, middle - y)
    elif y > goal[3]:
        wanted = max(-RUN, middle - y)
    score = -3.0 * abs(vy - wanted) - 1.0 * abs(vx) - 1.0 * thrust
    if x < goal[0]:
        score -= abs(int(goal[0]) - x)
    elif x > goal[1]:
        score -= abs(x - int(goal[1]))
    return score


@jit
def lost_tracks(state, rules, seat, x, y, facing, thrust):
    """Price of the tracks that a plot would give up: behind the drive, a planet, or far away."""
    slots, price = unit_slots(state), 0.0
    for k in range((1 - seat) * slots, (2 - seat) * slots):
        unit = state.unit_of[k]
        if not unit.tracked or unit.status != Status.ON_MAP:
            continue
        dx, dy = int(unit.x) + int(unit.vx) - x, int(unit.y) + int(unit.vy) - y
        away = max(abs(dx), abs(dy))
        price += max(0, away - HOLDING_RANGE)
        if thrust > 0 and away > 0:
            if dx == -DIRECTION_X[facing] * away and dy == -DIRECTION_Y[facing] * away:
                price += 20.0
        if is_blocked(state, rules, x, y, x + dx, y + dy):
            price += 20.0
    return price


@jit
def best_plot(state, rules, seat, best, luck):
    """Find facing and thrust of the best plot, were the plant running; thrust 0 is coasting."""
    unit = state.unit_of[state.unit]
    most = 0 if unit.burns == 0 else int(rules.classes[unit.klass].thrust)
    best[0] = NONE
    best[1] = 0
    top = -1.0e9
    if is_safe(state, rules, unit, 0, 0):
        top = plot_score(state, rules, seat, int(unit.facing), 0)
    for facing in range(DIRECTIONS):
        for thrust in range(1, most + 1):
            if is_safe(state, rules, unit, facing, thrust):
                score = plot_score(state, rules, seat, facing, thrust)
                score += WHIM * pick(mix(luck + 8 * thrust + facing), 256) / 256.0
                if score > top:
                    top = score
                    best[0] = facing
                    best[1] = thrust


@jit
def setting_word(state, rules, seat, mask, coasts):
    """A word about sensors and power, or NONE: searchers look out, a runner goes dark."""
    unit = state.unit_of[state.unit]
    if rules.option.runner == seat and rules.classes[unit.klass].type == Type.SHIP:
        if mask[Verb.POP_IN]:
            return Verb.POP_IN | 0
        if coasts and unit.plot_power == Power.IDLE and mask[Verb.BATTERIES]:
            return Verb.BATTERIES | 0
        if not coasts and mask[Verb.IDLE]:
            return Verb.IDLE | 0
        return NONE
    if mask[Verb.POP_OUT]:
        return Verb.POP_OUT | 0
    if unit.plot_power != Power.IDLE and mask[Verb.IDLE]:
        return Verb.IDLE | 0
    return NONE


@jit
def plot_word(state, rules, seat, mask, luck):
    """The next word of a plot."""
    best = np.zeros(2, np.int64)
    best_plot(state, rules, seat, best, luck)
    word = setting_word(state, rules, seat, mask, best[1] == 0)
    if word != NONE:
        return word
    if best[1] > 0 and mask[direction_word(state, best[0])]:
        return direction_word(state, best[0])
    if mask[Verb.COAST]:
        return Verb.COAST | 0
    return first_word(mask)


@jit
def thrust_word(state, rules, seat, mask):
    """The Gs of the best plot in the facing named."""
    unit, facing = state.unit_of[state.unit], int(state.order[seat].facing)
    top, word = -1.0e9, first_word(mask)
    for thrust in range(1, thrust_available(rules, unit) + 1):
        if mask[amount_word(state, thrust)]:
            score = plot_score(state, rules, seat, facing, thrust)
            if score > top:
                top = score
                word = amount_word(state, thrust)
    return word


# --- set-up --------------------------------------------------------------------------------------


@jit
def drawn_word(mask, luck):
    """A legal word by lot."""
    words = 0
    for word in range(len(mask)):
        words += mask[word]
    nth = pick(mix(luck), words)
    for word in range(len(mask)):
        if mask[word]:
            if nth == 0:
                return word
            nth -= 1
    return NONE


# --- the door ------------------------------------------------------------------------------------


@jit
def answer(state, rules, seat, mask, luck):
    """The hunter's word."""
    question = int(state.ask)
    if question == Ask.PLACE_BOX or question == Ask.PLACE_SQUARE:
        return drawn_word(mask, luck)
    if question == Ask.PLOT:
        return plot_word(state, rules, seat, mask, luck)
    if question == Ask.THRUST:
        return thrust_word(state, rules, seat, mask)
    if question >= Ask.SCAN:
        return scan_word(state, rules, seat, mask)
    return first_word(mask)


@jit
def choose(seen, table, masks, doctrine, tokens, lo, hi, luck):
    """Write a legal word into tokens[lo:hi] for each row, from redacted records alone."""
    rules = table.rules[0]
    for k in range(lo, hi):
        state = seen.states[k]
        tokens[k] = NONE
        if state.ask == Ask.NOTHING:
            continue
        word = answer(state, rules, int(state.seat), masks[k], luck[k])
        if word < 0 or word >= masks.shape[1] or not masks[k, word]:
            word = first_word(masks[k])
        tokens[k] = word


def belief(seen: Games, k: int, scenario: Scenario, seat: int) -> np.ndarray:
    """Return the hunter's belief in a seat: float32 (rows, columns) of the map, summing to 1."""
    rules = scenario.table.rules[0]
    shape = (int(rules.option.rows), int(rules.option.columns))
    believed, scratch = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    fill_belief(seen.states[k], rules, seat, believed, scratch)
    return believed


def overlay(seat: int, seen: Games, scenario: Scenario) -> list[str]:
    """Return the hunter's belief as lines of SVG, to lie under the picture of a seat."""
    from spacecombat_env.rulesets.intercept_sensors.told.board import Board
    from spacecombat_env.rulesets.intercept_sensors.told.draw import belief_layer

    return belief_layer(Board.of(scenario, False), belief(seen, 0, scenario, seat).ravel().tolist())
