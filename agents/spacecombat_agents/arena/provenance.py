"""Record how a result was made, so that it can be identified and reproduced."""

from __future__ import annotations

import hashlib
import inspect
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import numpy as np

from spacecombat_agents.bots.bot_players import Player
from spacecombat_env import __version__
from spacecombat_env.core.engine import load_engine
from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.replay import rules_hash

__all__ = ["agent_hash", "command_line", "cpu_model", "file_hash", "provenance", "strip_folders"]

FOLDERS_FROM_ROOT = re.compile(
    r"(?<![\w./\\~])(?:[A-Za-z]:|~)?(?:/|\\{1,2})(?:[^/\\:=@,()]+[/\\])+"
)
"""Absolute paths in an argument, also in `net:/home/me/runs/a`; no addresses (`ws://host/path`)."""
COMMAND_PART = re.compile(r""" "[^"]*" | '[^']*' | \S+ """, re.VERBOSE)
"""One part of a bot's command, within the argument."""


def provenance(ruleset: RuleSet, agents: Iterable[Player] = ()) -> dict[str, Any]:
    """Return versions and hashes of package, rules and agents, engine, command and processor.

    Hashes are SHA-256 with 64 digits. Nothing identifies the machine or the user.
    """
    return {
        "package": f"spacecombat-env {__version__}",
        "ruleset": ruleset.name,
        "ruleset_version": ruleset.version,
        "rules_hash": rules_hash(ruleset),
        "agents": [{"name": agent.name, "hash": agent_hash(agent)} for agent in agents],
        "command": command_line(),
        "cpu": cpu_model(),
        "python": platform.python_version(),
        "engine": load_engine(),
        "numpy": np.__version__,
    }


def agent_hash(agent: Player) -> str | None:
    """Return an agent's `digest` if it has one, else the hash of its class's source file.

    Return None for a class typed at a prompt.
    """
    digest = getattr(agent, "digest", None)
    if isinstance(digest, str):
        return digest
    try:
        return file_hash(inspect.getfile(type(agent)))
    except (TypeError, OSError):
        return None


def file_hash(path: str | Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def command_line() -> str | None:
    """Return the command line that a shell would run again; None outside a command.

    Absolute paths are cut to their last part: the rest is specific to this machine, or names its
    user.
    """
    context = click.get_current_context(silent=True)
    arguments = context.find_root().obj if context is not None else None
    if arguments is None:
        return None
    return shlex.join(["spacecombat", *map(strip_folders, arguments)])


def strip_folders(argument: str) -> str:
    """Return an argument with absolute paths cut to their last part."""
    if argument.startswith("bot:"):
        return COMMAND_PART.sub(lambda match: FOLDERS_FROM_ROOT.sub("", match[0]), argument)
    return FOLDERS_FROM_ROOT.sub("", argument)


def cpu_model() -> str:
    """Return the maker's name of the processor: nothing identifies this machine."""
    found = ""
    if sys.platform == "linux":
        found = _read_linux_cpu_model(Path("/proc/cpuinfo"))
    elif sys.platform == "darwin":
        query = ["sysctl", "-n", "machdep.cpu.brand_string"]
        found = subprocess.run(query, capture_output=True, text=True, check=False).stdout.strip()
    return found or platform.processor() or platform.machine()


def _read_linux_cpu_model(file: Path) -> str:
    """Return the processor's name in a file like /proc/cpuinfo; empty if it has none."""
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "")
