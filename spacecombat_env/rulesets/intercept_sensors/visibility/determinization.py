"""Determinization: a full state that looks the same to a seat, with fresh random streams.

Untracked enemies are placed where they can be as far as the seat knows. The newest source counts: a
position announced this turn; else the area within reach of an earlier position or of the last
track; else that of their set-up zone. Of several tries the sampler keeps the one that contradicts
the seat's latest scans least. Plots and settings are ordinary.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import keyed, pick
from spacecombat_env.core.model.squaregrid import is_inside
from spacecombat_env.core.native import native

from ..model import (
    CHAPTER_OF,
    NONE,
    RECENT_SCANS,
    InterceptChance,
    InterceptChapter,
    InterceptDecision,
    InterceptPhase,
    InterceptStep,
    Power,
    Result,
    Sensor,
    Status,
    first_side,
    unit_slots,
)
from ..model.record_types import Rules, State
from ..movement.vectors import on_map
from ..scans.planets import is_body
from ..scans.signatures import best_signature
from .determinize_courses import course_row, determinize_thrust, determinize_vector
from .determinize_doctrine import LURKS, conduct_of, is_runner, lies_in_wait
from .restored_fields import (
    restore_identified_fields,
    restore_own_fields,
    restore_tracked_fields,
)

TRIES = 24
FARTHEST = 35  # squares: across the map
FAST = 2  # turns of thrust in the vector of a unit of which only the position is known


@native
def determinize_state(state: State, opening: State, rules: Rules, seat, seed):
    """Fill in the hidden values of a state; `state` is the seat's redacted record."""
    seed = int(seed)
    state.chance.seed_lo = keyed(seed, seed >> 32, InterceptChance.DETERMINIZE | 0, 0, 1)
    state.chance.seed_hi = keyed(seed, seed >> 32, InterceptChance.DETERMINIZE | 0, 0, 2) >> 1
    state.chance.decisions = 0
    if state.verdict >= 0:
        state.step = InterceptStep.OVER
        return
    state.step = engine_step(state, seat)
    lurks = lies_in_wait(state, rules, seat)
    taken, nth = 0, 0
    for k in side_range(state.unit_of, 1 - seat):
        unit = state.unit_of[k]
        unit.plotted = open_moves_over(state, seat) and unit.tracked
        unit.moved = unit.plotted
        restore_own_fields(unit, opening.unit_of[k])
        if not unit.tracked and opening.unit_of[k].klass != 0:
            conduct = conduct_of(state, rules, k, nth, lurks)
            taken = determinize_unit(state, opening, rules, k, taken, conduct)
            nth += unit.status == Status.ON_MAP
    determinize_radar(state, rules, seat)


@native
def engine_step(state: State, seat):
    """Return the step of the engine at which this seat has this decision."""
    if (
        state.decision == InterceptDecision.PLACE_BOX
        or state.decision == InterceptDecision.PLACE_SQUARE
    ):
        return InterceptStep.SETUP | 0
    if CHAPTER_OF[state.decision] == InterceptChapter.SCANS:
        return (
            InterceptStep.FIRST_SCANS if first_side(state) == seat else InterceptStep.SECOND_SCANS
        ) | 0
    return (
        InterceptStep.OPEN_MOVES
        if state.phase == InterceptPhase.OPEN_MOVEMENT
        else InterceptStep.PLOTS
    ) | 0


@native
def open_moves_over(state: State, seat):
    """Return whether the other side's tracked units have moved: the loser of ties moves first."""
    return state.phase != InterceptPhase.OPEN_MOVEMENT or first_side(state) == seat


@native
def determinize_unit(state: State, opening: State, rules: Rules, index, taken, conduct):
    """Place an unknown unit of the opening.

    `taken` counts the announced positions already used; return the new count.
    """
    unit, source = state.unit_of[index], opening.unit_of[index]
    restore_identified_fields(unit, source)
    restore_tracked_fields(unit, source)
    unit.power = Power.IDLE
    if source.status == Status.ABOARD and unit.last_turn == 0:
        return taken
    if (
        state.phase == InterceptPhase.SETUP
        and source.status == Status.WAITING
        and index >= state.unit
    ):
        return taken
    unit.status = Status.ON_MAP
    determinize_thrust(state, rules, index, conduct)
    seat = 1 - index // unit_slots(state)
    place = announced_position(state, seat, int(state.turn), taken)
    if place != NONE:
        unit.x = place & 255
        unit.y = place >> 8
        determinize_vector(state, opening, rules, index, conduct)
        return taken + 1
    before = last_position_turn(state, seat)
    place = announced_position(state, seat, before, taken) if before > unit.last_turn else NONE
    if place != NONE:
        search_place(state, opening, rules, index, place, before, conduct)
        return taken + 1
    if state.turn > 0 or source.status == Status.WAITING:
        search_place(state, opening, rules, index, NONE, 0, conduct)
    return taken


@native
def last_position_turn(state: State, seat):
    """Return the last turn before this one in which a seat's scans gave a position; 0 for none."""
    last = 0
    for n in range(RECENT_SCANS):
        scan = state.scan[seat, n]
        for f in range(scan.finds if scan.side != 0 and scan.turn < state.turn else 0):
            if scan.find[f].result == Result.POSITION:
                last = max(last, int(scan.turn))
    return last


