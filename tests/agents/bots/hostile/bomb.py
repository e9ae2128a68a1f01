"""Forks and forks, though not without end: a test that fails should not take the machine."""

import os
import time

from manners import play

DEPTH = 7


def misbehave(ask):
    """Become 128 processes."""
    for _ in range(DEPTH):
        os.fork()
        time.sleep(0.02)
    time.sleep(600)


play(misbehave)
