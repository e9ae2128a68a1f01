"""Code run in a process of its own, as a user's next session would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def python(code: str, folder: Path = REPOSITORY, **environment: str) -> str:
    """Run `code` in a fresh process that imports from `folder`; return what it printed."""
    env = {**os.environ, "PYTHONPATH": str(folder), **environment}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
