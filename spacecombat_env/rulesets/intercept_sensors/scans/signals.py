"""Chapters SIG and SNS: signals, contacts, the Sense roll.

The target takes the scans one at a time. For each of its untracked units in the area that the scan
can see, it adds the signatures to the strength (IC-SIG-01). It announces every result of 0 or more.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.squaregrid import is_inside
from spacecombat_env.core.native import native

from ..model import (
    ABSENT,
    BOX,
    BOXES,
    FIRST_SIGNATURE,
    MAX_SIGNATURES,
    POSITION_MARGIN,
    RECENT_SCANS,
    TRACE,
    TRACKED_SIGNAL,
    InterceptEvent,
    Result,
    Status,
    box_left,
    box_of,
    box_top,
    is_box,
    note,
    roll_2d6,
)
from ..model.record_types import Rules, Scan, State
from .planets import is_void
from .signatures import best_signature, signature
from .sunglare import apply_sunglare
from .tracking import gain_track

EMPTIEST = 8  # mark of a scan of strength 0 that nothing answered
FAINTEST = 3  # mark of a contact somewhere in a wide area
STRONGEST = 127  # above every signal


@native
def answer_scans(state: State, rules: Rules, side):
    """IC-SCAN-02, IC-SEQ-01, 05 The scans of a side are answered in the order declared."""
    for k in side_range(state.unit_of, 1 - side):
        state.unit_of[k].found = Result.NOTHING
    first = int(state.scans[side]) - int(state.declared[side])
    for number in range(state.declared[side]):
        scan = state.scan[side, (first + number) % RECENT_SCANS]
        apply_sunglare(state, rules, side, scan)
        answer_scan(state, rules, side, number)


@native
def answer_scan(state: State, rules: Rules, side, number):
    """IC-SIG-01, 06 All units in the area have their own signals; one Sense roll serves them."""
    first = int(state.scans[side]) - int(state.declared[side])
    scan = state.scan[side, (first + number) % RECENT_SCANS]
    signal = next_signal(state, rules, side, scan, STRONGEST)
    while signal >= 0:
        for k in side_range(state.unit_of, 1 - side):
            if is_scanned(state, rules, scan, k) and signal_of(state, rules, scan, k) == signal:
                announce_signals(state, rules, side, scan, k)
        signal = next_signal(state, rules, side, scan, signal)
    if scan.finds > 0:
        sense(state, rules, side, scan, number)
    mark_search(state, rules, side, scan)


@native
def is_scanned(state: State, rules: Rules, scan: Scan, index):
    """IC-SIG-01, IC-AMB-10, IC-PLA-03 Whether a unit must answer.

    It is untracked, inside, not behind a planet, and has a signal of 0 or more.
    """
    unit = state.unit_of[index]
    if unit.status != Status.ON_MAP or unit.tracked:
        return False
    if not is_inside(unit.x, unit.y, scan.left, scan.top, scan.side):
        return False
    scanner = state.unit_of[scan.unit]
    if is_void(state, rules, scan.sensor, scanner, int(unit.x), int(unit.y)):
        return False
    return signal_of(state, rules, scan, index) >= 0


@native
def signal_of(state: State, rules: Rules, scan: Scan, index):
    """IC-SIG-01, IC-SNS-05 Strength plus the best signature of the kind scanned."""
    unit = state.unit_of[index]
    return int(scan.strength) + best_signature(state, rules, unit, int(scan.sensor))


@native
def next_signal(state: State, rules: Rules, side, scan: Scan, below):
    """Return the strongest signal under `below` that must be answered, or -1.

    Answers come strongest first, so that their order reveals nothing else.
    """
    best = -1
    for k in side_range(state.unit_of, 1 - side):
        if is_scanned(state, rules, scan, k):
            signal = signal_of(state, rules, scan, k)
            if best < signal < below:
                best = signal
    return best


@native
def result_of(signal, roll, skill):
    """IC-SIG-02..04, IC-SNS-03, IC-AMB-06 The result of a signal: 12 and more need no roll."""
    if signal < 0:
        return Result.NOTHING | 0
    if signal >= TRACKED_SIGNAL or roll - skill <= signal:
        return Result.TRACKED | 0
    if roll - skill <= signal + POSITION_MARGIN:
        return Result.POSITION | 0
    return Result.CONTACT | 0


@native
def announce_signals(state: State, rules: Rules, side, scan: Scan, index):
    """IC-SIG-03, 06, IC-AMB-03 The target announces every signature that gave 0 or more.

    The announcement has value and kind, and the contact of the scan it belongs to.
    """
    unit = state.unit_of[index]
    find = scan.find[scan.finds]
    scan.finds += 1
    find.signal = signal_of(state, rules, scan, index)
    find.result = Result.CONTACT
    find.x = 0
    find.y = 0
    unit.found = max(int(unit.found), Result.CONTACT | 0)
    first, last = FIRST_SIGNATURE[scan.sensor], FIRST_SIGNATURE[scan.sensor + 1]
    for n in range(MAX_SIGNATURES):
        find.value[n] = ABSENT
    for kind in range(first, last):
        value = signature(state, rules, unit, kind)
        if int(scan.strength) + value < 0:
            continue
        find.value[kind - first] = value
        event = note(state, InterceptEvent.CONTACT, side)
        event.known = 3
        event.hidden = 1 << side
        event.unit = index
        event.a = kind
        event.b = value
        event.c = int(scan.strength) + value
        event.d = scan.finds


@native
def sense(state: State, rules: Rules, side, scan: Scan, number):
    """IC-SNS-01, 02, IC-AMB-04 One roll of 2D6 for all signals of the scan below 12."""
    skill = int(rules.classes[state.unit_of[scan.unit].klass].skill)
    if scan.find[scan.finds - 1].signal < TRACKED_SIGNAL:
        scan.roll = roll_2d6(state, side, number)
        event = note(state, InterceptEvent.ROLL, side)
        event.known = 3
        event.a = scan.roll
        event.b = skill
    signal = next_signal(state, rules, side, scan, STRONGEST)
    while signal >= 0:
        for k in side_range(state.unit_of, 1 - side):
            if is_scanned(state, rules, scan, k) and signal_of(state, rules, scan, k) == signal:
                settle(state, rules, side, scan, k)
        signal = next_signal(state, rules, side, scan, signal)


@native
def settle(state: State, rules: Rules, side, scan: Scan, index):
    """IC-SNS-03, 04 A unit is tracked, shown on its square for this turn, or stays a contact."""
    unit = state.unit_of[index]
    skill = int(rules.classes[state.unit_of[scan.unit].klass].skill)
    signal = signal_of(state, rules, scan, index)
    result = result_of(signal, int(scan.roll), skill)
    unit.found = max(int(unit.found), result)
    if result == Result.CONTACT:
        return
    find = scan.find[find_of(scan, signal)]
    find.result = result
    find.x = unit.x
    find.y = unit.y
    if result == Result.TRACKED:
        gain_track(state, index)
        return
    event = note(state, InterceptEvent.POSITION, side)
    event.known = 3
    event.hidden = 1 << side
    event.unit = index
    event.a = unit.x
    event.b = unit.y


@native
def find_of(scan: Scan, signal):
    """Return the first find of a signal that has no square yet."""
    for n in range(scan.finds):
        if scan.find[n].signal == signal and scan.find[n].result == Result.CONTACT:
            return n
    return 0


@native
def mark_search(state: State, rules: Rules, side, scan: Scan):
    """Mark boxes on a side's own map: quiet if searched in vain, a trace if a unit answered.

    It is an aid to memory, made of the announced answers and nothing else.
    """
    contacts = 0
    for n in range(scan.finds):
        find = scan.find[n]
        if find.x > 0:
            state.traces[side, box_of(find.x, find.y)] = TRACE
        else:
            contacts += 1
    emptiness = min(max(EMPTIEST + int(scan.strength), 1), TRACE)
    faint = max(TRACE - int(scan.side) // 2, FAINTEST)
    for box in range(BOXES):
        if not is_box(rules, box) or not overlaps(scan, box):
            continue
        if contacts > 0:
            state.traces[side, box] = max(int(state.traces[side, box]), faint)
        elif covers(scan, box):
            state.quiet[side, box] = max(int(state.quiet[side, box]), emptiness)
            if scan.finds == 0:
                state.traces[side, box] = 0


@native
def overlaps(scan: Scan, box):
    """Return whether an area and a box have squares in common."""
    left, top = box_left(box), box_top(box)
    across = scan.left < left + BOX and left < int(scan.left) + int(scan.side)
    return across and scan.top < top + BOX and top < int(scan.top) + int(scan.side)


@native
def covers(scan: Scan, box):
    """Return whether an area holds a whole box."""
    left, top = box_left(box), box_top(box)
    across = scan.left <= left and left + BOX <= int(scan.left) + int(scan.side)
    return across and scan.top <= top and top + BOX <= int(scan.top) + int(scan.side)
