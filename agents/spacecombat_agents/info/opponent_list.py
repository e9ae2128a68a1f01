"""The list of opponent files, installed or of a source, and downloads with progress shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spacecombat_agents.players.bundles.builtin import (
    builtin_opponents,
    download_folder,
    downloaded_opponents,
)
from spacecombat_agents.players.bundles.opponent_source import (
    SCHEMA,
    ListedOpponent,
    describe_files,
    download,
    listed_opponent,
    read_manifest,
)
from spacecombat_agents.terminal import Progress, print_table

__all__ = ["get", "print_opponents", "release_manifest"]


def release_manifest(source: str | None) -> dict[str, Any]:
    """Return the manifest of a source; without one, that of the installed files."""
    listed = _installed() if source is None else read_manifest(source)
    entries = [each.as_json() for each in listed]
    if source is not None and Path(source).is_dir():
        for entry in entries:
            entry["url"] = Path(entry["url"]).name
    return {"schema": SCHEMA, "opponents": entries}


def print_opponents(source: str | None) -> None:
    """Print a table of the opponents of a source, or of the installed ones."""
    listed = _installed() if source is None else read_manifest(source)
    installed = {each.name: each.sha256 for each in _installed()}
    rows = [
        [
            each.name,
            each.ruleset,
            each.scenario,
            ", ".join(each.levels),
            f"{each.bytes / 1e6:.1f} MB",
            _state(each, installed.get(each.name)),
        ]
        for each in listed
    ]
    print_table(["file", "rule set", "scenario", "levels", "size", "where"], rows)


def get(source: str, name: str) -> tuple[Path, bool]:
    """Download an opponent file with a progress bar; return its path, and whether it was new."""
    entry = listed_opponent(source, name)
    with Progress(entry.bytes, f"downloading {entry.name}") as progress:
        return download(entry, download_folder(), progress.advance)


def _installed() -> list[ListedOpponent]:
    """Return the built-in and the downloaded opponents."""
    files = {**downloaded_opponents(), **builtin_opponents()}
    return describe_files(files.values())


def _state(opponent: ListedOpponent, installed: str | None) -> str:
    """Return where an opponent is."""
    if installed is None:
        return "not installed"
    if installed != opponent.sha256:
        return "another version is installed"
    return "built in" if opponent.name in builtin_opponents() else "downloaded"
