"""Leaves daemons behind that keep its pipes open, each in a session of its own, and dies."""

import os
import signal
import sys
import time

from manners import play

DAEMONS = 5


def misbehave(ask):
    """Fork away twice, as a daemon does, without a trace in the environment."""
    for _ in range(DAEMONS):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                sys.stderr.write(f"daemon {os.getpid()}\n")
                sys.stderr.flush()
                time.sleep(600)
            os._exit(0)
    time.sleep(0.1)
    os._exit(3)


play(misbehave)
