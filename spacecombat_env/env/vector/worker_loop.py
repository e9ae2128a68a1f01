"""The compiled loop of the batch threads: take blocks of rows, and wait for rounds.

All state is in one integer array, `control`. Data that several threads write has a cache line of
its own. A round is a step of all rows, a draw of actions for all rows, or both. It may also be some
decisions of random play; then a block plays all of them before the next block begins.

Each thread has a share of the rows, the same in every round, so that they stay in its cache. When
its share is done, it takes blocks of other shares. The thread that opens a round works too and
could do it alone: no thread waits for one that sleeps.

None of this runs in interpreted mode.
"""

from __future__ import annotations

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.env.vector.native import add, call_at, pause, read, write

__all__ = [
    "BLOCK",
    "FIRST_SHARE",
    "LINE",
    "follow_rounds",
    "lead_round",
    "mark_failed_block_done",
    "open_round",
    "park",
    "unpark",
    "work_shares",
]

BLOCK = 8
"""Rows that a thread takes at once."""
LINE = 16
"""Distance of elements in two cache lines, since some processors fetch lines in pairs."""
ROUND, ROWS, TURNS, STEPPING, DRAWING = 0, 1, 2, 3, 4
"""Rounds opened so far; rows of the batch; and the work of this round in order: decisions of random
play, a step, a draw.
"""
DONE, PARKED = LINE, 2 * LINE
"""Rows of this round that are done; threads that wait in Python."""
FIRST_SHARE = 3 * LINE
NEXT, LOW, HIGH, AT_WORK = 0, 1, 2, 3
"""In a share: the next row to take, its first row, the one after its last, and how many rows its
own thread is working on.
"""

STEP_INT64, DRAW_INT64 = 134, 25
"""Number of integers that `Kernels.advance` and `Kernels.random_actions` take as arguments."""
STEP_LOW, DRAW_LOW = STEP_INT64 - 3, DRAW_INT64 - 1
"""Position of a block's first row after the address; the row after its last one follows."""


@jit
def open_round(control, turns, stepping, is_sampling):
    """Open a round for all threads; return how many threads must be woken."""
    control[TURNS] = turns
    control[STEPPING] = stepping
    control[DRAWING] = is_sampling
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
    """Do the work of this round on a block of rows."""
    for _ in range(control[TURNS]):
        draw_actions(draw, low, high)
        take_step(step, low, high)
    if control[STEPPING]:
        take_step(step, low, high)
    if control[DRAWING]:
        draw_actions(draw, low, high)


@jit
def work_shares(control, own, step, draw):
    """Process a thread's own share of the round, then blocks of other shares."""
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
    """Count the block as done in which a thread raised an error, if there is one."""
    mine = FIRST_SHARE + own * LINE
    add(control, DONE, control[mine + AT_WORK])
    control[mine + AT_WORK] = 0


@jit
def lead_round(control, spins, step, draw):
    """Work in the round that this thread has opened; return whether all rows are done.

    When no block is left, it polls `spins` times for the other threads.
    """
    work_shares(control, 0, step, draw)
    for _ in range(spins):
        if read(control, DONE) == control[ROWS]:
            return True
        pause()
    return read(control, DONE) == control[ROWS]


@jit
def follow_rounds(control, own, last_round, spins, step, draw):
    """Work in each round after `last_round` as it opens; return the last one.

    It ends after `spins` polls without a new round.
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
    """Count this thread among those that must be woken; return whether a round has opened
    meanwhile.
    """
    add(control, PARKED, 1)
    return read(control, ROUND) != last_round


@jit
def unpark(control):
    """Count this thread among those that poll."""
    add(control, PARKED, -1)
