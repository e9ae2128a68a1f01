"""What the threads of a batch do in compiled code: share out blocks of rows, and wait for rounds.

All stands in one array of words, `control`; whatever several threads write has a line of the cache
to itself. A round is a step of all rows, a drawing of words for all, or both, or some turns of
random play, in which a block plays all of them before the next one begins. Each thread has a
share of the rows, the same in every round, so that they stay in its cache; when that is done it
takes blocks of the others' shares. Whoever opens a round works along and could do all of it alone:
no thread waits for one that sleeps.

Interpreted, none of this is called.
"""

from __future__ import annotations

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.env.vector.native import add, call_at, pause, read, write

BLOCK = 8
"""Rows that a thread takes at once."""
LINE = 16
"""Words apart from each other: two lines of the cache, which some processors fetch in pairs."""
ROUND, ROWS, TURNS, STEPPING, DRAWING = 0, 1, 2, 3, 4
"""Rounds opened so far; rows of the batch; what is done in this round, in this order: turns of
random play, a step, a drawing."""
DONE, PARKED = LINE, 2 * LINE
"""Rows of this round that are done; threads that wait for a word of Python."""
FIRST_SHARE = 3 * LINE
NEXT, LOW, HIGH, AT_WORK = 0, 1, 2, 3
"""In a share: the row that is next to be taken, the first and the one after the last, and how many
rows the share's own thread is at work on."""

STEP_INT64, DRAW_INT64 = 134, 25
"""Words in which `Kernels.advance` and `Kernels.random_actions` take their arguments."""
STEP_LOW, DRAW_LOW = STEP_INT64 - 3, DRAW_INT64 - 1
"""Where, after the address, the first row of a block stands; the row after its last follows."""


@jit
def open_round(control, turns, stepping, drawing):
    """Open a round for all threads; return how many must be woken for it."""
    control[TURNS] = turns
    control[STEPPING] = stepping
    control[DRAWING] = drawing
    write(control, DONE, 0)
    for share in range(FIRST_SHARE, len(control), LINE):
        write(control, share + NEXT, control[share + LOW])
    add(control, ROUND, 1)
    return read(control, PARKED)


@jit
def take_step(step, low, high):
    """Call `Kernels.advance` for a block of rows."""
    step[STEP_LOW] = low
    step[STEP_LOW + 1] = high
    call_at(step, STEP_INT64)


@jit
def draw_actions(draw, low, high):
    """Call `Kernels.random_actions` for a block of rows."""
    draw[DRAW_LOW] = low
    draw[DRAW_LOW + 1] = high
    call_at(draw, DRAW_INT64)


@jit
def work_on_block(control, low, high, step, draw):
    """Do what this round does to a block of rows."""
    for _ in range(control[TURNS]):
        draw_actions(draw, low, high)
        take_step(step, low, high)
    if control[STEPPING]:
        take_step(step, low, high)
    if control[DRAWING]:
        draw_actions(draw, low, high)


@jit
def work_shares(control, own, step, draw):
    """Work off a thread's own share of the round, then what is left of the others'."""
    shares = (len(control) - FIRST_SHARE) // LINE
    mine = FIRST_SHARE + own * LINE
    for place in range(shares):
        share = FIRST_SHARE + (own + place) % shares * LINE
        end = control[share + HIGH]
        while read(control, share + NEXT) < end:
            low = add(control, share + NEXT, BLOCK)
            if low >= end:
                break
            high = min(low + BLOCK, end)
            control[mine + AT_WORK] = high - low
            work_on_block(control, low, high, step, draw)
            control[mine + AT_WORK] = 0
            add(control, DONE, high - low)


@jit
def mark_failed_block_done(control, own):
    """Count as done the block in which a thread's work raised an error, if it did."""
    mine = FIRST_SHARE + own * LINE
    add(control, DONE, control[mine + AT_WORK])
    control[mine + AT_WORK] = 0


@jit
def lead_round(control, spins, step, draw):
    """Work in the round that this thread has opened; tell whether all rows are done.

    When nothing is left to take it looks `patience` times whether the others are ready.
    """
    work_shares(control, 0, step, draw)
    for _ in range(spins):
        if read(control, DONE) == control[ROWS]:
            return True
        pause()
    return read(control, DONE) == control[ROWS]


@jit
def follow_rounds(control, own, last_round, spins, step, draw):
    """Work in each round after that numbered `visible`, as they are opened; return the last one.

    It ends when no round has come for `patience` looks.
    """
    idle_spins = 0
    while idle_spins < spins:
        number = read(control, ROUND)
        if number == last_round:
            idle_spins += 1
            pause()
        else:
            work_shares(control, own, step, draw)
            last_round = number
            idle_spins = 0
    return last_round


@jit
def park(control, last_round):
    """Count this thread among those that must be woken; tell whether a round has come meanwhile."""
    add(control, PARKED, 1)
    return read(control, ROUND) != last_round


@jit
def unpark(control):
    """Count this thread among those that look themselves."""
    add(control, PARKED, -1)