@native
def announced_position(state: State, seat, turn, nth):
    """Return the nth position of a seat's scans of a turn, as x + 256 y, or NONE."""
    for n in range(RECENT_SCANS):
        scan = state.scan[seat, n]
        if scan.side == 0 or scan.turn != turn:
            continue
        for f in range(scan.finds):
            find = scan.find[f]
            if find.result == Result.POSITION:
                if nth == 0:
                    return int(find.x) + 256 * int(find.y)
                nth -= 1
    return NONE


@native
def search_place(state: State, opening: State, rules: Rules, index, position, turn, conduct):
    """Return the sampled place that fits the latest scans best.

    Samples lie within reach of a position announced in a turn, if there is one, of a track or of
    the set-up zone.
    """
    unit = state.unit_of[index]
    best, best_x, best_y = 10**6, 1, 1
    for nth in range(TRIES):
        if position != NONE:
            x, y = sample_near_position(state, rules, index, nth, position, turn)
        else:
            x, y = sample_place(state, opening, rules, index, nth, conduct)
        if not on_map(rules, x, y) or is_body(state, x, y):
            continue
        unit.x = x
        unit.y = y
        misfit = count_contradictions(state, rules, index)
        if misfit < best:
            best, best_x, best_y = misfit, x, y
    unit.x = best_x
    unit.y = best_y
    determinize_vector(state, opening, rules, index, conduct)


@native
def sample_index(state: State, index, nth, what, count):
    """Return a random number below `count`."""
    key = keyed(
        state.chance.seed_lo,
        state.chance.seed_hi,
        InterceptChance.DETERMINIZE | 0,
        index,
        8 * nth + what,
    )
    return pick(key, count)


@native
def sample_place(state: State, opening: State, rules: Rules, index, nth, conduct):
    """Return a place within reach: of the last track, or of the set-up zone."""
    unit = state.unit_of[index]
    thrust = int(rules.classes[unit.klass].thrust)
    zone = rules.option.zone[index // unit_slots(state)]
    if unit.last_turn > 0:
        turns = int(state.turn) - int(unit.last_turn)
        x = int(unit.last_x) + turns * int(unit.last_vx)
        y = int(unit.last_y) + turns * int(unit.last_vy)
    else:
        turns = int(state.turn)
        x = int(zone[0]) + sample_index(state, index, nth, 4, int(zone[1]) - int(zone[0]) + 1)
        y = int(zone[2]) + sample_index(state, index, nth, 5, int(zone[3]) - int(zone[2]) + 1)
        if is_runner(state, rules, index):
            return sample_near(
                state, rules, index, nth, x, course_row(state, rules, index, y), turns // 2
            )
    reach = min(thrust * turns * (turns + 1) // 2, FARTHEST)
    if conduct == LURKS:
        x += turns * int(opening.unit_of[index].vx)
        y += turns * int(opening.unit_of[index].vy)
        reach = 0
    return sample_near(state, rules, index, nth, x, y, reach)


@native
def sample_near_position(state: State, rules: Rules, index, nth, position, turn):
    """Return a place within reach of a position announced in a turn; its vector then is unknown."""
    thrust = int(rules.classes[state.unit_of[index].klass].thrust)
    turns = int(state.turn) - turn
    reach = thrust * min(turn, FAST) * turns + thrust * turns * (turns + 1) // 2
    return sample_near(
        state, rules, index, nth, position & 255, position >> 8, min(reach, FARTHEST)
    )


@native
def sample_near(state: State, rules: Rules, index, nth, x, y, reach):
    """Return a random square of the map at most `reach` squares from another."""
    x += sample_index(state, index, nth, 0, 2 * reach + 1) - reach
    y += sample_index(state, index, nth, 1, 2 * reach + 1) - reach
    return (
        min(max(x, 1), int(rules.option.columns)),
        min(max(y, 1), int(rules.option.rows)),
    )


@native
def count_contradictions(state: State, rules: Rules, index):
    """Return how badly a place fits the seat's scans of this turn and the last: fewer is better.

    A unit should not stand where a scan would have shown it, and a contact needs a unit.
    """
    unit = state.unit_of[index]
    seat, misfit = 1 - index // unit_slots(state), 0
    for n in range(RECENT_SCANS):
        scan = state.scan[seat, n]
        if scan.side == 0 or scan.turn < state.turn - 1:
            continue
        inside = is_inside(unit.x, unit.y, scan.left, scan.top, scan.side)
        if scan.finds == 0 and inside:
            signal = int(scan.strength) + best_signature(state, rules, unit, int(scan.sensor))
            misfit += 4 if signal >= 0 else 0
        elif scan.finds > 0 and not inside and scan.find[scan.finds - 1].x == 0:
            misfit += 2
    return misfit


@native
def determinize_radar(state: State, rules: Rules, seat):
    """Mark an untracked ship as the source of a radar scan announced this turn."""
    enemy = 1 - seat
    for n in range(RECENT_SCANS):
        scan = state.scan[enemy, n]
        if scan.side == 0 or scan.turn != state.turn or scan.sensor != Sensor.RADAR:
            continue
        for k in side_range(state.unit_of, enemy):
            unit = state.unit_of[k]
            if unit.status == Status.ON_MAP and not unit.tracked:
                if rules.classes[unit.klass].sensor[Sensor.RADAR] >= 0:
                    unit.radar_used = 1
                    return
