"""Takes more and more memory, and touches it, in two processes."""

import os
import time

from manners import play

STEP, STEPS = 16 << 20, 100


def misbehave(ask):
    """Take 16 MiB at a time."""
    os.fork()
    kept = []
    for _ in range(STEPS):
        kept.append(bytearray(os.urandom(1 << 10)) * (STEP >> 10))
        time.sleep(0.005)
    time.sleep(600)


play(misbehave)
