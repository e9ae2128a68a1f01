"""The build backend: that of setuptools, and the wheel `ziglang` where there is no C++ compiler.

`setup.py` builds the libraries of the native engine. Without a compiler, and without a network to
get one from, the package is installed without them and plays interpreted.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

ROOT = Path(__file__).resolve().parents[1]
ZIG = "ziglang>=0.13"
SECONDS = 60
"""Time to ask whether the wheel can be had."""


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what a wheel is built with."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *missing_compiler()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """Return what an editable installation is built with."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *missing_compiler()]


def missing_compiler() -> list[str]:
    """Return the wheel with a compiler, if this machine has none and can get one."""
    sys.path.insert(0, str(ROOT))
    from spacecombat_env.native.compiler import find_compiler

    if find_compiler() is not None or not can_be_had(ZIG):
        return []
    return [ZIG]


def can_be_had(requirement: str) -> bool:
    """Whether pip finds a package; true if there is no pip here to ask."""
    command = [sys.executable, "-I", "-m", "pip"]  # -I: not that of the environment of the build
    if subprocess.run([*command, "--version"], capture_output=True).returncode:
        return True
    command += ["install", "--dry-run", "--ignore-installed", "--no-deps", "--retries", "0"]
    try:
        done = subprocess.run([*command, requirement], capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
