"""The kernels as a GPU would run them, so far as a machine without one can tell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GAMES, DECISIONS = 4, 200


@pytest.mark.slow
def test_a_thread_a_game_plays_as_the_interpreted_engine_does() -> None:
    """Numba's CUDA simulator: the same bytes of games, observations and masks after every decision.

    It proves indices and that no game touches another, not alignment or the width of integers.
    """
    program = Path(__file__).parent / "kit" / "simulated_gpu.py"
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    game = ["intercept_sensors", "duel", str(GAMES), str(DECISIONS)]
    command = [sys.executable, str(program), *game]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == GAMES * DECISIONS
