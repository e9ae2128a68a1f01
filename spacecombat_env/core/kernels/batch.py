"""What the batch driver of every rule set needs, whatever its game: seeds, masks, copies."""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.engine.jit import SETTINGS, jit
from spacecombat_env.core.model.rng import keyed, mix, pick

LOW_31_BITS = 0x7FFFFFFF
NO_ACTION = -1
REFRESH = NO_ACTION
"""The token with which `advance` changes nothing and writes its buffers anew."""
UNTOUCHED = -2
"""A token that leaves its row as it is."""
BEGIN = -3
"""A token that sets up a new game in its row, of the seed that stands there (`one_game.seeded`)."""
RESUME = -4
"""A token that plays a row on that has stopped, nobody being asked (BY_TURNS)."""
BY_MARGIN, BY_TURNS = 1, 2
"""Flags of `advance`: rewards are margins of points; games stop before their first step and at the
end of each turn, nobody being asked, until they are told to go on."""
INTERPRETED = bool(SETTINGS.DISABLE_JIT)
"""Nothing is compiled: NumPy copies faster than a loop does, where compiled it is far slower."""


@jit
def only_action(mask):
    """The single legal word of a mask."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return NO_ACTION


@jit
def count_actions(mask):
    """How many words of a mask are legal (32 bits: twice as fast as 64)."""
    count = np.int32(0)
    for action in range(len(mask)):
        count = np.int32(count + mask[action])
    return int(count)


@jit
def next_seed(seed_lo, seed_hi, secret):
    """The seed of the game that follows in the same row, from the two halves of the last.

    `secret` is the batch's own: who knows it not cannot tell the next seed, though he knew the last
    one whole.
    """
    secret = int(secret)
    low = keyed(seed_lo, seed_hi, 1, secret, secret >> 32)
    return (keyed(seed_hi, seed_lo, 2, secret, secret >> 32) & LOW_31_BITS) << 32 | low


@jit
def copy_int64(target, source, size):
    """Copy the first `size` words of a game."""
    if INTERPRETED:
        target[:size] = source[:size]
        return
    for action in range(size):
        target[action] = source[action]


@jit
def random_actions(mask, seeds, actions, lo, hi):
    """Draw one legal word a row, evenly; NO_WORD where there is none."""
    for k in range(lo, hi):
        count = count_actions(mask[k])
        actions[k] = NO_ACTION
        if count == 0:
            continue
        seeds[k] = mix(seeds[k] + 0x9E3779B9)
        nth = pick(seeds[k], count)
        for action in range(mask.shape[1]):
            if mask[k, action]:
                if nth == 0:
                    actions[k] = action
                    break
                nth -= 1
