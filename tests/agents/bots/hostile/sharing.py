"""Shares a large memory with many processes, which is no more than one of it."""

import os
import signal
import time

from manners import answer, play

SIZE, COUNT = 64 << 20, 6


def misbehave(ask):
    """Fork around one large thing, wait a while, answer."""
    kept = bytearray(os.urandom(1 << 10)) * (SIZE >> 10)
    others = []
    for _ in range(COUNT):
        others.append(os.fork())
        if not others[-1]:
            time.sleep(600)
    time.sleep(0.3)
    for each in others:
        os.kill(each, signal.SIGKILL)
        os.waitpid(each, 0)
    del kept
    answer(ask)


play(misbehave)
