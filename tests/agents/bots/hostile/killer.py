"""Kills its supervisor, from a daemon that outlives its own group."""

import os
import signal
import sys
import time

from manners import play


def misbehave(ask):
    """Shoot the warden."""
    warden = os.getppid()
    if os.fork() == 0:
        os.setsid()
        sys.stderr.write(f"daemon {os.getpid()}\n")
        sys.stderr.flush()
        os.kill(warden, signal.SIGKILL)
    time.sleep(600)


play(misbehave)
