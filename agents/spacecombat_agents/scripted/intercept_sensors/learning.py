"""The belief: where the enemy can be, given the scans and finds in the record."""

from spacecombat_agents.scripted.intercept_sensors.doctrine import (
    CROWD,
    FARTHEST,
    SPREAD,
    TURNS_BACK,
)
from spacecombat_agents.scripted.intercept_sensors.signals import (
    assumed_class,
    assumed_signature,
    chance_of,
    shown,
)
from spacecombat_agents.scripted.intercept_sensors.spreading import fade, gather, normalise, widen
from spacecombat_env.core.model.squaregrid import farthest
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.intercept_sensors.model import (
    CHAPTER_OF,
    RECENT_SCANS,
    SIZES,
    InterceptChapter,
    Status,
    unit_slots,
)
from spacecombat_env.rulesets.intercept_sensors.scans.planets import is_shadowed

__all__ = ["fill_belief", "spend_open_scans"]


@native
def open_belief(state, rules, seat, belief, turn):
    """Fill the belief with every square that the enemy can reach from its set-up zone by a turn."""
    zone = rules.option.zone[1 - seat]
    reach = SPREAD * turn * (turn + 1) // 2
    left, right = max(1, int(zone[0]) - reach), min(belief.shape[1], int(zone[1]) + reach)
    top, bottom = max(1, int(zone[2]) - reach), min(belief.shape[0], int(zone[3]) + reach)
    weight = 1.0 / ((right - left + 1) * (bottom - top + 1))
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            belief[y - 1, x - 1] = weight


@native
def learn(state, rules, klass, scan, belief):
    """Update the belief by the answer to an own scan."""
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


@native
def overhear(rules, scan, belief):
    """Update the belief by an enemy's scan: its ship is in range, near by if the area is small."""
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


@native
def forget_tracked(state, seat, belief):
    """Remove tracked units from the belief; they need no search."""
    slots, tracked = unit_slots(state), 0
    for k in range((1 - seat) * slots, (2 - seat) * slots):
        unit = state.unit_of[k]
        if unit.tracked and unit.status == Status.ON_MAP:
            tracked += 1
            belief[unit.y - 1, unit.x - 1] *= 0.02
    if tracked > 0:
        fade(belief, CROWD)


@native
def fill_belief(state, rules, seat, belief, scratch):
    """Fill the belief from the scans in the record, turn by turn up to now."""
    now, slots = int(state.turn), unit_slots(state)
    klass = assumed_class(state, rules, seat)
    first = max(0, now - TURNS_BACK)
    for y in range(belief.shape[0]):
        belief[y, :] = 0.0
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


@native
def is_open(state, seat, back):
    """Return whether the scan `back` places before the newest is declared and unanswered."""
    return CHAPTER_OF[state.decision] == InterceptChapter.SCANS and back < state.declared[seat]


@native
def spend_open_scans(state, rules, seat, belief):
    """Discount the belief in areas that are being scanned this turn."""
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
