"""The JavaScript package in Node: what a module prints, what the package's command says."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import spacecombat_env

PACKAGE = Path(spacecombat_env.__file__).parent / "web" / "opponent"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no node")


def node(source: str) -> Any:
    """What a module prints, as JSON; it has Opponent, readFile and `opened(path)`."""
    head = f"""
        import {{ readFile }} from "node:fs/promises";
        import * as module from {json.dumps((PACKAGE / "opponent.js").as_uri())};
        const {{ Opponent, lot, word }} = module;
        const opened = async (path) => Opponent.open(await readFile(path), {{ name: path }});
        const tell = (found) => console.log(JSON.stringify(found));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", head + source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refused(path: Path) -> str:
    """What the command says of a file that it does not open."""
    command = ["node", PACKAGE / "check.js", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and not done.stdout
    return done.stderr.strip()
