"""Helpers of the driver for any game: seeds, masks, copies."""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.model.rng import keyed, mix, pick
from spacecombat_env.core.native import native

LOW_31_BITS = 0x7FFFFFFF
NO_ACTION = -1
REFRESH = NO_ACTION
"""Action for which `advance` changes nothing and writes its buffers again."""
UNTOUCHED = -2
"""Action that leaves its row as it is."""
BEGIN = -3
"""Action that sets up a new game in its row, with the seed there (`one_game.write_seeds`)."""
RESUME = -4
"""Action that resumes a game that has stopped without a seat to act (BY_TURNS)."""
BY_MARGIN, BY_TURNS = 1, 2
"""Flags of `advance`. BY_MARGIN: rewards are margins of points. BY_TURNS: games stop before
their first step and at the end of each turn, without a seat to act, until RESUME.
"""


@native
def only_action(mask):
    """The single legal action of a mask."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return NO_ACTION


@native
def count_actions(mask):
    """Number of legal actions in a mask (32 bits: twice as fast as 64)."""
    count = np.int32(0)
    for action in range(len(mask)):
        count = np.int32(count + mask[action])
    return int(count)


@native
def next_seed(seed_lo, seed_hi, secret):
    """The seed of the next game in the same row, from the two halves of the last seed.

    `secret` belongs to the batch. Without it, nobody can compute the next seed from the last one.
    """
    secret = int(secret)
    low = keyed(seed_lo, seed_hi, 1, secret, secret >> 32)
    return (keyed(seed_hi, seed_lo, 2, secret, secret >> 32) & LOW_31_BITS) << 32 | low


@native
def copy_int64(target, source, size):
    """Copy the first `size` integers of a game."""
    target[:size] = source[:size]


@native
def random_actions(mask, seeds, actions, lo, hi):
    """Draw one legal action for each row uniformly; NO_ACTION if there is none."""
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
