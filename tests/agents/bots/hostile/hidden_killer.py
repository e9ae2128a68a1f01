"""Kills its supervisor, from a daemon that has another name and none of its environment."""

import os
import sys
import time

from manners import play

DAEMON = "import os, signal, sys, time; os.kill(int(sys.argv[1]), signal.SIGKILL); time.sleep(600)"


def misbehave(ask):
    """Leave a daemon that kills the supervisor."""
    supervisor = os.getppid()
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        sys.stderr.write(f"daemon {os.getpid()}\n")
        sys.stderr.flush()
        os.execve(sys.executable, ["other", "-S", "-c", DAEMON, str(supervisor)], {})
    time.sleep(600)


play(misbehave)
